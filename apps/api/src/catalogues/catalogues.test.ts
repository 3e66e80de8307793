import { createRequire } from 'node:module';
import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { parseValues, toWire } from '@pauta/domain/resource/record.ts';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

// The package has no types for its ES module.
const iso = createRequire(import.meta.url)('i18n-iso-countries') as typeof import('i18n-iso-countries');

interface Row {
  id: string;
  code: string;
  name: string;
  row_version: number;
  [field: string]: unknown;
}

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

const list = async (path: string): Promise<Row[]> =>
  (await api.inject({ url: `/api/${path}?fields=*&limit=100`, headers })).json().data;
const patch = (path: string, { id, row_version }: Row, payload: object) =>
  api.inject({
    method: 'PATCH',
    url: `/api/${path}/${id}`,
    payload,
    headers: { ...headers, 'if-match': `"${row_version}"` },
  });
const post = (path: string, payload: object) =>
  api.inject({ method: 'POST', url: `/api/${path}`, payload, headers });

describe('the first values', () => {
  test('are the 249 countries of ISO 3166-1, with their calling codes', async () => {
    const rows = await api.database.query<Row>(sql`SELECT * FROM countries`);
    expect(rows).toHaveLength(249);
    for (const { code, iso3, numeric, calling_code } of rows) {
      expect({ iso3, numeric }).toEqual({
        iso3: iso.alpha2ToAlpha3(code),
        numeric: iso.alpha2ToNumeric(code)?.padStart(3, '0'),
      });
      expect(calling_code).toBe(isSupportedCountry(code) ? `+${getCountryCallingCode(code)}` : null);
    }
    expect(rows.find(({ code }) => code === 'SZ')?.name).toBe('Esuatini');
    expect(rows.find(({ code }) => code === 'MM')?.name).toBe('Myanmar');
  });

  test('begin with the countries where the product is sold', async () => {
    const [first, second] = await list('countries');
    expect(first).toMatchObject({
      code: 'DO',
      name: 'República Dominicana',
      currency_code: 'DOP',
      tax_pct: '18.0000',
    });
    expect(second).toMatchObject({ code: 'PR', calling_code: '+1' });
  });

  test.each([
    ['localities', 37],
    ['industries', 48],
    ['contact_results', 17],
    ['social_networks', 13],
    ['lead_sources', 17],
    ['closing_probabilities', 8],
    ['client_types', 9],
    ['client_categories', 7],
    ['clusters', 11],
    ['brands', 0],
    ['agency_groups', 9],
    ['agency_types', 9],
    ['agency_categories', 5],
    ['age_targets', 25],
    ['gender_targets', 5],
    ['nse_targets', 7],
    ['nse_profiles', 6],
    ['companies', 1],
    ['divisions', 8],
    ['subdivisions', 12],
    ['departments', 18],
    ['job_positions', 24],
    ['months', 12],
    ['weekdays', 7],
    ['file_types', 20],
    ['platforms', 14],
    ['inventory_categories', 42],
    ['ad_articles', 54],
    ['ad_classifications', 11],
    ['consumption_types', 7],
    ['programs', 10],
    ['schedules', 54],
    ['time_slots', 22],
    ['credit_terms', 15],
    ['commission_types', 10],
    ['gl_accounts', 43],
  ])('fill %s with %i rows', async (table, count) => {
    const row = await api.database.one<{ count: number }>(sql`SELECT count(*) FROM ${raw(table)}`);
    expect(row?.count).toBe(count);
  });

  test('are 37 catalogues, each on the path of spec §2', () => {
    expect(catalogues).toHaveLength(37);
    expect(new Set(catalogues.map(({ screen }) => screen)).size).toBe(37);
  });

  test('pass the checks of their own fields, so that they can be edited', async () => {
    for (const { path, fields, rules } of catalogues) {
      for (const row of await list(path)) {
        const given = Object.fromEntries(
          Object.entries(row).filter(([name]) => name in fields && !fields[name]?.options.readOnly),
        );
        expect(parseValues(fields, given, { rules }), `${path} ${row.code}`).toMatchObject({ ok: true });
      }
    }
  });
});

const filled = catalogues.filter(
  ({ name, operations }) => operations.includes('create') && name !== 'brands',
);

