import { users } from '../../admin/users/user.ts';
import { defineLines } from '../../document/document.ts';
import { choice } from '../../kinds/choice.ts';
import { dateRange } from '../../kinds/date-range.ts';
import { percent } from '../../kinds/number.ts';
import { reference } from '../../kinds/reference.ts';

/** What a member of the team does in an opportunity. */
export const splitRoles = {
  lead: 'Responsable',
  support: 'Apoyo',
  specialist: 'Especialista',
  cover: 'Cobertura',
} as const;

/**
 * One user's share of the credit for an opportunity, on all days or on some. On every day with shares they add up to
 * 100 % (domain §1.4).
 */
export const opportunitySplits = defineLines({
  name: 'opportunity_splits',
  label: { one: 'Parte del crédito', many: 'Reparto del crédito', gender: 'f' },
  title: 'role',
  search: [],
  owners: ['user_id'],
  fields: {
    user_id: reference('Vendedor', () => users, { required: true }),
    role: choice('Función', splitRoles, { required: true, initial: 'support', width: 'short' }),
    pct: percent('Parte', { required: true, min: 0.01 }),
    valid: dateRange('Vigencia', { hint: 'Vacía: todos los días.' }),
  },
});
