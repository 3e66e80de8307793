import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { Options } from 'tsup';
import { minifySync, parseSync } from 'vite';
import { withStableIds } from './lib/stable-ids.ts';
import { withTightStyles } from './lib/tight-styles.ts';

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** Transformations for publishing: stable ids of styled components, and minified styles. */
const publishable: EsbuildPlugin = {
  name: 'publishable',
  setup(build) {
    build.onLoad({ filter: /\/src\/.*\.tsx?$/ }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const source = await readFile(path, 'utf8');
      return {
        contents: withTightStyles(withStableIds(source, path), path),
        loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
      };
    });
  },
};

const jsxRuntime = 'react/jsx-runtime';

/** The imports of JSX meet in one module: a built file has one, and not one for each source in it. */
const oneJsxImport: EsbuildPlugin = {
  name: 'one-jsx-import',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react\/jsx-runtime$/ }, ({ path, namespace }) =>
      namespace === 'jsx' ? { path, external: true } : { path, namespace: 'jsx' },
    );
    onLoad({ filter: /^/, namespace: 'jsx' }, ({ path }) => ({
      contents: `export { Fragment, jsx, jsxs } from '${path}';`,
    }));
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
    esbuildPlugins: [publishable, oneJsxImport],
    noExternal: [jsxRuntime],
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

/** Source files that a build replaces by others, by absolute path. */
export const replacing = (files: Readonly<Record<string, string>>): EsbuildPlugin => ({
  name: 'replacing',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
      const { [join(resolveDir, path)]: other } = files;
      return other === undefined ? undefined : { path: other };
    });
  },
});

/** Modules that are made while building: their source by the name that they are imported by. */
export const made = (modules: Readonly<Record<string, () => Promise<string>>>): EsbuildPlugin => ({
  name: 'made',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^made:/ }, ({ path }) => ({ path, namespace: 'made' }));
    onLoad({ filter: /^/, namespace: 'made' }, async ({ path }) => ({ contents: await modules[path]?.() }));
  },
});

/** Where in a syntax tree an object literal begins; one that is handed to `Object()` is left as it is. */
function* literalsIn(node: unknown): Generator<number> {
  if (typeof node !== 'object' || node === null) return;
  const { type, start, callee, arguments: given } = node as Record<string, unknown>;
  const isKept = type === 'CallExpression' && (callee as { name?: string }).name === 'Object';
  if (type === 'ObjectExpression') yield Number(start) + 1;
  for (const part of isKept
    ? (given as { properties?: unknown }[]).map((one) => one.properties)
    : Object.values(node))
    yield* literalsIn(part);
}

/**
 * Removes the prototype of every object literal: properties that a page added to `Object.prototype` would otherwise
 * become options of requests and events, and properties of elements. `Object({ … })` is for objects that are passed to
 * the page.
 */
function detached(code: string, file: string): string {
  let done = '';
  let last = 0;
  for (const start of [...literalsIn(parseSync(file, code).program)].sort((a, b) => a - b)) {
    done += `${code.slice(last, start)}__proto__:null${code[start] === '}' ? '' : ','}`;
    last = start;
  }
  return done + code.slice(last);
}

/** A second minifier after esbuild's takes off another thirtieth. */
function tightened(code: string, isModule: boolean): string {
  const file = isModule ? 'script.mjs' : 'script.cjs';
  const { code: tight, errors } = minifySync(file, code, { module: isModule, mangle: { toplevel: true } });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return detached(tight, file);
}

// Both are needed: the whole object alone keeps every development branch in the bundle.
const inProduction = {
  'process.env.NODE_ENV': '"production"',
  process: '{"env":{"NODE_ENV":"production"}}',
};

/** Writes the `.br` and `.gz` twins of a script, as small as they get: a server compresses in haste. */
export async function precompress(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const standalone = { minify: true, charset: 'utf8', legalComments: 'none', target: 'es2022' } as const;

/**
 * A self-contained module for foreign pages, which a script of {@link standaloneScript} imports.
 *
 * @param file source file
 */
export async function standaloneModule(file: string): Promise<string> {
  const { outputFiles } = await build({
    ...standalone,
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'esm',
    define: inProduction,
  });
  return tightened(outputFiles[0]?.text ?? '', true);
}

/**
 * One self-contained script for foreign pages: everything bundled and minified.
 *
 * @param options.entry output name → source file; lands in `dist/standalone/<name>.js`
 * @param options.alias module replacements, such as `preact` for `react`
 * @param options.jsx file that exports `h` and `Fragment`, for sources with JSX
 */
export function standaloneScript(options: {
  entry: Record<string, string>;
  alias?: Record<string, string>;
  jsx?: string;
  overrides?: Partial<Options>;
}): Options {
  const format = options.overrides?.format ?? ['iife'];
  return {
    entry: options.entry,
    outDir: 'dist/standalone',
    format,
    platform: 'browser',
    target: standalone.target,
    minify: standalone.minify,
    sourcemap: false,
    dts: false,
    clean: false,
    noExternal: [/.*/],
    outExtension: () => ({ js: '.js' }),
    define: inProduction,
    plugins: [
      { name: 'tightened', renderChunk: (code) => ({ code: tightened(code, format.includes('esm')) }) },
      {
        name: 'precompressed',
        buildEnd: async ({ writtenFiles }) => {
          await Promise.all(writtenFiles.map(({ name }) => precompress(name)));
        },
      },
    ],
    ...options.overrides,
    esbuildOptions(esbuild, context) {
      esbuild.alias = options.alias;
      esbuild.mainFields = ['browser', 'module', 'main'];
      esbuild.charset = standalone.charset;
      esbuild.legalComments = standalone.legalComments;
      // preact can write HTML where it is asked to. Nothing of ours asks, and here it would write text.
      esbuild.mangleProps = /^innerHTML$/;
      esbuild.mangleCache = { innerHTML: 'textContent' };
      if (options.jsx) {
        // Set this way, because the JSX setting of tsconfig.json takes precedence over the option.
        esbuild.tsconfig = undefined;
        esbuild.tsconfigRaw = {
          compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' },
        };
        esbuild.inject = [options.jsx];
      }
      options.overrides?.esbuildOptions?.(esbuild, context);
    },
  };
}
