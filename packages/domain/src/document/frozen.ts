import type { ChoiceOptions } from '../kinds/choice.ts';
import { isDocument } from '../resource/lines.ts';
import { fieldOf, type Resource, type Values } from '../resource/resource.ts';
import { thisOne } from '../text/label.ts';

/** Whether the record is a document in a frozen state. */
export const isFrozen = (resource: Resource, record: Values | undefined): boolean =>
  isDocument(resource) &&
  resource.state !== undefined &&
  record !== undefined &&
  resource.freeze?.from.includes(String(record[resource.state])) === true;

/**
 * The message why a document is frozen; null if it is not frozen or the resource is not a document.
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
 * Whether a field may still change in a frozen document.
 *
 * @param path a field of the header, or of lines as `<name>.<field>`
 */
export const isExcepted = (resource: Resource, path: string): boolean =>
  isDocument(resource) && resource.freeze?.except.includes(path) === true;

/** Whether any field of a frozen document may still change. */
export const hasExceptions = (resource: Resource): boolean =>
  isDocument(resource) && (resource.freeze?.except.length ?? 0) > 0;
