import { styled } from 'styled-components';

/** Sizes in CSS pixels, by which the visible rows are computed. */
export const rowHeight = 32;
export const headHeight = 40;
export const numberWidth = 48;
export const defaultWidth = 104;
/** Width of a digit in bold. */
export const digitWidth = 8;

/** The frame of a grid, which scrolls. */
export const Root = styled.div`
  position: relative;
  max-block-size: var(--grid-height, min(70vh, 44rem));
  overflow: auto;
  border: 1px solid var(--pauta-color-border);
  border-radius: var(--pauta-radius-md);
  background: var(--pauta-color-surface);
  font-size: var(--pauta-text-sm);
  font-variant-numeric: tabular-nums;
  overscroll-behavior: contain;
  & > table { display: block; position: relative; inline-size: var(--width); user-select: none; }
  & > table:focus-visible { outline: none; }
  &:has(> table:focus-visible) { outline: 2px solid var(--pauta-color-focus); outline-offset: 2px; }
  & thead, & tbody, & tfoot { display: block; }
  & tbody { position: relative; }
  & tr { display: flex; inline-size: var(--width); }
  & tbody tr { position: absolute; inset-inline-start: 0; block-size: ${rowHeight}px; contain: layout style size; }
  & th, & td {
    position: relative;
    flex: none;
    inline-size: var(--w);
    block-size: ${rowHeight}px;
    padding-inline: var(--pauta-space-2);
    border-block-end: 1px solid var(--pauta-color-border);
    border-inline-end: 1px solid var(--pauta-color-border);
    background: var(--pauta-color-surface);
    color: var(--pauta-color-text);
    font-weight: 400;
    line-height: ${rowHeight - 1}px;
    overflow: hidden;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & [data-number] { text-align: end; }
  & [data-zero] { color: var(--pauta-color-text-muted); }
  & th[data-place] { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-xs); text-align: end; }
  & [data-frozen] { position: sticky; inset-inline-start: var(--x); z-index: 1; }
  & thead { position: sticky; inset-block-start: 0; z-index: 3; }
  & thead th { block-size: ${headHeight}px; border-block-end-color: var(--pauta-color-border-strong); background: var(--pauta-color-surface-sunken); color: var(--pauta-color-text-muted); line-height: ${headHeight - 1}px; }
  & thead th > button {
    inline-size: 100%;
    block-size: 100%;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    text-align: inherit;
    overflow: hidden;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  & tfoot { position: sticky; inset-block-end: 0; z-index: 2; border-block-start: 2px solid var(--pauta-color-border-strong); }
  & tfoot :is(th, td) { background: var(--pauta-color-surface-sunken); }
  & tfoot tr[data-total] :is(th, td) { font-weight: var(--pauta-weight-bold); }
  & tfoot a { color: var(--pauta-color-link, var(--pauta-color-accent-text)); }
  & tr[data-subtotal] :is(th, td) { background: var(--pauta-color-surface-sunken); font-weight: var(--pauta-weight-medium); }
  & > table:not([aria-readonly]) tbody td[aria-readonly='true'] { background: var(--pauta-color-surface-sunken); }
  & tbody td { cursor: cell; }
  & tbody td[aria-selected='true'] { background: var(--pauta-color-accent-soft); color: var(--pauta-color-accent-text); }
  & tbody td[data-active] { outline: 2px solid var(--pauta-color-accent); outline-offset: -2px; }
  & tbody td[data-note]::after {
    content: '';
    position: absolute;
    inset-block-start: 0;
    inset-inline-end: 0;
    border: 4px solid transparent;
    border-block-start-color: var(--note);
    border-inline-end-color: var(--note);
  }
  & tbody td[data-note='danger'] { --note: var(--pauta-color-danger); box-shadow: inset 0 0 0 1px var(--pauta-color-danger); }
  & tbody td[data-note='info'] { --note: var(--pauta-color-info-text); }
  & tbody td[data-note='open'] { --note: var(--pauta-color-warning-text); box-shadow: inset 0 0 0 2px var(--pauta-color-warning-text); }
  & td > :is(input, select) {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    padding-inline: var(--pauta-space-2);
    border: 0;
    border-radius: 0;
    outline: 2px solid var(--pauta-color-focus);
    outline-offset: -2px;
    background: var(--pauta-color-surface-raised);
    color: var(--pauta-color-text);
    font: inherit;
    text-align: inherit;
  }
  & td > [aria-invalid='true'] { outline-color: var(--pauta-color-danger); }
  @media (max-width: 40rem) {
    & [data-frozen='other'] { position: relative; inset-inline-start: auto; z-index: auto; }
    & th[data-place], & thead th:first-child { inline-size: 1.75rem; padding-inline: 2px; }
    & tr > :nth-child(2)[data-frozen] { inline-size: 7.5rem; inset-inline-start: 1.75rem; }
    & tfoot th { inline-size: 9.25rem; }
  }
  @media (forced-colors: active) {
    & tbody td[aria-selected='true'] { outline: 1px solid Highlight; outline-offset: -1px; }
  }
  /* Printed are all rows, one below the other, and all columns within the width of the page. */
  @media print {
    max-block-size: none;
    overflow: visible;
    font-size: 7pt;
    & > table, & tr { inline-size: 100%; }
    & tbody { block-size: auto !important; }
    & tbody tr { position: static; contain: none; break-inside: avoid; }
    & :is(thead, tfoot), & [data-frozen] { position: static; }
    & th, & td { flex: 1 1 var(--w); min-inline-size: 0; padding-inline: 2px; }
  }
`;

/** The grid with its buttons and what it says. */
export const Shell = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-2);
  min-inline-size: 0;
  & > [data-tools] { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1); }
  & > [data-state] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-4); min-block-size: 1.5rem; margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > [data-state] > [data-danger] { color: var(--pauta-color-danger-text); }
  & > details { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > details > summary { min-block-size: 24px; cursor: pointer; }
  & > details dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--pauta-space-1) var(--pauta-space-3); margin: var(--pauta-space-2) 0 0; }
  & > details dd { margin: 0; }
  & kbd { font: inherit; font-weight: var(--pauta-weight-medium); }
  @media print { & > [data-tools], & > [data-state], & > details { display: none; } }
`;

/** The form within a dialog of a grid. */
export const DialogForm = styled.form`
  display: grid;
  gap: var(--pauta-space-4);
  & > p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > footer { display: flex; justify-content: flex-end; gap: var(--pauta-space-2); }
`;
