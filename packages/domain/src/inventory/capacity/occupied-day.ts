/** How much of a space is taken on a day, as `GET /api/availability/:id/days` answers it. */
export interface OccupiedDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly capacity: number;
  readonly held: number;
  readonly booked: number;
  /** Free in it and in every space that contains it. */
  readonly free: number;
}
