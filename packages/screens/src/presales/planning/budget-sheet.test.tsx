import type { Line } from '@pauta/domain/document/document.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { planPeriods } from '@pauta/domain/presales/planning/plan-calendar.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { openScreens } from '@pauta/ui/testing/screen-host.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SalesBudgets } from './planning.tsx';

const id = (place: number): string => `00000000-0000-4000-8000-00000000000${place}`;
const radio = { id: id(7), label: 'Radio', code: 'RAD' };
const television = { id: id(8), label: 'Televisión', code: 'TV' };
const line = (place: number, values: object = {}): Line => ({
  id: id(place),
  position: `a${place}`,
  description: `Renglón ${place}`,
  platform_id: place % 2 === 1 ? radio : television,
  division_id: null,
  subdivision_id: null,
  inventory_category_id: null,
  ad_classification_id: null,
  ...Object.fromEntries(monthNames.map((name) => [name, '0.00'])),
  m01: '100.00',
  m02: '50.50',
  total: '150.50',
  ...values,
});
const budget = (values: object = {}): AnyRecord => ({
  id: id(0),
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  row_version: 1,
  archived_at: null,
  name: 'Plan',
  company_id: { id: id(6), label: 'Medios', code: 'MED' },
  fiscal_year: 2025,
  version: 2,
  currency_code: 'DOP',
  status: 'draft',
  ...Object.fromEntries(monthNames.map((name) => [name, '0.00'])),
  m01: '200.00',
  m02: '101.00',
  total: '301.00',
  lines: [line(1), line(2)],
  ...values,
});
const months = (first: string): string[] => monthNames.map((_, at) => (at === 0 ? first : '0.00'));
const comparison = {
  periods: planPeriods(2025, 'calendar'),
  measures: [
    { name: 'booked', months: months('120.00'), total: '120.00' },
    { name: 'billed', months: months('90.00'), total: '90.00' },
    { name: 'last_year', months: months('80.00'), total: '80.00' },
  ],
  parts: [
    { key: `${radio.id}||||`, booked: '70.00', last_year: ['30.00', '10.00', ...Array(10).fill('0.00')] },
  ],
};
const permissions = ['view_all', 'create', 'update_all', 'export'].map((name) => `sales_budgets.${name}`);
const open = async (path: string, records: readonly AnyRecord[] = [budget()]) => {
  const screens = await openScreens(salesBudgets, <SalesBudgets />, {
    records,
    permissions,
    path: `/prevanta/presupuesto-ventas/${path}`,
    mount: '/prevanta/presupuesto-ventas/*',
    before: (server) => {
      for (let turn = 0; turn < 6; turn += 1) {
        server.once('GET', `/sales-budgets/${id(0)}/comparison`, { status: 200, body: { data: comparison } });
        server.once('GET', '/platforms/options', { status: 200, body: { data: [radio, television] } });
      }
    },
  });
  const grid = await screen.findByRole('grid', { name: 'Renglones del presupuesto' });
  return { ...screens, grid };
};
const edit = () => open(`${id(0)}/editar`);
const rowNamed = (name: string): HTMLElement =>
  screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement;
const textsOf = (row: HTMLElement): (string | null)[] =>
  [...row.querySelectorAll('td')].map((one) => one.textContent);
const lineRow = (place: number): HTMLElement => {
  const row = screen
    .getAllByRole('row')
    .find((one) => one.getAttribute('aria-rowindex') === String(place + 1));
  return row as HTMLElement;
};
const patches = ({ server }: Awaited<ReturnType<typeof open>>) =>
  server.asked.filter(({ method }) => method === 'PATCH');
const pasteText = (grid: HTMLElement, text: string): void => {
  fireEvent.paste(grid, { clipboardData: { getData: () => text } });
};

test('cells that are pasted are saved as a change of their lines, under the version that was read', async () => {
  const opened = await edit();
  const { grid, user } = opened;
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  pasteText(grid, '1.000,50\t60\n7');
  expect(textsOf(lineRow(1)).slice(2, 4)).toEqual(['1,000.50', '60.00']);
  expect(textsOf(rowNamed('Total')).slice(1, 3)).toEqual(['1,007.50', '110.50']);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(patches(opened)).toHaveLength(1));
  expect(patches(opened)[0]?.headers['if-match']).toBe('"1"');
  expect(patches(opened)[0]?.body).toEqual({
    lines: {
      put: [
        { id: id(1), m01: '1000.50', m02: '60.00' },
        { id: id(2), m01: '7.00' },
      ],
      drop: [],
    },
  });
});

test('lines are added by pasting below the last one, with their platform by its name, and dropped', async () => {
  const opened = await edit();
  const { grid, user } = opened;
  await waitFor(() => expect(textsOf(lineRow(1))[1]).toBe('Radio'));
  grid.focus();
  await user.keyboard('{ArrowDown}');
  pasteText(grid, 'Renglón 2\tTV\t1\nNuevo\tradio\t2\t3\nOtro\tPrensa\t4');
  expect(screen.getByText(/Plataforma: No hay «Prensa»\./)).toBeTruthy();
  expect(textsOf(lineRow(3)).slice(0, 4)).toEqual(['Nuevo', 'Radio', '2.00', '3.00']);
  await user.keyboard('{ArrowUp}');
  await user.click(screen.getByRole('button', { name: 'Quitar' }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(patches(opened)).toHaveLength(1));
  const lines = patches(opened)[0]?.body.lines as { put: AnyRecord[]; drop: string[] };
  expect(lines.drop).toEqual([id(1)]);
  expect(lines.put).toMatchObject([
    { id: id(2), m01: '1.00' },
    { description: 'Nuevo', platform_id: radio.id, m01: '2.00', m02: '3.00', m03: '0.00' },
    { description: 'Otro', m01: '4.00' },
  ]);
});

test('undoing everything leaves nothing to save', async () => {
  const opened = await edit();
  const { grid, user } = opened;
  grid.focus();
  await user.keyboard('{Control>}a{/Control}{Delete}');
  expect(textsOf(rowNamed('Total'))[1]).toBe('0.00');
  await user.keyboard('{Control>}z{/Control}');
  expect(textsOf(rowNamed('Total'))[1]).toBe('200.00');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(opened.address()).toBe(`/prevanta/presupuesto-ventas/${id(0)}`));
  expect(patches(opened)).toHaveLength(0);
});

