import type { Plugin } from 'vite';

/** Names for developer tools, whose assignments keep components that nothing uses. */
const displayNames = /^\w+\.displayName = "[^"]*";$/gm;
/** Components and contexts of a module: creating them has no effect besides. */
const creations = / = (React\d*\.(?:createContext|forwardRef|memo)\()/g;

/**
 * Uses the production build of React Router. Its `exports` refer only to the development build, whose warnings are
 * useless in production. Marks its components as free of side effects, so that the bundler leaves out unused ones.
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
    transform(code, id) {
      if (!id.includes('/react-router/dist/production/')) return null;
      return { code: code.replace(displayNames, '').replace(creations, ' = /* @__PURE__ */ $1'), map: null };
    },
  };
}
