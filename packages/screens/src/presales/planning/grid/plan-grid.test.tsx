import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import type { GridOutcome, SavedRow } from '@pauta/domain/presales/planning/plan-grid.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { createHost } from '@pauta/ui/testing/host.tsx';
import { createLiveFetch } from '@pauta/ui/testing/live-fetch.ts';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { ClientBudgetGrid } from './client-budget-grid.tsx';
import { GoalGrid } from './goal-grid.tsx';
import { budgetRow, goalRow } from './plan-grid-fixtures.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A server with these rows, whose answers to `cells` merge as the real one does. */
function serve(rows: AnyRecord[], locked: Readonly<Record<string, readonly string[]>> = {}) {
  const asked: Asked[] = [];
  const problems = new Map<string, Readonly<Record<string, string>>>();
  const save = ({ id, row_version, cells }: SavedRow): GridOutcome => {
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at] as AnyRecord;
    const wrong = problems.get(id) ?? {};
    const taken = Object.entries(cells).flatMap(([name, { before, after }]) =>
      row_version !== row.row_version && row[name] !== before && row[name] !== after ? [name] : [],
    );
    const kept = Object.entries(cells).filter(([name]) => !taken.includes(name) && !(name in wrong));
    const next = {
      ...row,
      ...Object.fromEntries(kept.map(([name, { after }]) => [name, after])),
      row_version: row.row_version + (kept.length > 0 ? 1 : 0),
    };
    rows[at] = next;
    return {
      id,
      row_version: next.row_version,
      months: Object.fromEntries(monthNames.map((name) => [name, String((next as AnyRecord)[name])])),
      conflicts: taken.map((column) => ({
        column,
        theirs: String(row[column]),
        by: 'Luis Gómez',
        at: null,
      })),
      problems: wrong,
    };
  };
  const answer = ({ method, path, body }: Asked): { status: number; body: unknown } => {
    if (path === '/settings') return { status: 200, body: { settings: {} } };
    if (path.includes('/grid?')) return { status: 200, body: { data: rows, locked, is_cut: false } };
    if (path.includes('/season?'))
      return { status: 200, body: { data: [{ id: rows[0]?.id, months: { m01: '30.00', m02: '10.00' } }] } };
    if (path.endsWith('/cells') && method === 'POST')
      return { status: 200, body: { data: (body as { rows: SavedRow[] }).rows.map(save) } };
    const one = rows.find(({ id }) => path.endsWith(`/${id}`));
    return one ? { status: 200, body: { data: one } } : { status: 404, body: { message: 'No se encontró.' } };
  };
  const live = createLiveFetch(async (input, init) => {
    const entry = {
      method: init?.method ?? 'GET',
      path: String(input).replace(/^.*\/api/, ''),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    };
    asked.push(entry);
    const { status, body } = answer(entry);
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return { asked, live, problems };
}

const open = async (
  resource: Resource,
  content: ReactNode,
  rows: AnyRecord[],
  {
    permissions = ['view_all', 'update_all'],
    locked = {},
  }: { permissions?: readonly string[]; locked?: Readonly<Record<string, readonly string[]>> } = {},
) => {
  const server = serve(rows, locked);
  const path = `/${resource.screen}/cuadricula`;
  const host = createHost(content, {
    baseUrl: 'http://pauta.example/api',
    fetch: server.live.fetch,
    permissions: permissions.map((name) => (name.includes('.') ? name : `${resource.name}.${name}`)),
    path: `${path}?f.fiscal_year=2026`,
    mount: path,
  });
  const view = render(<host.Host />);
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(server.live.opened).toHaveLength(1));
  return { ...server, ...view, grid, user: userEvent.setup() };
};
const budgets = (rows: AnyRecord[], options = {}) => open(clientBudgets, <ClientBudgetGrid />, rows, options);
const goals = (rows: AnyRecord[], options = {}) => open(repGoals, <GoalGrid />, rows, options);
const pasteText = (grid: HTMLElement, text: string): void => {
  fireEvent.paste(grid, { clipboardData: { getData: () => text } });
};
const heads = (): (string | null)[] => screen.getAllByRole('columnheader').map((head) => head.textContent);
const cell = (row: number, column: string): HTMLElement => {
  const line = screen
    .getAllByRole('row')
    .find((one) => one.getAttribute('aria-rowindex') === String(row + 1)) as HTMLElement;
  return within(line)
    .getAllByRole('cell')
    .find((one) => one.getAttribute('aria-colindex') === String(heads().indexOf(column) + 1)) as HTMLElement;
};
/** Moves the active cell to a month of the first row. */
const toMonth = async (user: ReturnType<typeof userEvent.setup>, grid: HTMLElement, column: string) => {
  grid.focus();
  await user.keyboard(`{Control>}{Home}{/Control}${'{ArrowRight}'.repeat(heads().indexOf(column) - 1)}`);
};
const saves = (asked: readonly Asked[]): readonly SavedRow[][] =>
  asked.filter(({ path }) => path.endsWith('/cells')).map(({ body }) => (body as { rows: SavedRow[] }).rows);

