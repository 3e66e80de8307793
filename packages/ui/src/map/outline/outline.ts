import { type GeoContext, geoMercator, geoPath } from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { type Position, project } from '../viewport.ts';

/** The names of the provinces and where they are written, on the projected world. */
export interface PlaceName extends Position {
  readonly name: string;
}

/** Coasts and borders, on the projected world, which is 1 wide and 1 high. */
export interface Outline {
  readonly land: Path2D;
  readonly provinces: Path2D;
  readonly names: readonly PlaceName[];
}

type Areas = Topology<{ areas: GeometryCollection<{ name: string }> }>;

/** The coasts and borders that come with the product. Loaded with the first map. */
export const loadOutline = async (): Promise<Outline> => {
  const { default: data } = await import('./outline.json');
  const file = data as unknown as { readonly land: readonly Areas[]; readonly provinces: Areas };
  // Without resampling: the lines between two points are as short as the data has them.
  const projection = geoMercator()
    .scale(1 / (2 * Math.PI))
    .translate([0.5, 0.5])
    .precision(0);
  const [land, provinces] = [new Path2D(), new Path2D()];
  // `geoPath` begins no path itself.
  const drawOn = (path: Path2D) => geoPath(projection, path as unknown as GeoContext);
  const drawLand = drawOn(land);
  for (const topology of file.land) drawLand(feature(topology, topology.objects.areas));
  // Without the coast, which is drawn from the other data.
  drawOn(provinces)(mesh(file.provinces, file.provinces.objects.areas, (one, other) => one !== other));
  // The centre of gravity of the flat polygon.
  const flat = geoPath(null);
  const names = feature(file.provinces, file.provinces.objects.areas).features.map((area) => {
    const [longitude, latitude] = flat.centroid(area);
    return { name: area.properties.name, ...project({ latitude, longitude }) };
  });
  return { land, provinces, names };
};
