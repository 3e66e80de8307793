import { useUser } from '@pauta/core/react';
import { draftKey, dropDraft, readDraft, writeDraft } from '@pauta/ui/form/draft/draft.ts';
import { useEffect, useRef, useState } from 'react';
import { fromInputs, noEdits, type PlanEdits, toInputs } from './plan-edits.ts';

/** Milliseconds after a change until it is stored. */
const delay = 400;

export interface EditsDraft {
  readonly edits: PlanEdits;
  readonly setEdits: (change: (now: PlanEdits) => PlanEdits) => void;
  /** When the edits were written that were found here; null if there were none, or they are settled. */
  readonly foundAt: number | null;
  /** Discards the edits and their draft. */
  discard(): void;
}

/**
 * Unsaved cells that survive a reload and the end of the session: they are stored in this browser for the user, as the
 * drafts of forms are.
 *
 * @param name of the grid, such as `client_budgets.grid`
 */
export function useEditsDraft(name: string): EditsDraft {
  const user = useUser();
  // The key contains the user who opened the grid, so that the draft is not lost if a 401 ends the session.
  const [key] = useState(() => draftKey(String(user?.id ?? ''), name, null));
  const [found] = useState(() => readDraft(key));
  const [edits, setEdits] = useState<PlanEdits>(() => (found ? fromInputs(found.inputs) : noEdits));
  const stored = useRef(edits);
  const latest = useRef(edits);
  latest.current = edits;
  const write = useRef(() => {
    if (stored.current === latest.current) return;
    stored.current = latest.current;
    if (latest.current.size === 0) dropDraft(key);
    else writeDraft(key, { inputs: toInputs(latest.current), base: null, at: Date.now() });
  });
  useEffect(() => {
    const timer = setTimeout(write.current, delay);
    return () => clearTimeout(timer);
    // Each change restarts the delay.
  }, [edits]);
  useEffect(() => {
    const now = write.current;
    document.addEventListener('visibilitychange', now);
    window.addEventListener('pagehide', now);
    return () => {
      document.removeEventListener('visibilitychange', now);
      window.removeEventListener('pagehide', now);
      // The grid is unmounted when the session ends, so the last change is stored here.
      now();
    };
  }, []);
  return {
    edits,
    setEdits,
    foundAt: found && edits.size > 0 ? found.at : null,
    discard: () => setEdits(noEdits),
  };
}
