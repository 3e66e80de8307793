import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

type Kind = 'channel' | 'station' | 'publication' | 'ooh_circuit' | 'site' | 'event';

interface Division {
  readonly company: string;
  readonly code: string;
  readonly name: string;
  /** Its channels, stations, publications, sites and circuits, in the order of their codes. */
  readonly stations: readonly (readonly [Kind, string])[];
}

const companies = [
  ['ANT-TV', 'Antillana Televisión'],
  ['ANT-RADIO', 'Antillana Radio'],
  ['ANT-EXT', 'Antillana Exterior'],
  ['ANT-DIG', 'Antillana Prensa y Digital'],
] as const;

const divisions: readonly Division[] = [
  {
    company: 'ANT-TV',
    code: 'ANT-TV-DIV',
    name: 'Televisión',
    stations: [
      ['channel', 'Canal 8'],
      ['channel', 'Canal 8 HD'],
      ['channel', 'Antillana Deportes'],
    ],
  },
  {
    company: 'ANT-RADIO',
    code: 'ANT-RADIO-DIV',
    name: 'Radio',
    stations: [
      ['station', 'Ritmo 98.5'],
      ['station', 'La Nota 102.1'],
      ['station', 'Noticias 910 AM'],
      ['station', 'Brisa 94.7'],
    ],
  },
  {
    company: 'ANT-EXT',
    code: 'ANT-EXT-DIV',
    name: 'Publicidad Exterior',
    stations: [
      ['ooh_circuit', 'Vallas Gran Santo Domingo'],
      ['ooh_circuit', 'Pantallas Cibao'],
      ['ooh_circuit', 'Vallas Cibao'],
      ['ooh_circuit', 'Vallas Este y Sur'],
      ['ooh_circuit', 'Mobiliario Urbano'],
      ['ooh_circuit', 'Pantallas Gran Santo Domingo'],
    ],
  },
  {
    company: 'ANT-DIG',
    code: 'ANT-DIG-DIV',
    name: 'Digital',
    stations: [
      ['site', 'antillana.example'],
      ['site', 'App Antillana'],
    ],
  },
  {
    company: 'ANT-DIG',
    code: 'ANT-PRENSA-DIV',
    name: 'Prensa y Revistas',
    stations: [
      ['publication', 'Diario Antillano'],
      ['publication', 'Revista Mar Abierto'],
      ['publication', 'Revista La Grada'],
    ],
  },
  {
    company: 'ANT-DIG',
    code: 'ANT-EVENTOS-DIV',
    name: 'Eventos y Producción',
    stations: [['event', 'Antillana Eventos']],
  },
];

/**
 * Companies of the media group with their divisions, and their twelve stations, publications and sites, circuits of
 * outdoor faces and events. A code of a subdivision is the code of its company with a number.
 */
export const insertGroup = async (tx: Queryable): Promise<void> => {
  for (const [place, [code, name]] of companies.entries())
    await tx.query(sql`
      INSERT INTO companies (code, name, legal_name, country_id, sort_order)
      SELECT ${code}, ${name}, ${`${name}, S. A.`}, id, ${(place + 2) * 10} FROM countries WHERE code = 'DO'`);
  const numbers = new Map<string, number>();
  for (const [place, { company, code, name, stations }] of divisions.entries()) {
    const before = numbers.get(company) ?? 0;
    numbers.set(company, before + stations.length);
    await tx.query(sql`
      WITH division AS (
        INSERT INTO divisions (code, name, company_id, sort_order)
        SELECT ${code}, ${name}, id, ${200 + place * 10} FROM companies WHERE code = ${company} RETURNING id
      )
      INSERT INTO subdivisions (code, name, division_id, kind, sort_order)
      SELECT ${company} || '-' || (${before}::integer + n), station, division.id, kind, 200 + (${before}::integer + n) * 10
      FROM division, unnest(${stations.map(([, station]) => station)}::text[], ${stations.map(([kind]) => kind)}::text[])
        WITH ORDINALITY AS s(station, kind, n)`);
  }
};
