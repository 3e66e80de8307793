import type { FollowedRun } from './command-run.ts';

const listeners = new Set<() => void>();
let followed: readonly FollowedRun[] = [];

const change = (next: readonly FollowedRun[]): void => {
  followed = next;
  for (const listener of [...listeners]) listener();
};

/** Runs whose dialog was closed before they ended; `BackgroundRuns` reports their end. */
export const runQueue = {
  get: (): readonly FollowedRun[] => followed,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export const leaveRun = (id: string): void => {
  if (followed.some(({ run }) => run.id === id)) change(followed.filter(({ run }) => run.id !== id));
};

export const followRun = (one: FollowedRun): void =>
  change([...followed.filter(({ run }) => run.id !== one.run.id), one]);
