import { createHash } from 'node:crypto';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addClient, addSpace } from '../inventory-fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
/** The owner of the tables, for states that no route makes. */
let owner: pg.Client;
let headers: Headers;
let seller: Headers;
let sellerName: string;
let spaces: { full: string; some: string; free: string; hidden: string };
let client: { clientId: string; ownerId: string };
let hold: { id: string; number: string };

const today = companyToday();
const last = addDays(today, 29);
const secrets: string[] = [];

const post = (url: string, payload: object = {}, more: Headers = headers) =>
  api.inject({ method: 'POST', url, payload, headers: more });
const get = (url: string, more: Headers = {}) => api.inject({ url, headers: more });

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  headers = await signInAs(api, 'admin');
  sellerName = 'Vendedora Que Comparte';
  seller = await signIn(api, await createUser(api, { role: 'sales_rep', full_name: sellerName }));
  client = await addClient(api);
  const add = (capacity: number) => addSpace(api, { capacity });
  spaces = { full: await add(3), some: await add(20), free: await add(9), hidden: await add(1) };
  const name = async (id: string, text: string) =>
    owner.query('UPDATE inventory_items SET name = $2 WHERE id = $1', [id, text]);
  await name(spaces.full, 'Corte lleno #panic("x") <script>alert(1)</script> & *más*');
  await name(spaces.some, 'Corte con poco');
  await name(spaces.free, 'Corte libre');
  await name(spaces.hidden, 'Espacio aparte');
  await owner.query(
    `UPDATE clients SET legal_name = 'Razón Muy Secreta', trade_name = 'Cliente Secreto' WHERE id = $1`,
    [client.clientId],
  );
  await owner.query(`UPDATE users SET full_name = 'Dueña De La Reserva' WHERE id = $1`, [client.ownerId]);
  for (const [space, units] of [
    [spaces.full, 3],
    [spaces.some, 17],
  ] as const) {
    const reply = await post('/api/holds', {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: space,
      flight: { from: today, to: last },
      units_per_day: units,
      notes: 'Nota de la reserva',
    });
    expect(reply.statusCode, reply.body).toBe(201);
    hold = reply.json().data;
    secrets.push(reply.json().data.id, reply.json().data.number);
  }
  secrets.push(
    'Razón Muy Secreta',
    'Cliente Secreto',
    'Dueña De La Reserva',
    'Nota de la reserva',
    'Para Cliente Secreto',
    sellerName,
    client.clientId,
    client.ownerId,
    ...Object.values(spaces),
  );
});
afterAll(async () => {
  await owner.end();
  await api.close();
});
// The counters of visits are per address, and all tests have one.
beforeEach(async () => {
  await owner.query('DELETE FROM attempts');
});

const choice = (own: object = {}) => ({
  name: 'Para Cliente Secreto',
  period: { from: today, to: last },
  grain: 'day',
  expires_on: last,
  query: 'q=corte',
  ...own,
});
const share = async (own: object = {}, as = seller): Promise<string> => {
  const reply = await post('/api/avails-sheets/share', choice(own), as);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().data.path;
};
const sheetOf = async (path: string): Promise<{ id: string; row_version: number }> => {
  const hash = createHash('sha256')
    .update(String(path.split('/').at(-1)))
    .digest();
  const { rows } = await owner.query('SELECT id, row_version FROM avails_sheets WHERE token_hash = $1', [
    hash,
  ]);
  return rows[0];
};

/** The row of a space in the page. */
const rowOf = (page: string, name: string): string =>
  new RegExp(`<tr><th scope="row">${name}.*?</tr>`).exec(page)?.[0] ?? '';

