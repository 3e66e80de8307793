import type { Document, Line } from '@pauta/domain/document/document.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Headers, importer } from '../import-export/fixtures.ts';
import { madeUpBookings, madeUpProposals, startWithDocuments } from '../testing/made-up/documents.ts';
import { signInAs } from '../testing/sign-in.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let headers: Headers;
let client: ReturnType<typeof importer>;

beforeAll(async () => {
  api = await startWithDocuments([madeUpProposals, madeUpBookings]);
  headers = await signInAs(api, 'admin');
  client = importer(api, headers);
});
afterAll(() => api.close());

const all = async ({ path }: Document): Promise<AnyRecord[]> => {
  const { data } = (await api.inject({ url: `/api/${path}?limit=100&sort=created_at`, headers })).json();
  return Promise.all(
    (data as AnyRecord[]).map(
      async ({ id }) => (await api.inject({ url: `/api/${path}/${id}`, headers })).json().data as AnyRecord,
    ),
  );
};
const byTitle = async (document: Document, title: string): Promise<AnyRecord> =>
  (await all(document)).find((one) => one[document.title] === title)!;

const table = (rows: readonly (readonly unknown[])[]): string => rows.map((row) => row.join('\t')).join('\n');
const start = async (document: Document, rows: readonly (readonly unknown[])[]) => {
  const given = await client.post(`/api/${document.path}/imports`, { text: table(rows) });
  expect(given.statusCode, given.body).toBe(201);
  return given.json().data;
};

const head = ['Título', 'Tasa de impuesto', 'Renglón: Descripción', 'Renglón: Cantidad', 'Renglón: Precio'];

describe('documents from a file', () => {
  const { document } = madeUpProposals;

  test('rows with the same key are the lines of one document, wherever they are in the file', async () => {
    const job = await start(document, [
      head,
      ['Campaña de radio', '18', 'Cuña 30 s', '10', '1000'],
      ['Campaña de prensa', '0', 'Página', '1', '5000.5'],
      ['CAMPAÑA DE RADIO', '', 'Cuña 15 s', '20', '600'],
      ['Sin renglones', '18', '', '', ''],
    ]);
    expect(job.mapping).toEqual(['title', 'tax_rate', 'lines.description', 'lines.quantity', 'lines.price']);
    const checked = await client.check(job.id);
    expect(checked.counts, JSON.stringify(await client.rows(job.id))).toMatchObject({ error: 0, new: 4 });
    const rows = await client.rows(job.id);
    expect(rows.map(({ title }: { title: string }) => title)).toEqual([
      'Campaña de radio',
      'Campaña de prensa',
      'Campaña de radio',
      'Sin renglones',
    ]);
  });

  test('rows of one document that contradict each other are refused', async () => {
    const job = await start(document, [
      head,
      ['Contradicción', '18', 'Cuña 30 s', '10', '1000'],
      ['Contradicción', '16', 'Cuña 15 s', '20', '600'],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ error: 2, new: 0 });
    const [, fault] = await client.rows(job.id, 'verdict=error');
    expect(fault.errors).toEqual([expect.objectContaining({ field: 'tax_rate' })]);
  });

  test('they are written with their totals, and undone as a whole', async () => {
    const job = await start(document, [
      head,
      ['Verano', '18', 'Cuña 30 s', '10', '1000'],
      ['Otoño', '0', 'Página', '1', '5000.5'],
      ['Verano', '', 'Cuña 15 s', '20', '600'],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ new: 3, error: 0 });
    const done = await client.commit(job.id);
    expect(done.outcomes, JSON.stringify(await client.rows(job.id))).toMatchObject({ created: 3, failed: 0 });
    const summer = await byTitle(document, 'Verano');
    expect(linesIn(summer, 'lines').map(({ description }) => description)).toEqual([
      'Cuña 30 s',
      'Cuña 15 s',
    ]);
    expect(summer).toMatchObject({ net: '22000.00', tax: '3960.00', total: '25960.00' });
    const undone = await client.post(`/api/undo/${done.request_id}`, undefined);
    expect(undone.json().data, undone.body).toMatchObject({ undone: 2, blocked_total: 0 });
  });

  test('an error in one line excludes its document, and no other', async () => {
    const job = await start(document, [
      head,
      ['Bien', '18', 'Cuña', '1', '10'],
      ['Mal', '18', 'Cuña', '1', '10'],
      ['Mal', '18', '', 'muchas', '10'],
      ['Mal', '18', 'Otra', '1', '10'],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ new: 1, error: 3 });
    const rows = await client.rows(job.id, 'verdict=error');
    expect(
      rows.map(({ line, errors }: { line: number; errors: { field: string | null }[] }) => [
        line,
        errors.map(({ field }) => field).sort(),
      ]),
    ).toEqual([
      [3, [null]],
      [4, ['lines.description', 'lines.quantity']],
      [5, [null]],
    ]);
    const done = await client.commit(job.id);
    expect(done.outcomes).toMatchObject({ created: 1, skipped: 3 });
    expect(await byTitle(document, 'Mal')).toBeUndefined();
  });

  test('a corrected cell makes its whole document importable', async () => {
    const job = await start(document, [
      head,
      ['Corregida', '18', 'Cuña', '1', '10'],
      ['Corregida', '18', 'Otra', 'x', '10'],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ error: 2 });
    const mended = await api.inject({
      method: 'PATCH',
      url: `/api/imports/${job.id}/rows/3`,
      payload: { cells: { 3: '4' } },
      headers,
    });
    expect(mended.statusCode, mended.body).toBe(200);
    expect((await client.settled(job.id)).counts).toMatchObject({ new: 2, error: 0 });
    expect((await client.commit(job.id)).outcomes).toMatchObject({ created: 2 });
    expect(await byTitle(document, 'Corregida')).toMatchObject({ net: '50.00' });
  });

  test('lines of an existing document are matched by their id, and others are added', async () => {
    const made = await client.post(`/api/${document.path}`, {
      title: 'Existente',
      lines: { put: [{ id: '01a20000-0000-7000-8000-0000000000aa', description: 'Uno', price: '10' }] },
    });
    expect(made.statusCode, made.body).toBe(201);
    const [line] = linesIn(made.json().data, 'lines') as [Line];
    const job = await start(document, [
      [...head, 'Renglón: Identificador'],
      ['Existente', '', 'Uno', '3', '', line.id],
      ['Existente', '', 'Dos', '1', '7', ''],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ update: 2 });
    const rows = await client.rows(job.id);
    expect(rows[0].changes).toEqual([
      expect.objectContaining({ field: 'lines.quantity', label: 'Renglón: Cantidad' }),
    ]);
    expect((await client.commit(job.id)).outcomes).toMatchObject({ updated: 2 });
    const now = await byTitle(document, 'Existente');
    expect(linesIn(now, 'lines').map(({ description, quantity }) => [description, quantity])).toEqual([
      ['Uno', '3.00'],
      ['Dos', '1.00'],
    ]);
    expect(now.net).toBe('37.00');
    const foreign = await start(document, [
      [...head, 'Renglón: Identificador'],
      ['Nueva', '18', 'Robada', '3', '1', line.id],
    ]);
    expect((await client.check(foreign.id)).counts).toMatchObject({ error: 1 });
  });

  test('a frozen document is not changed', async () => {
    const made = (await client.post(`/api/${document.path}`, { title: 'Emitida' })).json().data;
    const issued = await client.post(`/api/${document.path}/${made.id}/issue`, {}, { 'if-match': '"1"' });
    expect(issued.statusCode, issued.body).toBe(200);
    const job = await start(document, [head, ['Emitida', '', 'Una más', '1', '1']]);
    expect((await client.check(job.id)).counts).toMatchObject({ error: 1 });
  });

  test('a document without lines is imported the same way, with its totals', async () => {
    const job = await start(document, [
      ['Título', 'Tasa de impuesto'],
      ['Existente', '10'],
    ]);
    expect((await client.check(job.id)).counts).toMatchObject({ update: 1 });
    expect((await client.commit(job.id)).outcomes).toMatchObject({ updated: 1 });
    expect(await byTitle(document, 'Existente')).toMatchObject({ net: '37.00', tax: '3.70', total: '40.70' });
  });
});

