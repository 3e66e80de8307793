import type { Document, Line } from '@pauta/domain/document/document.ts';
import type { LinePatch } from '@pauta/domain/document/merge-lines.ts';
import { compareLines } from '@pauta/domain/document/position.ts';
import { linesIn, linesOf } from '@pauta/domain/resource/lines.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';

/**
 * The lines of a document after a request body: those of the record, with the lines in `put` and without those in
 * `drop`.
 */
export function writtenLines(
  document: Document,
  record: Values,
  body: Values,
  stored: (values: Values) => Values,
): Values {
  return Object.fromEntries(
    linesOf(document).map(({ name, within, by }) => {
      const { put = [], drop = [] } = (body[name] ?? {}) as Partial<LinePatch>;
      const lines = new Map(linesIn(record, name).map((line) => [line.id, line]));
      for (const id of drop) lines.delete(id);
      for (const values of put) lines.set(values.id, { ...lines.get(values.id), ...stored(values) } as Line);
      const gone = within === undefined ? [] : dropped(body, within);
      return [
        name,
        [...lines.values()].filter((line) => !gone.includes(String(line[by]))).sort(compareLines),
      ];
    }),
  );
}

const dropped = (body: Values, name: string): readonly string[] =>
  ((body[name] ?? {}) as Partial<LinePatch>).drop ?? [];
