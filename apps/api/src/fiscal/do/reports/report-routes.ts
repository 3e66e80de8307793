import {
  type MonthlyReport,
  monthlyReports,
  reportFile,
  reportFileName,
  type VoidedDocument,
} from '@pauta/domain/fiscal/do/reports/report-file.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { type CompanyMonth, companyMonthQuery } from '../../../finance/company-month.ts';
import { actorOf } from '../../../platform/access.ts';
import { attachment } from '../../../platform/http/headers.ts';
import { forbidden, invalid, notFound } from '../../../platform/http/problem.ts';
import { refusalOf } from '../../../resource/commands/reasons.ts';
import { refusal } from '../../../resource/route.ts';
import { readBought, readSales, readVoided } from './read-reports.ts';

interface Company {
  readonly tax_id: string | null;
  readonly has_fiscal_value: boolean;
}

/** Voided documents whose reason has no code of the authority, without which the report is not taken. */
const withoutCode = (rows: readonly VoidedDocument[]): readonly string[] =>
  rows.filter(({ void_code }) => void_code === null).map(({ fiscal_number }) => fiscal_number);

/** Requires who may export all invoices: a part of a month is not a report. */
const requireAll = (request: FastifyRequest): void => {
  const { permissions } = actorOf(request);
  if (!permissions.has('invoices.view_all')) throw forbidden('invoices.view_all');
};

/** The monthly reports of the tax authority of a company: what they say, and their files. */
export const fiscalReportRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  const readCompany = async (id: string): Promise<Company> => {
    const company = await database.one<Company>(sql`
      SELECT tax_id, NOT is_demonstration() AS has_fiscal_value FROM companies
      WHERE id = ${id}::uuid AND archived_at IS NULL`);
    if (!company) throw invalid({ company_id: ['Elija una compañía.'] });
    return company;
  };

  app.get<{ Querystring: CompanyMonth }>(
    '/api/fiscal-reports',
    {
      config: { access: { permission: 'invoices.export' } },
      schema: {
        summary: 'Lo que dicen los reportes fiscales de un mes',
        querystring: companyMonthQuery,
      },
    },
    async (request) => {
      requireAll(request);
      const { company_id, month } = request.query;
      const first = `${month}-01`;
      const company = await readCompany(company_id);
      const [bought, sales, voided] = await Promise.all([
        readBought(database, company_id, first),
        readSales(database, company_id, first),
        readVoided(database, company_id, first),
      ]);
      const { rows, ...rest } = sales;
      return {
        data: {
          has_tax_id: company.tax_id !== null,
          606: { documents: bought.length },
          607: { documents: rows.length, ...rest },
          608: { documents: voided.length, without_code: withoutCode(voided) },
        },
      };
    },
  );

  const rowsOf = {
    606: ({ company_id, month }: CompanyMonth) => readBought(database, company_id, `${month}-01`),
    607: async ({ company_id, month }: CompanyMonth) =>
      (await readSales(database, company_id, `${month}-01`)).rows,
    608: async ({ company_id, month }: CompanyMonth) => {
      const rows = await readVoided(database, company_id, `${month}-01`);
      const [number] = withoutCode(rows);
      if (number !== undefined)
        throw refusalOf([
          {
            code: 'void_reason_without_code',
            text: `El motivo con que se anuló ${number} no tiene código fiscal (01–10). Complételo y vuelva a generar el reporte.`,
            fix: { label: 'Motivos', path: '/gestion/configuracion/motivos' },
          },
        ]);
      return rows;
    },
  };

  app.get<{ Params: { report: string }; Querystring: CompanyMonth }>(
    '/api/fiscal-reports/:report',
    {
      config: { access: { permission: 'invoices.export' } },
      schema: {
        summary: 'El archivo de un reporte fiscal, como se sube a la página de la autoridad',
        params: {
          type: 'object',
          properties: { report: { type: 'string', enum: Object.keys(monthlyReports) } },
        },
        querystring: companyMonthQuery,
        response: {
          200: { description: 'El archivo, en texto' },
          409: refusal('Falta la identificación de la compañía o el código de un motivo'),
        },
      },
    },
    async (request, reply) => {
      requireAll(request);
      const report = Number(request.params.report) as MonthlyReport;
      if (!(report in rowsOf)) throw notFound();
      const { company_id, month } = request.query;
      const company = await readCompany(company_id);
      if (company.tax_id === null)
        throw refusalOf([
          {
            code: 'company_without_tax_id',
            text: 'Complete la identificación fiscal de la compañía: sus reportes la llevan.',
            fix: { label: 'Compañías', path: '/gestion/catalogos/companias' },
          },
        ]);
      const rows = await rowsOf[report as keyof typeof rowsOf](request.query);
      const name = reportFileName(report, company.tax_id, month);
      return reply
        .headers({
          'content-disposition': attachment(company.has_fiscal_value ? name : `SIN VALOR FISCAL ${name}`),
        })
        .type('text/plain; charset=utf-8')
        .send(reportFile(report, company.tax_id, month, rows as never));
    },
  );
};
