import { formatCount } from '@pauta/domain/text/locale.ts';
import { SeriesBars } from '@pauta/ui/charts/series-bars.tsx';
import type { ReactElement } from 'react';

export interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
}

/** Numbers of something over time as bars. */
export function BarChart({
  title,
  axis,
  unit,
  bars,
}: {
  readonly title: string;
  /** What the bars are of: `Día`. */
  readonly axis: string;
  /** Unit of the values: `acciones`. */
  readonly unit: string;
  readonly bars: readonly Bar[];
}): ReactElement {
  return (
    <SeriesBars
      data={{
        title,
        axis,
        categories: bars.map(({ key, label }) => ({ key, label })),
        series: [
          {
            key: 'count',
            label: unit,
            points: bars.map(({ value }) => ({ value, text: `${formatCount(value)} ${unit}` })),
          },
        ],
      }}
      format={(value) => (Number.isInteger(value) ? formatCount(value) : '')}
    />
  );
}
