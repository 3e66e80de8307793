import { crc32, deflateRawSync } from 'node:zlib';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { zipOf } from '../export/zip-writer.ts';
import { fileForm, type Headers, importer, readStream } from '../fixtures.ts';
import { workOnImport } from './work-on-import.ts';

let api: TestApi;
let headers: Headers;
let client: ReturnType<typeof importer>;
let base: string;

const head =
  'Código,Razón social,Nombre comercial,País,Tipo de identificación,Identificación fiscal,Tipo de cliente,Categoría,Industria,Vendedor,Término de crédito';
const line = (code: string, name: string, doc: string, seller = 'Ana Vendedora') =>
  `${code},"${name}, SRL",${name},DO,Otra,${doc},${base.replace('SELLER', seller)}`;
const file = (...rows: string[]) => [head, ...rows].join('\n');
const firstOf = async (path: string) =>
  (await api.inject({ url: `/api/${path}/options`, headers })).json().data[0].label as string;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  client = importer(api, headers);
  await createUser(api, { full_name: 'Ana Vendedora', role: 'sales_rep', email: 'ana@ejemplo.com' });
  base = [
    await firstOf('client-types'),
    await firstOf('client-categories'),
    await firstOf('industries'),
    'SELLER',
    await firstOf('credit-terms'),
  ]
    .map((name) => (name.includes(',') ? `"${name}"` : name))
    .join(',');
  const made = await api.inject({
    method: 'POST',
    url: '/api/clients',
    payload: {
      ...(await sampleBody(api.database, clients, 2)),
      client_code: 'ACM-1',
      trade_name: 'Panadería Ñandú',
      tax_id: 'UNICO1',
    },
    headers,
  });
  expect(made.statusCode, made.body).toBe(201);
  const country = (await api.inject({ url: '/api/countries/options?q=dominicana', headers })).json().data[0]
    .id;
  const other = await api.inject({
    method: 'POST',
    url: '/api/clients',
    payload: {
      ...(await sampleBody(api.database, clients, 4)),
      client_code: 'ACM-2',
      country_id: country,
      tax_id_type: 'OTRO',
      tax_id: 'UNICO2',
    },
    headers,
  });
  expect(other.statusCode, other.body).toBe(201);
});
afterAll(() => api.close());

const clientBy = async (code: string) =>
  (await api.inject({ url: `/api/clients?q=${code}`, headers })).json().data[0];

