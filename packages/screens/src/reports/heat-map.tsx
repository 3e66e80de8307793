import { HeatTable } from '@pauta/ui/charts/heat-table.tsx';
import type { ReactElement } from 'react';

export interface HeatCell {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly count: number;
}

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'].map(
  (label, index) => ({ key: String(index + 1), label }),
);
const hours = Array.from({ length: 24 }, (_, hour) => ({ key: String(hour), label: String(hour) }));

/** The number of actions at each hour of each day of the week. */
export function HeatMap({
  cells,
  label,
}: {
  readonly cells: readonly HeatCell[];
  readonly label: string;
}): ReactElement {
  const counts = new Map(cells.map(({ weekday, hour, count }) => [`${weekday} ${hour}`, count]));
  return (
    <HeatTable
      columns={hours}
      corner="Día"
      countOf={(day, hour) => counts.get(`${day} ${hour}`) ?? 0}
      label={label}
      rows={weekdays}
    />
  );
}
