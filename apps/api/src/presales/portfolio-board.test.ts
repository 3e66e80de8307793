import { localities } from '@pauta/domain/catalogues/places.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let manager: Headers;
let ana: TestUser;
let beto: TestUser;
let made = 0;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Vendedora' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Vendedor' });
  manager = await signInAs(api, 'sales_manager');
});

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers: Headers = manager) =>
  api.inject({ method, url: `/api/portfolio${url}`, headers, ...(payload && { payload }) });
const data = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const response = await call(method, url, payload);
  expect(response.statusCode, response.body).toBeLessThan(300);
  return response.json().data;
};

const clientOf = async (owner: TestUser, values: object = {}): Promise<string> => {
  made += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, 1600 + made)),
    primary_sales_rep_id: owner.id,
    additional_sales_rep_id: null,
    ...values,
  };
  const response = await api.inject({ method: 'POST', url: '/api/clients', payload, headers: admin });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};
const localityOf = async (values: object): Promise<string> => {
  made += 1;
  const country = await api.database.one<{ id: string }>(sql`SELECT id FROM countries WHERE code = 'DO'`);
  const payload = {
    ...(await sampleBody(api.database, localities, 1600 + made)),
    country_id: country?.id,
    parent_id: null,
    ...values,
  };
  const response = await api.inject({ method: 'POST', url: '/api/localities', payload, headers: admin });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};
const ownerOf = async (id: string) =>
  (
    await api.database.one<{ owner: string }>(
      sql`SELECT primary_sales_rep_id AS owner FROM clients WHERE id = ${id}`,
    )
  )?.owner;
const today = async (shift = 0) =>
  (await api.database.one<{ day: string }>(sql`SELECT (business_date() + ${shift}::integer)::text AS day`))
    ?.day ?? '';
const publish = (expected: number, more: object = {}) =>
  call('POST', '/draft/publish', { reason: 'Reparto del trimestre', expected, ...more });
const seller = async (user: TestUser) =>
  (await data('GET', '/board')).sellers.find(({ id }: { id: string }) => id === user.id);
const move = (ids: string[], to: TestUser) => data('POST', '/draft/moves', { ids, to_user_id: to.id });

test('the board, the draft and publishing each require their permission', async () => {
  const rep = await signInAs(api, 'sales_rep');
  const auditor = await signInAs(api, 'auditor');
  const codes = async (headers: Headers) =>
    (
      await Promise.all([
        call('GET', '/board', undefined, headers),
        call('POST', '/draft/moves', { ids: [ana.id], to_user_id: ana.id }, headers),
        call('POST', '/draft/publish', { reason: 'Reparto', expected: 0 }, headers),
        call('POST', '/freezes', { ids: [ana.id], reason: 'En litigio' }, headers),
      ])
    ).map(({ statusCode }) => statusCode);
  expect(await codes(rep)).toEqual([403, 403, 403, 403]);
  expect(await codes(auditor)).toEqual([200, 403, 403, 403]);
});

test('the board of one category or locality counts, lists and moves only its clients', async () => {
  const province = await localityOf({});
  const town = await localityOf({ parent_id: province });
  const categories = await api.database.query<{ id: string }>(
    sql`SELECT id FROM client_categories WHERE archived_at IS NULL ORDER BY id LIMIT 2`,
  );
  const [large, small] = categories.map(({ id }) => id);
  const there = await clientOf(ana, { client_category_id: large, locality_id: town, credit_limit: '70' });
  const elsewhere = await clientOf(ana, { client_category_id: small, locality_id: null, credit_limit: '5' });
  const seenBy = async (query: string) => {
    const board = await data('GET', `/board?${query}`);
    const { data: listed } = (await call('GET', `/sellers/${ana.id}/clients?${query}`)).json();
    return {
      clients: board.sellers.find(({ id }: { id: string }) => id === ana.id).now.clients,
      listed: listed.map(({ id }: { id: string }) => id),
    };
  };
  expect(await seenBy(`category=${large}`)).toEqual({ clients: 1, listed: [there] });
  expect(await seenBy(`category=${small}`)).toEqual({ clients: 1, listed: [elsewhere] });
  expect(await seenBy(`locality=${province}`)).toEqual({ clients: 1, listed: [there] });
  expect(await seenBy(`category=${small}&locality=${town}`)).toEqual({ clients: 0, listed: [] });
  const moved = await data('POST', '/draft/moves', {
    from_user_id: ana.id,
    to_user_id: beto.id,
    category: small,
  });
  expect(moved).toMatchObject({ moved: 1 });
  const { data: own } = (await call('GET', `/sellers/${beto.id}/clients`)).json();
  expect(own.map(({ id }: { id: string }) => id)).toEqual([elsewhere]);
  expect((await call('GET', '/board?locality=x')).statusCode).toBe(422);
});