describe('an import', () => {
  test('previews the result of each row, writes only valid rows, and can be undone as one request', async () => {
    const job = await client.start(
      'clients',
      file(
        line('NEW-1', 'Alfa', 'DOC-D1'),
        line('ACM-1', 'Panadería Ñandú', 'UNICO1'),
        line('NEW-2', 'panaderia ñandu', 'DOC-D2'),
        line('NEW-3', 'Beta', 'UNICO2'),
        line('NEW-4', 'Gamma', 'DOC-D4', 'Nadie Conocido'),
        line('x y', 'Delta', 'DOC-D5'),
        line('NEW-1', 'Otra vez', 'DOC-D6'),
        line('NEW-7', 'Épsilon', 'DOC-D7', 'ana@ejemplo.com'),
      ),
      'clientes.csv',
    );
    expect(job).toMatchObject({ status: 'mapping', rows: 8, key: 'client_code', remembered: 0 });
    expect(job.mapping).not.toContain(null);
    const checked = await client.check(job.id);
    const rows: {
      line: number;
      verdict: string;
      errors: { field: string; message: string }[];
      changes: { field: string }[];
      duplicates: { label: string }[];
    }[] = await client.rows(job.id);
    expect(rows.map((row) => [row.line, row.verdict])).toEqual([
      [2, 'new'],
      [3, 'update'],
      [4, 'duplicate'],
      [5, 'error'],
      [6, 'error'],
      [7, 'error'],
      [8, 'error'],
      [9, 'new'],
    ]);
    expect(checked.counts).toEqual({ new: 2, update: 1, unchanged: 0, duplicate: 1, error: 4 });
    expect(rows[3]?.errors).toEqual([
      { field: 'tax_id', message: 'Ya existe un cliente con esta identificación en ese país.' },
    ]);
    expect(rows[4]?.errors[0]).toMatchObject({
      field: 'primary_sales_rep_id',
      message: expect.stringContaining('«Nadie Conocido»'),
    });
    expect(rows[5]?.errors[0]?.field).toBe('client_code');
    expect(rows[6]?.errors[0]?.message).toContain('fila 2');
    expect(rows[2]?.duplicates[0]).toMatchObject({ label: 'Panadería Ñandú' });
    expect(await clientBy('NEW-1')).toBeUndefined();

    const done = await client.commit(job.id);
    expect(done.status, done.failure ?? '').toBe('done');
    expect(done.outcomes).toEqual({ created: 2, updated: 1, unchanged: 0, skipped: 5, failed: 0 });
    expect(await clientBy('NEW-7')).toMatchObject({
      primary_sales_rep_id: { label: 'Ana Vendedora' },
      row_version: 1,
    });
    const log = await api.database.query(sql`
      SELECT action, reason FROM audit_log WHERE request_id = ${done.request_id} AND entity = 'clients' ORDER BY id`);
    expect(log).toHaveLength(3);
    expect(log[0]).toMatchObject({ action: 'create', reason: 'Importación de «clientes.csv»' });

    const errors = await api.inject({ url: `/api/imports/${job.id}/errors`, headers });
    expect(errors.body.split('\r\n')[0]).toMatch(/^\uFEFFCódigo,.*,Fila,Motivo$/);
    expect(errors.body.trimEnd().split('\r\n')).toHaveLength(6);

    const undone = await client.post(`/api/undo/${done.request_id}`, {});
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json().data.undone).toBe(3);
    expect(await clientBy('NEW-7')).toBeUndefined();
  });

  test('remembers the column matches of its user, and accepts probable duplicates on request', async () => {
    const text = 'Cuenta\tRazón social\tNombre comercial\nACM-1\tOtra razón\tPanadería Ñandú\n';
    const started = await client.post('/api/clients/imports', { text });
    expect(started.statusCode, started.body).toBe(201);
    const job = started.json().data;
    expect(job.mapping).toEqual([null, 'legal_name', 'trade_name']);
    const mapped = await client.map(job, {
      mapping: ['client_code', 'legal_name', 'trade_name'],
      key: 'client_code',
    });
    expect(mapped.statusCode, mapped.body).toBe(200);
    expect((await client.map(job, {})).statusCode).toBe(412);
    const again = (await client.post('/api/clients/imports', { text })).json().data;
    expect(again.mapping[0]).toBe('client_code');
    expect(again.remembered).toBe(3);
    const checked = await client.check(job.id);
    expect(checked.counts.update).toBe(1);
    expect((await client.rows(job.id))[0].changes).toEqual([
      { field: 'legal_name', label: 'Razón social', before: expect.any(String), after: 'Otra razón' },
    ]);
  });

  test('leaves or clears a field whose cell is empty, as chosen', async () => {
    const made = await client.start('clusters', 'Código,Nombre,Descripción\nBL-1,Vacíos,Con texto\n');
    await client.check(made.id);
    await client.commit(made.id);
    for (const [blanks, count] of [
      ['keep', 0],
      ['clear', 1],
    ] as const) {
      const job = await client.start('clusters', 'Código,Descripción\nBL-1,\n');
      await client.map(job, { blanks });
      expect((await client.check(job.id)).counts.update, blanks).toBe(count);
    }
  });

  test('parses the formats of spreadsheets in this region', async () => {
    const latin = Buffer.from('Código;Nombre;Descripción\r\nÑ-1;Año;Señal\r\n', 'latin1');
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('Código\tNombre\nU-1\tDieciséis\n', 'utf16le'),
    ]);
    for (const bytes of [latin, utf16]) {
      const job = await client.start('clusters', bytes);
      expect(job.mapping.slice(0, 2)).toEqual(['code', 'name']);
      expect((await client.check(job.id)).counts).toMatchObject({ new: 1, error: 0 });
    }
  });

  test('is not repeated by a second click, and not started in the wrong state', async () => {
    const job = await client.start('clusters', 'Código,Nombre\nST-1,Estado\n');
    expect((await client.post(`/api/imports/${job.id}/commit`, {})).statusCode).toBe(409);
    await client.check(job.id);
    await Promise.all([1, 2, 3].map(() => client.post(`/api/imports/${job.id}/commit`, {})));
    expect((await client.settled(job.id)).outcomes.created).toBe(1);
    expect((await client.post(`/api/imports/${job.id}/commit`, {})).statusCode).toBe(409);
    expect((await client.post(`/api/imports/${job.id}/check`, {})).statusCode).toBe(409);
  });

  test('that was cancelled is not processed any further', async () => {
    const job = await client.start('clusters', 'Código,Nombre\nCA-1,Cancelado\n');
    const cancelled = await client.post(`/api/imports/${job.id}/cancel`, {});
    expect(cancelled.json().data.status).toBe('cancelled');
    expect((await client.post(`/api/imports/${job.id}/check`, {})).statusCode).toBe(409);
  });

  test('refuses invalid mappings', async () => {
    const job = await client.start('clusters', 'Código,Nombre\nMA-1,Mapa\n');
    for (const body of [
      { mapping: ['code'] },
      { mapping: ['code', 'code'] },
      { mapping: ['code', 'nonsense'] },
      { mapping: [null, null], key: null },
      { mapping: ['code', 'name'], key: 'description' },
      { mapping: ['code', '__proto__'] },
    ]) {
      expect((await client.map(job, body)).statusCode, JSON.stringify(body)).toBe(422);
    }
  });
});

