import { useApiQuery, useSession } from '@pauta/core/react';
import { SessionBar } from '@pauta/layout/bars';
import { type ReactElement, useMemo } from 'react';

interface OpenSession {
  readonly current: boolean;
  /** Seconds until the session ends. */
  readonly ends_in: number;
}

/** Warns before the session ends. Renders nothing if the server does not report when that is. */
export function SessionWatch(): ReactElement | null {
  const { logout, fetchUser } = useSession();
  const { data, mutate } = useApiQuery<{ data: readonly OpenSession[] }>('/profile/sessions', {
    shouldRetryOnError: false,
  });
  const seconds = data?.data.find(({ current }) => current)?.ends_in;
  // `ends_in` is relative to the response, so the time is computed once per response.
  const expiresAt = useMemo(
    () => (data && seconds !== undefined ? Date.now() + seconds * 1000 : null),
    [data, seconds],
  );
  if (expiresAt === null) return null;
  return (
    <SessionBar
      expiresAt={expiresAt}
      // A request extends a session that is still valid. For an ended one it gets a 401, and the guard redirects to the
      // sign-in page.
      onEnd={() => void fetchUser().then(() => mutate())}
      onExtend={() => void mutate()}
      onSignIn={() => void logout()}
    />
  );
}
