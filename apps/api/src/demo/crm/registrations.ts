import sql from 'sql-template-tag';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { ownFormKey } from '../../crm/forms/hooks.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { Known } from '../known.ts';
import type { Random } from '../random.ts';
import { type createPeople, domainOf } from '../staff.ts';
import { rnc, workingMoment } from './accounts.ts';
import { exampleNumber } from './contacts.ts';

const day = 86_400_000;
/** Pages with the form: the server's own, and two of the company's sites. */
const pages = ['', 'https://anuncie.medios.test', 'https://eventos.medios.test'] as const;

/** Registrations of the last days, through the public form; some of them overdue. */
export const insertRegistrations = async (
  tx: Transaction,
  random: Random,
  known: Known,
  person: ReturnType<typeof createPeople>,
  { names, today }: { names: readonly string[]; today: Date },
): Promise<void> => {
  const received = names
    .map(() => workingMoment(random, new Date(today.getTime() - 4 * day), today))
    .sort((a, b) => a.getTime() - b.getTime());
  const folios: string[] = [];
  for (const _ of names) folios.push(await takeNumber(tx, { series: 'registration' }));
  const form = await tx.one<{ id: string }>(sql`SELECT id FROM public_forms WHERE key = ${ownFormKey}`);
  const rows = names.map((name, index): Row => {
    const { first, last, mailbox } = person();
    const at = received[index] ?? today;
    return {
      id: random.id(at),
      folio: folios[index],
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
      representative_name: index % 2 === 0 ? `${first} ${last}` : null,
      consent: true,
      notice_version: '2026-01',
      comments: random.chance(50) ? 'Nos interesa pautar en radio durante la temporada.' : null,
      public_form_id: form?.id ?? null,
      page_origin: pages[index % pages.length] || null,
      created_at: at,
    };
  });
  await insertRows(tx, 'client_registrations', rows);
};

/** Visits and first answers of the form on the server's own page in the last two months. */
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
