import { base, coarse, iconButton, visuallyHidden } from '../theme/styles.ts';
import { token } from '../theme/tokens.ts';

/** Icons have the same position whether the menu is a rail or not, and rows keep their height. */
export const sideMenuStyles: string = `
  ${base}
  ${iconButton}
  --row: 36px;
  --pad: 10px;
  display: flex;
  flex-direction: column;
  inline-size: ${token('menu-width')};
  background: ${token('color-surface')};
  ${coarse} { --row: 44px; }

  & > [data-search] {
    flex: none;
    position: relative;
    display: flex;
    align-items: center;
    padding: 12px var(--pad) 8px;

    & > svg { position: absolute; inset-inline-start: 21px; pointer-events: none; color: ${token('color-text-muted')}; }
    & > input {
      appearance: none;
      inline-size: 100%;
      block-size: var(--row);
      padding-block: 0;
      padding-inline: 38px 34px;
      border: 1px solid ${token('color-border-strong')};
      border-radius: ${token('radius-md')};
      background: ${token('color-surface')};
      color: inherit;
      font: inherit;
      font-size: ${token('text-control')};
      &::placeholder { color: ${token('color-text-muted')}; opacity: 1; }
      &::-webkit-search-cancel-button { display: none; }
      &:hover { border-color: ${token('color-text-muted')}; }
      &:focus-visible { outline-offset: -1px; }
    }
    & > input + button {
      position: absolute;
      inset-inline-end: calc(var(--pad) + 4px);
      display: grid;
      place-items: center;
      inline-size: 28px;
      block-size: 28px;
      border-radius: ${token('radius-sm')};
      color: ${token('color-text-muted')};
      &:hover { color: ${token('color-text')}; }
      ${coarse} { inline-size: 44px; block-size: 44px; inset-inline-end: var(--pad); }
    }
    & > [data-icon-button] { inline-size: 40px; block-size: var(--row); }
  }

  & > [data-status] { ${visuallyHidden} }
  & > [data-status='empty'] {
    position: static;
    inline-size: auto;
    block-size: auto;
    margin: 0;
    padding: ${token('space-4')} var(--pad);
    clip-path: none;
    white-space: normal;
    text-align: center;
    color: ${token('color-text-muted')};
  }

  & > [data-menu] {
    flex: 1 1 auto;
    min-block-size: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: ${token('color-border')} transparent;
    padding: 4px var(--pad) 12px;
    & > li + li { margin-block-start: 2px; }
  }

  & li > :is(a, button) {
    display: flex;
    align-items: center;
    inline-size: 100%;
    min-block-size: var(--row);
    border-radius: ${token('radius-md')};
    padding-inline-end: ${token('space-2')};
    line-height: ${token('leading-tight')};
    &:hover { background: ${token('color-hover')}; }
  }
  & [data-menu] > li > :is(a, button) { font-weight: ${token('weight-medium')}; }
  & li > button > svg {
    color: ${token('color-text-muted')};
    &:dir(rtl) { scale: -1 1; }
    @media (prefers-reduced-motion: no-preference) { transition: rotate ${token('duration')} ${token('ease')}; }
  }
  & li > button[aria-expanded='true'] > svg { rotate: 90deg; }
  & li > button[data-current] > [data-icon] { color: ${token('color-accent-text')}; }

  & [data-icon] {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 40px;
    color: ${token('color-text-muted')};
  }
  & [data-label] {
    flex: 1;
    min-inline-size: 0;
    padding-block: 6px;
    overflow-wrap: break-word;
    &:first-child { padding-inline-start: 12px; }
  }
  & mark {
    border-radius: 2px;
    background: ${token('color-mark')};
    color: ${token('color-mark-text')};
  }

  & [data-hidden] { ${visuallyHidden} }
  & a[aria-disabled] { color: ${token('color-text-muted')}; cursor: not-allowed; }
  & a[aria-disabled]:focus-visible {
    flex-wrap: wrap;
    & > [data-hidden] { position: static; inline-size: 100%; block-size: auto; margin: 0; padding-inline: 12px; clip-path: none; white-space: normal; font-size: ${token('text-xs')}; }
  }
  & [data-badge] {
    flex: none;
    min-inline-size: 22px;
    margin-inline-start: 4px;
    padding: 1px 6px;
    border-radius: ${token('radius-full')};
    background: ${token('color-accent-soft')};
    color: ${token('color-accent-text')};
    text-align: center;
    font-size: ${token('text-xs')};
    @media (forced-colors: active) { outline: 1px solid; }
  }
  & [data-badge='waiting'], &:not([data-rail]) button[aria-expanded='true'] > [data-badge] { visibility: hidden; }
  & li { --head: 0; position: relative; }
  & li[data-section] {
    --head: 34px;
    &::before {
      content: attr(data-section);
      display: flex;
      align-items: center;
      padding: 0 12px;
      block-size: var(--head);
      font-size: ${token('text-xs')};
      font-weight: ${token('weight-bold')};
      color: ${token('color-text-muted')};
    }
    &:not(:first-child)::before { border-block-start: 1px solid ${token('color-border')}; }
  }
  & li[data-section=''] { --head: 7px; }
  & [data-action] {
    position: absolute;
    inset-block: var(--head) 0;
    inset-inline-end: 2px;
    display: grid;
    place-content: center;
  }
  @media (hover) { & li:not(:hover) > [data-action]:not(:focus-within, :has([aria-pressed='true'])) { opacity: 0; } }
  & li:has(> [data-action]) > a { padding-inline-end: 34px; ${coarse} { padding-inline-end: 48px; } }

  & a[aria-current] {
    position: relative;
    background: ${token('color-accent-soft')};
    color: ${token('color-accent-text')};
    font-weight: ${token('weight-medium')};
    &:hover { background: ${token('color-accent-soft')}; }
    & > [data-icon] { color: inherit; }
    &::before {
      content: '';
      position: absolute;
      inset-inline-start: 0;
      inset-block: 8px;
      border-inline-start: 3px solid ${token('color-accent')};
      border-radius: 3px;
    }
  }

  & [data-flyout] ul {
    position: relative;
    padding-block: 2px 4px;
    & > li > a { min-block-size: calc(var(--row) - 4px); }
  }

  & > [data-version] {
    flex: none;
    padding: 10px;
    border-block-start: 1px solid ${token('color-border')};
    text-align: center;
    white-space: nowrap;
    font-size: ${token('text-xs')};
    color: ${token('color-text-muted')};
  }

  &:not([data-rail]) [data-flyout] ul {
    padding-inline-start: 28px;
    & a { padding-inline-start: 12px; }
    & [data-label] { padding-inline-start: 0; }
    &::before {
      content: '';
      position: absolute;
      inset-inline-start: 20px;
      inset-block: 4px 6px;
      border-inline-start: 1px solid ${token('color-border')};
    }
    & a[aria-current]::before { inset-inline-start: -9px; }
  }

  &:is([data-rail], :where(:root[data-pauta-rail]) *) {
    inline-size: ${token('rail-width')};
    & > [data-menu] { scrollbar-width: none; }
    & [data-menu] > li[data-section] {
      --head: 7px;
      &::before { font-size: 0; }
    }
    & [data-menu] > li > :is(a, button) {
      padding-inline-end: 0;
      & > [data-label] { ${visuallyHidden} }
      & > svg { display: none; }
      & > [data-badge] {
        position: absolute;
        inset-block-start: 5px;
        inset-inline-end: 5px;
        min-inline-size: 0;
        inline-size: 9px;
        block-size: 9px;
        padding: 0;
        overflow: hidden;
        background: ${token('color-accent')};
        color: transparent;
      }
    }
    & [data-menu] > li > [data-action] { display: none; }
    & [data-menu] > li > button[data-current] { background: ${token('color-accent-soft')}; }

    & [data-flyout], & [data-menu] > li[data-named] > * > [data-label] {
      position: fixed;
      z-index: ${token('z-popover')};
      inset-block-start: var(--pauta-flyout-top, 0);
      inset-inline-start: calc(${token('rail-width')} + 6px);
      border: 1px solid ${token('color-border')};
      background: ${token('color-surface-raised')};
    }
    & [data-flyout] {
      inline-size: 248px;
      max-block-size: calc(100dvh - 16px);
      overflow: auto;
      padding: 6px;
      border-radius: ${token('radius-lg')};
      box-shadow: ${token('shadow-lg')};
      & > p {
        padding: 6px 12px 8px;
        font-size: ${token('text-xs')};
        font-weight: ${token('weight-bold')};
        color: ${token('color-text-muted')};
      }
    }
    & [data-menu] > li[data-named] > * > [data-label] {
      inline-size: auto;
      block-size: var(--row);
      margin: 0;
      padding: 0 12px;
      clip-path: none;
      line-height: calc(var(--row) - 2px);
      color: ${token('color-text')};
      border-radius: ${token('radius-md')};
      box-shadow: ${token('shadow-md')};
      pointer-events: none;
    }
  }

  & [data-flyout][hidden], :root[data-pauta-rail] &:not([data-rail]) :is([data-flyout], input) { display: none; }

  @media print { display: none; }
`;
