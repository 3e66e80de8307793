// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from './toast.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

test('a notification disappears after five seconds, but not while the pointer is on it', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Toasts />);
  act(() => notify('Cliente guardado'));
  const region = screen.getByRole('log', { name: 'Avisos' });
  expect(region.getAttribute('aria-live')).toBe('polite');
  await user.hover(await within(region).findByText('Cliente guardado'));
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.getByText('Cliente guardado')).toBeTruthy();
  await user.unhover(region);
  act(() => vi.advanceTimersByTime(5_000));
  expect(screen.queryByText('Cliente guardado')).toBeNull();
});

test('an action runs once and closes the notification', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const undo = vi.fn();
  render(<Toasts />);
  act(() => notify('Cliente archivado', { action: { label: 'Deshacer', run: undo } }));
  await user.click(await screen.findByRole('button', { name: 'Deshacer' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByText('Cliente archivado')).toBeNull();
});
