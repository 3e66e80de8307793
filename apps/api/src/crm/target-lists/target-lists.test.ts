import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { refreshDueLists } from './refresh.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let ana: TestUser;
let beto: TestUser;
let anaHeaders: Headers;
const silent = { warn: () => {} };

const post = (url: string, payload: object = {}, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
const data = async (response: ReturnType<typeof post>) => {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBeLessThan(300);
  return JSON.parse(body).data;
};
const get = async (url: string, more: Headers = {}) =>
  (await api.inject({ url, headers: { ...headers, ...more } })).json();
const move = (path: string, record: AnyRecord, name: string, payload: object = {}, more: Headers = {}) =>
  post(`/api/${path}/${record.id}/${name}`, payload, { 'if-match': `"${record.row_version}"`, ...more });

let made = 0;
const newClient = async (values: object = {}): Promise<AnyRecord> => {
  made += 1;
  const body = {
    ...(await sampleBody(api.database, clients, made * 2)),
    trade_name: `Cuenta ${made}`,
    ...values,
  };
  return data(post('/api/clients', body));
};
const newList = (values: object = {}): Promise<AnyRecord> => {
  made += 1;
  return data(
    post('/api/target-lists', {
      name: `Lista ${made}`,
      purpose: 'growth',
      period: { from: '2026-01-01', to: '2026-03-31' },
      owner_id: ana.id,
      kind: 'static',
      currency_code: 'DOP',
      goal_amount: '1000.00',
      ...values,
    }),
  );
};
const reread = async (list: AnyRecord): Promise<AnyRecord> =>
  (await get(`/api/target-lists/${list.id}`)).data;
const fill = (list: AnyRecord, ...ids: string[]) =>
  data(post(`/api/target-lists/${list.id}/accounts`, { ids }));
const activate = async (list: AnyRecord) => move('target-lists', await reread(list), 'activate');
const members = async (list: AnyRecord): Promise<AnyRecord[]> =>
  (await get(`/api/target-list-members?fields=*&limit=100&sort=account_name&f.target_list_id=${list.id}`))
    .data;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
  anaHeaders = await signIn(api, ana);
});
afterAll(() => api.close());

describe('a client is in one active list per purpose and period', () => {
  test('of two lists activated at once with the same client one succeeds, and the refusal names it', async () => {
    const client = await newClient();
    const lists = await Promise.all([newList(), newList()]);
    // Both lists are drafts, which do not reserve clients.
    for (const list of lists) await fill(list, client.id);
    const answers = await Promise.all(lists.map(activate));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const winner = lists[answers[0]?.statusCode === 200 ? 0 : 1];
    const refusal = answers.find(({ statusCode }) => statusCode === 409)?.json();
    expect(refusal).toMatchObject({ code: 'account_taken', blocked_total: 1 });
    expect(refusal.message).toContain(`«${client.trade_name}» ya está en la lista activa «${winner?.name}»`);
    expect(refusal.blocked).toEqual([
      {
        id: client.id,
        title: client.trade_name,
        reason: expect.stringContaining(`«${winner?.name}», de Ana Peñaló`),
      },
    ]);
  });

  test('of two additions to active lists at once one wins', async () => {
    const client = await newClient();
    const lists = await Promise.all([newList(), newList()]);
    for (const list of lists) expect((await activate(list)).statusCode).toBe(200);
    const answers = await Promise.all(
      lists.map((list) =>
        post('/api/target-list-members', { target_list_id: list.id, client_id: client.id, priority: 'A' }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().message).toMatch(
      /ya está en la lista activa «Lista \d+»/,
    );
  });

  test('the database enforces it too', async () => {
    const client = await newClient();
    const lists = await Promise.all([newList(), newList()]);
    for (const list of lists) await fill(list, client.id);
    const force = (list: AnyRecord) =>
      api.database.query(sql`UPDATE target_lists SET status = 'active' WHERE id = ${list.id}::uuid`);
    const done = await Promise.allSettled(lists.map(force));
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { constraint: 'target_list_members_one_list' },
    });
  });

  test('lists with another purpose or period, and closed lists, do not count', async () => {
    const client = await newClient();
    const first = await newList();
    await fill(first, client.id);
    await activate(first);
    for (const values of [{ purpose: 'launch' }, { period: { from: '2026-04-01', to: null } }]) {
      const other = await newList(values);
      await fill(other, client.id);
      expect((await activate(other)).statusCode).toBe(200);
    }
    const third = await newList({ period: { from: '2026-03-31', to: '2026-03-31' } });
    const refused = await data(post(`/api/target-lists/${third.id}/accounts`, { ids: [client.id] }));
    expect(refused).toMatchObject({ joining: 0, blocked_total: 1, blocked: [{ title: client.trade_name }] });
    expect((await move('target-lists', await reread(first), 'close')).statusCode).toBe(200);
    expect(await fill(third, client.id)).toMatchObject({ joining: 1, blocked_total: 0 });
    expect((await activate(third)).statusCode).toBe(200);
    // The period of an active list cannot be extended into that of another.
    const reopened = await data(move('target-lists', await reread(first), 'reopen'));
    const again = await move('target-lists', reopened, 'activate');
    expect(again.json().message).toContain(`«${third.name}»`);
  });
});

