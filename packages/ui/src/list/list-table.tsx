import type { Sort } from '@pauta/domain/resource/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentType, MouseEvent, ReactElement, ReactNode } from 'react';
import { type CellProps, cells } from '../faces/cells.tsx';
import { Link } from '../router.ts';
import type { Column } from './columns.ts';

export interface ListTableProps {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly AnyRecord[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Cells of one's own, by field. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>> | undefined;
  /** Address of a record's page; null when a row leads nowhere. */
  readonly href: (record: AnyRecord) => string | null;
  readonly onOpen?: (record: AnyRecord) => void;
  /** Buttons at the end of a row. */
  readonly rowActions?: ((record: AnyRecord) => ReactNode) | undefined;
  /** The rows are those of the list before; the next are on their way. */
  readonly busy: boolean;
}

const sumOf = (columns: readonly Column[]): number => columns.reduce((sum, column) => sum + column.width, 0);

const widthOf = (columns: readonly Column[], extra: number): Record<string, string> => ({
  '--table-width': `${(sumOf(columns) * 0.73 + extra).toFixed(1)}rem`,
});

function Head({
  columns,
  sort,
  onSort,
  actions,
}: Pick<ListTableProps, 'columns' | 'sort' | 'onSort'> & { actions: boolean }): ReactElement {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col
            key={column.name}
            style={{ inlineSize: `${((column.width / sumOf(columns)) * 100).toFixed(2)}%` }}
          />
        ))}
        {actions && <col style={{ inlineSize: '7rem' }} />}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => {
            const sorted = sort.field === column.name;
            const Arrow = sorted && sort.descending ? ArrowDown : ArrowUp;
            return (
              <th
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
                data-align={column.field.kind.align}
                data-title={column.isTitle || undefined}
                key={column.name}
                scope="col"
              >
                {column.sortable ? (
                  <button
                    onClick={() => onSort({ field: column.name, descending: sorted && !sort.descending })}
                    type="button"
                  >
                    {column.label}
                    <Arrow aria-hidden size={14} />
                  </button>
                ) : (
                  column.label
                )}
              </th>
            );
          })}
          {actions && (
            <th scope="col">
              <span>Acciones</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

/** Follows the row's link wherever the row is clicked, as the link itself would. */
function followRow(event: MouseEvent<HTMLElement>): void {
  const target = event.target as Element;
  if (event.defaultPrevented || target.closest('a, button, input, label, [role="button"]')) return;
  if (event.button > 1 || String(getSelection()) !== '') return;
  const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (!link) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1)
    window.open(link.href, '_blank', 'noopener');
  else link.click();
}

/** Text that does not fit is told whole under the pointer. */
function tellWhole(event: MouseEvent<HTMLElement>): void {
  const cell = (event.target as Element).closest('td');
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
}

/** The rows of a list: a plain table, so that find in page, print and screen readers work as everywhere. */
export function ListTable({
  caption,
  columns,
  rows,
  sort,
  onSort,
  cells: own = {},
  href,
  onOpen,
  rowActions,
  busy,
}: ListTableProps): ReactElement {
  return (
    <table aria-busy={busy || undefined} aria-label={caption} style={widthOf(columns, rowActions ? 7 : 0)}>
      <Head actions={rowActions !== undefined} columns={columns} onSort={onSort} sort={sort} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link in each row does the same by keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithMouseEvents: only adds what the ellipsis hides from the eye. */}
      <tbody onAuxClick={followRow} onClick={followRow} onMouseOver={tellWhole}>
        {rows.map((record) => {
          const to = href(record);
          return (
            <tr
              data-archived={record.archived_at ? true : undefined}
              data-href={to ?? undefined}
              data-row={record.id}
              key={record.id}
            >
              {columns.map(({ name, field, label, isTitle }) => {
                const Cell = own[name] ?? cells[field.kind.name];
                const content = <Cell field={field} place="list" record={record} value={record[name]} />;
                return (
                  <td
                    data-align={field.kind.align}
                    data-label={label}
                    data-title={isTitle || undefined}
                    key={name}
                  >
                    {isTitle && to !== null ? (
                      <Link data-row-link onClick={() => onOpen?.(record)} to={to}>
                        {content}
                      </Link>
                    ) : (
                      content
                    )}
                  </td>
                );
              })}
              {rowActions && <td data-row-actions>{rowActions(record)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Rows of the final size while the first page loads. */
export function SkeletonTable({ columns, rows }: { columns: readonly Column[]; rows: number }): ReactElement {
  return (
    <table aria-hidden data-loading style={widthOf(columns, 0)}>
      <Head
        actions={false}
        columns={columns.map((column) => ({ ...column, sortable: false }))}
        onSort={() => {}}
        sort={{ field: '', descending: false }}
      />
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {columns.map((column) => (
              <td
                data-align={column.field.kind.align}
                data-label={column.label}
                data-title={column.isTitle || undefined}
                key={column.name}
              >
                <span data-skeleton />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