test('moves are a draft with its balance until they are published, as one transfer per pair of sellers', async () => {
  const [one, two, three] = [
    await clientOf(ana, { credit_limit: '100.10', currency_code: 'DOP' }),
    await clientOf(ana, { credit_limit: '200', currency_code: 'USD' }),
    await clientOf(beto, { credit_limit: null }),
  ];
  expect(await move([one, two], beto)).toEqual({ moved: 2, kept: 0, frozen: 0 });
  expect(await move([three], ana)).toMatchObject({ moved: 1 });
  expect(await ownerOf(one)).toBe(ana.id);
  expect(await seller(beto)).toMatchObject({
    now: { clients: 1, credit: [] },
    after: {
      clients: 2,
      credit: [
        { currency: 'DOP', amount: '100.10' },
        { currency: 'USD', amount: '200.00' },
      ],
    },
    gains: 2,
    losses: 1,
  });
  const page = (await call('GET', `/sellers/${beto.id}/clients?limit=2`)).json();
  expect(page.data).toHaveLength(2);
  const rest = (await call('GET', `/sellers/${beto.id}/clients?limit=2&cursor=${page.next_cursor}`)).json();
  expect(rest).toMatchObject({ data: [{ id: expect.any(String) }], next_cursor: null });
  // Moving a client back to its current seller deletes the move.
  expect(await move([two], ana)).toEqual({ moved: 0, kept: 1, frozen: 0 });
  expect((await publish(3)).json()).toMatchObject({ status: 409, code: 'draft_changed', count: 2 });
  const done = await publish(2);
  expect(done.statusCode, done.body).toBe(200);
  expect(done.json().data).toMatchObject({ moved: 2, conflicts: [] });
  expect(done.json().data.transfers).toHaveLength(2);
  expect([await ownerOf(one), await ownerOf(two), await ownerOf(three)]).toEqual([beto.id, ana.id, ana.id]);
  expect((await publish(0)).json()).toMatchObject({ code: 'empty_draft' });
  await move([one], ana);
  expect(await data('DELETE', '/draft')).toEqual({ removed: 1 });
});

test('the workload shows the pending and overdue work of each seller', async () => {
  const client_id = await clientOf(beto);
  const hour = 3_600_000;
  const moments = [`${await today(-1)}T12:00:00Z`, new Date(Date.now() + 48 * hour).toISOString()];
  for (const starts_at of moments) {
    const payload = { subject: 'Llamar', kind: 'call', client_id, assigned_to_id: beto.id, starts_at };
    const made = await api.inject({ method: 'POST', url: '/api/activities', payload, headers: admin });
    expect(made.statusCode, made.body).toBe(201);
  }
  expect((await seller(beto)).workload).toEqual([
    { key: 'activities', label: 'seguimientos abiertos', count: 2 },
    { key: 'late_activities', label: 'atrasado', count: 1 },
  ]);
  expect((await seller(ana)).workload).toEqual([]);
});

test('changes by others since the draft are reported, and never overwritten', async () => {
  const third = await createUser(api, { role: 'sales_rep' });
  const [taken, frozen, free] = [await clientOf(ana), await clientOf(ana), await clientOf(ana)];
  await move([taken, frozen, free], beto);
  await api.database.query(sql`UPDATE clients SET primary_sales_rep_id = ${third.id} WHERE id = ${taken}`);
  await call('POST', '/freezes', { ids: [frozen], reason: 'En litigio' });
  expect((await data('GET', '/board')).draft).toEqual({ moves: 3, conflicts: 2 });
  const refused = (await publish(3)).json();
  expect(refused).toMatchObject({ status: 409, code: 'draft_conflicts', conflicts_total: 2 });
  expect(refused.conflicts.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
    'Cambió de vendedor entretanto.',
    'La cuenta está congelada.',
  ]);
  expect(await ownerOf(free)).toBe(ana.id);
  expect((await publish(3, { skip_conflicts: true })).json().data).toMatchObject({ moved: 1 });
  expect([await ownerOf(taken), await ownerOf(frozen), await ownerOf(free)]).toEqual([
    third.id,
    ana.id,
    beto.id,
  ]);
  // A frozen account cannot be moved on its own page either.
  const { headers } = await api.inject({ url: `/api/clients/${frozen}`, headers: admin });
  const patched = await api.inject({
    method: 'PATCH',
    url: `/api/clients/${frozen}`,
    payload: { primary_sales_rep_id: beto.id },
    headers: { ...admin, 'if-match': String(headers.etag) },
  });
  expect(patched.statusCode).toBe(422);
  expect(patched.json().errors.primary_sales_rep_id[0]).toContain('congelada');
  expect(await data('POST', '/freezes/end', { ids: [frozen] })).toEqual({ clients: 1 });
  expect(await move([frozen], beto)).toMatchObject({ moved: 1, frozen: 0 });
});

