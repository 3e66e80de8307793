// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider as TanStackProvider,
} from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { matchRoute } from '../menu/match-route.ts';
import type { Menu } from '../menu/menu.ts';
import { AppShell } from '../shell/app-shell.tsx';
import { withFreshPage } from '../testing.ts';
import { useReactRouter } from './react-router.tsx';
import type { RouterPlace } from './router-place.ts';
import { useTanStackRouter } from './tanstack-router.tsx';
import { useWouter } from './wouter.tsx';

withFreshPage();

const menu: Menu = [
  { id: 'home', label: 'Inicio', href: '/' },
  { id: 'stock', label: 'Almacén', href: '/almacen' },
];

/** An app that passes the shell nothing about its router but the result of the hook. */
function App({ usePlace }: { usePlace: () => RouterPlace }): ReactElement {
  const place = usePlace();
  return (
    <AppShell {...place} menu={menu} onLogout={() => undefined} product="Pauta" storageKey={null} user={null}>
      <h1>{matchRoute(menu, place.currentPath)?.item.label ?? place.currentPath}</h1>
    </AppShell>
  );
}

const routers: Record<string, (start: string) => ReactElement> = {
  'react-router': (start) => {
    const element = <App usePlace={useReactRouter} />;
    const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [start] });
    return <RouterProvider router={router} />;
  },
  'TanStack Router': (start) => {
    const root = createRootRoute({ component: () => <App usePlace={useTanStackRouter} /> });
    const pages = ['/', '$'].map((path) => createRoute({ getParentRoute: () => root, path }));
    const router = createRouter({
      routeTree: root.addChildren(pages),
      history: createMemoryHistory({ initialEntries: [start] }),
    });
    return <TanStackProvider router={router} />;
  },
  wouter: (start) => {
    const [path = '', query = ''] = start.split('?');
    const { hook, searchHook } = memoryLocation({ path, searchPath: query });
    return (
      <Router hook={hook} searchHook={searchHook}>
        <App usePlace={useWouter} />
      </Router>
    );
  },
};

it.each(Object.keys(routers))(
  'on %s: gives the path without its query, links that load no page, and navigation after signing out',
  async (name) => {
    const user = userEvent.setup();
    const complaints = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')];
    render(routers[name]?.('/almacen/17?ver=todo'));
    const isCurrent = (name: string) =>
      waitFor(() => expect(screen.getByRole('link', { name }).hasAttribute('aria-current')).toBe(true));
    expect(await screen.findByRole('heading', { name: 'Almacén' })).toBeTruthy();
    await isCurrent('Almacén');
    await user.click(screen.getByRole('link', { name: 'Inicio' }));
    expect(await screen.findByRole('heading', { name: 'Inicio' })).toBeTruthy();
    await isCurrent('Inicio');
    await user.click(screen.getByRole('button', { name: 'Menú de usuario' }));
    await user.click(screen.getByRole('button', { name: 'Cerrar Sesión' }));
    expect(await screen.findByRole('heading', { name: '/login' })).toBeTruthy();
    for (const complaint of complaints) expect(complaint.mock.calls).toEqual([]);
  },
);
