import type { Values } from '@pauta/domain/resource/resource.ts';
import type { AnsweredLine, LineChoice } from './order-answer.ts';
import { nameOf } from './order-answer.ts';

const longest = 160;

/**
 * The lines of a quote for a line of an order. What follows from the space (article, description, classification) is left
 * to the form.
 *
 * @param withPrices whether the price and discount that the order names are agreed
 */
export const quoteLinesOf = (
  line: AnsweredLine,
  { space }: LineChoice,
  withPrices: boolean,
): readonly Values[] =>
  line.times.map(({ flight, days, units_per_day }) => ({
    line_kind: line.isBonus ? 'bonus' : 'airtime',
    ...(space
      ? { inventory_item_id: { id: space.id, label: space.label, code: space.code ?? '' } }
      : { description: [nameOf(line), line.station].filter(Boolean).join(' · ').slice(0, longest) }),
    flight,
    days,
    units_per_day,
    ...(line.duration_sec !== null && { duration_sec: line.duration_sec }),
    ...(withPrices && !line.isBonus && line.price !== null && { agreed_price: line.price }),
    ...(withPrices && !line.isBonus && line.discount_pct !== null && { discount_pct: line.discount_pct }),
  }));
