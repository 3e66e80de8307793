// @vitest-environment happy-dom
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { openScreens } from '../testing/screen-host.tsx';
import type { ChartData } from './chart-data.ts';
import { SeriesBars } from './series-bars.tsx';
import { SeriesLines } from './series-lines.tsx';

const data: ChartData = {
  title: 'Ventas por mes',
  axis: 'Mes',
  categories: [
    { key: '2026-01', label: 'enero de 2026', short: 'ene 26' },
    { key: '2026-02', label: 'febrero de 2026', short: 'feb 26' },
    { key: '2026-03', label: 'marzo de 2026', short: 'mar 26' },
  ],
  series: [
    {
      key: 'radio',
      label: 'Radio',
      points: [
        { value: 100, text: 'RD$100.00', to: '/ventas/contratos?mes=1' },
        null,
        { value: -25.5, text: '-RD$25.50', to: '/ventas/contratos?mes=3' },
      ],
    },
    {
      key: 'tv',
      label: 'Televisión',
      points: [{ value: 40, text: 'RD$40.00' }, { value: 7, text: 'RD$7.00' }, null],
    },
  ],
};

const format = (value: number): string => String(value);
const focused = (): string | null => document.activeElement?.getAttribute('aria-label') ?? null;

const charts: readonly (readonly [string, ReactElement])[] = [
  ['grouped bars', <SeriesBars data={data} format={format} key="g" />],
  ['stacked bars', <SeriesBars data={data} format={format} key="s" layout="stacked" />],
  ['lines', <SeriesLines data={data} format={format} key="l" />],
];

test.each(charts)('%s: each value has a name, and those with an address are links', async (_, chart) => {
  const { user, address } = await openScreens(clients, chart);
  const drawing = screen.getByRole('group', { name: /^Ventas por mes/ });
  expect(within(drawing).getAllByRole('link')).toHaveLength(2);
  expect(within(drawing).getByRole('img', { name: 'febrero de 2026, Televisión: RD$7.00' })).toBeTruthy();
  await user.click(within(drawing).getByRole('link', { name: 'marzo de 2026, Radio: -RD$25.50' }));
  expect(address()).toBe('/ventas/contratos?mes=3');
});

test.each(charts)('%s: one Tab stop; arrows skip missing values', async (_, chart) => {
  const { user } = await openScreens(clients, chart);
  await user.tab();
  expect(focused()).toBe('enero de 2026, Radio: RD$100.00');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('marzo de 2026, Radio: -RD$25.50');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('marzo de 2026, Radio: -RD$25.50');
  await user.keyboard('{Home}{ArrowDown}{ArrowRight}');
  expect(focused()).toBe('febrero de 2026, Televisión: RD$7.00');
  await user.keyboard('{End}');
  expect(focused()).toBe('marzo de 2026, Radio: -RD$25.50');
  await user.tab();
  expect(document.activeElement?.tagName).toBe('SUMMARY');
  await user.tab({ shift: true });
  expect(focused()).toBe('marzo de 2026, Radio: -RD$25.50');
});

test('horizontal bars go through their categories with the arrows up and down', async () => {
  const { user } = await openScreens(clients, <SeriesBars data={data} format={format} isHorizontal />);
  await user.tab();
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('marzo de 2026, Radio: -RD$25.50');
  await user.keyboard('{Home}{ArrowRight}{Enter}');
  expect(focused()).toBe('enero de 2026, Televisión: RD$40.00');
});

test.each(charts)('%s: the table has all values, with their links', async (_, chart) => {
  await openScreens(clients, chart);
  const table = within(screen.getByRole('region', { name: 'Ventas por mes, como tabla', hidden: true }));
  const rows = table
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Mes', 'Radio', 'Televisión'],
    ['enero de 2026', 'RD$100.00', 'RD$40.00'],
    ['febrero de 2026', '—', 'RD$7.00'],
    ['marzo de 2026', '-RD$25.50', '—'],
  ]);
  expect(table.getByRole('link', { name: 'RD$100.00', hidden: true }).getAttribute('href')).toBe(
    '/ventas/contratos?mes=1',
  );
});

test('stacked bars do not overlap: negative values are on the other side of zero', async () => {
  const stacked: ChartData = {
    ...data,
    categories: data.categories.slice(0, 1),
    series: [10, -4, 6, -2].map((value, place) => ({
      key: String(place),
      label: String(place),
      points: [{ value, text: String(value) }],
    })),
  };
  const { container } = await openScreens(
    clients,
    <SeriesBars data={stacked} format={format} layout="stacked" />,
  );
  const ranges = [...container.querySelectorAll('rect[data-shape]')]
    .map((rect) => [Number(rect.getAttribute('y')), Number(rect.getAttribute('height'))] as const)
    .map(([y, height]) => [y, y + height] as const)
    .sort(([a], [b]) => a - b);
  for (const [place, [top]] of ranges.entries()) {
    if (place > 0) expect(top).toBeGreaterThanOrEqual((ranges[place - 1]?.[1] ?? 0) - 0.001);
  }
  const heights = ranges.map(([top, bottom]) => bottom - top);
  expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(10 / 6, 3);
});

test('a chart without values says so', async () => {
  await openScreens(clients, <SeriesLines data={{ ...data, series: [] }} format={format} />);
  expect(screen.getByText('No hay valores que mostrar.')).toBeTruthy();
});