describe.each([madeUpProposals, madeUpBookings].map((one) => [one.document.name, one.document] as const))(
  'the file of %s',
  (_name, document) => {
    beforeAll(async () => {
      if (document.name !== 'bookings') return;
      const id = (count: number): string =>
        `01a20000-0000-7000-8000-${String(900 + count).padStart(12, '0')}`;
      const made = await client.post(`/api/${document.path}`, {
        name: 'Con cuotas',
        spaces: {
          put: [
            { id: id(1), space: 'Uno', rate: '100', days: 3 },
            { id: id(2), space: 'Dos' },
          ],
        },
        instalments: {
          put: [3, 4, 5].map((count) => ({
            id: id(count),
            space_id: id(1),
            due_on: `2027-0${count}-01`,
            weight: count,
          })),
        },
      });
      expect(made.statusCode, made.body).toBe(201);
      expect((await client.post(`/api/${document.path}`, { name: '=1+1' })).statusCode).toBe(201);
    });

    test.each(['csv', 'xlsx'] as const)(
      'as %s has a row for each line, and imported again changes nothing',
      async (format) => {
        const exported = await client.post(`/api/${document.path}/export`, { format, lines: true });
        expect(exported.statusCode, exported.body).toBe(200);
        const job = await client.start(document.path, exported.rawPayload, `documentos.${format}`);
        const before = await all(document);
        const rows = before.reduce(
          (sum, one) =>
            sum +
            Math.max(
              1,
              document.name === 'bookings'
                ? linesIn(one, 'spaces').length + Math.max(0, linesIn(one, 'instalments').length - 1)
                : linesIn(one, 'lines').length,
            ),
          0,
        );
        expect(job.rows).toBe(rows);
        const checked = await client.check(job.id);
        expect(
          checked.counts,
          JSON.stringify([
            ...(await client.rows(job.id, 'verdict=error')),
            ...(await client.rows(job.id, 'verdict=update')),
          ]),
        ).toMatchObject({ unchanged: rows });
        await client.commit(job.id);
        expect(await all(document)).toEqual(before);
      },
    );

    test('without lines it has a row for each document', async () => {
      const exported = await client.post(`/api/${document.path}/export`, { format: 'csv' });
      expect(exported.body.trim().split('\r\n')).toHaveLength((await all(document)).length + 1);
    });
  },
);
