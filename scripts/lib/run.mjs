import { spawn } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of stamps and reports; deleted together with node_modules. */
export const cacheDir = join(root, 'node_modules', '.cache', 'pauta');

const binDir = join(root, 'node_modules', '.bin');

/** Path of a program that the workspace installed. */
export const bin = (name) => join(binDir, name);

/** An environment whose PATH starts with the workspace's own Node and tools. */
export function toolEnv(extra = {}) {
  return { ...process.env, PATH: `${binDir}${delimiter}${process.env.PATH ?? ''}`, ...extra };
}

const running = new Set();

/**
 * Runs a program and waits until it exits.
 *
 * @param options.env variables to add; `undefined` removes one
 * @param options.onLine receives each line of output; without it the program uses the terminal
 * @param options.minutes time limit after which the program and its child processes are killed
 * @returns the exit code; 1 if the program was killed by a signal or could not start
 */
export function run(command, args, { cwd = root, env, onLine, minutes } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: toolEnv(env),
      stdio: onLine ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // A process group of its own, so that killing a hanging check also kills its servers and browsers.
      detached: Boolean(onLine),
    });
    const say = onLine ?? console.error;
    const end = (signal) => {
      try {
        process.kill(onLine ? -child.pid : child.pid, signal);
      } catch {}
    };
    running.add(end);
    const timer = minutes
      ? setTimeout(() => {
          say(`Sin terminar después de ${minutes} minutos: se detiene.`);
          end('SIGKILL');
        }, minutes * 60_000)
      : undefined;
    if (onLine) {
      for (const stream of [child.stdout, child.stderr]) splitLines(stream, onLine);
    }
    const finish = (code) => {
      clearTimeout(timer);
      running.delete(end);
      done(code);
    };
    child.once('error', (error) => {
      say(error.message);
      finish(1);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** Like `run`, but exits this process with the same code if the program fails. */
export async function runOrExit(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

/** Kills all running programs started by `run`. */
export function endAll(signal) {
  for (const end of running) end(signal);
}

function splitLines(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest) onLine(rest);
  });
}
