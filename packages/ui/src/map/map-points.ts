/** A point of `GET /<path>/points`: id, code, name, latitude, longitude, category. */
export type MapPoint = readonly [
  id: string,
  code: string | null,
  name: string,
  latitude: number,
  longitude: number,
  category: string | null,
];

/** The answer of `GET /<path>/points`: the places of the rows of a list, and how many rows have none. */
export interface MapPoints {
  readonly points: readonly MapPoint[];
  /** Rows with coordinates. */
  readonly total: number;
  /** Rows that should have coordinates and have none. */
  readonly missing: number;
  /** Rows that do not belong on a map. */
  readonly others: number;
  /** The list has more rows than one answer covers. */
  readonly is_cut: boolean;
}
