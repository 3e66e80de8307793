// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Menu, MenuItem } from '../menu/menu.ts';
import { ShellFixture } from '../shell/shell-fixture.tsx';
import { setWidth, withFreshPage } from '../testing.ts';
import { BottomBar } from './bottom-bar.tsx';

withFreshPage();

const items: readonly MenuItem[] = [
  { id: 'home', label: 'Inicio', href: '/' },
  { id: 'clients', label: 'Clientes', href: '/crm/clientes', badge: { count: 120, label: 'nuevos' } },
];
const menu: Menu = [...items, { id: 'agencies', label: 'Agencias', href: '/crm/agencias' }];
const bar = () => screen.getByRole('navigation', { name: 'Accesos rápidos' });

it.each([
  [320, true],
  [390, true],
  [768, false],
  [1440, false],
])('at %i px the bar is shown: %s', (width, shown) => {
  setWidth(width);
  render(
    <ShellFixture bottom={<BottomBar currentPath="/" items={items} />} menu={menu} start="/crm/agencias" />,
  );
  expect(screen.queryAllByRole('navigation', { name: 'Accesos rápidos' })).toHaveLength(shown ? 1 : 0);
});

it('names each item with its counter, marks the current one, and navigates by onNavigate', async () => {
  setWidth(390);
  const onNavigate = vi.fn();
  render(<BottomBar currentPath="/crm/clientes/17" items={items} onNavigate={onNavigate} />);
  const links = within(bar()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, 'true']);
  const clients = within(bar()).getByRole('link', { name: 'Clientes , 120 nuevos' });
  expect(within(clients).getByText('99+')).toBeTruthy();
  await userEvent.click(clients);
  expect(onNavigate.mock.calls).toEqual([['/crm/clientes']]);
});

it('is after the page in the document, and takes another label', () => {
  setWidth(390);
  render(
    <ShellFixture
      bottom={<BottomBar currentPath="/" items={items} label="Shortcuts" />}
      menu={menu}
      start="/crm/agencias"
    />,
  );
  const nav = screen.getByRole('navigation', { name: 'Shortcuts' });
  expect(screen.getByRole('main').compareDocumentPosition(nav)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
