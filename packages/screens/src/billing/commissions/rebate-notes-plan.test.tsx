// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './rebate-notes-plan.stories.tsx';

const show = (story: { readonly render?: unknown }): HTMLElement => {
  const { container, unmount } = render((story.render as () => React.ReactElement)());
  onTestFinished(unmount);
  return container;
};

test('each note says what it gives of the rebate and by how much its invoice is reduced', async () => {
  const container = show(stories.TwoNotes);
  expect(screen.getByText('RD$393.00 más RD$70.74 de ITBIS: su balance baja RD$463.74')).toBeTruthy();
  expect(screen.getByText('RD$453.00')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});

test('an approved rebate is given by credit notes after their dry run', async () => {
  show(stories.Crediting);
  const user = userEvent.setup();
  const [credit] = await screen.findAllByRole('button', { name: 'Acreditar en facturas' });
  await user.click(credit as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/FA-2026-000019 · B0100000019/)).toBeTruthy();
  expect((await axe.run(dialog)).violations).toEqual([]);
});
