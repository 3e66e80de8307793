import type { Line } from '../../document/document.ts';
import { referenceId } from '../../kinds/reference.ts';
import { add, isZero, subtract } from '../../money/arithmetic.ts';
import type { Values } from '../../resource/resource.ts';
import { contentOfLine } from '../contracts/contract-content.ts';

/** The content of a version of a contract. */
export interface VersionContent extends Values {
  readonly contract: Values;
  readonly lines: readonly (Values & { readonly id: string })[];
  readonly instalments: readonly { readonly due_on: string; readonly amount: string }[];
  /** Who pays which part; absent if its billing party pays all of it. */
  readonly payers?: readonly Values[];
}

/** The changes that an addendum makes. */
export interface AddendumChanges {
  /** Its lines in the form of an answer. */
  readonly lines: readonly Line[];
  readonly instalments: readonly Values[];
  /** As a content says them; none: those pay who paid before. */
  readonly payers: readonly Values[];
  /** By which id the content of versions knows a line of the order. */
  readonly keys: ReadonlyMap<string, string>;
}

const foldInstalments = (
  before: VersionContent['instalments'],
  changes: readonly Values[],
): VersionContent['instalments'] => {
  const amounts = new Map<string, string>();
  for (const { due_on, amount } of [...before, ...changes])
    amounts.set(String(due_on), add(amounts.get(String(due_on)) ?? '0.00', String(amount)));
  return [...amounts]
    .filter(([, amount]) => !isZero(amount))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([due_on, amount]) => ({ due_on, amount }));
};

/** Amounts of the contract that follow from its lines. */
const summed = ['gross', 'net', 'agency_discount', 'taxable', 'tax', 'total'] as const;

/**
 * The content of a contract after an addendum: the version before it with the lines added, changed and removed, the
 * amounts as the sums of the lines, the instalments with their differences, and its new payers if it has any. Version 0 and its addenda, folded in
 * order, are the contract in force.
 *
 * @example foldAddendum(version.content, { lines, instalments, payers, keys }).contract.total
 */
export function foldAddendum(
  before: VersionContent,
  { lines, instalments, payers, keys }: AddendumChanges,
): VersionContent {
  const byKey = new Map(
    lines
      .filter(({ op }) => op !== 'add')
      .map((line) => [keys.get(referenceId(line.order_line_id) ?? '') ?? '', line]),
  );
  const folded = [
    ...before.lines.flatMap((line) => {
      const change = byKey.get(line.id);
      if (change?.op === 'remove') return [];
      return [change?.op === 'change' ? { id: line.id, ...contentOfLine(change) } : line];
    }),
    ...lines.filter(({ op }) => op === 'add').map((line) => ({ id: line.id, ...contentOfLine(line) })),
  ];
  const total = (name: string): string =>
    folded.reduce((all: string, line: Values) => add(all, String(line[name] ?? '0.00')), '0.00');
  const amounts = Object.fromEntries(summed.map((name) => [name, total(name)]));
  const newInstalments = foldInstalments(before.instalments, instalments);
  return {
    ...before,
    contract: {
      ...before.contract,
      ...amounts,
      scheduled: newInstalments.reduce((all, { amount }) => add(all, amount), subtract('0.00', '0.00')),
    },
    lines: folded,
    instalments: newInstalments,
    ...(payers.length > 0 && { payers }),
  };
}
