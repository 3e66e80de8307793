import { createContext, useContext } from 'react';
import type { FormDefinition } from '../net/form-definition.ts';
import type { Texts } from '../texts/es.ts';
import type { FieldName } from './answers.ts';
import type { Registration } from './use-registration.ts';

/** What every field of one form needs. */
export interface Form {
  readonly registration: Registration;
  readonly definition: FormDefinition;
  readonly texts: Texts;
  /** In how many steps the form asks. */
  readonly steps: number;
  /** Language of what marketing wrote, where it is not the form's. */
  readonly ownLang: string | undefined;
  /** Id of an element of a field, unique on the page. */
  idOf(name: FieldName, part?: string): string;
  labelOf(name: FieldName): string;
  /** Check a field that was left, once no pointer is down: an error that pushes the page would spoil a click. */
  leave(name: FieldName): void;
}

export const FormContext = createContext<Form | null>(null);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('A field stands outside of its form.');
  return form;
}
