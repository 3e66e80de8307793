import type { AvailabilityRow } from '@pauta/domain/inventory/capacity/availability.ts';
import type { Bucket } from '@pauta/domain/inventory/capacity/buckets.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { rowHeight } from './root.ts';
import { cellsIn, type HeadingRow, sharesIn, stateOf } from './rows.ts';
import { markAttributes, shares } from './style.ts';
import { describeCell, inPercent, type ShownValue, textOf } from './words.ts';

/** What every row of the matrix needs. */
interface RowProps {
  /** Place among the rows. */
  readonly place: number;
  readonly buckets: readonly Bucket[];
  /** The rendered columns: from the first to before the second. */
  readonly from: number;
  readonly to: number;
  /** Width of the columns before the rendered ones, in CSS pixels. */
  readonly indent: number;
  /** Id of the element of the active cell. */
  readonly idOf: string;
  /** Place of the active column; -1: the row itself; null: it is another row. */
  readonly active: number | null;
}

const positionOf = (place: number) => ({ insetBlockStart: place * rowHeight });

interface SpaceLineProps extends RowProps {
  readonly space: AvailabilityRow;
  readonly depth: number;
  readonly shown: ShownValue;
  readonly today: number;
  /** Places of the selected columns; -1: none. */
  readonly first: number;
  readonly last: number;
}

/** The role of a cell (WAI-ARIA, treegrid pattern), and of one that can be selected. */
const cellRole = { role: 'gridcell' } as const;
const selected = (isSelected: boolean) => ({ ...cellRole, 'aria-selected': isSelected });

/** The row of a space; rendered again only when what it shows changes. */
export const SpaceLine = memo(function SpaceLine({
  space,
  depth,
  place,
  buckets,
  from,
  to,
  indent,
  idOf,
  active,
  shown,
  today,
  first,
  last,
}: SpaceLineProps): ReactElement {
  const cells = cellsIn(space, buckets);
  return (
    <tr aria-level={depth + 4} aria-rowindex={place + 3} data-place={place} style={positionOf(place)}>
      <th
        scope="row"
        style={{ '--depth': depth } as Record<string, number>}
        title={`${space.code} · ${space.name}`}
      >
        {space.name}
      </th>
      {buckets.slice(from, to).map((bucket, index) => {
        const at = from + index;
        const cell = cells[at];
        if (!cell) return null;
        return (
          <td
            aria-colindex={at + 2}
            // Of the active cell alone: writing the sentences of all cells would take most of the time of scrolling.
            aria-label={at === active ? describeCell(space, cell, bucket) : undefined}
            {...selected(first >= 0 && at >= first && at <= last)}
            {...markAttributes(cell)}
            data-active={at === active || undefined}
            data-at={at}
            data-state={stateOf(cell)}
            data-today={at === today || undefined}
            id={at === active ? idOf : undefined}
            key={bucket.from}
            style={index === 0 ? { ...shares(cell), marginInlineStart: indent } : shares(cell)}
          >
            {textOf(cell, shown)}
          </td>
        );
      })}
    </tr>
  );
});

const heatOf = (share: number): string =>
  `color-mix(in srgb, var(--pauta-color-accent) ${Math.round(share * 35)}%, transparent)`;

interface HeadingLineProps extends RowProps {
  readonly row: HeadingRow;
  readonly onToggle: (id: string) => void;
}

/** The row of a platform, a company or a station: how much of its spaces is taken in each column. */
export const HeadingLine = memo(function HeadingLine({
  row,
  place,
  buckets,
  from,
  to,
  indent,
  idOf,
  active,
  onToggle,
}: HeadingLineProps): ReactElement {
  const { id, level, name, isOpen, count } = row;
  const taken = sharesIn(row, buckets);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr
      aria-expanded={isOpen}
      aria-level={level + 1}
      aria-rowindex={place + 3}
      data-active={active !== null || undefined}
      data-level={level}
      data-place={place}
      id={active === null ? undefined : idOf}
      style={positionOf(place)}
    >
      <th scope="rowgroup" style={{ '--depth': level } as Record<string, number>} title={name}>
        <button aria-expanded={isOpen} onClick={() => onToggle(id)} tabIndex={-1} type="button">
          <Icon aria-hidden size={14} />
          {name} <small>{formatCount(count)}</small>
        </button>
      </th>
      {buckets.slice(from, to).map((bucket, index) => {
        const share = taken[from + index];
        const text = share === null || share === undefined ? '' : inPercent(share);
        return (
          <td
            aria-colindex={from + index + 2}
            key={bucket.from}
            {...cellRole}
            style={{
              ...(index === 0 && { marginInlineStart: indent }),
              ...(text !== '' && { backgroundColor: heatOf(share ?? 0) }),
            }}
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
});
