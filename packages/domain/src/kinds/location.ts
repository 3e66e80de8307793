import { readArea } from '../geo/area.ts';
import { readPoint, writePoint } from '../geo/point.ts';
import type { Resource } from '../resource/resource.ts';
import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';

/** Records that may be the centre of an area: one of them, or all those with the same value of a field. */
export interface AreaCenter {
  /** A function, so that a resource may refer to itself. Its records have a `location` too. */
  readonly of: () => Resource;
  /** How the choice is called: `Punto de interés`. */
  readonly label: string;
  /** The text field by which records are a group; absent for single records, by their id. */
  readonly by?: string;
}

export interface LocationOptions extends FieldOptions {
  /** Fields of the same record with the degrees. */
  readonly latitude: string;
  readonly longitude: string;
  /** Field that the map tells points apart by, such as the state. */
  readonly category?: string;
  /** Centres of areas besides any place on the map, by the name that filters store. */
  readonly centers?: Readonly<Record<string, AreaCenter>>;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/**
 * A place on the map, which two other fields hold. A list with such a field can be shown on a map, and is filtered by
 * areas (`geo/area.ts`): a record matches if its place is in any of them.
 */
export const locationKind: Kind<string, LocationOptions> = {
  name: 'location',
  family: 'choice',
  align: 'start',
  parse: (input) => {
    const point = typeof input === 'string' ? readPoint(input) : null;
    return point
      ? parsed(writePoint(point))
      : rejected('Escriba la latitud y la longitud, por ejemplo 18.486058, -69.931212.');
  },
  format: (value) => value,
  wire: (value) => value,
  filter: {
    accepts: (text, { centers = {} }) => {
      const area = readArea(text);
      if (area === null || !('source' in area.center)) return area !== null;
      const { source, value } = area.center;
      const center = Object.hasOwn(centers, source) ? centers[source] : undefined;
      return center !== undefined && (center.by !== undefined || isId(value));
    },
  },
  compare: (a, b) => (a < b ? -1 : Number(a > b)),
  column: () => 'text',
  schema: () => ({ type: 'string', maxLength: 30 }),
};

/**
 * A place on the map. The database function of the same name makes its text; `npm run migration` prints the index that
 * its filter needs.
 *
 * @example location('Ubicación', { latitude: 'latitude', longitude: 'longitude' })
 */
export const location = (label: string, options: LocationOptions): Field<string, LocationOptions> => ({
  kind: locationKind,
  label,
  options: { readOnly: true, computed: true, derived: true, ...options },
});
