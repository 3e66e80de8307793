import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { appearLate, skeletonStyle } from '../controls/skeleton.tsx';

/** The one styled element of a list; rows and cells are plain elements with their state in attributes. */
export const ListFrame = styled.section`
  container-type: inline-size;
  display: flex;
  flex-direction: column;
  min-inline-size: 0;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface')};
  box-shadow: ${t('shadow-sm')};
  overflow: clip;
  ${badgeStyle}
  ${skeletonStyle}

  & > [data-scroll] {
    position: relative;
    overflow: auto;
    max-block-size: var(--list-height, none);
    overscroll-behavior-x: contain;
  }
  & > [data-scroll]:focus-visible { outline-offset: -2px; }
  & table {
    inline-size: 100%;
    min-inline-size: var(--table-width);
    table-layout: fixed;
    border-collapse: separate;
    border-spacing: 0;
    transition: opacity ${t('duration')} ${t('ease')};
  }
  & table[aria-busy='true']:not([data-loading]) { opacity: 0.55; transition-delay: 150ms; }
  & :is(th, td) {
    padding: 0 10px;
    border-block-end: 1px solid ${t('color-border')};
    text-align: start;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & :is(th, td):first-child { padding-inline-start: ${t('space-4')}; }
  & :is(th, td):last-child { padding-inline-end: ${t('space-4')}; }
  & [data-align='end'] { text-align: end; }
  & th {
    position: sticky;
    inset-block-start: 0;
    z-index: 2;
    block-size: 40px;
    background: ${t('color-surface')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
    font-weight: ${t('weight-medium')};
    line-height: 1.2;
    white-space: normal;
    text-wrap: balance;
  }
  & th > button {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-1')};
    min-block-size: 28px;
    max-inline-size: 100%;
    margin-inline: -6px;
    padding: 0 6px;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    font-weight: inherit;
    text-align: inherit;
    cursor: pointer;
  }
  & th > button:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  & th > button > svg { flex: none; opacity: 0; }
  & th > button:is(:hover, :focus-visible) > svg { opacity: 0.6; }
  & th[aria-sort] > button { color: ${t('color-text')}; }
  & th[aria-sort] > button > svg { opacity: 1; }
  & th:focus-within, & td:focus-within { overflow: visible; }
  & td { block-size: 42px; background: ${t('color-surface')}; }
  & tbody tr[data-href] { cursor: pointer; }
  & tbody tr[data-href]:hover > td { background: ${t('color-hover')}; }
  & tbody tr:has(a[data-row-link]:focus-visible) > td { background: ${t('color-selected')}; }
  & tbody tr:last-child > td { border-block-end-color: transparent; }
  & tbody tr[data-archived] > td { color: ${t('color-text-muted')}; }
  & :is(th, td)[data-title] { position: sticky; inset-inline-start: 0; z-index: 1; }
  & th[data-title] { z-index: 3; }
  & [data-scrolled] :is(th, td)[data-title] { box-shadow: inset -1px 0 ${t('color-border')}; }
  & a[data-row-link] {
    color: ${t('color-text')};
    font-weight: ${t('weight-medium')};
    text-decoration: none;
    border-radius: ${t('radius-sm')};
  }
  & tr:hover a[data-row-link] { color: ${t('color-accent-text')}; text-decoration: underline; }
  & [data-nothing] { color: ${t('color-text-muted')}; }
  & [data-badges] { display: inline-flex; gap: ${t('space-1')}; max-inline-size: 100%; vertical-align: middle; overflow: hidden; }
  & [data-badges] > [data-badge] { flex: none; }
  & table[data-loading] { opacity: 0; animation: ${appearLate} 200ms 150ms forwards; }
  & table[data-loading] td > span { --size: 60%; }
  & [data-face] { grid-column: 1 / -1; }

  & > footer {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t('space-1')} ${t('space-4')};
    min-block-size: 48px;
    padding: ${t('space-1')} ${t('space-4')};
    border-block-start: 1px solid ${t('color-border')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
  }
  & > footer > [data-total] { flex: 1 1 auto; }
  & > footer > nav { display: flex; align-items: center; gap: ${t('space-1')}; }
  & > footer > nav > small { font-size: inherit; margin-inline-end: ${t('space-1')}; }
  & > footer a, & > footer nav > span {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 2px;
    min-inline-size: ${t('target-size')};
    min-block-size: ${t('target-size')};
    padding-inline: ${t('space-2')};
    border-radius: ${t('radius-sm')};
    color: ${t('color-text')};
    text-decoration: none;
  }
  & > footer a:hover { background: ${t('color-hover')}; }
  & > footer a[aria-current] { background: ${t('color-selected')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & > footer nav > span[data-off] { color: ${t('color-text-muted')}; opacity: 0.65; }

  @media (pointer: coarse) { & td { block-size: 48px; } }

  /* Narrow: each row is a card, each cell a line with its label. */
  @container (max-width: 38rem) {
    & > [data-scroll] { max-block-size: none; overflow: visible; }
    & table { min-inline-size: 0; display: block; }
    & thead { display: none; }
    & tbody, & tbody tr { display: block; }
    & tbody tr { padding: ${t('space-3')} ${t('space-4')}; border-block-end: 1px solid ${t('color-border')}; }
    & tbody tr:last-child { border-block-end: 0; }
    & tbody tr[data-href]:hover > td { background: none; }
    & tbody tr:has(a[data-row-link]:focus-visible) { background: ${t('color-selected')}; }
    & tbody tr:has(a[data-row-link]:focus-visible) > td { background: none; }
    & tbody td, & tbody td:first-child, & tbody td:last-child {
      display: flex;
      align-items: baseline;
      justify-content: space-between;
      gap: ${t('space-3')};
      block-size: auto;
      min-block-size: 26px;
      padding: 2px 0;
      border: 0;
      background: none;
      text-align: end;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    & tbody td::before {
      content: attr(data-label);
      flex: none;
      max-inline-size: 45%;
      color: ${t('color-text-muted')};
      font-size: ${t('text-sm')};
      text-align: start;
    }
    & tbody tr { display: flex; flex-direction: column; }
    & tbody td[data-title] { order: -1; position: static; font-size: ${t('text-lg')}; font-weight: ${t('weight-bold')}; text-align: start; margin-block-end: 2px; }
    & tbody td[data-title]::before { content: none; }
    & [data-scrolled] td[data-title] { box-shadow: none; }
    & [data-badges] { flex-wrap: wrap; justify-content: flex-end; }
    & > footer { padding: ${t('space-2')} ${t('space-3')}; }
  }
  @media print {
    & > [data-scroll] { max-block-size: none; overflow: visible; }
    & > footer > nav { display: none; }
  }
  @media (forced-colors: active) { & tbody tr:hover > td { outline: 1px solid Highlight; } }
`;
