import sql, { type Sql } from 'sql-template-tag';
import type { Period } from './period.ts';

/** Each day `d` on which a flight with weekdays runs within the period; no weekdays are all of them. */
export const flightDays = (flight: Sql, weekdays: Sql, { from, to }: Period): Sql => sql`
  generate_series(greatest(lower(${flight}), ${from}::date), least(upper(${flight}) - 1, ${to}::date), interval '1 day') AS f(at)
  CROSS JOIN LATERAL (SELECT f.at::date AS day
    WHERE ${weekdays} = '{}' OR extract(isodow FROM f.at)::text = ANY(${weekdays})) d`;
