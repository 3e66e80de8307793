import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

const companies = [
  ['ANT-TV', 'Antillana Televisión', ['Canal 8', 'Canal 8 HD']],
  ['ANT-RADIO', 'Antillana Radio', ['Ritmo 98.5', 'La Nota 102.1', 'Noticias 910 AM']],
  ['ANT-EXT', 'Antillana Exterior', ['Vallas Gran Santo Domingo', 'Pantallas Cibao']],
  ['ANT-DIG', 'Antillana Digital', ['antillana.example', 'App Antillana']],
] as const;

const divisions = ['Televisión', 'Radio', 'Publicidad Exterior', 'Digital'];
const kinds = ['channel', 'station', 'ooh_circuit', 'site'];

/** Companies of the media group with their divisions and their stations, sites and circuits. */
export const insertGroup = async (tx: Queryable): Promise<void> => {
  for (const [place, [code, name, stations]] of companies.entries()) {
    await tx.query(sql`
      WITH company AS (
        INSERT INTO companies (code, name, legal_name, country_id, sort_order)
        SELECT ${code}, ${name}, ${`${name}, S. A.`}, id, ${(place + 2) * 10} FROM countries WHERE code = 'DO'
        RETURNING id
      ), division AS (
        INSERT INTO divisions (code, name, company_id, sort_order)
        SELECT ${`${code}-DIV`}, ${divisions[place]}, id, ${200 + place * 10} FROM company RETURNING id
      )
      INSERT INTO subdivisions (code, name, division_id, kind, sort_order)
      SELECT ${code} || '-' || n, station, division.id, ${kinds[place]}, 200 + n * 10
      FROM division, unnest(${stations}::text[]) WITH ORDINALITY AS s(station, n)`);
  }
};
