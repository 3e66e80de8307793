import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { esmPackage, standaloneScript } from '../../scripts/tsup-preset.ts';

const runtime = (name: string): string =>
  fileURLToPath(new URL(`src/standalone-runtime/${name}.ts`, import.meta.url));

export default defineConfig([
  esmPackage({
    entry: { index: 'src/index.ts', element: 'src/element.ts', define: 'src/define.ts' },
    client: true,
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
