// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultMenu } from '../menu/default-menu.tsx';
import type { Menu } from '../menu/menu.ts';
import { withBadges } from '../menu/with-badges.ts';
import type { LinkProps } from '../parts/link.tsx';
import { withFreshPage } from '../testing.ts';
import { SideMenu, type SideMenuProps } from './side-menu.tsx';
import { type MenuStateOptions, useMenuState } from './use-menu-state.ts';

withFreshPage();

type Props = Partial<SideMenuProps & MenuStateOptions>;

function Fixture({
  menu = defaultMenu,
  currentPath = '/crm/clientes',
  storageKey = null,
  link,
  ...props
}: Props): ReactElement {
  const { drawerOpen, ...controls } = useMenuState({ menu, currentPath, storageKey, link });
  return <SideMenu menu={menu} {...controls} {...props} />;
}

const routed = vi.fn();
function RoutedLink({ href, onClick, ...rest }: LinkProps): ReactElement {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    routed(href, event.defaultPrevented);
  };
  return <a {...rest} href={`#${href}`} onClick={follow} />;
}

function Rail(): ReactElement {
  const [path, setPath] = useState('/crm/clientes');
  const { drawerOpen, ...controls } = useMenuState({
    menu: defaultMenu,
    currentPath: path,
    storageKey: null,
    defaultCollapsed: true,
  });
  return (
    <>
      <SideMenu menu={defaultMenu} {...controls} onNavigate={setPath} rail={controls.state.collapsed} />
      <button type="button">Fuera</button>
    </>
  );
}

const show = (props: Props = {}) => ({ user: userEvent.setup(), ...render(<Fixture {...props} />) });
const nav = () => screen.getByRole('navigation', { name: 'Menú principal' });
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Buscar en el menú' });
const links = () => screen.queryAllByRole('link').map((link) => link.textContent);
const groups = () => screen.getAllByRole('button', { expanded: true }).map((button) => button.textContent);
const marked = () => [...nav().querySelectorAll('mark')].map((mark) => mark.textContent);

describe('SideMenu', () => {
  it('is a navigation of lists, with groups as buttons and items as links', () => {
    show();
    const top = [...(nav().querySelector('[data-menu]')?.children ?? [])].map((row) => {
      const [button] = within(row as HTMLElement).queryAllByRole('button');
      return `${row.tagName} ${button ? 'button' : 'link'} ${row.firstElementChild?.textContent}`;
    });
    expect(top).toEqual([
      'LI link Dashboard',
      'LI button CRM',
      'LI button PreVenta',
      'LI button Ventas',
      'LI button PostVenta',
      'LI button Facturación y Cobros',
      'LI button Inventario',
      'LI link Implementación',
      'LI button Gestión',
      'LI button Multimedia',
      'LI button Reportes',
    ]);
    expect(nav().querySelector('[role^=menu]')).toBeNull();
  });

  it('shows the version at the end', () => {
    const { rerender } = show();
    expect(within(nav()).getByText('v1.0.0')).toBeTruthy();
    rerender(<Fixture version="v2.3.0" />);
    expect(within(nav()).getByText('v2.3.0')).toBeTruthy();
  });

  it('opens the group of the current page and marks its link', () => {
    const { rerender } = show();
    expect(groups()).toEqual(['CRM']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Clientes');
    rerender(<Fixture currentPath="/gestion/catalogos/industrias" />);
    expect(screen.getByRole('link', { current: true }).textContent).toBe('Catálogos');
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
    expect(groups()).toEqual(['CRM', 'Gestión']);
  });

  it('shows and hides the items of a group', async () => {
    const { user } = show({ currentPath: '/' });
    expect(links()).toEqual(['Dashboard', 'Implementación']);
    const button = screen.getByRole('button', { name: 'Multimedia' });
    await user.click(button);
    expect(links()).toEqual(['Dashboard', 'Implementación', 'Videos', 'Imágenes', 'Audio']);
    expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.textContent).toContain(
      'Videos',
    );
    await user.keyboard('{Enter}');
    expect(links()).toEqual(['Dashboard', 'Implementación']);
  });

  it('stores open groups by id, also in a menu that has changed', async () => {
    const { user, unmount } = show({ storageKey: 'menu', currentPath: '/' });
    await user.click(screen.getByRole('button', { name: 'Ventas' }));
    unmount();
    show({
      storageKey: 'menu',
      currentPath: '/',
      menu: [{ id: 'x', label: 'Nuevo', items: [] }, ...defaultMenu],
    });
    expect(groups()).toEqual(['Ventas']);
  });

  it('calls onNavigate for links', async () => {
    const onNavigate = vi.fn();
    const onFollow = vi.fn();
    const { user } = show({ onNavigate, onFollow });
    await user.click(screen.getByRole('link', { name: 'Agencias' }));
    expect(onNavigate.mock.calls).toEqual([['/crm/agencias']]);
    expect(onFollow).toHaveBeenCalledTimes(1);
  });

  it('does not handle clicks with a modifier key', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ onNavigate });
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('link', { name: 'Agencias' }));
    expect(onNavigate).not.toHaveBeenCalled();
  });

  it('does not handle links to other sites', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ onNavigate, menu: [{ id: 'x', label: 'Ayuda', href: 'https://example.com/' }] });
    const link = screen.getByRole('link', { name: 'Ayuda' });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(onNavigate).not.toHaveBeenCalled();
  });

  it("uses the router's link", async () => {
    const onNavigate = vi.fn();
    const { user } = show({ Link: RoutedLink, onNavigate });
    const link = screen.getByRole('link', { name: 'Clientes' });
    expect(link.getAttribute('href')).toBe('#/crm/clientes');
    expect(link.getAttribute('aria-current')).toBe('page');
    await user.click(link);
    expect(routed.mock.calls).toEqual([['/crm/clientes', false]]);
    expect(onNavigate).not.toHaveBeenCalled();
  });
});

