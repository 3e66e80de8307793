import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { type Texts, topBarTexts } from '../parts/texts.ts';
import { Icon } from '../theme/icon.tsx';
import * as outlines from '../theme/outlines.ts';
import { base, coarse, type Desktop, desktop, iconButton } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';

export interface TopBarProps extends Navigation, Desktop, Texts {
  /** Name of the product; a link to `homeHref`. */
  readonly product: string;
  /** A logo before the name, about 28 px high. */
  readonly logo?: ReactNode;
  /** Default `/`. */
  readonly homeHref?: string | undefined;
  /** Title of the current page; shown on desktop. */
  readonly title?: string | undefined;
  /** Id of the menu that the desktop toggle collapses. */
  readonly menuId?: string | undefined;
  readonly collapsed: boolean;
  readonly onToggleRail: () => void;
  readonly drawerOpen: boolean;
  readonly onOpenDrawer: () => void;
  /** Controls at the end of the bar, the user menu last. */
  readonly children?: ReactNode;
}

// At 400 % zoom a sticky bar would hide half of the page; therefore it is sticky only above a minimum height.
const Root = styled.header<Parameters<typeof desktop>[0]>`
  ${base}
  ${iconButton}
  position: sticky;
  inset-block-start: 0;
  z-index: ${token('z-bar')};
  display: flex;
  align-items: center;
  gap: ${token('space-2')};
  min-block-size: ${token('bar-height')};
  padding-inline: ${token('space-2')};
  background: ${token('color-surface')};
  border-block-end: 1px solid ${token('color-border')};

  & > [data-toggle='rail'] { display: none; }
  & > [data-brand] {
    display: flex;
    align-items: center;
    gap: ${token('space-2')};
    min-inline-size: 0;
    min-block-size: 36px;
    padding-inline: ${token('space-1')};
    border-radius: ${token('radius-md')};
    font-size: ${token('text-lg')};
    font-weight: ${token('weight-bold')};
    ${coarse} { min-block-size: 44px; }
    & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  }
  & > [data-title] { display: none; }
  & > [data-end] {
    display: flex;
    /* Takes half of the free space, like the title, so that a longer title or controls that load later do not move
       it. */
    flex: 1;
    align-items: center;
    justify-content: flex-end;
    gap: ${token('space-1')};
  }

  ${desktop} {
    padding-inline: 12px ${token('space-4')};
    & > [data-toggle='drawer'] { display: none; }
    & > [data-toggle='rail'] { display: grid; }
    & > [data-title] {
      display: block;
      flex: 1;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      padding-inline-start: ${token('space-4')};
      margin-inline-start: ${token('space-2')};
      border-inline-start: 1px solid ${token('color-border')};
      line-height: 24px;
      color: ${token('color-text-muted')};
    }
  }

  @media (max-height: 26rem) { position: relative; }
  @media print { display: none; }
`;

/**
 * The bar at the top: menu toggle (opens the drawer, on desktop collapses the rail), product name, current page title
 * on desktop, and the children.
 */
export function TopBar({
  product,
  logo,
  homeHref = '/',
  title,
  menuId,
  collapsed,
  onToggleRail,
  drawerOpen,
  onOpenDrawer,
  children,
  desktopFrom,
  texts,
  Link,
  onNavigate,
}: TopBarProps): ReactElement {
  const messages = { ...topBarTexts, ...texts };
  return (
    <Root $from={desktopFrom}>
      <button
        aria-expanded={drawerOpen}
        aria-haspopup="dialog"
        aria-label={messages.openMenu}
        data-icon-button
        data-toggle="drawer"
        onClick={onOpenDrawer}
        type="button"
      >
        <Icon outline={outlines.menu} />
      </button>
      <button
        aria-controls={menuId}
        aria-expanded={!collapsed}
        aria-label={messages.toggleRail}
        data-icon-button
        data-toggle="rail"
        onClick={onToggleRail}
        title={collapsed ? messages.expandRail : messages.collapseRail}
        type="button"
      >
        <Icon outline={outlines.rail} />
      </button>
      <ShellLink data-brand="" href={homeHref} Link={Link} onNavigate={onNavigate}>
        {logo}
        <span>{product}</span>
      </ShellLink>
      {title && <span data-title>{title}</span>}
      <div data-end>{children}</div>
    </Root>
  );
}
