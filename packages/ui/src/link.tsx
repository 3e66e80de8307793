import type { ComponentProps, ReactElement } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app, absolute or relative to the current one, or the full address of another site. */
  readonly to: To;
  /** Replaces the current entry of the browser's history. */
  readonly replace?: boolean;
  /** State of the location that it leads to. */
  readonly state?: unknown;
}

const fullAddress = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/**
 * A link to a page of the app. It replaces that of React Router, whose code for prefetching data of pages rendered by a
 * server would be part of the first script.
 *
 * @example <Link to="/crm/clientes">Clientes</Link>
 */
export function Link({ to, replace, state, onClick, target, ...rest }: LinkProps): ReactElement {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
  const isElsewhere = typeof to === 'string' && fullAddress.test(to);
  return (
    <a
      {...rest}
      href={isElsewhere ? to : href}
      onClick={(event) => {
        onClick?.(event);
        if (!isElsewhere && !event.defaultPrevented) follow(event);
      }}
      target={target}
    />
  );
}
