// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './deposit.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('a deposit asks for each of its payments, and says which row is incomplete', async () => {
  show(stories.Pending);
  const user = userEvent.setup();
  const [several] = await screen.findAllByRole('button', { name: 'Varios cobros' });
  await user.click(several as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: /Agregar/ }));
  await user.type(within(dialog).getByRole('textbox', { name: /Factura o NCF/ }), 'FA-2026-000012');
  expect((await axe.run(dialog)).violations).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Varios cobros' }));
  expect((await within(dialog).findAllByText(/una factura con su importe/)).length).toBeGreaterThan(0);
});

test('a settled deposit names its payments', async () => {
  const container = show(stories.Settled);
  expect(await screen.findByText('RC-2026-000002')).toBeTruthy();
  expect(screen.getAllByText('Varios cobros').length).toBeGreaterThan(0);
  expect((await axe.run(container)).violations).toEqual([]);
});
