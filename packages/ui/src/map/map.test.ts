import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clustersOf, type Mark } from './clusters.ts';
import { hitAt } from './hit.ts';
import type { MapPoint } from './map-points.ts';
import {
  boundsOf,
  circleEnds,
  fittingTo,
  mostZoom,
  pannedBy,
  toPoint,
  toPosition,
  type Viewport,
  zoomedTo,
} from './viewport.ts';

const view: Viewport = {
  center: { latitude: 18.48, longitude: -69.93 },
  zoom: 11,
  width: 800,
  height: 600,
};

const pointAt = (id: string, latitude: number, longitude: number): MapPoint => [
  id,
  null,
  id,
  latitude,
  longitude,
  null,
];

const countOf = (marks: readonly Mark[]): number =>
  marks.reduce((sum, mark) => sum + (mark.kind === 'cluster' ? mark.count : 1), 0);

test('a position and its place convert into each other, at every zoom', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.double({ min: 3, max: 18, noNaN: true }),
      (latitude, longitude, zoom) => {
        const there = toPosition({ ...view, zoom }, { latitude, longitude });
        const back = toPoint({ ...view, zoom }, there);
        expect(back.latitude).toBeCloseTo(latitude, 6);
        expect(back.longitude).toBeCloseTo(longitude, 6);
      },
    ),
  );
});

test('zooming keeps the place under the pointer, and dragging moves it with the pointer', () => {
  const at = { x: 620, y: 130 };
  const place = toPoint(view, at);
  const closer = toPosition(zoomedTo(view, 14.5, at), place);
  expect([closer.x, closer.y].map(Math.round)).toEqual([620, 130]);
  const dragged = toPosition(pannedBy(view, 25, -40), place);
  expect([dragged.x, dragged.y].map(Math.round)).toEqual([645, 90]);
});

test('all points are in the view that is fitted to them; one point is shown with its surroundings', () => {
  const places = [
    { latitude: 18.2, longitude: -71.4 },
    { latitude: 19.8, longitude: -68.4 },
  ];
  const fitted = fittingTo(view, places);
  const [west, south, east, north] = boundsOf(fitted ?? view);
  for (const { latitude, longitude } of places) {
    expect(latitude > south && latitude < north && longitude > west && longitude < east).toBe(true);
  }
  expect(fittingTo(view, places.slice(1))).toMatchObject({ zoom: 14 });
  expect(fittingTo(view, [])).toBeNull();
});

test('a circle is as wide and as high on the map as its distance', () => {
  const [north, east, south, west] = circleEnds(view.center, 2);
  // 2 km are 0.017986° of latitude, and 0.018964° of longitude at 18.48°.
  expect((north?.latitude ?? 0) - (south?.latitude ?? 0)).toBeCloseTo(0.035972, 5);
  expect((east?.longitude ?? 0) - (west?.longitude ?? 0)).toBeCloseTo(0.037929, 5);
});

test('clusters have all points together, and open until each point is by itself', () => {
  const points = Array.from({ length: 400 }, (_, n) =>
    pointAt(String(n), 18.4 + (n % 20) / 200, -70 + Math.floor(n / 20) / 200),
  );
  const clusters = clustersOf(points);
  const wide = fittingTo(
    view,
    points.map(([, , , latitude, longitude]) => ({ latitude, longitude })),
  );
  const marks = clusters.marksIn(wide ?? view);
  expect(countOf(marks)).toBe(400);
  expect(marks.length).toBeLessThan(100);
  const [cluster] = marks.filter((mark) => mark.kind === 'cluster');
  if (!cluster || !wide) throw new Error('400 points make clusters');
  const opened = clusters.marksIn({ ...wide, center: cluster.place, zoom: clusters.opensAt(cluster.id) });
  expect(opened.some((mark) => mark.kind === 'cluster' && mark.id === cluster.id)).toBe(false);
  const closest = clusters.marksIn({ ...wide, center: { latitude: 18.4, longitude: -70 }, zoom: mostZoom });
  expect(closest.map((mark) => mark.kind)).toEqual(['point']);
});

test('faces at one place are picked together, the nearest one alone otherwise', () => {
  const zoomed = { ...view, zoom: mostZoom };
  const [a, b] = [pointAt('a', 18.48, -69.93), pointAt('b', 18.48, -69.93)];
  const beside = pointAt('c', 18.48, -69.92994);
  const marks = clustersOf([a, b, beside]).marksIn(zoomed);
  const hit = hitAt(zoomed, marks, [], { x: 400, y: 300 }, false);
  expect(hit?.kind === 'points' && hit.points.map(([id]) => id).sort()).toEqual(['a', 'b']);
  const other = hitAt(zoomed, marks, [], toPosition(zoomed, { latitude: 18.48, longitude: -69.92994 }), true);
  expect(other?.kind === 'points' && other.points.map(([id]) => id)).toEqual(['c']);
  expect(hitAt(zoomed, marks, [], { x: 10, y: 10 }, true)).toBeNull();
});

test('a cluster is hit where it is drawn', () => {
  const points = Array.from({ length: 9 }, (_, n) => pointAt(String(n), 18.48, -69.93 + n / 1e5));
  const marks = clustersOf(points).marksIn(view);
  expect(hitAt(view, marks, [], { x: 402, y: 298 }, false)).toMatchObject({
    kind: 'cluster',
    mark: { count: 9 },
  });
});

test('the outline has the 32 provinces and the countries around them', () => {
  const outline = JSON.parse(readFileSync(new URL('./outline/outline.json', import.meta.url), 'utf8'));
  const names = outline.provinces.objects.areas.geometries.map(
    ({ properties }: { properties: { name: string } }) => properties.name,
  );
  expect(names).toHaveLength(32);
  expect(names).toEqual(expect.arrayContaining(['Distrito Nacional', 'Elías Piña', 'Hermanas Mirabal']));
});
