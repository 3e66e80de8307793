import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { routeOf } from './routes.ts';

/** A page that only says something, and where to go from it. */
function MessagePage({
  title,
  heading,
  children,
  action,
}: {
  title: string;
  heading: string;
  children: ReactNode;
  action: ReactNode;
}): ReactElement {
  return (
    <Page>
      <PageHeader title={title} />
      <EmptyState actions={action} title={heading}>
        {children}
      </EmptyState>
    </Page>
  );
}

const home = <LinkButton to="/">Ir al inicio</LinkButton>;

/** Honest stand-in for a page whose screen has not been built. */
export function UnavailablePage(): ReactElement {
  const { pathname } = useLocation();
  return (
    <MessagePage action={home} heading="Todavía no está disponible" title={routeOf(pathname)?.title ?? ''}>
      Esta pantalla no forma parte de la versión que usa su empresa. Las demás opciones del menú no cambian.
    </MessagePage>
  );
}

export function NotFoundPage(): ReactElement {
  return (
    <MessagePage action={home} heading="Esta dirección no existe" title="Página no encontrada">
      No corresponde a ninguna pantalla. Revise el enlace o búsquela en el menú.
    </MessagePage>
  );
}

/** Shown in place of a page that failed to load or to draw. */
export function ErrorPage(): ReactElement {
  const { pathname, search } = useLocation();
  return (
    <MessagePage
      action={
        <LinkButton reloadDocument to={pathname + search}>
          Volver a cargar
        </LinkButton>
      }
      heading="Algo falló al abrirla"
      title="No se pudo abrir la página"
    >
      Puede haber una versión nueva de Pauta o un problema de conexión. Vuelva a cargar; lo que escribió en un
      formulario queda guardado en este navegador.
    </MessagePage>
  );
}
