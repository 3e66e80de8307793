import { distanceKm, type Point } from '@pauta/domain/geo/point.ts';
import { geoMercatorRaw } from 'd3-geo';

/** The part of the world that a map shows, in the Mercator projection of map tiles. */
export interface Viewport {
  /** The place in the middle. */
  readonly center: Point;
  /** The world is 256 · 2^zoom pixels wide. */
  readonly zoom: number;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** A position in the window of the map, in CSS pixels. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

export const leastZoom = 3;
export const mostZoom = 18;

/** Pixels of the world at zoom 0, as of a map tile. */
const tile = 256;
/** Where the Mercator projection of map tiles ends. */
const mostLatitude = 85.05;

const radians = Math.PI / 180;

export const worldSize = (zoom: number): number => tile * 2 ** zoom;

/** A place on the projected world, which is 1 wide and 1 high; north is 0. */
export const project = ({ latitude, longitude }: Point): Position => {
  const clamped = Math.max(-mostLatitude, Math.min(mostLatitude, latitude));
  const [x, y] = geoMercatorRaw(longitude * radians, clamped * radians);
  return { x: 0.5 + x / (2 * Math.PI), y: 0.5 - y / (2 * Math.PI) };
};

/** The inverse of `project`. */
export const unproject = ({ x, y }: Position): Point => {
  const [longitude = 0, latitude = 0] =
    geoMercatorRaw.invert?.((x - 0.5) * 2 * Math.PI, (0.5 - y) * 2 * Math.PI) ?? [];
  return { latitude: latitude / radians, longitude: longitude / radians };
};

/** Where a place is in the window. */
export const toPosition = (viewport: Viewport, point: Point): Position => {
  const size = worldSize(viewport.zoom);
  const [at, middle] = [project(point), project(viewport.center)];
  return {
    x: (at.x - middle.x) * size + viewport.width / 2,
    y: (at.y - middle.y) * size + viewport.height / 2,
  };
};

/** The place at a position of the window. */
export const toPoint = (viewport: Viewport, { x, y }: Position): Point => {
  const size = worldSize(viewport.zoom);
  const middle = project(viewport.center);
  return unproject({
    x: middle.x + (x - viewport.width / 2) / size,
    y: middle.y + (y - viewport.height / 2) / size,
  });
};

const clampZoom = (zoom: number): number => Math.max(leastZoom, Math.min(mostZoom, zoom));

/** The viewport after the map was dragged by this many pixels. */
export const pannedBy = (viewport: Viewport, dx: number, dy: number): Viewport => {
  const { latitude, longitude } = toPoint(viewport, {
    x: viewport.width / 2 - dx,
    y: viewport.height / 2 - dy,
  });
  return {
    ...viewport,
    center: {
      latitude: Math.max(-mostLatitude, Math.min(mostLatitude, latitude)),
      longitude: Math.max(-180, Math.min(180, longitude)),
    },
  };
};

/** The viewport with another zoom, in which the place at a position stays where it is. */
export const zoomedTo = (viewport: Viewport, zoom: number, at: Position): Viewport => {
  const next = { ...viewport, zoom: clampZoom(zoom) };
  const place = toPoint(viewport, at);
  const moved = toPosition(next, place);
  return pannedBy(next, at.x - moved.x, at.y - moved.y);
};

/** West, south, east and north of what is shown, in degrees. */
export const boundsOf = (viewport: Viewport): [number, number, number, number] => {
  const northWest = toPoint(viewport, { x: 0, y: 0 });
  const southEast = toPoint(viewport, { x: viewport.width, y: viewport.height });
  return [
    Math.max(-180, northWest.longitude),
    southEast.latitude,
    Math.min(180, southEast.longitude),
    northWest.latitude,
  ];
};

/** Zoom at which a single place is shown with its surroundings. */
const closest = 14;
/** Pixels between the places and the edge of the map. */
const margin = 48;

/**
 * The viewport of this size that shows all places.
 *
 * @param most the closest zoom
 */
export const fittingTo = (
  size: Pick<Viewport, 'width' | 'height'>,
  points: Iterable<Point>,
  most = closest,
): Viewport | null => {
  let [left, top, right, bottom] = [1, 1, 0, 0];
  for (const point of points) {
    const { x, y } = project(point);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (left > right) return null;
  const room = (length: number): number => Math.max(64, length - 2 * margin) / tile;
  const zoom = Math.min(
    Math.log2(room(size.width) / Math.max(right - left, 1e-9)),
    Math.log2(room(size.height) / Math.max(bottom - top, 1e-9)),
    most,
  );
  return {
    ...size,
    zoom: clampZoom(zoom),
    center: unproject({ x: (left + right) / 2, y: (top + bottom) / 2 }),
  };
};

/** Four places on the circle around a centre: north, east, south and west. */
export const circleEnds = ({ latitude, longitude }: Point, km: number): readonly Point[] => {
  const degrees = km / distanceKm({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
  const wide = degrees / Math.max(0.01, Math.cos(latitude * radians));
  return [
    { latitude: latitude + degrees, longitude },
    { latitude, longitude: longitude + wide },
    { latitude: latitude - degrees, longitude },
    { latitude, longitude: longitude - wide },
  ];
};
