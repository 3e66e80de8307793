// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './collections.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('the list names who collects from each account, and leads to promises', async () => {
  const container = show(stories.Cases);
  await screen.findByRole('link', { name: 'Óptica Ñandú' });
  expect(screen.getAllByText('Marta Ibáñez').length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: 'Promesas' }).getAttribute('href')).toBe(
    '/facturacion/facturacion-cobros/promesas',
  );
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a collector is assigned by naming them', async () => {
  const container = show(stories.Held);
  const assign = await screen.findByRole('button', { name: 'Asignar cobrador' });
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(assign);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('combobox', { name: /Cobrador/ })).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('whoever does not collect assigns nobody', async () => {
  show(stories.ReadOnly);
  await screen.findAllByText('RD$128,450.00');
  const assign = screen.queryByRole('button', { name: 'Asignar cobrador' });
  expect(assign?.getAttribute('aria-disabled') ?? 'true').toBe('true');
});

test('promises are listed as of today', async () => {
  const list = show(stories.Promises);
  await screen.findAllByText('RD$50,000.00');
  expect((await axe.run(list)).violations).toEqual([]);
});

test('a promise is withdrawn with a reason', async () => {
  const container = show(stories.Promised);
  const withdraw = await screen.findByRole('button', { name: 'Retirar promesa' });
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(withdraw);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('textbox', { name: /Motivo/ })).toBeTruthy();
});

test('disputes are listed with what is disputed', async () => {
  const list = show(stories.Disputes);
  await screen.findByRole('link', { name: /B0100000012/ });
  expect((await axe.run(list)).violations).toEqual([]);
});

test('a dispute is accepted with the reason of its credit note, or rejected', async () => {
  const container = show(stories.Disputed);
  const accept = await screen.findByRole('button', { name: 'Aceptar' });
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(accept);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('combobox', { name: /Motivo de la nota/ })).toBeTruthy();
});

test('a letter of the stage of the account is read before it is sent', async () => {
  const container = show(stories.Held);
  expect(await screen.findByRole('button', { name: 'Carta' })).toBeTruthy();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Enviar carta de cobro' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/la carta de su etapa/)).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('letters are listed with whom they were sent to, and printed again', async () => {
  const list = show(stories.Letters);
  await screen.findAllByText('pagos@optica.example.com');
  expect((await axe.run(list)).violations).toEqual([]);
});

test('a letter has its text and its document', async () => {
  const container = show(stories.Letter);
  expect(await screen.findByRole('button', { name: 'PDF' })).toBeTruthy();
  expect((await screen.findAllByText(/mantiene RD\$128,450.00 sin pagar/)).length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('a stage refuses a placeholder that does not exist', async () => {
  const container = show(stories.StageForm);
  const body = await screen.findByRole('textbox', { name: /Texto de la carta/ });
  expect((await axe.run(container)).violations).toEqual([]);
  const user = userEvent.setup();
  await user.clear(body);
  await user.type(body, 'Debe {{saldo}');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect((await screen.findAllByText(/Entre llaves solo puede ir/)).length).toBeGreaterThan(0);
});
