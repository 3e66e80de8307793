import { useUser } from '@pauta/core/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AskedFields } from '../asked-fields.ts';
import type { FormHandle } from '../fields-form.tsx';
import { type Draft, draftKey, dropDraft, readDraft } from './draft.ts';

export interface RecordDraft {
  readonly key: string;
  /** The draft found when the form was opened, until it is saved or discarded. */
  readonly found: Draft | null;
  /** Something typed is kept in this browser. */
  readonly kept: boolean;
  readonly setKept: (kept: boolean) => void;
  /** Writes down a change that still waits; `DraftKeeper` fills it. */
  readonly flush: { current: () => void };
  forget(): void;
}

/**
 * The draft of a record's form in this browser.
 *
 * @param id of the record; of a new one, how it is told from other new ones, null for nothing
 */
export function useRecordDraft(resource: string, id: string | null): RecordDraft {
  const user = useUser();
  // The user who opened the form: a 401 in between must not lose the draft.
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

/** Puts the inputs of a draft back once the form stands. */
export function usePutBack(
  handle: RefObject<FormHandle | null>,
  { fields, locked }: AskedFields,
  found: Draft | null,
): void {
  useEffect(() => {
    const form = handle.current?.form;
    for (const [name, value] of Object.entries(found?.inputs ?? {})) {
      if (name in fields && !(name in locked)) form?.setValue(name, value, { shouldDirty: true });
    }
    // Once, when the form opens.
  }, []);
}
