import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import { esmPackage, standaloneScript } from '../../scripts/tsup-preset.ts';

const runtime = (name: string): string =>
  fileURLToPath(new URL(`src/standalone-runtime/${name}.ts`, import.meta.url));

/** A language is what its module exports, worked out now: its names stay here. */
const workedOut: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'worked-out',
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
    entry: { index: 'src/index.ts', element: 'src/element.ts', define: 'src/define.ts' },
    client: true,
  }),
  esmPackage({
    entry: Object.fromEntries(
      ['en', 'es-es', 'es-mx'].map((name) => [`locales/${name}`, `src/locales/${name}.ts`]),
    ),
    overrides: { esbuildPlugins: [workedOut], sourcemap: false, minify: true },
  }),
  standaloneScript({
    entry: { 'client-registration': 'src/standalone.ts' },
    alias: {
      react: runtime('react'),
      'react-dom/client': runtime('react-dom-client'),
      'styled-components': runtime('styled-components'),
    },
    overrides: { target: 'es2022' },
  }),
  standaloneScript({
    entry: { loader: 'src/loader.ts' },
    overrides: { format: ['esm'], target: 'es2022' },
  }),
]);
