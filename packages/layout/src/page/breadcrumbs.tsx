import { Fragment, type ReactElement, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { type Navigation, ShellLink } from '../parts/link.tsx';
import { useDismiss } from '../parts/use-dismiss.ts';
import * as outlines from '../theme/extra-outlines.ts';
import { Icon } from '../theme/icon.tsx';
import { base, coarse } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';
import { useShowsTrail } from './current-page.ts';
import * as texts from './page-texts.ts';
import type { Crumb, CrumbLink } from './trail.ts';

export interface BreadcrumbsProps extends Navigation {
  /** The steps from the top of the menu to the page, the page last: the result of `trailOf`. */
  readonly trail: readonly Crumb[];
}

const Root = styled.nav`
  ${base}
  font-size: ${token('text-sm')};
  color: ${token('color-text-muted')};
  & > ol { display: flex; flex-wrap: wrap; align-items: center; margin: 0; padding: 0; list-style: none; }
  & > ol > li { display: flex; align-items: center; min-inline-size: 0; }
  & > ol > li > svg { &:dir(rtl) { scale: -1 1; } }
  & > ol > li > :is(a, span) {
    min-inline-size: 0;
    max-inline-size: 22rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    padding: 2px 4px;
    border-radius: ${token('radius-sm')};
    line-height: 20px;
    ${coarse} { line-height: 40px; }
  }
  & > ol > li:first-child > :is(a, span) { padding-inline-start: 0; }
  & > ol > li > a:hover { color: ${token('color-accent-text')}; text-decoration: underline; }
  & [aria-current] { color: ${token('color-text')}; }
  & button {
    display: grid;
    place-items: center;
    min-inline-size: 24px;
    min-block-size: 24px;
    border-radius: ${token('radius-sm')};
    &:hover, &[aria-expanded='true'] { background: ${token('color-hover')}; color: ${token('color-text')}; }
    ${coarse} { min-inline-size: 44px; min-block-size: 44px; }
  }
  & button > svg { rotate: 90deg; }
  & [data-siblings] { position: relative; }
  & [data-siblings] > ul {
    position: absolute;
    z-index: ${token('z-popover')};
    inset-block-start: calc(100% + 4px);
    inset-inline-start: -8px;
    inline-size: max-content;
    max-inline-size: min(20rem, 60vw);
    max-block-size: 60dvh;
    overflow: auto;
    padding: 6px;
    border: 1px solid ${token('color-border')};
    border-radius: ${token('radius-lg')};
    background: ${token('color-surface-raised')};
    box-shadow: ${token('shadow-lg')};
    & a { display: block; padding: 6px 10px; border-radius: ${token('radius-md')}; color: ${token('color-text')}; ${coarse} { min-block-size: 44px; align-content: center; } }
    & a:hover { background: ${token('color-hover')}; }
    & a[aria-current] { color: ${token('color-accent-text')}; }
  }
  & [data-more] { display: none; }
  @media (max-width: 40rem) {
    &:not([data-whole]) > ol > li:not(:first-child):not(:last-child):not([data-more]) { display: none; }
    & [data-more] { display: flex; }
    & > ol > li > :is(a, span) { max-inline-size: 55vw; }
    position: relative;
    & [data-siblings] { position: static; & > ul { inset-inline: 0; inline-size: auto; max-inline-size: none; } }
  }
  @media print { display: none; }
`;

/** The menu of the sibling pages of a step. */
function Siblings({
  of,
  links,
  current,
  Link,
  onNavigate,
}: Navigation & { of: string; links: readonly CrumbLink[]; current: string | undefined }): ReactElement {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = (byEscape: boolean): void => {
    setOpen(false);
    if (byEscape) button.current?.focus();
  };
  useDismiss(root, open, close);
  return (
    <div data-siblings ref={root}>
      <button
        aria-controls={open ? id : undefined}
        aria-expanded={open}
        aria-label={texts.siblings(of)}
        onClick={() => setOpen(!open)}
        ref={button}
        type="button"
      >
        <Icon outline={outlines.chevron} size={14} />
      </button>
      {open && (
        <ul id={id}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <ShellLink
                aria-current={href === current ? 'true' : undefined}
                href={href}
                Link={Link}
                onFollow={() => setOpen(false)}
                onNavigate={onNavigate}
              >
                {label}
              </ShellLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The steps from the top of the menu to the page, each with a menu of its sibling pages. On a narrow screen the steps
 * between the first and the last are behind a button. Renders nothing for a top-level page.
 *
 * @example
 * <Breadcrumbs Link={RouterLink} trail={trailOf(menu, pathname, usePage() ?? {})} />
 */
export function Breadcrumbs({ trail, Link, onNavigate }: BreadcrumbsProps): ReactElement | null {
  const [whole, setWhole] = useState(false);
  const isShown = trail.length > 1;
  useShowsTrail(isShown);
  if (!isShown) return null;
  return (
    <Root aria-label={texts.breadcrumbs} data-whole={whole || undefined}>
      <ol>
        {trail.map(({ label, href, siblings }, index) => {
          const isLast = index === trail.length - 1;
          return (
            <Fragment key={`${href ?? ''}\n${label}`}>
              <li>
                {index > 0 && <Icon outline={outlines.chevron} size={14} />}
                {href === undefined || isLast ? (
                  <span aria-current={isLast ? 'page' : undefined}>{label}</span>
                ) : (
                  <ShellLink href={href} Link={Link} onNavigate={onNavigate}>
                    {label}
                  </ShellLink>
                )}
                {siblings && (
                  <Siblings current={href} Link={Link} links={siblings} of={label} onNavigate={onNavigate} />
                )}
              </li>
              {index === 0 && trail.length > 2 && !whole && (
                <li data-more>
                  <Icon outline={outlines.chevron} size={14} />
                  <button aria-label={texts.moreCrumbs} onClick={() => setWhole(true)} type="button">
                    …
                  </button>
                </li>
              )}
            </Fragment>
          );
        })}
      </ol>
    </Root>
  );
}
