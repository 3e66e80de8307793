/** A kind of job: its name, and the type of its payload. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  /** How often one job is tried before it is given up; the pause grows from 3 seconds to 6 hours. */
  readonly attempts: number;
  /** Two waiting jobs with the same key are one. */
  readonly keyOf: (payload: Payload) => string;
}

/** After so many milliseconds long work leaves the rest to another job, so that other jobs get their turn. */
export const jobTurn = 20_000;

/** Data passed to the handler of a job besides its payload. */
export interface JobRun {
  /** When this attempt fails there is no other. */
  readonly isLastAttempt: boolean;
  /** The process is about to end: long work leaves the rest to another job. */
  readonly isStopping: () => boolean;
}

/**
 * Does one job. It may run again after it was interrupted, or at most once more at the same time when its process was
 * taken for dead, so what it does twice must be the same as once. An error is logged and the job tried again.
 */
export type JobWork<Payload extends object> = (payload: Payload, run: JobRun) => Promise<void>;
