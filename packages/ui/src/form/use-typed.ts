import type { Values } from '@pauta/domain/resource/resource.ts';
import { type RefObject, useRef } from 'react';
import { inputValues, sameInput } from '../field-components/input-values.ts';
import type { AskedFields } from './asked-fields.ts';
import type { FormHandle } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';

type Form = FormHandle['form'];

export interface Typed {
  /** Inputs that differ from what the form began with, by field. */
  changes(form?: Form): Record<string, unknown>;
  isDirty(): boolean;
  /** What is in the form now is saved or given up: while it stands there is nothing to lose. */
  settle(): void;
}

/**
 * What was typed into a form and is not saved.
 *
 * @param start the record that the form stands on, or what a new one begins with
 * @param part what is edited in it besides its fields
 */
export function useTyped(
  handle: RefObject<FormHandle | null>,
  { fields, locked }: AskedFields,
  start: Values,
  part: FormPart | undefined,
): Typed {
  const settled = useRef<{ readonly inputs: unknown; readonly version: number | undefined } | null>(null);
  const changes = (form: Form | undefined = handle.current?.form): Record<string, unknown> => {
    const now = form?.getValues();
    const { current: done } = settled;
    if (done && done.version === part?.version() && sameInput(now, done.inputs)) return {};
    const before = inputValues(fields, start);
    const own = Object.entries(now ?? {}).filter(
      ([name, value]) => name in fields && !(name in locked) && !sameInput(value, before[name]),
    );
    return { ...Object.fromEntries(own), ...part?.changes() };
  };
  return {
    changes,
    isDirty: () => Object.keys(changes()).length > 0,
    settle: () => {
      settled.current = { inputs: handle.current?.form.getValues(), version: part?.version() };
    },
  };
}
