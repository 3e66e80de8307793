import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { matchRoute } from '../menu/match-route.ts';
import type { MenuItem } from '../menu/menu.ts';
import { Badge } from '../parts/badge.tsx';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { base, visuallyHidden } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';

export interface BottomBarProps extends Navigation {
  /** The most used items of the menu, two to five, each with an icon and a short label. */
  readonly items: readonly MenuItem[];
  /** Path of the current page, without query. The item with the longest matching address is the current one. */
  readonly currentPath: string;
  /** Accessible name of the landmark. Default «Accesos rápidos». */
  readonly label?: string | undefined;
}

// The page ends above the bar. The space is reserved on the body, because a box at the end of the page would move with
// its content. `--pauta-bottom-inset` gives the height of the bar to other elements at the bottom of the window.
const Root = styled.div`
  ${base}
  --height: calc(${token('bar-height')} + env(safe-area-inset-bottom, 0px));

  & > nav {
    position: fixed;
    z-index: ${token('z-bar')};
    inset-inline: 0;
    inset-block-end: 0;
    block-size: var(--height);
    padding-block-end: env(safe-area-inset-bottom, 0px);
    border-block-start: 1px solid ${token('color-border')};
    background: ${token('color-surface')};
  }
  & ul {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    block-size: 100%;
  }
  & a {
    position: relative;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 2px;
    block-size: 100%;
    padding-inline: 2px;
    color: ${token('color-text-muted')};
    font-size: ${token('text-xs')};
    line-height: ${token('leading-tight')};
    &[aria-current] {
      color: ${token('color-accent-text')};
      font-weight: ${token('weight-medium')};
      &::before {
        content: '';
        position: absolute;
        inset-block-start: -1px;
        inset-inline: 25%;
        border-block-start: 3px solid ${token('color-accent')};
        border-radius: 0 0 3px 3px;
      }
    }
  }
  & [data-label] {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & [data-badge] {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-start: calc(50% + 4px);
    min-inline-size: 18px;
    padding-inline: 5px;
    border-radius: ${token('radius-full')};
    background: ${token('color-accent')};
    color: ${token('color-accent-contrast')};
    text-align: center;
    line-height: 18px;
    @media (forced-colors: active) { outline: 1px solid; }
  }
  & [data-badge='waiting'] { visibility: hidden; }
  & [data-hidden] { ${visuallyHidden} }

  html:has(> body &) {
    --pauta-bottom-inset: calc(${token('bar-height')} + env(safe-area-inset-bottom, 0px));
    scroll-padding-block-end: var(--pauta-bottom-inset);
  }
  body:has(&) { padding-block-end: var(--pauta-bottom-inset); }
  @media (width > 40rem) {
    display: none;
    html:has(> body &) { --pauta-bottom-inset: 0px; scroll-padding-block-end: auto; }
  }
  @media print { display: none; }
`;

/**
 * A bar at the bottom of phones (up to 40 rem wide) with the most used items; hidden on wider screens. Pass it as
 * `bottom` of `AppShell`, or render it after the page. While it is shown, `--pauta-bottom-inset` is its height, for
 * other elements at the bottom of the window.
 *
 * @example
 * const places = defaultMenu.flatMap((entry) => ('items' in entry ? entry.items : [entry]));
 * <BottomBar currentPath={pathname} items={places.filter(({ id }) => often.includes(id))} Link={RouterLink} />
 */
export function BottomBar({
  items,
  currentPath,
  label = 'Accesos rápidos',
  Link,
  onNavigate,
}: BottomBarProps): ReactElement {
  const current = matchRoute(items, currentPath);
  return (
    <Root data-pauta-bottom-bar>
      <nav aria-label={label}>
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <ShellLink
                aria-current={current?.item.id === item.id ? (current.exact ? 'page' : 'true') : undefined}
                href={item.href}
                Link={Link}
                onNavigate={onNavigate}
              >
                {item.icon}
                <span data-label="">{item.label}</span>
                <Badge badge={item.badge} />
              </ShellLink>
            </li>
          ))}
        </ul>
      </nav>
    </Root>
  );
}
