import { plainDecimal } from '../../inventory/tech-templates/plain-decimal.ts';
import { choice, choices } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { type Field, isEmpty, parseField } from '../../kinds/kind.ts';
import { decimal } from '../../kinds/number.ts';
import { longText, text } from '../../kinds/text.ts';
import { toWire } from '../../resource/record.ts';
import { chosenOptions, type Requirement } from './check-answer.ts';

/** A piece of data that a technical sheet asks for, as its input needs it. */
export interface AskedData extends Requirement {
  readonly label: string;
  readonly unit?: string | null;
}

const withUnit = ({ label, unit }: AskedData): string => (unit ? `${label} (${unit})` : label);
const named = (options: AskedData['options']): Readonly<Record<string, string>> =>
  Object.fromEntries((options ?? []).map((one) => [one, one]));

/**
 * The field in which a requirement is answered, the same in a running sheet and in the preview of its template.
 *
 * @example requirementField({ label: 'Ancho', type: 'number', unit: 'm' }) // a decimal called «Ancho (m)»
 */
export function requirementField(asked: AskedData): Field {
  const label = withUnit(asked);
  switch (asked.type) {
    case 'number':
      return decimal(label, { scale: 4, ...bounds(asked) });
    case 'yes_no':
      return choice(label, { sí: 'Sí', no: 'No' });
    case 'choice':
      return choice(label, named(asked.options));
    case 'choices':
      return choices(label, named(asked.options));
    case 'date':
      return date(label);
    case 'long_text':
      return longText(label, { max: 4000 });
    default:
      return text(label, { max: 400 });
  }
}

const bounds = ({ min, max }: Requirement): { readonly min?: number; readonly max?: number } => ({
  ...(!isEmpty(min) && { min: Number(min) }),
  ...(!isEmpty(max) && { max: Number(max) }),
});

/** What the input of a requirement shows for its stored answer. */
export const answerToInput = ({ type }: Requirement, answer: string): unknown =>
  type === 'choices' ? chosenOptions(answer) : answer;

/** The stored answer for what was typed; text that is not a value yet stays as it is, for the check to judge. */
export const inputToAnswer = (asked: AskedData, input: unknown): string => {
  if (isEmpty(input)) return '';
  if (asked.type === 'choices') return (input as readonly string[]).join('\n');
  if (asked.type !== 'number') return String(input);
  // Without its limits, so that a number beyond them is judged as a number.
  const field = decimal(asked.label, { scale: 4 });
  const read = parseField(field, input);
  return read.ok && read.value !== null ? plainDecimal(String(toWire(field, read.value))) : String(input);
};
