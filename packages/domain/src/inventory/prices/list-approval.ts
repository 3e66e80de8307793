import type { Reason } from '../../approval/reason.ts';
import type { Values } from '../../resource/resource.ts';
import { countOf } from '../../text/label.ts';
import { formatCount } from '../../text/locale.ts';

/** The permission that decides whether a list with lower prices is published. */
export const listDeciders = ['prices.approve'] as const;

/** How far a list is below the one before, as `priceListReasons` takes it. */
export interface ListFall {
  /** Name of the list before: the published one of the same kind, company and platform that starts last before it, else the one it was copied from. */
  readonly before: string | null;
  /** How many prices or floors are lower than there by more than `allowed_fall_pct`. */
  readonly fallen: number;
  /** The largest fall, in percent. */
  readonly largest_fall_pct: string | null;
  /** The setting `price_fall_limit_pct`. */
  readonly allowed_fall_pct: string;
}

const percentText = (percent: string): string => `${formatCount(Number(percent))} %`;

/**
 * Why a price list needs an approval before it is published: prices far below those of the list before (domain §1.7).
 *
 * @param body with the values of `ListFall`; without them, as in a form, there is no reason
 * @example
 * priceListReasons({ before: 'Tarifario 2026', fallen: 2, largest_fall_pct: '25.00', allowed_fall_pct: '10.0000' })[0]?.text
 * // '2 precios bajan más de 10 % frente a «Tarifario 2026», hasta 25 %.'
 */
export const priceListReasons = (body: Values): readonly Reason[] => {
  const { before, fallen, largest_fall_pct, allowed_fall_pct } = body as Partial<ListFall>;
  if (!fallen) return [];
  return [
    {
      code: 'prices_fall',
      text:
        `${countOf({ one: 'precio baja', many: 'precios bajan', gender: 'm' }, fallen)} más de ` +
        `${percentText(String(allowed_fall_pct))} frente a «${before}», hasta ${percentText(String(largest_fall_pct))}.`,
      effect: null,
      permission: listDeciders[0],
    },
  ];
};
