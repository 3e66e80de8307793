// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { withFreshPage } from '../testing.ts';
import { initialsOf } from './avatar.tsx';
import { ana } from './shell-fixture.tsx';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';

withFreshPage();

const toggle = () => screen.getByRole('button', { name: 'Menú de usuario de Ana Lucía Peña Núñez' });
const panel = (): HTMLElement => {
  const element = document.getElementById(toggle().getAttribute('aria-controls') ?? '');
  if (!element) throw new Error('The panel is closed.');
  return element;
};

async function openMenu(props: Partial<UserMenuProps> = {}) {
  const user = userEvent.setup();
  const onNavigate = vi.fn();
  const view = render(
    <>
      <UserMenu onLogout={() => undefined} onNavigate={onNavigate} user={ana} {...props} />
      <button type="button">Otra cosa</button>
    </>,
  );
  await user.click(screen.getByRole('button', { name: /Menú de usuario/ }));
  return { user, onNavigate, ...view };
}

describe('UserMenu', () => {
  it('shows name, e-mail and roles, and «Mi Perfil» before «Cerrar Sesión»', async () => {
    await openMenu();
    expect(toggle().getAttribute('aria-expanded')).toBe('true');
    expect(within(panel()).getByText('Ana Lucía Peña Núñez')).toBeTruthy();
    expect(within(panel()).getByText('ana.pena@medio.do')).toBeTruthy();
    const roles = within(screen.getByRole('list', { name: 'Roles' })).getAllByRole('listitem');
    expect(roles.map((role) => role.textContent)).toEqual([
      'Ejecutiva de Cuentas',
      'Supervisora de Preventa',
    ]);
    const entries = within(panel())
      .getAllByRole('listitem')
      .slice(roles.length)
      .map((entry) => entry.textContent);
    expect(entries).toEqual(['Mi Perfil', 'Cerrar Sesión']);
  });

  it('is 320 px wide, and shows the photo at 32 and 48 px', async () => {
    await openMenu({ user: { ...ana, photoUrl: '/storage/ana.jpg' } });
    expect(getComputedStyle(panel()).inlineSize).toContain('320px');
    const [small, large] = [toggle().querySelector('img'), panel().querySelector('img')];
    expect([small?.width, small?.height]).toEqual([32, 32]);
    expect([large?.width, large?.height]).toEqual([48, 48]);
    for (const photo of [small, large]) {
      expect(photo?.getAttribute('src')).toBe('/storage/ana.jpg');
      expect(photo?.getAttribute('alt')).toBe('');
    }
  });

  it('shows an icon where there is no photo, or it does not load, and tries a new one', async () => {
    const { rerender } = await openMenu();
    expect(toggle().querySelector('img')).toBeNull();
    expect(toggle().querySelector('[data-avatar] svg')).toBeTruthy();
    rerender(<UserMenu onLogout={() => undefined} user={{ ...ana, photoUrl: '/storage/gone.jpg' }} />);
    const photo = toggle().querySelector('img');
    expect(photo).toBeTruthy();
    fireEvent.error(photo as HTMLImageElement);
    expect(toggle().querySelector('img')).toBeNull();
    expect(toggle().querySelector('[data-avatar] svg')).toBeTruthy();
    rerender(<UserMenu onLogout={() => undefined} user={{ ...ana, photoUrl: '/storage/new.jpg' }} />);
    expect(toggle().querySelector('img')?.getAttribute('src')).toBe('/storage/new.jpg');
  });

  it('has only its entries while the user is unknown, and no list of roles if there are none', async () => {
    const { rerender } = await openMenu({ user: null });
    expect(screen.getByRole('button', { name: 'Menú de usuario' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Mi Perfil' })).toBeTruthy();
    rerender(<UserMenu onLogout={() => undefined} user={{ name: 'Luis', email: 'l@m.do' }} />);
    expect(screen.queryByRole('list', { name: 'Roles' })).toBeNull();
  });

  it('opens and closes by its button', async () => {
    const { user } = await openMenu();
    await user.click(toggle());
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
  });

  it('closes on Escape and returns the focus', async () => {
    const { user } = await openMenu();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Mi Perfil' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
    expect(document.activeElement).toBe(toggle());
  });

  it('closes on a press outside, and when the focus leaves it', async () => {
    const { user } = await openMenu();
    await user.click(document.body);
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
    await user.click(toggle());
    await user.click(screen.getByText('ana.pena@medio.do'));
    await user.tab();
    await user.tab();
    expect(screen.getByText('Cerrar Sesión')).toBeTruthy();
    screen.getByRole('button', { name: 'Cerrar Sesión' }).focus();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Otra cosa' }));
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
  });

  it('opens the profile page and closes', async () => {
    const { user, onNavigate } = await openMenu();
    const link = screen.getByRole('link', { name: 'Mi Perfil' });
    expect(link.getAttribute('href')).toBe('/perfil');
    await user.click(link);
    expect(onNavigate.mock.calls).toEqual([['/perfil']]);
    expect(screen.queryByText('Cerrar Sesión')).toBeNull();
    expect(document.activeElement).toBe(toggle());
  });

  it('logs out, then opens the sign-in page, once for any number of presses', async () => {
    const log: string[] = [];
    let finish = (): void => undefined;
    const onLogout = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = () => {
            log.push('logged out');
            resolve();
          };
        }),
    );
    const { user } = await openMenu({ onLogout, onNavigate: (href) => log.push(href) });
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await user.click(screen.getByRole('button', { name: 'Cerrando sesión…' }));
    expect(log).toEqual([]);
    finish();
    await vi.waitFor(() => expect(log).toEqual(['logged out', '/login']));
    expect(onLogout).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(toggle().getAttribute('aria-expanded')).toBe('false'));
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('sin conexión'))],
    [
      'throws',
      () => {
        throw new Error('sin conexión');
      },
    ],
  ])('opens the sign-in page when closing the session %s, and logs the reason', async (_, onLogout) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, onNavigate } = await openMenu({ onLogout, loginHref: '/entrar' });
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await vi.waitFor(() => expect(onNavigate.mock.calls).toEqual([['/entrar']]));
    expect(logged).toHaveBeenCalledWith(
      'Error al cerrar sesión',
      expect.objectContaining({ message: 'sin conexión' }),
    );
  });

  it('loads the login page where there is no router', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user } = await openMenu({ onNavigate: undefined });
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await vi.waitFor(() => expect(assign.mock.calls).toEqual([['/login']]));
  });

  it('can shorten the list of roles, and show initials if there is no photo', async () => {
    await openMenu({
      user: { ...ana, roles: ['Ventas', 'Cobros', 'Auditoría'] },
      maxRoles: 1,
      initials: true,
    });
    const roles = within(screen.getByRole('list', { name: 'Roles' })).getAllByRole('listitem');
    expect(roles.map((role) => role.textContent)).toEqual(['Ventas', '+2 y Cobros, Auditoría']);
    expect(toggle().querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('AN');
    expect(['Luis', '  josé de la Ó ', '7 Días', ''].map(initialsOf)).toEqual(['L', 'JÓ', 'D', '']);
  });

  it('stays on the page when the person cancels because of unsaved changes', async () => {
    const { user, onNavigate } = await openMenu({ onLogout: async () => false });
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    await vi.waitFor(() => expect(document.activeElement).toBe(toggle()));
    expect(onNavigate).not.toHaveBeenCalled();
  });
});
