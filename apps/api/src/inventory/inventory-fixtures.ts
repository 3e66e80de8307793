import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { type Queryable, systemChange, type Transaction } from '../platform/database/database.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signInAs } from '../testing/sign-in.ts';
import type { TestApi } from '../testing/test-api.ts';
import type { TestDatabase } from '../testing/test-database.ts';

interface SpaceOptions {
  readonly capacity?: number;
  readonly unit?: string;
  readonly parent?: string;
  readonly days?: readonly string[];
  readonly status?: string;
}

let made = 0;

/** Inserts a space of one station, active and sold in spots unless said otherwise; returns its id. */
export const addSpace = async (
  { database }: Pick<TestDatabase, 'database'>,
  {
    capacity = 20,
    unit = 'spots',
    parent,
    days = ['1', '2', '3', '4', '5', '6', '7'],
    status = 'active',
  }: SpaceOptions = {},
): Promise<string> => {
  made += 1;
  const place = made;
  const row = await database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id,
        capacity_unit, capacity, days, parent_id)
      SELECT ${`P-${place}`}, ${`Espacio ${place}`}, ${status}, c.platform_id, c.id, s.id, ${unit}, ${capacity},
        ${days}::text[], ${parent ?? null}::uuid
      FROM inventory_categories c CROSS JOIN subdivisions s ORDER BY c.id, s.id LIMIT 1 RETURNING id`),
  );
  if (!row) throw new Error('a space needs a category and a station');
  return row.id;
};

/** Creates a client and another user; returns their ids. */
export const addClient = async (api: TestApi): Promise<{ clientId: string; ownerId: string }> => {
  const owner = await createUser(api, { role: 'sales_rep' });
  const response = await api.inject({
    method: 'POST',
    url: '/api/clients',
    headers: await signInAs(api, 'admin'),
    payload: await sampleBody(api.database, clients, 1),
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return { clientId: response.json().data.id, ownerId: owner.id };
};

/** Inserts the row of a hold without cells, for tests that move its cells themselves; returns its id. */
export const addHold = async (
  tx: Transaction,
  {
    clientId,
    ownerId,
    itemId,
    expiresAt,
  }: {
    readonly clientId: string;
    readonly ownerId: string;
    readonly itemId: string;
    readonly expiresAt: string;
  },
): Promise<string> => {
  made += 1;
  const place = made;
  const row = await tx.one<{ id: string }>(sql`
    INSERT INTO holds (number, client_id, inventory_item_id, flight, days, owner_id, expires_at)
    VALUES (${`P-${place}`}, ${clientId}::uuid, ${itemId}::uuid, '[2026-01-01,2026-01-02)', '{1}', ${ownerId}::uuid,
      ${expiresAt}::timestamptz) RETURNING id`);
  if (!row) throw new Error('inserting a hold answers its id');
  return row.id;
};

/** Runs all works, as many at a time as the test's pool has connections; the results in their order. */
export const atOnce = async <T>(works: readonly (() => Promise<T>)[], connections = 12): Promise<T[]> => {
  const results: T[] = [];
  const left = works.entries();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const [place, work] of left) results[place] = await work();
    }),
  );
  return results;
};

/** Counters that differ from the ledger; none, whatever happened. */
export const differences = (database: Queryable): Promise<object[]> =>
  database.query(sql`SELECT * FROM occupancy_differences()`);

/** Lets tests book for lines of orders that do not exist. */
export const withoutOrders = (testDatabase: TestDatabase): Promise<void> =>
  testDatabase.runAsSuperuser(sql`ALTER TABLE capacity_cells DISABLE TRIGGER of_new_order_lines`);
