import type { Values } from '@pauta/domain/resource/resource.ts';
import { type RefObject, useRef } from 'react';
import { inputValues, sameInput } from '../field-components/input-values.ts';
import type { AskedFields } from './asked-fields.ts';
import type { FormHandle } from './fields-form.tsx';

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
 */
export function useTyped(
  handle: RefObject<FormHandle | null>,
  { fields, locked }: AskedFields,
  start: Values,
): Typed {
  const settled = useRef<Readonly<Record<string, unknown>> | null>(null);
  const changes = (form: Form | undefined = handle.current?.form): Record<string, unknown> => {
    const now = form?.getValues();
    if (settled.current && sameInput(now, settled.current)) return {};
    const before = inputValues(fields, start);
    return Object.fromEntries(
      Object.entries(now ?? {}).filter(
        ([name, value]) => name in fields && !(name in locked) && !sameInput(value, before[name]),
      ),
    );
  };
  return {
    changes,
    isDirty: () => Object.keys(changes()).length > 0,
    settle: () => {
      settled.current = handle.current?.form.getValues() ?? null;
    },
  };
}
