// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Menu } from '../menu/menu.ts';
import type { ShellTexts } from '../parts/texts.ts';
import { setWidth, withFreshPage } from '../testing.ts';
import { ShellFixture } from './shell-fixture.tsx';

withFreshPage();

const english: ShellTexts = {
  skip: 'Skip to content',
  skipToMenu: 'Skip to menu',
  menu: 'Main menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  toggleRail: 'Side menu',
  collapseRail: 'Collapse menu',
  expandRail: 'Expand menu',
  search: 'Search the menu',
  searchPlaceholder: 'Search the menu...',
  clearSearch: 'Clear',
  noResults: 'Nothing found',
  results: (count) => `${count} found`,
  userMenu: 'User menu',
  userMenuOf: (name) => `User menu of ${name}`,
  roles: 'Roles',
  moreRoles: (roles) => `and ${roles.join(', ')}`,
  profile: 'My profile',
  logout: 'Sign out',
  loggingOut: 'Signing out…',
  pageLoaded: (title) => `${title}, page loaded`,
};
const menu: Menu = [
  { id: 'home', label: 'Home', href: '/' },
  { id: 'stock', label: 'Stock', href: '/stock', section: { id: 'work', label: 'Work' } },
  {
    id: 'sales',
    label: 'Sales',
    section: { id: 'work', label: 'Work' },
    items: [
      { id: 'orders', label: 'Orders', href: '/orders' },
      { id: 'old', label: 'Old orders', href: '/old', section: { id: 'past' } },
    ],
  },
  { id: 'help', label: 'Help', href: '/help', section: { id: 'help' } },
];
const sections = () =>
  [...document.querySelectorAll('nav li')].map((entry) => entry.getAttribute('data-section'));
const isRail = () => screen.getByRole('navigation').hasAttribute('data-rail');

it.each([1440, 390])('shows all texts in another language at %i px', async (width) => {
  setWidth(width);
  const user = userEvent.setup();
  const leaves = new Promise<void>(() => undefined);
  render(<ShellFixture maxRoles={1} menu={menu} onLogout={() => leaves} start="/" texts={english} />);
  const heard = new Set<string>();
  const listen = (): void => {
    for (const element of document.body.querySelectorAll('*'))
      for (const text of [
        ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name)),
        ...[...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : null)),
      ])
        if (text) heard.add(text.trim());
  };
  listen();
  if (width < 1024) await user.click(screen.getByRole('button', { name: 'Open menu' }));
  await user.type(screen.getByRole('searchbox'), 'o');
  listen();
  await user.type(screen.getByRole('searchbox'), 'zz');
  listen();
  if (width < 1024) await user.click(screen.getByRole('button', { name: 'Close menu' }));
  else await user.click(screen.getByRole('button', { name: 'Side menu' }));
  await user.click(screen.getByRole('button', { name: 'User menu of Ana Lucía Peña Núñez' }));
  listen();
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
  listen();
  const said = [...heard].join('\n');
  expect(said).toContain('Signing out…');
  expect(said).toContain('Nothing found');
  expect(said).not.toMatch(/menú|búsqueda|resultado|sesión|perfil|contenido| y /i);
});

it('keeps the Spanish default of texts that are not translated', () => {
  render(<ShellFixture texts={{ skip: 'Al contenido' }} />);
  expect(screen.getByRole('link', { name: 'Al contenido' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Saltar al menú' })).toBeTruthy();
  expect(screen.getByPlaceholderText('Buscar en el menú...')).toBeTruthy();
});

it('announces a page in its language', async () => {
  const user = userEvent.setup();
  render(<ShellFixture menu={menu} start="/" texts={english} />);
  await user.click(screen.getByRole('link', { name: 'Stock' }));
  expect(await screen.findByText('Stock, page loaded')).toBeTruthy();
});

it('a controlled rail has the state given by the app, reports changes, and ignores other tabs', async () => {
  const user = userEvent.setup();
  const onCollapsedChange = vi.fn();
  const shell = (collapsed: boolean) => (
    <ShellFixture collapsed={collapsed} onCollapsedChange={onCollapsedChange} storageKey="menu" />
  );
  localStorage.setItem('menu', '{"collapsed":true,"open":[]}');
  const { rerender } = render(shell(false));
  expect(isRail()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Menú lateral' }));
  expect(isRail()).toBe(false);
  expect(onCollapsedChange.mock.calls).toEqual([[true]]);
  rerender(shell(true));
  expect(isRail()).toBe(true);
  act(() => {
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'menu', newValue: '{"collapsed":false,"open":[]}' }),
    );
  });
  expect(isRail()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Buscar en el menú' }));
  expect(onCollapsedChange.mock.calls).toEqual([[true], [false]]);
});

it('reports changes of an uncontrolled rail', async () => {
  const user = userEvent.setup();
  const onCollapsedChange = vi.fn();
  render(<ShellFixture onCollapsedChange={onCollapsedChange} />);
  await user.click(screen.getByRole('button', { name: 'Menú lateral' }));
  expect(isRail()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Menú lateral' }));
  expect(onCollapsedChange.mock.calls).toEqual([[true], [false]]);
});

it('shows headings and lines of sections, also in a group, but not in search results', async () => {
  const user = userEvent.setup();
  render(<ShellFixture menu={menu} start="/" />);
  expect(sections()).toEqual([null, 'Work', null, null, '', '']);
  await user.type(screen.getByRole('searchbox'), 'orders');
  expect(sections()).toEqual([null, null, null]);
});

it('keeps the heading of a section whose first entry is not shown', () => {
  render(<ShellFixture menu={menu.filter(({ id }) => id !== 'stock')} start="/" />);
  expect(sections()).toEqual([null, 'Work', null, '', '']);
});

it.each([
  [899, 'Abrir menú'],
  [900, 'Menú lateral'],
])('has the desktop layout from the given width: %i px', (width, toggle) => {
  setWidth(width);
  render(<ShellFixture desktopFrom="900px" />);
  const bar = within(screen.getByRole('banner'));
  expect(bar.getAllByRole('button')[0]?.getAttribute('aria-label')).toBe(toggle);
  expect(screen.queryAllByRole('navigation')).toHaveLength(width < 900 ? 0 : 1);
  expect(getComputedStyle(bar.getByText('Clientes')).display === 'none').toBe(width < 900);
});
