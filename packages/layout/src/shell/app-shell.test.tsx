// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { setWidth, withFreshPage } from '../testing.ts';
import { ShellFixture } from './shell-fixture.tsx';

withFreshPage();

type Props = Parameters<typeof ShellFixture>[0];
const show = (props: Props = {}) => ({ user: userEvent.setup(), ...render(<ShellFixture {...props} />) });
function Watcher({ path, onEffect }: { path: string; onEffect: () => void }): ReactElement {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback is a new function at each render.
  useEffect(() => {
    onEffect();
  }, [path]);
  return <h1>{path}</h1>;
}

const bar = () => screen.getByRole('banner');
const railToggle = () => within(bar()).getByRole('button', { name: 'Menú lateral' });
const drawerToggle = () => within(bar()).getByRole('button', { name: 'Abrir menú' });
const drawer = () => screen.queryByRole('dialog', { name: 'Menú principal' });
const isRail = () => screen.getByRole('navigation').hasAttribute('data-rail');

describe('AppShell', () => {
  it('has the landmarks of a page, in order, around the page', () => {
    show();
    const landmarks = ['banner', 'navigation', 'main'].map((role) => screen.getByRole(role));
    const [first, second, third] = landmarks;
    expect(first && second && first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(second && third && second.compareDocumentPosition(third)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('main').tabIndex).toBe(-1);
    expect(
      within(screen.getByRole('main')).getByRole('heading', { level: 1, name: 'Clientes' }),
    ).toBeTruthy();
  });

  it('starts with a link to the content', async () => {
    const { user } = show();
    await user.tab();
    const skip = screen.getByRole('link', { name: 'Saltar al contenido' });
    expect(document.activeElement).toBe(skip);
    expect(skip.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(location.hash).toBe('');
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Enlace de la página' }));
  });

  it('has a second skip link to the search of the menu, which opens the drawer on a phone', async () => {
    const { user } = show();
    await user.tab();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    setWidth(390);
    await user.click(screen.getByRole('link', { name: 'Saltar al menú' }));
    expect(drawer()).toBeTruthy();
  });

  it('shows the product as a link to the home page', async () => {
    const onNavigate = vi.fn();
    const { user } = show({ onNavigate });
    await user.click(within(bar()).getByRole('link', { name: 'Pauta' }));
    expect(onNavigate.mock.calls).toEqual([['/']]);
  });

  it.each([
    [320, false],
    [390, false],
    [1023, false],
    [1024, true],
    [1440, true],
  ])('at %i px the page title is in the bar: %s', (width, desktop) => {
    setWidth(width);
    show();
    const title = within(bar()).getByText('Clientes');
    expect(getComputedStyle(title).display === 'none').toBe(!desktop);
  });

  it.each([
    [390, ['Abrir menú', 'Menú de usuario de Ana Lucía Peña Núñez'], 0],
    [1023, ['Abrir menú', 'Menú de usuario de Ana Lucía Peña Núñez'], 0],
    [1024, ['Menú lateral', 'Menú de usuario de Ana Lucía Peña Núñez'], 1],
    [1440, ['Menú lateral', 'Menú de usuario de Ana Lucía Peña Núñez'], 1],
  ])('at %i px has the buttons %j and %i menu beside the page', (width, buttons, menus) => {
    setWidth(width);
    show();
    expect(
      within(bar())
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(buttons);
    expect(screen.queryAllByRole('navigation')).toHaveLength(menus);
    expect(drawer()).toBeNull();
  });

  it('shows every entry regardless of roles', () => {
    show({ user: { name: 'Luis', email: 'l@m.do', roles: [] }, start: '/' });
    const menu = screen.getByRole('navigation').querySelector('[data-menu]');
    expect(menu?.querySelectorAll(':scope > li')).toHaveLength(11);
    expect(menu?.querySelectorAll('a')).toHaveLength(41);
  });

  it('renders actions in the bar, before the user menu', () => {
    show({ actions: <button type="button">Avisos</button> });
    const names = within(bar())
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    expect(names).toEqual(['Menú lateral', 'Avisos', 'Menú de usuario de Ana Lucía Peña Núñez']);
  });
});

describe('the rail', () => {
  it('is collapsed and expanded by the toggle', async () => {
    const { user } = show();
    expect(railToggle().getAttribute('aria-expanded')).toBe('true');
    expect(railToggle().getAttribute('aria-controls')).toBe(screen.getByRole('navigation').id);
    await user.click(railToggle());
    expect(isRail()).toBe(true);
    expect(railToggle().getAttribute('aria-expanded')).toBe('false');
    await user.click(railToggle());
    expect(isRail()).toBe(false);
  });

  it('is stored under the given key, and restored at the first render', async () => {
    const { user, unmount } = show({ storageKey: 'otra.app' });
    await user.click(railToggle());
    unmount();
    expect(Object.keys(localStorage)).toEqual(['otra.app']);
    show({ storageKey: 'otra.app' });
    expect(isRail()).toBe(true);
  });

  it('can start collapsed if nothing is stored', () => {
    show({ defaultCollapsed: true });
    expect(isRail()).toBe(true);
  });

  it('updates from other tabs', () => {
    show({ storageKey: 'menu' });
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: 'menu', newValue: '{"collapsed":true,"open":[]}' }),
      );
    });
    expect(isRail()).toBe(true);
  });

  it('works if storage is forbidden or contains other data', async () => {
    const forbidden = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbidden);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbidden);
    const { user, unmount } = show({ storageKey: 'menu' });
    await user.click(railToggle());
    expect(isRail()).toBe(true);
    unmount();
    vi.restoreAllMocks();
    localStorage.setItem('menu', 'x{');
    show({ storageKey: 'menu' });
    expect(isRail()).toBe(false);
  });
});

