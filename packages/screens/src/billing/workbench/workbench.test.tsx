// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './workbench.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};
const tabs = async (): Promise<readonly (string | null)[]> =>
  within(await screen.findByRole('navigation', { name: 'Vista' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const queryOf = (link: HTMLElement): URLSearchParams =>
  new URL(link.getAttribute('href') ?? '', 'http://x').searchParams;

test('the tabs have addresses of their own, and one leads to another', async () => {
  const container = show(stories.ToInvoice);
  expect(await screen.findByRole('heading', { level: 1, name: 'Facturación y Cobros' })).toBeTruthy();
  expect(await tabs()).toEqual([
    'Por facturar',
    'Facturado del mes',
    'Cartera',
    'Gestión de cobro',
    'Disputas',
    'Anticipos sin aplicar',
    'Estados de cuenta',
  ]);
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(screen.getByRole('link', { name: 'Cartera' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Cartera' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cartera' }).getAttribute('aria-current')).toBe('page');
  await screen.findByText('Evolución de la cartera');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('who may not see the data of a tab has no tab, and begins with the first that they may see', async () => {
  show(stories.Seller);
  expect(await screen.findByRole('heading', { level: 1, name: 'Facturado del mes' })).toBeTruthy();
  const shown = await tabs();
  for (const name of ['Por facturar', 'Cartera', 'Anticipos sin aplicar', 'Estados de cuenta'])
    expect(shown).not.toContain(name);
});

test('what was invoiced in the month is totalled by currency', async () => {
  const container = show(stories.Month);
  const row = await screen.findByRole('row', { name: /Peso dominicano/ });
  expect(within(row).getByText('4,445,500.00')).toBeTruthy();
  const notes = queryOf(within(row).getByRole('link', { name: '29,500.00' }));
  expect([notes.get('f.doc_kind'), notes.get('f.issue_date')]).toEqual([
    'credit_note',
    '2026-11-01..2026-11-29',
  ]);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('advances are listed by currency', async () => {
  const container = show(stories.Advances);
  const link = await screen.findByRole('link', { name: 'RD$140,000.00' });
  expect(queryOf(link).get('f.unapplied')).toBe('>DOP0');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('each bar names its month and value and leads to its documents; a table has the same figures', async () => {
  const container = show(stories.Charts);
  const bar = await screen.findByTitle(/noviembre de 2026: 59 días/i);
  expect(queryOf(bar).get('f.issue_date')).toBe('2026-09-02..2026-11-30');
  const debtor = screen.getByRole('link', { name: /Banco del Sur/ });
  expect(queryOf(debtor).get('f.client_id')).not.toBeNull();
  await userEvent.setup().click(screen.getByText('Ver los meses como tabla'));
  const row = screen.getByRole('row', { name: /noviembre de 2026/i });
  expect(within(row).getByText('59')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('statements are sent to the chosen accounts that can be reached', async () => {
  const container = show(stories.Statements);
  const user = userEvent.setup();
  const all = await screen.findByRole('checkbox', { name: 'Elegir todas las cuentas' });
  expect((screen.getByRole('checkbox', { name: 'Elegir Agencia Norte' }) as HTMLInputElement).disabled).toBe(
    true,
  );
  expect((await axe.run(container)).violations).toEqual([]);
  await user.click(all);
  await user.click(screen.getByRole('button', { name: 'Enviar estado de cuenta (1)' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /Mensaje/ }), 'Le recordamos lo pendiente.');
  expect((await axe.run(dialog)).violations).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('an account list without debts says so', async () => {
  show(stories.NoStatements);
  expect(await screen.findByText('Nadie debe nada')).toBeTruthy();
});

test('a cell of the aging leads to what it adds up, parts of invoices in instalments too', async () => {
  const container = show(stories.DuesOfACell);
  const table = await screen.findByRole('region', { name: 'Vencimientos pendientes' });
  expect(within(table).getByText(/una de 3 cuotas/)).toBeTruthy();
  expect(within(table).getAllByRole('row').at(-1)?.textContent).toContain('1,573.34');
  expect(within(table).getByRole('link', { name: 'B0100000012' }).getAttribute('href')).toMatch(
    /facturacion/,
  );
  expect(queryOf(screen.getByRole('link', { name: 'Cartera' })).get('currency')).toBe('DOP');
  expect((await axe.run(container)).violations).toEqual([]);
});
