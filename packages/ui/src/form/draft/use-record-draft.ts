import { useUser } from '@pauta/core/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AskedFields } from '../asked-fields.ts';
import type { FormHandle } from '../fields-form.tsx';
import { type Draft, draftKey, dropDraft, readDraft } from './draft.ts';

export interface RecordDraft {
  readonly key: string;
  /** The draft found when the form was opened, until it is saved or discarded. */
  readonly found: Draft | null;
  /** Whether unsaved input is stored in this browser. */
  readonly kept: boolean;
  readonly setKept: (kept: boolean) => void;
  /** Immediately stores a change that is not stored yet; set by `DraftKeeper`. */
  readonly flush: { current: () => void };
  forget(): void;
}

/**
 * The draft of a record's form in this browser.
 *
 * @param id id of the record; for a new one, a key that distinguishes it from other new records, or null
 */
export function useRecordDraft(resource: string, id: string | null): RecordDraft {
  const user = useUser();
  // The key contains the user who opened the form, so that the draft is not lost if a 401 ends the session.
  const [key] = useState(() => draftKey(String(user?.id ?? ''), resource, id));
  const [found, setFound] = useState<Draft | null>(() => readDraft(key));
  const [kept, setKept] = useState(false);
  const flush = useRef(() => {});
  return {
    key,
    found,
    kept,
    setKept,
    flush,
    forget: () => {
      dropDraft(key);
      setFound(null);
      setKept(false);
    },
  };
}

/** Restores the input of a draft when the form is mounted. */
export function useRestoreDraft(
  handle: RefObject<FormHandle | null>,
  { fields, locked }: AskedFields,
  found: Draft | null,
): void {
  useEffect(() => {
    const form = handle.current?.form;
    for (const [name, value] of Object.entries(found?.inputs ?? {})) {
      if (name in fields && !(name in locked)) form?.setValue(name, value, { shouldDirty: true });
    }
    // Runs only when the form opens.
  }, []);
}
