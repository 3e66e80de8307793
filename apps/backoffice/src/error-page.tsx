import { ErrorScreen } from '@pauta/layout/recovery';
import type { ReactElement } from 'react';
import { useRouteError } from 'react-router-dom';

/** Shown instead of a page that failed to load or to render (spec.md §8). */
export function ErrorPage(): ReactElement {
  return (
    <ErrorScreen
      error={useRouteError()}
      hint="Lo que escribió en un formulario queda guardado en este navegador."
    />
  );
}
