import { randomBytes } from 'node:crypto';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { resources } from '@pauta/domain/resources.ts';
import papaparse from 'papaparse';
import { readSheet } from 'read-excel-file/universal';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type Headers, readStream, unzipped } from '../fixtures.ts';
import { exportName } from './name.ts';
import { columnName, xlsxOf, xmlText } from './xlsx-writer.ts';
import { zipOf } from './zip-writer.ts';

let api: TestApi;
let headers: Headers;
let seller: TestUser;
const ids: string[] = [];

const exporting = (payload: object, as = headers, path = 'clients') =>
  api.inject({ method: 'POST', url: `/api/${path}/export`, payload, headers: as });
const table = (text: string) => papaparse.parse<string[]>(text.trimEnd()).data;
const sheetOf = async (bytes: Buffer) =>
  readSheet(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer, 1, {
    trim: false,
  });

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  seller = await createUser(api, { role: ['sales_rep', 'billing'], full_name: 'Ana Vendedora' });
  for (const [count, trade_name] of [
    '=HYPERLINK("http://x")',
    '+Ultra',
    'Ñandú',
    'ámbar',
    'zeta',
  ].entries()) {
    const body = {
      ...(await sampleBody(api.database, clients, 2 * count + 2)),
      trade_name,
      credit_limit: `${count}.50`,
      status: count < 3 ? 'active' : 'prospect',
    };
    const made = await api.inject({ method: 'POST', url: '/api/clients', payload: body, headers });
    expect(made.statusCode, made.body).toBe(201);
    ids.push(made.json().data.id);
  }
});
afterAll(() => api.close());

