import { useSettings, useUser } from '@pauta/core/react';
import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { OfflineBar, ProgressBar } from '@pauta/layout/bars';
import { Breadcrumbs, PrintHeader, trailOf, usePage } from '@pauta/layout/page';
import type { ReactElement } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';
import { pages } from './menu/place.ts';
import { RouterLink } from './menu/router-link.tsx';
import { SessionWatch } from './session/session-watch.tsx';

/**
 * Parts of every signed-in page that are loaded after the page: breadcrumbs, and the state of connection and session.
 */
export function PageFrame({ product, title }: { product: string; title: string }): ReactElement {
  const { pathname } = useLocation();
  const page = usePage();
  const { state } = useNavigation();
  const user = useUser();
  const { get } = useSettings();
  return (
    <>
      <PrintHeader
        locale="es-DO"
        product={product}
        timeZone={get('timezone', companyZone)}
        title={title}
        user={user?.full_name}
      />
      <Breadcrumbs Link={RouterLink} trail={trailOf(pages, pathname, page ?? {})} />
      <ProgressBar active={state !== 'idle'} />
      <OfflineBar hint="Lo que escriba en un formulario queda guardado en este navegador." />
      <SessionWatch />
    </>
  );
}
