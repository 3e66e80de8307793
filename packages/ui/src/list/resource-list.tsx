import type { Page as ListPage, ListQuery } from '@pauta/domain/resource/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { newOne } from '@pauta/domain/text/label.ts';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../controls/banner.tsx';
import { Button } from '../controls/button.tsx';
import { LinkButton } from '../controls/link-button.tsx';
import { Page } from '../controls/page.tsx';
import { PageHeader } from '../controls/page-header.tsx';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { type May, useMay } from '../data/may.ts';
import { paths } from '../data/paths.ts';
import { useLabels } from '../data/use-label.ts';
import { useResourceList } from '../data/use-resource-list.ts';
import type { CellProps } from '../faces/cells.tsx';
import { useLocation, useNavigationType } from '../router.ts';
import { columnsOf } from './columns.ts';
import { FilterBar } from './filter-bar.tsx';
import { EmptyList, FailedList, FilteredList, ForbiddenList } from './list-faces.tsx';
import { ListFooter } from './list-footer.tsx';
import { ListFrame } from './list-style.ts';
import { ListTable, SkeletonTable } from './list-table.tsx';
import { recallPlace, rememberPlace } from './row-memory.ts';
import { useListQuery } from './use-list-query.ts';
import { useRemainingHeight } from './use-remaining-height.ts';

export interface ResourceListProps {
  readonly resource: Resource;
  /** By default the resource's plural. */
  readonly title?: string;
  readonly description?: ReactNode;
  /** Instead of the resource's own columns. */
  readonly columns?: readonly string[];
  /** Cells of one's own, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>;
  /** Buttons of the page, before "Nuevo". */
  readonly actions?: ReactNode;
  /** At the end of the filter bar. */
  readonly toolbar?: ReactNode;
  /** Between the head and the filters: notices, figures. */
  readonly above?: ReactNode;
  /** Buttons at the end of a row. */
  readonly rowActions?: (record: AnyRecord) => ReactNode;
  /** Where a row leads; null nowhere. By default the record's page. */
  readonly recordHref?: (record: AnyRecord) => string | null;
  /** Where "Nuevo" leads; null hides it. By default the resource's form when records can be created. */
  readonly newHref?: string | null;
  /** Instead of the text of a list that has nothing yet. */
  readonly empty?: ReactNode;
  /** Instead of the page's own head; null for a list inside another screen. */
  readonly header?: ReactNode;
}

/**
 * The list of a resource: search, filters, order and pages in the URL, four honest empty faces, and Back to the
 * same row.
 *
 * @example <ResourceList resource={clients} />
 */
export function ResourceList(props: ResourceListProps): ReactElement {
  const { resource, title = resource.label.many, description, actions, newHref, header } = props;
  const may = useMay(resource);
  const to =
    newHref === undefined
      ? resource.operations.includes('create')
        ? paths.create(resource)
        : null
      : newHref;
  const create = to !== null && <NewButton may={may} resource={resource} to={to} />;
  return (
    <Page>
      {header === undefined ? (
        <PageHeader
          actions={
            (actions || create) && (
              <>
                {actions}
                {create}
              </>
            )
          }
          description={description}
          title={title}
        />
      ) : (
        header
      )}
      {props.above}
      {may.view.allowed ? (
        <List {...props} create={create} title={title} />
      ) : (
        <ListFrame aria-label={title}>
          <ForbiddenList label={resource.label} reason={may.view.reason} permission={may.view.permission} />
        </ListFrame>
      )}
    </Page>
  );
}

/** The way to a new record; without the permission it says which one is missing. */
export function NewButton({ resource, may, to }: { resource: Resource; may: May; to: string }): ReactElement {
  const icon = <Plus aria-hidden size={16} />;
  return may.create.allowed ? (
    <LinkButton icon={icon} to={to} tone="primary">
      {newOne(resource.label)}
    </LinkButton>
  ) : (
    <Button disabledReason={may.create.reason} icon={icon} tone="primary">
      {newOne(resource.label)}
    </Button>
  );
}

const narrows = (query: ListQuery): boolean => query.q !== '' || query.filters.length > 0;

function List({
  resource,
  title,
  columns: names = resource.columns,
  cells,
  toolbar,
  rowActions,
  recordHref = (record) => paths.record(resource, record.id),
  empty,
  create,
}: ResourceListProps & { title: string; create: ReactNode }): ReactElement {
  const list = useListQuery(resource);
  const { query, ignored, go } = list;
  const labels = useLabels();
  const columns = columnsOf(resource, names, labels);
  const answer = useResourceList(resource, query);
  const page = answer.data;
  const busy = answer.isPrevious;
  const scroller = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const { key } = useLocation();
  useRemainingHeight(scroller, 74);
  useReturnToRow(scroller, page, busy);

  const clear = (): void => go({ q: '', filters: [] });
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
    if (!page) return <SkeletonTable columns={columns} rows={12} />;
    if (page.data.length === 0 && !busy) {
      if (narrows(query)) return <FilteredList label={resource.label} onClear={clear} q={query.q} />;
      if (query.cursor !== null)
        return <FilteredList label={resource.label} onClear={() => go({ cursor: null })} q="" past />;
      return <EmptyList archived={query.archived} create={create} label={resource.label} text={empty} />;
    }
    return (
      <ListTable
        busy={busy}
        caption={title}
        cells={cells}
        columns={columns}
        href={recordHref}
        onOpen={(record) =>
          rememberPlace(key, { row: record.id, top: scroller.current?.scrollTop ?? 0, page: window.scrollY })
        }
        onSort={(sort) => go({ sort })}
        rowActions={rowActions}
        rows={page.data}
        sort={query.sort}
      />
    );
  };

  return (
    <>
      <FilterBar
        columns={columns}
        extra={toolbar}
        go={go}
        labels={labels}
        query={query}
        resource={resource}
      />
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
      <ListFrame aria-label={title}>
        <section
          aria-label={`Tabla de ${title.toLocaleLowerCase('es')}`}
          data-scroll
          data-scrolled={scrolled || undefined}
          onScroll={(event) => setScrolled(Math.abs(event.currentTarget.scrollLeft) > 0)}
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
        >
          {!page && !answer.error && (
            <VisuallyHidden role="status">Cargando {title.toLocaleLowerCase('es')}…</VisuallyHidden>
          )}
          {body()}
        </section>
        {!page && !answer.error && <footer aria-hidden />}
        {page && page.data.length > 0 && (
          <ListFooter list={list} page={page} query={query} resource={resource} />
        )}
      </ListFrame>
    </>
  );
}

/** After Back: the same scroll, and the focus on the row that was opened. After paging: the top. */
function useReturnToRow(
  scroller: { current: HTMLElement | null },
  page: ListPage<AnyRecord> | undefined,
  busy: boolean,
): void {
  const { key } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  const done = useRef<string | null>(null);
  const ready = page !== undefined && !busy;
  useEffect(() => {
    if (!ready || done.current === key) return;
    const first = done.current === null;
    done.current = key;
    const place = cameBack ? recallPlace(key) : undefined;
    if (!place) {
      if (!first) scroller.current?.scrollTo({ top: 0 });
      return;
    }
    // After the shell has put the focus on the title.
    const frame = requestAnimationFrame(() => {
      scroller.current?.scrollTo({ top: place.top });
      window.scrollTo({ top: place.page });
      const row = scroller.current?.querySelector(`[data-row="${CSS.escape(place.row)}"]`);
      row?.querySelector<HTMLElement>('a[data-row-link]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [ready, key, cameBack, scroller]);
}
