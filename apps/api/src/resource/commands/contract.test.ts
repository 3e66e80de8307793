import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import { isStateChange, permissionsOf, type Reason, userCommands } from '@pauta/domain/resource/command.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { batches } from '@pauta/domain/testing/made-up/batches.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBatchDatabase, mountedBatches } from '../../testing/made-up/batches.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let made = 0;

const post = (url: string, payload: object = {}, more: Headers = {}) =>
  api.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
const make = async (resource: (typeof resources)[number], values: object = {}): Promise<AnyRecord> => {
  made += 2;
  const body = { ...(await sampleBody(api.database, resource, made)), ...values };
  const response = await post(`/api/${resource.path}`, body);
  expect(response.statusCode, `${resource.name}: ${response.body}`).toBe(201);
  return response.json().data;
};
const reasonsOf = async (
  resource: (typeof resources)[number],
  id: string,
  own: Headers = headers,
): Promise<ReadonlyMap<string, readonly Reason[]>> => {
  const response = await api.inject({ url: `/api/${resource.path}/${id}/commands`, headers: own });
  expect(response.statusCode, response.body).toBe(200);
  const { data } = response.json() as { data: { name: string; reasons: Reason[] }[] };
  return new Map(data.map(({ name, reasons }) => [name, reasons]));
};
const versioned = (record: AnyRecord): Headers => ({ 'if-match': `"${record.row_version}"` });

/** Everything that a dry run could leave in the database. */
const traces = async () =>
  api.database.one(sql`
    SELECT (SELECT count(*)::integer FROM audit_log) AS log, (SELECT count(*)::integer FROM mails) AS mails,
      (SELECT count(*)::integer FROM idempotency_keys) AS keys, (SELECT sum(last)::integer FROM numbering_counters) AS folios,
      (SELECT count(*)::integer FROM clients) AS clients, (SELECT sum(row_version)::integer FROM client_registrations) AS versions`);

beforeAll(async () => {
  api = await startTestApi({ testDatabase: await createBatchDatabase(), resources: [mountedBatches] });
  headers = await signInAs(api, 'admin');
});
afterAll(() => api?.close());

// No command of the product runs as a job yet.
const commanded = [...resources, batches].filter(
  ({ commands, operations }) =>
    operations.includes('create') && Object.values(commands).some(({ on }) => on !== 'collection'),
);

describe.each(commanded.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test('lists the obstacles of each command, and refuses with exactly those', async () => {
    const record = await make(resource, resource === clientRegistrations ? { origin: 'internal' } : {});
    const reasons = await reasonsOf(resource, record.id);
    const names = userCommands(resource).flatMap(([name, { on }]) => (on === 'collection' ? [] : [name]));
    expect([...reasons.keys()].sort()).toEqual(names.sort());
    for (const [name, [first]] of reasons) {
      const command = resource.commands[name];
      if (!first || !command) continue;
      const url = `/api/${resource.path}/${record.id}/${command.path ?? name}`;
      const refused = await post(url, { ids: [record.id] }, isStateChange(command) ? versioned(record) : {});
      expect(refused.statusCode, `${name}: ${refused.body}`).toBe(409);
      expect(refused.json().message).toBe(first.text);
    }
  });

  test('a command without its permission is neither run nor revealed', async () => {
    const record = await make(resource, resource === clientRegistrations ? { origin: 'internal' } : {});
    const nobody = await signIn(api, await createUser(api, { role: 'pending', status: 'active' }));
    for (const [name, command] of userCommands(resource)) {
      if (command.on === 'collection') continue;
      const url = `/api/${resource.path}/${record.id}/${command.path ?? name}`;
      expect((await post(url, {}, { ...nobody, ...versioned(record) })).statusCode, name).toBe(403);
      if (command.preview) expect((await post(`${url}/preview`, {}, nobody)).statusCode, name).toBe(403);
      expect(permissionsOf(resource, command).length).toBeGreaterThan(0);
    }
    const asked = await api.inject({ url: `/api/${resource.path}/${record.id}/commands`, headers: nobody });
    // What everybody may see answers which commands there are; none of them is run without its permission.
    expect(asked.statusCode).toBe(resource.permissions.viewAll === null ? 200 : 403);
  });
});

