import type { FieldName } from './answers.ts';
import { parts } from './fields.ts';

/**
 * The step that asks for a field, from 0: the company, its contact, what it is interested in with the consent.
 *
 * @param steps how many the form has; the last one takes what is left
 */
export const stepOf = (name: FieldName, steps: number): number => {
  const part = parts.findIndex(({ names }) => names.includes(name));
  return Math.min(part < 0 ? parts.length : part, steps - 1);
};
