import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { chunkSize } from './chunks.ts';

type Headers = Record<string, string>;

let api: TestApi;
let boss: TestUser;
let headers: Headers;

const post = (url: string, payload: object, as: Headers = headers) =>
  api.inject({ method: 'POST', url, payload, headers: as });
const read = async ({ path }: Resource, id: string): Promise<AnyRecord> =>
  (await api.inject({ url: `/api/${path}/${id}`, headers })).json().data;

const roleId = async (name: string): Promise<string> =>
  (await api.database.one<{ id: string }>(sql`SELECT id FROM roles WHERE name = ${name}`))?.id ?? '';

let made = 0;
const create = async (resource: Resource, values: object = {}): Promise<AnyRecord> => {
  made += 2;
  const body = { ...(await sampleBody(api.database, resource, made)), ...values };
  const response = await post(`/api/${resource.path}`, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

/** Inserts many clients directly into the database. */
const manyClients = async (count: number, mark: string): Promise<string[]> => {
  const { id } = await create(clients);
  const rows = await api.database.transaction(
    { actorId: boss.id, requestId: `seed-${mark}`, ip: null },
    async (tx) => {
      await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
      return tx.query<{ id: string }>(sql`
        INSERT INTO clients (client_code, legal_name, trade_name, country_id, tax_id_type, tax_id, client_type_id,
          client_category_id, industry_id, primary_sales_rep_id, credit_term_id)
        SELECT ${mark} || '-' || n, ${mark} || ' ' || n, ${mark} || ' ' || n, country_id, tax_id_type, ${mark} || n, client_type_id,
          client_category_id, industry_id, primary_sales_rep_id, credit_term_id
        FROM clients, generate_series(1, ${count}::integer) AS n WHERE id = ${id}::uuid RETURNING id`);
    },
  );
  return rows.map((row) => row.id);
};

beforeAll(async () => {
  api = await startTestApi();
  boss = await createUser(api, { full_name: 'Administradora' });
  headers = await signIn(api, boss);
});
afterAll(() => api.close());

describe('checks permission record by record', () => {
  test('a seller changes only their own records; records they cannot see are not named', async () => {
    const ana = await createUser(api, { role: 'sales_rep' });
    const as = await signIn(api, ana);
    const hers = await create(clients, { primary_sales_rep_id: ana.id });
    const foreign = await create(clients, { primary_sales_rep_id: boss.id });
    const order = { ids: [hers.id, foreign.id], action: 'update', values: { notes: 'Llamar' } };
    const { data } = (await post('/api/clients/bulk', order, as)).json();
    expect(data).toMatchObject({
      changed: 1,
      blocked: [{ id: foreign.id, title: '(sin acceso)', reason: expect.stringMatching(/^No se encontró/) }],
    });
    expect((await read(clients, foreign.id)).notes).toBe(foreign.notes);
    expect(
      (await post('/api/clients/bulk', { ...order, action: 'archive', values: {} }, as)).statusCode,
    ).toBe(403);

    const given = { ids: [hers.id], action: 'update', values: { primary_sales_rep_id: boss.id } };
    const kept = (await post('/api/clients/bulk', given, as)).json().data;
    expect(kept.blocked).toMatchObject([
      { title: hers.trade_name, reason: 'Vendedor: asigne el registro a usted.' },
    ]);
  });

  test('rules, fields with their own permission and database constraints refuse single records', async () => {
    const seller = await createUser(api, { role: 'sales_rep' });
    const manager = await signIn(api, await createUser(api, { role: 'sales_manager' }));
    const first = await create(clients, { primary_sales_rep_id: seller.id });
    const second = await create(clients, { primary_sales_rep_id: boss.id });
    const values = { additional_sales_rep_id: seller.id };
    const { data } = (
      await post('/api/clients/bulk', { ids: [first.id, second.id], action: 'update', values })
    ).json();
    expect(data).toMatchObject({
      changed: 1,
      blocked: [{ id: first.id, reason: expect.stringMatching(/Elija a una persona distinta/) }],
    });
    const held = { ids: [first.id, second.id], action: 'hold', values: { reason: 'Mora' } };
    expect((await post('/api/clients/bulk', held, manager)).json()).toMatchObject({
      status: 403,
      permission: 'clients.credit_hold',
    });
    const agency = await create(agencies);
    const rated = { ids: [agency.id], action: 'update', values: { credit_status: 'on_hold' } };
    const refused = (await post('/api/agencies/bulk', rated, manager)).json().data;
    expect(refused).toMatchObject({ changed: 0, blocked_total: 1 });
    expect(refused.blocked[0].reason).toMatch(/^Le falta el permiso «Retener o liberar el crédito»/);
    const circle = { ids: [first.id, second.id], action: 'update', values: { parent_client_id: first.id } };
    const cycle = (await post('/api/clients/bulk', circle)).json().data;
    expect(cycle).toMatchObject({ changed: 1, blocked: [{ id: first.id }] });
  });

  test('state changes start only from their own states; values that differ by record are refused', async () => {
    const first = await create(clientRegistrations);
    const second = await create(clientRegistrations);
    const ids = [first.id, second.id];
    const taken = await post(
      `/api/client-registrations/${first.id}/start_review`,
      {},
      { ...headers, 'if-match': '"1"' },
    );
    expect(taken.statusCode, taken.body).toBe(200);
    const { data } = (await post('/api/client-registrations/bulk', { ids, action: 'start_review' })).json();
    expect(data).toMatchObject({ changed: 1, blocked: [{ id: first.id, title: first.folio }] });
    expect(data.blocked[0].reason).toMatch(/está en estado «En revisión»/);

    const without = await post('/api/client-registrations/bulk', { ids, action: 'reject' });
    expect(without.json().errors).toEqual({ reason: ['Este dato es obligatorio.'] });
    const values = { reason: 'Fuera de la zona' };
    const rejected = (await post('/api/client-registrations/bulk', { ids, action: 'reject', values })).json()
      .data;
    expect(rejected).toMatchObject({ changed: 2, blocked: [] });
    const logged = await api.database.query(sql`
      SELECT entity_id, action, reason FROM audit_log WHERE request_id = ${rejected.request_id} ORDER BY id`);
    expect(logged).toEqual([...ids].sort().map((id) => ({ entity_id: id, action: 'reject', ...values })));

    const approve = await post('/api/client-registrations/bulk', { ids, action: 'approve', values: {} });
    expect(approve.json().errors.action[0]).toMatch(/no se aplica a varios registros/);
    const undo = (await post(`/api/undo/${rejected.request_id}`, {})).json().data;
    expect(undo).toMatchObject({ undone: 0, blocked_total: 2 });
    expect(undo.blocked[0].reason).toMatch(/^«Rechazar» no se deshace/);
  });

  test('a constraint checked at the end of the transaction refuses only its own record', async () => {
    const other = await createUser(api, { role: 'sales_rep' });
    const second = await createUser(api, { full_name: 'Otra Administradora' });
    const as = await signIn(api, second);
    await post('/api/users/bulk', { ids: [boss.id], action: 'suspend', values: { reason: 'Prueba' } }, as);
    const values = { role_ids: [await roleId('sales_rep')], phone: '+18095550100' };
    const order = { ids: [second.id, other.id], action: 'update', values };
    const preview = (await post('/api/users/bulk/preview', order, as)).json().data;
    const { request_id, ...run } = (await post('/api/users/bulk', order, as)).json().data;
    expect(run).toMatchObject({
      changed: 1,
      blocked: [{ id: second.id, reason: expect.stringMatching(/último administrador activo/) }],
    });
    expect(preview).toMatchObject({ changing: 1, blocked: run.blocked });
    await post('/api/users/bulk', { ids: [boss.id], action: 'reactivate' }, as);
    headers = await signIn(api, boss);
  });
});

describe('many records', () => {
  test('hundreds of rows in chunks; the preview equals the run', async () => {
    const ids = await manyClients(450, 'MIL');
    await api.database.query(
      sql`UPDATE clients SET archived_at = now() WHERE client_code IN ('MIL-1', 'MIL-200', 'MIL-449')`,
    );
    const order = { ids, action: 'update', values: { notes: 'Campaña de verano', tags: ['verano'] } };
    const preview = (await post('/api/clients/bulk/preview', order)).json().data;
    const started = performance.now();
    const { request_id, changed, ...rest } = (await post('/api/clients/bulk', order)).json().data;
    const seconds = (performance.now() - started) / 1000;
    expect({ changed, ...rest }).toMatchObject({ changed: 447, blocked_total: 3 });
    const { total, changing, ...foreseen } = preview;
    expect({ total, changing, ...foreseen }).toEqual({ total: 450, changing: changed, ...rest });
    expect(seconds).toBeLessThan(20);
    expect(ids.length).toBeGreaterThan(chunkSize);

    const undone = (await post(`/api/undo/${request_id}`, {})).json().data;
    expect(undone).toMatchObject({ undone: 447, blocked_total: 0 });
    const left = await api.database.one(
      sql`SELECT count(*) AS count FROM clients WHERE notes = 'Campaña de verano'`,
    );
    expect(left).toEqual({ count: 0 });
  });

  test('more than 10,000 records are refused', async () => {
    await manyClients(10_001, 'DIEZ');
    const order = { query: 'q=diez', expected: 10_000, action: 'archive' };
    const response = await post('/api/clients/bulk/preview', order);
    expect(response.statusCode).toBe(422);
    expect(response.json().message).toMatch(/hasta 10,000 registros/);
  });

  test('two concurrent runs over the same rows both finish and each row is changed by both', async () => {
    const ids = await manyClients(250, 'DOS');
    /** Asked again where the others kept the rows for longer than a lock, or on a busy machine a statement, may wait. */
    const run = async (order: readonly string[], values: object): ReturnType<typeof post> => {
      const answer = await post('/api/clients/bulk', { ids: order, action: 'update', values });
      return ['busy', 'unavailable'].includes(answer.json().code) ? run(order, values) : answer;
    };
    const answers = await Promise.all([
      run(ids, { notes: 'Uno' }),
      run(ids.toReversed(), { website: 'https://ejemplo.com' }),
      run(ids.slice(100), { address_line: 'Calle 1' }),
      run(ids.toReversed().slice(50), { tags: ['tres'] }),
    ]);
    const said = answers.map(({ body }) => body).join('\n');
    expect(
      answers.map((answer) => answer.json().data?.blocked_total),
      said,
    ).toEqual([0, 0, 0, 0]);
    const rows = await api.database.query(sql`
      SELECT count(*) AS count FROM clients WHERE id = ANY(${ids}::uuid[]) AND notes = 'Uno' AND website IS NOT NULL`);
    expect(rows).toEqual([{ count: 250 }]);
  });

  test('repeated requests with one idempotency key run once', async () => {
    const ids = await manyClients(220, 'COPIA');
    const key = { ...headers, 'idempotency-key': 'copias-del-mismo-pedido' };
    const order = { ids, action: 'archive' };
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/clients/bulk', order, key)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.json().data).toMatchObject({ changed: 220, blocked: [] });
    const [logged] = await api.database.query<{ count: number }>(sql`
      SELECT count(*) AS count FROM audit_log WHERE entity_id = ANY(${ids}) AND action = 'archive'`);
    expect(logged?.count).toBe(220);
  });
});
