import type { Plugin } from 'vite';

/**
 * Uses the production build of React Router: its exports name only the development build, with warnings that are
 * useless in the built page.
 */
export function productionRouter(): Plugin {
  return {
    name: 'pauta-production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (!/^react-router(-dom)?(\/|$)/.test(source)) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && { ...found, id: found.id.replace('/dist/development/', '/dist/production/') };
    },
  };
}
