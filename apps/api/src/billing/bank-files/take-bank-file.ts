import { bankFiles, statementMeaningsOf } from '@pauta/domain/billing/bank-files/bank-file.ts';
import {
  missingStatementColumns,
  type StatementMeaning,
} from '@pauta/domain/billing/bank-files/statement-columns.ts';
import { headRows } from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { insertFile, storeFile } from '../../files/store-file.ts';
import { givenColumns, withMeanings } from '../../import-export/given-columns.ts';
import { importLimits } from '../../import-export/limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { changeOf, command } from '../../platform/command.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { dryRun } from '../../platform/database/dry-run.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { creationHeaders } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { describeFrom } from './describe-from.ts';
import { matchMovements } from './match-movements.ts';
import { readMovements } from './read-movements.ts';
import { parseStatement } from './reading/parse-statement.ts';
import type { ReadStatement, StatementFormat, StatementLayout } from './reading/statement.ts';

interface ReadQuery {
  readonly bank_account_id: string;
  readonly header_line?: string;
}

interface Account {
  readonly account_no: string;
  readonly currency_code: string;
}

const readLayout = async (database: Queryable, account: string): Promise<StatementLayout> => {
  const rows = await database.query<{
    header: string;
    meaning: StatementMeaning;
    day_first: boolean;
    decimal_sign: string;
  }>(sql`
    SELECT header, meaning, day_first, decimal_sign FROM bank_file_layouts WHERE bank_account_id = ${account}::uuid`);
  return {
    meanings: Object.fromEntries(rows.map(({ header, meaning }) => [header, meaning])),
    monthFirst: rows.flatMap(({ header, day_first }) => (day_first ? [] : [header])),
    withComma: rows.flatMap(({ header, decimal_sign }) => (decimal_sign === ',' ? [header] : [])),
  };
};

const typeOf = (format: StatementFormat, head: Buffer): { ext: string; mime: string } => {
  if (head.subarray(0, 2).toString('latin1') === 'PK') return { ext: 'zip', mime: 'application/zip' };
  if (format === 'camt') return { ext: 'xml', mime: 'application/xml' };
  return format === 'table' ? { ext: 'csv', mime: 'text/csv' } : { ext: 'txt', mime: 'text/plain' };
};

/** Rows of the file that a preview reads, with those above its titles. */
const previewed = 60;

interface GivenStatement {
  readonly account: Account & { readonly id: string };
  readonly statement: ReadStatement;
  /** Rows as JSON text, batch by batch. */
  readonly batches: readonly string[];
  readonly given: GivenFile;
  /** The number of the row with the titles, if the user chose another than the one that was found. */
  readonly headerLine: number | undefined;
  readonly sha256: Buffer;
}

const readGiven = async (
  app: FastifyInstance,
  { bank_account_id: id, header_line }: ReadQuery,
  given: GivenFile,
): Promise<GivenStatement> => {
  const account = await app.database.one<Account>(sql`
    SELECT account_no, currency_code FROM bank_accounts WHERE id = ${id}::uuid AND archived_at IS NULL`);
  if (!account) throw invalid({ bank_account_id: ['Elija la cuenta bancaria del archivo.'] });
  const batches: string[] = [];
  const statement = await parseStatement(
    given,
    {
      layout: await readLayout(app.database, id),
      accountNo: account.account_no,
      currency: account.currency_code,
    },
    async (rows) => {
      batches.push(rows);
    },
  );
  const headerLine = header_line === undefined ? undefined : Number(header_line);
  if (headerLine !== undefined && headerLine > headRows)
    throw invalid({ header_line: [`Indique una de las primeras ${headRows} filas.`] });
  if (statement.format !== 'table' && headerLine)
    throw invalid({ header_line: ['Este formato no tiene fila de títulos.'] });
  return {
    account: { ...account, id },
    statement,
    batches,
    given,
    headerLine: headerLine === statement.headerLine ? undefined : headerLine,
    sha256: Buffer.from(given.hash, 'hex'),
  };
};

