import type { Values } from '@pauta/domain/resource/resource.ts';
import { type RefObject, useRef } from 'react';
import { inputValues, sameInput } from '../field-components/input-values.ts';
import type { AskedFields } from './asked-fields.ts';
import type { FormHandle } from './fields-form.tsx';
import type { FormPart } from './form-part.ts';

type Form = FormHandle['form'];

export interface Typed {
  /** Inputs that differ from the initial ones, by field. */
  changes(form?: Form): Record<string, unknown>;
  isDirty(): boolean;
  /** The current input was saved or discarded, so it no longer counts as unsaved. */
  settle(): void;
}

/**
 * The unsaved input of a form.
 *
 * @param start the record being changed, or the initial values of a new one
 * @param part edited in the form besides its fields
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
