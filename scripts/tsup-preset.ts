import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Options } from 'tsup';

/**
 * Takes the indentation out of sources: a minifier leaves what stands in a template literal as it is, and from our
 * styles it would travel to every visitor. To CSS and to code it means nothing; line breaks stay.
 */
const unindented: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'unindented',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = await readFile(path, 'utf8');
      return {
        contents: source.replace(/\n[ \t]+/g, '\n'),
        loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
      };
    });
  },
};

/**
 * The ESM build of a published package: one file an entry, shared chunks, nothing of its
 * dependencies and peers inside. Everything in `devDependencies` (our private packages, a small
 * runtime) is bundled. Declarations come from `scripts/build-package.mjs`: tsup's own step does
 * not run under TypeScript 7.
 *
 * @param options.entry output name → source file, the same names as in `exports`
 * @param options.client marks every file as client code for React server bundlers
 * @example
 * // packages/layout/tsup.config.ts
 * export default defineConfig(esmPackage({ entry: { index: 'src/index.ts' }, client: true }));
 */
export function esmPackage(options: {
  entry: Record<string, string>;
  client?: boolean;
  overrides?: Partial<Options>;
}): Options {
  return {
    entry: options.entry,
    outDir: 'dist',
    format: ['esm'],
    // `browser` would freeze process.env.NODE_ENV to "development" inside a library.
    platform: 'neutral',
    target: 'es2022',
    splitting: true,
    sourcemap: true,
    dts: false,
    // build-package.mjs empties dist once, before every configuration of the package writes to it.
    clean: false,
    esbuildPlugins: [unindented],
    ...options.overrides,
    esbuildOptions(esbuild, context) {
      esbuild.mainFields = ['module', 'main'];
      esbuild.charset = 'utf8';
      esbuild.jsx = 'automatic';
      if (options.client) esbuild.banner = { js: "'use client';" };
      options.overrides?.esbuildOptions?.(esbuild, context);
    },
  };
}

/**
 * One self-contained classic script for foreign pages: everything bundled and minified, React
 * replaced by preact.
 *
 * @param options.entry output name → source file; lands in `dist/standalone/<name>.js`
 * @param options.alias further module replacements
 * @param options.processEnv what `process.env` says inside the bundle; styled-components reads
 *   `SC_ATTR` there, and needs one of its own or it adopts the style tags of the host page
 */
export function standaloneScript(options: {
  entry: Record<string, string>;
  alias?: Record<string, string>;
  processEnv?: Record<string, string>;
  overrides?: Partial<Options>;
}): Options {
  return {
    entry: options.entry,
    outDir: 'dist/standalone',
    format: ['iife'],
    platform: 'browser',
    target: 'es2020',
    minify: true,
    sourcemap: false,
    dts: false,
    clean: false,
    noExternal: [/.*/],
    outExtension: () => ({ js: '.js' }),
    // Both are needed: the whole object alone keeps every development branch in the bundle.
    define: {
      'process.env.NODE_ENV': '"production"',
      process: JSON.stringify({ env: { NODE_ENV: 'production', ...options.processEnv } }),
    },
    ...options.overrides,
    esbuildOptions(esbuild, context) {
      esbuild.alias = {
        react: 'preact/compat',
        'react-dom': 'preact/compat',
        'react-dom/client': 'preact/compat/client',
        'react/jsx-runtime': 'preact/jsx-runtime',
        ...options.alias,
      };
      esbuild.mainFields = ['browser', 'module', 'main'];
      esbuild.charset = 'utf8';
      esbuild.legalComments = 'none';
      esbuild.jsx = 'automatic';
      options.overrides?.esbuildOptions?.(esbuild, context);
    },
  };
}
