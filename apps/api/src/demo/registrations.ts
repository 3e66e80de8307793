import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { rnc, workingMoment } from './accounts.ts';
import { exampleNumber } from './contacts.ts';
import { insertRows, type Row } from './insert-rows.ts';
import type { Known } from './known.ts';
import type { Random } from './random.ts';
import { type createPeople, domainOf } from './staff.ts';

const day = 86_400_000;

/** Requests to become a client of the last days, through the public form; some of them late. */
export const insertRegistrations = async (
  tx: Queryable,
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  { names, today }: { names: readonly string[]; today: Date },
): Promise<void> => {
  const received = names
    .map(() => workingMoment(random, new Date(today.getTime() - 4 * day), today))
    .sort((a, b) => a.getTime() - b.getTime());
  const folios = await tx.query<{ folio: string }>(
    sql`SELECT next_folio('REG') AS folio FROM generate_series(1, ${names.length})`,
  );
  const rows = names.map((name, index): Row => {
    const { first, last, mailbox } = person();
    const at = received[index] ?? today;
    return {
      id: random.id(at),
      folio: folios[index]?.folio,
      received_at: at,
      due_at: new Date(at.getTime() + day),
      origin: 'web',
      legal_name: `${name}, S. R. L.`,
      trade_name: name,
      country_id: known.id('countries', 'DO'),
      tax_id_type: 'RNC',
      tax_id: rnc(950_000 + index),
      industry_id: random.pick(known.ids('industries', '1')),
      investment_band: random.pick(['under_50k', 'from_50k', 'from_200k', 'unknown']),
      contact_first_name: first,
      contact_last_name: last,
      contact_email: `${mailbox}@${domainOf(name)}`,
      contact_phone: exampleNumber(random),
      consent: true,
      notice_version: '2026-01',
      comments: random.chance(50) ? 'Nos interesa pautar en radio durante la temporada.' : null,
      created_at: at,
    };
  });
  await insertRows(tx, 'client_registrations', rows);
};
