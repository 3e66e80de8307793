import { type ChildProcess, fork } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import { unavailable } from '../http/problem.ts';

/** What every answer of a process has, besides its result. */
export interface ProcessAnswer {
  /** Resident memory of the process afterwards, in bytes. */
  readonly memory: number;
}

export interface WorkerProcessOptions {
  /** The program, which answers each message with one. */
  readonly program: URL;
  /** For the log. */
  readonly name: string;
  readonly log: FastifyBaseLogger;
  /** Milliseconds without a request after which the process ends. */
  readonly idle: number;
  /** Milliseconds that one request may take. */
  readonly timeLimit: number;
  /** Bytes of resident memory above which the process is replaced once its request is finished. */
  readonly mostMemory: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
}

/** The request took longer than the time limit; its process was ended. */
export class TooSlow extends Error {}

/** The process ended while it worked on the request, twice. */
export class ProcessEnded extends Error {}

/** Work in a process of its own, one request at a time. */
export interface WorkerProcess<Request extends object, Answer extends ProcessAnswer> {
  /**
   * @throws TooSlow, ProcessEnded
   * @throws Problem `unavailable` once it is closed
   */
  ask(request: Request): Promise<Answer>;
  /** Process id while it runs. */
  pid(): number | undefined;
  /** Ends the process; requests that are under way are refused. */
  close(): void;
}

/**
 * A process for work that blocks its thread or takes much memory. It starts with the first request, ends when idle, is
 * replaced when it uses too much memory, and is started again after a crash; the request of a crash is tried once more.
 */
export const createWorkerProcess = <Request extends object, Answer extends ProcessAnswer>({
  program,
  name,
  log,
  idle,
  timeLimit,
  mostMemory,
  env = {},
  execArgv = [],
}: WorkerProcessOptions): WorkerProcess<Request, Answer> => {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idling: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = (): void => {
    clearTimeout(idling);
    child?.kill('SIGKILL');
    child = undefined;
  };

  const start = (): ChildProcess => {
    const started = fork(program, {
      // Neither secrets nor addresses of the server.
      env: { ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }), ...env },
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: 'ignore',
    });
    started.once('exit', () => {
      if (child === started) child = undefined;
    });
    // Of a process that is no longer used; a request under way listens itself.
    started.on('error', (err) => log.warn({ err }, `the ${name} process failed`));
    return started;
  };

  const attempt = (request: Request): Promise<Answer> => {
    if (isClosed) throw unavailable();
    child ??= start();
    const running = child;
    return new Promise<Answer>((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        running.removeAllListeners('message').off('exit', onEnd).off('error', onEnd);
        act();
      };
      const timer = setTimeout(() => {
        end();
        settle(() => reject(new TooSlow(`the ${name} process took too long`)));
      }, timeLimit);
      const onEnd = (): void => {
        if (child === running) child = undefined;
        settle(() => reject(isClosed ? unavailable() : new ProcessEnded(`the ${name} process ended`)));
      };
      running.once('exit', onEnd).once('error', onEnd);
      running.once('message', (answer: Answer) =>
        settle(() => {
          if (answer.memory > mostMemory) end();
          resolve(answer);
        }),
      );
      running.send(request, (error) => {
        if (error) onEnd();
      });
    });
  };

  const work = async (request: Request): Promise<Answer> => {
    clearTimeout(idling);
    try {
      return await attempt(request);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      log.warn(`the ${name} process ended; its request is tried again`);
      return await attempt(request);
    } finally {
      if (!isClosed) idling = setTimeout(end, idle).unref();
    }
  };

  return {
    ask: (request) => {
      const answered = last.then(() => work(request));
      last = answered.catch(() => {});
      return answered;
    },
    pid: () => child?.pid,
    close: () => {
      isClosed = true;
      end();
    },
  };
};
