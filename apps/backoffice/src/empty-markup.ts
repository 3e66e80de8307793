interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/**
 * Allows scripts to empty an element (`innerHTML = ''`), as the announcements of date fields do. The policy of the page
 * (`require-trusted-types-for 'script'`) still blocks every other assignment of text as markup.
 */
export function allowEmptyMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });
}
