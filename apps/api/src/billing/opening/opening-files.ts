import { openings } from '@pauta/domain/billing/opening/opening.ts';
import {
  missingOpeningHeaders,
  type OpeningColumns,
  type OpeningPart,
  openingColumnOf,
  openingPartNames,
  openingParts,
} from '@pauta/domain/billing/opening/opening-part.ts';
import type { OpeningCells } from '@pauta/domain/billing/opening/read-opening-row.ts';
import { type Cell, isBlank, textOf } from '@pauta/domain/resource/import/cell.ts';
import { readMoment } from '@pauta/domain/resource/import/date.ts';
import { plainNumber } from '@pauta/domain/resource/import/number.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { importLimits } from '../../import-export/limits.ts';
import { importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { parseFile } from '../../import-export/reading/parse-file.ts';
import type { FileColumn, FileRow } from '../../import-export/reading/read-table.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { command } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { attachment } from '../../platform/http/headers.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { creationHeaders, type IdParams, idParams } from '../../resource/route.ts';

/** Rows of one file. */
const mostRows: Readonly<Record<OpeningPart, number>> = {
  invoices: 5000,
  advances: 5000,
  withholdings: 5000,
  commissions: 5000,
  sequences: 100,
  sales: 50_000,
};

/** `2026-09`, `09/2026` or a day of the month, as its first day. */
const firstOfMonth = (cell: string | number, dayFirst: boolean): string | null => {
  const [, year, month] = /^(\d{4})[-/](\d{1,2})$/.exec(String(cell).trim()) ?? [];
  const [, before, after] = /^(\d{1,2})[-/](\d{4})$/.exec(String(cell).trim()) ?? [];
  const written = year
    ? `${year}-${month?.padStart(2, '0')}-01`
    : before && `${after}-${before.padStart(2, '0')}-01`;
  const day = readMoment(written ?? cell, dayFirst)?.day;
  return day ? `${day.slice(0, 7)}-01` : null;
};

const access = { permission: openings.permissions.updateAll ?? '' };

const partQuery = {
  type: 'object',
  required: ['part'],
  additionalProperties: false,
  properties: { part: { type: 'string', enum: [...openingPartNames] } },
} as const;

interface PartQuery {
  readonly part: OpeningPart;
}

/** A cell as it is kept: a day or a number in its plain form, and what cannot be read as it is written. */
const plainCell = (
  cell: Cell,
  kind: string,
  { decimal, dayFirst }: Pick<FileColumn, 'decimal' | 'dayFirst'>,
): string => {
  const text = textOf(cell).trim();
  if (kind === 'day' && typeof cell !== 'boolean' && cell !== null)
    return readMoment(cell, dayFirst)?.day ?? text;
  if (kind === 'month' && typeof cell !== 'boolean' && cell !== null)
    return firstOfMonth(cell, dayFirst) ?? text;
  if (kind === 'amount') return (typeof cell === 'number' ? null : plainNumber(text, decimal)) ?? text;
  if (kind === 'count') return plainNumber(text, decimal, true) ?? text;
  return text;
};

const cellsOf = (
  part: OpeningPart,
  names: readonly (string | null)[],
  columns: readonly FileColumn[],
  row: FileRow[1],
): OpeningCells => {
  const known: OpeningColumns = openingParts[part].columns;
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const cell = row[index];
      const style = columns[index];
      if (name === null || cell === undefined || isBlank(cell) || !style) return [];
      return [[name, plainCell(cell, known[name]?.cell ?? 'text', style).slice(0, 200)]];
    }),
  );
};