test('rules propose by priority, distribute evenly, and propose a seller for a new client', async () => {
  const industries = await api.database.query<{ id: string }>(
    sql`SELECT id FROM industries WHERE is_active AND archived_at IS NULL ORDER BY id LIMIT 2`,
  );
  const [first = '', second = ''] = industries.map(({ id }) => id);
  const heads = await createUser(api, { role: 'sales_rep', full_name: 'Carla Cabeza' });
  const make = (values: object) =>
    api.inject({
      method: 'POST',
      url: '/api/portfolio-rules',
      payload: { priority: 10, is_active: true, ...values },
      headers: manager,
    });
  const bad = await make({ name: 'Mala', assign_to: 'least_loaded', conditions: 'nonsense:1' });
  expect(bad.json().errors.conditions[0]).toContain('no se entiende');
  expect((await make({ name: 'Sin nadie', assign_to: 'user' })).json().errors).toHaveProperty('user_id');
  const rules = [
    {
      name: 'Grandes',
      priority: 1,
      assign_to: 'user',
      user_id: heads.id,
      conditions: `industry_id:${first} credit_limit>=1000`,
    },
    {
      name: 'Industria',
      priority: 2,
      assign_to: 'least_loaded',
      member_ids: [ana.id, beto.id],
      conditions: `industry_id:${first}`,
    },
  ];
  for (const rule of rules) expect((await make(rule)).statusCode).toBe(201);
  const nobody = await createUser(api, { role: 'sales_rep' });
  const big = await clientOf(nobody, { industry_id: first, credit_limit: '5000' });
  const small = [
    await clientOf(nobody, { industry_id: first, credit_limit: null }),
    await clientOf(nobody, { industry_id: first, credit_limit: '10' }),
  ];
  const other = await clientOf(nobody, { industry_id: second, credit_limit: null });
  const applied = await data('POST', '/draft/rules', { from_user_id: nobody.id });
  expect(applied).toMatchObject({ proposed: 3, more: false });
  const { data: moves } = (await call('GET', '/draft/moves')).json();
  const target = (id: string) => moves.find((one: { id: string }) => one.id === id)?.moves_to.id;
  expect(target(big)).toBe(heads.id);
  expect(small.map(target).sort()).toEqual([ana.id, beto.id].sort());
  expect(target(other)).toBeUndefined();
  const propose = (query: string) =>
    api.inject({ url: `/api/portfolio/proposed-seller?${query}`, headers: manager });
  expect((await propose(`industry_id=${first}&credit_limit=2000`)).json().data).toMatchObject({
    user: { id: heads.id, label: 'Carla Cabeza' },
    rule: { name: 'Grandes' },
  });
  expect((await propose(`industry_id=${second}`)).json().data).toBeNull();
  // For a registration about to be approved: its values, and the ones chosen in the form.
  const registration = await api.inject({
    method: 'POST',
    url: '/api/client-registrations',
    payload: { ...(await sampleBody(api.database, clientRegistrations, 2)), industry_id: first },
    headers: admin,
  });
  const registered = `registration_id=${registration.json().data.id}`;
  expect((await propose(registered)).json().data).toMatchObject({ rule: { name: 'Industria' } });
  expect((await propose(`${registered}&industry_id=${second}`)).json().data).toBeNull();
  expect((await propose(`registration_id=${ana.id}`)).statusCode).toBe(404);
  expect((await propose('industry_id=x')).statusCode).toBe(422);
  await api.database.query(sql`UPDATE portfolio_rules SET is_active = false`);
  expect((await call('POST', '/draft/rules', {})).json()).toMatchObject({ code: 'no_rules' });
});

