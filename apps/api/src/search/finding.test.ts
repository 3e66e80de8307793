import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let admin: Record<string, string>;
let ana: TestUser;
let luis: TestUser;
let ozama: string;

let count = 0;
const create = async (resource: Resource, values: object): Promise<string> => {
  count += 1;
  const payload = { ...(await sampleBody(api.database, resource, count)), ...values };
  const reply = await api.inject({ method: 'POST', url: `/api/${resource.path}`, headers: admin, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data.id;
};

interface Found {
  data: { id: string; title: string; trade_name: string; full_name: string; subject: string }[];
  did_you_mean?: string[];
}
const ask = async (path: string, q: string, headers = admin): Promise<Found> => {
  const reply = await api.inject({
    url: `/api/${path}${path.includes('?') ? '&' : '?'}q=${encodeURIComponent(q)}`,
    headers,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const clientsBy = async (q: string, headers = admin): Promise<string[]> =>
  (await ask('clients?sort=trade_name', q, headers)).data.map(({ trade_name }) => trade_name);

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Zafiro' });
  luis = await createUser(api, { role: 'sales_rep', full_name: 'Luis Ónix' });
  const client = (trade_name: string, client_code: string, values: object = {}) =>
    create(clients as Resource, {
      trade_name,
      client_code,
      legal_name: `${trade_name}, S.R.L.`,
      primary_sales_rep_id: ana.id,
      ...values,
    });
  ozama = await client('Restaurante Ozama', 'CLI-0300');
  await client('Restaurante Banegas', 'CLI-0301');
  await client('Coca-Cola del Norte', 'CLI-3000');
  await client('Ferretería Jiménez', 'CLI-0042');
  await create(contacts as Resource, {
    first_name: 'Berenice',
    last_name: 'Güemes',
    client_id: ozama,
    phones: [
      { kind: 'mobile', number: '+18095550185', is_primary: true },
      { kind: 'office', number: '+18295550199' },
    ],
    emails: [{ email: 'berenice@ozama.example', is_primary: true }],
  });
});
afterAll(() => api.close());

describe('a list finds its record', () => {
  test.each([
    ['unaccented', 'ferreteria jimenez', 'Ferretería Jiménez'],
    ['in part', 'rest oza', 'Restaurante Ozama'],
    ['glued', 'restauranteozama', 'Restaurante Ozama'],
    ['without its hyphen', 'cocacola', 'Coca-Cola del Norte'],
    ['with spaces for the hyphen', 'coca cola', 'Coca-Cola del Norte'],
    ['with a hyphen too many', 'ferre-teria', 'Ferretería Jiménez'],
  ])('by a name %s', async (_, q, name) => {
    expect(await clientsBy(q)).toEqual([name]);
  });

  test.each(['CLI-0300', 'cli0300', 'cli 0300', 'CLI.00300'])('by the code %j', async (q) => {
    expect(await clientsBy(q)).toEqual(['Restaurante Ozama']);
  });

  test.each(['cli300', 'cli-300', 'cli3'])('by the beginning %j of a code', async (q) => {
    expect(await clientsBy(q)).toContain('Restaurante Ozama');
  });

  test.each([
    '(809) 555 0185',
    '809.555.0185',
    '+1 809-555-0185',
    '001 809 555 0185',
    '8095550185',
    '555-0185',
    '809 555 0185 ext. 12',
    '829 555 0199',
    'berenice@ozama.example',
  ])("by a contact's %j", async (q) => {
    expect(await clientsBy(q)).toEqual(['Restaurante Ozama']);
    expect((await ask('contacts', q)).data.map(({ full_name }) => full_name)).toEqual(['Berenice Güemes']);
  });

  test('by the telephone only if the reader may see the contact', async () => {
    expect(await clientsBy('(809) 555 0185', await signIn(api, ana))).toEqual(['Restaurante Ozama']);
    expect(await clientsBy('(809) 555 0185', await signIn(api, luis))).toEqual([]);
  });

  test('not by the telephone of a contact in the archive', async () => {
    const id = await create(contacts as Resource, {
      client_id: ozama,
      phones: [{ kind: 'mobile', number: '+18495550777', is_primary: true }],
    });
    expect(await clientsBy('849 555 0777')).toEqual(['Restaurante Ozama']);
    await api.inject({
      method: 'DELETE',
      url: `/api/contacts/${id}`,
      headers: { ...admin, 'if-match': '"1"' },
    });
    expect(await clientsBy('849 555 0777')).toEqual([]);
  });

  test('telephones can be filtered in any notation', async () => {
    const filtered = async (value: string) =>
      (
        await api.inject({
          url: `/api/contacts?f.primary_phone=${encodeURIComponent(value)}`,
          headers: admin,
        })
      ).json().total;
    expect(await filtered('(809) 555-0185')).toBe(1);
    expect(await filtered('^+1 809 555')).toBeGreaterThan(0);
    expect(await filtered('(809) 555-0186')).toBe(0);
  });
});

describe('alternative searches are offered where the typed one has no results', () => {
  test.each([
    ['restaurante ozma', 'restaurante ozama'],
    ['resturante ozama', 'restaurante ozama'],
    ['restaurante ozaam', 'restaurante ozama'],
    ['restaurante vanegas', 'restaurante banegas'],
    ['ferreteria gimenes', 'ferreteria jimenez'],
    ['(809) 555 0158', undefined],
    ['cil-0300', 'CLI-0300'],
    ['clio300', 'CLI-0300'],
    ['cli-0399', undefined],
  ])('%j', async (q, meant) => {
    const { data, did_you_mean } = await ask('clients', q);
    expect(data).toEqual([]);
    expect(did_you_mean?.[0]).toBe(meant);
  });

  test('and finds the record', async () => {
    const [meant = ''] = (await ask('clients', 'restaurnte osama')).did_you_mean ?? [];
    expect(await clientsBy(meant)).toEqual(['Restaurante Ozama']);
  });

  test('of a telephone too', async () => {
    expect((await ask('contacts', '(809) 555 0158')).did_you_mean).toEqual(['+18095550185']);
  });

  test('in a list of anything', async () => {
    await create(activities as Resource, { subject: 'Presentar la propuesta de vallas' });
    expect((await ask('activities', 'propusta')).did_you_mean).toEqual(['propuesta']);
    expect((await ask('users', 'zafirro')).did_you_mean).toEqual(['zafiro']);
    expect((await ask('countries', 'domnicana')).did_you_mean?.[0]).toBe('dominicana');
  });

  test('never if the typed text has results', async () => {
    await create(clients as Resource, { trade_name: 'Restaurantes Unidos', primary_sales_rep_id: ana.id });
    expect((await ask('clients', 'restaurantes')).did_you_mean).toBeUndefined();
    expect((await ask('clients', 'restaurante')).did_you_mean).toBeUndefined();
  });

  test('with the other filters of the list', async () => {
    expect((await ask('clients?f.client_code=CLI-0301', 'ozma')).did_you_mean).toBeUndefined();
    expect((await ask('clients?f.client_code=CLI-0300', 'ozma')).did_you_mean).toEqual(['ozama']);
  });

  test('only of what the reader may see', async () => {
    expect((await ask('clients', 'ozma', await signIn(api, ana))).did_you_mean).toEqual(['ozama']);
    const headers = await signIn(api, luis);
    expect((await ask('clients', 'ozma', headers)).did_you_mean).toBeUndefined();
    expect((await ask('contacts', '(809) 555 0158', headers)).did_you_mean).toBeUndefined();
    expect(await ask('search', 'ozma', headers)).toEqual({ data: [] });
  });

  test('with the current name of a record', async () => {
    const id = await create(clients as Resource, { trade_name: 'Turmalina', primary_sales_rep_id: ana.id });
    await api.inject({
      method: 'PATCH',
      url: `/api/clients/${id}`,
      headers: { ...admin, 'if-match': '"1"' },
      payload: { trade_name: 'Amatista' },
    });
    expect((await ask('clients', 'amastista')).did_you_mean).toEqual(['amatista']);
    expect((await ask('clients', 'turmalna')).did_you_mean).toBeUndefined();
  });

  test.each([
    '%%%',
    '___',
    '\\\\',
    "'; DROP TABLE search_words",
    '\u{1F600}',
    `${'ab '.repeat(60)}`,
    '1'.repeat(200),
  ])('hostile text %j is treated as text', async (q) => {
    expect((await ask('clients', q)).did_you_mean).toBeUndefined();
  });
});

describe('the palette', () => {
  test.each(['cli300', 'CLI-300', 'cli 0300'])('has the record with the code %j first', async (q) => {
    expect((await ask('search', q)).data[0]).toMatchObject({ title: 'Restaurante Ozama' });
  });

  test('finds a telephone in any format, and names the matching field', async () => {
    expect((await ask('search', '(809) 555 0185')).data[0]).toMatchObject({
      title: 'Berenice Güemes',
      subtitle: '+18095550185',
    });
  });

  test('names the alternative search it used', async () => {
    expect(await ask('search', 'restaurante ozma')).toMatchObject({
      data: [{ title: 'Restaurante Ozama' }],
      did_you_mean: 'restaurante ozama',
    });
    expect(await ask('search', 'restaurante ozama')).not.toHaveProperty('did_you_mean');
  });
});