describe('the drawer', () => {
  const opened = async (props: Props = {}) => {
    setWidth(390);
    const view = show(props);
    await view.user.click(drawerToggle());
    return view;
  };

  it('is closed at start, also when a collapsed rail was stored', () => {
    localStorage.setItem('menu', '{"collapsed":true,"open":["crm"]}');
    setWidth(390);
    show({ storageKey: 'menu' });
    expect(drawer()).toBeNull();
  });

  it('is a modal dialog with the whole menu, never as a rail', async () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    await opened({ defaultCollapsed: true });
    expect(showModal).toHaveBeenCalledTimes(1);
    const dialog = drawer() as HTMLDialogElement;
    expect(dialog.open).toBe(true);
    expect(within(dialog).getByRole('searchbox')).toBeTruthy();
    expect(within(dialog).getByRole('link', { name: 'Clientes' })).toBeTruthy();
    expect(within(dialog).getByText('v1.0.0')).toBeTruthy();
    expect(drawerToggle().getAttribute('aria-haspopup')).toBe('dialog');
  });

  it('closes by its button, by the scrim and by Escape', async () => {
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Cerrar menú' }));
    expect(drawer()).toBeNull();
    await user.click(drawerToggle());
    fireEvent.click(drawer() as HTMLElement);
    expect(drawer()).toBeNull();
    await user.click(drawerToggle());
    fireEvent(drawer() as HTMLElement, new Event('cancel'));
    await waitFor(() => expect(drawer()).toBeNull());
    expect(document.documentElement.style.overflow).toBe('');
  });

  it('stays open on a press inside', async () => {
    const { user } = await opened();
    await user.click(screen.getByText('v1.0.0', { selector: 'dialog *' }));
    expect(drawer()).toBeTruthy();
  });

  it('closes after each navigation, to another page or the same one', async () => {
    const { user } = await opened();
    await user.click(within(drawer() as HTMLElement).getByRole('link', { name: 'Agencias' }));
    expect(drawer()).toBeNull();
    expect(screen.getByRole('heading', { name: 'Agencias' })).toBeTruthy();
    await user.click(drawerToggle());
    await user.click(within(drawer() as HTMLElement).getByRole('link', { name: 'Agencias' }));
    expect(drawer()).toBeNull();
  });

  it('closes when the page changes by other means, and stays closed on the way back', async () => {
    setWidth(390);
    const user = userEvent.setup();
    const { rerender } = render(<ShellFixture currentPath="/crm/clientes" />);
    await user.click(drawerToggle());
    expect(drawer()).toBeTruthy();
    rerender(<ShellFixture currentPath="/crm/agencias" />);
    expect(drawer()).toBeNull();
    rerender(<ShellFixture currentPath="/crm/clientes" />);
    expect(drawer()).toBeNull();
  });

  it('is closed before the effects of the new page run, which would find it inert otherwise', async () => {
    const seen: (boolean | undefined)[] = [];
    setWidth(390);
    const user = userEvent.setup();
    const page = (path: string) => (
      <ShellFixture currentPath={path}>
        <Watcher onEffect={() => seen.push(document.querySelector('dialog')?.open)} path={path} />
      </ShellFixture>
    );
    const { rerender } = render(page('/crm/clientes'));
    await user.click(drawerToggle());
    rerender(page('/crm/agencias'));
    expect(seen).toEqual([false, false]);
  });

  it('closes when the window becomes as wide as a desktop', async () => {
    await opened();
    act(() => setWidth(1440));
    await waitFor(() => expect(drawer()).toBeNull());
  });

  it('closes instead of going back in the browser, and does not affect other navigations', async () => {
    const navigation = new EventTarget();
    vi.stubGlobal('navigation', navigation);
    const tell = (navigationType: string, cancelable = true): boolean => {
      const event = Object.assign(new Event('navigate', { cancelable }), { navigationType });
      act(() => void navigation.dispatchEvent(event));
      return event.defaultPrevented;
    };
    await opened();
    expect([tell('push'), tell('traverse', false)]).toEqual([false, false]);
    expect(drawer()).toBeTruthy();
    expect(tell('traverse')).toBe(true);
    expect(drawer()).toBeNull();
    expect(tell('traverse')).toBe(false);
    vi.unstubAllGlobals();
  });

  it('opens with an empty search', async () => {
    const { user } = await opened();
    await user.type(within(drawer() as HTMLElement).getByRole('searchbox'), 'audio');
    await user.click(screen.getByRole('button', { name: 'Cerrar menú' }));
    await user.click(drawerToggle());
    expect(within(drawer() as HTMLElement).getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('the user menu of the shell', () => {
  it('logs out, then opens the sign-in page', async () => {
    const log: string[] = [];
    const { user } = show({ onLogout: () => log.push('logout'), onNavigate: (href) => log.push(href) });
    await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await waitFor(() => expect(log).toEqual(['logout', '/login']));
  });

  it('opens the profile page', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
    await user.click(screen.getByRole('link', { name: 'Mi Perfil' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });
});

describe('after a navigation', () => {
  it('moves the focus to the heading of the new page, and announces its title', async () => {
    const { user } = show();
    expect(document.activeElement).toBe(document.body);
    await user.click(screen.getByRole('link', { name: 'Agencias' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Agencias' }));
    await waitFor(() =>
      expect(screen.getByText('Agencias, página cargada').getAttribute('role')).toBe('status'),
    );
  });

  it('does not move the focus if pageFocus is false', async () => {
    const { user } = show({ pageFocus: false });
    await user.click(screen.getByRole('link', { name: 'Agencias' }));
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Agencias' }));
  });
});
