import type { Line } from '../../document/document.ts';
import { isZero, subtract, sum } from '../../money/arithmetic.ts';
import { fold } from '../../text/fold.ts';
import { partKey } from './budget-comparison.ts';
import { type MonthName, monthNames, yearTotal } from './months.ts';

/** A month of a line that differs between two versions of a sales budget. */
export interface MonthDifference {
  readonly month: MonthName;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** A line that differs between two versions of a sales budget. */
export interface LineDifference {
  readonly kind: 'changed' | 'added' | 'dropped';
  /** The later line; of one that was dropped, the earlier. */
  readonly line: Line;
  /** The name before, where it differs. */
  readonly renamed: string | null;
  readonly months: readonly MonthDifference[];
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

export interface BudgetDifferences {
  readonly lines: readonly LineDifference[];
  /** Number of lines that are the same in both versions. */
  readonly same: number;
  readonly before: string;
  readonly after: string;
  readonly difference: string;
}

/** How lines of two versions are paired, the surest way first: a version is a copy, whose lines have other ids. */
const ways: readonly ((line: Line) => string)[] = [
  (line) => `${fold(String(line.description ?? ''))} ${partKey(line)}`,
  (line) => partKey(line),
  (line) => fold(String(line.description ?? '')),
];

/** Pairs lines by each way in turn; equal ones in their order. */
function paired(before: readonly Line[], after: readonly Line[]): ReadonlyMap<Line, Line> {
  const pairs = new Map<Line, Line>();
  const taken = new Set<Line>();
  for (const way of ways) {
    const free = Map.groupBy(
      before.filter((line) => !taken.has(line)),
      way,
    );
    for (const line of after) {
      if (pairs.has(line)) continue;
      const was = free.get(way(line))?.shift();
      if (!was) continue;
      pairs.set(line, was);
      taken.add(was);
    }
  }
  return pairs;
}

const differencesOf = (before: Line | undefined, after: Line | undefined): readonly MonthDifference[] =>
  monthNames.flatMap((month) => {
    const [was, is] = [String(before?.[month] ?? '0.00'), String(after?.[month] ?? '0.00')];
    const difference = subtract(is, was);
    return isZero(difference) ? [] : [{ month, before: was, after: is, difference }];
  });

const totalOf = (line: Line | undefined): string => (line ? yearTotal(line) : '0.00');

/**
 * What changed from one version of a sales budget to another, by line and month. Lines are paired by name and by what
 * they plan.
 *
 * @example budgetDifferences(approved.lines, draft.lines).difference // '1200.00'
 */
export function budgetDifferences(before: readonly Line[], after: readonly Line[]): BudgetDifferences {
  const pairs = paired(before, after);
  const kept = new Set(pairs.values());
  const lineOf = (
    kind: LineDifference['kind'],
    was: Line | undefined,
    is: Line | undefined,
  ): LineDifference | null => {
    const line = is ?? was;
    if (!line) return null;
    const months = differencesOf(was, is);
    const isRenamed = was !== undefined && is !== undefined && was.description !== is.description;
    const isSame = was !== undefined && is !== undefined && partKey(was) === partKey(is);
    if (kind === 'changed' && months.length === 0 && !isRenamed && isSame) return null;
    const [total, other] = [totalOf(was), totalOf(is)];
    return {
      kind,
      line,
      renamed: isRenamed ? String(was.description) : null,
      months,
      before: total,
      after: other,
      difference: subtract(other, total),
    };
  };
  const all = [
    ...after.map((line) => {
      const was = pairs.get(line);
      return lineOf(was ? 'changed' : 'added', was, line);
    }),
    ...before.filter((line) => !kept.has(line)).map((line) => lineOf('dropped', line, undefined)),
  ];
  const lines = all.filter((one) => one !== null);
  const [was, is] = [before, after].map((of) => sum(['0.00', ...of.map(totalOf)])) as [string, string];
  return { lines, same: all.length - lines.length, before: was, after: is, difference: subtract(is, was) };
}
