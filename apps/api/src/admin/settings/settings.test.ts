import { settings as definitions } from '@pauta/domain/admin/settings/setting.ts';
import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { takeNumber } from './take-number.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api);
});
afterAll(() => api.close());
beforeEach(async () => {
  const keys = Object.keys(definitions).map((key) => [key, null]);
  expect((await put(Object.fromEntries(keys))).statusCode).toBe(200);
});

const get = async (own: Record<string, string> = {}) =>
  (await api.inject({ url: '/api/settings', headers: own })).json<{ settings: Record<string, unknown> }>()
    .settings;

const put = (payload: unknown, own = headers) =>
  api.inject({ method: 'PUT', url: '/api/settings', payload: payload as object, headers: own });

// The table of the specification, verbatim.
const specified = {
  client_code_label: 'Código',
  client_code_placeholder: 'Ej: CLI-001, ACME-2024',
  company_code_label: 'Código Externo',
  company_code_placeholder: 'Ej: EXT-001, ERP-12345, SYS-ABC',
  client_additional_sales_rep_visible: true,
  client_additional_sales_rep_label: 'Vendedor Adicional',
};

test('any signed-in user reads every setting, with the defaults of the specification', async () => {
  const settings = await get(await signInAs(api, 'finance'));
  expect(settings).toMatchObject(specified);
  expect(Object.keys(settings).sort()).toEqual(Object.keys(definitions).sort());
});

const others = Object.fromEntries(
  Object.entries(definitions)
    .filter(([key]) => !(key in specified))
    .map(([key, { field }]) => [key, field.options.initial]),
);

test('a guest can read only the settings of guest pages', async () => {
  expect(await get()).toEqual({ registration_enabled: true });
  expect(await get({ authorization: 'Bearer pauta_vencido' })).toEqual({ registration_enabled: true });
  expect(await get(await signInAs(api, 'pending'))).toEqual({ registration_enabled: true });
});

test('a change keeps the other keys, is visible to all users and can be reverted', async () => {
  const response = await put({
    client_code_label: ' Nº de cliente ',
    client_additional_sales_rep_visible: false,
  });
  expect(response.statusCode).toBe(200);
  const changed = {
    ...specified,
    ...others,
    client_code_label: 'Nº de cliente',
    client_additional_sales_rep_visible: false,
  };
  expect(response.json()).toEqual({ settings: changed });
  expect(await get(await signInAs(api, 'auditor'))).toEqual(changed);
  expect((await put({ client_code_label: null })).json()).toEqual({
    settings: { ...changed, client_code_label: 'Código' },
  });
  expect((await put(specified)).json()).toEqual({ settings: { ...specified, ...others } });
  expect((await put({})).statusCode).toBe(200);
});

