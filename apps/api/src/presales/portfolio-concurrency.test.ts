import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
});
afterAll(() => api.close());

/** A fixed seed, so that a failure can be reproduced. */
const random = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
};

test('a thousand concurrent transfers and publications of the same clients leave one principal per client and day', async () => {
  const sellers: TestUser[] = [];
  for (let n = 0; n < 4; n += 1) sellers.push(await createUser(api, { role: 'sales_rep' }));
  const managers = await Promise.all(
    Array.from({ length: 40 }, async () => signIn(api, await createUser(api, { role: 'sales_manager' }))),
  );
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const payload = {
      ...(await sampleBody(api.database, clients, 2600 + n)),
      primary_sales_rep_id: sellers[n % 4]?.id,
      additional_sales_rep_id: null,
    };
    const made = await api.inject({ method: 'POST', url: '/api/clients', payload, headers: admin });
    ids.push(made.json().data.id);
  }
  const next = random(20_260_101);
  const one = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;

  // Each manager has a draft with one move; a hundred publications are each attempted several times concurrently.
  await Promise.all(
    managers.map((headers) =>
      api.inject({
        method: 'POST',
        url: '/api/portfolio/draft/moves',
        payload: { ids: [one(ids)], to_user_id: one(sellers).id },
        headers,
      }),
    ),
  );
  let publications = 0;
  const work = Array.from({ length: 1000 }, (_, index) => {
    // The first requests find the drafts unchanged: at least one of them succeeds.
    if (index < 20 || index % 10 === 0) {
      publications += 1;
      return {
        url: '/api/portfolio/draft/publish',
        payload: { reason: 'Reparto a la vez', expected: 1 },
        headers: managers[publications % managers.length] as Headers,
      };
    }
    const [from, to] = [one(sellers), one(sellers)];
    return {
      url: '/api/account-transfers',
      payload: {
        from_user_id: from.id,
        to_user_id: from === to ? one(sellers.filter((seller) => seller !== from)).id : to.id,
        parts: ['clients.primary_sales_rep_id'],
        ids: [one(ids), one(ids)],
        reason: 'Transferencia a la vez',
      },
      headers: admin,
    };
  });
  // Retries after 503, as a browser does.
  const call = async (one: (typeof work)[number]): Promise<number> => {
    const { statusCode } = await api.inject({ method: 'POST', ...one });
    return statusCode === 503 ? call(one) : statusCode;
  };
  const answers = await Promise.all(work.map(call));
  const codes = Map.groupBy(answers, (code) => code);
  // Each request succeeds or is refused as outdated, with no other result.
  expect([...codes.keys()].filter((code) => ![200, 201, 409].includes(code))).toEqual([]);
  expect((codes.get(201) ?? []).length).toBeGreaterThan(50);
  expect((codes.get(200) ?? []).length).toBeGreaterThan(0);

  const wrong = await api.database.query(sql`
    SELECT c.id, d::date FROM clients c CROSS JOIN generate_series(business_date() - 1, business_date() + 3, '1 day') d
    LEFT JOIN portfolio_assignments a ON a.client_id = c.id AND a.valid @> d::date AND a.role = 'principal'
    WHERE c.id = ANY(${ids}::uuid[]) AND d >= business_date()
    GROUP BY c.id, c.primary_sales_rep_id, d HAVING count(a.id) <> 1 OR bool_or(a.user_id <> c.primary_sales_rep_id)`);
  expect(wrong).toEqual([]);
  // The log is consistent: each move begins with the previous owner, and the last one equals the current owner.
  const story = await api.database.query<{ record_id: string; before_id: string; after_id: string }>(sql`
    SELECT record_id, before_id, after_id FROM audit_log l
    JOIN LATERAL (SELECT l.entity_id AS record_id, l.before ->> 'primary_sales_rep_id' AS before_id,
      l.after ->> 'primary_sales_rep_id' AS after_id) m ON true
    WHERE l.entity = 'clients' AND l.action = 'transfer' AND l.entity_id = ANY(${ids}::text[]) ORDER BY l.id`);
  const items = await api.database.query<{ record_id: string; before_id: string; after_id: string }>(sql`
    SELECT record_id, before_id, after_id FROM account_transfer_items
    WHERE record_id = ANY(${ids}::text[]) AND field = 'primary_sales_rep_id' ORDER BY created_at, id`);
  const spelled = (moves: typeof items) => moves.map((move) => Object.values(move).join()).sort();
  expect(spelled(items)).toEqual(spelled(story));
  for (const id of ids) {
    const moves = story.filter(({ record_id }) => record_id === id);
    for (const [index, move] of moves.slice(1).entries()) expect(move.before_id).toBe(moves[index]?.after_id);
    const now = await api.database.one<{ owner: string }>(
      sql`SELECT primary_sales_rep_id AS owner FROM clients WHERE id = ${id}`,
    );
    if (moves.length > 0) expect(now?.owner).toBe(moves.at(-1)?.after_id);
  }
});
