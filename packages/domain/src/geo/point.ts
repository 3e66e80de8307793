/** A place on the earth in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius of the earth in kilometres (IUGG), as in the database's `distance_km`. */
const earthRadius = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres, by the haversine formula. */
export const distanceKm = (a: Point, b: Point): number => {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(h)));
};

const written = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * Reads a place as people copy it from a map: latitude, then longitude, with a decimal point.
 *
 * @returns null when the text is not two numbers, or they are not degrees
 * @example readPoint('18.486058, -69.931212') // { latitude: 18.486058, longitude: -69.931212 }
 */
export function readPoint(text: string): Point | null {
  const found = written.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Six decimals, about 0.1 m, as coordinates are stored. */
const rounded = (degrees: number): string => String(Number(degrees.toFixed(6)) + 0);

/** A place as people write it. @example writePoint(point) // '18.486058, -69.931212' */
export const writePoint = ({ latitude, longitude }: Point): string =>
  `${rounded(latitude)}, ${rounded(longitude)}`;
