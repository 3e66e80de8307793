import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { isFilterable, type JsonSchema } from '@pauta/domain/kinds/kind.ts';
import { comparisons, periodWords } from '@pauta/domain/reports/period.ts';
import { dimensionsOf, type Report } from '@pauta/domain/reports/report.ts';
import { noColumns, parseReportQuery, type ReportQuery } from '@pauta/domain/reports/report-query.ts';
import { reports } from '@pauta/domain/reports/reports.ts';
import { parseRowsQuery, rowsOnPage } from '@pauta/domain/reports/rows-query.ts';
import type { QueryParameters } from '@pauta/domain/resource/query/query.ts';
import { exportPermission } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordExport } from '../import-export/export/record-export.ts';
import { tableFormats, tableTypes } from '../import-export/export/table-file.ts';
import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { attachment } from '../platform/http/headers.ts';
import { forbidden, invalid } from '../platform/http/problem.ts';
import { viewPermissions } from '../resource/reading/row-scope.ts';
import { accessTo, routeOptions } from '../resource/route.ts';
import { readComputedRows } from './computed/read-computed-rows.ts';
import { readReport } from './read-report.ts';
import { reportFile, reportFileName } from './report-file.ts';
import { mailReportsInTime } from './saved/mail-reports.ts';
import { savedReportRoutes } from './saved/saved-routes.ts';

const text: JsonSchema = { type: 'string' };

const parametersOf = (report: Report): JsonSchema => ({
  type: 'object',
  properties: {
    rows: { type: 'string', enum: [...dimensionsOf(report)], description: 'Dato de las filas' },
    columns: {
      type: 'string',
      enum: [noColumns, ...dimensionsOf(report)],
      description: 'Dato de las columnas; `-` es ninguno',
    },
    measures: {
      ...text,
      description: `Medidas, separadas por comas: ${Object.keys(report.measures).join(', ')}`,
    },
    period: {
      ...text,
      description: `${Object.keys(periodWords).join(', ')}, o dos días: 2026-01-01..2026-12-31`,
    },
    compare: { type: 'string', enum: Object.keys(comparisons) },
    currency: { ...text, description: 'Código ISO 4217; la moneda de la compañía si no se indica' },
    ...filtersOf(report),
  },
});

const figures: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'list'],
    properties: {
      value: { type: ['string', 'null'], description: 'Decimal exacto' },
      list: { type: ['string', 'null'], description: 'Parámetros de la lista cuyas filas suma' },
    },
  },
};

const members: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value', 'label'],
    properties: { value: { type: ['string', 'null'] }, label: text },
  },
};

const period: JsonSchema = { type: 'object', properties: { from: text, to: text } };

const answerSchema: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['period', 'rows', 'columns', 'measures', 'cells', 'more'],
      properties: {
        period,
        compared: { ...period, type: ['object', 'null'] },
        as_of: { type: ['string', 'null'], description: 'Día al que son las cifras' },
        currency: { type: ['string', 'null'] },
        currencies: {
          type: 'array',
          items: { type: 'object', properties: { code: text, count: { type: 'integer' } } },
        },
        rows: members,
        columns: { ...members, type: ['array', 'null'] },
        measures: {
          type: 'array',
          items: { type: 'object', properties: { name: text, label: text, unit: text } },
        },
        cells: {
          type: 'array',
          items: {
            type: 'object',
            required: ['row', 'column', 'figures'],
            properties: {
              row: { type: ['integer', 'null'], description: 'Posición en `rows`; null es el total' },
              column: { type: ['integer', 'null'], description: 'Posición en `columns`; null es el total' },
              figures,
              before: figures,
            },
          },
        },
        more: { type: 'object', properties: { rows: { type: 'integer' }, columns: { type: 'integer' } } },
      },
    },
  },
};

const rowsSchema: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['count', 'totals', 'rows'],
      properties: {
        count: { type: 'integer' },
        totals: { type: 'object', additionalProperties: { type: ['string', 'null'] } },
        rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
      },
    },
  },
};

