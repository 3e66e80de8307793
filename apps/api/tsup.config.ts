import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  target: 'node22',
  platform: 'node',
  sourcemap: true,
  clean: true,
  // Private and plain TypeScript; everything else stays a dependency.
  noExternal: [/^@pauta\//],
});
