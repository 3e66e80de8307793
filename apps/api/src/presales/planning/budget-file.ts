import type { Line } from '@pauta/domain/document/document.ts';
import { subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { measureLabels, partKey, partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthLabels, monthNames, yearTotal } from '@pauta/domain/presales/planning/months.ts';
import { type PlanCalendar, planCalendars } from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgetLines, salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { FastifyInstance } from 'fastify';
import { exportName } from '../../import-export/export/name.ts';
import { recordExport } from '../../import-export/export/record-export.ts';
import {
  type TableColumn,
  type TableFormat,
  tableFile,
  tableFormats,
  tableTypes,
} from '../../import-export/export/table-file.ts';
import { actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readComparison } from './comparison-route.ts';

const labelOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'label' in value ? String(value.label ?? '') : '';

/** A row: its texts, and then its amounts. */
interface FileRow {
  readonly texts: readonly string[];
  readonly amounts: readonly string[];
}

/** A sales budget as a file: its lines, the totals, and below them the figures that its reader may see. */
export const budgetFileRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { format?: TableFormat; calendar?: PlanCalendar } }>(
    `/api/${salesBudgets.path}/:id/file`,
    {
      config: { access: { permission: salesBudgets.permissions.export ?? '' } },
      schema: {
        summary: 'Exportar un presupuesto de ventas',
        description: 'CSV o XLSX con sus renglones por mes y las cifras con que se compara.',
        params: idParams,
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            format: { type: 'string', enum: [...tableFormats], default: 'xlsx' },
            calendar: { type: 'string', enum: planCalendars, default: 'calendar' },
          },
        },
        response: { 200: { description: 'El archivo' } },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const { format = 'xlsx', calendar = 'calendar' } = request.query;
      const text = await readRecord(app.database, tableOf(salesBudgets), request.params.id, actor);
      const budget = parseRecord(text);
      const lines = linesIn(budget, 'lines') as readonly Line[];
      const year = Number(budget.fiscal_year);
      const { measures, parts } = await readComparison(app.database, actor, {
        id: budget.id,
        year,
        calendar,
      });
      const sold = measures.some(({ name }) => name === 'booked')
        ? new Map(parts.map((part) => [part.key, part]))
        : null;
      const heads = ['Concepto', ...partNames.map((name) => salesBudgetLines.fields[name].label)];
      const amountHeads = [
        ...monthNames.map((name) => monthLabels[name]),
        'Total',
        ...(sold ? [measureLabels.booked, measureLabels.last_year, 'Diferencia'] : []),
      ];
      const rowOf = (line: Line): FileRow => {
        const total = yearTotal(line);
        const part = sold?.get(partKey(line));
        const booked = part?.booked ?? '0.00';
        return {
          texts: [String(line.description ?? ''), ...partNames.map((name) => labelOf(line[name]))],
          amounts: [
            ...monthNames.map((name) => String(line[name] ?? '0.00')),
            total,
            ...(sold ? [booked, sum(['0.00', ...(part?.last_year ?? [])]), subtract(booked, total)] : []),
          ],
        };
      };
      const below = (label: string, months: readonly string[], total: string): FileRow => ({
        texts: [label],
        amounts: [...months, total],
      });
      const rows = [
        ...lines.map(rowOf),
        below(
          'Total',
          monthNames.map((name) => String(budget[name])),
          String(budget.total),
        ),
        ...measures.map(({ name, months, total }) => below(measureLabels[name], months, total)),
      ];
      await recordExport(request, {
        resource: salesBudgets.name,
        format,
        rows: rows.length,
        content: { id: budget.id, calendar },
      });
      const name = exportName(salesBudgets, String(budget.name), format);
      const columns = [
        ...heads.map(
          (header, at): TableColumn<FileRow> => ({
            header,
            cell: 'text',
            width: at === 0 ? 32 : 16,
            of: ({ texts }) => texts[at] ?? null,
          }),
        ),
        ...amountHeads.map(
          (header, at): TableColumn<FileRow> => ({
            header,
            cell: 'amount',
            width: 16,
            of: ({ amounts }) => amounts[at] ?? null,
          }),
        ),
      ];
      return reply
        .headers({
          'content-type': tableTypes[format],
          'content-disposition': attachment(name),
        })
        .serializer((payload: unknown) => payload as string)
        .send(tableFile(format, 'Presupuesto', columns, rows));
    },
  );
};
