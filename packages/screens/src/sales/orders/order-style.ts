import { token as t } from '@pauta/layout/theme';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { focusRing, narrow } from '@pauta/ui/controls/style.ts';
import { styled } from 'styled-components';

/** The parts of the dialog below each other. */
export const Parts = styled.div`
  ${badgeStyle}
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  min-inline-size: 0;
  & h3 { margin: 0; font-size: ${t('text-md')}; }
  & p { margin: 0; }
  & [data-muted] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-error] { color: ${t('color-danger-text')}; }
  & [data-row] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')} ${t('space-3')}; }
  & [data-end] { justify-content: flex-end; }
  & [data-foot] {
    position: sticky;
    inset-block-end: calc(-1 * ${t('space-5')});
    z-index: 2;
    margin-block-end: calc(-1 * ${t('space-5')});
    padding-block: ${t('space-3')};
    background: ${t('color-surface-raised')};
    border-block-start: 1px solid ${t('color-border')};
  }
  & textarea { min-block-size: 7rem; font-family: ${t('font-mono')}; font-size: ${t('text-sm')}; }
  & dl { display: flex; flex-wrap: wrap; gap: ${t('space-1')} ${t('space-5')}; margin: 0; }
  & dl > div { display: flex; gap: ${t('space-2')}; min-inline-size: 0; }
  & dt { color: ${t('color-text-muted')}; }
  & dd { margin: 0; overflow-wrap: anywhere; }
  & [data-columns] { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); gap: ${t('space-3')}; padding-block: ${t('space-2')}; }
  & section { display: flex; flex-direction: column; gap: ${t('space-2')}; min-inline-size: 0; }
  & summary { cursor: pointer; min-block-size: ${t('target-size')}; align-content: center; }
`;

/** The colours of the meanings; each also has its name in the legend and in the description of its column. */
const meaningColours = `
  & [data-meaning='day'] { --meaning: ${t('color-accent-soft')}; }
  & [data-meaning='programme'], & [data-meaning='station'] { --meaning: ${t('color-success-soft')}; }
  & [data-meaning='time'], & [data-meaning='duration'] { --meaning: ${t('color-info-soft')}; }
  & [data-meaning='when'] { --meaning: ${t('color-accent-soft')}; }
  & [data-meaning='count'] { --meaning: ${t('color-neutral-soft')}; }
  & [data-meaning='money'] { --meaning: ${t('color-warning-soft')}; }
`;

/** The sheet as it was sent, with what its columns were understood as. */
export const SheetFrame = styled.div`
  ${meaningColours}
  overflow: auto;
  max-block-size: 18rem;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-md')};
  &:focus-visible { ${focusRing} }
  & table { border-collapse: separate; border-spacing: 0; font-size: ${t('text-sm')}; }
  & :is(th, td) {
    max-inline-size: 14rem;
    padding: 2px ${t('space-2')};
    overflow: hidden;
    border-inline-end: 1px solid ${t('color-border')};
    border-block-end: 1px solid ${t('color-border')};
    text-overflow: ellipsis;
    white-space: nowrap;
    text-align: start;
    font-weight: inherit;
  }
  & td[data-number] { text-align: end; font-variant-numeric: tabular-nums; }
  & thead th, & tbody th { position: sticky; z-index: 1; background: ${t('color-surface-sunken')}; color: ${t('color-text-muted')}; }
  & thead th { inset-block-start: 0; text-align: center; }
  & tbody th { inset-inline-start: 0; text-align: end; }
  & td[data-meaning] { background: var(--meaning); }
  & tr[data-header] > td { font-weight: ${t('weight-medium')}; }
  & td[data-doubt] { box-shadow: inset 0 0 0 2px ${t('color-warning')}; }
  & td:focus { outline: 2px solid ${t('color-focus')}; outline-offset: -2px; }
`;

/** What the colours of the sheet mean. */
export const Legend = styled.ul`
  ${meaningColours}
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-1')} ${t('space-3')};
  margin: 0;
  padding: 0;
  list-style: none;
  color: ${t('color-text-muted')};
  font-size: ${t('text-sm')};
  & > li { display: flex; align-items: center; gap: ${t('space-1')}; }
  & > li > span { inline-size: 14px; block-size: 14px; border: 1px solid ${t('color-border-strong')}; border-radius: ${t('radius-sm')}; background: var(--meaning); }
  & > li > span[data-doubt] { box-shadow: inset 0 0 0 2px ${t('color-warning')}; }
`;

/** Doubts, each of which leads to its cell. */
export const DoubtList = styled.ul`
  display: flex;
  flex-direction: column;
  max-block-size: 12rem;
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;
  border: 1px solid ${t('color-warning')};
  border-radius: ${t('radius-md')};
  & > li + li { border-block-start: 1px solid ${t('color-border')}; }
  & > li > :is(button, span) {
    display: flex;
    gap: ${t('space-2')};
    inline-size: 100%;
    min-block-size: ${t('target-size')};
    align-items: center;
    padding: ${t('space-1')} ${t('space-3')};
    border: 0;
    background: none;
    color: ${t('color-text')};
    font: inherit;
    font-size: ${t('text-sm')};
    text-align: start;
  }
  & > li > button { cursor: pointer; }
  & > li > button:hover { background: ${t('color-hover')}; }
  & > li > button:focus-visible { ${focusRing} outline-offset: -2px; }
  & strong { flex: none; color: ${t('color-warning-text')}; font-weight: ${t('weight-medium')}; font-variant-numeric: tabular-nums; }
`;

/** The lines that were read. */
export const Lines = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;
  border-block-start: 1px solid ${t('color-border')};
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: ${t('space-2')} ${t('space-4')};
    align-items: center;
    padding-block: ${t('space-2')};
    border-block-end: 1px solid ${t('color-border')};
  }
  & > li > div { min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; padding-inline-start: 26px; }
  & [data-space] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')}; }
  & [data-space] > [data-grow] { flex: 1 1 10rem; min-inline-size: 0; }
  ${narrow} {
    & > li { grid-template-columns: minmax(0, 1fr); }
  }
`;
