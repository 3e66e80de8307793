import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import { rnc, workingMoment } from './accounts.ts';
import { exampleNumber } from './contacts.ts';
import type { Known } from './known.ts';
import type { Random } from './random.ts';
import { type createPeople, domainOf } from './staff.ts';

/** Requests to become a client of the last days, through the public form; some of them late. */
export const insertRegistrations = async (
  tx: Queryable,
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  { names, today }: { names: readonly string[]; today: Date },
): Promise<void> => {
  const received = names
    .map(() => workingMoment(random, new Date(today.getTime() - 4 * 86_400_000), today))
    .sort((a, b) => a.getTime() - b.getTime());
  for (const [index, name] of names.entries()) {
    const { first, last, mailbox } = person();
    const at = received[index] ?? today;
    await tx.query(sql`
      INSERT INTO client_registrations (folio, received_at, due_at, origin, legal_name, trade_name, country_id, tax_id_type, tax_id,
        industry_id, investment_band, contact_first_name, contact_last_name, contact_email, contact_phone, representative_name, consent,
        notice_version, comments, created_at)
      VALUES (next_folio('REG'), ${at}, ${at}::timestamptz + interval '24 hours', 'web', ${`${name}, S. R. L.`}, ${name},
        ${known.id('countries', 'DO')}, 'RNC', ${rnc(950_000 + index)}, ${random.pick(known.ids('industries', '1'))},
        ${random.pick(['under_50k', 'from_50k', 'from_200k', 'unknown'])}, ${first}, ${last},
        ${`${mailbox}@${domainOf(name)}`}, ${exampleNumber(random)},
        ${index % 2 === 0 ? `${first} ${last}` : null}, true, '2026-01',
        ${random.chance(50) ? 'Nos interesa pautar en radio durante la temporada.' : null}, ${at})`);
  }
};
