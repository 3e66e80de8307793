import type { ComponentType, MouseEvent, MouseEventHandler, ReactElement, ReactNode } from 'react';

/** Props of a link of the shell. Pass all of them on: `({ href, ...rest }) => <Link to={href} {...rest} />`. */
export interface LinkProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLAnchorElement>;
  readonly 'aria-current'?: 'page' | 'true' | undefined;
  readonly [state: `data-${string}`]: string | undefined;
}

/** The link component of a router, as the shell uses it. */
export type LinkComponent = ComponentType<LinkProps>;

/** How the shell navigates. All components of the shell accept these two props. */
export interface Navigation {
  /** The router's link; default a plain `<a>`. */
  readonly Link?: LinkComponent | undefined;
  /**
   * Navigates to a path of this site. With it and without `Link`, plain clicks on links of the shell call it instead of
   * loading a page.
   */
  readonly onNavigate?: ((href: string) => void) | undefined;
}

/** Whether a click should navigate in this tab, and not open a new one or download. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
  );
}

/** A link of the host's router, or a plain one. `onFollow` is called for clicks that stay in this tab. */
export function ShellLink({
  Link,
  onNavigate,
  onFollow,
  href,
  ...rest
}: Navigation & Omit<LinkProps, 'onClick'> & { readonly onFollow?: (() => void) | undefined }): ReactElement {
  const onClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (!isPlain(event)) return;
    onFollow?.();
    if (Link || !onNavigate || !/^\/(?!\/)/.test(href)) return;
    event.preventDefault();
    onNavigate(href);
  };
  const Anchor = Link ?? 'a';
  return <Anchor {...rest} href={href} onClick={onClick} />;
}
