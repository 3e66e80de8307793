import { styled } from 'styled-components';
import { tokens } from './tokens.ts';

const { color } = tokens;

/**
 * The only styled element of the form: its rules select inner elements by tag and `data-*`, so that a form of sixty
 * elements needs only one class. `all: initial` isolates it from the page's font, colour and spacing; custom properties
 * are inherited. Lengths are in px and em, because a page may set any `rem`.
 */
export const FormRoot = styled.div`
  all: initial;
  display: block;
  --crw-own: ${color.primary};
  --crw-ring: ${color.link};
  container-type: inline-size;
  color-scheme: inherit;
  color: ${color.text};
  font-family: ${tokens.font};
  font-size: ${tokens['font-size']};
  line-height: 1.5;
  text-align: start;
  direction: ltr;
  unicode-bidi: isolate;
  -webkit-user-select: text;
  user-select: text;
  -webkit-text-size-adjust: 100%;

  &[data-theme='light'] { color-scheme: light; }
  &[data-theme='dark'] { color-scheme: dark; }

  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3, h4, h5, h6, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; border: 0; min-inline-size: 0; font: inherit; }
  ul { list-style: none; }
  svg { flex: none; inline-size: 1.25em; block-size: 1.25em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  a { color: ${color.link}; text-underline-offset: 0.2em; }
  & :focus-visible { outline: 2px solid ${color.link}; outline-offset: 2px; }
  [tabindex='-1']:focus { outline: none; }
  [data-unseen] { position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  [data-card] {
    max-inline-size: ${tokens['max-width']};
    margin-inline: auto;
    padding: ${tokens.padding};
    border: 1px solid ${color.border};
    border-radius: calc(${tokens.radius} * 2);
    background: ${color.surface};
    box-shadow: ${tokens.shadow};
  }
  [data-head] { display: grid; gap: 6px; }
  [data-head] > :first-child, [data-title] { font-size: 1.625em; font-weight: 700; line-height: 1.2; text-wrap: balance; }
  [data-muted] { color: ${color.muted}; font-size: 0.9375em; }

  form, [data-body] { display: grid; gap: 36px; }
  form { margin-block-start: 28px; }
  [data-section] { display: grid; gap: 20px; }
  [data-section] > :is(h2, h3, h4, h5) {
    padding-block-end: 10px;
    border-block-end: 1px solid ${color.border};
    font-size: 1.0625em;
    font-weight: 650;
    line-height: 1.3;
  }
  [data-section] > [data-step] { padding-block-end: 0; border: 0; font-size: 1.25em; }
  [data-step] > span { display: block; margin-block-end: 2px; color: ${color.muted}; font-size: 0.7em; font-weight: 600; }
  [data-step]::after { content: ''; display: block; block-size: 4px; margin-block-start: 12px; border-radius: 2px; background: linear-gradient(${color.link} 0 0) 0 / var(--crw-done) 100% no-repeat ${color.border}; }
  @media screen { [hidden] { display: none !important; } }
  [data-grid] { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 20px 24px; align-items: start; }
  [data-grid] > * { grid-column: span 3; }
  [data-grid] > [data-span='2'] { grid-column: span 2; }
  [data-grid] > [data-span='6'] { grid-column: 1 / -1; }

  [data-field] { display: grid; gap: 6px; min-inline-size: 0; }
  [data-field] > label, legend { color: ${color.text}; font-size: 0.875em; font-weight: 600; line-height: 1.4; }
  legend { margin-block-end: 6px; }
  [data-star] { color: ${color.error}; font-weight: 400; }
  [data-hint], [data-error], [data-warning] { font-size: 0.8125em; line-height: 1.45; }
  [data-hint] { color: ${color.muted}; }
  [data-error], [data-warning] { display: flex; gap: 6px; color: ${color.error}; font-weight: 500; }
  [data-warning] { color: ${color.warning}; }

  input:not([type='radio'], [type='checkbox']), select, textarea {
    appearance: none;
    inline-size: 100%;
    min-block-size: 46px;
    margin: 0;
    padding: 10px 14px;
    border: 1px solid ${color['border-strong']};
    border-radius: ${tokens.radius};
    background: ${color.field};
    color: ${color.text};
    font: inherit;
    font-size: max(16px, 1em);
    line-height: 1.4;
  }
  textarea { display: block; min-block-size: 112px; resize: vertical; }
  [data-capitals] { text-transform: uppercase; }
  & ::placeholder { color: ${color.muted}; opacity: 1; text-transform: none; }
  & :is(input, select, textarea):hover { border-color: ${color.text}; }
  input:not([type='radio'], [type='checkbox'])[aria-invalid], select[aria-invalid], textarea[aria-invalid] { --crw-ring: ${color.error}; border-color: ${color.error}; box-shadow: inset 0 0 0 1px ${color.error}; }
  input:not([type='radio'], [type='checkbox']):focus, select:focus, textarea:focus {
    border-color: var(--crw-ring);
    outline: 2px solid transparent;
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--crw-ring) 28%, transparent);
  }
  [data-select] { position: relative; display: block; }
  [data-select]::after {
    content: '';
    position: absolute;
    inset-block-start: calc(50% - 6px);
    inset-inline-end: 17px;
    inline-size: 8px;
    block-size: 8px;
    border-color: ${color.muted};
    border-style: solid;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    pointer-events: none;
  }
  [data-select] > select { padding-inline-end: 40px; text-overflow: ellipsis; }

  input[type='radio'], input[type='checkbox'] { flex: none; inline-size: 18px; block-size: 18px; margin: 0; accent-color: ${color.link}; }
  [data-options] { display: flex; flex-wrap: wrap; gap: 10px; }
  [data-options] > label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-block-size: 46px;
    padding: 8px 16px 8px 14px;
    border: 1px solid ${color['border-strong']};
    border-radius: ${tokens.radius};
    background: ${color.field};
    font-size: 0.9375em;
    line-height: 1.3;
    cursor: pointer;
  }
  [data-options='even'] > label { flex: 1 1 0; min-inline-size: min-content; }
  [data-options] > label:hover { border-color: ${color.text}; }
  [data-options] > label:has(:checked) { border-color: ${color.link}; background: ${color['primary-soft']}; box-shadow: inset 0 0 0 1px ${color.link}; }
  [data-options] > label:has(:focus-visible) { outline: 2px solid ${color.link}; outline-offset: 2px; }
  [data-options] input:focus-visible { outline: none; }

  [data-consent] { display: grid; gap: 14px; padding: 18px; border: 1px solid ${color.border}; border-radius: ${tokens.radius}; }
  [data-consent] > label { display: flex; gap: 12px; font-weight: 600; font-size: 0.9375em; cursor: pointer; }
  [data-consent] input { inline-size: 20px; block-size: 20px; margin-block-start: 1px; }
  [data-notice] { color: ${color.muted}; font-size: 0.8125em; white-space: pre-line; overflow-wrap: anywhere; }
  [data-notice='long'] { max-block-size: 168px; overflow-y: auto; padding-inline-end: 8px; }

  [data-actions] { display: flex; flex-wrap: wrap; align-items: center; gap: 14px 20px; }
  button {
    appearance: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    font: inherit;
    font-size: 0.9375em;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  [data-actions] > button { min-block-size: 44px; }
  button[data-primary] {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
    min-block-size: 50px;
    min-inline-size: 190px;
    padding: 12px 28px;
    border: 1px solid transparent;
    border-radius: ${tokens.radius};
    background: var(--crw-own);
    color: ${color['on-primary']};
    font-size: 1em;
    text-decoration: none;
  }
  button[data-primary]:hover { background: ${color['primary-hover']}; }
  button[aria-disabled='true'] { cursor: progress; opacity: 0.85; }
  [data-spinner] { inline-size: 16px; block-size: 16px; border: 2px solid currentColor; border-inline-end-color: transparent; border-radius: 50%; animation: crw-spin 0.8s linear infinite; }
  [data-status] { flex: 1 1 260px; color: ${color.muted}; font-size: 0.875em; }
  [data-status]:empty { display: none; }

  [data-box] { display: grid; gap: 8px; padding: 16px 18px; border: 1px solid ${color.border}; border-inline-start: 4px solid ${color.link}; border-radius: ${tokens.radius}; font-size: 0.9375em; }
  [data-box='error'] { border-color: ${color.error}; background: ${color['error-soft']}; }
  [data-box='error'] > :first-child { color: ${color.error}; font-weight: 650; }
  [data-box='error'] ul { display: grid; gap: 4px; }
  [data-box='error'] a { color: ${color.error}; }
  [data-box='draft'] { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 20px; }
  [data-box]:focus { outline: 2px solid ${color.link}; outline-offset: 2px; }

  [data-plain] { display: grid; justify-items: center; gap: 18px; padding-block: calc(${tokens.padding} * 1.5); text-align: center; }
  [data-plain] > p { max-inline-size: 46ch; }
  [data-mark] { display: grid; place-items: center; inline-size: 64px; block-size: 64px; border-radius: 50%; background: ${color['success-soft']}; color: ${color.success}; }
  [data-mark='error'] { background: ${color['error-soft']}; color: ${color.error}; }
  [data-mark] svg { inline-size: 32px; block-size: 32px; }
  [data-folio] { display: grid; gap: 2px; padding: 14px 28px; border: 1px dashed ${color['border-strong']}; border-radius: ${tokens.radius}; }
  [data-folio] > dt { color: ${color.muted}; font-size: 0.8125em; }
  [data-folio] > dd { font-size: 1.25em; font-weight: 700; font-variant-numeric: tabular-nums; letter-spacing: 0.02em; }

  [data-loading] *, [data-loading] ::placeholder { color: transparent !important; }
  [data-loading] :is([data-field] > label, legend, h3, [data-notice], [data-head] > *) { border-color: transparent; border-radius: 6px; background: ${color.border}; inline-size: fit-content; max-inline-size: 100%; }
  [data-loading] :is(input, select, textarea, button, [data-options] > label) { border-color: transparent !important; background: ${color.border} !important; box-shadow: none !important; }
  [data-loading] :is(input[type='radio'], input[type='checkbox'], [data-hint]) { visibility: hidden; }
  [data-loading] [data-select]::after { border-color: transparent; }
  [data-loading] textarea { resize: none; }
  [data-loading] { overflow: clip; animation: crw-pulse 1.6s ease-in-out infinite; }

  @keyframes crw-spin { to { transform: rotate(360deg); } }
  @keyframes crw-pulse { 50% { opacity: 0.6; } }

  @container (max-width: 620px) {
    [data-card] { padding: calc(${tokens.padding} * 0.56); border-radius: calc(${tokens.radius} * 1.5); }
    [data-grid] { gap: 18px; }
    [data-grid] > :is(*, [data-span]) { grid-column: 1 / -1; }
    [data-head] > :first-child, [data-title] { font-size: 1.375em; }
    form, [data-body] { gap: 30px; }
    form { margin-block-start: 22px; }
    button[data-primary], [data-actions] > button { inline-size: 100%; }
  }
  @media (prefers-reduced-motion: reduce) {
    * { animation: none !important; }
  }
  @media (forced-colors: active) {
    [data-options] > label:has(:checked) { outline: 2px solid Highlight; outline-offset: -3px; }
    button[data-primary] { border-color: ButtonText; }
    [data-select]::after { border-color: CanvasText; }
    [aria-invalid='true'] { border-width: 2px; }
    [data-loading] :is(input, select, textarea, button, label) { border-color: GrayText !important; }
  }
`;
