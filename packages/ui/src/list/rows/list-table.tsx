import type { Sort } from '@pauta/domain/resource/query/query.ts';
import type { Density } from '@pauta/domain/resource/query/view.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { ChevronDown } from 'lucide-react';
import {
  type ComponentType,
  Fragment,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import type { CellProps } from '../../field-components/cells.tsx';
import type { Column } from '../columns/columns.ts';
import { isTruncated, useTruncatedTexts } from '../columns/use-truncated-texts.tsx';
import type { UseSelection } from '../selection/use-selection.ts';
import { type ListLayout, layoutOf, usualActionsWidth } from '../state/list-layout.ts';
import { type HeadActions, HeadCells } from './list-head.tsx';
import { ListRow } from './list-row.tsx';

/** A group of rows, below a head that collapses it. */
export interface RowGroup {
  readonly key: string;
  readonly label: ReactNode;
  /** The count, shown after the label. */
  readonly note: string;
  readonly rows: readonly AnyRecord[];
  /** Text of the button that loads the remaining rows of the group; absent when all are loaded. */
  readonly more: string | undefined;
  readonly folded: boolean;
}

export interface ListTableProps extends HeadActions {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly AnyRecord[];
  /** Name of the field with the title of a record. */
  readonly titleField: string;
  readonly sort: Sort;
  readonly density: Density;
  /** Custom cells, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>> | undefined;
  /** Address that a row opens; null if it opens none. */
  readonly href: (record: AnyRecord) => string | null;
  readonly onOpen?: (record: AnyRecord) => void;
  /** The number to call for a record. */
  readonly phone?: (record: AnyRecord) => string | undefined;
  /** Buttons at the end of a row. */
  readonly rowActions?: ((record: AnyRecord) => ReactNode) | undefined;
  /** Width of the column of `rowActions`, in CSS pixels. */
  readonly rowActionsWidth?: number;
  /** The rows are still those of the previous query, while the next ones are loading. */
  readonly busy: boolean;
  readonly selection?: UseSelection | undefined;
  /** Id of the record in the peek panel. */
  readonly current?: string | null;
  readonly onPeek?: ((id: string) => void) | undefined;
  /** Fields that can be edited in the row of a record. */
  readonly editable?: ((record: AnyRecord) => ReadonlySet<string> | undefined) | undefined;
  readonly onEdit?: ((id: string, name: string, cell: HTMLElement) => void) | undefined;
  readonly groups?: readonly RowGroup[] | undefined;
  readonly onFold?: ((key: string) => void) | undefined;
  readonly onMore?: ((key: string) => void) | undefined;
  /** Totals by field, shown below the rows. */
  readonly totals?: ReadonlyMap<string, ReactNode> | undefined;
}

const nothing: Readonly<Record<string, ComponentType<CellProps>>> = {};

function Columns({
  columns,
  layout,
  checks,
  actions,
}: {
  columns: readonly Column[];
  layout: ListLayout;
  checks: boolean;
  actions: number;
}): ReactElement {
  return (
    <colgroup>
      {checks && <col data-extra style={{ inlineSize: '44px' }} />}
      {columns.map((column, index) => (
        <col data-name={column.name} key={column.name} style={{ inlineSize: layout.widths[index] }} />
      ))}
      {actions > 0 && <col data-extra style={{ inlineSize: `${actions}px` }} />}
      {layout.isFixed && <col />}
    </colgroup>
  );
}

/** Activates the link of a row on a click anywhere in the row, with the same modifier keys as the link. */
function followRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (!link || String(getSelection()) !== '') return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1)
    window.open(link.href, '_blank', 'noopener');
  else link.click();
}

/** Shows truncated text completely as a tooltip. */
function tellWhole(event: MouseEvent<HTMLElement>): void {
  const cell = (event.target as Element).closest('td');
  if (cell?.textContent && isTruncated(cell)) cell.title = cell.textContent;
}

/** Rows have two lines if a field is shown below the name. */
const hasTwoLines = (columns: readonly Column[]): true | undefined =>
  columns.some((one) => one.under) || undefined;

