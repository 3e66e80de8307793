import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// The compiled file and the source are at different depths, and the working directory can be any.
const findApiRoot = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('apps/api/package.json not found above the running file');
    folder = parent;
  }
  return folder;
};

const apiRoot = findApiRoot();

/** Folders of the installation, absolute. */
export const paths = {
  api: apiRoot,
  migrations: join(apiRoot, 'migrations'),
  backoffice: join(apiRoot, '..', 'backoffice', 'dist'),
  widget: join(apiRoot, '..', '..', 'packages', 'client-registration-widget', 'dist', 'standalone'),
} as const;
