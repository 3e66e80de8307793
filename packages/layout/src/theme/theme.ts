import type { ComponentType } from 'react';
import { createGlobalStyle } from 'styled-components';
import { type ColorName, lightColors, measures } from './tokens.ts';

export {
  applyTheme,
  chooseTheme,
  type ThemeChoice,
  themeScript,
  useThemeChoice,
} from '../theme-choice/theme-choice.ts';
export { type ColorName, lightColors, measures, type TokenName, type Tone, token } from './tokens.ts';

/** Colours of the dark theme, with the same keys and the same contrast ratios as {@link lightColors}. */
export const darkColors: Readonly<Record<ColorName, string>> = {
  background: '#0f1118',
  surface: '#171a23',
  'surface-raised': '#1e222d',
  'surface-sunken': '#0b0d13',
  hover: '#202430',
  selected: '#222844',
  overlay: '#05060ab3',
  text: '#e7e9f2',
  'text-muted': '#a1a8ba',
  border: '#2b303e',
  'border-strong': '#717a91',
  accent: '#5064d8',
  'accent-hover': '#576bdd',
  'accent-contrast': '#ffffff',
  'accent-soft': '#222844',
  'accent-text': '#a9b5ff',
  focus: '#8d9cff',
  mark: '#5c4a12',
  'mark-text': '#ffefc2',
  danger: '#cf4254',
  'danger-contrast': '#ffffff',
  'danger-soft': '#3a1a22',
  'danger-text': '#ff9fa9',
  success: '#23874f',
  'success-contrast': '#ffffff',
  'success-soft': '#11301f',
  'success-text': '#7fdca6',
  warning: '#e0a042',
  'warning-contrast': '#1c1403',
  'warning-soft': '#352609',
  'warning-text': '#f4c679',
  info: '#1a7c9e',
  'info-contrast': '#ffffff',
  'info-soft': '#0d2f3c',
  'info-text': '#86d3ee',
  neutral: '#6a728a',
  'neutral-contrast': '#ffffff',
  'neutral-soft': '#262b38',
  'neutral-text': '#c3c9d7',
};

/**
 * System colours under forced colours (Windows contrast themes), where the palette is replaced and states would be
 * lost.
 */
const forcedColors: Readonly<Partial<Record<ColorName, string>>> = {
  background: 'Canvas',
  surface: 'Canvas',
  'surface-raised': 'Canvas',
  'surface-sunken': 'Canvas',
  hover: 'Canvas',
  selected: 'Highlight',
  text: 'CanvasText',
  'text-muted': 'CanvasText',
  border: 'CanvasText',
  'border-strong': 'CanvasText',
  accent: 'Highlight',
  'accent-hover': 'Highlight',
  'accent-contrast': 'HighlightText',
  'accent-text': 'LinkText',
  focus: 'Highlight',
  mark: 'Mark',
  'mark-text': 'MarkText',
};

function declarations(prefix: string, tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `--pauta-${prefix}${name}:${value};`)
    .join('');
}

const darkDeclarations = `color-scheme:dark;${declarations('color-', darkColors)}
--pauta-shadow-sm:0 1px 2px rgb(0 0 0 / 0.4);
--pauta-shadow-md:0 2px 4px rgb(0 0 0 / 0.3), 0 6px 16px rgb(0 0 0 / 0.4);
--pauta-shadow-lg:0 4px 10px rgb(0 0 0 / 0.35), 0 16px 40px rgb(0 0 0 / 0.55);`;

/**
 * The theme and its base styles as plain CSS, for a page that paints before its scripts run or that has no React.
 *
 * Every selector is inside `:where()`, so any rule of yours overrides it: `:root { --pauta-color-accent: teal }`. Dark
 * colours apply to screens only, not to print.
 */
export const themeCss: string = `
:where(:root, [data-theme='light']) { color-scheme: light; ${declarations('color-', lightColors)} }
:where(:root) { ${declarations('', measures)} }
:where([data-theme='light']) { --pauta-shadow-sm: ${measures['shadow-sm']}; --pauta-shadow-md: ${measures['shadow-md']}; --pauta-shadow-lg: ${measures['shadow-lg']}; }
@media screen { :where([data-theme='dark']) { ${darkDeclarations} } }
@media screen and (prefers-color-scheme: dark) { :where([data-theme='auto']) { ${darkDeclarations} } }
@media (forced-colors: active) { :where(:root, [data-theme]) { ${declarations('color-', forcedColors)} } }
@media (pointer: coarse) { :where(:root) { --pauta-control-height: 44px; --pauta-target-size: 44px; --pauta-text-control: 1rem; } }
@media (prefers-reduced-motion: reduce) { :where(:root) { --pauta-duration: 0s; } }
:where(*, *::before, *::after) { box-sizing: border-box; }
:where(html) { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
:where(html:has([data-pauta-shell])) { scroll-padding-block-start: calc(var(--pauta-bar-height) + var(--pauta-space-2)); }
:where(body) { margin: 0; background: var(--pauta-color-background); }
@media print { :where(body) { background: none; } }
:where(body, body [data-theme]) { color: var(--pauta-color-text); font-family: var(--pauta-font); font-size: var(--pauta-text-md); line-height: var(--pauta-leading); font-variant-numeric: tabular-nums; -webkit-font-smoothing: antialiased; }
:where(h1, h2, h3, h4, h5, h6) { margin: 0; font-weight: var(--pauta-weight-bold); line-height: var(--pauta-leading-tight); text-wrap: balance; }
:where(h1) { font-size: var(--pauta-text-2xl); letter-spacing: -0.015em; }
:where(h2) { font-size: var(--pauta-text-xl); letter-spacing: -0.01em; }
:where(h3) { font-size: var(--pauta-text-lg); }
:where(h4, h5, h6) { font-size: var(--pauta-text-md); }
:where(p) { margin: 0; text-wrap: pretty; }
:where(a) { color: var(--pauta-color-accent-text); text-underline-offset: 0.2em; }
:where(button, input, select, textarea) { font: inherit; letter-spacing: inherit; color: inherit; }
:where(code, kbd, pre, samp) { font-family: var(--pauta-font-mono); font-size: 0.95em; }
:where(img, svg, video) { max-inline-size: 100%; vertical-align: middle; }
:where(:focus-visible) { outline: var(--pauta-focus-width) solid var(--pauta-color-focus); outline-offset: 2px; }
:where(h1, main)[tabindex='-1']:focus { outline: none; }
::selection { background: color-mix(in srgb, var(--pauta-color-accent) 28%, transparent); }
`;

/**
 * The design tokens of Pauta as CSS custom properties on `:root`, and a small base (box sizing, body font,
 * headings, focus ring). Mount it once, at the root of the app. Light by default; set
 * `data-theme="dark"` on `<html>` (or on any element) for dark, `data-theme="auto"` to follow the system.
 *
 * @example
 * <>
 *   <ThemeStyle />
 *   <App />
 * </>
 */
// The inferred type would import the types of styled-components, which require `@types/node`.
export const ThemeStyle: ComponentType = createGlobalStyle`${themeCss}`;
