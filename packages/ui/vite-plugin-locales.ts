/**
 * Leaves only Spanish and English of the texts that react-aria carries in some thirty languages, and mends a plural of
 * the Spanish ones.
 *
 * @example
 * // vite.config.ts
 * import { ariaLocales } from '@pauta/ui/vite-plugin-locales.ts';
 * export default defineConfig({ plugins: [react(), ariaLocales()] });
 */
export function ariaLocales(keep: readonly string[] = ['es', 'en']): {
  name: string;
  enforce: 'pre';
  resolveId(source: string, importer?: string): string | null;
  load(id: string): string | null;
  transform(code: string, id: string): string | null;
} {
  const empty = '\0aria-locale-left-out';
  return {
    name: 'pauta-aria-locales',
    enforce: 'pre',
    resolveId(source, importer) {
      const language = /(?:^|\/)([a-z]{2})-[A-Z]{2}\.(?:m?js|json)$/.exec(source)?.[1];
      const isAria =
        /[/\\](react-aria|react-stately|react-aria-components|@react-aria|@react-stately)[/\\]/.test(
          importer ?? '',
        );
      return language && isAria && !keep.includes(language) ? empty : null;
    },
    load: (id) => (id === empty ? 'export default {};' : null),
    // «0 opciones disponible(s).»
    transform: (code, id) =>
      /[/\\]combobox[/\\]es-ES\.m?js$/.test(id)
        ? code.replace('disponible(s)', `disponible\${args.optionCount === 1 ? '' : 's'}`)
        : null,
  };
}
