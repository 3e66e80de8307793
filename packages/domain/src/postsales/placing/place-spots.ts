import { createBoard, type Option, type PlacingBoard } from './placing-board.ts';
import type { PlacedUnit, PlacingProblem, PlacingScore } from './placing-problem.ts';

/** How long and from which seed a plan is improved; the same problem and effort always give the same plan. */
export interface PlacingEffort {
  readonly seed: number;
  /** Relocations that are tried. */
  readonly steps: number;
}

/** Problems of at most so many units are also searched completely. */
const fewUnits = 10;

/** Placements that are tried in a complete search; it is given up beyond. */
const mostTries = 100_000;

/** How many spots make room for one. */
const mostMoved = 4;

/** Breaks that are tried for one spot that makes room, or wants it. */
const mostBreaks = 60;

const prioritiesOf = ({ lines }: PlacingProblem): readonly number[] =>
  [...new Set(lines.map(({ priority }) => priority))].sort((a, b) => a - b);

const scoreOf = (problem: PlacingProblem, board: PlacingBoard): PlacingScore => ({
  placed: prioritiesOf(problem).map((priority) =>
    problem.lines.reduce(
      (sum, line, index) => sum + (line.priority === priority ? line.units - board.missing(index) : 0),
      0,
    ),
  ),
  preferred: board.preferred(),
  unevenness: board.unevenness(),
});

