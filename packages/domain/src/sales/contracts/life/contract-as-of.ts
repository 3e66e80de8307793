import { add } from '../../../money/arithmetic.ts';
import type { Values } from '../../../resource/resource.ts';

type ContentLine = Values & { readonly id: string };

/** A version of a contract. */
export interface DatedVersion {
  readonly version: number;
  /** The day from which its addendum counts; null for the signed contract. */
  readonly effectiveOn: string | null;
  readonly lines: readonly ContentLine[];
  /** Who is invoiced, in words. */
  readonly invoicedTo: string | null;
}

/** Amounts of a contract that are the sums of its lines. */
export interface LineTotals {
  readonly net: string;
  readonly tax: string;
  readonly total: string;
}

/** What was in force of a contract on a day. */
export interface ContractOnDay {
  /** The latest version that counts on the day. */
  readonly version: number;
  readonly lines: readonly ContentLine[];
  readonly totals: LineTotals;
  /** Who is invoiced, in words. */
  readonly invoiced_to: string | null;
}

/** The sums of lines, to the cent. */
export const totalsOfLines = (lines: readonly Values[]): LineTotals => {
  const total = (name: keyof LineTotals): string =>
    lines.reduce((all: string, line) => add(all, String(line[name] ?? '0.00')), '0.00');
  return { net: total('net'), tax: total('tax'), total: total('total') };
};

/**
 * What was in force of a contract on a day: the signed lines with the addenda that were effective by then, in the order in
 * which they were applied. An addendum that counts from a later day is left out, also when others were applied after it.
 *
 * @param versions all versions in their order, the signed one first; their lines have the same keys in the same order
 * @param day civil day
 * @example contractAsOf([{ version: 0, effectiveOn: null, lines, invoicedTo }], '2026-03-01').totals.net
 */
export function contractAsOf(versions: readonly DatedVersion[], day: string): ContractOnDay {
  const [signed, ...later] = versions;
  if (!signed) throw new Error('a signed contract has its version 0');
  const lines = new Map(signed.lines.map((line) => [line.id, line]));
  let before = signed;
  let { version, invoicedTo } = signed;
  for (const next of later) {
    if (next.effectiveOn !== null && next.effectiveOn <= day) {
      const had = new Map(before.lines.map((line) => [line.id, JSON.stringify(line)]));
      for (const line of next.lines) if (had.get(line.id) !== JSON.stringify(line)) lines.set(line.id, line);
      const kept = new Set(next.lines.map(({ id }) => id));
      for (const id of had.keys()) if (!kept.has(id)) lines.delete(id);
      version = next.version;
      if (next.invoicedTo !== before.invoicedTo) invoicedTo = next.invoicedTo;
    }
    before = next;
  }
  const found = [...lines.values()];
  return { version, lines: found, totals: totalsOfLines(found), invoiced_to: invoicedTo };
}
