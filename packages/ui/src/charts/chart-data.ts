/** One value of a chart. */
export interface ChartPoint {
  /** For drawing only; `text` is the exact value. */
  readonly value: number;
  /** The value as users read it, with its unit or currency: `RD$1,250.00`. */
  readonly text: string;
  /** Address of the rows that the value sums. */
  readonly to?: string | undefined;
}

export interface ChartCategory {
  readonly key: string;
  readonly label: string;
  /** Shorter text for the axis: `ene 26` for `enero de 2026`. */
  readonly short?: string;
}

export interface ChartSeries {
  readonly key: string;
  readonly label: string;
  /** One for each category, in their order; null where there is no value. */
  readonly points: readonly (ChartPoint | null)[];
}

/** What a chart displays, and its table too. */
export interface ChartData {
  readonly title: string;
  /** Name of what the categories are, the head of the first column of the table: `Mes`. */
  readonly axis: string;
  readonly categories: readonly ChartCategory[];
  readonly series: readonly ChartSeries[];
  /** Id of a table on the page that has these values; the chart leads to it instead of having its own. */
  readonly tableId?: string;
}

/** Colours of series, in their order. Patterns, dashes and shapes distinguish them too. */
export const paints = [
  'var(--pauta-color-accent)',
  'var(--pauta-color-warning)',
  'var(--pauta-color-success)',
  'var(--pauta-color-info)',
  'var(--pauta-color-danger)',
  'var(--pauta-color-neutral)',
] as const;

export const paintOf = (place: number): string => paints[place % paints.length] ?? paints[0];

/** All values of a chart. */
export const valuesOf = ({ series }: ChartData): number[] =>
  series.flatMap(({ points }) => points.flatMap((point) => (point ? [point.value] : [])));
