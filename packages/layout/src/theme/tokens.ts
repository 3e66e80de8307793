/** The state colours: each has a solid colour, a text colour on it, a soft background and a text colour on that. */
export type Tone = 'danger' | 'success' | 'warning' | 'info' | 'neutral';

/**
 * Colours of the light theme, the default one. Keys are token names without their `--pauta-color-` prefix.
 *
 * Text pairs have a contrast of 4.5:1, and borders, focus rings and solid colours 3:1, on every surface in both themes;
 * a test computes all of them.
 */
export const lightColors = {
  /** The background of the page. */
  background: '#f5f6fa',
  /** Cards, tables, bars. */
  surface: '#ffffff',
  /** Menus, dialogs and other floating elements. */
  'surface-raised': '#ffffff',
  /** Table heads, code, disabled fields. */
  'surface-sunken': '#eceef4',
  /** A row or a plain button under the pointer. */
  hover: '#f0f1f7',
  /** A selected row or option. */
  selected: '#eaedfb',
  /** The backdrop of a dialog or a drawer. */
  overlay: '#12141d80',
  text: '#181b27',
  /** Secondary text, placeholders, disabled text. Readable on every surface. */
  'text-muted': '#595f72',
  /** Separators and card outlines, decorative only. */
  border: '#dfe2eb',
  /** Outlines that identify a control (inputs, checkboxes): 3:1 on every surface. */
  'border-strong': '#80869a',
  accent: '#3548b8',
  'accent-hover': '#2b3b9b',
  /** Text and icons on `accent` and `accent-hover`. */
  'accent-contrast': '#ffffff',
  'accent-soft': '#eaedfb',
  /** Links, and text on `accent-soft`. */
  'accent-text': '#2e3f9f',
  focus: '#3548b8',
  /** Background of the matching part of a text in search results. */
  mark: '#ffe9a8',
  /** Text on `mark`. */
  'mark-text': '#3b2a00',
  danger: '#bf2c3a',
  'danger-contrast': '#ffffff',
  'danger-soft': '#fdecee',
  'danger-text': '#9e1f2d',
  success: '#1a7a48',
  'success-contrast': '#ffffff',
  'success-soft': '#e5f4eb',
  'success-text': '#145f39',
  warning: '#a85b00',
  'warning-contrast': '#ffffff',
  'warning-soft': '#fdf0db',
  'warning-text': '#824600',
  info: '#0f7190',
  'info-contrast': '#ffffff',
  'info-soft': '#e1f2f8',
  'info-text': '#0b5a74',
  neutral: '#5c6275',
  'neutral-contrast': '#ffffff',
  'neutral-soft': '#eceef4',
  'neutral-text': '#464c5e',
} as const;

/** All tokens that are not colours, with their values for a fine pointer. Keys are without their `--pauta-` prefix. */
export const measures = {
  font: "Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif",
  'font-mono': "ui-monospace, 'Cascadia Code', 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace",
  'text-xs': '0.75rem',
  'text-sm': '0.8125rem',
  /** Body text: 14 px. */
  'text-md': '0.875rem',
  'text-lg': '1rem',
  'text-xl': '1.25rem',
  'text-2xl': '1.5rem',
  /** Text in fields: 16 px on coarse pointers, because below that iOS zooms the page on focus. */
  'text-control': '0.875rem',
  leading: '1.45',
  'leading-tight': '1.2',
  'weight-medium': '500',
  'weight-bold': '600',
  'space-1': '0.25rem',
  'space-2': '0.5rem',
  'space-3': '0.75rem',
  'space-4': '1rem',
  'space-5': '1.25rem',
  'space-6': '1.5rem',
  'space-7': '2rem',
  'space-8': '3rem',
  'radius-sm': '4px',
  'radius-md': '7px',
  'radius-lg': '11px',
  'radius-full': '999px',
  'shadow-sm': '0 1px 2px rgb(20 24 45 / 0.07)',
  'shadow-md': '0 2px 4px rgb(20 24 45 / 0.05), 0 6px 16px rgb(20 24 45 / 0.09)',
  'shadow-lg': '0 4px 10px rgb(20 24 45 / 0.06), 0 16px 40px rgb(20 24 45 / 0.16)',
  /** Height of buttons and fields: 36 px, 44 px on coarse pointers. */
  'control-height': '36px',
  /** Minimum size of a pointer target: 28 px, 44 px on coarse pointers. */
  'target-size': '28px',
  'focus-width': '2px',
  'bar-height': '56px',
  'menu-width': '264px',
  'rail-width': '60px',
  'z-sticky': '10',
  'z-bar': '20',
  'z-menu': '30',
  'z-popover': '40',
  'z-overlay': '50',
  'z-toast': '60',
  'z-tooltip': '70',
  'z-skip': '80',
  /** Duration of a transition; 0 if the user prefers reduced motion. */
  duration: '160ms',
  ease: 'cubic-bezier(0.2, 0, 0, 1)',
} as const;

/** Name of a colour token, without its `--pauta-color-` prefix. */
export type ColorName = keyof typeof lightColors;

/** Name of a token, without its `--pauta-` prefix. */
export type TokenName = `color-${ColorName}` | keyof typeof measures;

const values: Readonly<Record<string, string>> = measures;
const colors: Readonly<Record<string, string>> = lightColors;

/**
 * A design token as CSS, with its light value as fallback, so that styles also work without a theme.
 *
 * @example
 * token('color-text'); // 'var(--pauta-color-text, #181b27)'
 */
export function token(name: TokenName): string {
  const fallback = name.startsWith('color-') ? colors[name.slice(6)] : values[name];
  return `var(--pauta-${name}, ${fallback})`;
}
