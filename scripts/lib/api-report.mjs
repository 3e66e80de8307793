import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

/**
 * The public API of a package as text: for each entry all exports and the types that they refer to, without comments,
 * in alphabetical order. Moving declarations between files does not change the report, so every difference affects
 * users.
 *
 * @param options.name package name
 * @param options.dist absolute folder of the built declarations
 * @param options.entries `{ key: './theme', name: 'theme' }`: import path → `dist/theme.d.ts`
 */
export function apiReport({ name, dist, entries }) {
  const read = moduleReader();
  const told = new Set();
  const parts = entries.map(({ key, name: file }) => {
    const lines = surface(read, join(dist, `${file}.d.ts`), told);
    const body = lines.length > 0 ? ['```ts', ...lines, '```'] : ['Imported for what it does.'];
    return [`## \`${name}${key.slice(1)}\``, '', ...body, ''].join('\n');
  });
  const head = 'Generated from the built declarations; docs/conventions.md says how a change is accepted.';
  return `# Public API of ${name}\n\n${head}\n\n${parts.join('\n')}`;
}

/** The lines that only one of the two reports has: removed and added ones. */
export function reportChanges(committed, built) {
  const only = (some, others) => {
    const rest = others.split('\n');
    return some.split('\n').filter((line) => {
      const at = rest.indexOf(line);
      if (at >= 0) rest.splice(at, 1);
      return at < 0 && line.trim() !== '';
    });
  };
  return { lost: only(committed, built), added: only(built, committed) };
}

/** Lines of an entry's API; `told` contains what earlier entries of the package have listed. */
function surface(read, entry, told) {
  const exported = exportsOf(read, entry);
  const reached = new Map();
  const outside = new Set();
  const queue = [];

  const reach = (target) => {
    if (target.foreign) {
      outside.add(target.foreign);
      return;
    }
    const key = `${target.file} ${target.name}`;
    if (reached.has(key)) return;
    reached.set(key, target);
    queue.push(target);
  };

  for (const target of exported.values()) reach(target);
  while (queue.length > 0) {
    const { file, name } = queue.shift();
    const { declarations } = read(file);
    for (const { node } of declarations.get(name)) {
      for (const reference of referencesOf(node)) {
        const target = resolveName(read, file, reference);
        if (target) reach(target);
      }
      for (const { source, name: imported } of importTypesOf(node)) {
        if (source.startsWith('.')) reach(exportedFrom(read, moduleFile(file, source), imported));
      }
    }
  }

  const publicNames = new Map();
  for (const [name, { file, name: local, foreign }] of exported) {
    if (foreign) continue;
    const key = `${file} ${local}`;
    publicNames.set(key, [...(publicNames.get(key) ?? []), name]);
  }
  const blocks = [...reached].map(([key, { file, name }]) => {
    const names = publicNames.get(key) ?? [];
    const isKnown = told.has(key);
    told.add(key);
    const text = read(file)
      .declarations.get(name)
      .map((declaration) => `${names.includes(name) ? 'export ' : ''}${declaration.text}`);
    const renamed = names.filter((other) => isKnown || other !== name);
    const again = renamed.map((other) => `export { ${other === name ? name : `${name} as ${other}`} };`);
    return {
      order: `${name} ${relative(dirname(entry), file)}`,
      lines: isKnown ? again : [...text, ...again],
    };
  });
  blocks.sort((a, b) => (a.order < b.order ? -1 : 1));
  return [...[...outside].sort(), ...blocks.flatMap(({ lines }) => lines)];
}

/** Map from public names to their declarations. */
function exportsOf(read, file) {
  const { exported, stars } = read(file);
  const found = new Map();
  for (const source of stars) {
    if (!source.startsWith('.')) {
      found.set(`* ${source}`, { foreign: `export * from '${source}';` });
      continue;
    }
    for (const [name, target] of exportsOf(read, moduleFile(file, source))) {
      if (name !== 'default') found.set(name, target);
    }
  }
  for (const [name, { source, local }] of exported) {
    if (!source) found.set(name, resolveName(read, file, local));
    else if (source.startsWith('.')) found.set(name, exportedFrom(read, moduleFile(file, source), local));
    else found.set(name, { foreign: `export { ${local} as ${name} } from '${source}';` });
  }
  return found;
}

function exportedFrom(read, file, name) {
  const target = exportsOf(read, file).get(name);
  if (!target) throw new Error(`${file} no exporta «${name}».`);
  return target;
}

