import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { root } from './run.mjs';
import { resolveSource, workspaceSourcePaths } from './workspace.mjs';

/** Whether a file is part of the product, and no test, story or fixture. */
export const isSource = (file) =>
  /\.tsx?$/.test(file) && !/\.(test|stories|d)\.tsx?$|fixtures?\.tsx?$|(^|\/)(testing|e2e)\//.test(file);

/** Source files below a folder, relative to the root of the repository, with `/`. */
export const sourceFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => isSource(file) && !file.includes('/node_modules/') && !file.includes('/dist/'));

const statement = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

/** The runtime imports of a source text, static and dynamic; type imports are erased and do not count. */
export const specifiersOf = (text) => [...text.matchAll(statement)].map(([, now, later]) => now ?? later);

/**
 * Every import between files of the product.
 *
 * @returns {{ from: string, to: string }[]} paths relative to the root of the repository
 */
export const importsOf = (files) => {
  const paths = workspaceSourcePaths();
  return files.flatMap((from) =>
    specifiersOf(readFileSync(join(root, from), 'utf8')).flatMap((specifier) => {
      if (specifier.startsWith('.')) return [{ from, to: posix.join(dirname(from), specifier) }];
      const source = resolveSource(paths, specifier);
      return source ? [{ from, to: relative(root, source).replaceAll('\\', '/') }] : [];
    }),
  );
};

/** Groups of nodes that are reachable from one another (Tarjan's strongly connected components). */
const cyclicGroups = (graph) => {
  const [index, low, stack, found] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) found.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
};

/**
 * Cycles of imports between sibling folders. A folder includes everything below it; files next to the folders combine
 * them and are in no cycle.
 *
 * @returns {{ in: string, folders: string[] }[]}
 */
export const folderCycles = (imports) => {
  const graphs = new Map();
  for (const { from, to } of imports) {
    const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
    const fork = a.findIndex((part, place) => part !== b[place]);
    if (fork < 0 || b[fork] === undefined) continue;
    const parent = a.slice(0, fork).join('/');
    const graph = graphs.get(parent) ?? new Map();
    graphs.set(parent, graph);
    graph.set(a[fork], (graph.get(a[fork]) ?? new Set()).add(b[fork]));
  }
  return [...graphs].flatMap(([parent, graph]) =>
    cyclicGroups(graph).map((folders) => ({ in: parent, folders })),
  );
};

/** Folders with more source files than `most`, with their number of files. */
export const crowdedFolders = (files, most) =>
  [...Map.groupBy(files, (file) => dirname(file))]
    .map(([folder, { length }]) => ({ folder, files: length }))
    .filter((one) => one.files > most);
