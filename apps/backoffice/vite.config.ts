import { ariaLocales } from '@pauta/ui/vite-plugin-locales.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development the API is reached through this server's proxy, so that one origin serves both. */
const namedApi: Plugin = {
  name: 'pauta-named-api',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { name: 'pauta-api', content: '/api' }, injectTo: 'head-prepend' },
  ],
};

/** What every page needs, much of it small: as parts of their own they compress badly, and each names all the others. */
const everywhere =
  /preload-helper|jsx-runtime|react-router|node_modules\/react\/(index|cjs)|packages\/(core\/src\/react|domain\/src\/text|layout\/src\/(styles|tokens))/;

export default defineConfig({
  plugins: [react(), ariaLocales(), namedApi],
  resolve: { dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'] },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/storage', '/widget'].map((path) => [path, 'http://127.0.0.1:8000'])),
  },
  // The manifest tells scripts/check-budgets.mjs what each screen loads.
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // Every part names the parts it needs, and the first one all of them: their names were 2 % of what a page loads.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: { groups: [{ name: 'base', test: everywhere }] },
      },
    },
  },
});
