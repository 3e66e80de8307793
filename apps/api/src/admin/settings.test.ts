import { settings as definitions } from '@pauta/domain/admin/setting.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  const keys = Object.keys(definitions).map((key) => [key, null]);
  await put(Object.fromEntries(keys));
});

const get = async (own: Record<string, string> = {}) =>
  (await api.inject({ url: '/api/settings', headers: own })).json<{ settings: Record<string, unknown> }>()
    .settings;

const put = (payload: unknown, own = headers) =>
  api.inject({ method: 'PUT', url: '/api/settings', payload: payload as object, headers: own });

// The table of the specification, word for word.
const specified = {
  client_code_label: 'Código',
  client_code_placeholder: 'Ej: CLI-001, ACME-2024',
  company_code_label: 'Código Externo',
  company_code_placeholder: 'Ej: EXT-001, ERP-12345, SYS-ABC',
  client_additional_sales_rep_visible: true,
  client_additional_sales_rep_label: 'Vendedor Adicional',
};

test('whoever is signed in reads every setting, with the defaults of the specification', async () => {
  const settings = await get(await signInAs(api, 'finance'));
  expect(settings).toMatchObject(specified);
  expect(Object.keys(settings).sort()).toEqual(Object.keys(definitions).sort());
});

test('a guest reads what guest pages show and nothing else', async () => {
  expect(await get()).toEqual({ registration_enabled: true });
  expect(await get({ authorization: 'Bearer pauta_vencido' })).toEqual({ registration_enabled: true });
  expect(await get(await signInAs(api, 'pending'))).toEqual({ registration_enabled: true });
});

test('a change keeps the other keys, is read by everybody and can be taken back', async () => {
  const response = await put({
    client_code_label: ' Nº de cliente ',
    client_additional_sales_rep_visible: false,
  });
  expect(response.statusCode).toBe(200);
  const changed = {
    ...specified,
    registration_enabled: true,
    client_code_label: 'Nº de cliente',
    client_additional_sales_rep_visible: false,
  };
  expect(response.json()).toEqual({ settings: changed });
  expect(await get(await signInAs(api, 'auditor'))).toEqual(changed);
  expect((await put({ client_code_label: null })).json()).toEqual({
    settings: { ...changed, client_code_label: 'Código' },
  });
  expect((await put(specified)).json()).toEqual({ settings: { ...specified, registration_enabled: true } });
  expect((await put({})).statusCode).toBe(200);
});

test('each change leaves its history, saving the same does not', async () => {
  const before = await api.database.one<{ id: number }>(sql`SELECT max(id) AS id FROM audit_log`);
  const history = () =>
    api.database.query(sql`
      SELECT action, before ->> 'value' AS before, after ->> 'value' AS after FROM audit_log
      WHERE entity = 'settings' AND entity_id = 'company_code_label' AND actor_id IS NOT NULL AND id > ${before!.id}
      ORDER BY id`);
  await put({ company_code_label: 'Código ERP' });
  await put({ company_code_label: 'Código SAP' });
  await put({ company_code_label: 'Código SAP' });
  await put({ company_code_label: null });
  expect(await history()).toEqual([
    { action: 'create', before: null, after: 'Código ERP' },
    { action: 'update', before: 'Código ERP', after: 'Código SAP' },
    { action: 'delete', before: 'Código SAP', after: null },
  ]);
});

test.each([
  [{ client_code_label: 7 }, 'client_code_label'],
  [{ client_code_label: '' }, 'client_code_label'],
  [{ client_code_label: '   ' }, 'client_code_label'],
  [{ client_code_label: 'a'.repeat(61) }, 'client_code_label'],
  [{ client_code_label: ['Código'] }, 'client_code_label'],
  [{ client_code_label: 'Nul\u0000o' }, 'client_code_label'],
  [{ client_additional_sales_rep_visible: 'true' }, 'client_additional_sales_rep_visible'],
  [{ client_additional_sales_rep_visible: 1 }, 'client_additional_sales_rep_visible'],
  [{ desconocida: 'x' }, 'desconocida'],
  [{ constructor: 'x' }, 'constructor'],
  [{ settings: specified }, 'settings'],
])('%j is refused and changes nothing', async (payload, field) => {
  const response = await put({ company_code_label: 'No se guarda', ...payload });
  expect(response.statusCode).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual([field]);
  expect(await get(headers)).toMatchObject(specified);
});

test.each([[null], [[]], ['texto'], [7]])('the body %j is refused', async (payload) => {
  const response = await api.inject({
    method: 'PUT',
    url: '/api/settings',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  expect(response.statusCode).toBe(422);
});

test('people saving at once neither block nor lose each other', async () => {
  const keys = ['client_code_label', 'company_code_label', 'client_additional_sales_rep_label'] as const;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, turn) => {
      const order = turn % 2 ? keys : keys.toReversed();
      return put(Object.fromEntries(order.map((key) => [key, `${turn}`])));
    }),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const last = await get(headers);
  expect(new Set(keys.map((key) => last[key])).size).toBe(1);
});
