import { ariaLocales } from '@pauta/ui/vite-plugin-locales.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkOfModule, preloadChunks } from './vite/chunks.ts';
import { precompress } from './vite/precompress.ts';
import { productionRouter } from './vite/production-router.ts';
import { trimDependencies } from './vite/trim-dependencies.ts';

/** In development this server is a proxy for the API, so that both have the same origin. */
const namedApi: Plugin = {
  name: 'pauta-named-api',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'pauta-api', content: '/api' }, injectTo: 'head-prepend' },
  ],
};

/**
 * Modules that are loaded together are bundled into one file, because each file costs a request and a kilobyte of
 * headers, and small files compress badly. A layer contains the modules that match its pattern and everything they
 * import that is not in an earlier layer. The remaining modules are split by the pages that use them.
 */
const layers: readonly { readonly name: string; readonly test: RegExp }[] = [
  {
    name: 'list',
    test: /ui\/src\/(list\/resource-list|screens\/resource-screens|controls\/(card|failure-banner|number-field|text-area))\.tsx$|core\/src\/(react\/|idempotency-key)/,
  },
  // The definition that most screens use; it imports about half of the others.
  {
    name: 'definitions',
    test: /packages\/domain\/src\/(crm\/clients\/(client|credit-proposal)|finance\/reason|kinds\/time)\.ts$/,
  },
  // Small parts of pages with a record, and of forms: a file for each would cost its name in the first script.
  {
    name: 'record',
    test: /packages\/(domain\/src\/calendar\/months|ui\/src\/(data\/use-record|controls\/outside-button|export\/(download-button|save-file)))\.tsx?$/,
  },
  {
    name: 'form',
    test: /packages\/ui\/src\/form\/(use-form-values|use-set-form-value)\.ts$/,
  },
  { name: 'overlays', test: /packages\/ui\/src\/controls\/(menu|dialog|popover)\.tsx$/ },
  {
    name: 'frame',
    test: /backoffice\/src\/(deferred-parts|page-frame|menu\/used-places)\.tsx$|ui\/src\/(live\/live-stream|list\/list-live|views\/view-picker)\.tsx?$/,
  },
  // Icons that several pages use; the others are in the layers above.
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
];

export default defineConfig({
  plugins: [
    react(),
    productionRouter(),
    trimDependencies(),
    ariaLocales(),
    namedApi,
    preloadChunks(['list']),
    chunkOfModule(),
    precompress(),
  ],
  resolve: { dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'] },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      [
        '/api',
        '/storage',
        '/widget',
        '/tarifas',
        '/disponibilidad',
        '/presupuesto',
        '/firmar',
        '/material',
        '/archivo',
        '/evidencias',
        '/cuenta',
      ].map((path) => [path, 'http://127.0.0.1:8000']),
    ),
  },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    // Read by scripts/check-budgets.mjs to determine what each screen loads.
    manifest: true,
    // Browsers of the target without module preload load the same files, only later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Names are short, because every chunk lists the names of the chunks it needs and the first one lists all; long
        // names were 2 % of what a page loads.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: layers.length + 1 },
            ...layers.map(({ name, test }, at) => ({ name, test, priority: layers.length - at })),
          ],
        },
      },
    },
  },
});
