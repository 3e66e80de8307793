import { token } from './tokens.ts';

export interface Desktop {
  /**
   * Minimum window width, as a CSS length, at which the menu is beside the page; on narrower windows it is a drawer.
   * Default `64rem`. With `rem` a larger font size raises the limit.
   */
  readonly desktopFrom?: string | undefined;
}

export const desktopQuery = (from = '64rem'): string => `(min-width: ${from})`;

/** The styles of a component that takes {@link Desktop}, on desktop: `${desktop} { … }`. */
export const desktop = ({ $from }: { $from?: string | undefined }): string => `@media ${desktopQuery($from)}`;

export const coarse = '@media (pointer: coarse)';

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

/** Base styles that make the shell look the same with and without those of the theme. */
export const base = `
  font-family: ${token('font')};
  font-size: ${token('text-md')};
  line-height: ${token('leading')};
  color: ${token('color-text')};
  font-variant-numeric: tabular-nums;
  &, & *, & *::before, & *::after { box-sizing: border-box; }
  & :is(p, ul) { margin: 0; padding: 0; list-style: none; }
  & svg { flex: none; display: block; }
  & button {
    appearance: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    font: inherit;
    color: inherit;
    text-align: start;
    cursor: pointer;
  }
  & a { color: inherit; text-decoration: none; }
  & :is(a, button, input):focus-visible {
    outline: ${token('focus-width')} solid ${token('color-focus')};
    outline-offset: -2px;
  }
`;

/** A square icon button: the element with the attribute `data-icon-button`. */
export const iconButton = `
  & [data-icon-button] {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 36px;
    block-size: 36px;
    border-radius: ${token('radius-md')};
    color: ${token('color-text-muted')};
    &:hover { background: ${token('color-hover')}; color: ${token('color-text')}; }
    ${coarse} { inline-size: 44px; block-size: 44px; }
  }
`;
