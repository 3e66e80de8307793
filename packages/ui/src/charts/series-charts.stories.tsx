import { StoryHost } from '../testing/story-host.tsx';
import type { ChartData, ChartSeries } from './chart-data.ts';
import { SeriesBars } from './series-bars.tsx';
import { SeriesLines } from './series-lines.tsx';

export default { title: 'Gráficos/Series' };

const format = (value: number): string => `RD$${value / 1000} k`;

const months = ['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'].map((month, place) => ({
  key: `2026-0${place + 1}`,
  label: `${month} de 2026`,
  short: `${month.slice(0, 3)} 26`,
}));

const series = (key: string, label: string, values: readonly (number | null)[]): ChartSeries => ({
  key,
  label,
  points: values.map((value, place) =>
    value === null
      ? null
      : {
          value,
          text: `RD$${value.toLocaleString('es-DO')}.00`,
          to: `/ventas/contratos?f.signed_on=2026-0${place + 1}-01..2026-0${place + 1}-28`,
        },
  ),
});

const sales: ChartData = {
  title: 'Ventas firmadas por mes',
  axis: 'Mes',
  categories: months,
  series: [
    series('radio', 'Radio', [120_000, 90_000, 135_000, 160_000, null, 98_000]),
    series('television', 'Televisión', [220_000, 180_000, -35_000, 260_000, 240_000, 198_000]),
    series('digital', 'Digital', [20_000, 60_000, 75_000, 30_000, 55_000, 40_000]),
  ],
};

const clients: ChartData = {
  title: 'Ventas por cliente',
  axis: 'Cliente',
  categories: ['Cervecería Nacional Dominicana', 'Banco Popular', 'Supermercados La Cadena'].map((label) => ({
    key: label,
    label,
  })),
  series: [series('net', 'Neto', [420_000, 310_000, 150_000])],
};

/** Bars side by side. */
export const Grouped = {
  render: () => (
    <StoryHost>
      <SeriesBars data={sales} format={format} />
    </StoryHost>
  ),
};

/** Bars one on another, with a negative one. */
export const Stacked = {
  render: () => (
    <StoryHost>
      <SeriesBars data={sales} format={format} layout="stacked" />
    </StoryHost>
  ),
};

/** Categories with long names. */
export const Horizontal = {
  render: () => (
    <StoryHost>
      <SeriesBars data={clients} format={format} isHorizontal />
    </StoryHost>
  ),
};

/** Lines with a missing value. */
export const Lines = {
  render: () => (
    <StoryHost>
      <SeriesLines data={sales} format={format} />
    </StoryHost>
  ),
};
