import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', '.cache', 'storybook-static']);
const skippedFiles = /\.(test|stories)\.[jt]sx?$/;

/**
 * A hash of the content of files and folders, the same on every machine: a target whose fingerprint has not changed
 * need not be built again. Tests and stories are ignored.
 *
 * @param root folder that `paths` are relative to
 * @param paths files and folders; one that does not exist counts as empty
 */
export function fingerprint(root, paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const absolute = join(root, path);
    if (!existsSync(absolute)) return;
    if (!statSync(absolute).isDirectory()) {
      hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
      return;
    }
    for (const entry of readdirSync(absolute, { withFileTypes: true }).sort(byName)) {
      const skipped = entry.isDirectory() ? skippedFolders.has(entry.name) : skippedFiles.test(entry.name);
      if (!skipped) visit(`${path}/${entry.name}`);
    }
  };
  for (const path of [...paths].sort()) visit(path);
  return hash.digest('hex');
}

const byName = (a, b) => (a.name < b.name ? -1 : 1);

/** The stamp written by `writeStamp`, or undefined. */
export function readStamp(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Stores a fingerprint. */
export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, value);
}
