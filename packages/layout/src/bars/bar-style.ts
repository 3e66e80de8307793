import { base, coarse } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';

/** A notice over the page, below the top bar. It is positioned, so showing or hiding it does not shift the page. */
export const noticeStyle: string = `
  ${base}
  position: fixed;
  z-index: ${token('z-toast')};
  inset-block-start: calc(${token('bar-height')} + 8px);
  inset-inline: 8px;
  inline-size: fit-content;
  max-inline-size: min(44rem, calc(100vw - 16px));
  margin-inline: auto;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 12px;
  padding: 6px 8px 6px 14px;
  border: 1px solid ${token('color-border-strong')};
  border-radius: ${token('radius-lg')};
  background: ${token('color-warning-soft')};
  color: ${token('color-warning-text')};
  box-shadow: ${token('shadow-lg')};
  & > p { flex: 1 1 12rem; min-inline-size: 0; }
  & strong { font-weight: ${token('weight-bold')}; }
  /* Kept in the document: a screen reader announces only changes in an existing live region. */
  &:empty { padding: 0; border: 0; box-shadow: none; }
  @media print { display: none; }
`;

export const barButton: string = `
  & button {
    flex: none;
    min-block-size: 34px;
    padding: 4px 14px;
    border: 1px solid currentColor;
    border-radius: ${token('radius-md')};
    font-weight: ${token('weight-medium')};
    &:hover { background: ${token('color-hover')}; color: ${token('color-text')}; }
    &:focus-visible { outline-offset: 2px; }
    &[aria-disabled='true'] { opacity: 0.6; cursor: progress; }
    &[data-primary] {
      border-color: ${token('color-accent')};
      background: ${token('color-accent')};
      color: ${token('color-accent-contrast')};
      &:hover { background: ${token('color-accent-hover')}; }
    }
    ${coarse} { min-block-size: 44px; }
  }
`;
