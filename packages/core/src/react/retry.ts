import type { SWRConfiguration } from 'swr';
import { ApiError } from '../api-error.ts';

/**
 * When a failed query is retried: only for failures that may be temporary (no connection, 5xx), with increasing delays,
 * and not before the server's `Retry-After`. A 4xx would fail the same way again.
 */
export const retry: NonNullable<SWRConfiguration['onErrorRetry']> = (
  error,
  _key,
  { errorRetryCount = 3, errorRetryInterval },
  revalidate,
  options,
) => {
  if (!mayHeal(error) || options.retryCount > errorRetryCount) return;
  const pause = errorRetryInterval * 2 ** (options.retryCount - 1) * (0.75 + Math.random() / 2);
  setTimeout(() => revalidate(options), Math.max(pause, (error.retryAfter ?? 0) * 1000));
};

function mayHeal(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
