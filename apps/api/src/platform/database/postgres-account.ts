import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The system account that runs the database; undefined for the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

/** The embedded database cannot run here; the Spanish message gives the reason and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

export const useDatabaseUrl =
  'Como alternativa, instale PostgreSQL 15 o posterior e indique su dirección en DATABASE_URL.';

const find = async (name: string): Promise<Account> => {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
};

const create = async (name: string): Promise<void> => {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ];
  await execute('useradd', [...options, name]).catch(() => undefined);
};

const ownerOf = (folder: string): Promise<Account> =>
  stat(folder).then(
    ({ uid, gid }) => (uid === 0 ? undefined : { uid, gid }),
    () => undefined,
  );

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of the existing cluster, else as the account
 * `pauta` (created when possible), else as `nobody`.
 */
export const chooseAccount = async (clusterFolder: string): Promise<Account> => {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = await ownerOf(clusterFolder);
  if (owner) return owner;
  const existing = await find('pauta');
  if (existing) return existing;
  await create('pauta');
  const account = (await find('pauta')) ?? (await find('nobody'));
  if (account) return account;
  throw new EmbeddedPostgresError(
    `PostgreSQL no puede ejecutarse como root y no hay otra cuenta para él. Ejecute Pauta con un usuario normal. ${useDatabaseUrl}`,
  );
};

/** Whether a shell test of a path, such as `-x`, succeeds for the account. */
export const accountCan = (account: Account, test: '-x' | '-r', path: string): Promise<boolean> =>
  execute('/bin/sh', ['-c', `test ${test} "$0"`, path], { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );

const isEmpty = async (folder: string) => (await readdir(folder)).length === 0;

/**
 * The folder of the database below the data folder, owned by its account. Where the account cannot reach it (a
 * checkout below /root) the folder is a link to one below /var/lib/pauta.
 */
export const prepareHome = async (dataDir: string, account: Account): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  const home = join(dataDir, 'postgresql');
  if (!account) {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return realpath(home);
  }
  const { mode } = await stat(dataDir);
  // Execute permission on the parent folders is sufficient for the account.
  if ((mode & 0o011) !== 0o011) await chmod(dataDir, mode | 0o011);
  const isLink = await lstat(home).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
  if (isLink) return realpath(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await chown(home, account.uid, account.gid).catch((error: NodeJS.ErrnoException) => {
    // Root in a container may be mapped to `nobody` on the host, and a network folder may map root away.
    throw new EmbeddedPostgresError(
      `No se puede dar la carpeta ${home} a la cuenta de la base de datos (${error.code}). Ejecute Pauta con un usuario normal. ${useDatabaseUrl}`,
    );
  });
  const real = await realpath(home);
  if (await accountCan(account, '-x', real)) return real;
  if (!(await isEmpty(home))) {
    throw new EmbeddedPostgresError(
      `La cuenta de la base de datos no puede llegar a ${real}. Permita el paso por las carpetas superiores o mueva los datos con PAUTA_DATA_DIR.`,
    );
  }
  const elsewhere = join('/var/lib/pauta', createHash('sha256').update(real).digest('hex').slice(0, 16));
  await mkdir(elsewhere, { recursive: true, mode: 0o711 });
  await chmod(elsewhere, 0o700);
  await chown(elsewhere, account.uid, account.gid);
  await rmdir(home);
  await symlink(elsewhere, home);
  return elsewhere;
};
