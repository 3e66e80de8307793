import { createIdempotencyKey } from '@pauta/core';
import { useApi, useInvalidate } from '@pauta/core/react';
import { useMemo } from 'react';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { useNavigate } from '../router.ts';
import { longest, type UndoAnswer } from './undo-answer.ts';
import { undoneText } from './undo-words.ts';

export interface Undo {
  /**
   * Says what was done, for ten seconds, with "Deshacer" beside it. Without a request it only says it.
   *
   * @param requestId of the write: `requestIdOf(record)`, or `request_id` of a bulk change
   */
  offer(text: string, requestId: string | undefined): void;
  /** Undoes now and says what came of it, in a notice or, where something stays, in a window with the reasons. */
  run(requestId: string): Promise<void>;
}

/** Longer than this, and the person is told that it is under way. */
const soon = 700;

/**
 * Undo of what one request wrote. It works on after the screen that offered it is gone.
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
    const run = async (requestId: string, redo = false): Promise<void> => {
      const slow = setTimeout(() => notify(redo ? 'Rehaciendo…' : 'Deshaciendo…'), soon);
      try {
        const { data } = await api.post<{ data: UndoAnswer }>(
          `/undo/${encodeURIComponent(requestId)}`,
          undefined,
          { idempotencyKey: createIdempotencyKey(), timeout: longest },
        );
        // A failing refresh is the query's to report.
        invalidate(...data.paths.map((path) => `/${path}`)).catch(() => {});
        if (data.blocked_total > 0) {
          const { openUndoReport } = await import('./undo-report.tsx');
          openUndoReport(data, (path) => void navigate(path));
          return;
        }
        notify(redo ? 'Cambio rehecho' : undoneText(data), {
          action: redo
            ? { label: 'Deshacer', run: () => void run(data.request_id) }
            : { label: 'Rehacer', run: () => void run(data.request_id, true) },
        });
      } catch (error) {
        notify(describeFailure(error).message, { tone: 'danger' });
      } finally {
        clearTimeout(slow);
      }
    };
    return {
      run: (requestId) => run(requestId),
      offer: (text, requestId) =>
        notify(
          text,
          requestId === undefined ? {} : { action: { label: 'Deshacer', run: () => void run(requestId) } },
        ),
    };
  }, [api, invalidate, navigate]);
}
