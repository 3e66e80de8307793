import { useSession } from '@pauta/core/react';
import { useMayLeave } from '@pauta/ui/form/unsaved.tsx';

/** Signs out, unless the user cancels because of unsaved changes: then `false`. */
export function useSignOut(): () => Promise<false | undefined> {
  const { logout } = useSession();
  const mayLeave = useMayLeave();
  return async () => {
    if (!(await mayLeave())) return false;
    await logout();
  };
}
