import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { PanelRight, Phone } from 'lucide-react';
import { type ComponentType, memo, type ReactElement, type ReactNode } from 'react';
import { type CellProps, cells } from '../../field-components/cells.tsx';
import { Link } from '../../router.ts';
import { type Column, withoutText } from '../columns/columns.ts';
import type { ListLayout } from '../state/list-layout.ts';

export interface ListRowProps {
  readonly record: AnyRecord;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly layout: ListLayout;
  readonly to: string | null;
  /** The number to call, if the record has a telephone. */
  readonly phone: string | undefined;
  readonly own: Readonly<Record<string, ComponentType<CellProps>>>;
  readonly onOpen: ((record: AnyRecord) => void) | undefined;
  /** Whether the row is selected; undefined if rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly onSelect: ((id: string, range: boolean) => void) | undefined;
  /** Whether the record is shown in the peek panel. */
  readonly current: boolean;
  readonly peeks: boolean;
  /** Fields that can be edited in this row. */
  readonly editable: ReadonlySet<string> | undefined;
  readonly actions: ReactNode;
  readonly hasActions: boolean;
}

/** Width up to which the text below the name shares a line of the card with two other values, in CSS pixels. */
const shortUnder = 110;

/** A row with one record. It is rendered again only if its own data changes. */
export const ListRow = memo(function ListRow({
  record,
  title,
  columns,
  layout,
  to,
  phone,
  own,
  onOpen,
  selected,
  onSelect,
  current,
  peeks,
  editable,
  actions,
  hasActions,
}: ListRowProps): ReactElement {
  return (
    <tr
      aria-current={current || undefined}
      data-archived={record.archived_at ? true : undefined}
      data-current={current || undefined}
      data-href={to ?? undefined}
      data-row={record.id}
      data-selected={selected || undefined}
      tabIndex={to === null ? -1 : undefined}
    >
      {selected !== undefined && (
        <td data-check>
          <label>
            <input
              aria-label={`Seleccionar ${title}`}
              checked={selected}
              onChange={(event) => onSelect?.(record.id, (event.nativeEvent as MouseEvent).shiftKey === true)}
              type="checkbox"
            />
          </label>
        </td>
      )}
      {columns.map(({ name, field, label, isTitle, under, card }) => {
        const Cell = own[name] ?? cells[field.kind.name];
        const content =
          isTitle && isEmpty(record[name]) ? (
            withoutText(label)
          ) : (
            <Cell field={field} place="list" record={record} value={record[name]} />
          );
        const Under = under && (own[under.name] ?? cells[under.field.kind.name]);
        return (
          <td
            data-align={field.kind.align}
            data-card={card}
            data-edit={editable?.has(name) ? name : undefined}
            data-label={label}
            data-pin={layout.pins.get(name)}
            data-pin-end={layout.lastPin === name || undefined}
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
            {Under && under && (
              <small data-long={under.fit > shortUnder || undefined} data-under>
                {isEmpty(record[under.name]) ? (
                  withoutText(under.label)
                ) : (
                  <Under field={under.field} place="list" record={record} value={record[under.name]} />
                )}
              </small>
            )}
            {isTitle && phone !== undefined && (
              <a aria-label={`Llamar a ${title}`} data-call href={phone}>
                <Phone aria-hidden size={18} />
              </a>
            )}
            {isTitle && peeks && (
              <button aria-label={`Vista rápida de ${title}`} data-peek tabIndex={-1} type="button">
                <PanelRight aria-hidden size={15} />
              </button>
            )}
          </td>
        );
      })}
      {hasActions && <td data-row-actions>{actions}</td>}
      {layout.isFixed && <td aria-hidden data-filler />}
    </tr>
  );
});