test('a covering seller sees the clients on those days only, and gets the share', async () => {
  const id = await clientOf(ana);
  const own = await signIn(api, beto);
  const sees = async () => (await api.inject({ url: `/api/clients/${id}`, headers: own })).statusCode === 200;
  const cover = async (more: object = {}) =>
    call('POST', '/covers', {
      ids: [id],
      user_id: beto.id,
      starts_on: await today(),
      ends_on: await today(10),
      split_pct: '30',
      reason: 'Licencia de maternidad',
      ...more,
    });
  expect(await sees()).toBe(false);
  expect((await cover()).json().data).toEqual({ clients: 1 });
  expect(await sees()).toBe(true);
  const listed = await api.inject({ url: '/api/clients', headers: own });
  expect(listed.json().data.map((client: { id: string }) => client.id)).toEqual([id]);
  const etag = String((await api.inject({ url: `/api/clients/${id}`, headers: own })).headers.etag);
  const patched = await api.inject({
    method: 'PATCH',
    url: `/api/clients/${id}`,
    payload: { trade_name: 'Otro nombre' },
    headers: { ...own, 'if-match': etag },
  });
  expect(patched.statusCode).toBe(403);
  expect((await cover()).statusCode).toBe(409);
  for (const wrong of [{ ends_on: await today(-1) }, { starts_on: await today(-1) }, { split_pct: '101' }])
    expect((await cover(wrong)).statusCode).toBe(422);
  const rows = () =>
    api.database.query(sql`
      SELECT role, split_pct::float AS pct, upper(valid) - business_date() AS days FROM portfolio_assignments
      WHERE client_id = ${id} AND upper(valid) IS DISTINCT FROM business_date() ORDER BY lower(valid), role`);
  expect(await rows()).toEqual([
    { role: 'principal', pct: 70, days: 11 },
    { role: 'temporary_cover', pct: 30, days: 11 },
    { role: 'principal', pct: 100, days: null },
  ]);
  const [running] = await data('GET', '/covers');
  expect(running).toMatchObject({ user: { id: beto.id }, clients: 1, state: 'current' });
  expect(await data('POST', `/covers/${running.id}/end`)).toEqual({ clients: 1 });
  expect(await sees()).toBe(false);
  expect(await rows()).toEqual([{ role: 'principal', pct: 100, days: null }]);
  expect((await cover({ starts_on: await today(3) })).statusCode).toBe(201);
  expect(await sees()).toBe(false);
});