describe('a dynamic list', () => {
  test('matches the filter with its owner’s permissions; accounts worked on, added or removed by hand are kept so', async () => {
    const [mine, worked, goes] = await Promise.all(
      ['Uno', 'Dos', 'Tres'].map((name) =>
        newClient({
          trade_name: `Dinámica ${name}`,
          primary_sales_rep_id: ana.id,
          website: 'https://filtro.com',
        }),
      ),
    );
    await newClient({
      trade_name: 'Dinámica ajena',
      primary_sales_rep_id: beto.id,
      website: 'https://filtro.com',
    });
    const taken = await newClient({ trade_name: 'Dinámica tomada', primary_sales_rep_id: ana.id });
    const other = await newList({ purpose: 'season' });
    await fill(other, taken.id);
    await activate(other);
    const byHand = await newClient({ trade_name: 'A mano' });

    const bad = await post('/api/target-lists', {
      ...(await newList()),
      name: 'Mala',
      kind: 'dynamic',
      criteria: 'f.nada=1',
    });
    expect(bad.statusCode).toBe(422);
    const list = await newList({
      kind: 'dynamic',
      criteria: 'q=dinámica&sort=trade_name',
      purpose: 'season',
    });
    await fill(list, byHand.id);
    const preview = await data(post(`/api/target-lists/${list.id}/refresh/preview`));
    expect(preview).toMatchObject({ entering: 3, leaving: 0, kept: 1, removed: 0, blocked_total: 1 });
    expect(preview.entering_named.map(({ title }: { title: string }) => title)).toEqual([
      'Dinámica Dos',
      'Dinámica Tres',
      'Dinámica Uno',
    ]);
    expect((await reread(list)).accounts).toBe(1);
    expect(await data(post(`/api/target-lists/${list.id}/refresh`))).toMatchObject({ entering: 3 });
    expect((await activate(list)).statusCode).toBe(200);

    const find = async (client: AnyRecord | undefined) =>
      (await members(list)).find(
        ({ client_id }) => (client_id as { id: string }).id === client?.id,
      ) as AnyRecord;
    await data(move('target-list-members', await find(worked), 'contact'));
    const out = await find(mine);
    await api.inject({
      method: 'DELETE',
      url: `/api/target-list-members/${out.id}`,
      headers: { ...headers, 'if-match': `"${out.row_version}"` },
    });
    for (const client of [worked, goes]) {
      const response = await api.inject({
        method: 'PATCH',
        url: `/api/clients/${client?.id}`,
        payload: { trade_name: `Otro nombre ${client?.id}` },
        headers: { ...headers, 'if-match': `"${client?.row_version}"` },
      });
      expect(response.statusCode, response.body).toBe(200);
    }
    // The legal name no longer matches either.
    await api.database.query(
      sql`UPDATE clients SET legal_name = 'Otra' WHERE id = ANY(${[worked?.id, goes?.id]}::uuid[])`,
    );
    await api.database.query(sql`UPDATE target_lists SET refresh_due_on = NULL WHERE id = ${list.id}::uuid`);
    await refreshDueLists(api.database, silent);
    expect((await members(list)).map(({ account_name, state }) => [account_name, state])).toEqual([
      ['A mano', 'pending'],
      [`Otro nombre ${worked?.id}`, 'contacted'],
    ]);
    expect(await data(post(`/api/target-lists/${list.id}/refresh/preview`))).toMatchObject({
      entering: 0,
      leaving: 0,
      kept: 2,
      removed: 1,
    });
    const { refresh_due_on } = (await api.database.one<{ refresh_due_on: string }>(
      sql`SELECT (refresh_due_on - business_date())::text AS refresh_due_on FROM target_lists WHERE id = ${list.id}::uuid`,
    )) as { refresh_due_on: string };
    expect(refresh_due_on).toBe('1');
  });
});

