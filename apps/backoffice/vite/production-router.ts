import type { Plugin } from 'vite';

/** Names for developer tools, whose assignments keep components that nothing uses. */
const displayNames = /^\w+\.displayName = "[^"]*";$/gm;
/** Components and contexts of a module: creating them has no effect besides. */
const creations = / = (React\d*\.(?:createContext|forwardRef|memo)\()/g;

/**
 * Functions of the router that this app never calls: its routes have no actions and no instrumentation, no component
 * uses a fetcher, and nothing is rendered on a server. The bundler cannot see this, because the
 * router calls them depending on its input.
 */
const unused = [
  'handleAction',
  'fetch2',
  'handleFetcherAction',
  'handleFetcherLoader',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'deserializeErrors',
  'RSCErrorHandler',
];

/** Gives a function of formatted code a body that throws. */
function withoutBody(code: string, name: string): string {
  const body = new RegExp(`^( *)((?:async )?function ${name}\\().*\\n(?:.*\\n)*?\\1}$`, 'm');
  if (!body.test(code)) throw new Error(`React Router has no function ${name}; adapt production-router.ts.`);
  return code.replace(body, `$1$2) { throw new Error('${name}'); }`);
}

/**
 * Uses the production build of React Router. Its `exports` refer only to the development build, whose warnings are
 * useless in production. Marks its components as free of side effects, so that the bundler leaves out unused ones, and empties the
 * functions that are not used.
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
      const marked = code.replace(displayNames, '').replace(creations, ' = /* @__PURE__ */ $1');
      // The other files of the package do not define them.
      const isRouter = marked.includes('\nfunction createRouter(');
      return { code: isRouter ? unused.reduce(withoutBody, marked) : marked, map: null };
    },
  };
}
