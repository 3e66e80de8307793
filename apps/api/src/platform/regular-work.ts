import type { FastifyInstance } from 'fastify';

interface Log {
  warn(fields: object, message: string): void;
}

/** Periodic work of a process. */
export interface RegularWork {
  /** Log message of a failure: `the mail queue could not be read`. */
  readonly failure: string;
  /** Milliseconds from the end of one run to the next. */
  readonly pause: number;
  /** Pause after a failed run; `pause` by default. */
  readonly pauseAfterFailure?: number;
  /**
   * One run. Long work should end early once `isStopped`.
   *
   * @returns milliseconds to the next run, if different from `pause`
   */
  readonly work: (isStopped: () => boolean) => Promise<number | undefined>;
}

/** Stops it after the current run. */
type Stop = () => Promise<void>;

/**
 * Runs the work periodically: never concurrently with itself, without keeping the process alive; a failure is logged
 * and the work is retried.
 */
export const startRegularWork = (
  log: Log,
  { failure, pause, pauseAfterFailure = pause, work }: RegularWork,
): Stop => {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<number> => {
    try {
      return (await work(() => stopped)) ?? pause;
    } catch (error) {
      log.warn({ err: error }, `${failure}; it is tried again`);
      return pauseAfterFailure;
    }
  };
  const next = (after: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = round().then(next);
    }, after).unref();
  };
  next(pause);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
};

/**
 * Does what is due one after the other, until nothing is left or the work is stopped.
 *
 * @param doNext takes and does the next; false if nothing was due
 * @returns how many were done
 * @example await doAllDue(isStopped, () => database.transaction(change, takeAndMailOne));
 */
export const doAllDue = async (isStopped: () => boolean, doNext: () => Promise<boolean>): Promise<number> => {
  let count = 0;
  while (!isStopped() && (await doNext())) count += 1;
  return count;
};

/**
 * Executes work periodically while the server runs; not in a server that only answers requests.
 *
 * @example workRegularly(app, { failure: 'no reminders were sent', pause: 20_000, work });
 */
export const workRegularly = (app: FastifyInstance, work: RegularWork): void => {
  if (app.worksBehind) app.addHook('onClose', startRegularWork(app.log, work));
};
