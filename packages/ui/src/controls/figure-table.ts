import { styled } from 'styled-components';

/** Frame of a table of amounts that scrolls beside its first column. */
export const FigureTable = styled.div`
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; font-size: var(--pauta-text-sm); }
  & caption { padding-block: var(--pauta-space-2); color: var(--pauta-color-text-muted); text-align: start; }
  & th, & td { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  & th { font-weight: var(--pauta-weight-medium); }
  & thead th { color: var(--pauta-color-text-muted); }
  & tr > :first-child { position: sticky; inset-inline-start: 0; background: var(--pauta-color-surface); text-align: start; white-space: normal; min-inline-size: min(12rem, 30vw); max-inline-size: 18rem; }
  & :is(th, td)[data-text] { text-align: start; }
  & td[data-wrap] { white-space: normal; min-inline-size: 14rem; }
  & td[data-none] { color: var(--pauta-color-text-muted); }
  & td[data-bar] { inline-size: 60%; }
  & td[data-bar] > span { display: block; block-size: 14px; inline-size: calc(var(--part) * 1%); border-radius: var(--pauta-radius-sm); background: var(--pauta-color-accent); }
  & tfoot :is(th, td) { font-weight: var(--pauta-weight-bold); }
  & a { color: inherit; }
`;
