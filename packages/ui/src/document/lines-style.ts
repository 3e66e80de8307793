import { token as t } from '@pauta/layout/theme';
import { css, styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { focusRing, visuallyHidden } from '../controls/style.ts';

/** Each line as a card, with its fields and their labels. */
const cards = css`
  & > table { min-inline-size: 0; }
  & > table > thead { display: none; }
  & > table > tbody {
    contain-intrinsic-block-size: auto 300px;
    margin-block-end: ${t('space-3')};
    padding: ${t('space-2')} ${t('space-3')} ${t('space-3')};
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-lg')};
  }
  & > table > tbody > tr[data-cells] {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: ${t('space-1')} ${t('space-2')};
  }
  & > table > tbody > tr > td { text-align: start; padding-inline: 0; }
  & > table > tbody > tr > td[data-place] { grid-column: 1; }
  & > table > tbody > tr > td[data-place]::before { content: attr(data-name) ' '; font-weight: ${t('weight-medium')}; }
  & > table > tbody > tr > td[data-tools] { grid-column: 2; grid-row: 1; text-align: end; }
  & > table > tbody > tr > td[data-wide] { grid-column: 1 / -1; }
  & > table > tbody > tr > td:empty { display: none; }
  & > table > tbody > tr > td[data-label]::before {
    content: attr(data-label) / '';
    display: block;
    margin-block-end: 2px;
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
  }
  & > table > tbody > tr > td > output { padding-block: 0; }
  & > table > tbody > tr[data-within] > td { padding-inline-start: 0; }
`;

/**
 * A table of lines, editable or read-only. Rows and cells are plain elements with their state in attributes. If there
 * is not enough space for columns, each line is a card (`data-cards`: always).
 */
export const LinesFrame = styled.div`
  container-type: inline-size;
  display: flex;
  flex-direction: column;
  gap: ${t('space-3')};
  min-inline-size: 0;
  ${badgeStyle}

  & > [data-scroll] { overflow-x: auto; margin-inline: calc(-1 * ${t('space-2')}); padding: 2px ${t('space-2')}; }
  & > [data-scroll]:focus-visible { ${focusRing} }
  & table { display: block; min-inline-size: var(--lines-width); }
  & :is(thead, tbody) { display: block; }
  /* Only visible rows are laid out, so that a keystroke is fast in a table of a hundred rows. */
  & > [data-scroll] > table > tbody { content-visibility: auto; contain-intrinsic-block-size: auto 46px; }
  & tr { display: grid; grid-template-columns: minmax(0, 1fr); }
  & :is(thead > tr, tr[data-cells]) { grid-template-columns: var(--lines-columns); }
  & :is(th, td) { min-inline-size: 0; }
  & th {
    padding: 0 ${t('space-1')} ${t('space-2')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-sm')};
    font-weight: ${t('weight-medium')};
    line-height: 1.2;
    text-align: start;
    align-self: end;
  }
  & th > span[aria-hidden] { color: ${t('color-danger-text')}; }
  & td { padding: ${t('space-1')}; overflow-wrap: anywhere; }
  & tbody { border-block-start: 1px solid ${t('color-border')}; }
  & [data-align='end'] { text-align: end; font-variant-numeric: tabular-nums; }
  & td[data-align='end'] input { text-align: end; }
  & td > output { display: block; padding-block: calc((${t('control-height')} - 1.45em) / 2); }
  & td > [data-text] { padding-block: ${t('space-2')}; }
  & td [data-box] { padding-inline: ${t('space-2')}; }
  & td[data-cell] [data-error] { font-size: ${t('text-xs')}; text-align: start; }
  & td[data-yes-no] label > span { ${visuallyHidden} }
  & [data-nothing] { color: ${t('color-text-muted')}; }

  & td[data-place] { padding-inline-start: 0; }
  & th:first-child { padding-inline-start: 0; }
  & [data-place] { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; white-space: nowrap; }
  & [data-place] > span { display: inline-flex; align-items: center; gap: 2px; min-block-size: ${t('control-height')}; }
  & [data-handle] { display: inline-grid; place-items: center; inline-size: 20px; min-block-size: 24px; cursor: grab; }
  & [data-menu] {
    display: inline-grid;
    place-items: center;
    inline-size: ${t('control-height')};
    block-size: ${t('control-height')};
    padding: 0;
    border: 0;
    border-radius: ${t('radius-md')};
    background: none;
    color: ${t('color-text-muted')};
    cursor: pointer;
  }
  & [data-menu]:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  & [data-menu]:focus-visible { ${focusRing} }
  & tbody[data-dragging] { opacity: 0.5; }
  & tbody[data-drop='before'] { box-shadow: 0 -2px 0 ${t('color-accent')}; }
  & tbody[data-drop='after'] { box-shadow: 0 2px 0 ${t('color-accent')}; }

  & [data-wrong] > td > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t('space-2')};
    padding: ${t('space-2')} ${t('space-3')};
    border-radius: ${t('radius-md')};
    background: ${t('color-danger-soft')};
    color: ${t('color-danger-text')};
    font-size: ${t('text-sm')};
  }
  & [data-wrong] > td > div > span { flex: 1 1 14rem; }
  & [data-line-note] > td { padding-block: 0 ${t('space-2')}; }
  & [data-line-note] > td:empty { display: none; }
  & [data-within] > td { padding: 0 0 ${t('space-3')} ${t('space-6')}; }
  & [data-within] > td > details { padding-inline-start: ${t('space-3')}; border-inline-start: 2px solid ${t('color-border')}; }
  & [data-within] summary { padding-block: ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; cursor: pointer; }
  & > [data-foot] { display: flex; flex-wrap: wrap; align-items: center; gap: ${t('space-2')} ${t('space-4')}; }
  & [data-note] { margin: 0; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-wrong-kind] { margin: 0; color: ${t('color-danger-text')}; }
  /* Fingers scroll there; they move lines by the menu. */
  @media (pointer: coarse) { & :is([data-keys], [data-handle]) { display: none; } }

  @container (max-width: 44rem) {
    & > [data-scroll] { ${cards} }
    & > [data-foot] > [data-keys] { display: none; }
    & > [data-foot] > button { flex: 1 1 auto; }
  }
  @container (min-width: 44.01rem) {
    &[data-cards] > [data-scroll] {
      ${cards}
      & > table > tbody > tr[data-cells] {
        position: relative;
        grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
        align-items: end;
      }
      & > table > tbody > tr > td[data-place] { grid-column: 1 / -1; }
      & > table > tbody > tr > td[data-wide] { grid-column: span 2; }
      & > table > tbody > tr > td[data-range] { grid-column: span 3; }
      & > table > tbody > tr > td[data-tools] { position: absolute; inset-block-start: 0; inset-inline-end: 0; }
      & > table > tbody > tr > td > output { padding-block: calc((${t('control-height')} - 1.45em) / 2); }
    }
  }
`;
