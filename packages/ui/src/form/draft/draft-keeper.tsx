import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { type FormPart, partStore } from '../form-part.ts';
import { dropDraft, writeDraft } from './draft.ts';

type Form = UseFormReturn<Record<string, unknown>>;

/**
 * Writes the draft shortly after each change, or at once when the page may be closing. A separate component, so that
 * the form is not rendered with it.
 */
export function DraftKeeper({
  draft,
  base,
  changes,
  flush,
  kept,
  onKept,
  part,
}: {
  draft: string;
  base: AnyRecord | null;
  changes: (form: Form) => Record<string, unknown>;
  /** Takes what writes down a change that still waits. */
  flush: { current: () => void };
  kept: boolean;
  onKept: (kept: boolean) => void;
  /** What is edited besides the fields. */
  part?: FormPart | undefined;
}): ReactElement {
  const form: Form = useFormContext();
  const values = useWatch();
  const version = useSyncExternalStore(...partStore(part));
  const first = useRef(true);
  const waits = useRef(false);
  const write = (): void => {
    waits.current = false;
    const inputs = changes(form);
    if (Object.keys(inputs).length === 0) {
      dropDraft(draft);
      onKept(false);
    } else onKept(writeDraft(draft, { inputs, base, at: Date.now() }));
  };
  const latest = useRef(write);
  latest.current = write;
  useEffect(() => {
    // The values it opens with are no change; a draft just read is still there.
    if (first.current) {
      first.current = false;
      return;
    }
    waits.current = true;
    const timer = setTimeout(() => latest.current(), 400);
    return () => clearTimeout(timer);
    // Each change starts the wait again.
  }, [values, version]);
  useEffect(() => {
    const now = (): void => {
      if (waits.current) latest.current();
    };
    flush.current = now;
    document.addEventListener('visibilitychange', now);
    window.addEventListener('pagehide', now);
    return () => {
      document.removeEventListener('visibilitychange', now);
      window.removeEventListener('pagehide', now);
      // A session that ended takes the page away.
      now();
    };
  }, [flush]);
  return <>{kept && 'Cambios sin guardar · borrador en este equipo'}</>;
}
