/** A warning about the end of a session. */
export interface SessionWarning {
  /** Whole minutes left, rounded up; 0 once it has ended. */
  readonly minutes: number;
  /** Less than a minute is left. */
  readonly last: boolean;
  readonly ended: boolean;
}

const minute = 60_000;
/** The longest delay of `setTimeout` in browsers, in milliseconds. */
export const longestTimer = 2 ** 31 - 1;

/**
 * The current warning for a session that ends at `expiresAt`, and the milliseconds until it has to be computed again;
 * all times in milliseconds.
 *
 * @param lead how long before its end the warning appears
 */
export function sessionWarning(
  now: number,
  expiresAt: number,
  lead: number,
): { readonly warning: SessionWarning | null; readonly wait: number | null } {
  const left = expiresAt - now;
  if (Number.isNaN(left)) return { warning: null, wait: null };
  if (left <= 0) return { warning: { minutes: 0, last: false, ended: true }, wait: null };
  if (left > lead) return { warning: null, wait: Math.min(left - lead, longestTimer) };
  const minutes = Math.ceil(left / minute);
  return {
    warning: { minutes, last: minutes === 1, ended: false },
    wait: left - (minutes - 1) * minute,
  };
}
