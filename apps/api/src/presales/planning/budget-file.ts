import { Readable } from 'node:stream';
import type { Line } from '@pauta/domain/document/document.ts';
import { subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { measureLabels, partKey, partNames } from '@pauta/domain/presales/planning/budget-comparison.ts';
import { monthLabels, monthNames, yearTotal } from '@pauta/domain/presales/planning/months.ts';
import { type PlanCalendar, planCalendars } from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgetLines, salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { FastifyInstance } from 'fastify';
import { byteOrderMark, csvLine } from '../../import-export/export/csv.ts';
import { exportName } from '../../import-export/export/name.ts';
import { recordExport } from '../../import-export/export/record-export.ts';
import { cellStyles, type SheetCell, xlsxOf } from '../../import-export/export/xlsx-writer.ts';
import { actorOf } from '../../platform/access.ts';
import { attachment } from '../../platform/http/headers.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { readComparison } from './comparison-route.ts';

/** A cell: a text, or the digits of an amount. */
type Cell = string | { readonly digits: string };

const amount = (digits: string): Cell => ({ digits });

const labelOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'label' in value ? String(value.label ?? '') : '';

const sheetCell = (cell: Cell): SheetCell => {
  if (cell === '') return null;
  return typeof cell === 'string' ? { text: cell } : { digits: cell.digits, style: cellStyles.amount };
};

async function* rowsAsSheet(rows: readonly (readonly Cell[])[]) {
  yield rows.map((row) => row.map(sheetCell));
}

/** A sales budget as a file: its lines, the totals, and below them the figures that its reader may see. */
export const budgetFileRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams; Querystring: { format?: 'csv' | 'xlsx'; calendar?: PlanCalendar } }>(
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
            format: { type: 'string', enum: ['csv', 'xlsx'], default: 'xlsx' },
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
      const head = [
        'Concepto',
        ...partNames.map((name) => salesBudgetLines.fields[name].label),
        ...monthNames.map((name) => monthLabels[name]),
        'Total',
        ...(sold ? [measureLabels.booked, measureLabels.last_year, 'Diferencia'] : []),
      ];
      const rowOf = (line: Line): readonly Cell[] => {
        const total = yearTotal(line);
        const part = sold?.get(partKey(line));
        const booked = part?.booked ?? '0.00';
        return [
          String(line.description ?? ''),
          ...partNames.map((name) => labelOf(line[name])),
          ...monthNames.map((name) => amount(String(line[name] ?? '0.00'))),
          amount(total),
          ...(sold
            ? [booked, sum(['0.00', ...(part?.last_year ?? [])]), subtract(booked, total)].map(amount)
            : []),
        ];
      };
      const below = (label: string, months: readonly string[], total: string): readonly Cell[] => [
        label,
        ...partNames.map(() => ''),
        ...months.map(amount),
        amount(total),
      ];
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
      const widths = head.map((header, at) => ({ header, width: at === 0 ? 32 : 16 }));
      const body =
        format === 'xlsx'
          ? Readable.from(xlsxOf('Presupuesto', widths, rowsAsSheet(rows)))
          : Readable.from([byteOrderMark + csvLine(head), ...rows.map(csvLine)]);
      return reply
        .headers({
          'content-type':
            format === 'xlsx'
              ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
              : 'text/csv; charset=utf-8',
          'content-disposition': attachment(name),
        })
        .serializer((payload: unknown) => payload as string)
        .send(body);
    },
  );
};