test('each change is recorded in the history, saving the same value is not', async () => {
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

test('concurrent changes neither block nor overwrite each other', async () => {
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

test('every default is a valid value', async () => {
  const response = await put({ ...specified, ...others });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.json()).toEqual({ settings: { ...specified, ...others } });
});

const details = async () =>
  (await api.inject({ url: '/api/settings/details', headers })).json<{
    data: { key: string; value: unknown; default: unknown; changed_by: string | null }[];
  }>().data;
const etag = async () => String((await api.inject({ url: '/api/settings', headers })).headers.etag);

test('a value shows its default, its last author and time, and can be reset', async () => {
  const luis = await createUser(api, { full_name: 'Luis Matos' });
  await put({ hold_days: 5 }, await signIn(api, luis));
  const hold = (await details()).find(({ key }) => key === 'hold_days');
  expect(hold).toMatchObject({ value: 5, default: 3, changed_by: 'Luis Matos' });
  const reset = await api.inject({ method: 'DELETE', url: '/api/settings/hold_days', headers });
  expect(reset.json()).toMatchObject({ settings: { hold_days: 3 } });
  const history = (await api.inject({ url: '/api/settings/hold_days/history', headers })).json().data;
  expect(history.slice(0, 2)).toMatchObject([
    { before: 5, after: 3 },
    { before: 3, after: 5, by: 'Luis Matos', after_text: '5' },
  ]);
  expect((await api.inject({ method: 'DELETE', url: '/api/settings/nada', headers })).statusCode).toBe(404);
  expect((await api.inject({ url: '/api/settings/constructor/history', headers })).statusCode).toBe(404);
});

test('a user who missed the last change of a key is informed, and other keys are saved', async () => {
  const seen = await etag();
  expect((await put({ hold_days: 7 })).statusCode).toBe(200);
  const late = await put({ hold_days: 9 }, { ...headers, 'if-match': seen });
  expect(late.statusCode).toBe(412);
  expect(late.json()).toMatchObject({ changed: [{ key: 'hold_days' }], settings: { hold_days: 7 } });
  expect((await put({ quote_valid_days: 20 }, { ...headers, 'if-match': seen })).statusCode).toBe(200);
  const again = await put({ hold_days: 9 }, { ...headers, 'if-match': `"${late.json().version}"` });
  expect(again.statusCode).toBe(200);
  expect((await put({ hold_days: 9 }, { ...headers, 'if-match': 'nada' })).statusCode).toBe(400);
});

test('of two users who save the same key at once from the same version, one is informed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const seen = await etag();
    const answers = await Promise.all(
      [10, 20, 30].map((days) => put({ quote_valid_days: days + round }, { ...headers, 'if-match': seen })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
  }
});

test.each([
  ['timezone', 'Marte/Olimpo'],
  ['timezone', "America/Bogota'; DROP TABLE users"],
  ['default_agency_commission_pct', '101'],
  ['default_agency_commission_pct', 18],
  ['hold_days', 0],
  ['numbering.quote', 'PR-{year}'],
  ['numbering.quote', 'PR-{number:5}-{number:2}'],
  ['numbering.registration', '{company}-{number:5}'],
  ['numbering.quote', 'CT-{yy}-{number:4}'],
  ['discount_limits', [{ role: 'no_existe', pct: '10' }]],
  [
    'discount_limits',
    [
      { role: 'sales_rep', pct: '10' },
      { role: 'sales_rep', pct: '5' },
    ],
  ],
  ['second_factor_roles', ['no_existe']],
  ['registration_allowed_domains', ['@empresa.com']],
  ['password_policy.min_length', 8],
  ['fiscal_mode', 'otro'],
  ['holiday_calendar', [{ day: '2026-02-30', name: 'Nada' }]],
])('%s does not accept %j', async (key, value) => {
  const response = await put({ [key]: value });
  expect(response.statusCode, response.body).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors).join()).toContain(key.split('.')[0]);
});

describe('a pattern of numbers', () => {
  const pattern = async (key: string, text: string): Promise<string[] | undefined> =>
    (await put({ [key]: text })).json<{ errors?: Record<string, string[]> }>().errors?.[key];

  test('that would produce assigned numbers again is refused', async () => {
    expect(await pattern('numbering.transfer', 'T{number:3}')).toBeUndefined();
    await api.database.transaction(systemChange('test'), async (tx) => {
      for (let count = 0; count < 300; count += 1) await takeNumber(tx, { series: 'transfer' });
    });
    const year = Number(companyToday().slice(2, 4));
    expect(await pattern('numbering.transfer', 'T{yy}{number:1}')).toEqual([
      `Repetiría números ya dados, como T${year}1. Agregue {year} u otras letras que los distingan.`,
    ]);
    for (const other of ['T{number:4}', 'T-{yy}{number:1}', 'T{year}{number:3}']) {
      expect(await pattern('numbering.transfer', other), other).toBeUndefined();
    }
  });

  test('without the company is refused once two companies have separate counts', async () => {
    expect(await pattern('numbering.invoice', 'F-{number:6}')).toBeUndefined();
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO companies (code, name, country_id) SELECT 'OTRA', 'Otra compañía', country_id FROM companies`),
    );
    expect(await pattern('numbering.invoice', 'F-{year}-{number:6}')).toEqual([
      'Hay 2 compañías y cada una lleva su cuenta: incluya {company}, o dos documentos tendrían el mismo número.',
    ]);
    expect(await pattern('numbering.invoice', '{company}-{year}-{number:6}')).toBeUndefined();
    expect(await pattern('numbering.opportunity', 'O-{number:6}')).toBeUndefined();
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE companies SET archived_at = now() WHERE code = 'OTRA'`),
    );
  });

  test('is refused when it equals that of another series, and an import reports it beforehand', async () => {
    const said =
      'Es igual al de «Contratos»: dos documentos tendrían el mismo número. Cambie las letras de uno.';
    expect(await pattern('numbering.evidence', 'CT-{year}-{number:3}')).toEqual([said]);
    const preview = await api.inject({
      method: 'POST',
      url: '/api/settings/import/preview',
      headers,
      payload: { settings: { 'numbering.evidence': 'CT-{year}-{number:3}' } },
    });
    expect(preview.json().data).toMatchObject({ changes: [], errors: { 'numbering.evidence': [said] } });
  });
});

test('an import previews the changes, and reports unknown keys', async () => {
  await put({ hold_days: 4 });
  const exported = await api.inject({ method: 'POST', url: '/api/settings/export', headers });
  expect(exported.json()).toMatchObject({ product: 'pauta', settings: { hold_days: 4 } });
  await put({ hold_days: 6 });
  const preview = await api.inject({
    method: 'POST',
    url: '/api/settings/import/preview',
    headers,
    payload: { settings: { ...exported.json().settings, default_agency_commission_pct: 'x', nada: 1 } },
  });
  expect(preview.json().data).toMatchObject({
    changes: [{ key: 'hold_days', before: 6, after: 4, label: 'Duración de una reserva' }],
    unknown: ['nada'],
    errors: { default_agency_commission_pct: [expect.any(String)] },
  });
  expect(await get(headers)).toMatchObject({ hold_days: 6 });
  const logged = await api.database.query(
    sql`SELECT 1 FROM audit_log WHERE entity = 'exports' AND entity_id = 'settings'`,
  );
  expect(logged).toHaveLength(1);
});

