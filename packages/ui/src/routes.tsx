import { lazy, type ReactElement, type ReactNode, Suspense } from 'react';
import { Route, Routes as RouterRoutes } from 'react-router-dom';

const NotFoundPage = lazy(async () => ({
  default: (await import('./screens/not-found-page.tsx')).NotFoundPage,
}));

/**
 * The routes below a screen. An address that matches none of them is said to be no page.
 *
 * @example <Routes><Route element={<Runs />} path="anteriores/*" /></Routes>
 */
export function Routes({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <RouterRoutes>
      {children}
      <Route
        element={
          <Suspense>
            <NotFoundPage />
          </Suspense>
        }
        path="*"
      />
    </RouterRoutes>
  );
}