describe.each(filled.map((catalogue) => [catalogue.name, catalogue] as const))(
  '%s',
  (_name, { path, fields }) => {
    test('keeps codes and names unique, ignoring case and accents', async () => {
      const [row] = await list(path);
      const copy = Object.fromEntries(
        Object.entries(row ?? {}).filter(
          ([name, value]) => name in fields && !fields[name]?.options.readOnly && value !== null,
        ),
      );
      for (const [name, value] of Object.entries(copy)) {
        const field = fields[name];
        if (field) copy[name] = toWire(field, value);
      }
      // Rotating slots may overlap others.
      const own = { iso3: 'QQQ', numeric: '999', is_rotating: true };
      const fitting = Object.fromEntries(Object.entries(own).filter(([name]) => name in fields));
      const sameCode = await post(path, {
        ...copy,
        ...fitting,
        name: 'Otro nombre',
        code: row?.code.toLowerCase(),
      });
      expect(sameCode.statusCode, sameCode.body).toBe(409);
      expect(sameCode.json().errors).toHaveProperty('code');
      const sameName = await post(path, {
        ...copy,
        ...fitting,
        code: path === 'gl-accounts' ? '9.9.99' : 'OTRO-CODIGO',
        name: row?.name.toUpperCase().normalize('NFD'),
      });
      expect(sameName.statusCode, sameName.body).toBe(409);
      expect(sameName.json().errors).toHaveProperty('name');
    });
  },
);

describe('a value of the system', () => {
  test('keeps its code and stays, but can be renamed and switched off', async () => {
    const dominicana = (await list('countries')).find(({ code }) => code === 'DO') as Row;
    const code = await patch('countries', dominicana, { code: 'DR' });
    expect(code.statusCode).toBe(422);
    expect(code.json().errors).toEqual({ code: ['El código de un valor del sistema no se cambia.'] });
    const archived = await api.inject({
      method: 'DELETE',
      url: `/api/countries/${dominicana.id}`,
      headers: { ...headers, 'if-match': `"${dominicana.row_version}"` },
    });
    expect(archived.statusCode).toBe(409);
    expect(
      (await patch('countries', dominicana, { name: 'Rep. Dominicana', is_active: false })).statusCode,
    ).toBe(200);
    const options = (await api.inject({ url: '/api/countries/options?limit=300', headers })).json()
      .data as Row[];
    expect(options.some(({ id }) => id === dominicana.id)).toBe(false);
  });

  test('is protected by the database itself', async () => {
    for (const statement of [
      sql`UPDATE credit_terms SET code = 'X' WHERE code = '30D'`,
      sql`UPDATE credit_terms SET is_system = false WHERE code = '30D'`,
      sql`UPDATE credit_terms SET archived_at = now() WHERE code = '30D'`,
      sql`DELETE FROM credit_terms WHERE code = '30D'`,
    ]) {
      await expect(api.database.query(statement)).rejects.toThrow('belongs to the system');
    }
  });
});

describe('a hierarchy', () => {
  const make = async (name: string, parent_id?: string): Promise<Row> => {
    const response = await post('industries', { code: name.toUpperCase(), name, parent_id });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };

  test('never contains a cycle', async () => {
    const a = await make('Abuela');
    const b = await make('Madre', a.id);
    const c = await make('Hija', b.id);
    for (const descendant of [a, b, c]) {
      const response = await patch('industries', a, { parent_id: descendant.id });
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toHaveProperty('parent_id');
    }
  });

  test('not even through two concurrent changes', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await make(`Uno ${round}`);
      const b = await make(`Dos ${round}`);
      await Promise.all([
        patch('industries', a, { parent_id: b.id }),
        patch('industries', b, { parent_id: a.id }),
      ]);
      const circle = await api.database.one(sql`
        SELECT 1 AS one FROM industries x JOIN industries y ON y.id = x.parent_id AND y.parent_id = x.id
        WHERE x.id = ${a.id}`);
      expect(circle).toBeUndefined();
    }
  });
});

test('an inactive value keeps its existing references and cannot be used in new ones', async () => {
  const parent = (await post('industries', { code: 'VIEJA', name: 'Industria vieja' })).json().data as Row;
  const child = (
    await post('industries', { code: 'HIJA-2', name: 'Industria hija', parent_id: parent.id })
  ).json().data as Row;
  expect((await patch('industries', parent, { is_active: false })).statusCode).toBe(200);

  const renamed = await patch('industries', child, { name: 'Industria hija 2', parent_id: parent.id });
  expect(renamed.statusCode, renamed.body).toBe(200);
  const other = await post('industries', { code: 'OTRA-2', name: 'Industria otra', parent_id: parent.id });
  expect(other.statusCode).toBe(422);
  expect(other.json().errors.parent_id).toEqual([
    '«Industria vieja» ya no está disponible; elija otra opción.',
  ]);
  const options = (
    await api.inject({ url: `/api/industries/options?ids=${parent.id}&q=vieja`, headers })
  ).json().data;
  expect(options).toEqual([{ id: parent.id, label: 'Industria vieja', code: 'VIEJA' }]);
});
