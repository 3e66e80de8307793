import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSpace } from '../../../inventory/inventory-fixtures.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { createRole, createUser, signIn, signInAs } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';

let api: TestApi;
let admin: Record<string, string>;
const ids: Record<string, string> = {};

/** The centre of the tests, in Santo Domingo. */
const center = '18.486058;-69.931212';

/**
 * Places with their great-circle distance from the centre in metres, on a sphere of 6,371.0088 km, computed by hand from
 * the angle between the two vectors. Along the meridian the distance is 0.017986° · 111.195 km.
 */
const places = {
  here: { latitude: '18.486058', longitude: '-69.931212', metres: 0 },
  north: { latitude: '18.504044', longitude: '-69.931212', metres: 1999.95 },
  east: { latitude: '18.486058', longitude: '-69.912254', metres: 1999.23 },
  santiago: { latitude: '19.451693', longitude: '-70.697079', metres: 134_219.89 },
  // On both sides of the antimeridian, 2,224 m apart.
  west: { latitude: '0', longitude: '179.99', metres: null },
  farWest: { latitude: '0', longitude: '-179.99', metres: null },
} as const;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  for (const [name, { latitude, longitude }] of Object.entries(places)) {
    const id = await addSpace(api);
    ids[name] = id;
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE inventory_items SET kind = 'outdoor', name = ${name}, latitude = ${latitude}::numeric,
        longitude = ${longitude}::numeric WHERE id = ${id}::uuid`),
    );
  }
  // One that should have a place, and one that is not on a map.
  const placeless = await addSpace(api);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(
      sql`UPDATE inventory_items SET kind = 'outdoor', name = 'placeless' WHERE id = ${placeless}::uuid`,
    ),
  );
  await addSpace(api, { status: 'draft' });
  for (const payload of [
    { name: 'Nacional', kind: 'Supermercado', latitude: '18.486058', longitude: '-69.931212' },
    { name: 'Bravo', kind: 'Supermercado', latitude: '19.451693', longitude: '-70.697079' },
    { name: 'Liceo', kind: 'Escuela', latitude: '0', longitude: '179.99' },
  ]) {
    const response = await api.inject({
      method: 'POST',
      url: '/api/points-of-interest',
      headers: admin,
      payload,
    });
    expect(response.statusCode, response.body).toBe(201);
    ids[payload.name] = response.json().data.id;
  }
});
afterAll(() => api.close());

const get = (url: string, headers = admin) => api.inject({ url: `/api/inventory-items${url}`, headers });

const listed = async (query: string): Promise<string[]> => {
  const response = await get(`?limit=100&${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response
    .json()
    .data.map(({ id }: { id: string }) => id)
    .sort();
};

const points = async (query = '') => {
  const response = await get(`/points?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as {
    points: [string, string, string, number, number, string][];
    total: number;
    missing: number;
    others: number;
  };
};

const near = (text: string, operator = '') => `f.location=${operator}${encodeURIComponent(text)}`;

/** Names of the tests' spaces in a list. */
const names = async (query: string): Promise<string[]> => {
  const found = new Set(await listed(query));
  return Object.keys(places).filter((name) => found.has(ids[name] ?? ''));
};

describe('the points of a list', () => {
  test('are those of its rows with coordinates, and the others are counted', async () => {
    const { points: found, ...counts } = await points();
    expect(counts).toMatchObject({ total: 6, missing: 1, others: 1, is_cut: false });
    expect(found.find(([id]) => id === ids.north)).toEqual([
      ids.north,
      expect.any(String),
      'north',
      18.504044,
      -69.931212,
      'active',
    ]);
  });

  test.each([
    '',
    'q=north',
    'f.status=active',
    'f.status=draft',
    'f.kind=!outdoor',
    'where=name:east or name:west',
    near(`5km@${center}`),
    near('-'),
    'archived=true',
  ])('are the rows that the list has with the filter «%s»', async (query) => {
    const { points: found, total, missing, others } = await points(query);
    const rows = await listed(query);
    expect(total + missing + others).toBe(rows.length);
    expect(rows).toEqual(expect.arrayContaining(found.map(([id]) => id)));
  });

  test('have names with quotes and without a code', async () => {
    const name = String.raw`Bodega "La \u00d1" C:\x`;
    const response = await api.inject({
      method: 'POST',
      url: '/api/points-of-interest',
      headers: admin,
      payload: { name, latitude: '-1.5', longitude: '10' },
    });
    expect(response.statusCode, response.body).toBe(201);
    const answer = await api.inject({ url: '/api/points-of-interest/points?q=bodega', headers: admin });
    expect(answer.json()).toEqual({
      points: [[response.json().data.id, null, name, -1.5, 10, null]],
      total: 1,
      missing: 0,
      others: 0,
      is_cut: false,
    });
  });

  test('are refused without permission, and sent once', async () => {
    const role = await createRole(api, ['clients.view_all']);
    const stranger = await signIn(api, await createUser(api, { role }));
    expect((await get('/points', stranger)).statusCode).toBe(403);
    const { headers } = await get('/points');
    const again = await get('/points', { ...admin, 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('a distance', () => {
  test('is the great-circle distance computed by hand', async () => {
    for (const [name, { metres }] of Object.entries(places)) {
      if (metres === null) continue;
      const within = async (km: number) => (await names(near(`${km.toFixed(3)}km@${center}`))).includes(name);
      expect(await within(metres / 1000 + 0.001), name).toBe(true);
      if (metres > 0) expect(await within(metres / 1000 - 0.001), name).toBe(false);
    }
  });

  test('crosses the antimeridian and reaches around a pole', async () => {
    expect(await names(near('2.3km@0;179.99'))).toEqual(['west', 'farWest']);
    expect(await names(near('2.2km@0;179.99'))).toEqual(['west']);
    const [row] = await api.database.query<{ is_within: boolean }>(
      sql`SELECT is_within(89.99, 180, 89.99, 0, 2.3)`,
    );
    expect(row).toEqual({ is_within: true });
  });

  test('combines with other filters, with several centres and with its opposite', async () => {
    expect(await names(`${near(`2km@${center}`)}&q=east`)).toEqual(['east']);
    expect(await names(near(`1km@${center},1km@0;179.99`))).toEqual(['here', 'west']);
    expect(await names(near(`2km@${center}`, '!'))).toEqual(['santiago', 'west', 'farWest']);
    expect(await names('where=location:"2km@0;179.99" or name:north')).toEqual(['north', 'west']);
  });

  test('is measured from a space, from a point of interest, or from any point of a type', async () => {
    expect(await names(near(`2km@space:${ids.santiago}`))).toEqual(['santiago']);
    expect(await names(near(`2km@point:${ids.Nacional}`))).toEqual(['here', 'north', 'east']);
    expect(await names(near('2km@kind:supermercado'))).toEqual(['here', 'north', 'east', 'santiago']);
    expect(await names(near('2km@kind:Hospital'))).toEqual([]);
  });

  test('ignores archived points of a type', async () => {
    const url = `/api/points-of-interest/${ids.Bravo}`;
    const { headers } = await api.inject({ url, headers: admin });
    const archived = await api.inject({
      method: 'DELETE',
      url,
      headers: { ...admin, 'if-match': String(headers.etag) },
    });
    expect(archived.statusCode, archived.body).toBe(200);
    expect(await names(near('2km@kind:Supermercado'))).toEqual(['here', 'north', 'east']);
  });

  test.each(['', '/points'])('that makes no sense is refused at %s with a Spanish message', async (path) => {
    for (const wrong of ['0km@18;-69', '2km@98;-69', '2km@space:nobody', '2km@town:x', 'aquí']) {
      const response = await get(`${path}?${near(wrong)}`);
      expect([wrong, response.statusCode]).toEqual([wrong, 422]);
      expect(response.json().errors).toEqual({ 'f.location': ['El filtro no es válido.'] });
    }
  });

  test('is answered by the index of the coordinates', async () => {
    const plan = await api.database.transaction(systemChange('test'), async (tx) => {
      // The tests have too few rows for the planner to prefer an index.
      await tx.query(sql`SET LOCAL enable_seqscan = off`);
      return tx.query<{ 'QUERY PLAN': string }>(sql`
        EXPLAIN SELECT id FROM inventory_items t WHERE is_within(t.latitude, t.longitude, 18.486058, -69.931212, 2)`);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('inventory_items_location');
  });
});
