import { token as t } from '@pauta/layout/theme';

/**
 * Below this width rows become cards and dialogs become sheets. In rem, so that it depends on the font size of the
 * user.
 */
export const narrow = '@media (max-width: 40rem)';
export const forcedColors = '@media (forced-colors: active)';

export const visuallyHidden = `
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
`;

export const focusRing = `
  outline: ${t('focus-width')} solid ${t('color-focus')};
  outline-offset: 2px;
`;

/** The frame of an input, for the element with `data-box` around it. */
export const box = `
  & [data-box] {
    display: flex;
    align-items: center;
    gap: ${t('space-1')};
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: ${t('control-height')};
    padding-inline: ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: ${t('radius-md')};
    background: ${t('color-surface')};
    color: ${t('color-text')};
    font-size: ${t('text-control')};
    line-height: ${t('leading')};
    text-align: start;
    transition: border-color ${t('duration')} ${t('ease')}, box-shadow ${t('duration')} ${t('ease')};
  }
  & [data-box]:hover { border-color: ${t('color-text-muted')}; }
  & [data-box]:has(:focus-visible), & [data-box]:focus-visible {
    outline: none;
    border-color: ${t('color-focus')};
    box-shadow: 0 0 0 1px ${t('color-focus')};
  }
  &[data-invalid] [data-box] { border-color: ${t('color-danger')}; }
  &[data-invalid] [data-box]:has(:focus-visible), &[data-invalid] [data-box]:focus-visible {
    box-shadow: 0 0 0 1px ${t('color-danger')};
  }
  &[data-disabled] [data-box] {
    background: ${t('color-surface-sunken')};
    border-color: ${t('color-border')};
    color: ${t('color-text-muted')};
    cursor: not-allowed;
  }
  & [data-box] > :is(input, textarea) {
    flex: 1;
    min-inline-size: 0;
    inline-size: 100%;
    block-size: calc(${t('control-height')} - 2px);
    padding: 0;
    border: 0;
    background: none;
    font-size: inherit;
    text-overflow: ellipsis;
    outline: none;
  }
  & [data-box] > textarea {
    block-size: auto;
    padding-block: ${t('space-2')};
    resize: vertical;
    line-height: ${t('leading')};
  }
  & [data-box] ::placeholder { color: ${t('color-text-muted')}; opacity: 1; }
  & [data-box] svg { flex: none; color: ${t('color-text-muted')}; }
  & [data-affix] { flex: none; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-inner-button] {
    flex: none;
    display: inline-grid;
    place-items: center;
    min-inline-size: 28px;
    min-block-size: 28px;
    margin-inline-end: -6px;
    padding: 0;
    border: 0;
    border-radius: ${t('radius-sm')};
    background: none;
    color: ${t('color-text-muted')};
    cursor: pointer;
  }
  & [data-inner-button]:hover { background: ${t('color-hover')}; color: ${t('color-text')}; }
  @media (pointer: coarse) {
    & [data-inner-button] { min-inline-size: 40px; min-block-size: 40px; }
  }
  ${forcedColors} {
    & [data-box]:has(:focus-visible), & [data-box]:focus-visible { outline: 2px solid Highlight; }
  }
`;

/** Styles of a popover with a list of options, which are elements with `role=option` or `role=menuitem`. */
export const floatingList = `
  min-inline-size: max(var(--trigger-width, 0px), 12rem);
  max-inline-size: min(28rem, calc(100vw - 1rem));
  max-block-size: min(20rem, 60dvh);
  overflow: auto;
  overscroll-behavior: contain;
  padding: ${t('space-1')};
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-md')};
  background: ${t('color-surface-raised')};
  color: ${t('color-text')};
  box-shadow: ${t('shadow-lg')};
  font-size: ${t('text-md')};
  outline: none;
  & :is([role='listbox'], [role='menu']) { outline: none; }
  & :is([role='option'], [role='menuitem'], [role='menuitemradio']) {
    display: flex;
    align-items: center;
    gap: ${t('space-2')};
    min-block-size: max(32px, ${t('target-size')});
    padding: ${t('space-1')} ${t('space-2')};
    border-radius: ${t('radius-sm')};
    cursor: pointer;
    outline: none;
    overflow-wrap: anywhere;
    text-decoration: none;
    color: inherit;
  }
  & [data-focused], & [data-hovered] { background: ${t('color-hover')}; }
  & [data-focus-visible] { box-shadow: inset 0 0 0 2px ${t('color-focus')}; }
  & [aria-selected='true'] { background: ${t('color-selected')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & [data-disabled] { color: ${t('color-text-muted')}; cursor: not-allowed; }
  & [data-tone='danger'] { color: ${t('color-danger-text')}; }
  & [data-unavailable] { flex-wrap: wrap; row-gap: 0; color: ${t('color-text-muted')}; cursor: not-allowed; }
  & [data-unavailable] > [data-reason] { flex: 1 0 100%; font-size: ${t('text-xs')}; }
  & svg { flex: none; color: inherit; }
  & [data-code] { margin-inline-start: auto; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; font-weight: 400; white-space: nowrap; }
  & [data-reason] { flex: 0 1 auto; margin-inline-start: auto; color: ${t('color-text-muted')}; font-size: ${t('text-xs')}; font-weight: 400; text-align: end; }
  & [data-note] { padding: ${t('space-2')}; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  ${forcedColors} { & [data-focused] { outline: 2px solid Highlight; outline-offset: -2px; } }
`;
