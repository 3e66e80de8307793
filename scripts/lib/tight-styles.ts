import { parseSync, Visitor } from 'vite';

/**
 * Removes comments and insignificant white space of styles. A space before a colon is kept: `& :is(a)` is not
 * `&:is(a)`.
 */
const tight = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/(?<=[\w\]&*]) > (?=[\w[*:])/g, '>')
    .replace(/(?<=[\w-]): /g, ':')
    .replaceAll(';}', '}');

/**
 * A module with minified styles in its template literals: a JavaScript minifier does not touch their content, so the
 * whitespace would be sent to every visitor. A template that begins with a line break contains styles.
 *
 * @param source a module of a package
 * @param path its file; the extension determines the language
 */
export function withTightStyles(source: string, path: string): string {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const styles: [from: number, to: number][] = [];
  new Visitor({
    TemplateLiteral({ quasis }) {
      if (!quasis[0]?.value.raw.startsWith('\n')) return;
      // Without the delimiters of the part: a backtick, `${` or `}`.
      for (const { start, end, tail } of quasis) styles.push([start + 1, end - (tail ? 1 : 2)]);
    },
  }).visit(program);
  let result = '';
  let done = 0;
  for (const [from, to] of styles.toSorted(([a], [b]) => a - b)) {
    result += source.slice(done, from) + tight(source.slice(from, to));
    done = to;
  }
  return result + source.slice(done);
}
