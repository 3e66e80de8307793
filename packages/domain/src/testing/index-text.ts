import { importPermission } from '../resource/resource.ts';
import { resources } from '../resources.ts';

const head = `// Written by \`npm run resource-index\` from the definitions.
import type { IndexedResource } from './resource/indexed-resource.ts';

/** The part of every definition that palette, menu and live changes need, so that they do not load it. */
export const resourceIndex: readonly IndexedResource[] = [
`;

/** The text of `resource-index.ts` for the current definitions; its rows are JSON, which is valid TypeScript. */
export const indexText = (): string => {
  // Sorted by name, because the order of `resources` depends on how a bundler orders the exports of a file.
  const sorted = resources.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map((resource) => {
    const { name, path, screen, label, operations, permissions } = resource;
    return JSON.stringify({
      name,
      path,
      screen,
      label,
      create: operations.includes('create') ? permissions.create : null,
      import: importPermission(resource),
      isOpen: permissions.viewAll === null,
    });
  });
  return `${head}${rows.map((row) => `  ${row},\n`).join('')}];\n`;
};
