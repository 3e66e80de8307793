import sql from 'sql-template-tag';
import { ownFormKey } from '../crm/public-form-hooks.ts';
import type { Queryable } from '../platform/database.ts';
import { rnc, workingMoment } from './accounts.ts';
import { exampleNumber } from './contacts.ts';
import type { Known } from './known.ts';
import type { Random } from './random.ts';
import { type createPeople, domainOf } from './staff.ts';

/** Where the form stands: on our own page, and on two of the company's sites. */
const pages = ['', 'https://anuncie.medios.test', 'https://eventos.medios.test'] as const;

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
        industry_id, investment_band, contact_first_name, contact_last_name, contact_email, contact_phone,
        representative_name, consent, notice_version, comments, created_at, public_form_id, page_origin)
      VALUES (next_folio('REG'), ${at}, ${at}::timestamptz + interval '24 hours', 'web', ${`${name}, S. R. L.`}, ${name},
        ${known.id('countries', 'DO')}, 'RNC', ${rnc(950_000 + index)}, ${random.pick(known.ids('industries', '1'))},
        ${random.pick(['under_50k', 'from_50k', 'from_200k', 'unknown'])}, ${first}, ${last},
        ${`${mailbox}@${domainOf(name)}`}, ${exampleNumber(random)},
        ${index % 2 === 0 ? `${first} ${last}` : null}, true, '2026-01',
        ${random.chance(50) ? 'Nos interesa pautar en radio durante la temporada.' : null}, ${at},
        (SELECT id FROM public_forms WHERE key = ${ownFormKey}), ${pages[index % pages.length] || null})`);
  }
};

/** How many saw and began the form of our own page in the last two months. */
export const insertFormVisits = async (tx: Queryable, random: Random, today: Date): Promise<void> => {
  const visits = Array.from({ length: 60 }, (_, ago) =>
    pages.map((origin) => {
      const views = random.integer(4, origin === '' ? 20 : 60);
      return { ago, origin, views, starts: Math.floor((views * random.integer(8, 30)) / 100) };
    }),
  ).flat();
  await tx.query(sql`
    UPDATE public_forms SET allowed_origins = allowed_origins || ${pages.filter((page) => page !== '')}::text[]
    WHERE key = ${ownFormKey}`);
  await tx.query(sql`
    INSERT INTO public_form_days (public_form_id, day, origin, views, starts)
    SELECT f.id, business_date(${today}) - v.ago, v.origin, v.views, v.starts
    FROM public_forms f, jsonb_to_recordset(${JSON.stringify(visits)}::jsonb)
      AS v(ago integer, origin text, views integer, starts integer)
    WHERE f.key = ${ownFormKey}`);
};