test('cells that both changed are asked about, and those of one side are merged', async () => {
  const opened = await edit();
  const { grid, user, server } = opened;
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  pasteText(grid, '1\t2');
  const current = budget({ row_version: 2, lines: [line(1, { m01: '9.00', m03: '8.00' }), line(2)] });
  server.rows[0] = current;
  server.once('PATCH', '/sales-budgets', {
    status: 412,
    body: {
      message: 'Ana Pérez cambió este registro.',
      current,
      changes: [
        {
          at: '2026-03-09T14:30:00.000Z',
          by: 'Ana Pérez',
          fields: [],
          lines: { lines: { [id(1)]: ['m01', 'm03'] } },
        },
      ],
    },
  });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  const panel = await screen.findByRole('dialog');
  expect(within(panel).getByText(/«Renglón 1»: Ene/)).toBeTruthy();
  expect(within(panel).queryByText(/Feb/)).toBeNull();
});

test('a draft of the grid is found again', async () => {
  const { grid, user, unmount } = await edit();
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}321{Enter}');
  expect(await screen.findByText(/borrador en este equipo/)).toBeTruthy();
  unmount();
  await edit();
  expect(textsOf(lineRow(1))[2]).toBe('321.00');
  expect(screen.getByText(/Se recuperó lo que escribió/)).toBeTruthy();
});

test('figures are compared by month and by line, and lead to their lists', async () => {
  const { user, grid } = await open(id(0));
  expect(grid.getAttribute('aria-readonly')).toBe('true');
  await waitFor(() => expect(textsOf(rowNamed('Vendido'))[1]).toBe('120.00'));
  expect(textsOf(rowNamed('Vendido menos presupuesto')).slice(1, 3)).toEqual(['-80.00', '-101.00']);
  const link = screen.getByRole('link', { name: 'Vendido, Ene: 120.00' });
  expect(link.getAttribute('href')).toBe(
    `/reportes/informes/creditos/filas?f.on_date=2025-01-01..2025-01-31&f.company_id=${id(6)}&f.currency_code=DOP`,
  );
  await user.click(screen.getByText('Columnas y comparaciones'));
  expect(screen.queryByRole('checkbox', { name: 'Cobrado' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Vendido el año anterior' }));
  expect(
    screen.getByRole('link', { name: 'Vendido el año anterior, Ene: 80.00' }).getAttribute('href'),
  ).toContain('2024-01-01..2024-01-31');
  const own = screen.getByRole('group', { name: 'Comparar cada renglón con' });
  await user.click(within(own).getByRole('checkbox', { name: 'Diferencia' }));
  expect(textsOf(lineRow(1)).at(-1)).toBe('-80.50');
  expect(textsOf(lineRow(2)).at(-1)).toBe('-150.50');
});

test('a total is spread by what was sold last year', async () => {
  const { grid, user } = await edit();
  await screen.findByRole('rowheader', { name: 'Vendido' });
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  await user.click(screen.getByRole('button', { name: 'Repartir' }));
  const dialog = await screen.findByRole('dialog');
  const box = within(dialog).getByRole('textbox', { name: /Total/ });
  await user.clear(box);
  await user.type(box, '100');
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Según el año anterior' }).checked).toBe(
    true,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Repartir' }));
  expect(textsOf(lineRow(1)).slice(2, 4)).toEqual(['75.00', '25.00']);
});

test('another version is compared in words and by month', async () => {
  const other = budget({
    id: id(5),
    version: 1,
    status: 'approved',
    lines: [line(3, { description: 'Renglón 1', m01: '90.00', m02: '50.50' })],
  });
  const { user } = await open(id(0), [budget(), other]);
  await user.click(screen.getByRole('tab', { name: 'Diferencias' }));
  expect(
    await screen.findByText(
      /Esta versión planea RD\$160\.50 más que la versión 1: de RD\$140\.50 a RD\$301\.00\./,
    ),
  ).toBeTruthy();
  expect(
    screen.getByText(/«Renglón 1»: Ene pasó de RD\$90\.00 a RD\$100\.00 \(\+RD\$10\.00\)\./),
  ).toBeTruthy();
  expect(screen.getByText('Se agregó «Renglón 2» con RD$150.50.')).toBeTruthy();
  const grid = screen.getByRole('grid', { name: 'Diferencias por renglón y mes' });
  expect(within(grid).getAllByText('10.00').length).toBeGreaterThan(0);
});

test('a save that is refused moves to the cell that it names', async () => {
  const { grid, user, server } = await edit();
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}321{Enter}');
  server.once('PATCH', '/sales-budgets', {
    status: 422,
    body: {
      message: 'Revise los datos.',
      errors: { [`lines.${id(2)}.m02`]: ['Ese monto no cabe.'] },
    },
  });
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect((await screen.findAllByText(/Ese monto no cabe/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(document.activeElement).toBe(grid));
  expect(lineRow(2).querySelector('[data-active]')?.getAttribute('aria-colindex')).toBe('5');
});