test('the second seller has the share set in the client, from today on, and the first seller the rest', async () => {
  const third = await createUser(api, { role: 'sales_rep' });
  const id = await clientOf(ana, { additional_sales_rep_id: beto.id, additional_split_pct: '25' });
  const change = async (payload: object, headers: Headers = manager) => {
    const seen = await api.inject({ url: `/api/clients/${id}`, headers: admin });
    const match = { 'if-match': String(seen.headers.etag) };
    const url = `/api/clients/${id}`;
    return (await api.inject({ method: 'PATCH', url, payload, headers: { ...headers, ...match } })).json();
  };
  const shares = async (shift = 0) =>
    Object.fromEntries(
      (
        await api.database.query<{ role: string; pct: number }>(sql`
          SELECT role, split_pct::float AS pct FROM portfolio_assignments
          WHERE client_id = ${id} AND valid @> business_date() + ${shift}::integer`)
      ).map(({ role, pct }) => [role, pct]),
    );
  expect(await shares()).toEqual({ principal: 75, additional: 25 });
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE portfolio_assignments SET valid = daterange(business_date() - 9, NULL) WHERE client_id = ${id}`,
  );
  expect(await change({ additional_split_pct: '40' }, await signIn(api, ana))).toMatchObject({ status: 403 });
  expect((await change({ additional_split_pct: '40' })).data.additional_split_pct).toBe('40.0000');
  expect(await shares()).toEqual({ principal: 60, additional: 40 });
  expect(await shares(-1)).toEqual({ principal: 75, additional: 25 });

  const cover = { ids: [id], user_id: third.id, starts_on: await today(), ends_on: await today(5) };
  expect((await call('POST', '/covers', { ...cover, split_pct: '30', reason: 'Licencia' })).statusCode).toBe(
    201,
  );
  expect(await shares()).toEqual({ principal: 30, additional: 40, temporary_cover: 30 });
  const tooMuch = await change({ additional_split_pct: '71' });
  expect(tooMuch).toMatchObject({ status: 422, message: expect.stringContaining('deben sumar 100 %') });
  // No share is moved with the account, even if the user may not change shares.
  const freed = await change({ additional_sales_rep_id: null }, await signIn(api, ana));
  expect(freed.data.additional_split_pct).toBe('0.0000');
  expect(await shares()).toEqual({ principal: 70, temporary_cover: 30 });
  expect((await change({ additional_split_pct: '10' })).data.additional_split_pct).toBe('0.0000');
  expect(await shares()).toEqual({ principal: 70, temporary_cover: 30 });
});

test('with any covers and sellers, each day has one principal and shares that sum to 100', async () => {
  const id = await clientOf(ana);
  const step = fc.oneof(
    fc.record({ cover: fc.nat(20), days: fc.nat(15), pct: fc.nat(100) }),
    fc.record({ end: fc.constant(true) }),
    fc.record({ seller: fc.boolean() }),
    fc.record({ second: fc.boolean() }),
    fc.record({ share: fc.nat(100) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const one of steps) {
        if ('cover' in one) {
          await call('POST', '/covers', {
            ids: [id],
            user_id: beto.id,
            starts_on: await today(one.cover),
            ends_on: await today(one.cover + one.days),
            split_pct: String(one.pct),
            reason: 'Vacaciones',
          });
        } else if ('end' in one) {
          const [cover] = await data('GET', '/covers');
          if (cover) await call('POST', `/covers/${cover.id}/end`);
        } else if ('seller' in one) {
          const to = one.seller ? ana : beto;
          await api.database.query(
            sql`UPDATE clients SET primary_sales_rep_id = ${to.id}, additional_sales_rep_id = nullif(additional_sales_rep_id, ${to.id}) WHERE id = ${id}`,
          );
        } else if ('share' in one) {
          // A cover with too large a share is refused by another rule, which is not tested here.
          await api.database
            .query(sql`UPDATE clients SET additional_split_pct = ${one.share} WHERE id = ${id}`)
            .catch((error: unknown) =>
              expect(error).toMatchObject({ constraint: 'portfolio_assignments_split_pct_check' }),
            );
        } else {
          await api.database.query(
            sql`UPDATE clients SET additional_sales_rep_id = CASE WHEN ${one.second} THEN (
              SELECT u FROM unnest(ARRAY[${ana.id}, ${beto.id}]::uuid[]) u WHERE u <> primary_sales_rep_id LIMIT 1) END WHERE id = ${id}`,
          );
        }
      }
      const wrong = await api.database.query(sql`
        SELECT d::date, count(*) FILTER (WHERE a.role = 'principal') AS principals, sum(a.split_pct) AS share
        FROM generate_series(business_date(), business_date() + 40, '1 day') d
        LEFT JOIN portfolio_assignments a ON a.client_id = ${id} AND a.valid @> d::date
        GROUP BY d HAVING count(*) FILTER (WHERE a.role = 'principal') <> 1 OR sum(a.split_pct) <> 100`);
      expect(wrong).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test('the database refuses a second principal, an empty range, shares other than 100, and a changed past', async () => {
  const id = await clientOf(ana);
  const add = (role: string, pct: number, days: ReturnType<typeof sql>) =>
    api.database
      .transaction(systemChange('test'), (tx) =>
        tx.query(sql`INSERT INTO portfolio_assignments (client_id, user_id, role, split_pct, valid)
          VALUES (${id}, ${beto.id}, ${role}, ${pct}, ${days})`),
      )
      .catch((error: unknown) => error);
  const everything = sql`daterange(business_date(), NULL)`;
  expect(await add('principal', 100, everything)).toMatchObject({
    constraint: 'portfolio_assignments_one_principal',
  });
  expect(await add('principal', 100, sql`'empty'::daterange`)).toMatchObject({ code: '23514' });
  expect(await add('additional', 10, everything)).toMatchObject({
    constraint: 'portfolio_assignments_splits',
  });
  expect(await add('additional', 0, sql`daterange(business_date() - 9, NULL)`)).toMatchObject({
    constraint: 'portfolio_assignments_splits',
  });
  await api.testDatabase.runAsSuperuser(
    sql`UPDATE portfolio_assignments SET valid = daterange(business_date() - 9, NULL) WHERE client_id = ${id}`,
  );
  await api.database.query(sql`UPDATE clients SET primary_sales_rep_id = ${beto.id} WHERE id = ${id}`);
  for (const change of [
    sql`UPDATE portfolio_assignments SET user_id = ${beto.id} WHERE client_id = ${id}`,
    sql`DELETE FROM portfolio_assignments WHERE client_id = ${id}`,
  ]) {
    const failed = await api.database.query(change).catch((error: unknown) => error);
    expect(failed).toMatchObject({ constraint: 'portfolio_assignments_past' });
  }
  const days = await api.database.query(sql`
    SELECT user_id, upper(valid) = business_date() AS past FROM portfolio_assignments WHERE client_id = ${id} ORDER BY valid`);
  expect(days).toEqual([
    { user_id: ana.id, past: true },
    { user_id: beto.id, past: null },
  ]);
});
