import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { focusRing, narrow } from '../controls/style.ts';

/** The list of steps, with the current one marked. */
export const Steps = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-2')} ${t('space-4')};
  margin: 0;
  padding: 0;
  list-style: none;
  counter-reset: step;
  color: ${t('color-text-muted')};
  font-size: ${t('text-sm')};
  & > li { display: flex; align-items: center; gap: ${t('space-2')}; counter-increment: step; }
  & > li::before {
    content: counter(step);
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-full')};
  }
  & > li[aria-current] { color: ${t('color-text')}; font-weight: ${t('weight-medium')}; }
  & > li[aria-current]::before { border-color: ${t('color-accent')}; background: ${t('color-accent')}; color: ${t('color-accent-contrast')}; }
`;

/** Gets the focus when a step begins, so that a screen reader starts there; it needs no focus ring. */
export const StepBody = styled.section`
  min-inline-size: 0;
  &:focus { outline: none; }
`;

/** The parts of a step below each other. */
export const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-4')};
  min-inline-size: 0;
  & p { margin: 0; }
  & [data-muted] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & progress { inline-size: 100%; accent-color: ${t('color-accent')}; }
  & [data-row] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')} ${t('space-3')}; }
  & [data-row] > [data-grow] { flex: 1 1 12rem; }
  & textarea { min-block-size: 8rem; font-family: ${t('font-mono')}; font-size: ${t('text-sm')}; }
`;

/** The columns of the file and the fields that they fill. */
export const MappingTable = styled.table`
  ${badgeStyle}
  inline-size: 100%;
  border-collapse: collapse;
  & th, & td { padding: ${t('space-2')} ${t('space-3')}; border-block-end: 1px solid ${t('color-border')}; text-align: start; vertical-align: middle; }
  & thead th { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: ${t('weight-medium')}; }
  & tbody th { font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & tbody th > span { margin-inline-start: ${t('space-2')}; }
  & td[data-samples] { max-inline-size: 20rem; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & td[data-choice] { inline-size: 20rem; }
  & tr[data-unmatched] > :is(th, td) { background: ${t('color-warning-soft')}; }
  ${narrow} {
    & thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
    &, & tbody, & tr, & th, & td { display: block; }
    & tr { padding-block: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; }
    & tr[data-unmatched] { background: ${t('color-warning-soft')}; }
    & tbody :is(th, td) { padding-block: ${t('space-1')}; border: 0; inline-size: auto; max-inline-size: none; }
    & td[data-choice] { inline-size: auto; }
  }
`;

/** The verdicts by which rows can be filtered. */
export const VerdictFilter = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${t('space-2')};
  & > button {
    display: inline-flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: ${t('target-size')};
    padding-inline: ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-full')};
    background: ${t('color-surface')};
    color: ${t('color-text')};
    font: inherit;
    font-size: ${t('text-sm')};
    cursor: pointer;
  }
  & > button > strong { font-variant-numeric: tabular-nums; }
  & > button:hover { background: ${t('color-hover')}; }
  & > button[aria-pressed='true'] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; }
  & > button[aria-disabled='true'] { color: ${t('color-text-muted')}; cursor: default; }
`;

/** The rows of the file with their verdicts. */
export const RowList = styled.ol`
  ${badgeStyle}
  margin: 0;
  padding: 0;
  list-style: none;
  border-block-start: 1px solid ${t('color-border')};
  & > li {
    display: grid;
    grid-template-columns: 4.5rem minmax(8rem, 14rem) 9.5rem 1fr auto;
    gap: ${t('space-1')} ${t('space-3')};
    align-items: start;
    padding-block: ${t('space-2')};
    border-block-end: 1px solid ${t('color-border')};
    font-size: ${t('text-sm')};
  }
  & [data-line] { color: ${t('color-text-muted')}; font-variant-numeric: tabular-nums; }
  & [data-name] { font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & ul { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
  & del { color: ${t('color-text-muted')}; }
  & ins { text-decoration: none; font-weight: ${t('weight-medium')}; }
  ${narrow} {
    & > li { grid-template-columns: 1fr auto; }
    & > li > ul { grid-column: 1 / -1; }
    & > li > [data-line] { order: 2; }
    & > li > :is(form, button) { order: 3; grid-column: 1 / -1; justify-self: start; }
    & > li > form { justify-self: stretch; }
  }
`;

/** The cells of a row that is being corrected, below the row. */
export const CellForm = styled.form`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr));
  gap: ${t('space-3')};
  align-items: start;
  padding: ${t('space-3')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface-sunken')};
  & > [data-row], & > [data-error] { grid-column: 1 / -1; }
  & > [data-error] { color: ${t('color-danger-text')}; }
`;

/** Groups of equal errors, each with its rows below it. */
export const GroupList = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-direction: column;
    gap: ${t('space-2')};
    padding: ${t('space-2')} ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-md')};
  }
  & [data-toggle] {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: ${t('target-size')};
    padding: 0;
    border: 0;
    background: none;
    color: ${t('color-text')};
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  & [data-toggle] > svg { flex: none; color: ${t('color-text-muted')}; }
  & [data-toggle] > span { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & [data-toggle] > strong { flex: none; color: ${t('color-danger-text')}; font-size: ${t('text-sm')}; font-variant-numeric: tabular-nums; }
  & [data-toggle]:focus-visible { ${focusRing} }
  & [data-replace] { display: flex; flex-wrap: wrap; align-items: flex-end; gap: ${t('space-2')} ${t('space-3')}; padding-inline-start: ${t('space-5')}; }
  & [data-replace] > :first-child { flex: 1 1 16rem; max-inline-size: 26rem; }
  ${narrow} {
    & [data-replace] { padding-inline-start: 0; }
  }
`;

/** Past imports. */
export const HistoryList = styled.ol`
  ${badgeStyle}
  margin: 0;
  padding: 0;
  list-style: none;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface')};
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t('space-2')} ${t('space-4')};
    padding: ${t('space-3')} ${t('space-4')};
  }
  & > li + li { border-block-start: 1px solid ${t('color-border')}; }
  & > li > div { flex: 1 1 16rem; min-inline-size: 0; }
  & a { font-weight: ${t('weight-medium')}; overflow-wrap: anywhere; }
  & > li > div > span { margin-inline-start: ${t('space-2')}; }
  & p { margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;