describe('sharing a sheet', () => {
  test('needs its permission, and days and spaces that exist', async () => {
    const viewer = await signInAs(api, await createRole(api, ['availability.view', 'inventory.view_all']));
    expect((await post('/api/avails-sheets/share', choice(), viewer)).statusCode).toBe(403);
    const wrong: [object, string][] = [
      [{ period: { from: addDays(today, -9), to: addDays(today, -1) } }, 'period'],
      [{ period: { from: today, to: addDays(today, 92) } }, 'period'],
      [{ period: { from: today, to: null } }, 'period'],
      [{ expires_on: addDays(today, -1) }, 'expires_on'],
      [{ expires_on: addDays(last, 1) }, 'expires_on'],
      [{ query: 'f.no_existe=1' }, 'query'],
      [{ query: 'f.platform_id=x' }, 'query'],
      [{ name: null }, 'name'],
    ];
    for (const [own, field] of wrong) {
      const reply = await post('/api/avails-sheets/share', choice(own));
      expect([reply.statusCode, Object.keys(reply.json().errors ?? {})], JSON.stringify(own)).toEqual([
        422,
        [field],
      ]);
    }
    const nothing = await post(
      '/api/avails-sheets/share',
      choice({ query: 'q=ningún espacio se llama así' }),
    );
    expect([nothing.statusCode, nothing.json().code]).toEqual([409, 'no_spaces']);
    expect(await share({ period: { from: today, to: addDays(today, 91) }, expires_on: today })).toMatch(
      /^\/disponibilidad\/[A-Za-z0-9_-]{43}$/,
    );
  });

  test('of more spaces than a document holds is refused', async () => {
    await owner.query('BEGIN; ALTER TABLE inventory_items DISABLE TRIGGER USER');
    await owner.query(`
      INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id, division_id,
        company_id, capacity_unit, capacity, days, path)
      SELECT 'MUCHO-' || n, 'Mucho ' || n, 'active', platform_id, inventory_category_id, subdivision_id, division_id,
        company_id, 'spots', 1, days, '{}' FROM inventory_items, generate_series(1, 301) AS n WHERE id = '${spaces.free}'`);
    await owner.query(`UPDATE inventory_items SET path = ARRAY[id] WHERE path = '{}'`);
    await owner.query('ALTER TABLE inventory_items ENABLE TRIGGER USER; COMMIT');
    const many = await post('/api/avails-sheets/share', choice({ query: '' }));
    expect([many.statusCode, many.json().code]).toEqual([409, 'too_many_spaces']);
  });

  test('with prices needs to see prices', async () => {
    const role = await createRole(api, ['avails_sheets.create', 'inventory.view_all', 'availability.view']);
    const as = await signInAs(api, role);
    expect((await post('/api/avails-sheets/share', choice({ with_prices: true }), as)).statusCode).toBe(403);
    expect((await post('/api/avails-sheets/share', choice(), as)).statusCode).toBe(200);
  });

  test('answers a link once, stores its hash alone, and encrypts the answer that is repeated', async () => {
    const key = { ...seller, 'idempotency-key': 'hoja-unica-000000001' };
    const [first, again] = [
      await post('/api/avails-sheets/share', choice(), key),
      await post('/api/avails-sheets/share', choice(), key),
    ];
    expect(again.body).toBe(first.body);
    const token = first.json().data.path.split('/').at(-1);
    for (const table of ['avails_sheets', 'audit_log', 'idempotency_keys']) {
      const { rows } = await owner.query(
        `SELECT count(*)::integer AS found FROM ${table} t
          WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'`,
        [token],
      );
      expect(rows, table).toEqual([{ found: 0 }]);
    }
    const hash = createHash('sha256').update(token).digest('hex');
    const { rows } = await owner.query(
      `SELECT count(*)::integer AS found FROM audit_log t WHERE to_jsonb(t)::text LIKE '%' || $1 || '%'`,
      [hash],
    );
    expect(rows).toEqual([{ found: 0 }]);
  });

  test('is listed for its owner and for those who see all, and withdrawn once', async () => {
    const path = await share();
    const sheet = await sheetOf(path);
    const other = await signInAs(api, 'sales_rep');
    const seen = async (as: Headers) => (await get(`/api/avails-sheets/${sheet.id}`, as)).statusCode;
    expect([await seen(seller), await seen(headers), await seen(other)]).toEqual([200, 200, 404]);
    const listed = await get('/api/avails-sheets?fields=*', seller);
    expect(listed.body).not.toContain('token');
    expect(listed.json().data[0]).toMatchObject({
      name: 'Para Cliente Secreto',
      space_count: 3,
      closed_at: null,
    });
    const withdraw = (as: Headers) => post(`/api/avails-sheets/${sheet.id}/withdraw`, {}, as);
    expect((await withdraw(other)).statusCode).toBe(404);
    expect((await get(path)).statusCode).toBe(200);
    expect((await withdraw(seller)).statusCode).toBe(200);
    expect((await get(path)).statusCode).toBe(404);
    const again = await withdraw(seller);
    expect([again.statusCode, again.json().code]).toEqual([409, 'withdrawn']);
    expect((await get(`/api/avails-sheets/${sheet.id}/avails.pdf`, seller)).statusCode).toBe(200);
    expect((await get(`/api/avails-sheets/${sheet.id}/avails.pdf`, other)).statusCode).toBe(404);
  });
});

