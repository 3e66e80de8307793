import type { ReactElement } from 'react';
import type { MenuBadge } from '../menu/menu.ts';

/** The counter of an entry, displayed up to 99. An unknown count takes the same space, so that nothing shifts later. */
export function Badge({ badge }: { badge: MenuBadge | undefined }): ReactElement | null {
  if (!badge || badge.count === 0) return null;
  const { count, label } = badge;
  return (
    <span data-badge={count ?? 'waiting'}>
      <span aria-hidden="true">{count === null ? 0 : Math.min(count, 99) + (count > 99 ? '+' : '')}</span>
      {count !== null && (
        <span data-hidden>
          , {count} {label}
        </span>
      )}
    </span>
  );
}