test('the time zone determines the current day, in the database and in texts of the API', async () => {
  const today = async () =>
    (await api.database.one<{ day: string }>(sql`SELECT business_date('2026-03-01T03:30:00Z')::text AS day`))!
      .day;
  expect(await today()).toBe('2026-02-28');
  await put({ timezone: 'Europe/Madrid' });
  expect(await today()).toBe('2026-03-01');
  expect(formatInstant('2026-03-01T03:30:00Z')).toMatch(/4:30/);
  await put({ timezone: null });
  expect(formatInstant('2026-03-01T03:30:00Z')).toMatch(/11:30/);
});

test('the minimum password length and the domains for registration take effect immediately', async () => {
  const register = (email: string, password: string) =>
    api.inject({
      method: 'POST',
      url: '/api/register',
      payload: {
        full_name: 'Nueva Persona',
        email,
        password,
        password_confirmation: password,
        accept_terms: true,
      },
    });
  await put({ 'password_policy.min_length': 24, registration_allowed_domains: ['empresa.com.do'] });
  const refused = await register('alguien@otra.com', 'trompo níspero ola');
  expect(refused.json().errors).toEqual({
    password: ['Use al menos 24 caracteres.'],
    email: ['Regístrese con el correo de su empresa; este dominio no está permitido.'],
  });
  expect((await register('alguien@Empresa.com.do', 'trompo níspero ola quinta')).statusCode).toBe(201);
});

test('only administrators can change the address of links in mails', async () => {
  await api.database.query(sql`
    WITH made AS (INSERT INTO roles (name, display_name) VALUES ('settler', 'Configurador') RETURNING id)
    INSERT INTO role_permissions SELECT made.id, p.name FROM made, permissions p WHERE p.name = 'settings.update'`);
  const settler = await signInAs(api, 'settler');
  const other = { public_url: 'https://pauta.otra.example' };
  expect((await put({ client_code_label: 'Nº' }, settler)).statusCode).toBe(200);
  const refused = await put({ ...other, client_code_label: 'Número' }, settler);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().message).toBe('«Dirección de Pauta»: Solo un administrador puede cambiarla.');
  expect(await get(headers)).toMatchObject({ public_url: '', client_code_label: 'Nº' });
  const seen = await api.inject({
    method: 'POST',
    url: '/api/settings/import/preview',
    payload: { settings: other },
    headers: settler,
  });
  expect(seen.json().data).toMatchObject({
    changes: [],
    errors: { public_url: ['Solo un administrador puede cambiarla.'] },
  });

  expect((await put(other)).statusCode).toBe(200);
  // Sent unchanged together with other settings, it counts as no change.
  expect((await put({ ...other, client_code_label: 'Número' }, settler)).statusCode).toBe(200);
  const reset = await api.inject({ method: 'DELETE', url: '/api/settings/public_url', headers: settler });
  expect(reset.statusCode).toBe(403);
  expect(await get(headers)).toMatchObject(other);
});

describe('the tile server of maps', () => {
  const policy = async () =>
    String((await api.inject({ url: '/api/health' })).headers['content-security-policy']);

  test('its origin, and nothing else, may send images while it is set', async () => {
    expect(await policy()).toContain("img-src 'self' data: blob:;");
    const url = 'https://tiles.ejemplo.com/calles/{z}/{x}/{y}.png?estilo=claro';
    expect((await put({ map_tiles_url: url })).statusCode).toBe(200);
    expect(await policy()).toContain("img-src 'self' data: blob: https://tiles.ejemplo.com;");
    expect((await put({ map_tiles_url: null })).statusCode).toBe(200);
    expect(await policy()).toContain("img-src 'self' data: blob:;");
  });

  test.each([
    'http://tiles.ejemplo.com/{z}/{x}/{y}.png',
    'https://tiles.ejemplo.com/{z}/{x}.png',
    'https://tiles.ejemplo.com/{z}/{x}/{y}/{y}.png',
    'https://{x}.ejemplo.com/{z}/{x}/{y}.png',
    'https://{z}.ejemplo.com/{x}/{y}.png',
    'https://tiles.ejemplo.com/{z}/{x}/{y}.png#a',
    'https://tiles.ejemplo.com; script-src *//{z}/{x}/{y}',
    'https://*/{z}/{x}/{y}',
    'javascript:alert(1)//{z}/{x}/{y}',
    'tiles.ejemplo.com/{z}/{x}/{y}',
  ])('«%s» is no address of one', async (url) => {
    const response = await put({ map_tiles_url: url });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map_tiles_url[0]).toContain('https y con {z}, {x} y {y}');
  });

  test.each([
    'https://ana:clave@tiles.ejemplo.com/{z}/{x}/{y}.png',
    'https://tiles.ejemplo.com/{z}/{x}/{y}.png?api_key=abc',
    'https://tiles.ejemplo.com/{z}/{x}/{y}.png?access_token=abc',
  ])('«%s» would show a secret to all users', async (url) => {
    const response = await put({ map_tiles_url: url });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.map_tiles_url[0]).toContain('no pida claves');
  });
});
