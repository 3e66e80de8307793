import { type ApiClient, createIdempotencyKey } from '@pauta/core';
import { notify } from '../controls/toast.ts';
import { describeFailure } from '../data/failure.ts';
import { longest, type UndoAnswer } from './undo-answer.ts';
import { undoneText } from './undo-words.ts';

/** What an undo needs after the screen that offered it is unmounted. */
export interface UndoTools {
  readonly api: ApiClient;
  readonly invalidate: (...paths: string[]) => Promise<void>;
  readonly go: (path: string) => void;
}

/** Milliseconds after which the user is informed that the undo is still running. */
const soon = 700;

/**
 * Undoes one request and reports the result: in a notification or, if something could not be undone, in a dialog with
 * the reasons.
 */
export async function runUndo(tools: UndoTools, requestId: string, redo = false): Promise<void> {
  const { api, invalidate, go } = tools;
  const slow = setTimeout(() => notify(redo ? 'Rehaciendo…' : 'Deshaciendo…'), soon);
  try {
    const { data } = await api.post<{ data: UndoAnswer }>(
      `/undo/${encodeURIComponent(requestId)}`,
      undefined,
      { idempotencyKey: createIdempotencyKey(), timeout: longest },
    );
    // If reloading fails, the query reports it.
    invalidate(...data.paths.map((path) => `/${path}`)).catch(() => {});
    if (data.blocked_total > 0) {
      const { openUndoReport } = await import('./undo-report.tsx');
      openUndoReport(data, go);
      return;
    }
    const label = redo ? 'Deshacer' : 'Rehacer';
    notify(
      redo ? 'Cambio rehecho' : undoneText(data),
      data.repeatable ? { action: { label, run: () => void runUndo(tools, data.request_id, !redo) } } : {},
    );
  } catch (error) {
    notify(describeFailure(error).message, { tone: 'danger' });
  } finally {
    clearTimeout(slow);
  }
}
