import { dimensionLabel, isDateDimension, type Report } from '@pauta/domain/reports/report.ts';
import { formatFigure, type ReportAnswer, type ReportFigure } from '@pauta/domain/reports/report-answer.ts';
import type { ReportQuery } from '@pauta/domain/reports/report-query.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import type { ChartData, ChartPoint, ChartSeries } from '@pauta/ui/charts/chart-data.ts';
import { SeriesBars } from '@pauta/ui/charts/series-bars.tsx';
import { SeriesLines } from '@pauta/ui/charts/series-lines.tsx';
import type { ReactElement } from 'react';

/** Categories and series that a chart shows at most; the table below it has all. */
const most = { bars: 20, points: 60, series: 6 } as const;

const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });

/** Text of a month for the axis, `ene 26`; of anything else its label. */
const axisLabel = (value: string | null, label: string): string =>
  value !== null && /^\d{4}-\d{2}$/.test(value)
    ? shortMonth.format(new Date(`${value}-01T00:00:00Z`))
    : label;

/** One axis of the answer, turned so that time is the categories where there is time. */
interface Turned {
  readonly by: string;
  readonly categories: readonly {
    readonly place: number;
    readonly value: string | null;
    readonly label: string;
  }[];
  readonly series: readonly {
    readonly place: number | null;
    readonly key: string;
    readonly label: string;
    readonly isBefore: boolean;
  }[];
  readonly isByColumn: boolean;
}

const turn = (query: ReportQuery, answer: ReportAnswer, measure: number): Turned => {
  const isTime = (name: string | null): boolean => name !== null && isDateDimension(name);
  const isByColumn = !isTime(query.rows) && isTime(query.columns);
  const rows = answer.rows.map(({ value, label }, place) => ({ place, value, label }));
  const columns = (answer.columns ?? []).map(({ value, label }, place) => ({ place, value, label }));
  const categories = isByColumn ? columns : rows;
  const others = isByColumn ? rows : columns;
  const by = isByColumn ? (query.columns ?? query.rows) : query.rows;
  const limit = isTime(by) ? most.points : most.bars;
  const series =
    others.length > 0
      ? others
          .slice(0, most.series)
          .map(({ place, value, label }) => ({ place, key: value ?? '-', label, isBefore: false }))
      : [
          {
            place: null,
            key: 'now',
            label: answer.compared ? 'Periodo' : (answer.measures[measure]?.label ?? ''),
            isBefore: false,
          },
          ...(answer.compared ? [{ place: null, key: 'before', label: 'Antes', isBefore: true }] : []),
        ];
  return { by, categories: categories.slice(0, limit), series, isByColumn };
};

/** A report as a chart of one measure: lines over time, else bars. Each value leads to its rows. */
export function ReportChart({
  report,
  query,
  answer,
  measure,
  tableId,
}: {
  readonly report: Report;
  readonly query: ReportQuery;
  readonly answer: ReportAnswer;
  /** Position of the measure. */
  readonly measure: number;
  /** Id of the table of the report. */
  readonly tableId: string;
}): ReactElement {
  const shown = answer.measures[measure];
  const turned = turn(query, answer, measure);
  const cells = new Map(answer.cells.map((cell) => [`${cell.row} ${cell.column}`, cell]));
  const unit = shown?.unit ?? 'count';
  const screen = report.resource().screen;
  const pointOf = (figure: ReportFigure | undefined): ChartPoint | null =>
    figure?.value == null
      ? null
      : {
          value: Number(figure.value),
          text: formatFigure(figure.value, unit, answer.currency),
          to: figure.list === null ? undefined : `/${screen}?${figure.list}`,
        };
  const series = turned.series.map(
    ({ place, key, label, isBefore }): ChartSeries => ({
      key,
      label,
      points: turned.categories.map((category) => {
        const [row, column] = turned.isByColumn ? [place, category.place] : [category.place, place];
        const cell = cells.get(`${row} ${column}`);
        return pointOf((isBefore ? cell?.before : cell?.figures)?.[measure]);
      }),
    }),
  );
  const data: ChartData = {
    title: `${shown?.label ?? report.label} por ${dimensionLabel(report, turned.by).toLocaleLowerCase('es')}`,
    axis: dimensionLabel(report, turned.by),
    categories: turned.categories.map(({ value, label }) => ({
      key: value ?? '-',
      label,
      short: axisLabel(value, label),
    })),
    series,
    tableId,
  };
  const format = (value: number): string => `${short.format(value)}${unit === 'percent' ? ' %' : ''}`;
  if (isDateDimension(turned.by) && turned.categories.length > 2)
    return <SeriesLines data={data} format={format} />;
  const isSum = unit === 'money' || unit === 'count' || unit === 'quantity';
  const isStacked = isSum && query.columns !== null;
  return (
    <SeriesBars
      data={data}
      format={format}
      isHorizontal={!isDateDimension(turned.by) && turned.categories.length > 4}
      layout={isStacked ? 'stacked' : 'grouped'}
    />
  );
}
