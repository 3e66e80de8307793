/** A kind of job: its name, and the type of its payload. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  /** Maximum number of attempts; the delay between them grows from 3 seconds to 6 hours. */
  readonly attempts: number;
  /** Two waiting jobs with the same key are merged into one. */
  readonly keyOf: (payload: Payload) => string;
  /** Jobs with a lower number run first; 0 by default. */
  readonly priority?: number;
}

/** Time limit of one job in milliseconds, after which the rest is left to another job, so that others are not delayed. */
export const jobSlice = 20_000;

/** Data passed to the handler of a job besides its payload. */
export interface JobRun {
  /** Whether this is the last attempt. */
  readonly isLastAttempt: boolean;
  /** Whether the process is shutting down: long work then leaves the rest to another job. */
  readonly isStopping: () => boolean;
}

/**
 * Executes one job. It may run again after an interruption, and two executions may overlap if its process was wrongly
 * considered dead, so it must be idempotent. An error is logged and the job is retried.
 */
export type JobWork<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>;