describe('the public page', () => {
  const unknown = '/disponibilidad/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

  test('shows states without a session, scripts, clients, owners, holds or numbers of units', async () => {
    const path = await share();
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'/);
    expect(page.headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
    expect(page.body).not.toMatch(/<script|<link rel="(stylesheet|modulepreload)/);
    expect(page.body).toContain('<meta name="robots" content="noindex">');
    const row = (name: string) =>
      new RegExp(`<tr><th scope="row">${name}.*?</tr>`).exec(page.body)?.[0] ?? '';
    expect(row('Corte lleno')).toContain('<abbr title="Completo">C</abbr>');
    expect(rowOf(page.body, 'Corte con poco')).toContain('<abbr title="Poco">P</abbr>');
    expect(rowOf(page.body, 'Corte libre')).toContain('<abbr title="Libre">L</abbr>');
    expect(page.body).not.toContain('Espacio aparte');
    expect(page.body).not.toMatch(/RD\$|precio/);

    const pdf = await get(`${path}/disponibilidad.pdf`);
    expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' });
    const { text, info } = await readPdf(pdf.rawPayload);
    expect(text).toContain('Corte con poco');
    for (const secret of secrets) {
      expect(page.body, secret).not.toContain(secret);
      expect(text + JSON.stringify(info), secret).not.toContain(secret);
      expect(pdf.rawPayload.includes(secret), secret).toBe(false);
    }
    expect(page.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test('follows what is held and released, and shows only the chosen spaces', async () => {
    const path = await share({ grain: 'week', query: '', space_ids: [spaces.hidden, spaces.full] });
    const before = (await get(path)).body;
    expect(rowOf(before, 'Corte lleno')).toContain('Completo');
    expect(rowOf(before, 'Espacio aparte')).toContain('Libre');
    expect(before).not.toContain('Corte libre');
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE capacity_cells SET expires_at = now() - interval '1 minute' WHERE item_id = ${spaces.full}::uuid`,
      ),
    );
    expect(rowOf((await get(path)).body, 'Corte lleno')).not.toContain('Completo');
  });

  test('shows list prices only if they were chosen', async () => {
    const path = await share({ with_prices: true }, headers);
    expect((await get(path)).body).toContain('Los precios son de lista');
  });

  test('answers unknown, withdrawn and expired links alike', async () => {
    const paths = new Map<string, string>([['unknown', unknown]]);
    const withdrawn = await share();
    await post(`/api/avails-sheets/${(await sheetOf(withdrawn)).id}/withdraw`, {}, seller);
    paths.set('withdrawn', withdrawn);
    const expired = await share();
    await owner.query('UPDATE avails_sheets SET expires_on = $2 WHERE id = $1', [
      (await sheetOf(expired)).id,
      addDays(today, -1),
    ]);
    paths.set('expired', expired);
    paths.set('cut off', expired.slice(0, -3));
    paths.set('long', `/disponibilidad/${'a'.repeat(900)}`);
    const shape = ({ statusCode, body, headers: all }: Awaited<ReturnType<typeof get>>) => {
      const { 'x-request-id': _id, date: _date, ...rest } = all;
      return JSON.stringify([statusCode, body, rest]);
    };
    const first = await get(unknown);
    expect(first.statusCode).toBe(404);
    expect(first.body).toContain('Esta hoja no está disponible');
    for (const [name, path] of paths) {
      expect(shape(await get(path)), name).toBe(shape(first));
      expect(shape(await get(`${path}/disponibilidad.pdf`)), `${name} pdf`).toBe(shape(first));
    }
    expect(shape(await get(`${unknown}/otra/cosa`))).toBe(shape(first));
  });

  test('is limited by address', async () => {
    let refused: Awaited<ReturnType<typeof get>> | undefined;
    let allowed = 0;
    while (!refused) {
      const answer = await get(unknown);
      if (answer.statusCode === 429) refused = answer;
      else allowed += 1;
    }
    expect(allowed).toBe(120);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain('Demasiadas visitas');
  });
});

test('a sheet cannot be changed or opened again by hand', async () => {
  const { id } = await sheetOf(await share());
  const write = (statement: string) =>
    api.database.transaction(systemChange('test'), (tx) =>
      tx.query({ text: statement, values: [] } as never),
    );
  await expect(write(`UPDATE avails_sheets SET token_hash = sha256('x') WHERE id = '${id}'`)).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    write(`UPDATE avails_sheets SET expires_on = '2099-01-01' WHERE id = '${id}'`),
  ).rejects.toThrow(/permission denied/);
  expect(hold.number).toMatch(/^RS-/);
});
