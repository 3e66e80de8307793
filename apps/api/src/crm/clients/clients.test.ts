import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let ana: TestUser & { headers: Headers };
let luis: TestUser & { headers: Headers };
let countries: Record<string, string>;
let count = 0;

const staff = async (role: string, full_name: string) => {
  const user = await createUser(api, { role, full_name });
  return { ...user, headers: await signIn(api, user) };
};

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  ana = await staff('sales_rep', 'Ana Peñaló');
  luis = await staff('sales_rep', 'Luis Gómez');
  const rows = await api.database.query<{ id: string; code: string }>(sql`SELECT id, code FROM countries`);
  countries = Object.fromEntries(rows.map(({ id, code }) => [code, id]));
});
afterAll(() => api.close());

const body = async (values: object = {}): Promise<Record<string, unknown>> => {
  count += 1;
  return {
    ...(await sampleBody(api.database, clients, 2 * count)),
    primary_sales_rep_id: ana.id,
    country_id: countries.DO,
    ...values,
  };
};
const create = async (values: object = {}, headers: Headers = admin) =>
  api.inject({ method: 'POST', url: '/api/clients', payload: await body(values), headers });
const made = async (values: object = {}): Promise<AnyRecord> => {
  const response = await create(values);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const patch = (record: AnyRecord, payload: object, headers: Headers = admin) =>
  api.inject({
    method: 'PATCH',
    url: `/api/clients/${record.id}`,
    payload,
    headers: { ...headers, 'if-match': `"${record.row_version}"` },
  });
const see = async (headers: Headers): Promise<string[]> => {
  const { data } = (await api.inject({ url: '/api/clients?limit=100', headers })).json();
  return data.map(({ id }: AnyRecord) => id);
};

describe('input', () => {
  test('is checked for the tax id of its country and kept compact', async () => {
    const rnc = { tax_id_type: 'RNC', tax_id: '1-31-24679-6' };
    const record = await made(rnc);
    expect(record).toMatchObject({
      tax_id: '131246796',
      country_id: { code: 'DO', label: 'República Dominicana' },
    });
    const wrong = await create({ ...rnc, tax_id: '131246797' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.json().errors).toEqual({
      tax_id: ['El dígito verificador del RNC no coincide. Revise el número.'],
    });
    const elsewhere = await create({ ...rnc, country_id: countries.MX });
    expect(elsewhere.json().errors).toEqual({
      tax_id: ['Elija un tipo de identificación que se use en ese país.'],
    });
  });

  test('is found by a tax id with or without its separators', async () => {
    const record = await made({ tax_id_type: 'CEDULA', tax_id: '001-1391820-5', person_kind: 'individual' });
    for (const q of ['00113918205', '001-1391820-5', '1391820']) {
      const { data } = (await api.inject({ url: `/api/clients?q=${q}`, headers: admin })).json();
      expect(
        data.map(({ id }: AnyRecord) => id),
        q,
      ).toEqual([record.id]);
    }
  });

  test('stores decimals, tags and days exactly', async () => {
    const record = await made({
      credit_limit: '1234567.80',
      latitude: '18.486058',
      longitude: '-69.931212',
      tags: ['VIP', 'Norte', 'VIP'],
      website: 'www.ejemplo.com',
    });
    expect(record).toMatchObject({
      credit_limit: '1234567.80',
      latitude: '18.486058',
      longitude: '-69.931212',
      tags: ['VIP', 'Norte'],
      website: 'https://www.ejemplo.com',
    });
    const cleared = await patch(record, { credit_limit: null, tags: [] });
    expect(cleared.json().data).toMatchObject({ credit_limit: null, tags: [], row_version: 2 });
    const { data: history } = (
      await api.inject({ url: `/api/clients/${record.id}/history`, headers: admin })
    ).json();
    expect(history[1].changes).toEqual([
      expect.objectContaining({ field: 'tags', before: 'VIP, Norte', after: null }),
      expect.objectContaining({
        field: 'credit_limit',
        before: expect.stringContaining('1,234,567.80'),
        after: null,
      }),
    ]);
    expect(history[1].changes[0].sentence).toBe('Borró «Etiquetas», que decía «VIP, Norte».');
  });

  test('is unique by code, by external code and by tax id within the country', async () => {
    const tax = { tax_id_type: 'RNC', tax_id: '101010632' };
    const record = await made({ ...tax, company_code: 'ERP-1' });
    for (const [field, values] of Object.entries({
      client_code: { client_code: record.client_code },
      company_code: { company_code: 'ERP-1' },
      tax_id: tax,
    })) {
      const response = await create(values);
      expect(response.statusCode, field).toBe(409);
      expect(Object.keys(response.json().errors)).toEqual([field]);
    }
  });

  test('requires two different sellers and a document of every exemption', async () => {
    const same = await create({ additional_sales_rep_id: ana.id });
    expect(Object.keys(same.json().errors)).toEqual(['additional_sales_rep_id']);
    const exempt = await create({ tax_exempt: true });
    expect(Object.keys(exempt.json().errors)).toContain('tax_exempt_doc');
  });

  test('never makes a company its own ancestor', async () => {
    const parent = await made();
    const child = await made({ parent_client_id: parent.id });
    expect(child.parent_client_id).toEqual({
      id: parent.id,
      label: parent.trade_name,
      code: parent.client_code,
    });
    const response = await patch(parent, { parent_client_id: child.id });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual(['parent_client_id']);
  });

  test('history shows names, not ids', async () => {
    const record = await made();
    await patch(record, { status: 'active', primary_sales_rep_id: luis.id });
    const { data } = (await api.inject({ url: `/api/clients/${record.id}/history`, headers: admin })).json();
    expect(data[0].title).toBe('Cliente creado');
    expect(data[1]).toMatchObject({ title: 'Cliente actualizado', actor: { name: 'Persona de Prueba' } });
    expect(data[1].changes.map(({ sentence }: { sentence: string }) => sentence)).toContain(
      'Cambió «Vendedor» de «Ana Peñaló» a «Luis Gómez».',
    );
  });
});

describe('a tax id that was accepted with a waiver', () => {
  test('does not stop other changes', async () => {
    const record = await made({ tax_id_type: 'RNC', tax_id: '101001577' });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE clients SET tax_id = '101001578' WHERE id = ${record.id}`),
    );
    const next = { ...record, row_version: record.row_version + 1 };
    const response = await patch(next, { notes: 'Llamar en enero' });
    expect(response.statusCode, response.body).toBe(200);
    const back = await patch(response.json().data, { tax_id: '101001579' });
    expect(back.statusCode).toBe(422);
  });
});

describe('visibility', () => {
  test('a seller sees the clients they are first or second seller of', async () => {
    const hers = await made();
    const both = await made({ primary_sales_rep_id: luis.id, additional_sales_rep_id: ana.id });
    const assigned = await made({ primary_sales_rep_id: luis.id });
    const seen = await see(ana.headers);
    expect(seen).toEqual(expect.arrayContaining([hers.id, both.id]));
    expect(seen).not.toContain(assigned.id);

    const hidden = await api.inject({ url: `/api/clients/${assigned.id}`, headers: ana.headers });
    expect(hidden.statusCode).toBe(404);
    const history = await api.inject({ url: `/api/clients/${assigned.id}/history`, headers: ana.headers });
    expect(history.statusCode).toBe(404);
    expect((await patch(assigned, { notes: 'x' }, ana.headers)).statusCode).toBe(404);
    const options = (
      await api.inject({ url: `/api/clients/options?ids=${assigned.id}&limit=300`, headers: ana.headers })
    ).json();
    expect(options.data.map(({ id }: { id: string }) => id)).not.toContain(assigned.id);
    // References do not reveal its existence either.
    const refers = await create({ parent_client_id: assigned.id }, ana.headers);
    expect(refers.json().errors).toEqual({ parent_client_id: [expect.stringMatching(/^No existe/)] });
  });

  test('a seller changes their own clients and cannot make one invisible to themselves', async () => {
    const hers = await made();
    expect((await patch(hers, { notes: 'Suyo' }, ana.headers)).statusCode).toBe(200);
    const given = await patch({ ...hers, row_version: 2 }, { primary_sales_rep_id: luis.id }, ana.headers);
    expect(given.statusCode).toBe(422);
    expect(Object.keys(given.json().errors)).toEqual(['primary_sales_rep_id']);
    expect((await create({ primary_sales_rep_id: luis.id }, ana.headers)).statusCode).toBe(422);
    const archive = await api.inject({
      method: 'DELETE',
      url: `/api/clients/${hers.id}`,
      headers: { ...ana.headers, 'if-match': '"2"' },
    });
    expect(archive.json()).toMatchObject({ status: 403, permission: 'clients.delete' });
  });

  test('a user with team visibility sees the clients of all users below', async () => {
    const boss = await staff('pending', 'Jefa');
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`INSERT INTO roles (name, display_name) VALUES ('team_lead', 'Líder')`);
      await tx.query(sql`
        INSERT INTO role_permissions SELECT id, unnest(ARRAY['clients.view_team', 'clients.update_own']) FROM roles WHERE name = 'team_lead'`);
      await tx.query(sql`UPDATE users SET status = 'active' WHERE id = ${boss.id}`);
      await tx.query(sql`INSERT INTO user_roles SELECT ${boss.id}, id FROM roles WHERE name = 'team_lead'`);
      await tx.query(sql`UPDATE users SET reports_to_id = ${boss.id} WHERE id = ${ana.id}`);
      await tx.query(sql`UPDATE users SET reports_to_id = ${ana.id} WHERE id = ${luis.id}`);
    });
    const below = await made({ primary_sales_rep_id: luis.id });
    const outside = await made({ primary_sales_rep_id: (await staff('sales_rep', 'Otro')).id });
    const headers = await signIn(api, boss);
    const seen = await see(headers);
    expect(seen).toContain(below.id);
    expect(seen).not.toContain(outside.id);
    const response = await patch(below, { notes: 'x' }, headers);
    expect(response.json()).toMatchObject({ status: 403, permission: 'clients.update_all' });
  });

  test('the credit is held and released by command, with a reason, with the permission', async () => {
    const record = await made();
    expect(record.credit_status).toBe('active');
    const { headers: sales } = await staff('sales_manager', 'Gerente');
    const { headers: collections } = await staff('collections', 'Cobros');
    const act = (name: string, version: number, payload: object, headers: Headers) =>
      api.inject({
        method: 'POST',
        url: `/api/clients/${record.id}/${name}`,
        payload,
        headers: { ...headers, 'if-match': `"${version}"` },
      });
    expect((await patch(record, { credit_status: 'on_hold' })).statusCode).toBe(422);
    expect((await create({ credit_status: 'blocked' })).statusCode).toBe(422);
    const why = { reason: 'Tres facturas vencidas' };
    expect((await act('hold', 1, why, sales)).json()).toMatchObject({
      status: 403,
      permission: 'clients.credit_hold',
    });
    expect((await act('hold', 1, {}, collections)).json().errors).toHaveProperty('reason');
    const held = await act('hold', 1, why, collections);
    expect(held.json().data.credit_status).toBe('on_hold');
    expect((await act('hold', 2, why, collections)).json().code).toBe('wrong_state');
    const released = await act('release', 2, { reason: 'Pagó' }, collections);
    expect(released.json().data.credit_status).toBe('active');
    const { data: history } = (
      await api.inject({ url: `/api/clients/${record.id}/history`, headers: admin })
    ).json();
    expect(
      history.map(({ title, reason }: { title: string; reason: string | null }) => [title, reason]),
    ).toEqual(
      expect.arrayContaining([
        ['Crédito retenido', 'Tres facturas vencidas'],
        ['Crédito liberado', 'Pagó'],
      ]),
    );
  });
});

describe('fiscal data', () => {
  const lock = (id: string) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE clients SET fiscal_locked_at = now() WHERE id = ${id}`),
    );

  test('cannot be changed without the permission, also not by SQL', async () => {
    const record = await made({ tax_id_type: 'RNC', tax_id: '101001577' });
    await lock(record.id);
    const { headers: assistant } = await staff('sales_assistant', 'Asistente');
    const { headers: billing } = await staff('billing', 'Facturación');
    const next = { ...record, row_version: 2 };
    const refused = await patch(next, { legal_name: 'Otro', notes: 'x' }, assistant);
    expect(refused.json()).toMatchObject({
      status: 422,
      errors: { legal_name: [expect.stringContaining('documentos fiscales')] },
    });
    expect((await patch(next, { notes: 'x', legal_name: record.legal_name }, assistant)).statusCode).toBe(
      200,
    );
    // The same rule applies if the API is bypassed.
    for (const change of [
      sql`UPDATE clients SET tax_id = '101001578' WHERE id = ${record.id}`,
      sql`UPDATE clients SET fiscal_locked_at = NULL WHERE id = ${record.id}`,
    ]) {
      await expect(
        api.database.transaction(systemChange('test'), (tx) => tx.query(change)),
      ).rejects.toMatchObject({ constraint: 'clients_fiscal_frozen' });
    }
    const corrected = await patch(
      { ...record, row_version: 3 },
      { legal_name: 'Corregida, S.R.L.' },
      billing,
    );
    expect(corrected.json().data.legal_name).toBe('Corregida, S.R.L.');
  });
});

describe('the code that is suggested', () => {
  test('is the one after the highest of the sequence', async () => {
    const suggested = async () =>
      (await api.inject({ url: '/api/clients/beginning', headers: admin })).json().data.client_code;
    expect(await suggested()).toBe('CLI-0001');
    await made({ client_code: 'CLI-0009' });
    await made({ client_code: 'CLI-10' });
    await made({ client_code: 'CLI-ESPECIAL' });
    expect(await suggested()).toBe('CLI-0011');
    await made({ client_code: 'CLI-10000' });
    expect(await suggested()).toBe('CLI-10001');
  });
});

describe('the warning of duplicates', () => {
  const duplicates = async (payload: object, headers: Headers = admin) =>
    (await api.inject({ method: 'POST', url: '/api/clients/duplicates', payload, headers })).json();

  test('compares the tax id and similar names, the likeliest first', async () => {
    const same = await made({
      tax_id_type: 'RNC',
      tax_id: '130000999',
      legal_name: 'Cervecería del Sol, S.A.',
      trade_name: 'Cerveza Sol',
    });
    const alike = await made({ legal_name: 'Cerveceria del Sol SA', trade_name: 'Sol de Verano' });
    const found = await duplicates({
      legal_name: 'CERVECERÍA DEL SOL SA',
      tax_id: '1-30-00099-9',
      country: 'do',
    });
    expect(found.hidden).toBe(0);
    expect(found.data.map(({ client }: { client: { id: string } }) => client.id)).toEqual([
      same.id,
      alike.id,
    ]);
    expect(found.data[0]).toMatchObject({
      client: { label: 'Cerveza Sol', code: same.client_code },
      score: 1,
      reasons: ['Misma identificación fiscal', expect.stringMatching(/^Razón social parecida \(\d+ %\)$/)],
    });
    expect(found.data[1].score).toBeGreaterThanOrEqual(0.6);
    expect(found.data[1].score).toBeLessThanOrEqual(1);
    const edited = await duplicates({ tax_id: '130000999', country: countries.DO, except: same.id });
    expect(edited.data).toEqual([]);
  });

  test('only counts records that the caller may not see', async () => {
    await made({
      legal_name: 'Almacenes Fantasma SRL',
      primary_sales_rep_id: (await staff('sales_rep', 'Nadie')).id,
    });
    const { data, hidden } = await duplicates({ legal_name: 'Almacenes Fantasma SRL' }, luis.headers);
    expect({ data, hidden }).toEqual({ data: [], hidden: 1 });
  });

  test('finds nothing for empty input', async () => {
    expect(await duplicates({})).toEqual({ data: [], hidden: 0 });
    expect(await duplicates({ legal_name: '  ', tax_id: '' })).toEqual({ data: [], hidden: 0 });
  });
});