/** Which of two plans of one problem is better: positive if the first is. */
export const comparePlans = (one: PlacingScore, other: PlacingScore): number => {
  for (const [index, placed] of one.placed.entries()) {
    const difference = placed - (other.placed[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.preferred - other.preferred || other.unevenness - one.unevenness;
};

/** How good a plan is. */
export const scorePlan = (problem: PlacingProblem, plan: readonly PlacedUnit[]): PlacingScore => {
  const board = createBoard(problem);
  for (const unit of plan) board.put(unit);
  return scoreOf(problem, board);
};

/** Numbers from 0 to below 1 that follow from a seed. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Lines in the order in which they are placed: by priority, then what ends first. */
const inOrder = ({ lines }: PlacingProblem): readonly number[] =>
  lines
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [lines[a], lines[b]];
      if (!one || !other) return 0;
      return (
        one.priority - other.priority ||
        (one.flight.to < other.flight.to ? -1 : one.flight.to > other.flight.to ? 1 : 0) ||
        a - b
      );
    });

/**
 * The plan that a person makes from top to bottom: each line in its turn, each unit in the first break that takes it.
 *
 * @example firstFit(problem) // [{ line: 0, cell: 0, at: 3 }, …]
 */
export function firstFit(problem: PlacingProblem): PlacedUnit[] {
  const board = createBoard(problem);
  const plan: PlacedUnit[] = [];
  for (const line of inOrder(problem))
    for (const option of board.options[line] ?? []) {
      if (board.missing(line) === 0) break;
      while (board.fits(line, option)) {
        const unit = { line, ...option };
        board.put(unit);
        plan.push(unit);
      }
    }
  return plan;
}

/** The best plan of a small problem by trying all of them; null where that takes too long. */
const searchAll = (problem: PlacingProblem): PlacedUnit[] | null => {
  const board = createBoard(problem);
  const lines = inOrder(problem);
  const priorities = prioritiesOf(problem);
  let best: { readonly plan: PlacedUnit[]; readonly score: PlacingScore } | null = null;
  const plan: PlacedUnit[] = [];
  let tries = 0;
  /** @param from the options before it are done: units of a line do not differ */
  const search = (place: number, from: number): void => {
    tries += 1;
    if (tries > mostTries) return;
    const line = lines[place];
    if (line === undefined) {
      const score = scoreOf(problem, board);
      if (!best || comparePlans(score, best.score) > 0) best = { plan: [...plan], score };
      return;
    }
    const options = board.options[line] ?? [];
    for (let index = from; index < options.length; index += 1) {
      const option = options[index];
      if (!option || !board.fits(line, option)) continue;
      const unit = { line, ...option };
      board.put(unit);
      plan.push(unit);
      search(place, index);
      plan.pop();
      board.take(unit);
    }
    // Without any further unit of this line, unless what is left cannot be as good.
    if (best) {
      const reachable = priorities.map((priority) =>
        problem.lines.reduce((sum, one, index) => {
          if (one.priority !== priority) return sum;
          const isOpen = lines.indexOf(index) > place;
          return sum + one.units - (isOpen ? 0 : board.missing(index));
        }, 0),
      );
      const { score } = best as { readonly score: PlacingScore };
      const order = comparePlans(
        { placed: reachable, preferred: 0, unevenness: 0 },
        { ...score, preferred: 0, unevenness: 0 },
      );
      if (order < 0) return;
    }
    search(place + 1, 0);
  };
  search(0, 0);
  return tries > mostTries ? null : ((best as { readonly plan: PlacedUnit[] } | null)?.plan ?? []);
};

/** The units of a plan in its breaks, which change with it and back. */
const createPlan = (problem: PlacingProblem, board: PlacingBoard, start: readonly PlacedUnit[]) => {
  const units: PlacedUnit[] = [];
  const places = new Map<PlacedUnit, number>();
  const inBreaks = problem.breaks.map((): PlacedUnit[] => []);
  const changes: { readonly unit: PlacedUnit; readonly isPut: boolean }[] = [];
  const put = (unit: PlacedUnit): void => {
    board.put(unit);
    places.set(unit, units.length);
    units.push(unit);
    inBreaks[unit.at]?.push(unit);
    changes.push({ unit, isPut: true });
  };
  const take = (unit: PlacedUnit): void => {
    board.take(unit);
    const place = places.get(unit);
    const last = units.pop();
    if (place === undefined || !last) throw new Error('only what is placed can be taken away');
    places.delete(unit);
    if (last !== unit) {
      units[place] = last;
      places.set(last, place);
    }
    const here = inBreaks[unit.at];
    here?.splice(here.indexOf(unit), 1);
    changes.push({ unit, isPut: false });
  };
  for (const unit of start) put({ ...unit });
  return {
    units,
    inBreaks,
    put,
    take,
    mark: (): number => changes.length,
    /** Undoes what was changed since a mark. */
    backTo: (mark: number): void => {
      for (let index = changes.length - 1; index >= mark; index -= 1) {
        const change = changes[index];
        if (change?.isPut) take(change.unit);
        else if (change) put(change.unit);
      }
      changes.length = mark;
    },
  };
};

/**
 * Improves a plan: makes room for what is not placed by moving a few others, or by giving up what has a lower priority,
 * then moves the spots to where they are wanted and spreads them over the days and the breaks. A plan never gets worse.
 *
 * @param start a plan that keeps all rules
 */
export function improvePlan(
  problem: PlacingProblem,
  start: readonly PlacedUnit[],
  { seed, steps }: PlacingEffort,
): PlacedUnit[] {
  const random = randomFrom(seed);
  const board = createBoard(problem);
  const plan = createPlan(problem, board, start);
  const breaksByDay = Map.groupBy(problem.breaks.keys(), (at) => problem.breaks[at]?.day ?? '');
  let budget = steps;

  /** Some of the options of a line, in another order each time. */
  const someOf = (line: number): readonly Option[] => {
    const options = board.options[line] ?? [];
    const begin = Math.floor(random() * options.length);
    const count = Math.min(options.length, mostBreaks);
    return Array.from({ length: count }, (_, index) => options[(begin + index) % options.length] as Option);
  };
  const bestOf = (line: number, options: readonly Option[]): Option | null => {
    let best: Option | null = null;
    let value = Number.NEGATIVE_INFINITY;
    for (const option of options) {
      if (!board.fits(line, option)) continue;
      const worth = 1_000_000 * board.wishesAt(line, option.at) - board.crowding(line, option.at);
      if (worth > value) [best, value] = [option, worth];
    }
    return best;
  };

  /** What of the plan is in the way of a unit: as few as possible; null if something else is. */
  const inTheWay = (
    line: number,
    { cell, at }: Option,
    fixed: ReadonlySet<PlacedUnit>,
  ): PlacedUnit[] | null => {
    const own = board.clientOf(line);
    const rivals = new Set(board.competitors(line));
    const minute = board.minuteOf(at);
    const found: PlacedUnit[] = [];
    for (const near of breaksByDay.get(problem.breaks[at]?.day ?? '') ?? []) {
      const distance = Math.abs(board.minuteOf(near) - minute);
      for (const unit of plan.inBreaks[near] ?? []) {
        const client = board.clientOf(unit.line);
        if (
          client === own
            ? distance < problem.separation.client
            : distance < problem.separation.industry && rivals.has(client)
        )
          found.push(unit);
      }
      if (found.length > mostMoved) return null;
    }
    const { taken = 0 } = problem.lines[line] ?? {};
    for (const room of board.roomsTaken(cell, line, at)) {
      const uses = (unit: PlacedUnit): boolean =>
        board.roomsTaken(unit.cell, unit.line, unit.at).includes(room);
      const loadOf = (unit: PlacedUnit): number => problem.lines[unit.line]?.taken ?? 0;
      let roomFree = board.freeOf(room) + found.filter(uses).reduce((sum, unit) => sum + loadOf(unit), 0);
      if (roomFree >= taken) continue;
      const others = (board.breaksOfRoom.get(room) ?? [])
        .flatMap((near) => plan.inBreaks[near] ?? [])
        .filter((unit) => !found.includes(unit) && uses(unit))
        .sort((a, b) => loadOf(b) - loadOf(a) || a.at - b.at || a.line - b.line);
      for (const unit of others) {
        if (roomFree >= taken || found.length > mostMoved) break;
        found.push(unit);
        roomFree += loadOf(unit);
      }
      if (roomFree < taken) return null;
    }
    return found.length > mostMoved || found.some((unit) => fixed.has(unit)) ? null : found;
  };

  /**
   * Places one more unit of a line and moves others for it, as deep as given. Of what is moved, only lower priorities
   * than the first line's may be given up.
   *
   * @returns the unit; null: everything is as it was
   */
  const squeeze = (
    line: number,
    depth: number,
    priority: number,
    fixed: ReadonlySet<PlacedUnit>,
  ): PlacedUnit | null => {
    const options = someOf(line);
    const direct = bestOf(line, options);
    if (direct) {
      const unit = { line, ...direct };
      plan.put(unit);
      return unit;
    }
    if (depth === 0) return null;
    const mark = plan.mark();
    for (const option of options) {
      if (budget <= 0) return null;
      budget -= 1;
      if (board.leftIn(line, option.cell) === 0) continue;
      const blockers = inTheWay(line, option, fixed);
      if (!blockers || blockers.length === 0) continue;
      for (const unit of blockers) plan.take(unit);
      // What was there before the plan may be too near as well.
      if (board.fits(line, option)) {
        const unit = { line, ...option };
        plan.put(unit);
        const kept = new Set([...fixed, unit]);
        const isDone = blockers.every((blocker) => {
          const again = squeeze(blocker.line, depth - 1, priority, kept);
          if (again) kept.add(again);
          return again !== null || (problem.lines[blocker.line]?.priority ?? 0) > priority;
        });
        if (isDone) return unit;
      }
      plan.backTo(mark);
    }
    return null;
  };

  for (const line of inOrder(problem)) {
    const priority = problem.lines[line]?.priority ?? 0;
    while (board.missing(line) > 0 && budget > 0) if (!squeeze(line, 2, priority, new Set())) break;
  }
  // Spreads: each relocation is better by itself, or does not happen.
  for (; budget > 0 && plan.units.length > 0; budget -= 1) {
    const unit = plan.units[Math.floor(random() * plan.units.length)];
    if (!unit) break;
    const [preferred, unevenness] = [board.preferred(), board.unevenness()];
    plan.take(unit);
    const other = bestOf(unit.line, someOf(unit.line));
    const next = other ? { line: unit.line, ...other } : unit;
    plan.put(next);
    const gain = board.preferred() - preferred || unevenness - board.unevenness();
    if (gain < 0) {
      plan.take(next);
      plan.put(unit);
    }
  }
  return plan.units.toSorted((a, b) => a.at - b.at || a.line - b.line || a.cell - b.cell);
}

/** The usual effort: it grows with what is to be placed. */
export const usualEffort = ({ lines }: PlacingProblem): PlacingEffort => ({
  seed: 1,
  steps: 2000 + 20 * lines.reduce((sum, { units }) => sum + units, 0),
});

/**
 * Places as many units as possible, those of the first priority first, then as they are wanted, then evenly. Never
 * worse than `firstFit`; the best plan there is where only a few units are placed.
 *
 * @example placeSpots(problem) // [{ line: 0, cell: 2, at: 17 }, …]
 */
export function placeSpots(problem: PlacingProblem, effort = usualEffort(problem)): PlacedUnit[] {
  const improved = improvePlan(problem, firstFit(problem), effort);
  if (problem.lines.reduce((sum, { units }) => sum + units, 0) > fewUnits) return improved;
  const all = searchAll(problem);
  return all && comparePlans(scorePlan(problem, all), scorePlan(problem, improved)) > 0 ? all : improved;
}
