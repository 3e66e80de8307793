import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    // A worker thread needs a file of its own.
    'table-worker': 'src/import-export/reading/table-worker.ts',
    'demo-snapshot': 'src/demo/snapshot/program.ts',
  },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Private packages in plain TypeScript are bundled; all others stay dependencies.
  noExternal: [/^@pauta\//],
});
