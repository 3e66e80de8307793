import { formatCivilDate } from '../../../kinds/date.ts';
import type { DateRange } from '../../../kinds/date-range.ts';
import { formatMoney } from '../../../money/format-money.ts';
import { locale } from '../../../text/locale.ts';
import type { PriceRule } from '../price-chain.ts';
import { monthChoices } from '../price-rule.ts';
import { plainAmount } from './plain-amount.ts';
import { inWords, weekdaysInWords } from './weekdays-in-words.ts';

/** A surcharge or discount with the names of what it is restricted to. */
export interface NamedRule
  extends Omit<PriceRule, 'platform_id' | 'inventory_category_id' | 'ad_article_id' | 'client_type_id'> {
  readonly platform: string | null;
  readonly inventory_category: string | null;
  readonly ad_article: string | null;
  readonly client_type: string | null;
}

/** A surcharge or discount as printed: its name, how much, and when. */
export interface RuleInWords {
  readonly name: string;
  readonly value: string;
  readonly conditions: string;
}

const plain = (value: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value as unknown as number);

const period = ({ from, to }: DateRange): string => {
  if (from === null) return `hasta el ${formatCivilDate(to ?? '')}`;
  return to === null
    ? `desde el ${formatCivilDate(from)}`
    : `del ${formatCivilDate(from)} al ${formatCivilDate(to)}`;
};

const between = (from: number | null, to: number | null): string[] => {
  if (from !== null && to !== null) return [`de ${from} a ${to} segundos`];
  if (from !== null) return [`desde ${from} segundos`];
  return to === null ? [] : [`hasta ${to} segundos`];
};

/**
 * Whether a rule is a public fact of a tariff. Every surcharge is, and every discount that applies to whoever meets its
 * condition. A discount that a seller may choose, or that belongs to a type of client, is a matter of negotiation.
 */
export const isPublicRule = ({ effect, applies, client_type }: NamedRule): boolean =>
  effect === 'surcharge' || (applies === 'automatic' && client_type === null);

/**
 * The public surcharges and discounts of a list in words, in its order.
 *
 * @param currency of the list
 * @example rulesInWords([weekend], 'DOP')
 * // [{ name: 'Fin de semana estelar', value: '15 %', conditions: 'Sábado y domingo; en franjas estelares' }]
 */
export const rulesInWords = (
  rules: readonly NamedRule[],
  effect: NamedRule['effect'],
  currency: string,
): RuleInWords[] => {
  const shown = rules.filter((rule) => rule.effect === effect && isPublicRule(rule));
  return shown.map((rule) => {
    const others = shown.filter(
      (other) => other !== rule && rule.only_best_of !== null && other.only_best_of === rule.only_best_of,
    );
    const conditions = [
      ...(rule.platform === null ? [] : [`en ${rule.platform}`]),
      ...(rule.inventory_category === null ? [] : [`en ${rule.inventory_category}`]),
      ...(rule.ad_article === null ? [] : [`para ${rule.ad_article}`]),
      ...(rule.client_type === null ? [] : [`clientes de tipo ${rule.client_type}`]),
      ...(rule.buyer === null ? [] : [rule.buyer === 'agency' ? 'compra una agencia' : 'compra directa']),
      ...(rule.days.length === 0 ? [] : [weekdaysInWords(rule.days)]),
      ...(rule.months.length === 0
        ? []
        : [
            `en ${inWords(
              rule.months.map((month) =>
                monthChoices[Number(month) as keyof typeof monthChoices].toLocaleLowerCase('es'),
              ),
            )}`,
          ]),
      ...(rule.dates === null ? [] : [period(rule.dates)]),
      ...(rule.is_prime ? ['en franjas estelares'] : []),
      ...between(rule.min_duration_sec, rule.max_duration_sec),
      ...(rule.min_qty === null ? [] : [`desde ${plain(rule.min_qty)} unidades`]),
      ...(rule.min_days === null
        ? []
        : [rule.min_days === 1 ? 'desde 1 día' : `desde ${rule.min_days} días`]),
      ...(rule.min_gross === null
        ? []
        : [`compras desde ${formatMoney(rule.min_gross, currency, 2)} antes de descuentos`]),
      ...(rule.applies === 'chosen' ? ['si se solicita'] : []),
      ...(rule.base === 'list' ? ['sobre el precio de lista'] : []),
      ...(others.length === 0 ? [] : [`no se acumula con ${inWords(others.map(({ name }) => `«${name}»`))}`]),
    ].join('; ');
    return {
      name: rule.name,
      value:
        rule.pct === null
          ? `${plainAmount(rule.amount ?? '0', currency)} por unidad`
          : `${plain(rule.pct)} %`,
      conditions: conditions.charAt(0).toLocaleUpperCase('es') + conditions.slice(1),
    };
  });
};
