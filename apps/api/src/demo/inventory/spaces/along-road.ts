import type { Road } from './roads.ts';

const kmOfDegree = 111.19;

/** Kilometres between two near points, on a plane. */
const lengthOf = ([a, b]: readonly [number, number], [c, d]: readonly [number, number]): number =>
  Math.hypot(c - a, (d - b) * Math.cos((a * Math.PI) / 180)) * kmOfDegree;

const winds = ['norte', 'noreste', 'este', 'sureste', 'sur', 'suroeste', 'oeste', 'noroeste'] as const;

/** The wind of a direction in degrees clockwise from north. */
const windOf = (degrees: number): string => winds[Math.round((degrees + 360) / 45) % 8] ?? 'norte';

interface Spot {
  readonly latitude: number;
  readonly longitude: number;
  /** Kilometres from the beginning of the road. */
  readonly km: number;
  /** The direction of the traffic that leads away from the beginning, and of the traffic that leads back. */
  readonly winds: readonly [string, string];
}

/** The place on a road after this part of its length, from 0 to 1. */
export const alongRoad = ({ points }: Pick<Road, 'points'>, part: number): Spot => {
  const lines = points.slice(1).flatMap((to, index) => {
    const from = points[index];
    return from ? [{ from, to, length: lengthOf(from, to) }] : [];
  });
  const km = part * lines.reduce((sum, { length }) => sum + length, 0);
  let left = km;
  let line = lines[0];
  for (const one of lines) {
    line = one;
    if (left <= one.length) break;
    left -= one.length;
  }
  if (!line) throw new Error('a road has two points or more');
  const { from, to, length } = line;
  const share = Math.min(1, left / length);
  const degrees =
    (Math.atan2((to[1] - from[1]) * Math.cos((from[0] * Math.PI) / 180), to[0] - from[0]) * 180) / Math.PI;
  return {
    latitude: from[0] + (to[0] - from[0]) * share,
    longitude: from[1] + (to[1] - from[1]) * share,
    km,
    winds: [windOf(degrees), windOf(degrees + 180)],
  };
};

/** Divides a whole number into whole parts that are proportional to the weights. */
export const divide = (count: number, weights: readonly number[]): readonly number[] => {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let given = 0;
  let before = 0;
  return weights.map((weight) => {
    before += weight;
    const now = Math.round((count * before) / all) - given;
    given += now;
    return now;
  });
};