describe('the search of the menu', () => {
  it('has a placeholder and an accessible name', () => {
    show();
    expect(search().placeholder).toBe('Buscar en el menú...');
  });

  it('ignores case and accents, opens the group and marks what was found', async () => {
    const { user } = show();
    await user.type(search(), 'OCUPACION');
    expect(links()).toEqual(['Ocupación y Disponibilidad']);
    expect(groups()).toEqual(['Ventas']);
    expect(marked()).toEqual(['Ocupación']);
    expect(screen.getByRole('link', { name: 'Ocupación y Disponibilidad' })).toBeTruthy();
  });

  it('finds groups by their own name, with all their items', async () => {
    const { user } = show();
    await user.type(search(), 'FACTURACION');
    expect(links()).toEqual([
      'Facturación y Cobros',
      'Facturación',
      'Comisiones de Agencia',
      'Registro de Cobros',
    ]);
    expect(groups()).toEqual(['Facturación y Cobros']);
  });

  it('announces the number of results, and shows that there are none', async () => {
    const { user } = show();
    const status = screen.getByRole('status');
    expect(status.textContent).toBe('');
    await user.type(search(), 'clientes');
    expect(status.textContent).toBe('1 resultado');
    await user.clear(search());
    await user.type(search(), 'presupuesto');
    expect(status.textContent).toBe('3 resultados');
    await user.type(search(), 'zzz');
    expect(screen.getByRole('status')).toBe(status);
    expect(status.textContent).toBe('No se encontraron resultados');
    expect(links()).toEqual([]);
    expect(getComputedStyle(status).clipPath).not.toContain('inset');
  });

  it('restores the groups when it is cleared', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Ventas' }));
    await user.type(search(), 'audio');
    expect(groups()).toEqual(['Multimedia']);
    await user.keyboard('{Escape}');
    expect(search().value).toBe('');
    expect(document.activeElement).toBe(search());
    expect(groups()).toEqual(['CRM', 'Ventas']);
  });

  it('allows closing a group of the results', async () => {
    const { user } = show();
    await user.type(search(), 'gestion');
    await user.click(screen.getByRole('button', { name: 'Inventario' }));
    expect(groups()).toEqual(['PostVenta', 'Gestión']);
  });

  it('clears by its button and keeps the focus', async () => {
    const { user } = show();
    expect(screen.queryByRole('button', { name: 'Limpiar búsqueda' })).toBeNull();
    await user.type(search(), 'audio');
    await user.click(screen.getByRole('button', { name: 'Limpiar búsqueda' }));
    expect(search().value).toBe('');
    expect(document.activeElement).toBe(search());
  });

  it('the arrow moves to the first result, and Enter follows it', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ onNavigate });
    await user.type(search(), 'tecnicas{Enter}');
    expect(onNavigate.mock.calls).toEqual([['/postventa/fichas-tecnicas']]);
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getAllByRole('link')[0]);
  });

  it('Enter opens nothing without a search or results', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ onNavigate });
    await user.type(search(), '{Enter}');
    await user.type(search(), 'zzz{Enter}{ArrowDown}');
    expect(onNavigate).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(search());
  });

  it('is cleared by a navigation', async () => {
    const { user, rerender } = show();
    await user.type(search(), 'audio');
    rerender(<Fixture currentPath="/multimedia/audio" />);
    expect(search().value).toBe('');
    expect(groups()).toEqual(['CRM', 'Multimedia']);
  });
});

