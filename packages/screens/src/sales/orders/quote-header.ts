import { formatField, isEmpty } from '@pauta/domain/kinds/kind.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { ReadOrder } from '@pauta/domain/sales/orders/order.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';

const longestName = 160;

/** Whether nothing was typed into an input; a period with one of its ends was. */
const isBlank = (value: unknown): boolean =>
  value !== null && typeof value === 'object' ? Object.values(value).every(isEmpty) : isEmpty(value);

/**
 * What an order fills of the header of a new quote: its campaign and its flight, where they are empty.
 *
 * @param values of the header, as they are entered
 * @example quoteHeaderOf({ facts: { campaign: 'Verano' }, flight: null }, { name: '' }) // { name: 'Verano' }
 */
export const quoteHeaderOf = (
  { facts, flight }: Pick<ReadOrder, 'facts' | 'flight'>,
  values: Values,
): Values => {
  const found: Values = {
    ...(facts.campaign && { name: facts.campaign.slice(0, longestName) }),
    ...(flight && { flight }),
  };
  return Object.fromEntries(
    Object.entries(found).filter(([name]) => name in values && isBlank(values[name])),
  );
};

/** What was filled, in words. @example sayHeader({ name: 'Verano' }) // 'Campaña: Verano' */
export const sayHeader = (header: Values): string =>
  (['name', 'flight'] as const)
    .filter((name) => name in header)
    .map((name) => `${quotes.fields[name].label}: ${formatField(quotes.fields[name], header[name])}`)
    .join(' · ');
