import { spawn } from 'node:child_process';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace root. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Where stamps and reports live; gone with node_modules. */
export const cacheDir = join(root, 'node_modules', '.cache', 'pauta');

const binDir = join(root, 'node_modules', '.bin');

/** A program that the workspace installed. */
export const bin = (name) => join(binDir, name);

/** An environment where the workspace's own Node and tools come first. */
export function toolEnv(extra = {}) {
  return { ...process.env, PATH: `${binDir}${delimiter}${process.env.PATH ?? ''}`, ...extra };
}

const running = new Set();

/**
 * Runs a program to its end.
 *
 * @param options.env variables to add; `undefined` takes one away
 * @param options.onLine receives each line of output; without it the program has the terminal
 * @param options.minutes after these the program and all it started are ended
 * @returns the exit code; 1 when a signal ended it or it could not start
 */
export function run(command, args, { cwd = root, env, onLine, minutes } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: toolEnv(env),
      stdio: onLine ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      // A group of its own, so that a stuck check takes its servers and browsers with it.
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

/** Like `run`, and ends this process with the same code when the program fails. */
export async function runOrExit(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

/** Ends everything that `run` has going. */
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
