import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { Storage } from '../platform/storage.ts';
import { makeAgencies, makeBrands, makeClients } from './accounts.ts';
import { makeLetters, makeSignatories, onePage } from './agreements.ts';
import { makeContacts } from './contacts.ts';
import { makeActivities, makeReferrals } from './follow-up.ts';
import { insertGroup } from './group.ts';
import { insertRows } from './insert-rows.ts';
import { readKnown } from './known.ts';
import { createRandom } from './random.ts';
import { insertFormVisits, insertRegistrations } from './registrations.ts';
import { createPeople, makeStaff } from './staff.ts';
import { makeTargetLists } from './target-lists.ts';

export interface DemoOptions {
  /** How many clients; everything else grows with them. */
  readonly clients: number;
  /** The day the data ends; the oldest accounts are three years old. */
  readonly today: Date;
  /** Where the letter that all agencies show is kept. */
  readonly storage: Pick<Storage, 'put'>;
  readonly seed?: number;
}

const day = 86_400_000;

/** Companies that are no clients yet. */
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

const insertLetterFile = async (tx: Queryable, storage: Pick<Storage, 'put'>): Promise<string> => {
  const bytes = onePage(
    [
      'Carta de autorización',
      '',
      'Documento de demostración.',
      'Autoriza a la agencia a pautar por cuenta del cliente.',
    ].map((line) => line.normalize('NFC')),
  );
  const path = await storage.put(bytes, { kind: 'documents', extension: 'pdf' });
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO files (path, name, mime, bytes, sha256)
    VALUES (${path}, 'carta-de-autorizacion.pdf', 'application/pdf', ${bytes.length}, ${createHash('sha256').update(bytes).digest()})
    RETURNING id`);
  if (!row) throw new Error('inserting a file answers its id');
  return row.id;
};

/**
 * Writes a believable media group: companies and stations, sellers with their teams, clients, agencies and a year of
 * work. The same options write the same data.
 *
 * @example await database.transaction(systemChange('demo'), (tx) => loadDemo(tx, { clients: 300, today, storage }))
 */
export const loadDemo = async (
  tx: Queryable,
  { clients: count, today, storage, seed = 2026 }: DemoOptions,
): Promise<void> => {
  const random = createRandom(seed);
  const person = createPeople(random);
  const known = await readKnown(tx);
  const from = new Date(today.getTime() - 3 * 365 * day);
  await insertGroup(tx);

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
  const clients = makeClients(random, known, { count, sellers, ...span });
  await insertRows(
    tx,
    'clients',
    clients.map(({ row }) => row),
  );
  await insertRows(tx, 'brands', makeBrands(random, clients));

  const contacts = makeContacts(random, known, person, { companies: clients, of: 'client_id' });
  const buyers = makeContacts(random, known, person, { companies: agencies, of: 'agency_id' });
  await insertRows(
    tx,
    'contacts',
    [...contacts, ...buyers].map(({ row }) => row),
  );

  const file = await insertLetterFile(tx, storage);
  await insertRows(tx, 'client_agencies', makeLetters(random, { clients, agencies, today, file }));
  await insertRows(tx, 'signatories', makeSignatories(random, known, person, { clients, today }));

  await insertRows(tx, 'activities', makeActivities(random, known, { clients, contacts, today }));
  await insertRows(tx, 'referrals', makeReferrals(random, known, { clients, sellers, today }));
  await insertRegistrations(tx, random, known, person, { names: newcomers, today });

  const targets = makeTargetLists(random, { clients, managers, today });
  await insertRows(tx, 'target_lists', targets.lists);
  await insertRows(tx, 'target_list_members', targets.members);

  await insertFormVisits(tx, random, today);
};
