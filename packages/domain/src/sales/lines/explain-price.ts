import { saleUnits } from '../../catalogues/inventory.ts';
import type { Line } from '../../document/document.ts';
import type { PriceStep } from '../../inventory/prices/price-chain.ts';
import { decimalKind, percentKind } from '../../kinds/number.ts';
import { add, isZero, multiply, round } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import { formatMoney } from '../../money/format-money.ts';
import type { SaleTerms } from './sale-terms.ts';
import { saleLineTotals } from './sale-totals.ts';

/** One step from the list price of a line to its total. */
export interface PriceRow {
  readonly label: string;
  /** How the value comes about: `+20 %`, `9 de 30 días`. */
  readonly how: string;
  readonly value: string;
  /** A result of the steps before: gross, net, total. */
  readonly isResult?: true;
}

/** The steps of a price in words, and whether they lead to the amounts of the line. */
export interface PriceExplanation {
  readonly rows: readonly PriceRow[];
  /** False if what the price depends on has changed since the line was calculated. */
  readonly isCurrent: boolean;
}

/** What a space costs on some days, as `GET /api/availability/:id/price` answers it. */
export interface SpacePrice {
  /** Name of the price list. */
  readonly list: string;
  /** Of one unit on each of the days, for a client without agency and agreements. */
  readonly explanation: PriceExplanation;
}

const percent = (value: string): string => percentKind.format(value, { scale: 4 });

/** Decimals of a price: as many as it needs, from two to six. */
const price = (value: string, currency: string): string => {
  const text = round(value, 6);
  return formatMoney(text, currency, Math.max(2, text.replace(/0+$/, '').split('.')[1]?.length ?? 0));
};

const sources = {
  item: 'Precio del espacio',
  article: 'Precio del artículo',
  category: 'Precio de la categoría',
  package: 'Precio del paquete',
} as const;

const howOf = ({ effect, pct, amount, part, base }: PriceStep, currency: string): string =>
  [
    amount === null
      ? `${effect === 'surcharge' ? '+' : '−'}${percent(pct ?? '0')}`
      : `+${price(amount, currency)} por unidad`,
    ...(base === 'list' && amount === null ? ['sobre el precio de lista'] : []),
    ...(part && part.days !== part.of ? [`por ${part.days} de ${part.of} días`] : []),
  ].join(', ');

/**
 * Where the amounts of a line come from, step by step: list price, agreed price, surcharges, gross, discounts, net,
 * agency, tax, total. For «¿De dónde sale este precio?».
 *
 * @param documentGross by which discounts for volume are given, of `volumeGross`
 * @param list name of the price list
 * @example explainPrice(line, terms, 'DOP', null, 'Tarifario 2027').rows[0]
 * // { label: 'Precio del espacio', how: 'Tarifario 2027', value: 'RD$4,500.00' }
 */
export function explainPrice(
  line: Line,
  terms: SaleTerms,
  currency: string,
  documentGross: string | null,
  list: string | null,
): PriceExplanation {
  const { totals, priced } = saleLineTotals(line, terms, currency, documentGross);
  const { quantity, unit, found, listPrice, agreedPrice, chain } = priced;
  const amount = (value: string): string => formatMoney(value, currency, 2);
  const rows: PriceRow[] = [];
  if (listPrice !== null)
    rows.push({
      label: sources[line.line_kind === 'package' ? 'package' : (found?.source ?? 'item')],
      how: [
        ...(list !== null && line.line_kind !== 'package' ? [list] : []),
        ...(found && compareDecimals(found.min_qty, '1') > 0
          ? [`desde ${decimalKind.format(found.min_qty, { scale: 2 })} unidades`]
          : []),
      ].join(', '),
      value: price(listPrice, currency),
    });
  if (agreedPrice !== null)
    rows.push({
      label: 'Precio acordado',
      how: 'en lugar del de lista',
      value: price(agreedPrice, currency),
    });
  for (const step of chain.steps.filter(({ effect }) => effect === 'surcharge'))
    rows.push({ label: step.name, how: howOf(step, currency), value: price(step.after, currency) });
  const own = String(line.surcharge_pct ?? '0');
  const unitPrice = multiply(chain.unitPrice, multiply(add('100', own), '0.01'));
  if (!isZero(own))
    rows.push({ label: 'Recargo del renglón', how: `+${percent(own)}`, value: price(unitPrice, currency) });
  const name = saleUnits[unit].toLocaleLowerCase('es');
  rows.push({
    label: 'Bruto',
    how: `${decimalKind.format(quantity, { scale: 4 })} × ${price(unitPrice, currency)} por ${name}`,
    value: amount(totals.gross),
    isResult: true,
  });
  for (const step of chain.steps.filter(({ effect }) => effect === 'discount'))
    rows.push({
      label: step.name,
      how: howOf(step, currency),
      value: amount(round(multiply(totals.gross, step.after), 2)),
    });
  if (line.line_kind === 'bonus') rows.push({ label: 'Bonificación', how: '−100 %', value: amount('0') });
  else if (!isZero(String(line.discount_pct ?? '0')))
    rows.push({
      label: 'Descuento del renglón',
      how: `−${percent(String(line.discount_pct))}`,
      value: amount(totals.net),
    });
  rows.push({ label: 'Neto', how: '', value: amount(totals.net), isResult: true });
  if (!isZero(totals.agency_discount))
    rows.push({
      label: 'Descuento de agencia',
      how: `−${percent(terms.agency_discount_pct)}`,
      value: amount(totals.taxable),
    });
  rows.push({
    label: 'Impuesto',
    how: percent(String(line.tax_pct ?? '0')),
    value: amount(totals.tax),
  });
  rows.push({ label: 'Total', how: '', value: amount(totals.total), isResult: true });
  const isCurrent =
    line.total === undefined ||
    line.total === null ||
    compareDecimals(String(line.total), totals.total) === 0;
  return { rows, isCurrent };
}