describe('the collapsed rail', () => {
  const rail = () => ({ user: userEvent.setup(), ...render(<Rail />) });
  const ventas = () => screen.getByRole('button', { name: 'Ventas' });
  const opened = () =>
    screen.queryAllByRole('button', { expanded: true }).map((button) => button.textContent);

  it('gives its icons accessible names and shows no links of groups, not even of open ones', () => {
    rail();
    expect(links()).toEqual(['Dashboard', 'Implementación']);
    expect(screen.getAllByRole('button', { expanded: false })).toHaveLength(9);
    expect(screen.getByText('v1.0.0')).toBeTruthy();
  });

  it('opens a group beside its icon, and closes it again', async () => {
    const { user } = rail();
    await user.click(ventas());
    expect(opened()).toEqual(['Ventas']);
    expect(links()).toContain('Pipeline');
    await user.click(screen.getByRole('button', { name: 'Multimedia' }));
    expect(opened()).toEqual(['Multimedia']);
    await user.click(screen.getByRole('button', { name: 'Multimedia' }));
    expect(opened()).toEqual([]);
  });

  it('enters a group with the arrow and leaves it with Escape or the opposite arrow', async () => {
    const { user } = rail();
    ventas().focus();
    for (const back of ['{Escape}', '{ArrowLeft}']) {
      await user.keyboard('{ArrowRight}');
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Oportunidades' }));
      await user.tab();
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Oportunidades - REF' }));
      await user.keyboard(back);
      expect(document.activeElement).toBe(ventas());
      expect(opened()).toEqual([]);
    }
  });

  it('enters a group with the other arrow where text runs from right to left', async () => {
    const { user } = rail();
    for (const row of nav().querySelectorAll('li')) row.style.direction = 'rtl';
    ventas().focus();
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Oportunidades' }));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(ventas());
  });

  it('opens with Enter, Tab moves to its links, and it closes once the focus has left', async () => {
    const { user } = rail();
    ventas().focus();
    await user.keyboard('{Enter}{Tab}');
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Oportunidades' }));
    screen.getByRole('link', { name: 'Ocupación y Disponibilidad' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'PostVenta' }));
    expect(opened()).toEqual([]);
  });

  it('closes on a press outside and after a link was followed', async () => {
    const { user } = rail();
    await user.click(ventas());
    await user.click(screen.getByRole('button', { name: 'Fuera' }));
    expect(opened()).toEqual([]);
    await user.click(ventas());
    await user.click(screen.getByRole('link', { name: 'Pipeline' }));
    expect(opened()).toEqual([]);
  });

  it('opens while the pointer rests on it and closes some time after the pointer leaves', async () => {
    vi.useFakeTimers();
    // Testing Library detects fake timers by this name and advances them after each event.
    vi.stubGlobal('jest', { advanceTimersByTime: (time: number) => vi.advanceTimersByTime(time) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const later = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));
    render(<Rail />);
    const user = userEvent.setup({ delay: null });
    await user.hover(ventas());
    expect(opened()).toEqual([]);
    await later(1000);
    expect(opened()).toEqual(['Ventas']);
    await user.hover(screen.getByRole('link', { name: 'Pipeline' }));
    await later(10_000);
    expect(opened()).toEqual(['Ventas']);
    await user.hover(screen.getByRole('button', { name: 'Fuera' }));
    expect(opened()).toEqual(['Ventas']);
    await later(1000);
    expect(opened()).toEqual([]);
  });

  it('shows the name of a link, and hides it on Escape', async () => {
    const { user } = rail();
    await user.hover(screen.getByRole('link', { name: 'Implementación' }));
    await waitFor(() => expect(nav().querySelector('[data-named]')?.textContent).toBe('Implementación'));
    await user.keyboard('{Escape}');
    expect(nav().querySelector('[data-named]')).toBeNull();
  });

  it('expands for a search and puts the focus there', async () => {
    const { user } = rail();
    await user.click(screen.getByRole('button', { name: 'Buscar en el menú' }));
    expect(document.activeElement).toBe(search());
    expect(groups()).toEqual(['CRM']);
  });
});

