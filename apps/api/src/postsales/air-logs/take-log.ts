import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { guessLogColumns, type LogMeaning } from '@pauta/domain/postsales/air-logs/log-columns.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { insertFile, storeFile } from '../../files/store-file.ts';
import { importLimits } from '../../import-export/limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { parseFile } from '../../import-export/reading/parse-file.ts';
import type { FileColumn, FileFormat } from '../../import-export/reading/read-table.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { creationHeaders } from '../../resource/route.ts';

/** Rows of a log: a month of all that a busy station airs. */
const mostRows = 150_000;

const types: Readonly<Record<FileFormat, { readonly ext: string; readonly mime: string }>> = {
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

const stage = (tx: Queryable, id: string, station: string, batch: string) =>
  tx.query(sql`
    INSERT INTO logged_spots (air_log_id, subdivision_id, line, cells, heard)
    SELECT ${id}::uuid, ${station}::uuid, (row ->> 0)::integer, row -> 1, '–'
    FROM jsonb_array_elements(${batch}::jsonb) AS row`);

/** Stores the file and its rows as a draft; what its columns mean is proposed, and nothing is matched yet. */
const take = async (
  app: FastifyInstance,
  request: FastifyRequest,
  station: string,
  { name, hash, pasted, file, size }: GivenFile,
) => {
  const batches: string[] = [];
  const parsed = await parseFile({ file, size }, { pasted, log: { rows: mostRows } }, async (rows) => {
    batches.push(rows);
  });
  if (parsed.columns.length > 200) throw invalid({ file: ['El log tiene más de 200 columnas.'] });
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, 0);
  const sha256 = Buffer.from(hash, 'hex');
  const { ext, mime } = types[parsed.format];
  // The Idempotency-Key applies to these bytes with this name.
  request.body = { name, station, sha256: hash };
  return command(request, async (tx) => {
    const twin = await tx.one<{ id: string }>(sql`
      SELECT id FROM air_logs
      WHERE subdivision_id = ${station}::uuid AND sha256 = ${sha256} AND status <> 'discarded'`);
    if (twin) {
      throw conflict(
        'same_log',
        'Ese mismo archivo ya se subió para este canal o emisora. Abra el log que ya está.',
        {
          extra: { id: twin.id },
        },
      );
    }
    const found = await tx.one(sql`
      SELECT FROM subdivisions WHERE id = ${station}::uuid AND archived_at IS NULL`);
    if (!found) throw invalid({ subdivision_id: ['Elija el canal o la emisora.'] });
    const columns = columnsOf(parsed.columns, await readLayout(tx, station));
    return storeFile(app.storage, bytes, ext, async (path) => {
      const stored = await insertFile(tx, { name: fileName(name, ext), mime, bytes: size, sha256 }, path);
      const log = await tx.one<{ id: string }>(sql`
        INSERT INTO air_logs (name, subdivision_id, file, sha256, columns)
        VALUES (${name.slice(0, 200)}, ${station}::uuid, ${stored.id}::uuid, ${sha256}, ${JSON.stringify(columns)}::jsonb)
        RETURNING id`);
      if (!log) throw new Error('an insert answers its row');
      for (const batch of batches) await stage(tx, log.id, station, batch);
      return {
        status: 201,
        body: { data: { id: log.id, rows: parsed.count } },
        headers: { location: `/api/${airLogs.path}/${log.id}` },
      };
    });
  });
};

/** `POST /api/air-logs/read`: takes the log of a station. */
export const takeLogRoute = (app: FastifyInstance): void => {
  app.post<{ Querystring: { subdivision_id: string } }>(
    `/api/${airLogs.path}/read`,
    {
      config: {
        access: { permission: airLogs.permissions.create },
        files: true,
        problems: { 413: `El archivo supera ${importMegabytes} MB` },
      },
      bodyLimit: importLimits.pasted,
      schema: {
        summary: 'Sube el log de emisión de un canal o emisora',
        description:
          'CSV, TXT, XLSX, ODS o XML en el campo `file` (multipart/form-data), o `{ "text": "…" }`. Nada se marca emitido hasta conciliarlo.',
        consumes: ['multipart/form-data', 'application/json'],
        headers: creationHeaders,
        querystring: {
          type: 'object',
          required: ['subdivision_id'],
          additionalProperties: false,
          properties: { subdivision_id: { type: 'string', format: 'uuid' } },
        },
        response: { 201: { description: 'El log, con el número de sus filas' } },
      },
    },
    async (request) => {
      const given = await readGivenFile(request);
      try {
        return await inTurn(() => take(app, request, request.query.subdivision_id, given));
      } finally {
        await given.file.close();
      }
    },
  );
};
