// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { withFreshPage } from '../testing.ts';
import { FavoriteButton } from './favorite-button.tsx';
import type { Pin } from './pin-list.ts';
import { PinsMenu } from './pins-menu.tsx';
import { usePins, useVisit } from './use-pins.ts';

withFreshPage();

const clients: Pin = { href: '/crm/clientes', label: 'Clientes', section: 'CRM' };
const goTo = vi.fn();

function Page({ storageKey, pin = clients }: { storageKey: string; pin?: Pin | null }): ReactElement {
  const pins = usePins(storageKey);
  useVisit(pins, pin);
  return (
    <>
      <PinsMenu current={pin} onNavigate={goTo} pins={pins} />
      {pin && <FavoriteButton pin={pin} pins={pins} />}
    </>
  );
}

const open = () => screen.getByRole('button', { name: 'Favoritos y recientes' });
const names = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => link.firstChild?.textContent);

it('marks the current page, stores it, and the star is pressed', async () => {
  const user = userEvent.setup();
  const { unmount } = render(<Page storageKey="mark" />);
  await user.click(open());
  await user.click(screen.getByRole('button', { name: 'Agregar «Clientes» a favoritos' }));
  expect(names('Favoritos')).toEqual(['Clientes']);
  for (const star of screen.getAllByRole('button', { name: 'Favorito: Clientes' })) {
    expect(star.getAttribute('aria-pressed')).toBe('true');
  }
  unmount();
  render(<Page storageKey="mark" />);
  expect(screen.getByRole('button', { name: 'Favorito: Clientes' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
});

it('reorders favourites by buttons, announces their position, and opens them', async () => {
  localStorage.setItem(
    'order',
    JSON.stringify({ favorites: ['a', 'b', 'c'].map((label) => ({ href: `/${label}`, label })) }),
  );
  const user = userEvent.setup();
  render(<Page pin={null} storageKey="order" />);
  await user.click(open());
  await user.click(screen.getByRole('button', { name: 'Bajar «a»' }));
  expect(names('Favoritos')).toEqual(['b', 'a', 'c']);
  expect(screen.getByText('«a», lugar 2 de 3').getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('button', { name: 'Subir «b»' }));
  expect(names('Favoritos')).toEqual(['b', 'a', 'c']);
  await user.click(screen.getByRole('link', { name: 'c' }));
  expect(goTo.mock.calls).toEqual([['/c']]);
  expect(screen.queryByRole('list', { name: 'Favoritos' })).toBeNull();
});

it('shows recent pages without the current one, and updates from other tabs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const { rerender } = render(<Page storageKey="recents" />);
  await act(() => vi.advanceTimersByTimeAsync(1100));
  rerender(<Page pin={{ href: '/paso', label: 'De paso' }} storageKey="recents" />);
  await act(() => vi.advanceTimersByTimeAsync(300));
  rerender(<Page pin={{ href: '/crm/agencias', label: 'Agencias' }} storageKey="recents" />);
  await act(() => vi.advanceTimersByTimeAsync(1100));
  await user.click(open());
  expect(names('Recientes')).toEqual(['Clientes']);
  const elsewhere = JSON.stringify({ favorites: [{ href: '/x', label: 'Otra pestaña' }], recents: [] });
  localStorage.setItem('recents', elsewhere);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'recents', newValue: elsewhere })));
  expect(names('Favoritos')).toEqual(['Otra pestaña']);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(open());
});
