import { bankFiles } from '@pauta/domain/billing/bank-files/bank-file.ts';
import type { StatementMeaning } from '@pauta/domain/billing/bank-files/statement-columns.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { fileName } from '../../files/file-name.ts';
import { insertFile, storeFile } from '../../files/store-file.ts';
import { importLimits } from '../../import-export/limits.ts';
import { type GivenFile, importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { creationHeaders } from '../../resource/route.ts';
import { parseStatement } from './reading/parse-statement.ts';
import type { StatementFormat, StatementLayout } from './reading/statement.ts';

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

/** Stores a file and its rows as a draft. What its columns mean is proposed, and nothing is read as a movement yet. */
const take = async (
  app: FastifyInstance,
  request: FastifyRequest,
  accountId: string,
  { name, hash, file, size }: GivenFile,
) => {
  const account = await app.database.one<Account>(sql`
    SELECT account_no, currency_code FROM bank_accounts WHERE id = ${accountId}::uuid AND archived_at IS NULL`);
  if (!account) throw invalid({ bank_account_id: ['Elija la cuenta bancaria del archivo.'] });
  const batches: string[] = [];
  const statement = await parseStatement(
    { file, size },
    {
      layout: await readLayout(app.database, accountId),
      accountNo: account.account_no,
      currency: account.currency_code,
    },
    async (rows) => {
      batches.push(rows);
    },
  );
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, 0);
  const sha256 = Buffer.from(hash, 'hex');
  const { ext, mime } = typeOf(statement.format, bytes);
  // The Idempotency-Key applies to these bytes with this name.
  request.body = { name, account: accountId, sha256: hash };
  return command(request, async (tx) => {
    const twin = await tx.one<{ id: string }>(sql`
      SELECT id FROM bank_files
      WHERE bank_account_id = ${accountId}::uuid AND sha256 = ${sha256} AND status <> 'discarded'`);
    if (twin)
      throw conflict('same_file', 'Ese mismo archivo ya se subió para esta cuenta. Abra el que ya está.', {
        extra: { id: twin.id },
      });
    return storeFile(app.storage, bytes, ext, async (path) => {
      const stored = await insertFile(tx, { name: fileName(name, ext), mime, bytes: size, sha256 }, path);
      const made = await tx.one<{ id: string }>(sql`
        INSERT INTO bank_files (name, bank_account_id, format, file, sha256, header_line, columns)
        VALUES (${name.slice(0, 200)}, ${accountId}::uuid, ${statement.format}, ${stored.id}::uuid, ${sha256},
          ${statement.headerLine}, ${JSON.stringify(statement.columns)}::jsonb)
        RETURNING id`);
      if (!made) throw new Error('an insert answers its row');
      for (const batch of batches)
        await tx.query(sql`
          INSERT INTO bank_movements (bank_file_id, bank_account_id, currency_code, line, cells, description)
          SELECT ${made.id}::uuid, ${accountId}::uuid, ${account.currency_code}, (row ->> 0)::integer, row -> 1, '–'
          FROM jsonb_array_elements(${batch}::jsonb) AS row`);
      return {
        status: 201,
        body: { data: { id: made.id, rows: statement.count } },
        headers: { location: `/api/${bankFiles.path}/${made.id}` },
      };
    });
  });
};

/** `POST /api/bank-files/read`: takes the statement of a bank account. */
export const takeBankFileRoute = (app: FastifyInstance): void => {
  app.post<{ Querystring: { bank_account_id: string } }>(
    `/api/${bankFiles.path}/read`,
    {
      config: {
        access: { permission: bankFiles.permissions.create },
        files: true,
        problems: { 413: `El archivo supera ${importMegabytes} MB` },
      },
      bodyLimit: importLimits.pasted,
      schema: {
        summary: 'Sube el estado de una cuenta bancaria',
        description:
          'CSV, XLSX, ODS, OFX, camt.053 o MT940 en el campo `file` (multipart/form-data), o `{ "text": "…" }`. Nada se registra hasta confirmarlo.',
        consumes: ['multipart/form-data', 'application/json'],
        headers: creationHeaders,
        querystring: {
          type: 'object',
          required: ['bank_account_id'],
          additionalProperties: false,
          properties: { bank_account_id: { type: 'string', format: 'uuid' } },
        },
        response: { 201: { description: 'El archivo, con el número de sus filas' } },
      },
    },
    async (request) => {
      const given = await readGivenFile(request);
      try {
        return await inTurn(() => take(app, request, request.query.bank_account_id, given));
      } finally {
        await given.file.close();
      }
    },
  );
};
