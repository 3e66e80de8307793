import { useApiQuery, useSession } from '@pauta/core/react';
import { SessionBar } from '@pauta/layout/bars';
import { type ReactElement, useMemo } from 'react';

interface OpenSession {
  readonly current: boolean;
  /** Seconds. */
  readonly ends_in: number;
}

/** Warns before the session ends. Silent where the server does not tell when that is. */
export function SessionWatch(): ReactElement | null {
  const { logout, fetchUser } = useSession();
  const { data, mutate } = useApiQuery<{ data: readonly OpenSession[] }>('/profile/sessions', {
    shouldRetryOnError: false,
  });
  const seconds = data?.data.find(({ current }) => current)?.ends_in;
  // Another answer is another moment from which to count.
  const expiresAt = useMemo(
    () => (data && seconds !== undefined ? Date.now() + seconds * 1000 : null),
    [data, seconds],
  );
  if (expiresAt === null) return null;
  return (
    <SessionBar
      expiresAt={expiresAt}
      // Asking is using: a session that is alive ends later, one that is not answers 401 and the guard takes over.
      onEnd={() => void fetchUser().then(() => mutate())}
      onExtend={() => void mutate()}
      onSignIn={() => void logout()}
    />
  );
}
