// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './commission-simulator.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

const table = () => screen.findByRole('region', { name: 'Lo que ganaría' });
const total = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(-1)[0]?.textContent;

test('shows what each open sale would earn, how it is calculated, and the total of what is marked', async () => {
  const container = show(stories.OpenSales);
  const quote = within(await table()).getByRole('row', { name: /Temporada alta/ });
  expect(quote.textContent).toContain('6 %, por llegar a RD$100,000.00, sobre 55,000.00 (50 % del cobrado)');
  expect(quote.textContent).toContain('RD$3,300.00');
  expect(within(await table()).getByText(/Sin plan para «Con agencia»/)).toBeTruthy();
  expect(await total()).toContain('RD$3,300.00');
  fireEvent.click(screen.getByRole('checkbox', { name: /Temporada alta/ }));
  expect(await total()).toContain('RD$0.00');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a typed amount is calculated with its share, and a wrong one says what to write', async () => {
  show(stories.Nothing);
  expect(await screen.findByText(/Escriba un importe para ver/)).toBeTruthy();
  const amount = screen.getByRole('textbox', { name: /Neto de la venta/ });
  const add = screen.getByRole('button', { name: 'Agregar' });
  fireEvent.click(add);
  expect(await screen.findByText('Escriba un importe mayor que cero.')).toBeTruthy();
  fireEvent.change(amount, { target: { value: '1000' } });
  fireEvent.change(screen.getByRole('textbox', { name: /Su parte/ }), { target: { value: '40' } });
  fireEvent.click(add);
  const row = within(await table()).getByRole('row', { name: /Importe 1/ });
  expect(row.textContent).toContain('5 %, sobre 400.00 (40 % del cobrado)');
  expect(row.textContent).toContain('RD$20.00');
});
