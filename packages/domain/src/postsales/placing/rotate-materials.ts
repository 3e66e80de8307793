import type { PlacedUnit, PlacingProblem } from './placing-problem.ts';

/**
 * The material of each placed unit: those of a line take turns, and one whose rights end before the day is left out.
 *
 * @param plan in the order of day and time
 * @returns ids in the order of the plan; null where a line has no material yet
 */
export function rotateMaterials(
  { lines, breaks }: PlacingProblem,
  plan: readonly PlacedUnit[],
): (string | null)[] {
  const uses = new Map<string, number>();
  return plan.map(({ line, at }) => {
    const { materials = [], quota = '' } = lines[line] ?? {};
    const day = breaks[at]?.day ?? '';
    let chosen: string | null = null;
    for (const { id, until } of materials) {
      if (until !== null && until < day) continue;
      const key = (one: string): string => `${quota} ${one}`;
      if (chosen === null || (uses.get(key(id)) ?? 0) < (uses.get(key(chosen)) ?? 0)) chosen = id;
    }
    if (chosen !== null) uses.set(`${quota} ${chosen}`, (uses.get(`${quota} ${chosen}`) ?? 0) + 1);
    return chosen;
  });
}
