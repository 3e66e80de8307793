import type { CSSProperties } from 'react';
import type { Column } from '../columns/columns.ts';
import { mostPins } from '../list-style.ts';

/** Width of the column with the check boxes, in CSS pixels. */
export const checkWidth = 44;

/** Default width of the column of row actions, in CSS pixels. */
export const usualActionsWidth = 112;

/** Positions of the columns of a table. */
export interface ListLayout {
  /** Custom properties of the table. */
  readonly style: CSSProperties;
  /** Index among the pinned columns, by name. */
  readonly pins: ReadonlyMap<string, number>;
  /** Name of the last pinned column. */
  readonly lastPin: string | undefined;
  /** Width of each column as CSS. */
  readonly widths: readonly string[];
  /** Whether all widths are in pixels, so that remaining space stays empty. */
  readonly isFixed: boolean;
  /** Total width of the pinned columns, in pixels. */
  readonly pinned: number;
}

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, one) => sum + one, 0);

const pixelsOf = (column: Column): number => column.pixels ?? column.fit;

/** Width reserved for the vertical scroll bar, in CSS pixels; the width of the container query includes it. */
const scrollBar = 18;

/**
 * A table that exceeds its container by a quarter (`excess`) is scrolled sideways in any case. In a container of
 * at least the width `from`, its texts then get up to these widths instead of their minimums, so that they can be told
 * apart; all in CSS pixels. A table that exceeds it by less keeps as many columns visible as possible.
 */
const ample = { from: 1000, excess: 1.25, name: 260, other: 180 } as const;

/**
 * Widths and pinned positions of the columns; `actions` is the width of the column of row actions, 0 without one. Until
 * the user sets a width, each column gets its minimum; then the column with the record's name gets what its content
 * needs, because a name that is cut costs more than a head of two lines; then each what its head needs for one line,
 * and a share of the remaining space. Afterwards every column has a fixed width. Unless the user pins others, the
 * column with the record's name is pinned.
 */
export function layoutOf(
  columns: readonly Column[],
  { checks, actions }: { checks: boolean; actions: number },
): ListLayout {
  const chosen = columns.filter((one) => one.pinned).slice(0, mostPins);
  const stuck = chosen.length > 0 ? chosen : columns.filter((one) => one.isTitle);
  const isFixed = columns.some((one) => one.pixels !== undefined) || stuck.length > 1;
  const properties: Record<string, string> = {};
  let at = checks ? checkWidth : 0;
  stuck.forEach((column, place) => {
    properties[`--pin-${place}`] = `${at}px`;
    at += pixelsOf(column);
  });
  const extra = (checks ? checkWidth : 0) + actions;
  const needed = columns.reduce((sum, one) => sum + (isFixed ? pixelsOf(one) : one.least), extra);
  const forEase = columns.map((one) =>
    Math.max(0, Math.min(one.fit, one.isTitle ? ample.name : ample.other) - one.least),
  );
  // 1px if the texts get these widths, otherwise 0.
  properties['--ease'] =
    `clamp(0px, (${needed + scrollBar}px - 100cqi * ${ample.excess}) * 9999, clamp(0px, (100cqi - ${ample.from}px) * 9999, 1px))`;
  properties['--table-width'] = isFixed
    ? `${needed}px`
    : `calc(${needed}px + var(--ease) * ${sumOf(forEase)})`;
  const forHeads = columns.map((one) => Math.max(0, one.head - one.least));
  const missing = columns.map((one) => Math.max(0, one.fit - Math.max(one.least, one.head)));
  const forName = columns.map((one, index) => (one.isTitle ? (missing[index] ?? 0) : 0));
  const [heads, name] = [sumOf(forHeads), sumOf(forName)];
  const left = `100cqi - ${needed + scrollBar}px`;
  properties['--name-room'] = `clamp(0px, ${left}, ${name}px)`;
  properties['--head-room'] = `clamp(0px, ${left} - ${name}px, ${heads}px)`;
  properties['--room'] = `max(0px, ${left} - ${heads + name}px)`;
  // A column whose content fits into its minimum gets only a small share.
  const wants = columns.map((one, index) => (one.isTitle ? 0 : (missing[index] ?? 0)) + 8);
  const share = (room: string, parts: readonly number[], index: number): string =>
    parts[index] ? ` + var(${room}) * ${(parts[index] / sumOf(parts)).toFixed(4)}` : '';
  return {
    style: properties as CSSProperties,
    pins: new Map(stuck.map((column, place) => [column.name, place])),
    lastPin: stuck.at(-1)?.name,
    widths: columns.map((one, index) =>
      isFixed
        ? `${pixelsOf(one)}px`
        : `calc(${one.least}px + var(--ease) * ${forEase[index]}${share('--name-room', forName, index)}${share('--head-room', forHeads, index)}${share('--room', wants, index)})`,
    ),
    isFixed,
    pinned: at,
  };
}
