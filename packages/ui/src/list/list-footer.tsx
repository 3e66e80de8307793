import { type ListQuery, type Page, pageSizes } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, type ReactElement, useRef } from 'react';
import { Link } from '../router.ts';
import type { UseListQuery } from './state/use-list-query.ts';

/** @example totalText(clients, { total: 10000, total_is_estimate: true }) // 'Más de 10,000 clientes' */
export const totalText = (
  resource: Resource,
  page: Pick<Page<unknown>, 'total' | 'total_is_estimate'>,
): string => `${page.total_is_estimate ? 'Más de ' : ''}${countOf(resource.label, page.total)}`;

/** The range and total of the rows, links to other pages, and the page size. */
export function ListFooter({
  resource,
  query,
  page,
  list,
  busy,
}: {
  resource: Resource;
  query: ListQuery;
  page: Page<AnyRecord>;
  list: UseListQuery;
  /** `page` is still the previous page, while the next one is loading. */
  busy: boolean;
}): ReactElement {
  const { trail, to } = list;
  const first = (trail?.length ?? 0) * query.limit + 1;
  const last = first + page.data.length - 1;
  const known =
    !page.groups &&
    trail !== null &&
    page.data.length > 0 &&
    (page.total > page.data.length || trail.length > 0);
  const before = trail?.at(-1);
  const text = known
    ? `${formatCount(first)}–${formatCount(last)} de ${totalText(resource, page).toLocaleLowerCase('es')}`
    : totalText(resource, page);
  const shownText = useRef(text);
  if (!busy) shownText.current = text;
  // The cursor of the next page is unknown until the page is loaded.
  const wait = (event: MouseEvent): void => {
    if (busy) event.preventDefault();
  };
  return (
    <footer>
      <span data-total role="status">
        {shownText.current}
      </span>
      {!page.groups && (page.total > pageSizes[0] || query.limit !== pageSizes[0]) && (
        <nav aria-label="Registros por página">
          <small aria-hidden>Por página</small>
          {pageSizes.map((size) => (
            <Link
              aria-current={size === query.limit ? 'true' : undefined}
              aria-label={`${size} por página`}
              key={size}
              to={to({ limit: size })}
            >
              {size}
            </Link>
          ))}
        </nav>
      )}
      {(query.cursor !== null || page.next_cursor !== null) && (
        <nav aria-label="Páginas">
          {query.cursor === null ? (
            <span aria-disabled="true" data-off>
              <ChevronLeft aria-hidden size={16} />
              Anterior
            </span>
          ) : (
            <Link
              aria-disabled={busy || undefined}
              onClick={wait}
              state={trail && { trail: trail.slice(0, -1) }}
              to={to({ cursor: before ?? null })}
            >
              <ChevronLeft aria-hidden size={16} />
              {before === undefined ? 'Primera' : 'Anterior'}
            </Link>
          )}
          {page.next_cursor === null ? (
            <span aria-disabled="true" data-off>
              Siguiente
              <ChevronRight aria-hidden size={16} />
            </span>
          ) : (
            <Link
              aria-disabled={busy || undefined}
              onClick={wait}
              rel="next"
              state={trail && { trail: [...trail, query.cursor] }}
              to={to({ cursor: page.next_cursor })}
            >
              Siguiente
              <ChevronRight aria-hidden size={16} />
            </Link>
          )}
        </nav>
      )}
    </footer>
  );
}
