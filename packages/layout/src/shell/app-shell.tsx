import { type MouseEvent, type ReactElement, type ReactNode, useCallback, useId, useRef } from 'react';
import { styled } from 'styled-components';
import type { Menu, MenuItem } from '../menu/menu.ts';
import { usePageFocus } from '../page/page-focus.ts';
import type { Navigation } from '../parts/link.tsx';
import { shellTexts, type Texts } from '../parts/texts.ts';
import { SideMenu } from '../side-menu/side-menu.tsx';
import { type MenuStateOptions, useMenuState } from '../side-menu/use-menu-state.ts';
import { type Desktop, desktop, desktopQuery } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { Drawer } from './drawer.tsx';
import { TopBar } from './top-bar.tsx';
import { type ShellUser, UserMenu } from './user-menu.tsx';

export interface AppShellProps extends Navigation, MenuStateOptions, Desktop, Texts {
  /** Name of the product, in the top bar. */
  readonly product: string;
  /** A logo before the name, about 28 px high. */
  readonly logo?: ReactNode;
  /** Address of the link on the product name. Default `/`. */
  readonly homeHref?: string | undefined;
  /** Title of the current page: shown in the top bar on desktop and announced after each navigation. */
  readonly title?: string | undefined;
  /** The menu, rendered unchanged: `defaultMenu` of `@pauta/layout/menu`, or any other. */
  readonly menu: Menu;
  /** Path of the current page, without query: `/crm/clientes`. */
  readonly currentPath: string;
  /** Label at the foot of the menu. Default `v1.0.0`. */
  readonly version?: string | undefined;
  /** The signed-in user; `null` while unknown. */
  readonly user: ShellUser | null;
  /** Address of «Mi Perfil». Default `/perfil`. */
  readonly profileHref?: string | undefined;
  /** Address of the page after «Cerrar Sesión». Default `/login`. */
  readonly loginHref?: string | undefined;
  /**
   * Ends the session. A failure is logged, and the user is sent to `loginHref` regardless. `false` (or a promise of it)
   * cancels the sign-out, for example because of unsaved changes.
   */
  readonly onLogout: () => unknown;
  /** How many roles the user menu shows before «+2». Default all. */
  readonly maxRoles?: number | undefined;
  /** Shows initials instead of the default icon if there is no photo. */
  readonly initials?: boolean | undefined;
  /** Additional controls at the end of the top bar, before the user menu. */
  readonly actions?: ReactNode;
  /** Content beside each link of the menu, such as a `FavoriteButton` of `@pauta/layout/pins`. */
  readonly itemAction?: ((item: MenuItem) => ReactNode) | undefined;
  /** Whether the shell moves the focus and announces the title after a navigation. Default `true`. */
  readonly pageFocus?: boolean | undefined;
  /** Content after the page, such as a `BottomBar` of `@pauta/layout/bottom-bar`. */
  readonly bottom?: ReactNode;
  /** The page, with its own `h1`. */
  readonly children: ReactNode;
}

const Root = styled.div<Parameters<typeof desktop>[0]>`
  min-block-size: 100dvh;
  background: ${token('color-background')};

  & > a[data-skip] {
    position: fixed;
    z-index: ${token('z-skip')};
    inset-block-start: 8px;
    inset-inline-start: 8px;
    padding: ${token('space-2')} ${token('space-4')};
    border-radius: ${token('radius-md')};
    background: ${token('color-accent')};
    color: ${token('color-accent-contrast')};
    font-family: ${token('font')};
    font-size: ${token('text-md')};
    font-weight: ${token('weight-medium')};
    text-decoration: none;
    &:focus { outline: ${token('focus-width')} solid ${token('color-focus')}; outline-offset: 2px; }
    &:not(:focus) { inset-block-start: -999px; }
  }

  & > [data-frame] > nav { display: none; }
  & > [data-frame] > main {
    min-inline-size: 0;
    padding: var(--pauta-page-padding, ${token('space-4')});
    color: ${token('color-text')};
    &:focus { outline: none; }
  }

  ${desktop} {
    & > [data-frame] {
      display: grid;
      grid-template-columns: auto minmax(0, 1fr);
      min-block-size: calc(100dvh - ${token('bar-height')});
    }
    & > [data-frame] > nav {
      display: flex;
      position: sticky;
      z-index: ${token('z-menu')};
      inset-block-start: ${token('bar-height')};
      block-size: calc(100dvh - ${token('bar-height')});
      border-inline-end: 1px solid ${token('color-border')};
    }
    & > [data-frame] > main { padding: var(--pauta-page-padding, ${token('space-6')} ${token('space-7')}); }
  }

  @media print {
    min-block-size: 0;
    background: none;
    & > a[data-skip] { display: none; }
    & > [data-frame] { display: block; }
    & > [data-frame] > nav { display: none; }
    & > [data-frame] > main { padding: 0; }
  }
`;