describe('options of menu entries', () => {
  const menu: Menu = withBadges(
    [
      { id: 'home', label: 'Inicio', href: '/', icon: <svg /> },
      {
        id: 'post',
        label: 'PostVenta',
        icon: <svg />,
        items: [
          { id: 'cupos', label: 'Gestión de Cupos', href: '/cupos' },
          {
            id: 'fichas',
            label: 'Fichas',
            href: '/fichas',
            disabledReason: 'Pida el permiso a su supervisora.',
          },
        ],
      },
    ],
    { home: { count: null, label: 'pendientes' }, cupos: { count: 120, label: 'pendientes' } },
  );
  const shown = (name: string | RegExp) => within(nav()).getByRole('button', { name }).textContent;

  it('shows counters, also in accessible names and on the rail, and reserves the space of a loading one', () => {
    const { unmount } = show({ menu, currentPath: '/cupos' });
    const link = screen.getByRole('link', { name: 'Gestión de Cupos , 120 pendientes' });
    expect(link.querySelector('[data-badge] > [aria-hidden]')?.textContent).toBe('99+');
    const waiting = screen.getByRole('link', { name: 'Inicio' }).querySelector('[data-badge]');
    expect(waiting?.getAttribute('data-badge')).toBe('waiting');
    unmount();
    show({ menu, currentPath: '/', rail: true });
    expect(shown('PostVenta , 120 pendientes')).toContain('99+');
  });

  it('shows a disabled entry with the reason, focusable and without an address', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ menu, currentPath: '/cupos', onNavigate });
    const link = screen.getByRole('link', { name: 'Fichas . Pida el permiso a su supervisora.' });
    expect([link.getAttribute('href'), link.getAttribute('aria-disabled'), link.tabIndex]).toEqual([
      null,
      'true',
      0,
    ]);
    await user.click(link);
    await user.type(search(), 'fichas{Enter}');
    expect(onNavigate).not.toHaveBeenCalled();
  });

  it('renders a control beside each link', async () => {
    const pin = vi.fn();
    const { user } = show({
      menu,
      currentPath: '/cupos',
      itemAction: ({ id }) =>
        id === 'fichas' ? null : <button onClick={() => pin(id)} type="button">{`Marcar ${id}`}</button>,
    });
    await user.click(screen.getByRole('button', { name: 'Marcar cupos' }));
    expect(pin.mock.calls).toEqual([['cupos']]);
    expect(screen.queryByRole('button', { name: 'Marcar fichas' })).toBeNull();
  });

  it('applies each new link parameter once', async () => {
    const link = { open: ['ventas'], query: 'cupos' };
    const { user, rerender } = show({ currentPath: '/', link });
    expect(search().value).toBe('cupos');
    expect(links()).toEqual(['Gestión de Cupos']);
    await user.clear(search());
    expect(groups()).toEqual(['Ventas']);
    rerender(<Fixture currentPath="/crm/agencias" link={{ ...link }} />);
    expect(search().value).toBe('');
    rerender(<Fixture currentPath="/crm/agencias" link={null} />);
    rerender(<Fixture currentPath="/crm/agencias" link={link} />);
    expect(search().value).toBe('cupos');
  });
});
