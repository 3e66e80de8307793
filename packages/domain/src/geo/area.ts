import { type Point, readPoint, writePoint } from './point.ts';

/** The places within a distance of a centre, or of any of several. */
export interface Area {
  /** Decimal text, above 0 and up to `mostKm`, with up to three decimals. */
  readonly km: string;
  readonly center:
    | Point
    /** A record, or all records of a group, by the name of the source in `LocationOptions.centers`. */
    | { readonly source: string; readonly value: string };
}

/** The longest distance that a list is filtered by, in kilometres. */
export const mostKm = 1000;

const distance = /^\d{1,4}(?:\.\d{1,3})?$/;

/** A distance as it is stored, without needless zeros; null when it is not one. @example readKm('2,50') // '2.5' */
export function readKm(text: string): string | null {
  const plain = text.trim().replace(',', '.');
  const value = Number(plain);
  return distance.test(plain) && value > 0 && value <= mostKm ? String(value) : null;
}

/** Letters, digits, and the signs of a name that have no meaning in a filter. */
const plainValue = /^[\p{L}\p{N}][\p{L}\p{N} '&./()-]{0,79}$/u;

/** Whether a text may be the value of a centre, such as an id or the name of a group. */
export const isCenterValue = (text: string): boolean => plainValue.test(text);

/**
 * Reads an area as filters store it. Commas separate the values of a filter, so there are none in it.
 *
 * | Text | Meaning |
 * |---|---|
 * | `2km@18.486058;-69.931212` | within 2 km of a place |
 * | `0.5km@point:01900000-0000-7000-8000-000000000001` | of a record of the source `point` |
 * | `2km@kind:Supermercado` | of any record of a group of the source `kind` |
 */
export function readArea(text: string): Area | null {
  const at = text.indexOf('km@');
  const km = at < 0 ? null : readKm(text.slice(0, at));
  if (km === null || text.includes(',')) return null;
  const center = text.slice(at + 3);
  const point = readPoint(center);
  if (point) return { km, center: point };
  const [, source, value] = /^([a-z]+):(.*)$/.exec(center) ?? [];
  return source !== undefined && value !== undefined && isCenterValue(value)
    ? { km, center: { source, value } }
    : null;
}

/** The stored text of an area: the inverse of `readArea`. */
export const writeArea = ({ km, center }: Area): string =>
  `${km}km@${'source' in center ? `${center.source}:${center.value}` : writePoint(center).replace(', ', ';')}`;
