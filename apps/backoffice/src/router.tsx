import { UiProvider } from '@pauta/ui/app/ui-provider.tsx';
import type { ComponentType, ReactElement } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';
import { guestRoutes, type PageRoute, signedInRoutes } from './routes.ts';
import { GuestOnly, RequireSession } from './session/guards.tsx';
import { GuestFrame, Shell } from './shell.tsx';

const unavailable = async () => (await import('./pages/messages.tsx')).UnavailablePage;
const notFound = async () => (await import('./pages/messages.tsx')).NotFoundPage;

/**
 * A screen that does not load becomes one that throws, for the error page: where `lazy` rejects, the router keeps showing
 * the fallback of the first load, which is nothing.
 */
const orThrow = (screen: () => Promise<ComponentType>) => async (): Promise<ComponentType> => {
  try {
    return await screen();
  } catch (error) {
    return () => {
      throw error;
    };
  }
};

/** A screen keeps its own sub-routes (list, record, edit), so its path matches everything below it. */
const toRoute = ({ path, screen = unavailable }: PageRoute): RouteObject => ({
  path: path === '' ? '/' : `${path}/*`,
  ErrorBoundary: ErrorPage,
  lazy: { Component: orThrow(screen) },
});

const Root = (): ReactElement => (
  <UiProvider>
    <Outlet />
  </UiProvider>
);

const areas: RouteObject[] = [
  {
    Component: GuestFrame,
    ErrorBoundary: ErrorPage,
    children: guestRoutes.map((route) =>
      route.openToAll ? toRoute(route) : { Component: GuestOnly, children: [toRoute(route)] },
    ),
  },
  {
    Component: RequireSession,
    ErrorBoundary: ErrorPage,
    children: [
      {
        Component: Shell,
        children: [
          ...signedInRoutes.map(toRoute),
          { path: '*', ErrorBoundary: ErrorPage, lazy: { Component: orThrow(notFound) } },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter([
  // Nothing stands in for the first page while its code loads: it takes less time than a flash would last.
  { Component: Root, HydrateFallback: () => null, children: areas },
]);
