import { airLogs, meaningsOf } from '@pauta/domain/postsales/air-logs/air-log.ts';
import {
  guessLogColumns,
  type LogMeaning,
  missingLogColumns,
} from '@pauta/domain/postsales/air-logs/log-columns.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { insertFile, storeFile } from '../../files/store-file.ts';
import { givenColumns, withMeanings } from '../../import-export/given-columns.ts';
import { importLimits } from '../../import-export/limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { type ParsedFile, parseFile } from '../../import-export/reading/parse-file.ts';
import type { FileColumn, FileFormat } from '../../import-export/reading/read-table.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { changeOf, command } from '../../platform/command.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { creationHeaders } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { reconcileRows } from './reconcile.ts';

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

/** Rows of the file that a preview reads. */
const previewed = 50;

interface GivenLog {
  readonly station: string;
  readonly parsed: ParsedFile;
  /** Rows as JSON text, batch by batch. */
  readonly batches: readonly string[];
  readonly given: GivenFile;
  readonly sha256: Buffer;
}

const readGiven = async (station: string, given: GivenFile): Promise<GivenLog> => {
  const batches: string[] = [];
  const parsed = await parseFile(given, { pasted: given.pasted, log: { rows: mostRows } }, async (rows) => {
    batches.push(rows);
  });
  if (parsed.columns.length > 200) throw invalid({ file: ['El log tiene más de 200 columnas.'] });
  return { station, parsed, batches, given, sha256: Buffer.from(given.hash, 'hex') };
};

/** Inserts a file and its rows as a draft, with what the user says that its columns mean, and nothing matched yet. */
const insertDraft = async (
  tx: Transaction,
  { station, parsed, batches, given, sha256 }: GivenLog,
  store: () => Promise<string>,
): Promise<string> => {
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
    columnsOf(parsed.columns, await readLayout(tx, station)),
    givenColumns(airLogs, given.columns),
  );
  const log = await tx.one<{ id: string }>(sql`
    INSERT INTO air_logs (name, subdivision_id, file, sha256, columns)
    VALUES (${given.name.slice(0, 200)}, ${station}::uuid, ${await store()}::uuid, ${sha256},
      ${JSON.stringify(columns)}::jsonb)
    RETURNING id`);
  if (!log) throw new Error('an insert answers its row');
  for (const batch of batches)
    await tx.query(sql`
      INSERT INTO logged_spots (air_log_id, subdivision_id, line, cells, heard)
      SELECT ${log.id}::uuid, ${station}::uuid, (row ->> 0)::integer, row -> 1, '–'
      FROM jsonb_array_elements(${batch}::jsonb) AS row`);
  return log.id;
};

const fileOf = ({ parsed, given, sha256 }: GivenLog) => {
  const { ext, mime } = types[parsed.format];
  return { ext, file: { name: fileName(given.name, ext), mime, bytes: given.size, sha256 } };
};

const take = async (app: FastifyInstance, request: FastifyRequest, read: GivenLog) => {
  const { given, station } = read;
  const bytes = Buffer.alloc(given.size);
  await given.file.read(bytes, 0, given.size, 0);
  const { ext, file } = fileOf(read);
  // The Idempotency-Key applies to these bytes with this name and these columns.
  request.body = { name: given.name, station, sha256: given.hash, columns: given.columns };
  return command(request, (tx) =>
    storeFile(app.storage, bytes, ext, async (path) => {
      const id = await insertDraft(tx, read, async () => (await insertFile(tx, file, path)).id);
      return {
        status: 201,
        body: { data: { id, rows: read.parsed.count } },
        headers: { location: `/api/${airLogs.path}/${id}` },
      };
    }),
  );
};

/** What the first rows of a log are and which placements each would prove. Nothing of it remains. */
const preview = (app: FastifyInstance, request: FastifyRequest, read: GivenLog) =>
  dryRun(app.database, changeOf(request), async (tx) => {
    const [first = '[]'] = read.batches;
    const rows = JSON.stringify((JSON.parse(first) as unknown[]).slice(0, previewed));
    const id = await insertDraft(
      tx,
      { ...read, batches: [rows] },
      async () => (await insertFile(tx, fileOf(read).file, `preview/${read.given.hash}`)).id,
    );
    const draft = parseRecord(await readRecord(tx, tableOf(airLogs), id, 'system'));
    const missing = missingLogColumns(meaningsOf(draft.columns));
    if (missing === null) await reconcileRows(tx, draft);
    return {
      columns: draft.columns,
      count: read.parsed.count,
      missing,
      rows: await tx.query(sql`
        SELECT r.line, to_char(r.aired_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS aired_at, r.code, r.heard,
          r.duration_sec, r.status, coalesce(r.problem, 'Coincide con «' || q.description || '».') AS problem
        FROM logged_spots r LEFT JOIN placements p ON p.id = r.placement_id LEFT JOIN quotas q ON q.id = p.quota_id
        WHERE r.air_log_id = ${id}::uuid AND r.status <> 'unread' ORDER BY r.line`),
    };
  });

interface ReadQuery {
  readonly subdivision_id: string;
}

/** `POST /api/air-logs/read`: takes the log of a station; `/preview` answers how it would be read. */
export const takeLogRoute = (app: FastifyInstance): void => {
  const about = {
    consumes: ['multipart/form-data', 'application/json'],
    querystring: {
      type: 'object',
      required: ['subdivision_id'],
      additionalProperties: false,
      properties: { subdivision_id: { type: 'string', format: 'uuid' } },
    },
  } as const;
  const config = {
    access: { permission: airLogs.permissions.create },
    files: true,
    problems: { 413: `El archivo supera ${importMegabytes} MB` },
  };
  const withFile = async <T>(
    request: FastifyRequest<{ Querystring: ReadQuery }>,
    work: (read: GivenLog) => Promise<T>,
  ): Promise<T> => {
    const given = await readGivenFile(request);
    try {
      return await inTurn(async () => work(await readGiven(request.query.subdivision_id, given)));
    } finally {
      await given.file.close();
    }
  };
  app.post<{ Querystring: ReadQuery }>(
    `/api/${airLogs.path}/read`,
    {
      config,
      bodyLimit: importLimits.pasted,
      schema: {
        ...about,
        summary: 'Sube el log de emisión de un canal o emisora',
        description:
          'CSV, TXT, XLSX, ODS o XML en el campo `file` (multipart/form-data), o `{ "text": "…" }`; antes, opcional, lo que significan sus columnas en el campo `columns`, en JSON. Nada se marca emitido hasta conciliarlo.',
        headers: creationHeaders,
        response: { 201: { description: 'El log, con el número de sus filas' } },
      },
    },
    (request) => withFile(request, (read) => take(app, request, read)),
  );
  app.post<{ Querystring: ReadQuery }>(
    `/api/${airLogs.path}/read/preview`,
    {
      config,
      bodyLimit: importLimits.pasted,
      schema: {
        ...about,
        summary: 'Cómo se leería el log de emisión de un canal o emisora, sin guardarlo',
        description: 'Sus columnas y las primeras filas, con la colocación que probaría cada una.',
        response: {
          200: { description: 'Las columnas, lo que falta indicar de ellas, y las primeras filas' },
        },
      },
    },
    async (request) => ({ data: await withFile(request, (read) => preview(app, request, read)) }),
  );
};
