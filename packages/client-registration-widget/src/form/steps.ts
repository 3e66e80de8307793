import type { FieldName } from './answers.ts';
import { fieldOrder } from './fields.ts';

const contact = fieldOrder.indexOf('contact.first_name');
const interest = fieldOrder.indexOf('investment_band');

/**
 * The step that asks for a field, from 0: the company, its contact, what it is interested in with the consent.
 *
 * @param steps how many the form has; the last one takes what is left
 */
export const stepOf = (name: FieldName, steps: number): number => {
  const place = fieldOrder.indexOf(name);
  return Math.min(place < contact ? 0 : place < interest ? 1 : 2, steps - 1);
};
