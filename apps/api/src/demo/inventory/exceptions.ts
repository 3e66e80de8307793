import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

interface DemoException {
  readonly kind: 'season' | 'holiday' | 'event' | 'maintenance' | 'other';
  readonly reason: string;
  readonly days: readonly [string, string];
  /** Which spaces, of `i` and its station `s`. */
  readonly spaces: Sql;
  /** Capacity on these days, as a part of the usual one. */
  readonly part: number;
  readonly most: number;
}

/** The next time that a day of the year comes, given as month and day. */
const next = (day: string, today: string): string => {
  const thisYear = `${today.slice(0, 4)}-${day}`;
  return thisYear > today ? thisYear : `${Number(today.slice(0, 4)) + 1}-${day}`;
};

const exceptionsAfter = (today: string): readonly DemoException[] => {
  const christmas = next('12-25', today);
  const newYear = next('01-01', today);
  const final = next('01-18', today);
  const address = next('02-27', today);
  const paper = sql`s.name = 'Diario Antillano'`;
  const noPaper = { kind: 'holiday', spaces: paper, part: 0, most: 40 } as const;
  const circuits = ['Vallas Gran Santo Domingo', 'Vallas Cibao', 'Vallas Este y Sur'];
  return [
    { ...noPaper, reason: 'Navidad: el diario no circula', days: [christmas, christmas] },
    { ...noPaper, reason: 'Año Nuevo: el diario no circula', days: [newYear, newYear] },
    {
      kind: 'season',
      reason: 'Temporada navideña: tandas de cuatro minutos',
      days: [addDays(christmas, -10), addDays(christmas, -1)],
      spaces: sql`s.name = 'Ritmo 98.5' AND i.break_no IS NOT NULL`,
      part: 4 / 3,
      most: 200,
    },
    {
      kind: 'event',
      reason: 'Serie final de béisbol: cortes más largos',
      days: [final, addDays(final, 9)],
      spaces: sql`s.name = 'Antillana Deportes' AND i.name LIKE 'Béisbol en Directo, corte %'`,
      part: 5 / 3,
      most: 3,
    },
    {
      kind: 'event',
      reason: 'Serie final de béisbol: más visitas al sitio',
      days: [final, addDays(final, 9)],
      spaces: sql`s.name = 'antillana.example' AND i.name LIKE 'Deportes %'`,
      part: 1.5,
      most: 2,
    },
    {
      kind: 'other',
      reason: 'Rendición de cuentas: transmisión oficial sin cortes',
      days: [address, address],
      spaces: sql`s.kind = 'channel' AND i.airs_at >= '09:00' AND i.airs_at < '12:00'`,
      part: 0,
      most: 12,
    },
    ...circuits.map(
      (circuit, place): DemoException => ({
        kind: 'maintenance',
        reason: 'Cambio de lona y pintura de la estructura',
        days: [addDays(today, 8 + place * 6), addDays(today, 12 + place * 6)],
        spaces: sql`s.name = ${circuit}`,
        part: 0,
        most: 6,
      }),
    ),
    {
      kind: 'maintenance',
      reason: 'Calibración de los módulos LED',
      days: [addDays(today, 15), addDays(today, 16)],
      spaces: sql`s.name LIKE 'Pantallas %'`,
      part: 0,
      most: 4,
    },
  ];
};

/**
 * Days with another capacity in the next months: holidays, a season, special events and maintenance. What lowers the
 * capacity is only of spaces that no contract, hold, quote or package of these data uses, so that all can still be sold.
 */
export const insertExceptions = async (tx: Transaction, now: Date): Promise<void> => {
  for (const one of exceptionsAfter(now.toISOString().slice(0, 10))) {
    const dates = `[${one.days.join(',')}]`;
    await tx.query(sql`
      INSERT INTO capacity_exceptions (inventory_item_id, dates, kind, capacity, reason)
      SELECT i.id, ${dates}::daterange, ${one.kind}, round(i.capacity * ${one.part}::numeric), ${one.reason}
      FROM inventory_items i JOIN subdivisions s ON s.id = i.subdivision_id
      WHERE i.status = 'active' AND ${one.spaces} AND (${one.part >= 1} OR NOT (
        EXISTS (SELECT FROM occupancy o JOIN inventory_items x ON x.id = o.item_id WHERE i.id = ANY (x.path))
        OR EXISTS (SELECT FROM contract_lines l WHERE l.inventory_item_id = i.id)
        OR EXISTS (SELECT FROM quote_lines l WHERE l.inventory_item_id = i.id)
        OR EXISTS (SELECT FROM package_items p WHERE p.inventory_item_id = i.id)))
      ORDER BY i.code LIMIT ${one.most}`);
  }
};
