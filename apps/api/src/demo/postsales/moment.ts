/** A moment of a day, at the latest now. */
export const momentOf = (day: string, time: string, now: Date): Date =>
  new Date(Math.min(Date.parse(`${day}T${time}Z`), now.getTime()));
