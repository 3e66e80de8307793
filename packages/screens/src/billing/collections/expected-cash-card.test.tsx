// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { Weeks } from './expected-cash-card.stories.tsx';

test('each week adds what is due and promised, and leads to both', async () => {
  const { container, unmount } = render((Weeks.render as () => React.ReactElement)());
  onTestFinished(unmount);
  const row = await screen.findByRole('row', { name: /25\/11 – 29\/11/ });
  expect(within(row).getByText('170,000.00')).toBeTruthy();
  const promised = within(row).getByRole('link', { name: '50,000.00' }).getAttribute('href') ?? '';
  expect(new URL(promised, 'http://x').searchParams.get('f.promised_on')).toBe('2026-11-25..2026-11-29');
  const undated = screen.getByRole('row', { name: /Atrasado sin fecha/ });
  expect(within(undated).getByRole('link', { name: '75,250.50' })).toBeTruthy();
  const expected = screen.getByRole('row', { name: /^Esperado/ });
  expect(within(expected).getByText('282,500.00')).toBeTruthy();
  expect((await axe.run(container)).violations).toEqual([]);
});
