import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const specifierPattern = /((?:from|import)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
const toPosix = (path) => path.split(sep).join('/');

/** `packages/x/src/a.tsx` → `packages/x/src/a.d.ts`. */
export const declarationName = (source) => source.replace(/\.[mc]?tsx?$/, '.d.ts');

/**
 * Copies the declarations that the entries refer to from the output of tsc into a package's `dist`, and rewrites their
 * imports so that users need no other files: `./a.ts` becomes `./a.js`, and declarations of a bundled workspace package
 * are copied to `dist/types/<package>/`.
 *
 * @param options.root workspace root, whose structure the tree has
 * @param options.tree folder where tsc wrote the declarations
 * @param options.packageDir absolute folder of the package
 * @param options.entries sources of the public entries, relative to `packageDir`
 * @param options.external package names that stay imports (dependencies and peers)
 * @param options.workspaceSource source file behind a specifier of a workspace package, or undefined
 * @returns the written files, relative to `packageDir`
 */
export function collectDeclarations({ root, tree, packageDir, entries, external, workspaceSource }) {
  const placed = new Map();
  const queue = [];

  const place = (source) => {
    const known = placed.get(source);
    if (known) return known;
    const own = relative(join(packageDir, 'src'), source);
    const [, folder, ...rest] =
      toPosix(relative(join(root, 'packages'), source)).match(/^([^/]+)\/src\/(.*)$/) ?? [];
    if (own.startsWith('..') && !folder) throw new Error(`${source} está fuera de packages/*/src.`);
    const target = own.startsWith('..')
      ? join(packageDir, 'dist', 'types', folder, declarationName(rest[0]))
      : join(packageDir, 'dist', declarationName(own));
    placed.set(source, target);
    queue.push(source);
    return target;
  };

  const link = (from, source) => {
    const path = toPosix(relative(dirname(from), place(source))).replace(/\.d\.ts$/, '.js');
    return path.startsWith('.') ? path : `./${path}`;
  };

  for (const entry of entries) place(resolve(packageDir, entry));

  while (queue.length > 0) {
    const source = queue.shift();
    const target = placed.get(source);
    const declaration = join(tree, declarationName(relative(root, source)));
    const text = readFileSync(declaration, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    const rewritten = text.replace(specifierPattern, (match, before, quote, specifier) => {
      if (specifier.startsWith('.')) {
        const file = resolve(dirname(source), specifier);
        // Files with other extensions (a style sheet, JSON) have no declarations.
        if (!/\.[mc]?tsx?$/.test(file)) return match;
        return `${before}${quote}${link(target, file)}${quote}`;
      }
      const name = specifier.match(/^(@[^/]+\/)?[^/]+/)[0];
      if (external.includes(name)) return match;
      const workspace = workspaceSource(specifier);
      if (!workspace) {
        throw new Error(
          `${relative(root, source)} expone tipos de «${name}», que no está en dependencies ni en peerDependencies.`,
        );
      }
      return `${before}${quote}${link(target, workspace)}${quote}`;
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, rewritten);
  }
  rmSync(tree, { recursive: true, force: true });
  return [...placed.values()].map((file) => relative(packageDir, file));
}
