import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { routeOf } from '../routes.ts';

/** A page with only a message and a link to the home page. */
function MessagePage({
  title,
  heading,
  children,
}: {
  title: string;
  heading: string;
  children: ReactNode;
}): ReactElement {
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState actions={<LinkButton to="/">Ir al inicio</LinkButton>} title={heading}>
        {children}
      </EmptyState>
    </Page>
  );
}

/** Shown for a page whose screen is not implemented. */
export function UnavailablePage(): ReactElement {
  const { pathname } = useLocation();
  return (
    <MessagePage heading="Todavía no está disponible" title={routeOf(pathname)?.title ?? ''}>
      Esta pantalla no forma parte de la versión que usa su empresa. Las demás opciones del menú no cambian.
    </MessagePage>
  );
}

export function NotFoundPage(): ReactElement {
  return (
    <MessagePage heading="Esta dirección no existe" title="Página no encontrada">
      No corresponde a ninguna pantalla. Revise el enlace o búsquela en el menú.
    </MessagePage>
  );
}
