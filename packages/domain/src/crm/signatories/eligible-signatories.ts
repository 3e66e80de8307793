import type { DateRange } from '../../kinds/date-range.ts';
import { compareDecimals } from '../../money/exact-decimal.ts';

/** The data that determine whether a person may sign. Amounts are decimal text. */
export interface Signatory {
  readonly id: string;
  readonly full_name: string;
  readonly capacity: string;
  readonly valid: DateRange;
  readonly max_amount: string | null;
  readonly currency_code: string;
  readonly sign_mode: string;
  readonly joint_group: string | null;
}

/** What is to be signed: the day, and the amount if there is one. */
export interface Signing {
  readonly on: string;
  readonly amount?: { readonly value: string; readonly currency: string } | null;
}

/** Whether this person may sign, the required co-signatories, and the reasons against it. */
export interface Eligibility {
  readonly id: string;
  readonly eligible: boolean;
  /** In Spanish, one sentence each; empty when eligible. */
  readonly reasons: readonly string[];
  /** The other members of a joint group, who must sign too. */
  readonly with: readonly { readonly id: string; readonly full_name: string }[];
}

const day = (date: string): string => date.split('-').reverse().join('/');

/** Reasons why this person may not sign, ignoring joint groups. */
const obstacles = (
  { capacity, valid, max_amount, currency_code }: Signatory,
  { on, amount }: Signing,
): string[] => {
  const reasons: string[] = [];
  if (capacity === 'witness') reasons.push('Firma como testigo: su firma no obliga.');
  if (valid.from !== null && on < valid.from) reasons.push(`Su poder empieza el ${day(valid.from)}.`);
  if (valid.to !== null && on > valid.to) reasons.push(`Su poder venció el ${day(valid.to)}.`);
  if (amount && max_amount !== null) {
    if (amount.currency !== currency_code) {
      reasons.push(
        `Su límite está en ${currency_code} y el documento en ${amount.currency}: no se comparan.`,
      );
    } else if (compareDecimals(amount.value, max_amount) > 0) {
      reasons.push(`El monto supera su límite de ${currency_code} ${max_amount}.`);
    }
  }
  return reasons;
};

/**
 * Who may sign for one owner, and why others may not: validity, limit of the power, and for a joint signature all
 * members of the group (at least two).
 *
 * @param all those of one owner, without archived ones
 * @example eligibleSignatories(all, { on: '2026-03-01', amount: { value: '500000.00', currency: 'DOP' } })
 */
export function eligibleSignatories(all: readonly Signatory[], signing: Signing): Eligibility[] {
  const alone = new Map(all.map((one) => [one.id, obstacles(one, signing)]));
  return all.map((one) => {
    const own = alone.get(one.id) ?? [];
    if (one.sign_mode !== 'joint') return { id: one.id, eligible: own.length === 0, reasons: own, with: [] };
    const others = all.filter(
      (other) => other.id !== one.id && other.sign_mode === 'joint' && other.joint_group === one.joint_group,
    );
    const missing = others.filter((other) => (alone.get(other.id) ?? []).length > 0);
    const reasons = [
      ...own,
      ...(others.length === 0
        ? [`Firma en conjunto y nadie más está en el grupo «${one.joint_group}».`]
        : []),
      ...missing.map(
        (other) =>
          `Debe firmar con ${other.full_name}, que no puede: ${(alone.get(other.id) ?? []).join(' ')}`,
      ),
    ];
    return {
      id: one.id,
      eligible: reasons.length === 0,
      reasons,
      with: others.map(({ id, full_name }) => ({ id, full_name })),
    };
  });
}
