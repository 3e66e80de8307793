interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/**
 * Lets scripts empty an element (`innerHTML = ''`), which the announcements of date fields do, and nothing else: the
 * policy of the page (`require-trusted-types-for 'script'`) still refuses any markup made of text.
 */
export function allowEmptyMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? text : null) });
}
