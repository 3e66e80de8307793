import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type CompanyMonth, companyMonthQuery } from '../../finance/company-month.ts';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { attachment } from '../../platform/http/headers.ts';
import { invalid } from '../../platform/http/problem.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { refusal } from '../../resource/route.ts';
import { type Books, mostMovements, readJournal, readTrialBalance } from './trial-balance.ts';

const number = (digits: string) => ({ digits });

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

  app.get<{ Querystring: CompanyMonth }>(
    '/api/trial-balance/file',
    {
      config: { access: { permission: 'journal_entries.export' } },
      schema: {
        summary: 'La balanza de un mes, en CSV',
        querystring: companyMonthQuery,
        response: { 200: { description: 'El archivo, en texto' } },
      },
    },
    async (request, reply) => {
      const books = await booksOf(request.query);
      const rows = await readTrialBalance(database, books);
      return reply
        .headers({ 'content-disposition': attachment(`Balanza ${books.code} ${request.query.month}.csv`) })
        .type('text/csv; charset=utf-8')
        .send(
          [
            byteOrderMark,
            csvLine(['Cuenta', 'Nombre', 'Moneda', 'Saldo anterior', 'Débitos', 'Créditos', 'Saldo']),
            ...rows.map(({ code, name, currency, opening, debit, credit, closing }) =>
              csvLine([code, name, currency, ...[opening, debit, credit, closing].map(number)]),
            ),
          ].join(''),
        );
    },
  );

  app.get<{ Querystring: CompanyMonth }>(
    '/api/trial-balance/journal',
    {
      config: { access: { permission: 'journal_entries.export' } },
      schema: {
        summary: 'El diario de un mes para un programa de contabilidad: un movimiento por renglón, en CSV',
        querystring: companyMonthQuery,
        response: {
          200: { description: 'El archivo, en texto' },
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
      return reply
        .headers({ 'content-disposition': attachment(`Diario ${books.code} ${request.query.month}.csv`) })
        .type('text/csv; charset=utf-8')
        .send(
          [
            byteOrderMark,
            csvLine([
              'Fecha',
              'Asiento',
              'Cuenta',
              'Detalle',
              'Identificación fiscal',
              'Documento',
              'Moneda',
              'Tasa',
              'Débito',
              'Crédito',
            ]),
            ...rows.map((row) =>
              csvLine([
                row.posted_on,
                number(String(row.entry_no)),
                row.account,
                row.memo,
                row.third_party ?? '',
                row.document ?? '',
                row.currency,
                number(row.fx_rate ?? ''),
                number(row.debit),
                number(row.credit),
              ]),
            ),
          ].join(''),
        );
    },
  );
};
