import { profilePhotoUrl } from '@pauta/core';
import { useSession, useSettings } from '@pauta/core/react';
import { companyZone } from '@pauta/domain/calendar/company-clock.ts';
import { AppShell, usePageFocus } from '@pauta/layout';
import { defaultMenu } from '@pauta/layout/menu';
import { readMenuLink } from '@pauta/layout/menu-tools';
import { documentTitle, useDocumentTitle, usePage, useShowsTrail } from '@pauta/layout/page';
import { useIsUnsaved } from '@pauta/ui/form/unsaved.tsx';
import { Fragment, lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { RouterLink } from './menu/router-link.tsx';
import type { ShellMenu } from './menu/use-menu.tsx';
import { routeOf } from './routes.ts';
import { client } from './services.ts';
import { useSignOut } from './session/use-sign-out.ts';

const DeferredParts = lazy(async () => ({ default: (await import('./deferred-parts.tsx')).DeferredParts }));

const PageFrame = lazy(async () => ({ default: (await import('./page-frame.tsx')).PageFrame }));

const UsedPlaces = lazy(async () => ({ default: (await import('./menu/used-places.tsx')).UsedPlaces }));

const product = 'Pauta';

/**
 * Returns the name of the page and sets the title of the browser tab, such as «ACME · Clientes · Pauta» for a record.
 */
function usePageTitle(pathname: string, count?: number): string {
  const title = routeOf(pathname)?.title ?? 'Página no encontrada';
  const page = usePage();
  const unsaved = useIsUnsaved();
  useDocumentTitle(documentTitle([page?.title, title, product], { unsaved, count }));
  return page?.title ?? title;
}

/** The menu parameters of an address (`?menu=ventas&buscar=cupos`), which are applied once and then removed from it. */
function useMenuLink() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const found = useMemo(() => readMenuLink(search), [search]);
  useEffect(() => {
    if (found) void navigate({ pathname, search: found.rest, hash }, { replace: true, state });
  }, [found, navigate, pathname, hash, state]);
  return found?.link;
}

const Mark = (): ReactElement => <img alt="" height={28} src="/favicon.svg" width={28} />;

/** The frame of signed-in pages: menu, top bar and the page. */
export function Shell(): ReactElement {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user, fetchUser } = useSession();
  const { get, load } = useSettings();
  const signOut = useSignOut();
  const link = useMenuLink();
  const [{ menu, itemAction, count }, setMenu] = useState<ShellMenu>({ menu: defaultMenu, count: 0 });
  const title = usePageTitle(pathname, count);

  // The breadcrumbs are loaded after the page, so their space is reserved from the start.
  const hasTrail = pathname.split('/').length > 2;
  useShowsTrail(hasTrail);

  useEffect(() => {
    // The stored user may be outdated, because roles may have changed since the last visit.
    void fetchUser();
    load().catch(() => console.error('Error al cargar configuración del sistema'));
  }, [fetchUser, load]);

  return (
    <AppShell
      bottom={
        user && (
          <Suspense>
            <UsedPlaces userId={String(user.id)} />
          </Suspense>
        )
      }
      actions={
        <Suspense>
          <DeferredParts onMenu={setMenu} />
        </Suspense>
      }
      currentPath={pathname}
      itemAction={itemAction}
      Link={RouterLink}
      link={link}
      logo={<Mark />}
      menu={menu}
      onLogout={signOut}
      onNavigate={(href) => void navigate(href)}
      product={product}
      storageKey="pauta.menu"
      title={title}
      user={
        user && {
          name: user.full_name,
          email: user.email,
          photoUrl: profilePhotoUrl(user.profile_photo, client.baseUrl),
          roles: user.roles.map((role) => role.display_name),
        }
      }
    >
      <Above data-way={hasTrail ? (pathname.split('/').length === 3 ? 'page' : 'below') : undefined}>
        <Suspense>
          <PageFrame product={product} title={title} />
        </Suspense>
      </Above>
      {/* Dates and times on the page are in the company's time zone, so a change of the zone mounts the page again. */}
      <Fragment key={get('timezone', companyZone)}>
        <Outlet />
      </Fragment>
      <ScrollRestoration />
    </AppShell>
  );
}

const Above = styled.div`
  &[data-way] { min-block-size: 28px; }
  /* On a phone pages of the menu have no breadcrumbs: their title and the bar at the bottom are enough. */
  @media (max-width: 40rem) { &[data-way='page'] { min-block-size: 0; & > nav { display: none; } } }
  @media print { min-block-size: 0 !important; }
`;

const Frame = styled.div`
  min-block-size: 100dvh;
  display: grid;
  grid-template-rows: auto 1fr;
  background: var(--pauta-color-background);
  color: var(--pauta-color-text);

  & > header {
    display: flex;
    align-items: center;
    gap: var(--pauta-space-2);
    padding: var(--pauta-space-4) var(--pauta-space-5);
    font-size: var(--pauta-text-lg);
    font-weight: 650;
  }

  & > main {
    display: grid;
    justify-items: center;
    align-content: start;
    padding: var(--pauta-space-4) var(--pauta-space-4) var(--pauta-space-8);
    &:focus { outline: none; }
  }
`;

/** The frame of guest pages: the name of the product and the page. */
export function GuestFrame(): ReactElement {
  const { pathname } = useLocation();
  usePageFocus(pathname, usePageTitle(pathname));
  useEffect(() => {
    // The first page after signing in is loaded while the user types. A failure is shown there.
    if (pathname === '/login')
      void routeOf('/')
        ?.screen()
        .catch(() => undefined);
  }, [pathname]);
  return (
    <Frame>
      <header>
        <Mark />
        {product}
      </header>
      <main tabIndex={-1}>
        <Outlet />
      </main>
    </Frame>
  );
}
