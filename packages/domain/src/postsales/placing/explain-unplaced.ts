import { formatCivilDate } from '../../kinds/date.ts';
import { formatCount } from '../../text/locale.ts';
import { createBoard, type Obstacle } from './placing-board.ts';
import type { PlacedUnit, PlacingProblem } from './placing-problem.ts';

/** Why units of a line were not placed, and the least that would have to change. */
export interface Unplaced {
  /** Place in `lines`. */
  readonly line: number;
  readonly units: number;
  /** The most frequent first. */
  readonly reasons: readonly {
    readonly code: Obstacle | 'no_break' | 'placed_out';
    readonly breaks: number;
  }[];
  readonly relaxation: Relaxation | null;
}

/** A change with which one more unit would fit: the first kind that exists is the cheapest one. */
export interface Relaxation {
  /** Another day of the flight, another break of the station, or a smaller distance from others. */
  readonly kind: 'other_day' | 'other_break' | 'separation';
  /** Place in `breaks`. */
  readonly at: number;
  /** Minutes that would be kept. */
  readonly minutes?: number;
}

/**
 * What a plan leaves out, in the order of the lines.
 *
 * @example explainUnplaced(problem, plan) // [{ line: 3, units: 2, reasons: [{ code: 'capacity', breaks: 4 }], relaxation: … }]
 */
export function explainUnplaced(problem: PlacingProblem, plan: readonly PlacedUnit[]): Unplaced[] {
  const board = createBoard(problem);
  for (const unit of plan) board.put(unit);
  const { breaks, rooms } = problem;

  const relax = (line: number): Relaxation | null => {
    const found = problem.lines[line];
    if (!found) return null;
    const open = found.cells.filter((_, cell) => board.leftIn(line, cell) > 0);
    const items = new Set(open.map(({ room }) => rooms[room]?.item));
    const days = new Set(open.map(({ room }) => rooms[room]?.day));
    /** Whether a unit fits without what is booked for it there. */
    const isFree = (at: number): boolean =>
      breaks[at]?.rooms.length !== 0 &&
      (breaks[at]?.rooms ?? []).every((room) => board.freeOf(room) >= found.taken) &&
      board.nearest(line, at) === null;
    const suits = (at: number): boolean =>
      board.admits(line, at) && board.hasRights(line, breaks[at]?.day ?? '');
    const isInSpace = (at: number): boolean =>
      (breaks[at]?.rooms ?? []).some((room) => items.has(rooms[room]?.item));
    const isInFlight = (day: string): boolean => found.flight.from <= day && day <= found.flight.to;
    // A placement that has its day keeps it.
    if (found.placement === undefined) {
      const day = breaks.findIndex(
        (one, at) => isInSpace(at) && isInFlight(one.day) && suits(at) && isFree(at),
      );
      if (day !== -1) return { kind: 'other_day', at: day };
    }
    const other = breaks.findIndex((one, at) => days.has(one.day) && suits(at) && isFree(at));
    if (other !== -1) return { kind: 'other_break', at: other };
    let nearest: Relaxation | null = null;
    for (const option of board.options[line] ?? []) {
      if (board.leftIn(line, option.cell) === 0 || !board.hasRoom(line, option)) continue;
      const minutes = board.nearest(line, option.at)?.minutes ?? 0;
      if (nearest === null || minutes > (nearest.minutes ?? 0))
        nearest = { kind: 'separation', at: option.at, minutes };
    }
    return nearest;
  };

  return problem.lines.flatMap((_, line): Unplaced[] => {
    const units = board.missing(line);
    if (units === 0) return [];
    const counts = new Map<Unplaced['reasons'][number]['code'], number>();
    const count = (code: Unplaced['reasons'][number]['code']): void =>
      void counts.set(code, (counts.get(code) ?? 0) + 1);
    for (const option of board.booked[line] ?? []) {
      if (board.leftIn(line, option.cell) === 0) count('placed_out');
      else if (!board.admits(line, option.at)) count('not_admitted');
      else if (!board.hasRights(line, breaks[option.at]?.day ?? '')) count('rights');
      else if (!board.hasRoom(line, option)) count('capacity');
      else count(board.nearest(line, option.at)?.by ?? 'capacity');
    }
    // What is already used by other units of the line explains nothing beside other reasons.
    if (counts.size > 1) counts.delete('placed_out');
    if (counts.size === 0) counts.set('no_break', 0);
    const reasons = [...counts]
      .map(([code, found]) => ({ code, breaks: found }))
      .sort((a, b) => b.breaks - a.breaks || (a.code < b.code ? -1 : 1));
    return [{ line, units, reasons, relaxation: relax(line) }];
  });
}

const inBreaks = (breaks: number): string => (breaks === 1 ? '1 corte' : `${formatCount(breaks)} cortes`);

const reasonTexts: Readonly<Record<Unplaced['reasons'][number]['code'], (breaks: number) => string>> = {
  capacity: (breaks) => `Sin segundos libres en ${inBreaks(breaks)}`,
  client_near: (breaks) => `Demasiado cerca de otro anuncio del mismo cliente en ${inBreaks(breaks)}`,
  competitor_near: (breaks) => `Demasiado cerca de un competidor en ${inBreaks(breaks)}`,
  not_admitted: (breaks) => `Servicio no admitido en ${inBreaks(breaks)}`,
  rights: (breaks) => `Derechos del material vencidos en ${inBreaks(breaks)}`,
  no_break: () => 'Su espacio no tiene cortes en los días contratados del periodo',
  placed_out: () => 'Los días contratados del periodo ya están completos',
};

/** The reasons in words: «Sin segundos libres en 4 cortes; …». */
export const reasonText = (reasons: Unplaced['reasons']): string => {
  const [first = '', ...others] = reasons.map(({ code, breaks }) => reasonTexts[code](breaks));
  return [first, ...others.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join('; ');
};

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** A relaxation in words: «Cabría el martes 01/12/2026 a las 19:10, otro día de su vuelo». */
export const relaxationText = (problem: PlacingProblem, { kind, at, minutes = 0 }: Relaxation): string => {
  const { day = '', airs_at = '', name = '' } = problem.breaks[at] ?? {};
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
  const when = `el ${weekday} ${formatCivilDate(day)} a las ${airs_at}`;
  if (kind === 'other_day') return `Cabría ${when}, otro día de su vuelo`;
  if (kind === 'other_break') return `Cabría ${when}, en «${name}»`;
  return minutes === 0
    ? `Cabría ${when}, en el mismo corte que el otro anuncio`
    : `Con ${formatCount(minutes)} min de separación cabría ${when}`;
};
