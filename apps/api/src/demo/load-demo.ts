import sql from 'sql-template-tag';
import { counterOf } from '../admin/settings/take-number.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { insertBankFile } from './billing/insert-bank-file.ts';
import { insertBilling } from './billing/load-billing.ts';
import { insertCollections } from './billing/load-collections.ts';
import { closeMonths, insertLate } from './billing/load-late.ts';
import { type Account, makeAgencies, makeBrands, makeClients } from './crm/accounts.ts';
import { makeLetters, makeSignatories } from './crm/agreements.ts';
import { makeContacts } from './crm/contacts.ts';
import { insertCreditProposals } from './crm/credit-proposals.ts';
import { makeActivities, makeReferrals } from './crm/follow-up.ts';
import { insertFormVisits, insertRegistrations } from './crm/registrations.ts';
import { makeTargetLists } from './crm/target-lists.ts';
import { insertFinance } from './finance/parameters.ts';
import { insertGroup } from './group.ts';
import { insertPage } from './insert-page.ts';
import { insertRows, type Row } from './insert-rows.ts';
import { insertExceptions } from './inventory/exceptions.ts';
import { insertHolds } from './inventory/holds.ts';
import { insertOffer } from './inventory/offer.ts';
import { insertPromises } from './inventory/options.ts';
import { insertSpaces, usualSpaces } from './inventory/spaces.ts';
import { readKnown } from './known.ts';
import { insertDelivery } from './postsales/delivery.ts';
import { insertMakegoods } from './postsales/makegoods.ts';
import { insertMaterialRooms } from './postsales/material-rooms.ts';
import { insertQuotaPreferences } from './postsales/quota-preferences.ts';
import { insertSpecialDays } from './postsales/special-days.ts';
import { insertPlans } from './presales/plans.ts';
import { createRandom } from './random.ts';
import { insertAddenda } from './sales/addenda.ts';
import { insertContractText } from './sales/contract-texts.ts';
import { finishContracts, insertContracts } from './sales/contracts.ts';
import { insertDocuments } from './sales/documents.ts';
import { insertOpportunities, makeOpportunities } from './sales/opportunities.ts';
import { insertQuotes } from './sales/quotes.ts';
import { createPeople, makeStaff } from './staff.ts';

export interface DemoOptions {
  /** Number of clients; all other numbers are proportional. */
  readonly clients: number;
  /** Average number of contacts per client; two by default. */
  readonly contactsEach?: number;
  /**
   * Number of spaces, 1,400 by default, of which about 900 are faces; fewer than about 450 are not possible. Prices are
   * proportional.
   */
  readonly spaces?: number;
  /** Number of general rate cards, three by default: the next one, the current one, and earlier ones. */
  readonly rateCards?: number;
  /** Now. Its day where the business is is the last one of the data; the oldest accounts are three years older. */
  readonly now: Date;
  /** Storage path of the file that all authorisation letters share. */
  readonly storage: Pick<Storage, 'put'>;
  readonly seed?: number;
}

const day = 86_400_000;

/** Companies that are not clients yet. */
const newcomers = [
  'Heladería La Esquina',
  'Gimnasio Cumbre',
  'Librería Tres Mundos',
  'Óptica Mirador',
  'Viveros del Valle',
  'Pinturas Arcoíris',
  'Tostadora Monte Alto',
  'Lavandería Burbuja',
];

/** Number of clients kept in memory at once with all their data. */
const together = 5000;

/** The latest or next of the activities of each client or contact. */
const momentOf = (
  activities: readonly Row[],
  owner: 'client_id' | 'contact_id',
  at: (activity: Row) => Date | null,
  isBetter: (one: Date, than: Date) => boolean,
): ReadonlyMap<unknown, Date> => {
  const kept = new Map<unknown, Date>();
  for (const activity of activities) {
    const moment = at(activity);
    const present = kept.get(activity[owner]);
    if (moment && (!present || isBetter(moment, present))) kept.set(activity[owner], moment);
  }
  return kept;
};

const lastOf = (activities: readonly Row[], owner: 'client_id' | 'contact_id') =>
  momentOf(
    activities,
    owner,
    ({ closed_at }) => closed_at as Date | null,
    (one, than) => one > than,
  );

