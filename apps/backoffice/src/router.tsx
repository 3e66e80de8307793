import { UiProvider } from '@pauta/ui/app/ui-provider.tsx';
import type { ComponentType, ReactElement } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router-dom';
import { ErrorPage } from './error-page.tsx';
import { guestRoutes, type PageRoute, signedInRoutes } from './routes.ts';
import { GuestOnly, RequireSession } from './session/guards.tsx';
import { GuestFrame, Shell } from './shell.tsx';

const notFound = async () => (await import('@pauta/ui/screens/not-found-page.tsx')).NotFoundPage;

/**
 * Replaces a screen that fails to load by one that throws, so that the error page is shown. If `lazy` rejected, the
 * router would keep showing the fallback of the first load, which is empty.
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

/** A screen has its own sub-routes (list, record, edit), so its path matches all paths below it. */
const toRoute = ({ path, screen }: PageRoute): RouteObject => ({
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
  // There is no fallback while the code of the first page loads, because it would only flash.
  { Component: Root, HydrateFallback: () => null, children: areas },
]);
