import type { FieldName } from './answers.ts';
import { parts } from './fields.ts';

/**
 * The step with a field, from 0: the company, its contact, its interests with the consent.
 *
 * @param steps the number of steps of the form; the last one has all remaining fields
 */
export const stepOf = (name: FieldName, steps: number): number => {
  const part = parts.findIndex(({ names }) => names.includes(name));
  return Math.min(part < 0 ? parts.length : part, steps - 1);
};
