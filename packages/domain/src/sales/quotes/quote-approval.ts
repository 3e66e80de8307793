import type { Reason } from '../../approval/reason.ts';
import type { Line } from '../../document/document.ts';
import { isEmpty } from '../../kinds/kind.ts';
import { multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { formatAmount } from '../../money/currency-amount.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { linesIn } from '../../resource/lines.ts';
import type { Values } from '../../resource/resource.ts';
import type { Label } from '../../text/label.ts';
import { countOf } from '../../text/label.ts';

/** Permissions that decide the reasons of a quote, of a contract made by hand, and of an addendum. */
export const quoteDeciders = [
  'quotes.discount_over_limit',
  'quotes.approve',
  'clients.credit_hold',
  'clients.credit_limit',
] as const;

const lineLabel: Label = { one: 'renglón', many: 'renglones', gender: 'm' };
const fraction = (percent: unknown): string => multiply(String(percent ?? '0'), '0.01');
const percentText = (percent: unknown): string => `${Number(percent)} %`;

/** Price of one unit after the discount. */
const paidPrice = ({ agreed_price, list_price, discount_pct }: Line): string =>
  multiply(String(agreed_price ?? list_price ?? '0'), subtract('1', fraction(discount_pct)));

/** What the quote would cost more if no line were further below the list than `allowed` percent. */
const givenBeyond = (lines: readonly Line[], allowed: string): string =>
  sum(
    lines
      .filter(({ line_kind }) => line_kind !== 'bonus')
      .map((line) => {
        const listed = String(line.list_price ?? line.agreed_price ?? '0');
        const least = multiply(listed, subtract('1', fraction(allowed)));
        const below = subtract(least, paidPrice(line));
        if (compareDecimals(below, '0') <= 0) return '0.00';
        const surcharge = subtract('1', multiply(fraction(line.surcharge_pct), '-1'));
        return round(multiply(multiply(below, surcharge), String(line.quantity)), 2);
      }),
  );

const isUnderFloor = (line: Line): boolean =>
  line.line_kind !== 'bonus' &&
  !isEmpty(line.floor_price) &&
  compareDecimals(paidPrice(line), String(line.floor_price)) < 0;

/**
 * Why the bonuses of a sale ask for an approval: at list prices they exceed the allowed percent of its net. None without
 * a bonus, or where that percent is not known.
 */
export const bonusReasons = (
  lines: readonly Line[],
  { allowed_bonus_pct, currency_code }: Values,
): readonly Reason[] => {
  if (isEmpty(allowed_bonus_pct)) return [];
  const currency = String(currency_code);
  const worth = sum(
    lines.filter(({ line_kind }) => line_kind === 'bonus').map(({ gross }) => String(gross ?? '0.00')),
  );
  const net = sum(lines.map((line) => String(line.net ?? '0.00')));
  const beyond = subtract(worth, round(multiply(net, fraction(allowed_bonus_pct)), 2));
  if (compareDecimals(worth, '0') <= 0 || compareDecimals(beyond, '0') <= 0) return [];
  return [
    {
      code: 'bonus_over_limit',
      text:
        `Bonificación de ${formatAmount({ amount: worth, currency })} para un neto de ` +
        `${formatAmount({ amount: net, currency })}; sin aprobación se puede dar hasta ${percentText(allowed_bonus_pct)}.`,
      effect: { amount: beyond, currency },
      permission: 'quotes.discount_over_limit',
    },
  ];
};

/** Why the credit limit of the account that would pay a quote asks for an approval; null if it does not. */
const creditReason = ({ credit_limit, credit_currency_code, exposure }: Values): Reason | null => {
  if (isEmpty(credit_limit)) return null;
  const currency = String(credit_currency_code);
  const limit = String(credit_limit);
  const shown = formatAmount({ amount: limit, currency });
  if (isEmpty(exposure))
    return {
      code: 'exposure_unknown',
      text: `Quien paga tiene un límite de crédito de ${shown} y falta una tasa de cambio para saber cuánto deberá.`,
      effect: null,
      permission: 'clients.credit_limit',
    };
  if (compareDecimals(String(exposure), limit) <= 0) return null;
  const owed = formatAmount({ amount: String(exposure), currency });
  return {
    code: 'credit_limit',
    text: `Excede el límite de crédito de quien paga: límite de ${shown}, exposición con este presupuesto de ${owed}.`,
    effect: { amount: subtract(String(exposure), limit), currency },
    permission: 'clients.credit_limit',
  };
};

/**
 * Why a quote needs an approval before it is sent (domain §1.4): a discount over the limit of its owner's role or of who
 * sends it, bonuses over their share of the net, a price below the floor of the list, a payer whose credit is held or who
 * would exceed their credit limit, an industry that requires it, or a longer credit term than the client's. Contracts made by hand and addenda are
 * judged the same, as far as they have these fields.
 *
 * @param quote as the server answers it, with its lines and what may be given without an approval
 */
export function quoteReasons(quote: Values): readonly Reason[] {
  const currency = String(quote.currency_code);
  const lines = linesIn(quote, 'lines');
  const allowed = String(quote.allowed_discount_pct ?? '0');
  const given = String(quote.max_discount_pct ?? '0');
  const found: Reason[] = [];
  if (compareDecimals(given, allowed) > 0)
    found.push({
      code: 'discount_over_limit',
      text: `Descuento de ${percentText(given)}; sin aprobación se puede dar hasta ${percentText(allowed)}.`,
      effect: { amount: givenBeyond(lines, allowed), currency },
      permission: 'quotes.discount_over_limit',
    });
  found.push(...bonusReasons(lines, quote));
  const low = lines.filter(isUnderFloor);
  if (low.length > 0)
    found.push({
      code: 'under_floor',
      text: `${countOf(lineLabel, low.length)} por debajo del precio mínimo de la lista.`,
      effect: {
        amount: sum(
          low.map((line) =>
            round(multiply(subtract(String(line.floor_price), paidPrice(line)), String(line.quantity)), 2),
          ),
        ),
        currency,
      },
      permission: 'quotes.approve',
    });
  if (quote.credit_held === true)
    found.push({
      code: 'credit_held',
      text: 'El crédito de quien paga está retenido.',
      effect: { amount: String(quote.total ?? '0.00'), currency },
      permission: 'clients.credit_hold',
    });
  const credit = creditReason(quote);
  if (credit) found.push(credit);
  if (!isEmpty(quote.regulated_industry))
    found.push({
      code: 'regulated_category',
      text: `La industria «${String(quote.regulated_industry)}» requiere aprobación.`,
      effect: null,
      permission: 'quotes.approve',
    });
  const more = Number(quote.term_days_over ?? 0);
  if (more > 0)
    found.push({
      code: 'longer_term',
      text: `Término de crédito ${more} ${more === 1 ? 'día' : 'días'} más largo que el del cliente.`,
      effect: null,
      permission: 'quotes.approve',
    });
  return found;
}