describe('access', () => {
  test('an import is accessible to its author and to administrators', async () => {
    const manager = await createUser(api, { role: 'sales_manager' });
    const own = importer(api, await signIn(api, manager));
    const job = await own.start('clients', file(line('ACC-1', 'Acceso', 'DOC-A1')));
    expect((await client.read(job.id)).id).toBe(job.id);
    const other = await signInAs(api, 'sales_assistant');
    for (const url of [
      `/api/imports/${job.id}`,
      `/api/imports/${job.id}/rows`,
      `/api/imports/${job.id}/errors`,
    ]) {
      expect((await api.inject({ url, headers: other })).statusCode, url).toBe(404);
    }
    for (const step of ['check', 'commit', 'cancel']) {
      const answer = await api.inject({
        method: 'POST',
        url: `/api/imports/${job.id}/${step}`,
        payload: {},
        headers: other,
      });
      expect(answer.statusCode, step).toBe(404);
    }
  });

  test('requires the permission of its resource, from start to end', async () => {
    const rep = importer(api, await signInAs(api, 'sales_rep'));
    expect((await rep.upload('clients', file())).statusCode).toBe(403);
    expect((await rep.upload('clusters', 'Código\nX')).statusCode).toBe(403);
    const manager = await createUser(api, { role: 'sales_manager' });
    const own = importer(api, await signIn(api, manager));
    const job = await own.start('clients', file(line('PER-1', 'Permisos', 'DOC-P1')));
    await own.check(job.id);
    await api.database.transaction({ actorId: null, requestId: 'test', ip: null }, (tx) =>
      tx.query(sql`UPDATE users SET status = 'suspended' WHERE id = ${manager.id}::uuid`),
    );
    await api.database.transaction({ actorId: null, requestId: 'test', ip: null }, async (tx) => {
      await tx.query(sql`UPDATE imports SET status = 'committing' WHERE id = ${job.id}::uuid`);
      await api.app.jobs.add(tx, workOnImport, { id: job.id });
    });
    await expect.poll(async () => (await client.read(job.id)).status, { timeout: 10_000 }).toBe('failed');
    expect(await clientBy('PER-1')).toBeUndefined();
  });

  test('fields that need a permission are refused by row', async () => {
    const own = importer(api, await signInAs(api, 'sales_manager'));
    const made = await client.post('/api/agencies', await sampleBody(api.database, agencies, 2));
    expect(made.statusCode, made.body).toBe(201);
    const { agency_code: code } = made.json().data;
    const job = await own.start('agencies', `Código,Estado del crédito\n${code},Retenido\n`);
    await own.check(job.id);
    expect((await own.rows(job.id))[0]).toMatchObject({
      verdict: 'error',
      errors: [{ field: 'credit_status' }],
    });
  });
});

