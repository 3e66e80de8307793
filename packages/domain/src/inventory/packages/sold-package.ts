import { divide, max, multiply, round, subtract, sum } from '../../money/arithmetic.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Values } from '../../resource/resource.ts';
import { allocatePackage } from './allocate-package.ts';

/** A component of a package, as its price and its sale depend on it. Quantities and percents are decimal text. */
export interface PackageComponent {
  readonly id: string;
  readonly name: string;
  readonly inventory_item_id: string | null;
  readonly ad_article_id: string | null;
  readonly quantity: string;
  /** The least and the most of it that may be sold in a configurable package; null: its quantity. */
  readonly min_quantity: string | null;
  readonly max_quantity: string | null;
  readonly is_optional: boolean;
  readonly allocation_pct: string;
}

/** A package, as the lines that sell it depend on it. */
export interface SoldPackage {
  readonly kind: string;
  readonly price_mode: string;
  /** In the currency of the document; null if the price is a sum. */
  readonly price: string | null;
  readonly discount_pct: string | null;
  /** The least that a line sells; null: any. */
  readonly min_qty: string | null;
  readonly components: readonly PackageComponent[];
}

/** A component that goes with a sold package, and how much of it. */
export interface ChosenComponent {
  readonly id: string;
  readonly quantity: string;
}

/** A component with how much of it is sold with one package. */
export interface SoldComponent {
  readonly component: PackageComponent;
  readonly quantity: string;
}

/** The choice in a line as typed; null if it has none. Rows without a readable quantity are left out. */
export const chosenIn = (line: Values): readonly ChosenComponent[] | null => {
  const rows = line.components as readonly Values[] | null | undefined;
  if (!rows || rows.length === 0) return null;
  return rows.flatMap(({ id, quantity }) =>
    /^\d{1,10}(\.\d{1,2})?$/.test(String(quantity ?? ''))
      ? [{ id: String(id), quantity: String(quantity) }]
      : [],
  );
};

/**
 * What is sold with one package: what was chosen, or else the components that are not optional. The database function
 * `sold_components` answers the same.
 *
 * @param choice of a configurable package; null: as it is published
 */
export const soldComponents = (
  { components }: Pick<SoldPackage, 'components'>,
  choice: readonly ChosenComponent[] | null,
): readonly SoldComponent[] =>
  components.flatMap((component): SoldComponent[] => {
    if (choice === null) return component.is_optional ? [] : [{ component, quantity: component.quantity }];
    const chosen = choice.find(({ id }) => id === component.id);
    return chosen ? [{ component, quantity: chosen.quantity }] : [];
  });

/** Digits of a weight, here and in `sold_components`. */
const weightDigits = 8;

/**
 * How much each sold component weighs in the price: its share, in proportion to how much of it is sold.
 *
 * @example componentWeight({ component: { allocation_pct: '30', quantity: '10', … }, quantity: '20' }) // '60.00000000'
 */
export const componentWeight = ({ component, quantity }: SoldComponent): string =>
  divide(multiply(component.allocation_pct, quantity), component.quantity, weightDigits);

/**
 * Divides what a line earns among the components that it sells, without losing a cent (domain §1.7).
 *
 * @returns an amount for each of `soldComponents`, in order; null while none of them has a share
 */
export const componentAmounts = (
  sold: readonly SoldComponent[],
  amount: string,
  currency: string,
): readonly string[] | null => allocatePackage(amount, sold.map(componentWeight), currency);

/**
 * The price of one package with a choice, in the currency of its document:
 *
 * - a sum: what is sold at its price in the list, less the discount;
 * - closed: its own price, whatever is chosen;
 * - "desde": its own price, and what is sold besides what it includes at its price in the list.
 *
 * @param priceOf unit price of a component in this quantity; null if the list has none
 * @returns null if a price that is needed is missing
 * @example packagePrice(pack, null, () => '4500') // '121500.00'
 */
export const packagePrice = (
  pack: SoldPackage,
  choice: readonly ChosenComponent[] | null,
  priceOf: (component: PackageComponent, quantity: string) => string | null,
): string | null => {
  const sold = soldComponents(pack, choice);
  const isSum = pack.price_mode === 'sum_with_discount';
  if (!isSum && (pack.price_mode === 'closed' || choice === null)) return pack.price;
  const parts = sold.map(({ component, quantity }) => {
    const included = isSum || component.is_optional ? '0' : component.quantity;
    const counted = max('0', subtract(quantity, included));
    if (compareDecimals(counted, '0') === 0) return '0';
    const price = priceOf(component, quantity);
    return price === null ? null : multiply(price, counted);
  });
  if (parts.length === 0 || parts.includes(null)) return null;
  const added = sum(parts.filter((part) => part !== null));
  if (!isSum) return pack.price === null ? null : round(sum([pack.price, added]), 2);
  const left = subtract('1', multiply(pack.discount_pct ?? '0', '0.01'));
  return round(multiply(added, left), 2);
};

/**
 * Why a choice does not fit a package, in Spanish; null if it does. The database refuses the same when it is signed
 * (`package_choice_fits`).
 */
export const choiceRefusal = (
  { kind, components }: SoldPackage,
  choice: readonly ChosenComponent[] | null,
): string | null => {
  if (choice === null)
    return components.some(({ is_optional }) => !is_optional)
      ? null
      : 'Elija qué componentes lleva: todos los de este paquete son opcionales.';
  if (kind !== 'configurable')
    return 'Este paquete es fijo: se vende con los componentes con que se publicó.';
  const seen = new Set<string>();
  for (const { id, quantity } of choice) {
    const component = components.find((one) => one.id === id);
    if (!component) return 'Un componente elegido no es de este paquete: elija de nuevo.';
    if (seen.has(id)) return `«${component.name}» está dos veces.`;
    seen.add(id);
    const least = component.min_quantity ?? component.quantity;
    const most = component.max_quantity ?? component.quantity;
    if (compareDecimals(quantity, least) < 0 || compareDecimals(quantity, most) > 0)
      return compareDecimals(least, most) === 0
        ? `De «${component.name}» van ${plain(least)}.`
        : `De «${component.name}» van de ${plain(least)} a ${plain(most)}.`;
  }
  const missing = components.find(({ id, is_optional }) => !is_optional && !seen.has(id));
  return missing ? `«${missing.name}» va siempre con este paquete.` : null;
};

/** A decimal without trailing zeros. @example plain('30.00') // '30' */
const plain = (quantity: string): string => quantity.replace(/\.0+$|(\.\d*?)0+$/, '$1');
