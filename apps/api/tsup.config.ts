import { defineConfig } from 'tsup';

export default defineConfig({
  // A worker thread needs a file of its own.
  entry: { main: 'src/main.ts', 'table-worker': 'src/import-export/reading/table-worker.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Private packages in plain TypeScript are bundled; all others stay dependencies.
  noExternal: [/^@pauta\//],
});
