import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientSocialLinks } from '@pauta/domain/crm/clients/social-link.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import type { SearchHit } from './search.ts';

let api: TestApi;
let admin: Record<string, string>;
let ana: TestUser;

let count = 0;
const createClient = async (trade_name: string, values: object = {}): Promise<string> => {
  count += 1;
  const payload = {
    ...(await sampleBody(api.database, clients, count)),
    legal_name: `Sociedad ${count}`,
    trade_name,
    primary_sales_rep_id: ana.id,
    ...values,
  };
  const reply = await api.inject({ method: 'POST', url: '/api/clients', headers: admin, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().data.id;
};

const search = async (q: string, { headers = admin, limit = '' } = {}): Promise<SearchHit[]> => {
  const url = `/api/search?q=${encodeURIComponent(q)}${limit && `&limit=${limit}`}`;
  const reply = await api.inject({ url, headers });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data;
};
const titles = async (...asked: Parameters<typeof search>) =>
  (await search(...asked)).map(({ title }) => title);

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Zafiro' });
  for (const name of ['Bazafirona', 'El Zafiro Azul', 'Zafiro', 'Zafirón y Cía.']) await createClient(name);
  await createClient('Ópalo', { legal_name: 'Minas de Zafiro, S. A.', client_code: 'OPALO-9' });
});
afterAll(() => api.close());

test('ranks titles that equal the text, begin with it, have a word that does, contain it; then other fields', async () => {
  expect(await titles('zafiro')).toEqual([
    'Zafiro',
    'Zafirón y Cía.',
    'El Zafiro Azul',
    'Ana Zafiro',
    'Bazafirona',
    'Ópalo',
  ]);
});

test('a hit has its resource, the matching field and its path', async () => {
  const [hit] = await search('minas zafiro');
  expect(hit).toEqual({
    resource: 'clients',
    id: expect.any(String),
    title: 'Ópalo',
    subtitle: 'OPALO-9 · Minas de Zafiro, S. A.',
    path: `/crm/clientes/${hit?.id}`,
  });
  expect((await search('opalo-9'))[0]?.title).toBe('Ópalo');
});

test.each(['ÓPALO', 'opalo', 'Opálo', '  opalo  '])('%j is found, ignoring case and accents', async (q) => {
  expect((await titles(q))[0]).toBe('Ópalo');
});

test('two letters match the beginning of a word', async () => {
  expect(await titles('za')).toContain('El Zafiro Azul');
  expect(await titles('za')).not.toContain('Bazafirona');
  expect(await titles('z')).toContain('Zafiro');
});

test('covers users and catalogues too', async () => {
  const hits = await search('republica dominicana');
  expect(hits[0]).toMatchObject({ resource: 'countries', title: 'República Dominicana', subtitle: 'DO' });
  expect((await search('ana zaf'))[0]).toMatchObject({
    resource: 'users',
    path: `/gestion/usuarios/${ana.id}`,
  });
});

test('excludes records without a page of their own, which their lists find', async () => {
  const payload = { ...(await sampleBody(api.database, clientSocialLinks, 1)), handle: '@turmalina' };
  const made = await api.inject({ method: 'POST', url: '/api/client-social-links', headers: admin, payload });
  expect(made.statusCode, made.body).toBe(201);
  const list = await api.inject({ url: '/api/client-social-links?q=turmalina', headers: admin });
  expect(list.json().total).toBe(1);
  expect(await search('turmalina')).toEqual([]);
});

test('limits its results', async () => {
  expect(await search('a', { limit: '3' })).toHaveLength(3);
  expect(await search('')).toEqual([]);
  expect(await search('nada que exista así')).toEqual([]);
});

describe('returns only records that the caller may see', () => {
  test('their own clients', async () => {
    const luis = await createUser(api, { role: 'sales_rep' });
    expect(await titles('zafiro', { headers: await signIn(api, ana) })).toContain('Zafiro');
    expect(await titles('zafiro', { headers: await signIn(api, luis) })).toEqual([]);
  });

  test('nothing from the archive', async () => {
    const id = await createClient('Turmalina');
    await api.inject({
      method: 'DELETE',
      url: `/api/clients/${id}`,
      headers: { ...admin, 'if-match': '"1"' },
    });
    expect(await titles('turmalina')).toEqual([]);
  });

  test('nothing for a user who waits for approval', async () => {
    const headers = await signInAs(api, 'pending');
    expect((await api.inject({ url: '/api/search?q=a', headers })).statusCode).toBe(403);
    expect((await api.inject({ url: '/api/search?q=a' })).statusCode).toBe(401);
  });
});

test('a percent sign is no wildcard', async () => {
  for (const title of await titles('%')) expect(title).toContain('%');
});

test.each(['_', '\\', "'; DROP TABLE clients; --", '%00', '\u{1F600}', 'a'.repeat(200)])(
  'hostile text %j is treated as text',
  async (q) => {
    expect(await search(q)).toEqual([]);
  },
);

test.each(['limit=0', 'limit=51', 'limit=x', 'q=1&q=2', 'x=1', `q=${'a'.repeat(201)}`])(
  '%s is refused by field',
  async (query) => {
    const reply = await api.inject({ url: `/api/search?${query}`, headers: admin });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json().errors)).toHaveLength(1);
  },
);
