import { token as t } from '@pauta/layout/theme';
import { styled } from 'styled-components';
import { badgeStyle } from '../controls/badge.tsx';
import { checkRow } from '../controls/check-style.ts';
import { delayedFadeIn, skeletonStyle } from '../controls/skeleton.tsx';
import { forcedColors } from '../controls/style.ts';

/** Maximum number of pinned columns. */
export const mostPins = 6;

const pins = Array.from(
  { length: mostPins },
  (_, place) => `& :is(th, td)[data-pin='${place}'] { inset-inline-start: var(--pin-${place}, 0px); }`,
).join('\n');

/**
 * The only styled element of a list; rows and cells are plain elements with their state in attributes. On narrow
 * screens each row is a card of two lines that is one link. The selection bar (`data-floor`) sticks to the end of the
 * rows and of the window.
 */
export const ListFrame = styled.section`
  container-type: inline-size;
  position: relative;
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
  &[data-selecting] > [data-scroll] { scroll-padding-block-end: 64px; }
  &[data-selecting] > [data-scroll]::after { content: ''; display: block; block-size: 64px; }
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
  & th > [data-sort] {
    position: relative;
    display: inline-flex;
    align-items: center;
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
  & th > [data-sort]:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  /* The resize handle lies between two columns, so that the label has the full width. */
  & th > [data-sort] > svg { position: absolute; inset-block: 0; inset-inline-end: -3px; margin-block: auto; opacity: 0; }
  & th > [data-sort]:is(:hover, :focus-visible) > svg { opacity: 0.6; }
  & th[aria-sort] > [data-sort] { color: ${t('color-text')}; }
  & th[aria-sort] > [data-sort] > svg { opacity: 1; }
  & th > [data-menu] {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 5px;
    inline-size: 22px;
    min-block-size: 24px;
    block-size: 24px;
    margin-block: auto;
    display: grid;
    place-items: center;
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: ${t('color-surface')};
    color: inherit;
    opacity: 0;
    cursor: pointer;
  }
  & th[data-align='end'] > [data-menu] { inset-inline: 3px auto; }
  & th:is(:hover, :focus-within) > [data-menu], & th > [data-menu][aria-expanded='true'] { opacity: 1; }
  & th > [data-menu]:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  & th > [data-resize] {
    position: absolute;
    inset-block: 0;
    inset-inline-end: -1px;
    inline-size: 8px;
    cursor: col-resize;
    touch-action: none;
    user-select: none;
  }
  & th > [data-resize]::after {
    content: '';
    position: absolute;
    inset-block: 10px;
    inset-inline-end: 0;
    inline-size: 1px;
    background: ${t('color-border')};
  }
  & th > [data-resize]:is(:hover, :focus, :active)::after { inset-block: 0; inline-size: 3px; background: ${t('color-focus')}; }
  & th > [data-resize]:focus { outline: none; }
  @media (pointer: coarse) {
    & th[data-name] { padding-inline-end: 54px; }
    & th[data-name][data-align='end'] { padding-inline: 46px 14px; }
    & th[data-align='end'] > [data-menu] { inset-inline: 0 auto; }
    & th > [data-menu] { inset-inline-end: 8px; inline-size: 44px; block-size: 44px; opacity: 1; }
    & th > [data-resize] { inline-size: 44px; inset-inline-end: -22px; z-index: 1; }
    & th > [data-resize]::after { inset-inline-end: 21px; }
    & th > [data-menu] + [data-resize] { inline-size: 20px; inset-inline-end: -8px; }
  }
  & th:focus-within, & td:focus-within { overflow: visible; }
  & td { position: relative; block-size: 42px; background: ${t('color-surface')}; }
  @container (width > 38rem) {
    & table[data-density='compact'] td { block-size: 32px; }
    & table[data-density='compact'] :is(th, td) { padding-inline: 8px; }
    & table[data-two-lines] td { block-size: 50px; line-height: 1.25; }
    & table[data-two-lines][data-density='compact'] td { block-size: 40px; }
    & table[data-two-lines] td > [data-comma] { display: none; }
    & table[data-two-lines] td > [data-last] { display: block; }
    & table[data-two-lines] td > [data-hour] { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  }
  & [data-hour] { font-size: inherit; }
  & [data-under] { color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; }
  & [data-under] { display: block; overflow: hidden; text-overflow: ellipsis; }
  & [data-call] { display: none; }
  & :is(th, td)[data-check] {
    inline-size: 44px;
    padding: 0 0 0 ${t('space-2')};
    position: sticky;
    inset-inline-start: 0;
    z-index: 1;
    overflow: visible;
    text-overflow: clip;
  }
  & th[data-check] { z-index: 3; }
  & tfoot td[data-check] { z-index: 3; }
  & [data-check] > label { ${checkRow} justify-content: center; inline-size: 28px; align-items: center; }
  & table[data-density='compact'] [data-check] > label { min-block-size: 24px; padding-block: 0; }
  & td[data-edit]:not([data-align='end'])::after, & td[data-edit][data-align='end']::before {
    content: '';
    position: absolute;
    inset-block: 0;
    inset-inline-end: 2px;
    inline-size: 24px;
    background: ${t('color-text-muted')};
    mask: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='black' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='M21.2 6.8a2.8 2.8 0 0 0-4-4L3.8 16.2a2 2 0 0 0-.5.8L2 21.4a.5.5 0 0 0 .6.6l4.4-1.4a2 2 0 0 0 .8-.5z'/%3E%3C/svg%3E") center / 13px no-repeat;
    opacity: 0;
    cursor: pointer;
  }
  & td[data-edit][data-align='end']::before { inset-inline: 2px auto; }
  @media (hover: hover) {
    & td[data-edit]:hover::after, & td[data-edit][data-align='end']:hover::before { opacity: 1; }
    & td[data-edit]:hover { padding-inline-end: 28px; }
    & td[data-edit][data-align='end']:hover { padding-inline: 28px 10px; }
  }
  & td[data-editing] { box-shadow: inset 0 0 0 2px ${t('color-focus')}; }
  & tbody tr[data-href] { cursor: pointer; }
  & tbody tr[data-href]:hover > td { background: ${t('color-hover')}; }
  & tbody tr:has(a[data-row-link]:focus-visible) > td { background: ${t('color-selected')}; }
  & tbody tr:is([data-selected], [data-current]) > td { background: ${t('color-selected')}; }
  & tbody tr[data-current] > td:first-child { box-shadow: inset 3px 0 ${t('color-accent')}; }
  & tbody:last-of-type tr:last-child > td { border-block-end-color: transparent; }
  & tbody tr[data-archived] > td { color: ${t('color-text-muted')}; }
  & :is(th, td)[data-pin] { position: sticky; z-index: 1; }
  & th[data-pin] { z-index: 3; }
  ${pins}
  & table[data-loose] :is(th, td)[data-pin]:not([data-pin='0']) { position: relative; inset-inline-start: auto; }
  & table[data-loose] th[data-pin]:not([data-pin='0']) { position: sticky; z-index: 2; }
  & [data-scrolled] :is(th, td)[data-pin-end] { box-shadow: inset -1px 0 ${t('color-border')}; }
  & [data-peek] {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 4px;
    display: grid;
    place-items: center;
    inline-size: 28px;
    block-size: 28px;
    margin-block: auto;
    padding: 0;
    border: 1px solid ${t('color-border')};
    border-radius: ${t('radius-sm')};
    background: ${t('color-surface-raised')};
    color: ${t('color-text-muted')};
    opacity: 0;
    cursor: pointer;
  }
  & [data-peek]:hover { color: ${t('color-text')}; border-color: ${t('color-border-strong')}; }
  & tr:is(:hover, :focus-within) [data-peek] { opacity: 1; }
  & table[data-density='compact'] [data-peek] { inline-size: 24px; block-size: 24px; }
  & tr[data-group] > th {
    position: static;
    block-size: 36px;
    padding-inline: ${t('space-3')};
    background: ${t('color-surface-sunken')};
    color: ${t('color-text')};
    border-block-end: 1px solid ${t('color-border')};
    text-align: start;
  }
  & table[data-density='compact'] tr[data-group] > th { block-size: 30px; }
  & tr[data-more] > td { padding-inline: ${t('space-3')}; }
  & :is(tr[data-more], tr[data-group]) button {
    position: sticky;
    inset-inline-start: ${t('space-3')};
    display: inline-flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: ${t('target-size')};
    padding: 0 ${t('space-1')};
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: inherit;
    font-weight: ${t('weight-medium')};
    text-align: start;
    cursor: pointer;
  }
  & td[data-row-actions] > button + button { margin-inline-start: ${t('space-2')}; }
  & tr[data-more] button { color: ${t('color-accent-text')}; }
  & tr[data-group] button > svg { transition: rotate ${t('duration')} ${t('ease')}; }
  & tr[data-group] button[aria-expanded='false'] > svg { rotate: -90deg; }
  & tr[data-group] small { padding-block: 2px; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; font-weight: 400; }
  & tfoot td {
    position: sticky;
    inset-block-end: 0;
    z-index: 2;
    block-size: 46px;
    padding-block: 4px;
    border-block-start: 1px solid ${t('color-border')};
    border-block-end: 0;
    background: ${t('color-surface')};
    font-weight: ${t('weight-medium')};
    font-variant-numeric: tabular-nums;
  }
  & tfoot td[data-pin] { z-index: 3; }
  & tfoot small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; font-weight: 400; line-height: 1.1; }
  /* The link is only as wide as its visible text; otherwise it would extend under the next cell. */
  & a[data-row-link] {
    display: inline-block;
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
    color: ${t('color-text')};
    font-weight: ${t('weight-medium')};
    text-decoration: none;
    border-radius: ${t('radius-sm')};
  }
  & tr:hover a[data-row-link] { color: ${t('color-accent-text')}; text-decoration: underline; }
  & [data-nothing] { color: ${t('color-text-muted')}; }
  & [data-badges] { display: inline-flex; gap: ${t('space-1')}; max-inline-size: 100%; vertical-align: middle; overflow: hidden; }
  & [data-badges] > [data-badge] { flex: none; }
  & table[data-loading] { opacity: 0; animation: ${delayedFadeIn} 200ms 150ms forwards; }
  & table[data-loading] td > span { --size: 60%; }
  & [data-face] { grid-column: 1 / -1; }

  & [data-cut] {
    position: absolute;
    z-index: 4;
    max-inline-size: min(40rem, 80cqi);
    padding: ${t('space-1')} ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface-raised')};
    box-shadow: ${t('shadow-md')};
    font-size: ${t('text-sm')};
    pointer-events: none;
  }
  & > [data-totals] {
    display: flex;
    flex-wrap: wrap;
    gap: ${t('space-1')} ${t('space-5')};
    margin: 0;
    padding: ${t('space-2')} ${t('space-4')};
    border-block-start: 1px solid ${t('color-border')};
    font-size: ${t('text-sm')};
    font-variant-numeric: tabular-nums;
  }
  & > [data-totals] > div { display: flex; flex-wrap: wrap; gap: 0 ${t('space-2')}; }
  & > [data-totals] dt { color: ${t('color-text-muted')}; }
  & > [data-totals] dd { margin: 0; font-weight: ${t('weight-medium')}; }
  & > [data-floor] { position: sticky; inset-block-end: calc(${t('space-2')} + var(--pauta-bottom-inset, 0px)); z-index: ${t('z-sticky')}; block-size: 0; }
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

  @media (pointer: coarse) {
    & td { block-size: 48px; }
    & :is(th, td)[data-check] { inline-size: 52px; padding-inline-start: 4px; }
    & [data-check] > label { inline-size: 44px; }
    & [data-peek] { inline-size: 44px; block-size: 44px; opacity: 1; border-color: transparent; background: none; }
    & td:has(> [data-peek]) { padding-inline-end: 50px; }
  }

  @container (max-width: 38rem) {
    & > [data-scroll] { max-block-size: none; overflow: visible; }
    & table { min-inline-size: 0; display: block; }
    & thead { display: none; }
    & tbody { display: block; }
    & tbody tr[data-row], & table[data-loading] tbody tr {
      position: relative;
      display: grid;
      grid-template-columns: 0 fit-content(50%) fit-content(45%) minmax(auto, 1fr) auto 0;
      align-items: center;
      column-gap: 5px;
      padding: ${t('space-2')} ${t('space-3')};
      border-block-end: 1px solid ${t('color-border')};
    }
    & tbody tr[data-row]:has(> td[data-check]) { grid-template-columns: 44px fit-content(50%) fit-content(45%) minmax(auto, 1fr) auto 0; padding-inline-start: 4px; }
    & tbody tr[data-row]:has([data-call]) { grid-template-columns: 0 fit-content(50%) fit-content(45%) minmax(auto, 1fr) auto 44px; padding-inline-end: ${t('space-1')}; }
    & tbody tr[data-row]:has(> td[data-check]):has([data-call]) { grid-template-columns: 44px fit-content(50%) fit-content(45%) minmax(auto, 1fr) auto 44px; }
    & tbody tr:last-child { border-block-end: 0; }
    & tbody tr:is([data-selected], [data-current]), & tbody tr:has(a[data-row-link]:focus-visible) { background: ${t('color-selected')}; }
    && table tbody tr > td {
      display: none;
      position: static;
      block-size: auto;
      padding: 0;
      border: 0;
      background: none;
      box-shadow: none;
      text-align: start;
    }
    && table tbody tr > td[data-edit]:is(:hover, :not(:hover))::after, && table tbody tr > td[data-edit]:is(:hover, :not(:hover))::before { content: none; }
    /* The first line: the name, which covers the card as its link, and the state. */
    && table tbody tr > td[data-title] { display: contents; }
    & td[data-title] > :is(a[data-row-link], [data-skeleton]) { grid-area: 1 / 2 / 2 / 5; }
    & a[data-row-link] { padding-block: 2px; font-weight: ${t('weight-bold')}; }
    & a[data-row-link]::after { content: ''; position: absolute; inset: 0; }
    && table tbody tr > td[data-card='state'] { display: block; grid-area: 1 / 5; justify-self: end; }
    /* Second line: the subtitle, and then the brief columns. */
    & td[data-title] > [data-under] { grid-area: 2 / 2; }
    && table tbody tr > td[data-card='1'] { grid-column: 2; }
    && table tbody tr > td[data-card='2'] { grid-column: 3; }
    && table tbody tr > td[data-card='3'] { grid-column: 4 / 6; }
    /* With only two values the last one also uses the space below the state. An instant is shown without its time. */
    && table tbody tr:not(:has(> td[data-card='3'])) > td[data-card='2'] { grid-column: 3 / 6; }
    && table tbody tr > td[data-card] > :is([data-comma], [data-hour]) { display: none; }
    /* A long second line, such as the number of a document, leaves no space for two others, so it is below them. */
    & tbody tr[data-row]:has(> td[data-card='3']) [data-long] { grid-area: 3 / 2 / 4 / 6; }
    && table tbody tr[data-row]:has(> td[data-card='3']):has([data-long]) > td[data-card='2'] { grid-column: 2 / 4; }
    && table tbody tr[data-row]:has(> td[data-card='3']):has([data-long]) > td[data-card='2']:is(:hover, :not(:hover))::before { content: none; }
    && table tbody tr[data-row]:has([data-long]) > td[data-card='3'] { justify-self: end; }
    && table tbody tr[data-row]:has([data-long]) > td[data-card='3']:is(:hover, :not(:hover))::before { content: none; }
    /* An amount is never truncated: it would be misread. */
    && table tbody tr > td[data-card][data-align='end'] { min-inline-size: max-content; }
    & td[data-card] > [data-badges] { display: inline; }
    && table tbody tr > td:is([data-card='1'], [data-card='2'], [data-card='3']) { display: block; grid-row: 2; min-block-size: 20px; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
    & [data-under] { font-size: ${t('text-sm')}; }
    && table tbody tr > td[data-card]:has(> [data-nothing]) { display: none; }
    && table tbody tr[data-row] > td:is([data-card='2'], [data-card='3']):is(:hover, :not(:hover))::before { content: '· '; position: static; background: none; mask: none; opacity: 1; }
    /* The first value of the line has no separator before it. */
    && table tbody tr[data-row]:has(> td[data-card='1'] > [data-nothing]) > td[data-card='2']:is(:hover, :not(:hover))::before,
    && table tbody tr[data-row]:has(> td[data-card='1'] > [data-nothing]):has(> td[data-card='2'] > [data-nothing]) > td[data-card='3']:is(:hover, :not(:hover))::before { content: none; }
    & [data-call] {
      grid-area: 1 / 6 / 3 / 7;
      position: relative;
      z-index: 1;
      display: grid;
      place-items: center;
      inline-size: 44px;
      min-block-size: 44px;
      border-radius: ${t('radius-full')};
      color: ${t('color-accent-text')};
    }
    && table tbody tr > td[data-check] { display: grid; place-items: center; grid-area: 1 / 1 / 3 / 2; position: relative; z-index: 1; inline-size: 44px; }
    & [data-check] > label { inline-size: 44px; min-block-size: 44px !important; }
    && table tbody tr > td[data-row-actions] { display: block; padding-block: ${t('space-1')}; grid-row: 3; grid-column: 2 / -1; position: relative; z-index: 1; }
    & [data-peek] { display: none; }
    & tbody tr:is([data-group], [data-more]) { display: block; }
    && table tbody tr[data-more] > td { display: block; padding: ${t('space-1')} ${t('space-3')}; }
    & tr[data-group] button { max-inline-size: 100%; }
    & tr[data-group] > th { display: flex; align-items: center; }
    & tfoot, & tfoot tr { display: block; }
    & tfoot td { position: static; display: flex; justify-content: space-between; block-size: auto; padding: ${t('space-1')} ${t('space-4')}; border: 0; }
    & tfoot td:empty { display: none; }
    & tfoot td::before { content: attr(data-label); color: ${t('color-text-muted')}; font-weight: 400; }
    & > footer { padding: ${t('space-2')} ${t('space-3')}; }
  }
  @media print {
    & > [data-scroll] { max-block-size: none; overflow: visible; }
    & > footer > nav { display: none; }
  }
  ${forcedColors} {
    & tbody tr:hover > td { outline: 1px solid Highlight; }
    & tbody tr[data-selected] > td { outline: 2px solid Highlight; }
  }
`;