/**
 * The meaning of a name in a file: a declaration of this package, an import of a dependency, or a global (undefined).
 */
function resolveName(read, file, name) {
  const { declarations, imported } = read(file);
  if (declarations.has(name)) return { file, name };
  const from = imported.get(name);
  if (!from) return undefined;
  if (from.source.startsWith('.') && from.name !== '*')
    return exportedFrom(read, moduleFile(file, from.source), from.name);
  const what =
    from.name === '*' ? `* as ${name}` : `{ ${from.name === name ? name : `${from.name} as ${name}`} }`;
  return { foreign: `import ${what} from '${from.source}';` };
}

const moduleFile = (from, source) => resolve(dirname(from), source.replace(/\.js$/, '.d.ts'));

function moduleReader() {
  const known = new Map();
  return (file) => {
    if (!known.has(file)) known.set(file, readModule(file));
    return known.get(file);
  };
}

function readModule(file) {
  const source = readFileSync(file, 'utf8');
  const { program, comments, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const module = { declarations: new Map(), exported: new Map(), imported: new Map(), stars: [] };

  const declare = (node, isExported) => {
    const names =
      node.type === 'VariableDeclaration' ? node.declarations.map(({ id }) => id.name) : [node.id.name];
    for (const name of names) {
      const text = plainText(source, comments, node).replace(/^declare /, '');
      module.declarations.set(name, [...(module.declarations.get(name) ?? []), { node, text }]);
      if (isExported) module.exported.set(name, { local: name });
    }
  };

  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers) {
        const name =
          specifier.type === 'ImportNamespaceSpecifier'
            ? '*'
            : specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : specifier.imported.name;
        module.imported.set(specifier.local.name, { source: node.source.value, name });
      }
    } else if (node.type === 'ExportAllDeclaration') {
      if (node.exported) module.exported.set(node.exported.name, { source: node.source.value, local: '*' });
      else module.stars.push(node.source.value);
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) declare(node.declaration, true);
      for (const { exported, local } of node.specifiers) {
        module.exported.set(exported.name, { source: node.source?.value, local: local.name });
      }
    } else if (node.id || node.declarations) declare(node, false);
  }
  return module;
}

/** The source of a node without comments and without destructuring patterns of parameters. */
function plainText(source, comments, node) {
  const cuts = comments
    .filter(({ start, end }) => start >= node.start && end <= node.end)
    .map(({ start, end }) => ({ start, end, by: '' }));
  for (const { type, params } of nodesOf(node)) {
    if (type !== 'TSDeclareFunction') continue;
    for (const { type: kind, start, end, typeAnnotation } of params) {
      if (kind === 'ObjectPattern') cuts.push({ start, end: typeAnnotation?.start ?? end, by: 'options' });
    }
  }
  cuts.sort((a, b) => a.start - b.start);
  let text = '';
  let at = node.start;
  for (const { start, end, by } of cuts) {
    if (start < at) continue;
    text += source.slice(at, start) + by;
    at = end;
  }
  text += source.slice(at, node.end);
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function* nodesOf(value) {
  if (!value || typeof value !== 'object') return;
  if (typeof value.type === 'string') yield value;
  for (const child of Object.values(value)) {
    if (child && typeof child === 'object') yield* nodesOf(child);
  }
}

/**
 * Names that a declaration refers to. Property names are included, which have no effect unless the file declares them.
 */
function referencesOf(node) {
  const names = new Set();
  for (const part of nodesOf(node)) {
    if (part.type === 'TSTypeReference') names.add(firstName(part.typeName));
    else if (part.type === 'TSTypeQuery' && part.exprName.type !== 'TSImportType')
      names.add(firstName(part.exprName));
    else if (part.type === 'TSInterfaceHeritage') names.add(firstName(part.expression));
    else if (part.type === 'TSClassImplements') names.add(firstName(part.expression));
    else if (part.type === 'ClassDeclaration' && part.superClass) names.add(firstName(part.superClass));
    else if (part.type === 'MemberExpression' && part.computed) names.add(firstName(part));
  }
  return names;
}

function firstName(node) {
  if (node.type === 'TSQualifiedName') return firstName(node.left);
  if (node.type === 'MemberExpression') return firstName(node.object);
  return node.name;
}

/** `import('./menu.js').Menu` inside a declaration. */
function importTypesOf(node) {
  return [...nodesOf(node)]
    .filter((part) => part.type === 'TSImportType' && part.qualifier)
    .map((part) => ({ source: part.source.value, name: firstName(part.qualifier) }));
}