describe('the work on accounts', () => {
  test('many users add to one list concurrently, and the count is correct', async () => {
    const list = await newList();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        post('/api/target-list-members', {
          target_list_id: list.id,
          prospect_name: `Prospecto ${index}`,
          priority: 'B',
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201));
    expect(await reread(list)).toMatchObject({ accounts: 8, unassigned: 8 });
  });

  test('advances them through the funnel, with correct counts under concurrent work', async () => {
    const clientsMade = await Promise.all([newClient(), newClient(), newClient(), newClient()]);
    const list = await newList();
    await fill(list, ...clientsMade.map(({ id }) => id));
    const [first, second, third] = await members(list);
    const early = await move('target-list-members', first as AnyRecord, 'contact');
    expect(early.statusCode).toBe(409);
    expect(early.json().message).toContain('no está activa');
    await activate(list);
    const before = (await reread(list)).row_version;

    const contacted = await Promise.all(
      [first, second, third].map((one) => data(move('target-list-members', one as AnyRecord, 'contact'))),
    );
    // An account without an owner is assigned to the user who works on it.
    expect(contacted[0]).toMatchObject({
      state: 'contacted',
      assigned_to_id: { label: 'Persona de Prueba' },
    });
    expect(contacted[0].last_activity_at).toEqual(expect.any(String));
    const proposal = await data(move('target-list-members', contacted[0], 'propose'));
    const won = await data(move('target-list-members', proposal, 'win', { amount: '600.50' }));
    expect(won).toMatchObject({ state: 'won', won_amount: '600.50' });
    expect((await move('target-list-members', contacted[1], 'discard', {})).statusCode).toBe(422);
    await data(move('target-list-members', contacted[1], 'discard', { reason: 'Sin presupuesto' }));
    expect(await reread(list)).toMatchObject({
      accounts: 4,
      contacted: 3,
      contacted_pct: '75.0000',
      meetings: 1,
      proposals: 1,
      won: 1,
      won_amount: '600.50',
      discarded: 1,
      unassigned: 1,
      // A change of the counts makes no new version of the list, so concurrent edits are not affected.
      row_version: before,
    });
    await data(move('target-list-members', won, 'retake'));
    expect(await reread(list)).toMatchObject({ won: 0, won_amount: '0.00', contacted: 3 });
  });

  test('a seller sees a list that contains one of their accounts, that account, and may change neither list nor others', async () => {
    const [a, b] = await Promise.all([newClient(), newClient()]);
    const list = await newList({ owner_id: beto.id });
    await fill(list, a.id, b.id);
    const seen = async () => (await get(`/api/target-lists?f.owner_id=${beto.id}`, anaHeaders)).total;
    expect(await seen()).toBe(0);
    const [one] = await members(list);
    await data(
      api.inject({
        method: 'PATCH',
        url: `/api/target-list-members/${one?.id}`,
        payload: { assigned_to_id: ana.id },
        headers: { ...headers, 'if-match': `"${one?.row_version}"` },
      }) as never,
    );
    expect(await seen()).toBe(1);
    const hers = await get(`/api/target-list-members?fields=*&f.target_list_id=${list.id}`, anaHeaders);
    expect(hers.data.map(({ id }: AnyRecord) => id)).toEqual([one?.id]);
    const edit = await api.inject({
      method: 'PATCH',
      url: `/api/target-lists/${list.id}`,
      payload: { notes: 'mía' },
      headers: { ...anaHeaders, 'if-match': `"${list.row_version}"` },
    });
    expect(edit.statusCode).toBe(403);
    const foreign = await post(`/api/target-lists/${list.id}/accounts`, { ids: [a.id] }, anaHeaders);
    expect(foreign.statusCode).toBe(403);
  });

  test('a finished activity advances its account, never back, and updates its score', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const list = await newList();
    await fill(list, client.id, other.id);
    await activate(list);
    const attend = async (kind: string, code: string, next = true) => {
      const row = await api.database.one<{ id: string }>(
        sql`SELECT id FROM contact_results WHERE code = ${code}`,
      );
      const now = Date.now();
      const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
      const activity = {
        subject: 'Gestión',
        kind,
        client_id: client.id,
        assigned_to_id: ana.id,
        starts_at: at(-1),
      };
      const attention = { contact_result_id: row?.id, ...(next && { next_at: at(48) }) };
      await data(post('/api/activities/attended', { activity, attention }));
      return (await members(list)).find(
        (one) => (one.client_id as { id: string }).id === client.id,
      ) as AnyRecord;
    };
    const missed = await attend('call', 'NO-CONTESTA');
    expect(missed).toMatchObject({
      state: 'pending',
      assigned_to_id: null,
      last_activity_at: expect.any(String),
    });
    expect(missed.score_reasons).toContainEqual({ reason: 'Atendida en los últimos 7 días', points: -5 });
    const called = await attend('call', 'INTERESADO');
    expect(called).toMatchObject({ state: 'contacted', assigned_to_id: { id: ana.id } });
    expect(called.score_reasons).toContainEqual({
      reason: 'Último resultado: «Contactado – interesado»',
      points: 10,
    });
    expect(Number(called.score)).toBe(Number(missed.score) + 10);
    expect((await attend('visit', 'INTERESADO')).state).toBe('meeting');
    expect((await attend('email', 'PROPUESTA-ENVIADA')).state).toBe('proposal');
    const cold = await attend('call', 'NO-INTERESADO', false);
    expect(cold).toMatchObject({ state: 'proposal' });
    expect(Number(cold.score)).toBe(Number(missed.score) - 15);
    expect(await reread(list)).toMatchObject({ accounts: 2, contacted: 1, meetings: 1, proposals: 1 });
    const { data: history } = await get(`/api/target-list-members/${cold.id}/history`);
    expect(history.at(-1)).toMatchObject({ title: 'Seguimiento terminado' });
    // The nightly recalculation gives the same score.
    await api.database.query(sql`UPDATE target_lists SET refresh_due_on = NULL WHERE id = ${list.id}::uuid`);
    await refreshDueLists(api.database, silent);
    expect((await members(list)).find(({ id }) => id === cold.id)?.score).toBe(cold.score);

    await data(move('target-list-members', cold, 'discard', { reason: 'No quiere' }));
    expect((await attend('visit', 'INTERESADO')).state).toBe('discarded');
  });

  test('the score is a number with its reasons', async () => {
    const list = await newList({ purpose: 'acquisition' });
    const prospect = await data(
      post('/api/target-list-members', {
        target_list_id: list.id,
        prospect_name: 'Colmado La Esquina',
        prospect_tax_id: '101-1',
        priority: 'B',
      }),
    );
    expect(prospect).toMatchObject({
      account_name: 'Colmado La Esquina',
      score: 60,
      score_reasons: [
        { reason: 'Es un prospecto por captar', points: 15 },
        { reason: 'Identificación fiscal conocida', points: 5 },
      ],
    });
    const nobody = await post('/api/target-list-members', { target_list_id: list.id, priority: 'B' });
    expect(nobody.json().errors.client_id).toEqual(['Elija un cliente o escriba el nombre del prospecto.']);
  });
});

