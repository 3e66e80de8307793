import { airLogs, meaningsOf } from '@pauta/domain/postsales/air-logs/air-log.ts';
import {
  guessLogColumns,
  type LogMeaning,
  missingLogColumns,
} from '@pauta/domain/postsales/air-logs/log-columns.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import {
  type ColumnFileKind,
  columnFileRoutes,
  type ReadRows,
} from '../../import-export/column-files/column-file-routes.ts';
import { givenColumns, withMeanings } from '../../import-export/column-files/given-columns.ts';
import { parseFile } from '../../import-export/reading/parse-file.ts';
import type { FileColumn, FileFormat } from '../../import-export/reading/read-table.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { reconcileRows } from './reconcile.ts';

/** Rows of a log: a month of all that a busy station airs. */
const mostRows = 150_000;

const types: Readonly<Record<FileFormat, ReadRows['type']>> = {
  csv: { ext: 'csv', mime: 'text/csv' },
  text: { ext: 'txt', mime: 'text/plain' },
  xml: { ext: 'xml', mime: 'application/xml' },
  xlsx: { ext: 'zip', mime: 'application/zip' },
  vcf: { ext: 'txt', mime: 'text/plain' },
};

const readLayout = async (tx: Queryable, station: string): Promise<Readonly<Record<string, LogMeaning>>> => {
  const rows = await tx.query<{ header: string; meaning: LogMeaning }>(
    sql`SELECT header, meaning FROM air_log_layouts WHERE subdivision_id = ${station}::uuid`,
  );
  return Object.fromEntries(rows.map(({ header, meaning }) => [header, meaning]));
};

const columnsOf = (columns: readonly FileColumn[], learnt: Readonly<Record<string, LogMeaning>>) => {
  const meanings = guessLogColumns(columns, learnt);
  return columns.map(({ header, samples, dayFirst }, index) => ({
    header: header === '' ? null : header,
    samples: samples.join(' · ').slice(0, 500) || null,
    day_first: dayFirst,
    meaning: meanings[index] ?? 'none',
  }));
};

interface ReadQuery {
  readonly subdivision_id: string;
}

interface ReadLog extends ReadRows {
  readonly columns: readonly FileColumn[];
}

const logs: ColumnFileKind<ReadQuery, ReadLog> = {
  resource: airLogs,
  querystring: {
    type: 'object',
    required: ['subdivision_id'],
    additionalProperties: false,
    properties: { subdivision_id: { type: 'string', format: 'uuid' } },
  },
  texts: {
    take: 'Sube el log de emisión de un canal o emisora',
    takeDescription:
      'CSV, TXT, XLSX, ODS o XML en el campo `file` (multipart/form-data), o `{ "text": "…" }`; antes, opcional, lo que significan sus columnas en el campo `columns`, en JSON. Nada se marca emitido hasta conciliarlo.',
    taken: 'El log, con el número de sus filas',
    preview: 'Cómo se leería el log de emisión de un canal o emisora, sin guardarlo',
    previewDescription: 'Sus columnas y las primeras filas, con la colocación que probaría cada una.',
    previewed: 'Las columnas, lo que falta indicar de ellas, y las primeras filas',
  },
  previewRows: 50,
  read: async (_app, _query, given) => {
    const batches: string[] = [];
    const parsed = await parseFile(given, { pasted: given.pasted, log: { rows: mostRows } }, async (rows) => {
      batches.push(rows);
    });
    if (parsed.columns.length > 200) throw invalid({ file: ['El log tiene más de 200 columnas.'] });
    return { batches, count: parsed.count, type: types[parsed.format], columns: parsed.columns };
  },
  insertDraft: async (tx, { subdivision_id: station }, { given, sha256, read }, store) => {
    const twin = await tx.one<{ id: string }>(sql`
      SELECT id FROM air_logs
      WHERE subdivision_id = ${station}::uuid AND sha256 = ${sha256} AND status <> 'discarded'`);
    if (twin)
      throw conflict(
        'same_log',
        'Ese mismo archivo ya se subió para este canal o emisora. Abra el log que ya está.',
        { extra: { id: twin.id } },
      );
    const found = await tx.one(sql`
      SELECT FROM subdivisions WHERE id = ${station}::uuid AND archived_at IS NULL`);
    if (!found) throw invalid({ subdivision_id: ['Elija el canal o la emisora.'] });
    const columns = withMeanings(
      columnsOf(read.columns, await readLayout(tx, station)),
      givenColumns(airLogs, given.columns),
    );
    const log = await tx.one<{ id: string }>(sql`
      INSERT INTO air_logs (name, subdivision_id, file, sha256, columns)
      VALUES (${given.name.slice(0, 200)}, ${station}::uuid, ${await store()}::uuid, ${sha256},
        ${JSON.stringify(columns)}::jsonb)
      RETURNING id`);
    if (!log) throw new Error('an insert answers its row');
    for (const batch of read.batches)
      await tx.query(sql`
        INSERT INTO logged_spots (air_log_id, subdivision_id, line, cells, heard)
        SELECT ${log.id}::uuid, ${station}::uuid, (row ->> 0)::integer, row -> 1, '–'
        FROM jsonb_array_elements(${batch}::jsonb) AS row`);
    return log.id;
  },
  preview: async (tx, draft) => {
    const missing = missingLogColumns(meaningsOf(draft.columns));
    if (missing === null) await reconcileRows(tx, draft);
    return {
      missing,
      rows: await tx.query(sql`
        SELECT r.line, to_char(r.aired_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS aired_at, r.code, r.heard,
          r.duration_sec, r.status, coalesce(r.problem, 'Coincide con «' || q.description || '».') AS problem
        FROM logged_spots r LEFT JOIN placements p ON p.id = r.placement_id LEFT JOIN quotas q ON q.id = p.quota_id
        WHERE r.air_log_id = ${draft.id}::uuid AND r.status <> 'unread' ORDER BY r.line`),
    };
  },
};

/** `POST /api/air-logs/read`: takes the log of a station; `/preview` answers how it would be read. */
export const takeLogRoute = (app: FastifyInstance): void => columnFileRoutes(app, logs);
