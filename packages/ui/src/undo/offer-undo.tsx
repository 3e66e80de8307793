import { useApi, useInvalidate } from '@pauta/core/react';
import { useMemo } from 'react';
import { notify } from '../controls/toast.ts';
import { useNavigate } from '../router.ts';

export interface Undo {
  /**
   * Shows a notification with a button "Deshacer" for ten seconds. Without a request id it has no button.
   *
   * @param requestId id of the request that wrote: `requestIdOf(record)`, or `request_id` of a bulk change
   */
  offer(text: string, requestId: string | undefined): void;
  /**
   * Undoes a request immediately. Reports the result in a notification or, if something could not be undone, in a
   * dialog with the reasons.
   */
  run(requestId: string): Promise<void>;
}

/**
 * Undoes the changes of one request. Also works after the screen that offered it is unmounted.
 *
 * @example
 * const undo = useUndo();
 * undo.offer('Cliente archivado', requestIdOf(await commands.archive(client)));
 */
export function useUndo(): Undo {
  const api = useApi();
  const invalidate = useInvalidate();
  const navigate = useNavigate();
  return useMemo(() => {
    const run = async (requestId: string): Promise<void> => {
      const { runUndo } = await import('./run-undo.ts');
      await runUndo({ api, invalidate, go: (path) => void navigate(path) }, requestId);
    };
    return {
      run,
      offer: (text, requestId) =>
        notify(
          text,
          requestId === undefined ? {} : { action: { label: 'Deshacer', run: () => void run(requestId) } },
        ),
    };
  }, [api, invalidate, navigate]);
}
