import { locationOf } from '@pauta/domain/resource/location-of.ts';
import { type Filter, formatQuery, type ListQuery } from '@pauta/domain/resource/query/query.ts';
import { groupFilter } from '@pauta/domain/resource/query/summary.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useNarrow } from '../controls/use-narrow.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { useLabels } from '../data/use-label.ts';
import { useSummary } from '../data/use-summary.ts';
import { callFields, callOf } from '../field-components/phones/call-of.ts';
import { useCorrectedList } from '../list-search/use-corrected-list.ts';
import { useLocation, useNavigate } from '../router.ts';
import { columnsOf, statesOf } from './columns/columns.ts';
import { useColumnActions } from './columns/use-column-actions.tsx';
import { useFittedColumns } from './columns/use-fitted-columns.ts';
import { EmptyList, FailedList, FilteredList, ForbiddenList } from './empty-states.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { cursorRow, focusRow, rowElement, stepRow } from './keys/row-cursor.ts';
import { useListKeys } from './keys/use-list-keys.ts';
import { ListFooter } from './list-footer.tsx';
import { ListFrame } from './list-style.ts';
import { Beside } from './map/beside-style.ts';
import type { ResourceListProps } from './resource-list.tsx';
import { ListTable, SkeletonTable } from './rows/list-table.tsx';
import { OtherTotals, totalCells, totalNames } from './rows/list-totals.tsx';
import { useOpenedGroups, useRowGroups } from './rows/row-groups.tsx';
import { safeFields } from './selection/safe-fields.ts';
import { useSelection } from './selection/use-selection.ts';
import { usualActionsWidth } from './state/list-layout.ts';
import { rememberPlace } from './state/row-memory.ts';
import { chosenFilters, useListQuery } from './state/use-list-query.ts';
import { usePeek } from './state/use-peek.ts';
import { useRemainingHeight } from './state/use-remaining-height.ts';
import { useReturnToRow } from './state/use-return-to-row.ts';
import { useListMenu } from './use-list-menu.tsx';

const SelectionBar = lazy(async () => ({
  default: (await import('./selection/selection-bar.tsx')).SelectionBar,
}));
const InlineEdit = lazy(async () => ({ default: (await import('./rows/inline-edit.tsx')).InlineEdit }));
const ListLive = lazy(async () => ({ default: (await import('./list-live.tsx')).ListLive }));
const DidYouMean = lazy(async () => ({
  default: (await import('../list-search/did-you-mean.tsx')).DidYouMean,
}));
const LayoutSwitch = lazy(async () => ({
  default: (await import('./map/layout-switch.tsx')).LayoutSwitch,
}));
const ListMap = lazy(async () => ({ default: (await import('./map/list-map.tsx')).ListMap }));
const PeekPanel = lazy(async () => ({ default: (await import('../peek/peek-panel.tsx')).PeekPanel }));

const narrows = (query: ListQuery, chosen: readonly Filter[]): boolean =>
  query.q !== '' || chosen.length > 0 || query.where !== null;

const noRows: readonly AnyRecord[] = [];
const none: readonly string[] = [];

export interface ListProps extends ResourceListProps {
  readonly title: string;
  /** The action for a new record, for an empty list. */
  readonly create: ReactNode;
  /** Address of the form of a new record; null when there is none or it is not allowed. */
  readonly createHref: string | null;
  /** Whether the list is a screen of its own rather than part of another one. */
  readonly whole: boolean;
}