describe('a CSV export', () => {
  test('has the columns, order, filters and names of the list', async () => {
    const response = await exporting({
      format: 'csv',
      query: 'f.status=active&sort=-trade_name&cols=status:120&density=compact&limit=50',
      columns: ['trade_name', 'status', 'country_id', 'credit_limit', 'tax_exempt'],
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/csv/);
    expect(response.headers['x-row-count']).toBe('3');
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [head, ...rows] = table(response.body.slice(1));
    expect(head).toEqual([
      'Nombre comercial',
      'Estado',
      'País',
      'Límite de crédito',
      'Moneda',
      'Exento de impuestos',
    ]);
    expect(rows.map(([name]) => name)).toEqual(['Ñandú', `'=HYPERLINK("http://x")`, "'+Ultra"]);
    expect(rows[0]?.[1]).toBe('Activo');
    expect(rows.map((row) => row[3])).toEqual(['2.50', '0.50', '1.50']);
    expect(response.body).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  test('adds the currency column of an amount, once, if it was not requested', async () => {
    const headOf = async (columns: string[]) =>
      table((await exporting({ format: 'csv', columns })).body.slice(1))[0];
    expect(await headOf(['credit_limit', 'trade_name'])).toEqual([
      'Límite de crédito',
      'Moneda',
      'Nombre comercial',
    ]);
    expect(await headOf(['currency_code', 'credit_limit'])).toEqual(['Moneda', 'Límite de crédito']);
    expect(await headOf(['trade_name'])).toEqual(['Nombre comercial']);
  });

  test('of selected rows has only those', async () => {
    const response = await exporting({ format: 'csv', ids: ids.slice(0, 2), columns: ['trade_name'] });
    expect(table(response.body.slice(1)).length).toBe(3);
  });

  test('uses the labels of the settings', async () => {
    await api.inject({
      method: 'PUT',
      url: '/api/settings',
      payload: { client_code_label: 'Nº de cuenta' },
      headers,
    });
    const response = await exporting({ format: 'csv', columns: ['client_code'] });
    expect(response.body.slice(1).startsWith('Nº de cuenta\r\n')).toBe(true);
  });
});

test('an XLSX export has typed cells, a frozen bold head and a filter', async () => {
  const response = await exporting({
    format: 'xlsx',
    query: 'sort=trade_name',
    columns: ['trade_name', 'credit_limit', 'tax_exempt', 'created_at', 'tags'],
  });
  const rows = await sheetOf(response.rawPayload);
  expect(rows[0]).toEqual([
    'Nombre comercial',
    'Límite de crédito',
    'Moneda',
    'Exento de impuestos',
    'Creado',
    'Etiquetas',
  ]);
  expect(rows.slice(1).map(([name]) => name)).toContain('=HYPERLINK("http://x")');
  expect(rows[1]?.slice(1, 5)).toEqual([
    expect.any(Number),
    expect.stringContaining('DOP'),
    false,
    expect.any(Date),
  ]);
  const xml = (await unzipped(response.rawPayload)).get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? '';
  expect(xml).toContain('state="frozen"');
  expect(xml).toContain('<autoFilter ref="A1:F6"/>');
  expect(xml).not.toContain('<f>');
});

describe('access', () => {
  test('a user exports exactly the rows they may see', async () => {
    const own = await signIn(api, seller);
    expect((await exporting({ format: 'csv' }, own)).headers['x-row-count']).toBe('5');
    const rep = await signInAs(api, 'sales_rep');
    expect((await exporting({ format: 'csv' }, rep)).statusCode).toBe(403);
    expect((await exporting({ format: 'csv', ids }, rep)).json()).toMatchObject({
      permission: 'clients.export',
    });
    // A user with permission for their own rows gets only those, even if they request others by id.
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO role_permissions (role_id, permission)
        SELECT id, 'clients.export' FROM roles WHERE name = 'sales_rep'`),
    );
    const allowed = await signInAs(api, 'sales_rep');
    for (const body of [{ format: 'csv' }, { format: 'csv', ids }]) {
      const response = await exporting(body, allowed);
      expect(response.headers['x-row-count'], response.body).toBe('0');
      expect(table(response.body.slice(1))).toHaveLength(1);
    }
  });

  test.each(resources.map(({ path }) => path))('%s is exported by an administrator', async (path) => {
    const response = await exporting({ format: 'csv' }, headers, path);
    expect(response.statusCode, response.body).toBe(200);
    expect(table(response.body.slice(1)).length).toBe(Number(response.headers['x-row-count']) + 1);
  });

  test('is refused without a session, and with an invalid request', async () => {
    expect((await exporting({ format: 'csv' }, {})).statusCode).toBe(401);
    for (const body of [
      {},
      { format: 'pdf' },
      { format: 'csv', columns: [] },
      { format: 'csv', columns: ['nonsense'] },
      { format: 'csv', columns: ['status', 'status'] },
      { format: 'csv', columns: ['__proto__'] },
      { format: 'csv', ids: ['x'] },
      { format: 'csv', query: 'f.status=nonsense' },
      { format: 'csv', query: 'sort=password' },
    ]) {
      expect((await exporting(body)).statusCode, JSON.stringify(body)).toBe(422);
    }
  });
});

test('is logged before the first byte, with the exported data', async () => {
  const query = `q=${randomBytes(4).toString('hex')}`;
  await exporting({ format: 'xlsx', query, columns: ['trade_name'] });
  const [entry] = await api.database.query<{ entity_id: string; after: object }>(sql`
    SELECT entity_id, after FROM audit_log WHERE action = 'export' AND entity = 'clients' ORDER BY id DESC LIMIT 1`);
  expect(entry?.after).toEqual({ rows: 0, format: 'xlsx', columns: ['trade_name'], query });
  await expect
    .poll(async () =>
      api.database.one(
        sql`SELECT rows, failure, finished_at IS NOT NULL AS done FROM exports WHERE id = ${entry?.entity_id}::uuid`,
      ),
    )
    .toEqual({ rows: 0, failure: null, done: true });
});

test('is logged also if the client disconnects during the export', async () => {
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
    await tx.query(sql`
      INSERT INTO clusters (code, name, description)
      SELECT 'Z' || n, 'Clúster de prueba ' || n, repeat(md5(n::text), 15) FROM generate_series(1, 20000) n`);
  });
  const controller = new AbortController();
  const response = await fetch(`${address}/api/clusters/export`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify({ format: 'csv' }),
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  controller.abort();
  await expect
    .poll(
      () =>
        api.database.one(
          sql`SELECT failure, rows < expected AS early FROM exports WHERE resource = 'clusters' ORDER BY started_at DESC LIMIT 1`,
        ),
      { timeout: 10_000 },
    )
    .toEqual({ failure: 'incomplete', early: true });
});

describe('files', () => {
  test('a ZIP archive of streamed and whole parts is read again', async () => {
    async function* texts() {
      for (let n = 0; n < 200; n += 1) yield `${n} áñ`.repeat(500);
    }
    const bytes = await readStream(
      zipOf([
        ['uno.txt', 'hola'],
        ['dos.txt', texts()],
        ['tres.bin', Buffer.from([0, 1, 2])],
      ]),
    );
    const files = await unzipped(bytes);
    expect(files.get('uno.txt')?.toString()).toBe('hola');
    expect(files.get('dos.txt')?.toString()).toBe(
      Array.from({ length: 200 }, (_, n) => `${n} áñ`.repeat(500)).join(''),
    );
    expect(files.get('tres.bin')).toEqual(Buffer.from([0, 1, 2]));
  });

  test('a failing part fails the archive', async () => {
    async function* broken() {
      yield 'a';
      throw new Error('lost');
    }
    await expect(readStream(zipOf([['a', broken()]]))).rejects.toThrow('lost');
  });

  test('a sheet keeps every character', async () => {
    const odd = [
      '<&">',
      ' con espacios ',
      'línea\nnueva',
      '_x0041_',
      '\u0001\u001f',
      '=1+1',
      'emoji 🙂',
      "'apóstrofo",
    ];
    async function* rows() {
      yield odd.map((text) => [{ text }]);
    }
    const book = await readStream(xlsxOf('Hoja: [1]/2', [{ header: 'Texto', width: 10 }], rows()));
    expect((await sheetOf(book)).slice(1).flat()).toEqual(odd);
    expect(xmlText('\ud800')).toBe('\ufffd');
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });

  test('the file name contains resource, filter and date, and no path', () => {
    const at = new Date('2026-11-21T19:58:00Z');
    expect(exportName(clients, 'Estado Activo', 'xlsx', at)).toBe(
      'Clientes – Estado Activo – 2026-11-21 15.58.xlsx',
    );
    expect(exportName(clients, '../../etc: "x"', 'csv', at)).toBe(
      'Clientes – .. .. etc x – 2026-11-21 15.58.csv',
    );
    expect(exportName(clients, 'a'.repeat(300), 'csv', at).length).toBeLessThan(200);
  });
});
