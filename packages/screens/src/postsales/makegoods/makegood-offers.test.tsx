// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './makegood-offers.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

const propose = (): HTMLElement => screen.getByRole('button', { name: 'Proponer compensaciones' });

test('the list has every offer with its state, and a way to make more', async () => {
  const container = show(stories.List);
  await screen.findByRole('link', { name: 'Noticiero estelar, cuña 1' });
  expect(screen.getByText('Ese día la tienda cierra. Preferimos el fin de semana.')).toBeTruthy();
  expect(propose().getAttribute('aria-disabled')).toBeNull();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('whoever may only see offers reads why none can be made', async () => {
  const container = show(stories.ReadOnly);
  await screen.findByRole('link', { name: 'Noticiero estelar, cuña 1' });
  expect(propose().getAttribute('aria-disabled')).toBe('true');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('an empty list says how an offer is made', async () => {
  const container = show(stories.Empty);
  await screen.findByText(/Cuando una colocación se marca como no emitida/);
  expect((await axe.run(container)).violations).toEqual([]);
});

test('what was sent is sent again in a dialog that asks for whom and until when', async () => {
  const container = show(stories.Sent);
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Enviar al cliente' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('quien lo recibe acepta o rechaza cada una');
  expect(screen.getByLabelText(/Para quién/)).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});

test('one without a place cannot be accepted, and says what to do', async () => {
  const container = show(stories.WithoutPlace);
  await screen.findByRole('button', { name: 'Proponer otro lugar' });
  expect((await axe.run(container)).violations).toEqual([]);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Más acciones' }));
  const accept = await screen.findByRole('menuitem', { name: /Registrar aceptación/ });
  expect(accept.textContent).toContain('Use «Proponer otro lugar» con una fecha.');
});

test('what the client answered is in the record', async () => {
  const container = show(stories.Declined);
  await screen.findByText('María Peña (Gerente de Mercadeo)');
  expect((await axe.run(container)).violations).toEqual([]);
});

test('beside the links stands what accepting does to the invoice', async () => {
  const container = show(stories.Client);
  await screen.findByText('María Peña');
  expect(screen.getByText(/no se facturan hasta que se emita la compensación, y una sola vez/)).toBeTruthy();
  expect(screen.getByText('Abierto')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('before anything was sent the page says how it is', async () => {
  const container = show(stories.ClientNotSent);
  await screen.findByText('Todavía no se enviaron');
  expect((await axe.run(container)).violations).toEqual([]);
});
