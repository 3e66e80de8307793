import type { Field } from '@pauta/domain/kinds/kind.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { datesBetween, shiftBack, shiftOf, stockDay } from '@pauta/domain/reports/period.ts';
import { isDateDimension, type Measure, type Report } from '@pauta/domain/reports/report.ts';
import {
  mostMembers,
  type ReportAnswer,
  type ReportCell,
  type ReportFigure,
  type ReportMember,
} from '@pauta/domain/reports/report-answer.ts';
import { cellList, type Place, type ReportQuery } from '@pauta/domain/reports/report-query.ts';
import { monthLabel } from '@pauta/domain/resource/query/summary.ts';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { orTooSlow } from '../resource/reading/too-slow.ts';
import { columnField } from '../resource/table.ts';
import { measuresOf, type ReportRow, reportStatement } from './report-statement.ts';

const nothing = 'Sin dato';

const dateLabel = (value: string): string => {
  if (value.includes('Q')) return `${value.slice(-1)}.º trimestre de ${value.slice(0, 4)}`;
  return value.length === 4 ? value : monthLabel(value);
};

const labelOf = (field: Field | undefined, value: string | null, label: string | null): string => {
  if (value === null) return nothing;
  if (!field) return dateLabel(value);
  if (label !== null) return label;
  const shown = field.kind.name === 'yesNo' ? value === 'true' : value;
  return formatField(field, shown);
};

/** One axis of a report: its values in their order. */
interface Axis {
  readonly name: string;
  readonly members: readonly ReportMember[];
  /** Position of a value; undefined for one beyond the largest. */
  readonly placeOf: (value: string | null) => number | undefined;
  readonly more: number;
}

interface Total {
  readonly value: string | null;
  readonly label: string | null;
  readonly row: ReportRow;
}

const sizeOf = ({ row }: Total): string => row.figures[0]?.[0] ?? row.figures[0]?.[2] ?? '0';

/** Dates in their order, with those between them that have no row. */
const withoutGaps = (
  known: readonly Pick<Total, 'value' | 'label'>[],
  most: number,
): readonly Pick<Total, 'value' | 'label'>[] => {
  const dates = known.flatMap(({ value }) => (value === null ? [] : [value]));
  const [first, last] = [dates[0], dates.at(-1)];
  return first === undefined || last === undefined
    ? known
    : [
        ...datesBetween(first, last, most).map((value) => ({ value, label: null })),
        ...known.filter(({ value }) => value === null),
      ];
};

/**
 * Values of a dimension in their order: parts of the date by time, without gaps; choices in that of
 * their definition; records by their first measure, the largest first. Rows without a value come last.
 */
const axisOf = (report: Report, name: string, totals: readonly Total[], most: number): Axis => {
  const field = isDateDimension(name) ? undefined : columnField(report.resource(), name);
  const choices = (field?.options as { choices?: readonly { value: string }[] } | undefined)?.choices;
  const rank = ({ value }: Total): number =>
    value === null ? Number.MAX_SAFE_INTEGER : (choices?.findIndex((one) => one.value === value) ?? 0);
  const known = [...totals].sort((a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (!field) return (a.value ?? '') < (b.value ?? '') ? -1 : 1;
    return (
      compareDecimals(sizeOf(b), sizeOf(a)) ||
      (a.label ?? '').localeCompare(b.label ?? '', 'es', { numeric: true })
    );
  });
  const kept = (field ? known : withoutGaps(known, most)).slice(0, most);
  const members = kept.map(({ value, label }) => ({ value, label: labelOf(field, value, label) }));
  const places = new Map(members.map(({ value }, place) => [value, place]));
  return {
    name,
    members,
    placeOf: (value) => places.get(value),
    more: known.filter(({ value }) => !places.has(value)).length,
  };
};

const isEmpty = ({ figures }: ReportRow): boolean =>
  figures.every(([, count, , before]) => Number(count) === 0 && Number(before) === 0);

/**
 * The answer of a report for one user: the rows that they may see, added up.
 *
 * @throws Problem 422 when the rows are too many to be added up in time
 */
export const readReport = async (
  database: Queryable,
  report: Report,
  query: ReportQuery,
  actor: Actor,
): Promise<ReportAnswer> => {
  const found = await orTooSlow(database.query<ReportRow>(reportStatement(report, query, actor)));
  const filled = found.filter((row) => !isEmpty(row));
  // What there is on several days is not added up.
  const isDays = (name: string | null): boolean =>
    report.isStock === true && name !== null && isDateDimension(name);
  const added = filled.filter(
    (row) => !(row.is_row_total && isDays(query.rows)) && !(row.is_column_total && isDays(query.columns)),
  );
  const measures = measuresOf(report, query);
  const shift = shiftOf(query.period, query.comparison);
  const rows = axisOf(
    report,
    query.rows,
    filled
      .filter((row) => !row.is_row_total && row.is_column_total)
      .map((row) => ({ value: row.row_value, label: row.row_label, row })),
    mostMembers.rows,
  );
  const columns =
    query.columns === null
      ? null
      : axisOf(
          report,
          query.columns,
          filled
            .filter((row) => row.is_row_total && !row.is_column_total)
            .map((row) => ({ value: row.column_value, label: row.column_label, row })),
          mostMembers.columns,
        );
  const figure = (
    measure: Measure,
    value: string | null,
    count: number,
    places: readonly Place[],
    isBefore: boolean,
  ): ReportFigure => ({
    value,
    list: Number(count) === 0 ? null : cellList(report, measure, query, places, isBefore),
  });
  const cells = added.flatMap((one): ReportCell[] => {
    const row = one.is_row_total ? null : rows.placeOf(one.row_value);
    const column = one.is_column_total || !columns ? null : columns.placeOf(one.column_value);
    if (row === undefined || column === undefined) return [];
    const places: Place[] = [
      ...(row === null ? [] : [{ dimension: query.rows, value: one.row_value }]),
      ...(column === null || query.columns === null
        ? []
        : [{ dimension: query.columns, value: one.column_value }]),
    ];
    const of = (isBefore: boolean): ReportFigure[] =>
      measures.map((measure, at) => {
        const [value = null, count = 0, before = null, beforeCount = 0] = one.figures[at] ?? [];
        return isBefore
          ? figure(measure, before, beforeCount, places, true)
          : figure(measure, value, count, places, false);
      });
    return [{ row, column, figures: of(false), ...(shift && { before: of(true) }) }];
  });
  const whole = found.find((row) => row.is_row_total && row.is_column_total);
  const isMoney = measures.some((measure) => measure.unit === 'money');
  return {
    period: query.period,
    compared: shift && shiftBack(query.period, shift),
    as_of:
      report.isStock && !isDays(query.rows) && !isDays(query.columns)
        ? stockDay(query.period, query.today)
        : null,
    currency: isMoney || report.currency !== undefined ? query.currency : null,
    currencies: (whole?.currencies ?? []).map(([code, count]) => ({ code, count: Number(count) })),
    rows: rows.members,
    columns: columns?.members ?? null,
    measures: query.measures.flatMap((name) => {
      const measure = report.measures[name];
      return measure ? [{ name, label: measure.label, unit: measure.unit }] : [];
    }),
    cells,
    more: { rows: rows.more, columns: columns?.more ?? 0 },
  };
};
