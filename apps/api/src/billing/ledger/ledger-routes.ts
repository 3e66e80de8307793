import type { FastifyInstance, FastifyReply } from 'fastify';
import sql from 'sql-template-tag';
import { type CompanyMonth, companyMonthQuery } from '../../finance/company-month.ts';
import {
  type TableColumn,
  type TableFormat,
  tableFile,
  tableFormats,
  tableTypes,
} from '../../import-export/export/table-file.ts';
import { attachment } from '../../platform/http/headers.ts';
import { invalid } from '../../platform/http/problem.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { refusal } from '../../resource/route.ts';
import {
  type BalanceRow,
  type Books,
  type JournalRow,
  mostMovements,
  readJournal,
  readTrialBalance,
} from './trial-balance.ts';

type LedgerFile = CompanyMonth & { readonly format: TableFormat };

const fileQuery = {
  ...companyMonthQuery,
  properties: {
    ...companyMonthQuery.properties,
    format: { type: 'string', enum: [...tableFormats], default: 'csv' },
  },
} as const;

const balanceColumns: readonly TableColumn<BalanceRow>[] = [
  { header: 'Cuenta', cell: 'text', of: ({ code }) => code },
  { header: 'Nombre', cell: 'text', of: ({ name }) => name },
  { header: 'Moneda', cell: 'text', of: ({ currency }) => currency },
  { header: 'Saldo anterior', cell: 'amount', of: ({ opening }) => opening },
  { header: 'Débitos', cell: 'amount', of: ({ debit }) => debit },
  { header: 'Créditos', cell: 'amount', of: ({ credit }) => credit },
  { header: 'Saldo', cell: 'amount', of: ({ closing }) => closing },
];

const journalColumns: readonly TableColumn<JournalRow>[] = [
  { header: 'Fecha', cell: 'day', of: ({ posted_on }) => posted_on },
  { header: 'Asiento', cell: 'number', of: ({ entry_no }) => entry_no },
  { header: 'Cuenta', cell: 'text', of: ({ account }) => account },
  { header: 'Detalle', cell: 'text', of: ({ memo }) => memo },
  { header: 'Identificación fiscal', cell: 'text', of: ({ third_party }) => third_party },
  { header: 'Documento', cell: 'text', of: ({ document }) => document },
  { header: 'Moneda', cell: 'text', of: ({ currency }) => currency },
  { header: 'Tasa', cell: 'number', of: ({ fx_rate }) => fx_rate },
  { header: 'Débito', cell: 'amount', of: ({ debit }) => debit },
  { header: 'Crédito', cell: 'amount', of: ({ credit }) => credit },
];

const sendFile = <Row>(
  reply: FastifyReply,
  { format, month }: LedgerFile,
  name: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): FastifyReply => {
  return reply
    .headers({ 'content-disposition': attachment(`${name} ${month}.${format}`) })
    .type(tableTypes[format])
    .send(tableFile(format, `${name} ${month}`, columns, rows));
};

/** The trial balance of a company's month, and its files: the balance, and the journal for an accounting program. */
export const ledgerRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  const booksOf = async ({ company_id, month }: CompanyMonth): Promise<Books & { readonly code: string }> => {
    const company = await database.one<{ code: string }>(
      sql`SELECT code FROM companies WHERE id = ${company_id}::uuid`,
    );
    if (!company) throw invalid({ company_id: ['Elija una compañía.'] });
    return { companyId: company_id, month: `${month}-01`, code: company.code };
  };

  app.get<{ Querystring: CompanyMonth }>(
    '/api/trial-balance',
    {
      config: { access: { permission: 'journal_entries.view_all' } },
      schema: {
        summary: 'Balanza de comprobación de un mes, por cuenta y moneda',
        querystring: companyMonthQuery,
      },
    },
    async (request) => ({ data: await readTrialBalance(database, await booksOf(request.query)) }),
  );

  app.get<{ Querystring: LedgerFile }>(
    '/api/trial-balance/file',
    {
      config: { access: { permission: 'journal_entries.export' } },
      schema: {
        summary: 'La balanza de un mes, en CSV o XLSX',
        querystring: fileQuery,
        response: { 200: { description: 'El archivo' } },
      },
    },
    async (request, reply) => {
      const books = await booksOf(request.query);
      const rows = await readTrialBalance(database, books);
      return sendFile(reply, request.query, `Balanza ${books.code}`, balanceColumns, rows);
    },
  );

  app.get<{ Querystring: LedgerFile }>(
    '/api/trial-balance/journal',
    {
      config: { access: { permission: 'journal_entries.export' } },
      schema: {
        summary:
          'El diario de un mes para un programa de contabilidad: un movimiento por renglón, en CSV o XLSX',
        querystring: fileQuery,
        response: {
          200: { description: 'El archivo' },
          409: refusal('El mes tiene más movimientos de los que caben en un archivo'),
        },
      },
    },
    async (request, reply) => {
      const books = await booksOf(request.query);
      const rows = await readJournal(database, books);
      if (rows.length > mostMovements)
        throw refusalOf([
          {
            code: 'too_many_movements',
            text: 'El mes tiene más movimientos de los que caben en un archivo. Exporte los asientos por partes desde su lista.',
            fix: { label: 'Asientos', path: '/facturacion/facturacion-cobros/asientos' },
          },
        ]);
      return sendFile(reply, request.query, `Diario ${books.code}`, journalColumns, rows);
    },
  );
};
