import type { ApiClient } from '@pauta/core';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { type PastedField, readPastedLines } from '@pauta/domain/resource/import/pasted-lines.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';

interface Found {
  readonly id: string;
  readonly label: string;
  readonly code?: string | null;
}

/** Pasted lines, and what of them could not be read, in words for the user. */
export interface ReadPaste {
  readonly lines: readonly Values[];
  readonly problems: readonly string[];
}

/** The only record with this name or code; of several that contain the text none is taken. */
const chosen = (text: string, found: readonly Found[]): Found | undefined => {
  const wanted = fold(text);
  const exact = found.filter(({ label, code }) => fold(label) === wanted || fold(code ?? '') === wanted);
  return exact.length === 1 ? exact[0] : exact.length === 0 && found.length === 1 ? found[0] : undefined;
};

/**
 * Reads pasted cells as lines and looks up the records that they name, each name once.
 *
 * @param all every field that may be filled; columns without titles begin at `from`; a name that is not found goes to `title`
 */
export async function readPaste(
  api: Pick<ApiClient, 'get'>,
  text: string,
  {
    all,
    from,
    title,
  }: {
    readonly all: readonly PastedField[];
    readonly from: string | undefined;
    readonly title: string;
  },
): Promise<ReadPaste> {
  const start = Math.max(
    0,
    all.findIndex(({ name }) => name === from),
  );
  const read = readPastedLines(text, all.slice(start), all);
  const lookups = new Map<string, Promise<Found | undefined>>();
  const find = ({ field }: PastedField, name: string): Promise<Found | undefined> => {
    const { to, only = {}, offeredBy = `/${to().path}/options` } = field.options as ReferenceOptions;
    const filter = Object.fromEntries(Object.entries(only).map(([by, value]) => [`f.${by}`, String(value)]));
    const key = `${offeredBy} ${JSON.stringify(filter)} ${fold(name)}`;
    let lookup = lookups.get(key);
    if (!lookup) {
      lookup = api
        .get<{ data: readonly Found[] }>(offeredBy, { query: { ...filter, q: name, limit: 20 } })
        .then(({ data }) => chosen(name, data));
      lookups.set(key, lookup);
    }
    return lookup;
  };
  const problems = read.flatMap((line) => line.problems);
  const lines = await Promise.all(
    read.map(async ({ values, names }) => {
      const found: Record<string, Reference> = {};
      let unfound: string | undefined;
      for (const one of all) {
        const name = names[one.name];
        if (name === undefined) continue;
        const record = await find(one, name);
        if (record) found[one.name] = { id: record.id, label: record.label, code: record.code ?? null };
        else {
          problems.push(`${one.label}: no se encontró «${name}».`);
          unfound ??= name;
        }
      }
      const titled = unfound !== undefined && values[title] === undefined ? { [title]: unfound } : {};
      // What is chosen comes first, because other values follow from it.
      return { ...found, ...titled, ...values };
    }),
  );
  return { lines: lines.filter((line) => Object.keys(line).length > 0), problems };
}
