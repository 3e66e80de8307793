import { compareDecimals } from '../../money/exact-decimal.ts';
import type { Reason } from '../../resource/command.ts';

/** What a space is worth for a makegood. */
export interface SpaceValue {
  readonly item_id: string;
  /** Price of a unit in the list of the contract, decimal text; null: the list has none. */
  readonly price: string | null;
  readonly category_id: string;
  readonly time_slot_id: string | null;
  /** Price factor of its time slot, decimal text. */
  readonly factor: string | null;
  readonly is_prime: boolean;
}

const unequal = (text: string): Reason => ({ code: 'lower_value', text });

/**
 * Why a space is no equal of the one that was sold: the price of a unit is at least that of the original, and its time
 * slot the same or a better one (domain §4.1, 9). Where the list has a price of neither, their category decides.
 *
 * @returns null for a space of at least the same value
 */
export function whyLess(original: SpaceValue, other: SpaceValue): Reason | null {
  if (original.item_id === other.item_id) return null;
  const isCheaper =
    original.price === null
      ? other.price === null && original.category_id !== other.category_id
      : other.price === null || compareDecimals(other.price, original.price) < 0;
  if (isCheaper)
    return unequal('Ese espacio vale menos que el que no se emitió. Elija uno de igual o mayor precio.');
  if (original.time_slot_id === null || original.time_slot_id === other.time_slot_id) return null;
  const isWorse =
    (original.is_prime && !other.is_prime) ||
    other.factor === null ||
    (original.factor !== null && compareDecimals(other.factor, original.factor) < 0);
  return isWorse
    ? unequal('Ese espacio está en una franja peor que la contratada. Elija la misma o una mejor.')
    : null;
}

/** A proposed makegood. */
export interface MakegoodSlot {
  readonly item_id: string;
  readonly item: string;
  readonly starts_on: string;
  readonly ends_on: string;
  /** `HH:MM` of a break. */
  readonly airs_at: string | null;
  /** Units of capacity that are free there. */
  readonly free: number;
  /** Price of a unit in the list of the contract; null: the list has none. */
  readonly price: string | null;
}

/** What the makegoods of a placement do to its invoice. */
export interface MakegoodEffect {
  /** What the missed units are worth in the contract, decimal text. */
  readonly worth: string;
  readonly currency: string;
  /** Whether the line is billed as it is aired, or by instalments. */
  readonly is_billed_as_aired: boolean;
}

/** `GET /api/placements/{id}/makegoods` */
export interface MakegoodProposals {
  /** The last day that the client accepts: the end of the flight. */
  readonly until: string;
  /** At most one a day, the earliest first. */
  readonly slots: readonly MakegoodSlot[];
  readonly effect: MakegoodEffect;
}

/** How many days are proposed. */
export const mostMakegoods = 6;
