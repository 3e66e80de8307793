import { bankFiles, statementMeaningsOf } from '@pauta/domain/billing/bank-files/bank-file.ts';
import {
  missingStatementColumns,
  type StatementMeaning,
} from '@pauta/domain/billing/bank-files/statement-columns.ts';
import { headRows } from '@pauta/domain/billing/bank-files/statement-table.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import {
  type ColumnFileKind,
  columnFileRoutes,
  type ReadRows,
} from '../../import-export/column-files/column-file-routes.ts';
import { givenColumns, withMeanings } from '../../import-export/column-files/given-columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
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

/** @param head the first two bytes of the file */
const typeOf = (format: StatementFormat, head: Buffer): ReadRows['type'] => {
  if (head.toString('latin1') === 'PK') return { ext: 'zip', mime: 'application/zip' };
  if (format === 'camt') return { ext: 'xml', mime: 'application/xml' };
  return format === 'table' ? { ext: 'csv', mime: 'text/csv' } : { ext: 'txt', mime: 'text/plain' };
};

interface ReadFile extends ReadRows {
  readonly account: Account;
  readonly statement: ReadStatement;
  /** The number of the row with the titles, if the user chose another than the one that was found. */
  readonly headerLine: number | undefined;
}

const statements: ColumnFileKind<ReadQuery, ReadFile> = {
  resource: bankFiles,
  querystring: {
    type: 'object',
    required: ['bank_account_id'],
    additionalProperties: false,
    properties: {
      bank_account_id: { type: 'string', format: 'uuid' },
      header_line: { type: 'string', pattern: '^[0-9]{1,2}$' },
    },
  },
  texts: {
    take: 'Sube el estado de una cuenta bancaria',
    takeDescription:
      'CSV, XLSX, ODS, OFX, camt.053 o MT940 en el campo `file` (multipart/form-data), o `{ "text": "…" }`; antes, opcional, lo que significan sus columnas en el campo `columns`, en JSON. Nada se registra hasta confirmarlo.',
    taken: 'El archivo, con el número de sus filas',
    preview: 'Cómo se leería el estado de una cuenta bancaria, sin guardarlo',
    previewDescription: 'Sus columnas y las primeras filas, con lo que coincidiría con cada una.',
    previewed: 'Las columnas, lo que falta indicar de ellas, y las primeras filas',
  },
  // With the rows above the titles.
  previewRows: 60,
  read: async ({ database }, { bank_account_id: id, header_line }, given) => {
    const account = await database.one<Account>(sql`
      SELECT account_no, currency_code FROM bank_accounts WHERE id = ${id}::uuid AND archived_at IS NULL`);
    if (!account) throw invalid({ bank_account_id: ['Elija la cuenta bancaria del archivo.'] });
    const batches: string[] = [];
    const statement = await parseStatement(
      given,
      {
        layout: await readLayout(database, id),
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
    const head = Buffer.alloc(2);
    await given.file.read(head, 0, 2, 0);
    return {
      account,
      statement,
      batches,
      count: statement.count,
      type: typeOf(statement.format, head),
      headerLine: headerLine === statement.headerLine ? undefined : headerLine,
    };
  },
  insertDraft: async (tx, { bank_account_id: accountId }, { given, sha256, read }, store) => {
    const { account, statement, batches, headerLine } = read;
    const twin = await tx.one<{ id: string }>(sql`
      SELECT id FROM bank_files
      WHERE bank_account_id = ${accountId}::uuid AND sha256 = ${sha256} AND status <> 'discarded'`);
    if (twin)
      throw conflict('same_file', 'Ese mismo archivo ya se subió para esta cuenta. Abra el que ya está.', {
        extra: { id: twin.id },
      });
    const meanings = givenColumns(bankFiles, given.columns);
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO bank_files (name, bank_account_id, format, file, sha256, header_line, columns)
      VALUES (${given.name.slice(0, 200)}, ${accountId}::uuid, ${statement.format}, ${await store()}::uuid, ${sha256},
        ${headerLine ?? statement.headerLine}, ${JSON.stringify(withMeanings(statement.columns, meanings))}::jsonb)
      RETURNING id`);
    if (!made) throw new Error('an insert answers its row');
    for (const batch of batches)
      await tx.query(sql`
        INSERT INTO bank_movements (bank_file_id, bank_account_id, currency_code, line, cells, description)
        SELECT ${made.id}::uuid, ${accountId}::uuid, ${account.currency_code}, (row ->> 0)::integer, row -> 1, '–'
        FROM jsonb_array_elements(${batch}::jsonb) AS row`);
    if (headerLine !== undefined) {
      const columns = withMeanings(await describeFrom(tx, made, headerLine), meanings);
      await tx.query(sql`
        UPDATE bank_files SET columns = ${JSON.stringify(columns)}::jsonb WHERE id = ${made.id}::uuid`);
    }
    return made.id;
  },
  preview: async (tx, draft) => {
    const missing = missingStatementColumns(statementMeaningsOf(draft.columns));
    if (missing === null) {
      await tx.query(sql`SELECT set_config('pauta.matching', 'on', true)`);
      await readMovements(tx, draft, 0);
      await matchMovements(tx, draft, { from: 1, to: 2_147_483_647 });
    }
    return {
      header_line: draft.header_line,
      format: draft.format,
      missing,
      rows: await tx.query(sql`
        SELECT line, booked_on::text, description, reference, amount::text, currency_code, status, proposal, grade,
          coalesce(problem, why) AS why
        FROM bank_movements WHERE bank_file_id = ${draft.id}::uuid AND status NOT IN ('unread', 'blank') ORDER BY line`),
    };
  },
};

/** `POST /api/bank-files/read`: takes the statement of a bank account; `/preview` answers how it would be read. */
export const takeBankFileRoute = (app: FastifyInstance): void => columnFileRoutes(app, statements);
