import { hasRole } from '@pauta/core';
import { useApiQuery, useUser } from '@pauta/core/react';
import type { HomeNumber } from '@pauta/domain/home/cards.ts';
import type { Menu, MenuItem } from '@pauta/layout';
import { defaultMenu } from '@pauta/layout/menu';
import { withBadges } from '@pauta/layout/menu-tools';
import { FavoriteButton, type PinControls } from '@pauta/layout/pins';
import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { badgesOf, countAt, pendingLabel } from './menu-counts.ts';
import { pinOf } from './place.ts';

/** The menu with the data that the shell adds to it. */
export interface ShellMenu {
  readonly menu: Menu;
  readonly itemAction?: (item: MenuItem) => ReactNode;
  /** The count of the current page, for its tab title. */
  readonly count: number;
}

/** The menu with the number of pending items of its entries, and a favourite button beside each. */
export function useMenu(pins: PinControls): ShellMenu {
  const user = useUser() as (ReturnType<typeof useUser> & { readonly pending_step?: string | null }) | null;
  const { pathname } = useLocation();
  // A user with a required step or without approval gets no counts, because the server refuses the request.
  const may = user && !user.pending_step && !hasRole(user, 'pending');
  const { data } = useApiQuery<{ data: readonly HomeNumber[] }>(may ? '/home' : null, {
    query: { only: 'badges' },
    refreshInterval: 300_000,
  });
  const numbers = data?.data;
  const menu = useMemo(
    () => (may ? withBadges(defaultMenu, badgesOf(numbers), pendingLabel) : defaultMenu),
    [may, numbers],
  );
  const count = countAt(pathname, numbers);
  return useMemo(
    () => ({
      menu,
      count,
      itemAction: ({ href }) => {
        const pin = pinOf(href, null);
        return pin && <FavoriteButton pin={pin} pins={pins} />;
      },
    }),
    [menu, count, pins],
  );
}
