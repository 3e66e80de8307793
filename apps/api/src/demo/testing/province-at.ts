import { readFileSync } from 'node:fs';

type Point = readonly [number, number];

interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: {
    readonly areas: {
      readonly geometries: readonly {
        readonly type: 'Polygon' | 'MultiPolygon';
        readonly properties: { readonly name: string };
        readonly arcs: readonly unknown[];
      }[];
    };
  };
}

const file = new URL('../../../../../packages/ui/src/map/outline/provinces-do.json', import.meta.url);
const { transform, arcs, objects } = JSON.parse(readFileSync(file, 'utf8')) as Topology;

// Arcs are differences between whole numbers (TopoJSON 1.0 §2.1).
const lines = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]): Point => {
    x += dx;
    y += dy;
    return [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
  });
});

const ringOf = (indices: readonly number[]): readonly Point[] =>
  indices.flatMap((index) => (index >= 0 ? (lines[index] ?? []) : (lines[~index] ?? []).toReversed()));

const provinces = objects.areas.geometries.map(({ type, properties, arcs: own }) => ({
  name: properties.name,
  rings: ((type === 'MultiPolygon' ? own : [own]) as readonly (readonly (readonly number[])[])[]).map(
    ([outer = []]) => ringOf(outer),
  ),
}));

/** Whether a ray to the east crosses the ring an odd number of times. */
const isInside = (ring: readonly Point[], longitude: number, latitude: number): boolean =>
  ring.reduce((inside, [x, y], index) => {
    const [u, v] = ring[(index + 1) % ring.length] ?? [x, y];
    const crosses = y > latitude !== v > latitude && longitude < ((u - x) * (latitude - y)) / (v - y) + x;
    return crosses ? !inside : inside;
  }, false);

/** The province of the Dominican Republic at a place, on the outline of the map; undefined in the sea and abroad. */
export const provinceAt = (latitude: number, longitude: number): string | undefined =>
  provinces.find(({ rings }) => rings.some((ring) => isInside(ring, longitude, latitude)))?.name;
