import { formatField, isEmpty } from '../../kinds/kind.ts';
import type { Values } from '../../resource/resource.ts';
import { priceRules } from './price-rule.ts';

/** The conditions of a rule, and what comes before the value of each. */
const conditions = {
  platform_id: 'en',
  inventory_category_id: 'en',
  ad_article_id: 'de',
  client_type_id: 'a',
  buyer: 'si compra',
  days: 'los días',
  months: 'en',
  dates: 'fechas',
  min_duration_sec: 'desde (s)',
  max_duration_sec: 'hasta (s)',
  min_qty: 'desde la cantidad',
  min_days: 'desde días de vuelo:',
  min_gross: 'desde el bruto del documento',
} as const;

/**
 * When a surcharge or discount applies, in a sentence.
 *
 * @param rule a line of a price list, in the form of an answer
 * @example ruleConditions({ applies: 'automatic', months: ['11', '12'] }) // 'Siempre: en Noviembre, Diciembre.'
 */
export const ruleConditions = (rule: Values): string => {
  const found = Object.entries(conditions).flatMap(([name, before]) => {
    const field = priceRules.fields[name as keyof typeof conditions];
    const value = rule[name];
    return isEmpty(value) || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${before} ${formatField(field, value, rule)}`];
  });
  if (rule.is_prime === true) found.push('solo en franjas estelares');
  const start = rule.applies === 'chosen' ? 'Si el vendedor lo elige' : 'Siempre';
  return found.length === 0 ? `${start}.` : `${start}: ${found.join('; ')}.`;
};
