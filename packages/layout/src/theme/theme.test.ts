import { describe, expect, it } from 'vitest';
import { type ColorName, darkColors, lightColors, themeCss, token } from './theme.ts';

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces: readonly ColorName[] = ['background', 'surface', 'surface-raised', 'surface-sunken'];
const states = ['danger', 'success', 'warning', 'info', 'neutral'] as const;

const textPairs: readonly (readonly [text: ColorName, behind: ColorName])[] = [
  ...[...surfaces, 'hover' as const, 'selected' as const].flatMap((behind) =>
    (['text', 'text-muted', 'accent-text'] as const).map((text) => [text, behind] as const),
  ),
  ...states.flatMap((state) => surfaces.map((behind) => [`${state}-text`, behind] as const)),
  ...states.map((state) => [`${state}-text`, `${state}-soft`] as const),
  ...states.map((state) => [`${state}-contrast`, state] as const),
  ...states.map((state) => ['text', `${state}-soft`] as const),
  ['text', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['mark-text', 'mark'],
];

const otherPairs: readonly (readonly [mark: ColorName, behind: ColorName])[] = (
  ['border-strong', 'accent', 'focus', ...states] as const
).flatMap((mark) => surfaces.map((behind) => [mark, behind] as const));

describe.each([
  ['light', lightColors],
  ['dark', darkColors],
])('the %s theme', (_, colors: Readonly<Record<ColorName, string>>) => {
  it.each(textPairs)('%s on %s has a contrast of 4.5:1 or more', (text, behind) => {
    expect(contrast(colors[text], colors[behind])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(otherPairs)('%s on %s has a contrast of 3:1 or more', (mark, behind) => {
    expect(contrast(colors[mark], colors[behind])).toBeGreaterThanOrEqual(3);
  });
});

describe('token', () => {
  it('falls back to the light value, so that components work without the theme', () => {
    expect(token('color-text')).toBe('var(--pauta-color-text, #181b27)');
    expect(token('control-height')).toBe('var(--pauta-control-height, 36px)');
  });
});

describe('themeCss', () => {
  it('gives every rule a specificity of 0, so that any rule of the host overrides it', () => {
    const selectors = [...themeCss.matchAll(/(?:^|[{}])\s*([^@{};]+?)\s*\{/g)].map(
      ([, selector]) => selector,
    );
    expect(selectors.length).toBeGreaterThan(20);
    for (const selector of selectors)
      expect(selector).toMatch(/^(:where\(.+\)(\[tabindex='-1'\])?(:focus)?|::selection)$/);
  });

  it('is light by default, and dark on screens only', () => {
    expect(themeCss).toContain(":where(:root, [data-theme='light']) { color-scheme: light;");
    expect(themeCss).toContain("@media screen { :where([data-theme='dark']) { color-scheme:dark;");
    expect(themeCss).toContain(
      "@media screen and (prefers-color-scheme: dark) { :where([data-theme='auto'])",
    );
  });
});
