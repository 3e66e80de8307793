import { copyFileSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig } from 'tsup';

/** Modules look for their templates and pages beside themselves, and in the build every module is in one folder. */
const copyTemplates = async (): Promise<void> => {
  const files = globSync('src/**/*.{typ,html}');
  const names = new Set(files.map((file) => basename(file)));
  if (names.size < files.length) throw new Error(`two templates have the same name: ${files.join(', ')}`);
  for (const file of files) copyFileSync(file, join('dist', basename(file)));
};

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    // A worker thread needs a file of its own.
    'table-worker': 'src/import-export/reading/table-worker.ts',
    'statement-worker': 'src/billing/bank-files/reading/statement-worker.ts',
    // So do other processes.
    'measure-process': 'src/media/measuring/measure-process.ts',
    'place-process': 'src/postsales/placing/place-process.ts',
    'print-process': 'src/printing/print-process.ts',
    'demo-snapshot': 'src/demo/snapshot/program.ts',
  },
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Private packages in plain TypeScript are bundled; all others stay dependencies.
  noExternal: [/^@pauta\//],
  onSuccess: copyTemplates,
});
