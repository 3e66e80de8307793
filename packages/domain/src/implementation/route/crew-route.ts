import { distanceKm, type Point } from '../../geo/point.ts';

/** A step of an order of a route. */
export interface RouteStep {
  readonly id: string;
  readonly task: string;
  readonly is_required: boolean;
  readonly done_at: string | null;
  readonly done_by: string | null;
  readonly remark: string | null;
}

/** An order that somebody works on during a day. */
export interface RouteStop {
  readonly id: string;
  readonly number: string | null;
  readonly description: string;
  readonly kind: string;
  readonly status: string;
  readonly client: string | null;
  readonly space: string | null;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly planned_start: string | null;
  readonly sla_due: string | null;
  readonly blockers: string | null;
  readonly crew: string | null;
  /** Photos that are on the server. */
  readonly photos: number;
  readonly steps: readonly RouteStep[];
}

/** What the answer of `GET /work-orders/route` contains. */
export interface CrewRoute {
  readonly day: string;
  readonly stops: readonly RouteStop[];
}

/** Kinds whose work puts nothing on the air: they are completed at once. */
const withoutAir: readonly string[] = ['removal', 'maintenance', 'production'];

/** A command of work orders by which a crew goes on with one. */
export type RouteAct = 'start' | 'go_live' | 'complete';

/** What a crew does next with an order; null: nothing from its route. */
export const nextAct = ({ kind, status }: Pick<RouteStop, 'kind' | 'status'>): RouteAct | null => {
  if (status === 'scheduled') return 'start';
  if (status !== 'in_progress') return null;
  return withoutAir.includes(kind) ? 'complete' : 'go_live';
};

const pointOf = ({ latitude, longitude }: Pick<RouteStop, 'latitude' | 'longitude'>): Point | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/**
 * The order in which stops are visited: from the first one that is given, always the nearest that is left. Stops without
 * a place follow at the end, as they are given.
 */
export const inVisitingOrder = <S extends Pick<RouteStop, 'latitude' | 'longitude'>>(
  stops: readonly S[],
): readonly S[] => {
  const left = stops.filter((stop) => pointOf(stop) !== null);
  const ordered: S[] = [];
  let here: Point | null = null;
  while (left.length > 0) {
    let next = 0;
    if (here !== null) {
      let least = Number.POSITIVE_INFINITY;
      for (const [place, stop] of left.entries()) {
        const far = distanceKm(here, pointOf(stop) as Point);
        if (far < least) [least, next] = [far, place];
      }
    }
    const [stop] = left.splice(next, 1);
    if (!stop) break;
    ordered.push(stop);
    here = pointOf(stop);
  }
  return [...ordered, ...stops.filter((stop) => pointOf(stop) === null)];
};

/** The address of a stop in the map of a telephone; null without a place. */
export const mapLink = ({ latitude, longitude, address }: RouteStop): string | null => {
  const to = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address;
  return to ? `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(to)}` : null;
};