describe('hostile files', () => {
  const refused = async (bytes: Buffer | string, name: string) => {
    const response = await client.upload('clients', bytes, name);
    expect(response.statusCode, `${name}: ${response.body}`).toBe(422);
    return response.json().message as string;
  };

  test('empty, binary, damaged and old files are refused with a message', async () => {
    expect(await refused('', 'vacio.csv')).toMatch(/vacío/);
    expect(await refused('solo,encabezados\n', 'a.csv')).toMatch(/ninguna fila/);
    expect(await refused(Buffer.from([0, 1, 2, 3, 0, 0, 255]), 'b.csv')).toMatch(/\.$/);
    expect(await refused(Buffer.from('PK\x03\x04rotten'), 'c.xlsx')).toMatch(/dañado/);
    expect(await refused(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'd.xls')).toMatch(/antiguo/);
    expect(await refused(await readStream(zipOf([['hola.txt', 'hola']])), 'e.xlsx')).toMatch(/dañado/);
  });

  test('a decompression bomb is refused, also with a false declared size', async () => {
    const blanks = Buffer.alloc(310 * 1024 * 1024, ' ');
    blanks.write('<Relationships>');
    const bomb = deflateRawSync(blanks, { level: 9 });
    // The part that is parsed first.
    const name = Buffer.from('_rels/.rels');
    const sizes = (at: Buffer, offset: number) => {
      at.writeUInt32LE(crc32(Buffer.alloc(0)), offset);
      at.writeUInt32LE(bomb.length, offset + 4);
      at.writeUInt32LE(10, offset + 8);
    };
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    sizes(local, 14);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    sizes(central, 16);
    central.writeUInt16LE(name.length, 28);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(46 + name.length, 12);
    end.writeUInt32LE(30 + name.length + bomb.length, 16);
    const bytes = Buffer.concat([local, name, bomb, central, name, end]);
    expect(bytes.length).toBeLessThan(2 * 1024 * 1024);
    expect(await refused(bytes, 'bomba.xlsx')).toMatch(/demasiado grande/);
  });

  test('a cell at a distant position allocates no memory for the cells between', async () => {
    const points = (type: string, target: string) =>
      `<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/></Relationships>`;
    const book = async (sheet: string): Promise<Buffer> =>
      readStream(
        zipOf([
          ['_rels/.rels', points('officeDocument', 'xl/workbook.xml')],
          ['xl/workbook.xml', '<workbook><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>'],
          ['xl/_rels/workbook.xml.rels', points('worksheet', 'worksheets/sheet1.xml')],
          ['xl/worksheets/sheet1.xml', `<worksheet><sheetData>${sheet}</sheetData></worksheet>`],
        ]),
      );
    const far =
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const before = performance.now();
    expect(await refused(await book(far), 'lejos.xlsx')).toBe(
      'La hoja llega al menos hasta la fila 1,048,576 y la columna 1. Borre las filas y columnas que no importará, también las vacías, o divida el archivo.',
    );
    expect(performance.now() - before).toBeLessThan(5000);
    // Neither dimension exceeds its limit, but the number of cells does.
    expect(await refused(await book('<row r="50000"><c r="GR50000"/></row>'), 'ancha.xlsx')).toMatch(
      /fila 50,000 y la columna 200/,
    );
    // The declared size of a sheet is not trusted either.
    expect(await refused(await book('<dimension ref="A1:XFD1048576"/>'), 'dicha.xlsx')).toBe(
      'El archivo está vacío.',
    );
  });

  test('too many rows, columns and bytes', async () => {
    expect(await refused(`a\n${'x\n'.repeat(50_001)}`, 'filas.csv')).toMatch(/50,000/);
    expect(await refused(`${'a,'.repeat(201)}b\n${'1,'.repeat(201)}2\n`, 'columnas.csv')).toMatch(
      /200 columnas/,
    );
    const form = fileForm('grande.csv', Buffer.alloc(20 * 1024 * 1024 + 10, 'a'));
    const large = await api.inject({
      method: 'POST',
      url: '/api/clients/imports',
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
    expect(large.statusCode, large.body).toBe(413);
    expect(large.json().message).toMatch(/20 MB/);
  });

  test('requests without a valid file', async () => {
    for (const payload of [{}, { text: '' }, { text: 5 }, []]) {
      expect((await client.post('/api/clients/imports', payload)).statusCode).toBe(422);
    }
    const form = fileForm('x.csv', 'a');
    const wrong = await api.inject({
      method: 'POST',
      url: '/api/clients/imports',
      payload: form.payload.subarray(0, 60),
      headers: { ...headers, ...form.headers },
    });
    expect(wrong.statusCode).toBe(400);
  });

  test('cells that look like formulas remain text', async () => {
    const job = await client.start(
      'clusters',
      `Código,Nombre,Descripción\nHO-1,"'=1+1","<script>alert(1)</script>"\nHO-2,Robert'); DROP TABLE clusters;--,x\n`,
    );
    await client.check(job.id);
    expect((await client.commit(job.id)).outcomes.created).toBe(2);
    const { data } = (await api.inject({ url: '/api/clusters?q=HO-', headers })).json();
    expect(data.map(({ name }: { name: string }) => name).sort()).toEqual([
      '=1+1',
      "Robert'); DROP TABLE clusters;--",
    ]);
  });
});

describe('the template', () => {
  test('can be imported with every column matched', async () => {
    const template = await api.inject({ url: '/api/clients/import-template', headers });
    expect(template.statusCode).toBe(200);
    expect(template.headers['content-disposition']).toContain('Plantilla');
    const refused = await client.upload('clients', template.rawPayload, 'plantilla.xlsx');
    expect(refused.json().message).toMatch(/ninguna fila/);
  });
});
