import { completeRow, type IndexedResource } from '../resource/indexed-resource.ts';
import { importPermission, type Resource } from '../resource/resource.ts';
import { resources } from '../resources.ts';

const head = `// Written by \`npm run resource-index\` from the definitions.
import { completeRow, type IndexedResource, type IndexRow } from './resource/indexed-resource.ts';

const rows: readonly IndexRow[] = [
`;

const tail = `];

/** The part of every definition that palette, menu and live changes need, so that they do not load it. */
export const resourceIndex: readonly IndexedResource[] = rows.map(completeRow);
`;

/** The index entry of a definition. */
export const entryOf = (resource: Resource): IndexedResource => {
  const { name, path, screen, label, operations, permissions } = resource;
  return {
    name,
    path,
    screen,
    label,
    create: operations.includes('create') ? permissions.create : null,
    import: importPermission(resource),
    isOpen: permissions.viewAll === null,
  };
};

/** The text of `resource-index.ts` for the current definitions; its rows are JSON, which is valid TypeScript. */
export const indexText = (): string => {
  // Sorted by name, because the order of `resources` depends on how a bundler orders the exports of a file.
  const sorted = resources.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = sorted.map((resource) => {
    const { name, screen, label, ...rest } = entryOf(resource);
    const row = [name, screen, label.one, label.many, label.gender] as const;
    const usual = completeRow(row);
    const own = Object.entries(rest).filter(([key, value]) => usual[key as keyof typeof rest] !== value);
    return JSON.stringify(own.length > 0 ? [...row, Object.fromEntries(own)] : row);
  });
  return `${head}${rows.map((row) => `  ${row},\n`).join('')}${tail}`;
};