const isControl = (target: Element): boolean =>
  target.closest('a, button, input, label, [role="button"], th, tfoot') !== null;

/** Width of the edit icon that appears in a cell under the pointer, in CSS pixels. */
const pencil = 28;

const onPencil = (cell: HTMLElement, x: number): boolean => {
  const box = cell.getBoundingClientRect();
  if (box.width === 0 || !matchMedia('(hover: hover)').matches) return false;
  return cell.dataset.align === 'end' ? x - box.left < pencil : box.right - x < pencil;
};

/** Longest pause between the clicks of a double click that edits, in milliseconds. */
const doubleClick = 250;

/** Handles all clicks in the rows: open, peek, edit. */
function useRowClicks(
  onPeek: ListTableProps['onPeek'],
  onEdit: ListTableProps['onEdit'],
): (event: MouseEvent<HTMLElement>) => void {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (event) => {
    const target = event.target as Element;
    const row = target.closest<HTMLElement>('tr[data-row]');
    if (event.defaultPrevented || !row) return;
    const id = row.dataset.row ?? '';
    if (target.closest('[data-peek]')) {
      onPeek?.(id);
      return;
    }
    if (isControl(target) || event.button > 1) return;
    clearTimeout(waiting.current);
    const cell = target.closest<HTMLElement>('td[data-edit]');
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!cell || !onEdit || !isPlain) followRow(event);
    else if (event.detail > 1 || onPencil(cell, event.clientX)) onEdit(id, cell.dataset.edit ?? '', cell);
    else {
      // The first click of a double click must not leave the page.
      const link = row.querySelector<HTMLAnchorElement>('a[data-row-link]');
      waiting.current = setTimeout(() => {
        if (String(getSelection()) === '') link?.click();
      }, doubleClick);
    }
  };
}

