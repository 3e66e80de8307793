import { createTheme } from 'styled-components';

/** The primary colour as resolved on the root; related colours are mixed from it, in either theme. */
const primary = 'var(--crw-own)';

/**
 * The design of the form as custom properties `--crw-*`, each with its default as fallback, so that a page changes
 * single values with `client-registration { --crw-color-primary: #0a7 }`. Colours have a light and a dark value, chosen
 * by the `color-scheme` of the root; custom values may do the same with `light-dark()`.
 */
export const tokens = createTheme(
  {
    font: 'system-ui, sans-serif',
    'font-size': '16px',
    radius: '8px',
    padding: '36px',
    'max-width': '880px',
    shadow: '0 1px 2px rgb(20 24 45 / 0.06), 0 12px 32px rgb(20 24 45 / 0.08)',
    color: {
      /** The button and chosen options. */
      primary: 'var(--crw-brand, light-dark(#3548b8, #5064d8))',
      'primary-hover': `color-mix(in srgb, ${primary} 84%, black)`,
      /** Text on the button. */
      'on-primary': '#ffffff',
      /** Background of chosen options. */
      'primary-soft': `light-dark(color-mix(in srgb, ${primary} 9%, white), color-mix(in srgb, ${primary} 24%, #171a23))`,
      /** Links and the focus ring, lightened in the dark theme. */
      link: `light-dark(${primary}, color-mix(in srgb, ${primary} 45%, white))`,
      /** Background of the card. */
      surface: 'light-dark(#ffffff, #171a23)',
      /** Background of fields. */
      field: 'light-dark(#ffffff, #11141c)',
      text: 'light-dark(#181b27, #e7e9f2)',
      muted: 'light-dark(#595f72, #a1a8ba)',
      /** Separators and the border of the card. */
      border: 'light-dark(#dfe2eb, #2b303e)',
      /** The border of a field: 3:1 on the surface. */
      'border-strong': 'light-dark(#80869a, #717a91)',
      error: 'light-dark(#b3202f, #ff9fa9)',
      'error-soft': 'light-dark(#fdf0f1, #33191f)',
      warning: 'light-dark(#824600, #f4c679)',
      success: 'light-dark(#17693f, #7fdca6)',
      'success-soft': 'light-dark(#e5f4eb, #11301f)',
    },
  },
  { prefix: 'crw', selector: ':host' },
);
