import { defineConfig } from 'tsup';

export default defineConfig({
  // A worker thread needs a file of its own.
  entry: { main: 'src/main.ts', 'table-worker': 'src/import-export/reading/table-worker.ts' },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Private and plain TypeScript; everything else stays a dependency.
  noExternal: [/^@pauta\//],
});
