import type { BucketSize } from '@pauta/domain/inventory/capacity/buckets.ts';
import { styled } from 'styled-components';
import { cellPaint } from './style.ts';

/** Sizes in CSS pixels, by which the visible rows and columns are computed. */
export const rowHeight = 32;
export const columnWidth: Readonly<Record<BucketSize, number>> = { day: 46, week: 64, month: 72 };
const groupHeight = 24;
const dayHeight = 40;
export const headHeight = groupHeight + dayHeight;

/** The frame of the matrix, which scrolls. */
export const Root = styled.div`
  --name: clamp(11rem, 22vw, 20rem);
  position: relative;
  max-block-size: var(--list-height, 70vh);
  overflow: auto;
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface);
  font-variant-numeric: tabular-nums;
  user-select: none;
  overscroll-behavior: contain;
  & > table { display: block; position: relative; inline-size: calc(var(--name) + var(--count) * var(--col)); }
  & > table:focus-visible { outline: none; }
  &:has(> table:focus-visible) { outline: 2px solid var(--pauta-color-focus); outline-offset: 2px; }
  & tbody { display: block; position: relative; }
  & tr { display: flex; inline-size: calc(var(--name) + var(--count) * var(--col)); }
  & tbody tr {
    position: absolute;
    inset-inline-start: 0;
    block-size: ${rowHeight}px;
    contain: layout style size;
  }
  & th, & thead td {
    flex: none;
    padding: 0;
    border-block-end: 1px solid var(--pauta-color-border);
    font-weight: 400;
  }
  /* The names of the rows stay at the left. */
  & tr > :first-child {
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    inline-size: var(--name);
    padding-inline: calc(var(--pauta-space-3) + var(--depth, 0) * var(--pauta-space-4)) var(--pauta-space-2);
    border-inline-end: 1px solid var(--pauta-color-border);
    background: var(--pauta-color-surface);
    line-height: ${rowHeight - 1}px;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & tbody [data-place]:not([data-level]) > th { padding-inline-start: calc(var(--pauta-space-3) + 3 * var(--pauta-space-4) + 1rem + var(--depth, 0) * var(--pauta-space-3)); }
  & thead { display: block; position: sticky; inset-block-start: 0; z-index: 2; background: var(--pauta-color-surface-sunken); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); }
  & thead tr:first-child { block-size: ${groupHeight}px; }
  & thead tr:first-child > th { inline-size: calc(var(--span) * var(--col)); border-inline-end: 1px solid var(--pauta-color-border); line-height: ${groupHeight - 1}px; text-align: start; }
  & thead tr:first-child span { position: sticky; inset-inline-start: var(--name); display: inline-block; max-inline-size: 100%; padding-inline: var(--pauta-space-2); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: top; }
  & thead tr:first-child span::first-letter { text-transform: uppercase; }
  & thead tr:last-child { block-size: ${dayHeight}px; }
  & thead tr:last-child th { inline-size: var(--col); padding-block: 5px; border-block-end-color: var(--pauta-color-border-strong); background: var(--pauta-color-surface-sunken); line-height: 1.25; text-align: center; }
  & thead tr > :first-child { inline-size: var(--name) !important; background: var(--pauta-color-surface-sunken); }
  & thead tr:last-child > :first-child { padding-block: 0; line-height: ${dayHeight - 1}px; text-align: start; }
  & thead th[data-weekend] { background: var(--pauta-color-surface-raised); color: var(--pauta-color-text); }
  & thead th[data-today] { color: var(--pauta-color-accent-text); font-weight: var(--pauta-weight-bold); box-shadow: inset 0 -3px 0 var(--pauta-color-accent); }
  ${cellPaint}
  & tbody td { flex: none; padding: 0; inline-size: var(--col); block-size: ${rowHeight}px; line-height: ${rowHeight - 1}px; }
  & td[data-state] { cursor: pointer; }
  & td[data-today] { border-inline-start: 2px solid var(--pauta-color-accent); }
  & td[aria-selected='true'] { box-shadow: inset 0 0 0 2px var(--pauta-color-accent); background-color: var(--pauta-color-accent-soft); color: var(--pauta-color-accent-text); }
  & td[data-active] { outline: 2px solid var(--pauta-color-focus); outline-offset: -3px; }
  & tr[data-level] { background: var(--pauta-color-surface-sunken); }
  & tr[data-level] > th { background: var(--pauta-color-surface-sunken); }
  & tr[data-level='0'] > th { font-weight: var(--pauta-weight-bold); }
  & tr[data-level] > td {
    border-block-end: 1px solid var(--pauta-color-border);
    color: var(--pauta-color-text);
    font-size: var(--pauta-text-xs);
    text-align: center;
  }
  & tr[data-level][data-active] { outline: 2px solid var(--pauta-color-focus); outline-offset: -2px; }
  & th > button { display: flex; align-items: center; gap: var(--pauta-space-1); inline-size: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; line-height: ${rowHeight - 1}px; text-align: start; cursor: pointer; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & th > button svg { flex: none; }
  & th small { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); font-weight: 400; }
`;