/** Inserts a file and its rows as a draft, with what the user says that its columns mean, and nothing read as a movement. */
const insertDraft = async (
  tx: Transaction,
  { account, statement, batches, given, headerLine, sha256 }: GivenStatement,
  store: () => Promise<string>,
): Promise<string> => {
  const twin = await tx.one<{ id: string }>(sql`
    SELECT id FROM bank_files
    WHERE bank_account_id = ${account.id}::uuid AND sha256 = ${sha256} AND status <> 'discarded'`);
  if (twin)
    throw conflict('same_file', 'Ese mismo archivo ya se subió para esta cuenta. Abra el que ya está.', {
      extra: { id: twin.id },
    });
  const meanings = givenColumns(bankFiles, given.columns);
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO bank_files (name, bank_account_id, format, file, sha256, header_line, columns)
    VALUES (${given.name.slice(0, 200)}, ${account.id}::uuid, ${statement.format}, ${await store()}::uuid, ${sha256},
      ${headerLine ?? statement.headerLine}, ${JSON.stringify(withMeanings(statement.columns, meanings))}::jsonb)
    RETURNING id`);
  if (!made) throw new Error('an insert answers its row');
  for (const batch of batches)
    await tx.query(sql`
      INSERT INTO bank_movements (bank_file_id, bank_account_id, currency_code, line, cells, description)
      SELECT ${made.id}::uuid, ${account.id}::uuid, ${account.currency_code}, (row ->> 0)::integer, row -> 1, '–'
      FROM jsonb_array_elements(${batch}::jsonb) AS row`);
  if (headerLine !== undefined) {
    const columns = withMeanings(await describeFrom(tx, made, headerLine), meanings);
    await tx.query(sql`
      UPDATE bank_files SET columns = ${JSON.stringify(columns)}::jsonb WHERE id = ${made.id}::uuid`);
  }
  return made.id;
};

const fileOf = ({ statement, given, sha256 }: GivenStatement, bytes: Buffer) => {
  const { ext, mime } = typeOf(statement.format, bytes);
  return { ext, file: { name: fileName(given.name, ext), mime, bytes: given.size, sha256 } };
};

const take = async (app: FastifyInstance, request: FastifyRequest, read: GivenStatement) => {
  const { given, headerLine, account } = read;
  const bytes = Buffer.alloc(given.size);
  await given.file.read(bytes, 0, given.size, 0);
  const { ext, file } = fileOf(read, bytes);
  // The Idempotency-Key applies to these bytes with this name and these columns.
  request.body = {
    name: given.name,
    account: account.id,
    sha256: given.hash,
    columns: given.columns,
    headerLine,
  };
  return command(request, (tx) =>
    storeFile(app.storage, bytes, ext, async (path) => {
      const id = await insertDraft(tx, read, async () => (await insertFile(tx, file, path)).id);
      return {
        status: 201,
        body: { data: { id, rows: read.statement.count } },
        headers: { location: `/api/${bankFiles.path}/${id}` },
      };
    }),
  );
};

/** What the first rows of a file are and what each would be matched with. Nothing of it remains. */
const preview = (app: FastifyInstance, request: FastifyRequest, read: GivenStatement) =>
  dryRun(app.database, changeOf(request), async (tx) => {
    const [first = '[]'] = read.batches;
    const rows = JSON.stringify((JSON.parse(first) as unknown[]).slice(0, previewed));
    const { file } = fileOf(read, Buffer.alloc(0));
    const id = await insertDraft(
      tx,
      { ...read, batches: [rows] },
      async () => (await insertFile(tx, file, `preview/${read.given.hash}`)).id,
    );
    const draft = parseRecord(await readRecord(tx, tableOf(bankFiles), id, 'system'));
    const missing = missingStatementColumns(statementMeaningsOf(draft.columns));
    if (missing === null) {
      await tx.query(sql`SELECT set_config('pauta.matching', 'on', true)`);
      await readMovements(tx, draft, 0);
      await matchMovements(tx, draft, { from: 1, to: 2_147_483_647 });
    }
    return {
      columns: draft.columns,
      header_line: draft.header_line,
      format: draft.format,
      count: read.statement.count,
      missing,
      rows: await tx.query(sql`
        SELECT line, booked_on::text, description, reference, amount::text, currency_code, status, proposal, grade,
          coalesce(problem, why) AS why
        FROM bank_movements WHERE bank_file_id = ${id}::uuid AND status NOT IN ('unread', 'blank') ORDER BY line`),
    };
  });

/** `POST /api/bank-files/read`: takes the statement of a bank account; `/preview` answers how it would be read. */
export const takeBankFileRoute = (app: FastifyInstance): void => {
  const about = {
    consumes: ['multipart/form-data', 'application/json'],
    querystring: {
      type: 'object',
      required: ['bank_account_id'],
      additionalProperties: false,
      properties: {
        bank_account_id: { type: 'string', format: 'uuid' },
        header_line: { type: 'string', pattern: '^[0-9]{1,2}$' },
      },
    },
  } as const;
  const config = {
    access: { permission: bankFiles.permissions.create },
    files: true,
    problems: { 413: `El archivo supera ${importMegabytes} MB` },
  };
  const withFile = async <T>(
    request: FastifyRequest<{ Querystring: ReadQuery }>,
    work: (read: GivenStatement) => Promise<T>,
  ): Promise<T> => {
    const given = await readGivenFile(request);
    try {
      return await inTurn(async () => work(await readGiven(app, request.query, given)));
    } finally {
      await given.file.close();
    }
  };
  app.post<{ Querystring: ReadQuery }>(
    `/api/${bankFiles.path}/read`,
    {
      config,
      bodyLimit: importLimits.pasted,
      schema: {
        ...about,
        summary: 'Sube el estado de una cuenta bancaria',
        description:
          'CSV, XLSX, ODS, OFX, camt.053 o MT940 en el campo `file` (multipart/form-data), o `{ "text": "…" }`; antes, opcional, lo que significan sus columnas en el campo `columns`, en JSON. Nada se registra hasta confirmarlo.',
        headers: creationHeaders,
        response: { 201: { description: 'El archivo, con el número de sus filas' } },
      },
    },
    (request) => withFile(request, (read) => take(app, request, read)),
  );
  app.post<{ Querystring: ReadQuery }>(
    `/api/${bankFiles.path}/read/preview`,
    {
      config,
      bodyLimit: importLimits.pasted,
      schema: {
        ...about,
        summary: 'Cómo se leería el estado de una cuenta bancaria, sin guardarlo',
        description: 'Sus columnas y las primeras filas, con lo que coincidiría con cada una.',
        response: {
          200: { description: 'Las columnas, lo que falta indicar de ellas, y las primeras filas' },
        },
      },
    },
    async (request) => ({ data: await withFile(request, (read) => preview(app, request, read)) }),
  );
};