const nextOf = (activities: readonly Row[]) =>
  momentOf(
    activities,
    'client_id',
    ({ closed_at, starts_at, due_at }) => (closed_at ? null : ((starts_at ?? due_at) as Date)),
    (one, than) => one < than,
  );

/**
 * Adds the values that the database derives from a client's letters and activities, so that it has nothing to correct.
 */
const withWhatFollows = (
  clients: readonly Account[],
  { letters, activities, today }: { letters: readonly Row[]; activities: readonly Row[]; today: Date },
): Row[] => {
  const date = today.toISOString().slice(0, 10);
  const agencies = new Map(
    letters
      .filter(({ valid }) => {
        const [from = '', to = ''] = String(valid).slice(1, -1).split(',');
        return from <= date && date <= to;
      })
      .map(({ client_id, agency_id }) => [client_id, agency_id]),
  );
  const last = lastOf(activities, 'client_id');
  const next = nextOf(activities);
  return clients.map(({ row, id }) => ({
    ...row,
    // Held only after its contracts were signed (`holdCredits`).
    credit_status: row.credit_status === 'on_hold' ? 'active' : row.credit_status,
    default_agency_id: agencies.get(id) ?? null,
    last_activity_at: last.get(id) ?? null,
    next_activity_at: next.get(id) ?? null,
  }));
};

/** Holds the credit of accounts that have signed contracts, as it happens in a company: nobody signs with held credit. */
const holdCredits = (tx: Transaction, clients: readonly Account[]): Promise<unknown> =>
  tx.query(sql`
    UPDATE clients SET credit_status = 'on_hold'
    WHERE id = ANY(${clients.filter(({ row }) => row.credit_status === 'on_hold').map(({ id }) => id)}::uuid[])`);

/** The date and time where the business is, as if they were UTC, so that the days of the data are those of the business. */
const wallClock = async (tx: Transaction, now: Date): Promise<Date> => {
  const row = await tx.one<{ clock: string }>(sql`
    SELECT (${now}::timestamptz AT TIME ZONE business_time_zone()) AT TIME ZONE 'UTC' AS clock`);
  return row ? new Date(row.clock) : now;
};

/**
 * Creates the data of a plausible media group: companies and stations, sellers with their teams, clients, agencies and
 * a year of work. The same options create the same data, from a few hundred clients to a hundred thousand. The database
 * must be empty, and is a demonstration afterwards, until an administrator leaves it.
 *
 * @example await database.transaction(systemChange('demo'), (tx) => loadDemo(tx, { clients: 300, now, storage }))
 */
