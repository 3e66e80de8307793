import type { Mark } from './clusters.ts';
import { placeOf } from './clusters.ts';
import { clusterRadius, pointRadius } from './draw-map.ts';
import type { MapPoint } from './map-points.ts';
import { type Position, toPosition, type Viewport } from './viewport.ts';

/** Pixels around a mark that belong to it too; more for a finger. */
const tolerance = { mouse: 4, touch: 14 } as const;

const distance = (a: Position, b: Position): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The cluster at a position, or the points that are drawn on top of each other there. */
export type Hit =
  | { readonly kind: 'cluster'; readonly mark: Extract<Mark, { kind: 'cluster' }> }
  | { readonly kind: 'points'; readonly points: readonly MapPoint[] };

/**
 * What is at a position of the window; null for the bare map.
 *
 * @param above points that are drawn above the marks, such as the selected ones
 */
export const hitAt = (
  viewport: Viewport,
  marks: readonly Mark[],
  above: readonly MapPoint[],
  at: Position,
  isTouch: boolean,
): Hit | null => {
  const reach = tolerance[isTouch ? 'touch' : 'mouse'];
  const isNear = (point: MapPoint, extra: number): boolean =>
    distance(toPosition(viewport, placeOf(point)), at) <= pointRadius + extra;
  const near = above.filter((point) => isNear(point, reach));
  const single = marks.flatMap((mark) =>
    mark.kind === 'point' && isNear(mark.point, reach) ? [mark.point] : [],
  );
  const points = [...new Map([...near, ...single].map((point) => [point[0], point])).values()];
  if (points.length > 0) {
    // The nearest one, and those drawn at the very same place.
    const far = (point: MapPoint): number => distance(toPosition(viewport, placeOf(point)), at);
    const least = Math.min(...points.map(far));
    return { kind: 'points', points: points.filter((point) => far(point) - least < 2) };
  }
  const mark = marks.find(
    (one) =>
      one.kind === 'cluster' &&
      distance(toPosition(viewport, one.place), at) <= clusterRadius(one.count) + reach / 2,
  );
  return mark?.kind === 'cluster' ? { kind: 'cluster', mark } : null;
};
