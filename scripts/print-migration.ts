import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrationOf } from '../apps/api/src/resource/migration.ts';
import type { Resource } from '../packages/domain/src/resource/resource.ts';
import { resources } from '../packages/domain/src/resources.ts';

// npm run migration -- <name of a resource, or path of the module that defines one>

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'path' in value && 'title' in value;

const find = async (asked: string): Promise<Resource[]> => {
  const known = resources.find(({ name }) => name === asked);
  if (known) return [known];
  const file = resolve(asked);
  if (!existsSync(file)) return [];
  return Object.values((await import(pathToFileURL(file).href)) as object).filter(isResource);
};

/** Number of the next migration, four digits. */
const nextNumber = (): string => {
  const folder = join(import.meta.dirname, '..', 'apps', 'api', 'migrations');
  const last = Math.max(...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0));
  return String(last + 1).padStart(4, '0');
};

const [asked] = process.argv.slice(2);
const found = asked === undefined ? [] : await find(asked);
if (found.length === 0) {
  console.error(
    asked === undefined
      ? 'Name a resource or the module that defines it: npm run migration -- quotes'
      : `There is no resource «${asked}», nor a module of that path that exports one.`,
  );
  process.exit(1);
}
for (const resource of found) {
  console.error(
    `For apps/api/migrations/${nextNumber()}_${resource.name}.sql, to be read before it is committed:\n`,
  );
  console.log(migrationOf(resource));
}
