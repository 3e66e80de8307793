import { es419, type FormTexts, type SomeFormTexts } from './es-419.ts';

type Find = (name: string, group?: string) => string | undefined;

/** The usual texts, each replaced by what is found for it. */
const replaced = <T extends object>(texts: T, find: Find, group?: string): T =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? find(name, group) || text : replaced(text, find, name),
    ]),
  ) as T;

const among =
  (given: object): Find =>
  (name, group) => {
    const { [group ?? name]: found } = given as Readonly<Record<string, string | Record<string, string>>>;
    return typeof found === 'object' ? found[name] : found;
  };

/** The usual texts with others in the place of those that they differ in. */
export const withTexts = (given: object = {}): FormTexts => replaced(es419, among(given));

/** The same from what {@link packTexts} made of the others. */
export function unpackTexts(packed: string): FormTexts {
  const lines = packed.split('\n');
  return replaced(es419, () => lines.shift());
}

/**
 * Texts one a line in the order of the usual ones, an empty line for each that does not differ: names are half of the
 * bytes of a language, and whoever unpacks it has them.
 */
export function packTexts(given: SomeFormTexts): string {
  const find = among(given);
  const lines: string[] = [];
  replaced(es419, (name, group) => {
    lines.push(find(name, group) ?? '');
    return undefined;
  });
  return lines.join('\n').trimEnd();
}
