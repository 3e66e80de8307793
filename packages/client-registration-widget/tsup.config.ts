import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import { extractStyles } from '../../scripts/lib/extract-styles.ts';
import {
  esmPackage,
  generated,
  precompress,
  replacing,
  standaloneModule,
  standaloneScript,
} from '../../scripts/tsup-preset.ts';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const runtime = (name: string): string => path(`src/standalone-runtime/${name}.ts`);
const modulesOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

/**
 * Evaluates the module of a language at build time and replaces it by its result, so that the names of the texts stay
 * out of the bundle.
 */
const evaluateLocales: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'evaluate-locales',
  setup(build) {
    build.onLoad({ filter: /\/src\/locales\/[\w-]+\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await import(pathToFileURL(path).href))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n'),
    }));
  },
};

export default defineConfig([
  esmPackage({
    entry: {
      index: 'src/index.ts',
      eager: 'src/eager.tsx',
      element: 'src/element.ts',
      define: 'src/define.ts',
      visit: 'src/visit.ts',
    },
    client: true,
  }),
  esmPackage({
    entry: Object.fromEntries(
      ['en', 'es-es', 'es-mx'].map((name) => [`locales/${name}`, `src/locales/${name}.ts`]),
    ),
    overrides: { esbuildPlugins: [evaluateLocales], sourcemap: false, minify: true },
  }),
  standaloneScript({
    entry: { 'client-registration': 'src/standalone.ts' },
    alias: {
      react: runtime('react'),
      'react-dom/client': runtime('react-dom-client'),
      'styled-components': runtime('styled-components'),
    },
    jsx: runtime('jsx'),
    overrides: {
      esbuildPlugins: [
        replacing({
          [path('src/custom-element/adopted-sheet.ts')]: runtime('adopted-sheet'),
          [path('src/form/view/lazy-form-view.tsx')]: runtime('lazy-form-view'),
          [path('src/form/engine/load-engine.ts')]: runtime('load-engine'),
          [path('src/styles/form-root.ts')]: runtime('form-root'),
        }),
        generated({
          'generated:styles': async () => {
            const className = 'crw';
            const css = await extractStyles(path('src/styles/form-root.ts'), 'FormRoot', className);
            return modulesOf({ css, className });
          },
          'generated:engine': async () => {
            const engine = await standaloneModule(path('src/form/engine/engine.ts'));
            await mkdir(path('dist/standalone'), { recursive: true });
            await writeFile(path('dist/standalone/engine.js'), engine);
            await precompress(path('dist/standalone/engine.js'));
            const hash = createHash('sha384').update(engine);
            const integrity = hash.copy().digest('base64');
            const version = hash.digest('hex').slice(0, 16);
            return modulesOf({ file: `engine.js?${version}`, integrity: `sha384-${integrity}` });
          },
        }),
      ],
    },
  }),
  standaloneScript({ entry: { visit: 'src/standalone-visit.ts' } }),
  standaloneScript({
    entry: { loader: 'src/loader.ts' },
    overrides: { format: ['esm'] },
  }),
]);
