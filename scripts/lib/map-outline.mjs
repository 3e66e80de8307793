import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './run.mjs';

const folder = 'packages/ui/src/map/outline';

/** The file of the coasts and borders that maps are drawn with, from the root of the repository. */
export const outlineFile = `${folder}/outline.json`;

const require = createRequire(join(root, 'packages/ui/package.json'));
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** ISO 3166-1 numeric codes of the countries, by their level of detail. */
const detailed = ['214', '332', '630'];
const coarse = (
  '028 032 044 052 060 068 076 084 092 136 152 170 188 192 212 218 222 238 254 308 312 320 328 340 388 474 484 500 ' +
  '531 533 534 558 591 600 604 652 659 660 662 663 670 740 780 796 850 858 862'
).split(' ');

const distant = ['840'];

/** Degrees around what is drawn: rings outside of it are left out, such as Alaska. */
const [west, south, east, north] = [-130, -57, -30, 50];

/** A topology with only these geometries, the arcs they use, and rings within the region. */
function cut(topology, object, keep) {
  const { scale, translate } = topology.transform;
  const startsInside = (arc) => {
    const [x, y] = topology.arcs[arc < 0 ? ~arc : arc][0];
    const [longitude, latitude] = [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    return longitude > west && longitude < east && latitude > south && latitude < north;
  };
  const places = new Map();
  const arcs = [];
  const placeOf = (arc) => {
    const own = arc < 0 ? ~arc : arc;
    if (!places.has(own)) places.set(own, arcs.push(topology.arcs[own]) - 1);
    return arc < 0 ? ~places.get(own) : places.get(own);
  };
  const geometries = topology.objects[object].geometries.filter(keep).map((geometry) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs;
    const inside = polygons.filter(([ring]) => startsInside(ring[0]));
    return {
      type: 'MultiPolygon',
      arcs: inside.map((rings) => rings.map((ring) => ring.map(placeOf))),
      ...(geometry.name !== undefined && { properties: { name: geometry.name } }),
    };
  });
  return {
    type: 'Topology',
    transform: topology.transform,
    objects: { areas: { type: 'GeometryCollection', geometries } },
    arcs,
  };
}

/**
 * The text of `outlineFile`, from world-atlas and the provinces beside it: Hispaniola and Puerto Rico at 1:10 million, the
 * rest of Latin America and the Caribbean at 1:50 million, the United States at 1:110 million.
 */
export function outlineText() {
  const provinces = read(join(root, folder, 'provinces-do.json'));
  for (const geometry of provinces.objects.areas.geometries) geometry.name = geometry.properties.name;
  const countries = (scale, codes) =>
    cut(read(require.resolve(`world-atlas/countries-${scale}.json`)), 'countries', ({ id }) =>
      codes.includes(id),
    );
  const outline = {
    land: [countries('110m', distant), countries('50m', coarse), countries('10m', detailed)],
    provinces: cut(provinces, 'areas', () => true),
  };
  return `${JSON.stringify(outline)}\n`;
}
