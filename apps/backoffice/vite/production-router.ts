import type { Plugin } from 'vite';

/**
 * Uses the production build of React Router. Its `exports` refer only to the development build, whose warnings are
 * useless in production.
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
