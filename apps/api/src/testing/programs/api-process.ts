import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '../../platform/paths.ts';

export interface ApiProcess {
  address: string;
  process: ChildProcess;
  /** Its output so far, of both streams. */
  output: () => string;
  /** Sends a signal and waits for the end; returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** Starts a program of `src/` as a process, without demonstration data, and waits until it listens. */
export const startApiProcess = (
  program: string,
  env: Record<string, string>,
  options: { uid?: number; gid?: number } = {},
): Promise<ApiProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(paths.api, 'src', program)], {
      env: { PATH: process.env.PATH ?? '', PORT: '0', LOG_LEVEL: 'error', PAUTA_DEMO: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let text = '';
    const ended = new Promise<number | NodeJS.Signals | null>((settle) => {
      child.once('exit', (code, signal) => settle(code ?? signal));
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
        const address = /lista en (\S+)/.exec(text)?.[1];
        if (!address) return;
        resolve({
          address,
          process: child,
          output: () => text,
          end: (signal) => {
            child.kill(signal);
            return ended;
          },
        });
      });
    }
    void ended.then((code) => reject(new Error(`ended with ${code} before it listened:\n${text}`)));
  });

const parentOf = async (pid: string): Promise<number | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) || undefined;
};

/** `kill -9` of a process and its children, all at once like a power failure. Linux only. */
export const killTree = async (pid: number): Promise<void> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    all.map(async (each) => ({ pid: Number(each), parent: await parentOf(each) })),
  );
  for (const each of [pid, ...parents.filter(({ parent }) => parent === pid).map((child) => child.pid)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // Already gone.
    }
  }
};