/** The content of a list's page below its head. */
export function List({
  resource,
  title,
  columns: names = resource.columns,
  cells,
  toolbar,
  actions: pageActions,
  selectable = true,
  selectionActions,
  inputs,
  rowActions,
  rowActionsWidth = usualActionsWidth,
  needs = none,
  recordHref,
  empty,
  opensWith,
  constant,
  create,
  createHref,
  whole,
}: ListProps): ReactElement {
  const asked = useListQuery(resource, constant);
  const shownFilters = chosenFilters(asked.query.filters, constant);
  const wholeGroups = useOpenedGroups(asked.view.group);
  const shownColumns = asked.view.columns;
  const fields = useMemo(
    () => [...(shownColumns?.map(({ name }) => name) ?? names), ...callFields(resource), ...needs],
    [shownColumns, names, resource, needs],
  );
  const { list, answer, suggestions, insist } = useCorrectedList(resource, asked, fields, {
    by: asked.view.group,
    opened: wholeGroups.opened,
  });
  const { query, view, ignored, go } = list;
  const labels = useLabels();
  const may = useMay(resource);
  const chosenColumns = useMemo(
    () => columnsOf(resource, view.columns ?? statesOf(names), labels),
    [resource, view.columns, names, labels],
  );
  const page = answer.data;
  const busy = answer.isPrevious;
  const rows = page?.data ?? noRows;
  const columns = useFittedColumns(chosenColumns, rows, cells);
  const scroller = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const last = useRef<string | null>(null);
  const [scrolled, setScrolled] = useState(false);
  const [editing, setEditing] = useState<{ id: string; name: string; cell: HTMLElement } | null>(null);
  const { key } = useLocation();
  const navigate = useNavigate();
  useRemainingHeight(scroller);
  useReturnToRow(scroller, formatQuery(resource, query).toString(), page !== undefined && !busy);

  const chosen = useSelection(resource, query, page);
  const peek = usePeek(list, page, busy, scroller);
  const place = useMemo(() => (whole ? locationOf(resource) : null), [whole, resource]);
  const isOneOnly = useNarrow('63.99rem');
  const isPhone = useNarrow();
  const layout = !place || (isOneOnly && view.layout === 'both') ? 'list' : view.layout;
  /** The record marked on the map: the one picked there, or that of the focused row. */
  const [marked, setMarked] = useState<string | null>(null);
  const current = peek.id ?? (layout === 'list' ? null : marked);
  const mark = (id: string | null): void => {
    setMarked(id);
    if (id !== null) rowElement(scroller.current, id)?.scrollIntoView?.({ block: 'nearest' });
  };
  const wantsTotals = list.parameter('totals') === 'true';
  const summed = useMemo(
    () => totalNames(resource, chosenColumns, labels),
    [resource, chosenColumns, labels],
  );
  const summary = useSummary(resource, rows.length > 0 && wantsTotals && summed.length > 0 ? query : null, {
    group: view.group,
    totals: summed,
  });
  const { groups, fold } = useRowGroups(
    resource,
    view.group,
    page,
    summary.isPrevious ? undefined : summary.data?.data,
  );
  const totals = useMemo(
    () => (wantsTotals ? totalCells(resource, summary.data?.data) : undefined),
    [resource, wantsTotals, summary.data],
  );
  const head = useColumnActions(list, columns, scroller);
  const menu = useListMenu({
    resource,
    labels,
    may,
    columns,
    list,
    hasTotals: summed.length > 0,
    total: page && !page.total_is_estimate ? page.total : undefined,
    whole,
    inputs,
  });

  const href = useCallback(
    (record: AnyRecord) => (recordHref ? recordHref(record) : paths.record(resource, record.id)),
    [recordHref, resource],
  );
  const safe = useMemo(() => safeFields(resource, columns, may), [resource, columns, may]);
  const editable = useCallback(
    (record: AnyRecord) =>
      safe.size > 0 && !record.archived_at && may.update(record).allowed ? safe : undefined,
    [safe, may],
  );
  const phone = useCallback((record: AnyRecord) => callOf(resource, record), [resource]);
  const onOpen = useCallback(
    (record: AnyRecord) =>
      rememberPlace(key, { row: record.id, top: scroller.current?.scrollTop ?? 0, page: window.scrollY }),
    [key],
  );
  const edit = useCallback(
    (id: string, name: string, cell: HTMLElement) => setEditing({ id, name, cell }),
    [],
  );
  const edited = editing && rows.find((row) => row.id === editing.id);
  const finishEdit = (step?: 1 | -1): void => {
    const row = editing && rowElement(scroller.current, editing.id);
    const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-edit]') ?? [])];
    const next = step && editing ? cells[cells.indexOf(editing.cell) + step] : undefined;
    setEditing(null);
    // Runs after the closed input has returned the focus.
    setTimeout(() => {
      if (next && editing) edit(editing.id, next.dataset.edit ?? '', next);
      else if (row) focusRow(row);
    });
  };

  /** The current row: the one in the panel, or the focused one. */
  const cursor = (): HTMLElement | null => cursorRow(scroller.current, peek.id ?? last.current) ?? null;
  const step = (by: 1 | -1): boolean => {
    if (peek.id !== null && rows.some((row) => row.id === peek.id)) {
      (by === 1 ? peek.next : peek.previous)?.();
      return true;
    }
    const row = scroller.current && stepRow(scroller.current, last.current, by);
    if (row) focusRow(row);
    return row !== null;
  };
  const select = (range: boolean): boolean => {
    const id = cursor()?.dataset.row;
    if (!selectable || id === undefined) return false;
    chosen.toggle(id, range);
    return true;
  };
  const editRow = (): boolean => {
    const row = cursor();
    const record = rows.find((one) => one.id === row?.dataset.row);
    const cell = row?.querySelector<HTMLElement>('td[data-edit]');
    if (!record) return false;
    if (cell) edit(record.id, cell.dataset.edit ?? '', cell);
    else if (may.update(record).allowed && href(record) !== null) {
      onOpen(record);
      void navigate(paths.edit(resource, record.id));
    } else return false;
    return true;
  };
  useListKeys(scroller, {
    next: () => step(1),
    previous: () => step(-1),
    peek: () => {
      const id = cursor()?.dataset.row;
      if (id !== undefined) peek.toggle(id);
      return id !== undefined;
    },
    select: () => select(false),
    selectRange: () => select(true),
    selectPage: () => {
      if (selectable && chosen.page !== 'all') chosen.togglePage();
      return selectable;
    },
    actions: () => {
      const button = scroller.current?.parentElement?.querySelector<HTMLElement>(
        '[data-selection-bar] button',
      );
      button?.focus();
      return button !== null;
    },
    edit: editRow,
    create: () => {
      if (createHref !== null) void navigate(createHref);
      return createHref !== null;
    },
    search: () => {
      const input = bar.current?.querySelector<HTMLElement>('[data-search] input');
      input?.focus();
      return input !== null;
    },
    help: () => {
      menu.openShortcuts();
      return true;
    },
    escape: () => {
      if (peek.id !== null) peek.close();
      else if (chosen.selection) chosen.clear();
      else return false;
      return true;
    },
  });

  /** Loads the rest of a group; a very large group opens as a list of its own. */
  const showMore = (key: string): void => {
    if (!wholeGroups.opened.has(key)) {
      wholeGroups.open(key);
      return;
    }
    const name = view.group;
    if (name === null) return;
    const filter = groupFilter(name, fieldOf(resource, name), key === '' ? null : key);
    const filters = [...query.filters.filter(({ field }) => field !== name), filter];
    list.show({ ...view, group: null, query: { ...query, cursor: null, filters } });
  };
  const clear = (): void => go({ q: '', filters: [], where: null });
  const body = (): ReactElement => {
    if (answer.error && (!page || busy)) {
      return answer.error.status === 403 ? (
        <ForbiddenList error={answer.error} label={resource.label} />
      ) : (
        <FailedList
          error={answer.error}
          onRetry={() => void answer.mutate()}
          retrying={answer.isValidating}
        />
      );
    }
    if (!page)
      return (
        <SkeletonTable
          actions={rowActions === undefined ? 0 : rowActionsWidth}
          checks={selectable}
          columns={columns}
          density={view.density}
          rows={12}
        />
      );
    if (page.data.length === 0 && !busy) {
      if (narrows(query, shownFilters) && formatQuery(resource, query).toString() !== opensWith)
        return <FilteredList label={resource.label} onClear={clear} q={query.q} />;
      if (query.cursor !== null)
        return <FilteredList label={resource.label} onClear={() => go({ cursor: null })} past q="" />;
      return <EmptyList archived={query.archived} create={create} label={resource.label} text={empty} />;
    }
    return (
      <ListTable
        busy={busy}
        caption={title}
        cells={cells}
        columns={columns}
        current={current}
        density={view.density}
        editable={editable}
        groups={groups}
        href={href}
        menuOf={head.menuOf}
        onEdit={edit}
        onFold={fold}
        onMore={showMore}
        onOpen={onOpen}
        onPeek={peek.toggle}
        phone={phone}
        onSort={(sort) => go({ sort })}
        onWidths={head.onWidths}
        rowActions={rowActions}
        rowActionsWidth={rowActionsWidth}
        rows={page.data}
        selection={selectable ? chosen : undefined}
        sort={query.sort}
        titleField={resource.title}
        totals={totals}
      />
    );
  };
  const layoutSwitch = place && (
    <Suspense>
      <LayoutSwitch isOneOnly={isOneOnly} layout={layout} onChange={(next) => list.look({ layout: next })} />
    </Suspense>
  );
  const peeked = rows.find((row) => row.id === peek.id);

  const frame = (
    <ListFrame aria-label={title} data-selecting={(selectable && chosen.selection !== null) || undefined}>
      {whole && page && (
        <Suspense>
          <ListLive onShow={() => void answer.mutate()} resource={resource} />
        </Suspense>
      )}
      <section
        aria-label={`Tabla de ${title.toLocaleLowerCase('es')}`}
        data-scroll
        data-scrolled={scrolled || undefined}
        onFocus={(event) => {
          last.current = event.target.closest<HTMLElement>('tr[data-row]')?.dataset.row ?? last.current;
          if (layout !== 'list') setMarked(last.current);
        }}
        onScroll={(event) => setScrolled(Math.abs(event.currentTarget.scrollLeft) > 0)}
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable to scroll it by keyboard.
        tabIndex={0}
      >
        {!page && !answer.error && (
          <VisuallyHidden role="status">Cargando {title.toLocaleLowerCase('es')}…</VisuallyHidden>
        )}
        {body()}
      </section>
      {wantsTotals && summary.data && page && page.data.length > 0 && (
        <OtherTotals
          columns={columns}
          labels={labels}
          resource={resource}
          scroller={scroller}
          summary={summary.data.data}
        />
      )}
      {!page && !answer.error && <footer aria-hidden />}
      {page && selectable && chosen.selection && (
        <div data-floor>
          <Suspense>
            <SelectionBar
              actions={
                <>
                  {selectionActions?.(chosen.selection, chosen.clear)}
                  {menu.selectionActions(chosen.selection, chosen.clear)}
                </>
              }
              chosen={chosen}
              page={page}
              resource={resource}
              selection={chosen.selection}
            />
          </Suspense>
        </div>
      )}
      {page && page.data.length > 0 && (
        <ListFooter busy={busy} list={list} page={page} query={query} resource={resource} />
      )}
    </ListFrame>
  );

  return (
    <>
      <div ref={bar}>
        <FilterBar
          chips={menu.chips}
          columns={columns}
          extra={
            <>
              {!isPhone && layoutSwitch}
              {menu.advanced}
              {toolbar}
            </>
          }
          go={asked.go}
          group={view.group}
          labels={labels}
          more={menu.actions}
          moreButton={menu.button}
          onGroup={list.groupBy}
          pageActions={pageActions}
          query={constant ? { ...asked.query, filters: shownFilters } : asked.query}
          resource={resource}
          start={menu.views}
        />
      </div>
      {isPhone && layoutSwitch}
      {menu.windows}
      {suggestions.length > 0 && (
        <Suspense>
          <DidYouMean
            label={resource.label}
            onInsist={insist}
            onTake={(q) => asked.go({ q })}
            q={asked.query.q}
            shown={query.q}
            suggestions={suggestions}
          />
        </Suspense>
      )}
      {ignored.length > 0 && (
        <Banner tone="warning">
          Se dejaron de lado partes de la dirección que no se entienden: {ignored.join(', ')}.
        </Banner>
      )}
      {answer.error && page && !busy && (
        <Banner
          actions={
            <Button loading={answer.isValidating} onClick={() => void answer.mutate()} size="small">
              Reintentar
            </Button>
          }
          live
          tone="warning"
        >
          Estos datos pueden estar desactualizados. {answer.error.message}
        </Banner>
      )}
      {place ? (
        <Beside data-layout={layout}>
          {frame}
          {layout !== 'list' && (
            <Suspense fallback={<Skeleton lines={9} />}>
              <ListMap
                chosen={chosen}
                current={current}
                go={go}
                href={href}
                onCurrent={mark}
                onOpen={onOpen}
                place={place}
                query={query}
                resource={resource}
                selectable={selectable}
                to={list.to}
              />
            </Suspense>
          )}
        </Beside>
      ) : (
        frame
      )}
      {editing && edited && (
        <Suspense>
          <InlineEdit
            cell={editing.cell}
            key={`${editing.id} ${editing.name}`}
            name={editing.name}
            onClose={finishEdit}
            record={edited}
            resource={resource}
          />
        </Suspense>
      )}
      {peek.id !== null && (
        <Suspense>
          <PeekPanel
            cells={cells}
            id={peek.id}
            onClose={peek.close}
            onNext={peek.next}
            onOpen={onOpen}
            onPrevious={peek.previous}
            resource={resource}
            row={peeked}
            to={peeked ? href(peeked) : paths.record(resource, peek.id)}
          />
        </Suspense>
      )}
    </>
  );
}
