import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useEffect, useRef, useSyncExternalStore } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import { type FormPart, partStore } from '../form-part.ts';
import { dropDraft, writeDraft } from './draft.ts';

type Form = UseFormReturn<Record<string, unknown>>;

/**
 * Stores the draft shortly after each change, or immediately when the page may be closing. A separate component, so
 * that a change does not render the whole form.
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
  /** Is set to a function that immediately stores a change that is not stored yet. */
  flush: { current: () => void };
  kept: boolean;
  onKept: (kept: boolean) => void;
  /** Data that is edited besides the fields. */
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
    // The initial values are not a change, and a draft that was just read is stored already.
    if (first.current) {
      first.current = false;
      return;
    }
    waits.current = true;
    const timer = setTimeout(() => latest.current(), 400);
    return () => clearTimeout(timer);
    // Each change restarts the delay.
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
      // The form is unmounted when the session ends, so the last change is stored here.
      now();
    };
  }, [flush]);
  return <>{kept && 'Cambios sin guardar · borrador en este equipo'}</>;
}
