import { formatCount } from './locale.ts';
/** The Spanish name of a resource; its gender determines the agreement of other words. */
export interface Label {
  readonly one: string;
  readonly many: string;
  readonly gender: 'm' | 'f';
}

/** A text with a small first letter. @example lower('Por día') // 'por día' */
export const lower = (text: string): string => text.charAt(0).toLocaleLowerCase('es') + text.slice(1);

/**
 * A word that agrees with the label, given in the masculine singular with a final `o`.
 *
 * @example agree({ one: 'Agencia', many: 'Agencias', gender: 'f' }, 'creado') // 'creada'
 */
export function agree(label: Label, word: string, count = 1): string {
  const stem = label.gender === 'f' ? word.replace(/o$/, 'a') : word;
  return count === 1 ? stem : `${stem}s`;
}

/** @example newOne(agencies.label) // 'Nueva agencia' */
export function newOne(label: Label): string {
  return `${label.gender === 'f' ? 'Nueva' : 'Nuevo'} ${lower(label.one)}`;
}

/** @example theOne(agencies.label) // 'la agencia' */
export function theOne(label: Label): string {
  return `${label.gender === 'f' ? 'la' : 'el'} ${lower(label.one)}`;
}

/** @example thisOne(clients.label) // 'este cliente' */
export function thisOne(label: Label): string {
  return `${label.gender === 'f' ? 'esta' : 'este'} ${lower(label.one)}`;
}

/** Instruction for an archived record. @example restoreFirst(agencies.label) // 'Restáurela primero.' */
export function restoreFirst(label: Label): string {
  return `Restáure${label.gender === 'f' ? 'la' : 'lo'} primero.`;
}

/** @example capital('esta agencia') // 'Esta agencia' */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase('es') + text.slice(1);
}

/** @example countOf(clients.label, 2) // '2 clientes' */
export function countOf(label: Label, count: number): string {
  return `${formatCount(count)} ${lower(count === 1 ? label.one : label.many)}`;
}
