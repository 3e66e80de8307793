// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import * as stories from './guide-dialog.stories.tsx';

test('the guide of chosen orders is saved in three formats', async () => {
  const { unmount } = render((stories.OfChosenOrders.render as () => React.ReactElement)());
  onTestFinished(unmount);
  await screen.findByText(/para 2 órdenes de trabajo/);
  for (const name of [/PDF/, /CSV/, /TXT/])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).not.toBe('true');
  expect((await axe.run(screen.getByRole('dialog'))).violations).toEqual([]);
});
