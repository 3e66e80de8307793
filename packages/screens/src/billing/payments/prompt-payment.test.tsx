// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './prompt-payment.stories.tsx';

const show = (story: { readonly render?: unknown }) => {
  const { unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return userEvent.setup();
};

const openDialog = async (user: ReturnType<typeof show>): Promise<HTMLElement> => {
  const [apply] = await screen.findAllByRole('button', { name: 'Aplicar a las más antiguas' });
  await user.click(apply as HTMLElement);
  return screen.findByRole('dialog');
};

test('applying a payment that leaves exactly the discount offers its credit note', async () => {
  const user = show(stories.Issued);
  const dialog = await openDialog(user);
  expect(
    await within(dialog).findByText(/queda su pronto pago de RD\$23\.60: si lo da, se emite la nota/),
  ).toBeTruthy();
  const give = within(dialog).getByRole('switch', { name: /Dar el descuento por pronto pago/ });
  expect((give as HTMLInputElement).checked).toBe(true);
  expect((await axe.run(dialog)).violations).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Aplicar a las más antiguas' }));
  expect(await screen.findByText(/nota de crédito por pronto pago emitida/)).toBeTruthy();
});

test('who may not issue documents reads that the note stays a draft', async () => {
  const dialog = await openDialog(show(stories.Draft));
  expect(await within(dialog).findByText(/la nota de crédito queda en borrador/)).toBeTruthy();
});

test('returning the payment says that the discount is charged again', async () => {
  const user = show(stories.Issued);
  await user.click(await screen.findByRole('button', { name: /Más acciones/ }));
  await user.click(await screen.findByRole('menuitem', { name: /Devolver/ }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /Motivo/ }), 'Sin fondos');
  await user.click(within(dialog).getByRole('button', { name: 'Devolver' }));
  expect(await screen.findByText(/quedó en borrador la nota de débito por el pronto pago/)).toBeTruthy();
});
