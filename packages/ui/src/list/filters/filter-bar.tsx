import type { Filter, ListQuery, Sort } from '@pauta/domain/resource/query/query.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { agree } from '@pauta/domain/text/label.ts';
import { token as t } from '@pauta/layout/theme';
import { Archive, ArrowUpDown, Ellipsis, ListFilter, X } from 'lucide-react';
import {
  lazy,
  type ReactElement,
  type ReactNode,
  type RefObject,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { Button } from '../../controls/button.tsx';
import type { MenuAction } from '../../controls/menu.tsx';
import { narrow, visuallyHidden } from '../../controls/style.ts';
import { useNarrow } from '../../controls/use-narrow.ts';
import { useMay } from '../../data/may.ts';
import type { Labels } from '../../data/use-label.ts';
import { ListSearch } from '../../list-search/list-search.tsx';
import type { Column } from '../columns/columns.ts';
import { FilterText } from './filter-text.tsx';

const Root = styled.div`
  container-type: inline-size;
  /* The suggestions of the search are displayed over the table. */
  &:focus-within { position: relative; z-index: 3; }
  & > [data-row] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & > [data-row] + [data-row] { margin-block-start: ${t('space-2')}; }
  & [data-search] { flex: 1 1 14rem; max-inline-size: 22rem; min-inline-size: min(12rem, 100%); }
  & [data-rest] { display: contents; }
  & [data-only-narrow] { display: none; }
  & [data-end] { margin-inline-start: auto; }
  & li[data-quiet] { border-color: ${t('color-border-strong')}; background: ${t('color-surface')}; color: ${t('color-text')}; }
  & li > span { align-self: center; padding-inline-start: ${t('space-3')}; }
  & ul { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; margin: 0; padding: 0; list-style: none; }
  & li {
    display: inline-flex;
    align-items: stretch;
    max-inline-size: 100%;
    border: 1px solid ${t('color-accent')};
    border-radius: ${t('radius-full')};
    background: ${t('color-accent-soft')};
    color: ${t('color-accent-text')};
    font-size: ${t('text-sm')};
  }
  & li > button {
    min-inline-size: 28px;
    min-block-size: max(26px, calc(${t('target-size')} - 2px));
    padding: 0 ${t('space-1')} 0 ${t('space-3')};
    border: 0;
    border-radius: ${t('radius-full')};
    background: none;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
  }
  & li > :is(button, span) + button { flex: none; display: grid; place-items: center; padding: 0 4px; }
  & li > button:hover { text-decoration: underline; }
  & li > :is(button, span) + button:hover { background: color-mix(in srgb, ${t('color-accent')} 16%, transparent); }
  & li strong { font-weight: ${t('weight-medium')}; }
  /* On narrow lists, tools that the menu also offers are hidden, to keep the bar in one row. */
  @container (max-width: 46rem) {
    & [data-search] { flex-basis: 8rem; min-inline-size: min(8rem, 100%); }
    & [data-only-roomy] { display: none; }
  }
  @container (min-width: 38rem) and (max-width: 46rem) {
    & [data-view-name] { max-inline-size: 8.5rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  }
  @container (max-width: 38rem) {
    & [data-only-narrow] { display: contents; }
  }
  ${narrow} {
    & [data-search] { flex: 1 1 6rem; min-inline-size: 0; max-inline-size: none; }
    & > [data-row] > button { padding-inline: ${t('space-3')}; }
    & > [data-row] > button [data-word] { ${visuallyHidden} }
    & [data-rest] { display: flex; flex-wrap: wrap; gap: ${t('space-2')}; flex-basis: 100%; }
    & [data-start] { order: 1; }
    & [data-rest] { order: 2; }
    & :is([data-start], [data-rest])[hidden] { display: none; }
  }
  @media print { display: none; }
`;

const loadPopover = () => import('./filter-popover.tsx');
const FilterPopover = lazy(async () => ({ default: (await loadPopover()).FilterPopover }));
const SortPopover = lazy(async () => ({ default: (await import('./sort-popover.tsx')).SortPopover }));
const loadMenu = () => import('../../controls/action-menu.tsx');
const ActionMenu = lazy(async () => ({ default: (await loadMenu()).ActionMenu }));

export interface FilterBarProps {
  readonly resource: Resource;
  readonly labels: Labels;
  readonly columns: readonly Column[];
  readonly query: ListQuery;
  readonly group: string | null;
  readonly go: (change: Partial<ListQuery>, options?: { replace?: boolean }) => void;
  readonly onGroup: (field: string | null) => void;
  /** Shown at the beginning of the bar: the saved views. */
  readonly start?: ReactNode;
  /** Shown after the filters. */
  readonly extra?: ReactNode;
  /** Buttons of the page that do not fit beside its title on a phone, shown in this bar instead. */
  readonly pageActions?: ReactNode;
  /** Additional chips, shown with those of the filters. */
  readonly chips?: ReactNode;
  /** Further actions on the list. */
  readonly more: readonly MenuAction[];
  /** The button of `more`, to which its dialogs are anchored. */
  readonly moreButton: RefObject<HTMLButtonElement | null>;
}

/** Search box, filters with their chips, and the switch to archived records. */
export function FilterBar({
  resource,
  labels,
  columns,
  query,
  group,
  go,
  onGroup,
  start,
  extra,
  pageActions,
  chips,
  more,
  moreButton,
}: FilterBarProps): ReactElement {
  const [editing, setEditing] = useState<string | 'new' | null>(null);
  const [sorting, setSorting] = useState(false);
  const [isMore, setIsMore] = useState(false);
  const isNarrow = useNarrow();
  const [hasRest, setHasRest] = useState(false);
  const isRestHidden = isNarrow && !hasRest;
  const restId = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const sortButton = useRef<HTMLButtonElement>(null);
  const { filters } = query;
  const may = useMay(resource);

  const put = (name: string, filter: Filter | undefined): void => {
    const others = filters.filter((one) => one.field !== name);
    go({ filters: filter ? [...others, filter] : others });
  };
  const names = resource.filters.filter((name) => {
    const field = fieldOf(resource, name);
    return labels.visible(field) && may.see(field);
  });
  const what = resource.label.many.toLocaleLowerCase('es');

  return (
    <Root>
      <div data-row>
        {start && (
          <span data-start hidden={isRestHidden}>
            {start}
          </span>
        )}
        <div data-search>
          <ListSearch go={go} label={`Buscar ${what}`} labels={labels} query={query} resource={resource} />
        </div>
        {names.length > 0 && (
          <Button
            aria-expanded={editing === 'new'}
            aria-haspopup="dialog"
            icon={<ListFilter aria-hidden size={16} />}
            onClick={() => {
              trigger.current = addButton.current;
              setEditing('new');
            }}
            onFocus={() => void loadPopover()}
            onPointerEnter={() => void loadPopover()}
            ref={addButton}
          >
            <span data-word>Filtrar</span>
          </Button>
        )}
        {isNarrow && (
          <Button
            aria-controls={restId}
            aria-expanded={hasRest}
            icon={<Ellipsis aria-hidden size={16} />}
            onClick={() => setHasRest(!hasRest)}
          >
            <span data-word>Más herramientas</span>
          </Button>
        )}
        <div data-rest hidden={isRestHidden} id={restId}>
          {pageActions}
          <span data-only-narrow>
            <Button
              aria-expanded={sorting}
              aria-haspopup="dialog"
              icon={<ArrowUpDown aria-hidden size={16} />}
              onClick={() => setSorting(true)}
              ref={sortButton}
            >
              Ordenar
            </Button>
          </span>
          {resource.operations.includes('archive') && (
            <Button
              aria-pressed={query.archived}
              icon={<Archive aria-hidden size={16} />}
              onClick={() => go({ archived: !query.archived })}
              tone={query.archived ? 'secondary' : 'quiet'}
            >
              {agree(resource.label, 'Archivado', 2)}
            </Button>
          )}
          {extra}
          {more.length > 0 && (
            <span data-end>
              <Button
                aria-expanded={isMore}
                aria-haspopup="menu"
                icon={<Ellipsis aria-hidden size={16} />}
                onClick={() => setIsMore(true)}
                onFocus={() => void loadMenu()}
                onPointerEnter={() => void loadMenu()}
                ref={moreButton}
                tone="quiet"
              >
                Más
              </Button>
            </span>
          )}
        </div>
      </div>
      {(filters.length > 0 || query.where !== null || group !== null) && (
        <div data-row>
          <ul aria-label="Filtros aplicados">
            {filters.map((filter) => {
              const field = fieldOf(resource, filter.field);
              const label = labels.label(field);
              return (
                <li key={filter.field}>
                  <button
                    aria-haspopup="dialog"
                    onClick={(event) => {
                      trigger.current = event.currentTarget;
                      setEditing(filter.field);
                    }}
                    type="button"
                  >
                    <strong>{label}:</strong> <FilterText field={field} filter={filter} />
                  </button>
                  <button
                    aria-label={`Quitar filtro ${label}`}
                    onClick={() => {
                      put(filter.field, undefined);
                      addButton.current?.focus();
                    }}
                    type="button"
                  >
                    <X aria-hidden size={14} />
                  </button>
                </li>
              );
            })}
            {chips}
            {group !== null && (
              <li data-quiet>
                <span>
                  <strong>Agrupado por:</strong> {labels.label(fieldOf(resource, group))}
                </span>
                <button aria-label="Quitar los grupos" onClick={() => onGroup(null)} type="button">
                  <X aria-hidden size={14} />
                </button>
              </li>
            )}
          </ul>
          {(filters.length > 0 || query.where !== null) && (
            <Button
              onClick={() => {
                go({ filters: [], where: null });
                addButton.current?.focus();
              }}
              size="small"
              tone="quiet"
            >
              Limpiar filtros
            </Button>
          )}
        </div>
      )}
      {editing !== null && (
        <Suspense>
          <FilterPopover
            filters={filters}
            labels={labels}
            names={names}
            onApply={put}
            onClose={() => setEditing(null)}
            resource={resource}
            start={editing === 'new' ? null : editing}
            trigger={trigger}
          />
        </Suspense>
      )}
      {isMore && (
        <Suspense>
          <ActionMenu
            actions={more}
            label="Más opciones de la lista"
            onClose={() => setIsMore(false)}
            trigger={moreButton}
          />
        </Suspense>
      )}
      {sorting && (
        <Suspense>
          <SortPopover
            columns={columns}
            group={group}
            onClose={() => setSorting(false)}
            onGroup={onGroup}
            onSort={(sort: Sort) => go({ sort })}
            resource={resource}
            sort={query.sort}
            trigger={sortButton}
          />
        </Suspense>
      )}
    </Root>
  );
}
