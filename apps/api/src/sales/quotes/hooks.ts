import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { usualEnd } from '../copies/usual-end.ts';
import { approvalLimits } from '../lines/approval-limits.ts';
import { checkFlights } from '../lines/check-flights.ts';
import { checkPackages } from '../lines/check-packages.ts';
import { checkedParties, checkParties } from '../lines/check-parties.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';
import { quoteCommands } from './commands.ts';

/** Hooks of quotes: terms of their amounts, checks against other records, and commands. */
export const quoteHooks: ResourceHooks = {
  tables: async ({ tx }, body) => {
    checkFlights(body, 'del presupuesto');
    const terms = await readSaleTerms(tx, saleContextOf(body));
    checkPackages(body, terms);
    return terms;
  },
  beforeCreate: async ({ tx }, values) => {
    await checkParties(tx, values, new Set(Object.keys(values)));
    return isEmpty(values.valid_until) ? { valid_until: await usualEnd(tx) } : undefined;
  },
  beforeUpdate: async ({ tx }, current, values) => {
    const changed = new Set(Object.keys(values));
    if (checkedParties.some((name) => changed.has(name)))
      await checkParties(tx, { ...current, ...values }, changed);
    return 'valid_until' in values && isEmpty(values.valid_until)
      ? { valid_until: await usualEnd(tx) }
      : undefined;
  },
  approvalLimits,
  commands: quoteCommands,
};
