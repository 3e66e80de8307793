import { plainDecimal } from '../../inventory/tech-templates/plain-decimal.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** What a template asks for: a piece of data, or a file. */
export interface Requirement {
  readonly type: string;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly options?: readonly string[] | null;
}

/** The options in the answer to a requirement of several; the inverse joins them with line breaks. */
export const chosenOptions = (value: string): readonly string[] => value.split('\n').filter(Boolean);

/** Maximum length of an answer of the type `text`. */
const shortAnswer = 400;

const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value;
};

const checkNumber = (value: string, { min, max }: Requirement): string | null => {
  if (!/^-?\d{1,14}(\.\d{1,4})?$/.test(value)) return 'Escriba un número, con punto decimal si lo lleva.';
  if (min && compareDecimals(value, min) < 0) return `Debe ser ${plainDecimal(min)} o más.`;
  if (max && compareDecimals(value, max) > 0) return `Debe ser ${plainDecimal(max)} o menos.`;
  return null;
};

/**
 * What is wrong with an answer to what a template asks for, in Spanish; null if nothing is. An empty answer is not
 * wrong by itself: a sheet is only approved when everything required is there.
 *
 * @param value as stored: a decimal with a point, `sí` or `no`, `YYYY-MM-DD`, one of the options, or several of them,
 *   one a line
 * @example checkAnswer('31', { type: 'number', max: '30' }) // 'Debe ser 30 o menos.'
 */
export function checkAnswer(value: string, requirement: Requirement): string | null {
  if (value === '') return null;
  switch (requirement.type) {
    case 'number':
      return checkNumber(value, requirement);
    case 'yes_no':
      return value === 'sí' || value === 'no' ? null : 'Responda «sí» o «no».';
    case 'date':
      return isDay(value) ? null : 'Escriba una fecha como 2026-12-31.';
    case 'choice': {
      const options = requirement.options ?? [];
      return options.includes(value) ? null : `Elija una de estas: ${options.join(', ')}.`;
    }
    case 'choices': {
      const options = requirement.options ?? [];
      const other = chosenOptions(value).find((one) => !options.includes(one));
      return other === undefined ? null : `«${other}» no es una de estas: ${options.join(', ')}.`;
    }
    case 'text':
      return value.length > shortAnswer ? `Escriba ${shortAnswer} caracteres como máximo.` : null;
    default:
      return null;
  }
}