export const loadDemo = async (
  tx: Transaction,
  {
    clients: count,
    contactsEach = 2,
    spaces: wanted = usualSpaces,
    rateCards = 3,
    now,
    storage,
    seed = 2026,
  }: DemoOptions,
): Promise<void> => {
  const today = await wallClock(tx, now);
  const random = createRandom(seed);
  const person = createPeople(random);
  const known = await readKnown(tx);
  const from = new Date(today.getTime() - 3 * 365 * day);
  // Generating and inserting thousands of rows takes longer than the statement timeout of a request.
  await tx.query(sql`
    SELECT set_config('statement_timeout', '120s', true), set_config('idle_in_transaction_session_timeout', '120s', true)`);
  await tx.query(sql`SELECT begin_demonstration()`);
  await insertGroup(tx);
  await insertFinance(tx, today);

  const staff = makeStaff(random, known, person, from);
  await insertRows(tx, 'users', staff.users);
  await insertRows(tx, 'user_roles', staff.roles);

  const { sellers, managers } = staff;
  const span = { from, to: today };
  const agencies = makeAgencies(random, known, {
    count: Math.min(400, Math.ceil(count / 12)),
    managers,
    ...span,
  });
  await insertRows(
    tx,
    'agencies',
    agencies.map(({ row }) => row),
  );
  const buyers = makeContacts(random, known, person, { companies: agencies, of: 'agency_id', each: 2 });
  await insertRows(
    tx,
    'contacts',
    buyers.map(({ row }) => row),
  );
  const file = await insertPage(tx, storage, {
    name: 'carta-de-autorizacion.pdf',
    title: 'Carta de autorización',
    text: 'Autoriza a la agencia a pautar por cuenta del cliente.',
  });

  const clients = makeClients(random, known, { count, sellers, ...span });
  const made = { brands: 0, letters: 0, signatories: 0 };
  for (let start = 0; start < count; start += together) {
    const some = clients.slice(start, start + together);
    const brands = makeBrands(random, some, made.brands);
    const contacts = makeContacts(random, known, person, {
      companies: some,
      of: 'client_id',
      each: contactsEach,
    });
    const letters = makeLetters(random, { clients: some, agencies, today, file, made: made.letters });
    const signatories = makeSignatories(random, known, person, {
      clients: some,
      today,
      made: made.signatories,
    });
    const activities = makeActivities(random, known, { clients: some, contacts, today });
    await insertRows(tx, 'clients', withWhatFollows(some, { letters, activities, today }));
    await insertRows(tx, 'brands', brands);
    const reached = lastOf(activities, 'contact_id');
    await insertRows(
      tx,
      'contacts',
      contacts.map(({ row, id }) => ({ ...row, last_activity_at: reached.get(id) ?? null })),
    );
    await insertRows(tx, 'client_agencies', letters);
    await insertRows(tx, 'signatories', signatories);
    await insertRows(tx, 'activities', activities);
    // Triggers query these tables; without statistics each query would scan them.
    if (start === 0 && count > together) await tx.query(sql`ANALYZE`);
    made.brands += brands.length;
    made.letters += letters.length;
    made.signatories += signatories.length;
  }

  await tx.query(sql`
    INSERT INTO given_numbers (series, number, counter, year, count)
    SELECT 'authorisation', folio, ${counterOf('authorisation')}, split_part(folio, '-', 2)::integer,
      split_part(folio, '-', 3)::integer
    FROM client_agencies ON CONFLICT DO NOTHING`);
  const referrals = makeReferrals(random, known, { clients, sellers, today });
  await insertRegistrations(tx, random, known, person, { names: newcomers, today });

  const targets = makeTargetLists(random, { clients, managers, today });
  // Its own sequence, so that the other data do not depend on it.
  const chance = createRandom(seed + 1);
  const sales = makeOpportunities(chance, known, { clients, referrals, members: targets.members, today });
  await insertRows(tx, 'referrals', sales.referrals);
  await insertOpportunities(tx, chance, known, sales.opportunities, sellers);
  await insertRows(tx, 'target_lists', targets.lists);
  await insertRows(tx, 'target_list_members', sales.members);

  const places = createRandom(seed + 2);
  const spaces = await insertSpaces(tx, { random: places, today, spaces: wanted });
  await insertHolds(tx, places, { clients, spaces, today });
  await insertPlans(tx, createRandom(seed + 3), { clients, sellers, managers, today });
  await insertOffer(tx, { storage, clients, today, rateCards });

  const text = await insertContractText(tx, createRandom(seed + 8), today);
  const contracts = await insertContracts(tx, createRandom(seed + 5), { clients, spaces, today, text });
  await insertDocuments(tx, createRandom(seed + 9), { contracts, storage, today });
  const aired = await insertDelivery(tx, createRandom(seed + 6), { contracts, file, storage, today });
  await finishContracts(tx, contracts);
  await insertMaterialRooms(tx, createRandom(seed + 10));
  await insertBilling(tx, createRandom(seed + 2), { clients, contracts, aired, today });
  await insertBankFile(tx, { storage, today });
  await insertLate(tx, today);
  // After what was billed: their lines begin tomorrow.
  await insertAddenda(tx, createRandom(seed + 7), { contracts, spaces, today });
  await insertQuotes(tx, createRandom(seed + 4), { spaces, today });
  await insertExceptions(tx, today);
  await insertMakegoods(tx, createRandom(seed + 11));
  await insertSpecialDays(tx);
  await insertQuotaPreferences(tx);
  await insertPromises(tx, { managers });
  await holdCredits(tx, clients);
  await insertCollections(tx, today);
  await closeMonths(tx, today);

  await insertFormVisits(tx, random, today);
  await insertCreditProposals(tx, random, { clients, today });
  await tx.query(sql`SELECT mark_demonstration()`);
};
