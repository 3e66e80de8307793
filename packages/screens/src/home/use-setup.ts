import { useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { type SetupState, setupSteps } from '@pauta/domain/home/setup.ts';
import { useMay } from '@pauta/ui/data/may.ts';

export interface Setup {
  /** Absent while unknown, for users who may not set anything up, and once the list was hidden. */
  readonly state: SetupState | undefined;
  /** Whether the state is loading. Content below the list must wait for it, because it would move otherwise. */
  readonly isLoading: boolean;
  readonly refresh: () => Promise<unknown>;
}

/** The number of completed steps. */
export const countDone = ({ done }: SetupState): number => setupSteps.filter(({ name }) => done[name]).length;

/** The progress of the setup, for users who may do it. While the mail server is being checked it polls. */
export function useSetup(): Setup {
  const may = useMay(users).permission('settings.update');
  const answer = useApiQuery<{ readonly data: SetupState }>(may.allowed ? '/setup' : null, {
    refreshInterval: (latest) => (latest?.data.mail.state === 'checking' ? 1500 : 60_000),
  });
  const state = answer.data?.data;
  const isPutAway = state?.dismissed === true && countDone(state) === setupSteps.length;
  return {
    state: isPutAway ? undefined : state,
    isLoading: may.allowed && state === undefined && !answer.error,
    refresh: () => answer.mutate(),
  };
}
