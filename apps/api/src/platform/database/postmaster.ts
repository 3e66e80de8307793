import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The content of `postmaster.pid` or of the socket's lock file: the server that wrote it. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** The whole file, to recognise it later. */
  text: string;
}

const readLock = async (path: string): Promise<Postmaster | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const [pid, , , , socketFolder] = text?.split('\n') ?? [];
  if (!text || !pid || !/^\d+$/.test(pid)) return undefined;
  return { pid: Number(pid), socketFolder: socketFolder ?? '', text };
};

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** Undefined if the cluster has no such file, or no complete one yet. */
export const readPostmaster = (cluster: string): Promise<Postmaster | undefined> =>
  readLock(pidFile(cluster));

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

interface ProcessState {
  isZombie: boolean;
  commandLine: string;
}

const processState = async (pid: number): Promise<ProcessState | undefined> => {
  try {
    if (process.platform === 'linux') {
      const [status, commandLine] = await Promise.all([
        readFile(`/proc/${pid}/stat`, 'utf8'),
        readFile(`/proc/${pid}/cmdline`, 'utf8'),
      ]);
      // The state follows the name, which is in parentheses and may contain spaces.
      return {
        isZombie: /^Z/.test(status.slice(status.lastIndexOf(')') + 2)),
        commandLine: commandLine.replaceAll('\0', ' '),
      };
    }
    const { stdout } = await execute('ps', ['-o', 'stat=,command=', '-p', String(pid)]);
    return { isZombie: /^\s*Z/.test(stdout), commandLine: stdout };
  } catch {
    return undefined;
  }
};

/** `dead`: no such process. `foreign`: a zombie, or another program with that process id. */
export type PostmasterState = 'ours' | 'dead' | 'foreign';

export const judgePostmaster = async (cluster: string, { pid }: Postmaster): Promise<PostmasterState> => {
  if (!isAlive(pid)) return 'dead';
  const state = await processState(pid);
  if (!state) return isAlive(pid) ? 'ours' : 'dead';
  const isOurs =
    !state.isZombie && state.commandLine.includes('postgres') && state.commandLine.includes(cluster);
  return isOurs ? 'ours' : 'foreign';
};

/**
 * Removes the lock files of a dead server whose process id is in use again, as a zombie or by another program, because
 * PostgreSQL would take that for the server. A file that a new server wrote meanwhile is kept.
 */
export const removeStaleLocks = async (cluster: string, socketLock: string): Promise<void> => {
  for (const path of [pidFile(cluster), socketLock]) {
    const lock = await readLock(path);
    if (!lock || (await judgePostmaster(cluster, lock)) !== 'foreign') continue;
    const aside = `${path}.stale-${process.pid}`;
    try {
      await rename(path, aside);
    } catch (error) {
      // Another process has already removed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    if ((await readFile(aside, 'utf8')) === lock.text) await rm(aside);
    else await rename(aside, path);
  }
};
