import type { Field, SeenBy } from '../../kinds/kind.ts';
import { type DecimalOptions, decimal, type MoneyOptions, money, percent } from '../../kinds/number.ts';

const computed = { readOnly: true, computed: true, derived: true, aggregate: null } as const;

/** The permissions to see contracts. Whatever sums their amounts is shown to whoever may see them. */
export const contractReaders = {
  viewAll: 'contracts.view_all',
  viewTeam: 'contracts.view_team',
  viewOwn: 'contracts.view_own',
} as const satisfies SeenBy;

/** An amount that was reached of a plan, in its currency, summed by the database (`0057_actuals.sql`). */
export const actualAmount = (label: string, seenBy: SeenBy, hint: string): Field<string, MoneyOptions> =>
  money(label, { ...computed, currency: 'currency_code', seenBy, hint });

/** As `actualAmount`, of a plan that may be a number of things. */
export const actualNumber = (label: string, seenBy: SeenBy, hint: string): Field<string, DecimalOptions> =>
  decimal(label, { ...computed, scale: 2, seenBy, hint });

/** The part of a plan that was reached, in percent; it may exceed 100. */
export const reachedPart = (label: string, seenBy: SeenBy, hint: string): Field<string, DecimalOptions> =>
  percent(label, { ...computed, max: 1_000_000, seenBy, hint });