beforeEach(() => localStorage.clear());

test('months of client budgets are pasted and saved cell by cell, each row under its version', async () => {
  const { grid, user, asked } = await budgets([budgetRow(1), budgetRow(2, { row_version: 5 })]);
  await toMonth(user, grid, 'Feb');
  pasteText(grid, '1.000,50\t60\n7');
  expect(cell(1, 'Feb').textContent).toBe('1,000.50');
  expect(screen.getByText('3 celdas sin guardar · borrador en este equipo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByText(/sin guardar ·/)).toBeNull());
  expect(saves(asked)).toEqual([
    [
      {
        id: budgetRow(1).id,
        row_version: 1,
        cells: { m02: { before: '0.00', after: '1000.50' }, m03: { before: '0.00', after: '60.00' } },
      },
      { id: budgetRow(2).id, row_version: 5, cells: { m02: { before: '0.00', after: '7.00' } } },
    ],
  ]);
  expect(cell(2, 'Feb').textContent).toBe('7.00');
});

test('a paste with wrong numbers, formulas, texts and more columns takes what is right and says what is not', async () => {
  const { grid, user, asked } = await budgets([budgetRow(1), budgetRow(2)]);
  await toMonth(user, grid, 'Nov');
  pasteText(grid, '=SUMA(A1)\t-5\t1\t2\n12345678901234567\tmil\t3\n9\t9\n8\t8');
  expect(screen.getByText(/es una fórmula/)).toBeTruthy();
  expect(screen.getByText(/«-5» es negativo/)).toBeTruthy();
  expect(screen.getByText(/es demasiado grande/)).toBeTruthy();
  expect(screen.getByText(/«mil» no es un número/)).toBeTruthy();
  expect(screen.getByText(/«Total» se calcula/)).toBeTruthy();
  expect(screen.getByText(/No cupo 1 columna a la derecha/)).toBeTruthy();
  expect(screen.getByText(/Aquí no se agregan filas: no se pegaron 2 filas/)).toBeTruthy();
  expect(screen.queryByText(/sin guardar ·/)).toBeNull();
  expect(saves(asked)).toEqual([]);
  await user.click(screen.getByRole('button', { name: /Fila 2, Dic/ }));
  expect(cell(2, 'Dic').id).toBe(grid.getAttribute('aria-activedescendant'));
});

test('5,000 pasted rows are saved in parts, and all of them', async () => {
  const { grid, user, asked } = await budgets(Array.from({ length: 5000 }, (_, at) => budgetRow(at + 1)));
  await toMonth(user, grid, 'Dic');
  pasteText(grid, Array.from({ length: 5000 }, (_, at) => `${at + 1}.25`).join('\n'));
  expect(screen.getByText('5,000 celdas sin guardar · borrador en este equipo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByText(/sin guardar|Guardando/)).toBeNull(), { timeout: 100_000 });
  const parts = saves(asked);
  expect(parts).toHaveLength(25);
  expect(new Set(parts.flat().map(({ id }) => id)).size).toBe(5000);
  expect(parts.at(-1)?.at(-1)?.cells).toEqual({ m12: { before: '0.00', after: '5000.25' } });
}, 120_000);

test('what another person saved is asked about at its cell, and the other cells are saved', async () => {
  const rows = [budgetRow(1), budgetRow(2)];
  const { grid, user, asked } = await budgets(rows);
  await toMonth(user, grid, 'Ene');
  pasteText(grid, '11\t22');
  rows[0] = { ...budgetRow(1), row_version: 2, m01: '99.00', m05: '5.00' };
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  const link = await screen.findByRole('link', {
    name: /Cliente 1, 2026, Ene: Luis Gómez guardó 99.00, y usted escribió 11.00/,
  });
  expect(rows[0]).toMatchObject({ m01: '99.00', m02: '22.00', m05: '5.00' });
  expect(cell(1, 'May').textContent).toBe('5.00');
  await user.click(link);
  expect(document.activeElement).toBe(grid);
  expect(cell(1, 'Ene').getAttribute('aria-invalid')).toBe('true');
  // It is not saved again until it is decided.
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(saves(asked)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Poner lo mío' }));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(screen.queryByText(/sin guardar ·/)).toBeNull());
  expect(rows[0]).toMatchObject({ m01: '11.00', m02: '22.00' });
});

test('the value of the other person can stay', async () => {
  const rows = [budgetRow(1)];
  const { grid, user } = await budgets(rows);
  await toMonth(user, grid, 'Ene');
  pasteText(grid, '11');
  rows[0] = { ...budgetRow(1), row_version: 2, m01: '99.00' };
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('button', { name: 'Dejar lo de ellos' }));
  expect(cell(1, 'Ene').textContent).toBe('99.00');
  expect(screen.queryByText(/sin guardar ·/)).toBeNull();
});

test('a cell that the server refuses says why, and keeps what was written', async () => {
  const rows = [goalRow(1)];
  const { grid, user, problems } = await goals(rows);
  problems.set(goalRow(1).id, { m02: 'El mes está cerrado y su meta ya no cambia.' });
  await toMonth(user, grid, 'Feb');
  pasteText(grid, '5\t6');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('link', { name: /Feb: El mes está cerrado/ }));
  expect(cell(1, 'Feb').textContent).toBe('5.00');
  expect(cell(1, 'Feb').id).toBe(grid.getAttribute('aria-activedescendant'));
  expect(rows[0]).toMatchObject({ m02: '0.00', m03: '6.00' });
  expect(screen.getByText('1 celda sin guardar · borrador en este equipo')).toBeTruthy();
});

test('unsaved cells are found again after a reload, under the version that was read', async () => {
  const first = await budgets([budgetRow(1)]);
  await toMonth(first.user, first.grid, 'Mar');
  await first.user.keyboard('321{Enter}');
  first.unmount();
  const rows = [{ ...budgetRow(1), row_version: 2, m03: '50.00' }];
  const { user, asked } = await budgets(rows);
  expect(cell(1, 'Mar').textContent).toBe('321.00');
  expect(screen.getByText(/Se recuperó lo que escribió/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(saves(asked)[0]?.[0]).toMatchObject({
    row_version: 1,
    cells: { m03: { before: '0.00', after: '321.00' } },
  });
  expect(await screen.findByRole('link', { name: /guardó 50.00, y usted escribió 321.00/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(cell(1, 'Mar').textContent).toBe('50.00');
  expect(screen.queryByText(/Se recuperó/)).toBeNull();
});

test('others see which cell is open and what is typed, and theirs is seen here', async () => {
  const { grid, user, asked, live } = await budgets([budgetRow(1), budgetRow(2)]);
  const told = () => asked.filter(({ path }) => path === '/presence').map(({ body }) => body);
  await toMonth(user, grid, 'Feb');
  await user.keyboard('7');
  await waitFor(() =>
    expect(told()[0]).toEqual({
      resource: 'client_budgets',
      id: budgetRow(1).id,
      line: null,
      field: 'm02',
      text: '7',
    }),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(told().at(-1)).toMatchObject({ field: 'm02', text: null }));
  const presence = (text: string | null): void =>
    live.send(
      `event: presence\ndata: ${JSON.stringify({
        resource: 'client_budgets',
        id: budgetRow(2).id,
        line: null,
        field: 'm02',
        text,
        by: { id: '99', name: 'Luis Gómez' },
      })}\n\n`,
    );
  await act(async () => presence('150'));
  expect(await screen.findByText('Luis Gómez escribe en «Cliente 2, 2026», Feb: «150»')).toBeTruthy();
  // The active cell is the one below the one that was written.
  expect(screen.getByText('Luis Gómez está escribiendo en esta celda: «150».')).toBeTruthy();
  expect(cell(2, 'Feb').dataset.note).toBe('open');
  await act(async () => presence(null));
  await waitFor(() => expect(screen.queryByText(/Luis Gómez/)).toBeNull());
});

test('what others save is shown while the grid is open, and the own input stays', async () => {
  const rows = [budgetRow(1)];
  const { grid, user, live } = await budgets(rows);
  await toMonth(user, grid, 'Ene');
  pasteText(grid, '11');
  rows[0] = { ...budgetRow(1), row_version: 2, m01: '99.00', m02: '8.00' };
  await act(async () => live.tell({ resource: 'client_budgets', id: budgetRow(1).id, version: 2 }));
  await waitFor(() => expect(cell(1, 'Feb').textContent).toBe('8.00'));
  expect(cell(1, 'Ene').textContent).toBe('11.00');
  expect(
    screen.getByText('Luis Gómez cambió «Ene» a 99.00. Al guardar usted elige cuál queda.'),
  ).toBeTruthy();
});

test('closed months and approved goals are not written, and counts have no decimals', async () => {
  const rows = [
    goalRow(1),
    goalRow(2, { metric: 'visits', m01: '12.00' }),
    goalRow(3, { status: 'approved' }),
  ];
  const { grid, user } = await goals(rows, { locked: { [goalRow(1).id]: ['m01'] } });
  await toMonth(user, grid, 'Ene');
  await user.keyboard('5');
  expect(screen.queryByRole('textbox', { name: /Ejecutivo 1/ })).toBeNull();
  expect(cell(2, 'Ene').textContent).toBe('12');
  expect(cell(3, 'Feb').getAttribute('aria-readonly')).toBe('true');
  expect(screen.getByRole('rowheader', { name: 'Total, Visitas' })).toBeTruthy();
  pasteText(grid, '1\t2\n3\t4\n5\t6');
  expect(cell(1, 'Ene').textContent).toBe('100.00');
  expect(cell(1, 'Feb').textContent).toBe('2.00');
  expect(cell(2, 'Feb').textContent).toBe('4');
  expect(cell(3, 'Feb').textContent).toBe('0.00');
});

test('who approves goals writes approved ones, and who may not change them reads', async () => {
  const first = await goals([goalRow(3, { status: 'approved' })], {
    permissions: ['view_all', 'update_all', 'approve'],
  });
  expect(cell(1, 'Feb').getAttribute('aria-readonly')).toBeNull();
  first.unmount();
  const { grid } = await goals([goalRow(1)], { permissions: ['view_own'] });
  expect(grid.getAttribute('aria-readonly')).toBe('true');
  expect(screen.getByRole('button', { name: 'Guardar' }).getAttribute('aria-disabled')).toBe('true');
});

test('rows of one currency have subtotals, and each currency its total', async () => {
  const first = await budgets([budgetRow(1), budgetRow(2)]);
  expect(screen.getByRole('rowheader', { name: /^Total \(/ })).toBeTruthy();
  await first.user.click(screen.getByRole('button', { name: /Subtotales/ }));
  await first.user.click(screen.getByRole('option', { name: 'Por Ejecutivo' }));
  expect(cell(2, 'Cliente').textContent).toBe('Subtotal de Ana Peñaló');
  first.unmount();
  await budgets([budgetRow(1), budgetRow(2, { currency_code: 'USD' })]);
  expect(screen.getAllByRole('rowheader', { name: /^Total, / })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /Subtotales/ })).toBeNull();
});

test('a total is spread by what was sold the year before', async () => {
  const { grid, user } = await budgets([budgetRow(1)]);
  await toMonth(user, grid, 'Ene');
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await user.click(screen.getByRole('button', { name: 'Repartir' }));
  const dialog = await screen.findByRole('dialog');
  const box = within(dialog).getByRole('textbox', { name: /Total/ });
  await user.clear(box);
  await user.type(box, '100');
  await user.click(within(dialog).getByRole('radio', { name: 'Según el año anterior' }));
  await user.click(within(dialog).getByRole('button', { name: 'Repartir' }));
  expect(['Ene', 'Feb', 'Mar'].map((month) => cell(1, month).textContent)).toEqual([
    '75.00',
    '25.00',
    '0.00',
  ]);
});