/**
 * The frame of an app: skip links, top bar, menu (a drawer, on desktop a collapsible rail) and the page in `main`. It
 * depends on no router and no session: the path and the user are props, clicks are events.
 *
 * @example
 * <AppShell
 *   product="Pauta"
 *   title="Clientes"
 *   menu={defaultMenu}
 *   currentPath={pathname}
 *   onNavigate={navigate}
 *   user={{ name: 'Ana Peña', email: 'ana@medio.do', roles: ['Ventas'] }}
 *   onLogout={logout}
 * >
 *   <h1>Clientes</h1>
 * </AppShell>
 */
export function AppShell({
  product,
  logo,
  homeHref,
  title,
  menu,
  currentPath,
  storageKey,
  defaultCollapsed,
  collapsed,
  onCollapsedChange,
  link,
  version,
  user,
  profileHref,
  loginHref,
  onLogout,
  maxRoles,
  initials,
  actions,
  itemAction,
  bottom,
  desktopFrom,
  texts,
  pageFocus = true,
  Link,
  onNavigate,
  children,
}: AppShellProps): ReactElement {
  const main = useRef<HTMLElement>(null);
  const id = useId();
  const menuId = `${id}menu`;
  const mainId = `${id}main`;
  const { drawerOpen, ...controls } = useMenuState({
    menu,
    currentPath,
    storageKey,
    defaultCollapsed,
    collapsed,
    onCollapsedChange,
    link,
  });
  const { state, dispatch } = controls;
  const closeDrawer = useCallback(() => dispatch({ type: 'close-drawer' }), [dispatch]);
  const shared = { Link, onNavigate, desktopFrom, texts };
  const messages = { ...shellTexts, ...texts };
  usePageFocus(pageFocus ? currentPath : '', title, texts?.pageLoaded);

  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    main.current?.focus();
    main.current?.scrollIntoView?.();
  };
  const skipToMenu = (event: MouseEvent): void => {
    event.preventDefault();
    if (window.matchMedia(desktopQuery(desktopFrom)).matches)
      document.getElementById(menuId)?.querySelector<HTMLElement>('input, button')?.focus();
    else dispatch({ type: 'open-drawer', path: currentPath });
  };

  return (
    <Root $from={desktopFrom} data-pauta-shell>
      <a data-skip href={`#${mainId}`} onClick={skip}>
        {messages.skip}
      </a>
      <a data-skip href={`#${menuId}`} onClick={skipToMenu}>
        {messages.skipToMenu}
      </a>
      <TopBar
        {...shared}
        collapsed={state.collapsed}
        drawerOpen={drawerOpen}
        homeHref={homeHref}
        logo={logo}
        menuId={menuId}
        onOpenDrawer={() => dispatch({ type: 'open-drawer', path: currentPath })}
        onToggleRail={() => dispatch({ type: 'toggle-rail' })}
        product={product}
        title={title}
      >
        {actions}
        <UserMenu
          {...shared}
          initials={initials}
          loginHref={loginHref}
          maxRoles={maxRoles}
          onLogout={onLogout}
          profileHref={profileHref}
          user={user}
        />
      </TopBar>
      <div data-frame="">
        <SideMenu
          {...shared}
          {...controls}
          id={menuId}
          itemAction={itemAction}
          menu={menu}
          rail={state.collapsed}
          version={version}
        />
        <main id={mainId} ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {bottom}
      <Drawer
        {...shared}
        head={
          <>
            {logo}
            {product}
          </>
        }
        onClose={closeDrawer}
        open={drawerOpen}
      >
        <SideMenu
          {...shared}
          {...controls}
          itemAction={itemAction}
          menu={menu}
          onFollow={closeDrawer}
          version={version}
        />
      </Drawer>
    </Root>
  );
}
