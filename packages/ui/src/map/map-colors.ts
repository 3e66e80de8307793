import type { Tone } from '@pauta/domain/kinds/choice.ts';

/** Colours of a map, from the custom properties of the theme. */
export interface MapColors {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly province: string;
  readonly text: string;
  readonly halo: string;
  readonly accent: string;
  readonly accentText: string;
  readonly selected: string;
  readonly surface: string;
  readonly point: Readonly<Record<Tone, string>>;
  readonly font: string;
}

/** Reads the colours that apply to an element: those of the light, the dark or the forced theme. */
export const readColors = (element: Element): MapColors => {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(`--pauta-color-${name}`).trim();
  return {
    water: color('surface-sunken'),
    land: color('surface-raised'),
    border: color('border-strong'),
    province: color('border'),
    text: color('text-muted'),
    halo: color('surface-raised'),
    accent: color('accent'),
    accentText: color('accent-contrast'),
    selected: color('accent-text'),
    surface: color('surface'),
    point: {
      neutral: color('neutral'),
      info: color('info'),
      success: color('success'),
      warning: color('warning'),
      danger: color('danger'),
    },
    font: style.fontFamily,
  };
};

/** Calls back when the colours may have changed; returns how to stop. */
export const watchColors = (changed: () => void): (() => void) => {
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    matchMedia(query),
  );
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style'] });
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', changed);
  };
};