describe('approving a registration', () => {
  const ready = async () => {
    const assistant = await signInAs(api, 'sales_assistant');
    made += 2;
    const body = { ...(await sampleBody(api.database, clientRegistrations, made)), origin: 'internal' };
    const { data } = (await post('/api/client-registrations', body, assistant)).json();
    const taken = await post(`/api/client-registrations/${data.id}/start_review`, {}, versioned(data));
    const first = async (table: string) =>
      (
        await api.database.query<{ id: string }>(sql`
        SELECT id FROM client_types WHERE ${table} = 'client_types' UNION ALL
        SELECT id FROM client_categories WHERE ${table} = 'client_categories' UNION ALL
        SELECT id FROM industries WHERE ${table} = 'industries' UNION ALL
        SELECT id FROM credit_terms WHERE ${table} = 'credit_terms' UNION ALL
        SELECT id FROM users WHERE ${table} = 'users' AND status = 'active' LIMIT 1`)
      )[0]?.id;
    return {
      record: taken.json().data as AnyRecord,
      input: {
        client_code: `ENSAYO-${made}`,
        client_type_id: await first('client_types'),
        client_category_id: await first('client_categories'),
        industry_id: await first('industries'),
        credit_term_id: await first('credit_terms'),
        primary_sales_rep_id: await first('users'),
        currency_code: 'DOP',
        taxpayer_type: 'taxpayer',
        waiver_reason: 'Identificación de prueba',
      },
    };
  };

  test('a dry run leaves no trace and answers the same as the run', async () => {
    const { record, input } = await ready();
    const url = `/api/client-registrations/${record.id}/approve`;
    const before = await traces();
    const tried = await post(`${url}/preview`, input);
    expect(tried.statusCode, tried.body).toBe(200);
    expect(await traces()).toEqual(before);
    const done = await post(url, input, versioned(record));
    expect(done.statusCode, done.body).toBe(200);
    const same = ({ data }: { data: AnyRecord }) => ({
      status: data.status,
      row_version: data.row_version,
      client: (data.resulting_client_id as { label: string }).label,
    });
    expect(same(tried.json())).toEqual(same(done.json()));
    const again = await post(`${url}/preview`, input);
    expect(again.statusCode).toBe(409);
    expect(again.json().code).toBe('wrong_state');
  });

  test('a dry run is refused for the same reasons as the run', async () => {
    const { record, input } = await ready();
    const taken = await make(clients);
    const url = `/api/client-registrations/${record.id}/approve`;
    const wrong = { ...input, client_code: taken.client_code };
    const before = await traces();
    const tried = await post(`${url}/preview`, wrong);
    const done = await post(url, wrong, versioned(record));
    expect([tried.statusCode, tried.json().message]).toEqual([done.statusCode, done.json().message]);
    expect(tried.statusCode).toBeGreaterThanOrEqual(400);
    expect(await traces()).toEqual(before);
  });
});

test('a command sent twice with one idempotency key has its effect once', async () => {
  const list = resources.find(({ name }) => name === 'target_lists');
  if (!list) throw new Error('target_lists is a resource');
  const record = await make(list);
  const client = await make(clients);
  const key = { 'idempotency-key': `mismo-mandato-${made}-0000` };
  const url = `/api/target-lists/${record.id}/accounts`;
  const answers = await Promise.all([1, 2].map(() => post(url, { ids: [client.id] }, key)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers[0]?.json().data).toMatchObject({ joining: 1 });
  expect(answers.filter((one) => one.headers['idempotency-replayed'] === 'true')).toHaveLength(1);
});

test('a command of the system or of clients has no route, is not offered, and cannot be run by users in bulk', async () => {
  const others = resources.flatMap((resource) =>
    Object.entries(resource.commands)
      .filter(([, { by }]) => by && !by.includes('user'))
      .map(([name]) => ({ resource, name })),
  );
  expect(others.map(({ resource, name }) => `${resource.name}.${name}`)).toEqual([
    'account_transfers.complete',
    'account_transfers.give_up',
    'payment_promises.expire',
    'contracts.sign_by_link',
    'contracts.refuse_signing',
    'contracts.activate',
    'addenda.sign_by_link',
    'addenda.refuse_signing',
    'quotes.expire',
    'makegood_offers.replace',
    'tech_sheets.client_submit',
  ]);
  const id = '01900000-0000-7000-8000-000000000001';
  for (const { resource, name } of others) {
    const base = `/api/${resource.path}`;
    const [own, unknown] = await Promise.all([name, 'unknown'].map((one) => post(`${base}/${id}/${one}`)));
    expect([own?.statusCode, own?.json().message]).toEqual([404, unknown?.json().message]);
    expect((await post(`${base}/bulk`, { action: name, ids: [id] })).statusCode).toBe(422);
  }
  const { paths } = (await api.inject({ url: '/api/openapi.json', headers })).json();
  for (const { resource, name } of others)
    expect(paths).not.toHaveProperty([`/api/${resource.path}/{id}/${name}`]);
});