/** The fields of the rows of a report, as parameters. */
const filtersOf = (report: Report): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(report.resource().fields)
      .filter(([, field]) => isFilterable(field))
      .map(([name, field]) => [`f.${name}`, { ...text, description: field.label }]),
  );

/** `GET /api/reports/{name}/rows`: the rows that a figure of a computed report sums. */
const rowsRoute = (app: FastifyInstance, report: Report): void => {
  app.get(
    `/api/reports/${report.name}/rows`,
    routeOptions(accessTo(viewPermissions(report.resource())), {
      summary: `Filas del informe: ${report.label}`,
      description: `Hasta ${rowsOnPage}, desde \`from\`, con las sumas de todas. Sin la fecha no se responde.`,
      querystring: {
        type: 'object',
        properties: { ...filtersOf(report), from: { ...text, description: 'Filas que se saltan' } },
      },
      response: { 200: rowsSchema },
    }),
    async (request) => {
      const parsed = parseRowsQuery(report, request.query as QueryParameters);
      if (!parsed.ok) throw invalid(parsed.errors);
      return { data: await readComputedRows(app.database, report, parsed.query, actorOf(request)) };
    },
  );
};

/** @throws Problem 422 by parameter */
export const reportQueryOf = (report: Report, parameters: QueryParameters): ReportQuery => {
  const parsed = parseReportQuery(report, parameters, companyToday());
  if (!parsed.ok) throw invalid(parsed.errors);
  return parsed.query;
};

/**
 * `GET /api/reports/{name}`: a report for whoever may see the list of its rows, over the rows that they may see.
 * `GET /api/reports/{name}/file`: the same as a file, for whoever may export these rows.
 */
const reportRoutes = (app: FastifyInstance, report: Report): void => {
  const resource = report.resource();
  const views = viewPermissions(resource);
  const read = async (request: FastifyRequest, parameters: QueryParameters) => {
    const query = reportQueryOf(report, parameters);
    return { query, answer: await readReport(app.database, report, query, actorOf(request)) };
  };
  app.get(
    `/api/reports/${report.name}`,
    routeOptions(accessTo(views), {
      summary: `Informe: ${report.label}`,
      description: report.about,
      querystring: parametersOf(report),
      response: { 200: answerSchema },
    }),
    async (request) => ({ data: (await read(request, request.query as QueryParameters)).answer }),
  );

  const permission = exportPermission(resource);
  const parameters = parametersOf(report);
  app.get(
    `/api/reports/${report.name}/file`,
    routeOptions(permission === null ? accessTo(views) : { permission }, {
      summary: `Informe en un archivo: ${report.label}`,
      description: 'CSV o XLSX con las filas del informe. Queda en los logs de auditoría.',
      querystring: {
        ...parameters,
        properties: {
          ...(parameters.properties as object),
          format: { type: 'string', enum: [...tableFormats] },
        },
      },
      response: { 200: { description: 'El archivo' } },
    }),
    async (request, reply) => {
      if (
        permission !== null &&
        views.length > 0 &&
        !views.some((name) => actorOf(request).permissions.has(name))
      )
        throw forbidden(views);
      const { format = 'csv', ...asked } = request.query as QueryParameters;
      if (format !== 'csv' && format !== 'xlsx') throw invalid({ format: ['Elija csv o xlsx.'] });
      const { query, answer } = await read(request, asked);
      await recordExport(request, {
        resource: resource.name,
        format,
        rows: answer.rows.length,
        content: {
          report: report.name,
          query: new URLSearchParams(asked as Record<string, string>).toString(),
        },
      });
      return reply
        .headers({
          'content-type': tableTypes[format],
          'content-disposition': attachment(reportFileName(report, answer, format)),
        })
        .send(reportFile(report, answer, query.rows, format));
    },
  );
};

/** Reports over the lists of all areas. */
export const reportsArea: Area = (app) => {
  for (const report of reports) {
    reportRoutes(app, report);
    if (report.isComputed) rowsRoute(app, report);
  }
  savedReportRoutes(app);
  mailReportsInTime(app);
};
