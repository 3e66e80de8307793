import { unguardFormula } from '@pauta/domain/resource/formula-guard.ts';
import type { Cell } from '@pauta/domain/resource/import/cell.ts';
import papaparse from 'papaparse';
import { importLimits } from '../../../import-export/limits.ts';
import { FileRefused } from '../../../import-export/reading/file-text.ts';

const separators = [',', ';', '\t', '|'];

/** The separator with which most of the first rows have the same number of columns, whatever is written above them. */
const separatorOf = (head: string): string => {
  const scores = separators.map((delimiter) => {
    const { data } = papaparse.parse<string[]>(head, { delimiter, preview: 80, skipEmptyLines: 'greedy' });
    const widths = new Map<number, number>();
    for (const { length } of data) if (length >= 2) widths.set(length, (widths.get(length) ?? 0) + 1);
    const [width, count] = [...widths].sort(([a, left], [b, right]) => right - left || b - a)[0] ?? [0, 0];
    return (count / Math.max(data.length, 1)) * 100 + Math.min(width, 50);
  });
  const best = Math.max(...scores);
  if (best < 2)
    throw new FileRefused(
      'El archivo no es un estado de cuenta: sus filas no tienen columnas. Expórtelo del banco como CSV, XLSX, OFX, camt.053 o MT940.',
    );
  return separators[scores.indexOf(best)] ?? ',';
};

/**
 * The rows of a CSV statement, with those above its titles.
 *
 * @throws FileRefused
 */
export const readStatementText = (text: string): Cell[][] => {
  if (/^\s*(<!doctype html|<html|<table)/i.test(text))
    throw new FileRefused(
      'El archivo es una página web, aunque se llame XLS. Ábralo en una hoja de cálculo y guárdelo como XLSX o CSV.',
    );
  if (/^%PDF-/.test(text))
    throw new FileRefused('El archivo es un PDF. Expórtelo del banco como CSV, XLSX u OFX.');
  const [line, stated] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const rest = line === undefined ? text : text.slice(line.length);
  const delimiter = stated ?? separatorOf(rest.slice(0, 64 * 1024));
  const rows: Cell[][] = line === undefined ? [] : [[]];
  let cells = 0;
  papaparse.parse<string[]>(rest, {
    delimiter,
    step: ({ data }) => {
      cells += data.length;
      if (cells > importLimits.cells)
        throw new FileRefused('El archivo tiene demasiadas celdas. Divídalo por meses.');
      rows.push(data.map(unguardFormula));
    },
  });
  return rows;
};
