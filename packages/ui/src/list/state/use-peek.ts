import type { Page } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from '../../router.ts';
import { focusRow, rowElement } from '../keys/row-cursor.ts';
import type { UseListQuery } from './use-list-query.ts';

export interface UsePeek {
  /** Id of the record in the panel. */
  readonly id: string | null;
  /** Opens the panel with a record, or closes it if it already shows that record. */
  toggle(id: string): void;
  close(): void;
  /** Shows the next or previous record, on another page if necessary; undefined if there is none. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
}

/** The peek panel of a list; its record is in the address as `peek`. */
export function usePeek(
  list: UseListQuery,
  page: Page<AnyRecord> | undefined,
  busy: boolean,
  scroller: RefObject<HTMLElement | null>,
): UsePeek {
  const navigate = useNavigate();
  const { state, trail, query } = list;
  const id = list.parameter('peek');
  const rows = page?.data ?? [];
  const place = rows.findIndex((row) => row.id === id);
  /** Which record of the page that is loading will be shown. */
  const awaited = useRef<'first' | 'last' | null>(null);

  const show = (shown: string, replace: boolean): void =>
    list.setParameter('peek', shown, {
      replace,
      state: replace ? state : { ...state, peeked: true },
    });
  const moveTo = (row: AnyRecord | undefined): void => {
    if (!row) return;
    show(row.id, true);
    const element = rowElement(scroller.current, row.id);
    const inList = scroller.current?.contains(document.activeElement);
    if (element && inList) focusRow(element);
    else element?.scrollIntoView?.({ block: 'nearest' });
  };
  const latest = useRef(moveTo);
  latest.current = moveTo;

  useEffect(() => {
    if (busy || awaited.current === null || rows.length === 0) return;
    const row = awaited.current === 'first' ? rows[0] : rows.at(-1);
    awaited.current = null;
    latest.current(row);
  }, [busy, rows]);

  const toNextPage = (cursor: string): void => {
    awaited.current = 'first';
    list.go({ cursor }, { state: { ...state, ...(trail && { trail: [...trail, query.cursor] }) } });
  };
  const toPreviousPage = (before: string | null): void => {
    awaited.current = 'last';
    list.go({ cursor: before }, { state: { ...state, ...(trail && { trail: trail.slice(0, -1) }) } });
  };
  const after = place >= 0 && place < rows.length - 1;
  const cursor = page?.next_cursor ?? null;
  const hasPageBefore = query.cursor !== null && trail !== null && trail.length > 0;
  return {
    id,
    toggle: (asked) => {
      if (asked === id) close();
      else show(asked, id !== null);
    },
    close,
    next: after
      ? () => moveTo(rows[place + 1])
      : place >= 0 && cursor !== null
        ? () => toNextPage(cursor)
        : undefined,
    previous:
      place > 0
        ? () => moveTo(rows[place - 1])
        : place === 0 && hasPageBefore
          ? () => toPreviousPage(trail?.at(-1) ?? null)
          : undefined,
  };

  function close(): void {
    if (id === null) return;
    const row = rowElement(scroller.current, id);
    // The previous history entry is the same list without the panel, unless the user moved to another page.
    if (state.peeked && place >= 0 && awaited.current === null) void navigate(-1);
    else list.setParameter('peek', null, { replace: true, state });
    // Keeps the focus if it is already in the list, because the user may have moved it before the panel was loaded.
    if (row && !scroller.current?.contains(document.activeElement)) setTimeout(() => focusRow(row));
  }
}