test('a distribution assigns every pending account to a seller, in equal parts or to its own', async () => {
  const made7 = await Promise.all(
    Array.from({ length: 7 }, (_, index) =>
      newClient({ primary_sales_rep_id: index === 0 ? beto.id : ana.id }),
    ),
  );
  const list = await newList();
  await fill(list, ...made7.map(({ id }) => id));
  const url = `/api/target-lists/${list.id}/distribution`;
  const equal = { method: 'equal', scope: 'unassigned', sellers: [ana.id, beto.id] };
  const preview = await data(post(`${url}/preview`, equal));
  expect(preview).toMatchObject({
    accounts: 7,
    sellers: [
      { name: 'Ana Peñaló', before: 0, after: 4 },
      { name: 'Beto Núñez', before: 0, after: 3 },
    ],
  });
  expect((await reread(list)).unassigned).toBe(7);
  expect((await post(url, { ...equal, expected: 6 })).json().code).toBe('selection_changed');
  await data(post(url, { ...equal, expected: 7 }));
  expect((await reread(list)).unassigned).toBe(0);
  expect(await data(post(`${url}/preview`, equal))).toMatchObject({ accounts: 0 });
  await data(post(url, { method: 'own', scope: 'pending', sellers: [] }));
  const own = (await members(list)).map(({ assigned_to_id }) => (assigned_to_id as { label: string }).label);
  expect(own.filter((name) => name === 'Ana Peñaló')).toHaveLength(6);
  expect((await post(url, equal, anaHeaders)).statusCode).toBe(403);
});
