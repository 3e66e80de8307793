// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as expected from './expected-withholdings.stories.tsx';
import * as proposals from './withholding-proposal.stories.tsx';
import * as stories from './withholdings.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the form of a payment proposes what is withheld of an open invoice, and takes it over', async () => {
  const container = show(proposals.Proposed);
  const use = await screen.findByRole('button', { name: 'Usar FA-2026-000012' });
  expect(screen.getByText(/ISR 5 %: RD\$50\.00/)).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(use);
  const amount = screen.getByRole('textbox', { name: /Importe recibido/ });
  expect((amount as HTMLInputElement).value).toMatch(/1,?130\.00/);
  expect(screen.getByDisplayValue(/^50(\.00)?$/)).toBeTruthy();
});

test('where nothing is withheld nothing is proposed', async () => {
  show(proposals.Nothing);
  await screen.findByRole('textbox', { name: /Importe recibido/ });
  expect(screen.queryByRole('button', { name: /^Usar/ })).toBeNull();
});

test('the work list shows how long a certificate is missing, and takes its number', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: /RC-2026-000001 · ISR/ });
  expect(screen.getAllByText('Sin comprobante').length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
  show(stories.Pending);
  const [certify] = await screen.findAllByRole('button', { name: 'Registrar comprobante' });
  await userEvent.setup().click(certify as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('textbox', { name: /Número del comprobante/ })).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('an invoice names what is expected to be withheld of it', async () => {
  const container = show(expected.Expected);
  expect(await screen.findByText(/ISR de pagos del Estado \(5 %\)/)).toBeTruthy();
  expect(screen.getByText('RD$50.00')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});