/** Marks the table if its pinned columns leave too little space for the others. */
function usePinRoom(table: RefObject<HTMLTableElement | null>, layout: ListLayout): void {
  useLayoutEffect(() => {
    const node = table.current;
    const scroller = node?.parentElement;
    if (!node || !scroller) return;
    // The width set during dragging is now in the columns.
    node.style.removeProperty('inline-size');
    node.style.removeProperty('min-inline-size');
    const judge = (): void => {
      node.toggleAttribute('data-loose', layout.pins.size > 1 && layout.pinned > scroller.clientWidth * 0.6);
    };
    judge();
    const observer = new ResizeObserver(judge);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [table, layout]);
}

/** The rows of a list: a plain table, so that find in page, printing and screen readers work. */
export function ListTable({
  caption,
  columns,
  rows,
  titleField,
  sort,
  density,
  cells: own = nothing,
  href,
  onOpen,
  phone,
  rowActions,
  rowActionsWidth = usualActionsWidth,
  busy,
  selection,
  current = null,
  onPeek,
  editable,
  onEdit,
  groups,
  onFold,
  onMore,
  totals,
  ...head
}: ListTableProps): ReactElement {
  const table = useRef<HTMLTableElement>(null);
  const checks = selection !== undefined;
  const actions = rowActions === undefined ? 0 : rowActionsWidth;
  const layout = useMemo(() => layoutOf(columns, { checks, actions }), [columns, checks, actions]);
  usePinRoom(table, layout);
  const click = useRowClicks(onPeek, onEdit);
  const { bubble, ...cutTexts } = useTruncatedTexts();
  const width = columns.length + Number(checks) + Number(actions > 0) + Number(layout.isFixed);

  const rowOf = (record: AnyRecord): ReactElement => (
    <ListRow
      actions={rowActions?.(record)}
      columns={columns}
      current={current === record.id}
      editable={editable?.(record)}
      hasActions={actions > 0}
      key={record.id}
      layout={layout}
      onOpen={onOpen}
      onSelect={selection?.toggle}
      own={own}
      peeks={onPeek !== undefined}
      phone={phone?.(record)}
      record={record}
      selected={selection?.has(record.id)}
      title={String(record[titleField] ?? '')}
      to={href(record)}
    />
  );

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in each row does the same by keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: `cutTexts` offers the same to keyboard users. */}
      <table
        aria-busy={busy || undefined}
        aria-label={caption}
        data-density={density}
        data-two-lines={hasTwoLines(columns)}
        {...cutTexts}
        onAuxClick={click}
        onClick={click}
        onMouseOver={tellWhole}
        ref={table}
        style={layout.style}
      >
        <Columns actions={actions} checks={checks} columns={columns} layout={layout} />
        <thead>
          <tr>
            {selection && (
              <th aria-label="Selección" data-check scope="col">
                <label>
                  <input
                    aria-label={`Seleccionar los ${rows.length} de esta página`}
                    checked={selection.page === 'all'}
                    onChange={selection.togglePage}
                    ref={(input) => {
                      if (input) input.indeterminate = selection.page === 'some';
                    }}
                    type="checkbox"
                  />
                </label>
              </th>
            )}
            <HeadCells columns={columns} pins={layout.pins} sort={sort} {...head} />
            {actions > 0 && (
              <th scope="col">
                <span>Acciones</span>
              </th>
            )}
            {layout.isFixed && <td aria-hidden data-filler />}
          </tr>
        </thead>
        {groups ? (
          groups.map((group) => (
            <Fragment key={group.key}>
              <tbody>
                <tr data-group>
                  <th colSpan={width} scope="rowgroup">
                    <button aria-expanded={!group.folded} onClick={() => onFold?.(group.key)} type="button">
                      <ChevronDown aria-hidden size={15} />
                      <span>{group.label}</span>
                      <small>{group.note}</small>
                    </button>
                  </th>
                </tr>
                {!group.folded && group.rows.map(rowOf)}
                {!group.folded && group.more !== undefined && (
                  <tr data-more>
                    <td colSpan={width}>
                      <button disabled={busy} onClick={() => onMore?.(group.key)} type="button">
                        {group.more}
                      </button>
                    </td>
                  </tr>
                )}
              </tbody>
            </Fragment>
          ))
        ) : (
          <tbody>{rows.map(rowOf)}</tbody>
        )}
        {totals && (
          <tfoot>
            <tr>
              {checks && <td data-check />}
              {columns.map(({ name, field, label }, index) => (
                <td
                  data-align={field.kind.align}
                  data-label={label}
                  data-pin={layout.pins.get(name)}
                  data-pin-end={layout.lastPin === name || undefined}
                  data-total-of={totals.has(name) ? name : undefined}
                  key={name}
                >
                  {totals.get(name) ?? (index === 0 ? 'Totales' : null)}
                </td>
              ))}
              {actions > 0 && <td />}
              {layout.isFixed && <td aria-hidden data-filler />}
            </tr>
          </tfoot>
        )}
      </table>
      {bubble}
    </>
  );
}

/** Rows of the final size while the first page loads. */
export function SkeletonTable({
  columns,
  rows,
  density,
  checks,
  actions,
}: {
  columns: readonly Column[];
  rows: number;
  density: Density;
  checks: boolean;
  actions: number;
}): ReactElement {
  const layout = layoutOf(columns, { checks, actions });
  return (
    <table
      aria-hidden
      data-density={density}
      data-loading
      data-two-lines={hasTwoLines(columns)}
      style={layout.style}
    >
      <Columns actions={actions} checks={checks} columns={columns} layout={layout} />
      <thead>
        <tr>
          {checks && <th data-check />}
          <HeadCells
            columns={columns.map((column) => ({ ...column, sortable: false }))}
            onSort={() => {}}
            pins={layout.pins}
            sort={{ field: '', descending: false }}
          />
          {actions > 0 && <th />}
          {layout.isFixed && <td data-filler />}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {checks && <td data-check />}
            {columns.map((column) => (
              <td
                data-align={column.field.kind.align}
                data-card={column.card}
                data-label={column.label}
                data-title={column.isTitle || undefined}
                key={column.name}
              >
                <span data-skeleton />
              </td>
            ))}
            {actions > 0 && <td />}
            {layout.isFixed && <td data-filler />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
