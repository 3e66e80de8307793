import type { ChoiceOptions } from '../kinds/choice.ts';
import { isDocument } from '../resource/lines.ts';
import { fieldOf, type Resource, type Values } from '../resource/resource.ts';
import { thisOne } from '../text/label.ts';

/** Is the record a document in a state in which it does not change any more? */
export const isFrozen = (resource: Resource, record: Values | undefined): boolean =>
  isDocument(resource) &&
  resource.state !== undefined &&
  record !== undefined &&
  resource.freeze?.from.includes(String(record[resource.state])) === true;

/**
 * Why a document does not change any more; null while it does, and of what is no document.
 *
 * @example frozenReason(quotes, signed) // 'No se puede cambiar este presupuesto: en estado «Firmado» ya no se modifica.'
 */
export function frozenReason(resource: Resource, record: Values | undefined): string | null {
  if (!isFrozen(resource, record) || !record || resource.state === undefined) return null;
  const state = String(record[resource.state]);
  const { choices } = fieldOf(resource, resource.state).options as ChoiceOptions;
  const label = choices.find(({ value }) => value === state)?.label ?? state;
  return `No se puede cambiar ${thisOne(resource.label)}: en estado «${label}» ya no se modifica.`;
}

/**
 * May this still change in a frozen document?
 *
 * @param path a field of the header, or of lines as `<name>.<field>`
 */
export const isExcepted = (resource: Resource, path: string): boolean =>
  isDocument(resource) && resource.freeze?.except.includes(path) === true;

/** Does anything of a frozen document still change? */
export const hasExceptions = (resource: Resource): boolean =>
  isDocument(resource) && (resource.freeze?.except.length ?? 0) > 0;
