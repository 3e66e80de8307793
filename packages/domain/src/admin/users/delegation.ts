import { date } from '../../kinds/date.ts';
import type { Field, Fields } from '../../kinds/kind.ts';
import { reference } from '../../kinds/reference.ts';
import { longText } from '../../kinds/text.ts';
import type { Rule } from '../../resource/resource.ts';
import { users } from './user.ts';

/** Longest delegation, in days. */
export const longestDelegation = 366;

/** The substitute and the period; the delegated permissions are chosen separately from these fields. */
export const delegationFields: Fields = {
  to_user_id: reference('Quién reemplaza', () => users, { required: true, width: 'full' }) as Field,
  starts_on: date('Desde', { required: true, width: 'medium' }) as Field,
  ends_on: date('Hasta', { required: true, width: 'medium', hint: 'Ese día todavía vale.' }) as Field,
  reason: longText('Motivo', { max: 500, hint: 'Por ejemplo: vacaciones.' }) as Field,
};

const days = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 86_400_000;

/** The end must not be before the start, and the period is limited. */
export const delegationDays: Rule = ({ starts_on, ends_on }) => {
  if (typeof starts_on !== 'string' || typeof ends_on !== 'string') return null;
  if (ends_on < starts_on) return { ends_on: ['Debe ser el mismo día que «Desde» o después.'] };
  return days(starts_on, ends_on) > longestDelegation
    ? { ends_on: ['Una delegación dura como máximo un año.'] }
    : null;
};
