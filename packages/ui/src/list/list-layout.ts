import type { CSSProperties } from 'react';
import { type Column, leastShare } from './columns.ts';
import { mostPins } from './list-style.ts';

/** Width of the column with the check boxes, in CSS pixels. */
export const checkWidth = 44;

/** Where the columns of a table stand. */
export interface ListLayout {
  /** Custom properties of the table. */
  readonly style: CSSProperties;
  /** Place among the columns that stay in view, by name. */
  readonly pins: ReadonlyMap<string, number>;
  /** The last of them, where the others slide under. */
  readonly lastPin: string | undefined;
  /** Width of each column as CSS. */
  readonly widths: readonly string[];
  /** Widths are in pixels, and what is left belongs to nobody. */
  readonly isFixed: boolean;
  /** Pixels that the columns in view take. */
  readonly pinned: number;
}

const pixelsOf = (column: Column): number => column.pixels ?? Math.round(column.width * 16 * 0.8);

/**
 * Widths and pinned places of the columns. Until the reader gives a width, columns share the table; from then on
 * each has its own. Without a choice of his own the column that names the record is the one that stays in view.
 */
export function layoutOf(
  columns: readonly Column[],
  { checks, actions }: { checks: boolean; actions: boolean },
): ListLayout {
  const chosen = columns.filter((one) => one.pinned).slice(0, mostPins);
  const stuck = chosen.length > 0 ? chosen : columns.filter((one) => one.isTitle);
  const isFixed = columns.some((one) => one.pixels !== undefined) || stuck.length > 1;
  const shares = columns.reduce((sum, one) => sum + one.width, 0);
  const properties: Record<string, string> = {};
  let at = checks ? checkWidth : 0;
  stuck.forEach((column, place) => {
    properties[`--pin-${place}`] = `${at}px`;
    at += pixelsOf(column);
  });
  const extra = (checks ? checkWidth : 0) + (actions ? 112 : 0);
  properties['--table-width'] = isFixed
    ? `${columns.reduce((sum, one) => sum + pixelsOf(one), 0) + extra}px`
    : `calc(${(shares * leastShare).toFixed(1)}rem + ${extra}px)`;
  return {
    style: properties as CSSProperties,
    pins: new Map(stuck.map((column, place) => [column.name, place])),
    lastPin: stuck.at(-1)?.name,
    widths: columns.map((one) =>
      isFixed ? `${pixelsOf(one)}px` : `${((one.width / shares) * 100).toFixed(2)}%`,
    ),
    isFixed,
    pinned: at,
  };
}
