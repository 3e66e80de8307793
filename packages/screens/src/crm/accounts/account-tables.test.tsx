import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as stories from './account-tables.stories.tsx';

const hrefOf = (name: string): URLSearchParams =>
  new URLSearchParams(screen.getAllByRole('link', { name })[0]?.getAttribute('href')?.split('?')[1]);

test('each amount of a balance leads to the invoices that it sums', () => {
  render(stories.Balance.render?.({}, {} as never));
  const region = screen.getByRole('region', { name: 'Saldo por antigüedad' });
  expect(
    within(region)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Moneda', 'Corriente', '1–30', '31–60', '61–90', '91–120', '+120', 'Total', 'Anticipos']);
  const query = hrefOf('RD$59,000.00');
  expect(query.get('f.due_date')).toBe('2026-03-01..2026-03-30');
  expect(query.get('f.currency_code')).toBe('DOP');
  expect(query.get('f.payment_status')).toBe('open,partial');
});

test('sales of twelve months are a table, whose bars are hidden from screen readers', () => {
  render(stories.Sales.render?.({}, {} as never));
  const region = screen.getByRole('region', { name: 'Ventas de 12 meses en DOP' });
  expect(within(region).getAllByRole('rowheader')).toHaveLength(13);
  expect(hrefOf('RD$15,000.50').get('f.issue_date')).toBe('2025-05-01..2025-05-31');
  expect(within(region).getByText('-RD$1,200.00')).toBeTruthy();
});

test('the barter balance of a client leads to the receipts that it sums', () => {
  render(stories.Barter.render?.({}, {} as never));
  const region = screen.getByRole('region', { name: 'Balance de canje' });
  expect(within(region).getAllByRole('rowheader')).toHaveLength(1);
  const query = hrefOf('RD$70,800.00');
  expect(query.get('f.status')).toBe('registered');
  expect(query.get('f.currency_code')).toBe('DOP');
  expect(within(region).getByText('RD$11,800.00')).toBeTruthy();
});