/** Locks the draft whose files change. @throws Problem 404, or 409 for one that is no draft */
const lockDraft = async (tx: Transaction, id: string): Promise<void> => {
  const row = await tx.one<{ status: string }>(
    sql`SELECT status FROM openings WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  if (!row) throw notFound();
  if (row.status !== 'draft')
    throw conflict('opening_closed', 'La apertura ya no está en preparación: sus archivos no cambian.');
};

/** Files of an opening: a template of each, and uploading and removing one. */
export const openingFileRoutes = (app: FastifyInstance): void => {
  app.get<{ Querystring: PartQuery }>(
    `/api/${openings.path}/template`,
    {
      config: { access },
      schema: {
        summary: 'La plantilla de un archivo de la apertura, en CSV',
        querystring: partQuery,
        response: { 200: { description: 'El archivo, en texto' } },
      },
    },
    async ({ query: { part } }, reply) => {
      const { label, columns } = openingParts[part];
      const headers = Object.values(columns as OpeningColumns).map(({ header }) => header);
      return reply
        .headers({ 'content-disposition': attachment(`${label}.csv`) })
        .type('text/csv; charset=utf-8')
        .send(`${byteOrderMark}${csvLine(headers)}`);
    },
  );

  app.post<{ Params: IdParams; Querystring: PartQuery }>(
    `/api/${openings.path}/:id/files`,
    {
      config: { access, files: true, problems: { 413: `El archivo supera ${importMegabytes} MB` } },
      bodyLimit: importLimits.pasted,
      schema: {
        summary: 'Sube un archivo de la apertura, en lugar del que había',
        description:
          'CSV, XLSX u ODS en el campo `file` (multipart/form-data), o `{ "text": "…" }`. Nada se registra hasta registrar la apertura.',
        consumes: ['multipart/form-data', 'application/json'],
        params: idParams,
        headers: creationHeaders,
        querystring: partQuery,
        response: { 201: { description: 'El número de sus filas' } },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { part } = request.query;
      const given = await readGivenFile(request);
      try {
        return await inTurn(async () => {
          const rows: FileRow[] = [];
          const { columns } = await parseFile(given, { pasted: given.pasted }, async (batch) => {
            rows.push(...(JSON.parse(batch) as FileRow[]));
          });
          if (rows.length > mostRows[part])
            throw invalid({ file: [`El archivo tiene más de ${formatCount(mostRows[part])} filas.`] });
          const names = columns.map(({ header }) => openingColumnOf(part, header));
          const missing = missingOpeningHeaders(part, names);
          if (missing.length > 0)
            throw invalid({
              file: [`Al archivo le falta: ${missing.join(', ')}. Use los títulos de la plantilla.`],
            });
          const cells = JSON.stringify(
            rows.map(([line, row]) => ({ line, cells: cellsOf(part, names, columns, row) })),
          );
          // The Idempotency-Key applies to these bytes.
          request.body = { opening: id, part, sha256: given.hash };
          return command(request, async (tx) => {
            await lockDraft(tx, id);
            await tx.query(sql`DELETE FROM opening_rows WHERE opening_id = ${id}::uuid AND part = ${part}`);
            await tx.query(sql`
              INSERT INTO opening_rows (opening_id, part, line, cells)
              SELECT ${id}::uuid, ${part}, r.line, r.cells
              FROM jsonb_to_recordset(${cells}::jsonb) AS r (line integer, cells jsonb)`);
            return { status: 201, body: { data: { rows: rows.length } } };
          });
        });
      } finally {
        await given.file.close();
      }
    },
  );

  app.delete<{ Params: IdParams; Querystring: PartQuery }>(
    `/api/${openings.path}/:id/files`,
    {
      config: { access },
      schema: {
        summary: 'Quita un archivo de la apertura',
        params: idParams,
        querystring: partQuery,
        response: { 200: { description: 'Sin sus filas' } },
      },
    },
    async (request) =>
      command(request, async (tx) => {
        const { id } = request.params;
        await lockDraft(tx, id);
        await tx.query(
          sql`DELETE FROM opening_rows WHERE opening_id = ${id}::uuid AND part = ${request.query.part}`,
        );
        return { status: 200, body: { data: { rows: 0 } } };
      }),
  );
};
