import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { TextOptions } from '@pauta/domain/kinds/text.ts';
import { bulkCommands, bulkFields } from '@pauta/domain/resource/bulk.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { representsAspect } from '../../testing/representatives.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { tableOf } from '../table.ts';

type Headers = Record<string, string>;

const nowhere = '01890a5d-ac96-774b-bcce-b302099a8057';

let api: TestApi;
let headers: Headers;
let outsider: Headers;

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as: Headers = headers) =>
  api.inject({ method, url, headers: as, ...(payload && { payload }) });
const read = async ({ path }: Resource, id: string): Promise<AnyRecord> =>
  (await call('GET', `/api/${path}/${id}`)).json().data;
/** The record without the columns that every write changes. */
/** The values a user entered, without version columns and without values computed from other records. */
const content = ({ fields }: Resource, record: AnyRecord): object =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([name]) => !['row_version', 'updated_at'].includes(name) && !fields[name]?.options.derived,
    ),
  );

const made = new Map<Resource, number>();
const create = async (resource: Resource): Promise<{ record: AnyRecord; requestId: string }> => {
  const count = (made.get(resource) ?? 500) + 2;
  made.set(resource, count);
  const response = await call(
    'POST',
    `/api/${resource.path}`,
    await sampleBody(api.database, resource, count),
  );
  expect(response.statusCode, response.body).toBe(201);
  return { record: response.json().data, requestId: String(response.headers['x-request-id']) };
};

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  const pending = await createUser(api, { role: 'pending' });
  outsider = await signIn(api, pending);
});
afterAll(() => api.close());

test('every column with a unique constraint of its own is excluded from bulk edit', async () => {
  const unique = await api.database.query<{ table: string; column: string }>(sql`
    SELECT c.relname AS table, a.attname AS column
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
    JOIN pg_depend d ON d.objid = i.indexrelid AND d.refobjid = c.oid AND d.refobjsubid > 0
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
    WHERE i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indnatts = 1
    UNION
    SELECT c.relname, a.attname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'u' AND cardinality(k.conkey) = 1`);
  const loose = resources.flatMap((resource) =>
    bulkFields(resource)
      .filter((name) => unique.some(({ table, column }) => table === resource.name && column === name))
      .map((name) => `${resource.name}.${name}`),
  );
  expect(unique.length).toBeGreaterThan(10);
  expect(loose).toEqual([]);
});

const editable = resources.filter(
  (resource) =>
    resource.operations.includes('update') &&
    resource.operations.includes('create') &&
    representsAspect(resource, 'changing'),
);

describe.each(editable.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const path = `/api/${resource.path}`;
  const field = bulkFields(resource).find((one) => {
    const { kind, options } = resource.fields[one] as Field<unknown, TextOptions>;
    return (
      /^(text|longText)$/.test(kind.name) &&
      options.max >= 40 &&
      (options.pattern?.test('En lote') ?? true) &&
      !options.when
    );
  });
  /** A field to change, and its new value: a text, or what the resource has in its place. */
  const ofKind = (kind: string, value: unknown): (readonly [string, unknown])[] =>
    bulkFields(resource)
      .filter((one) => resource.fields[one]?.kind.name === kind)
      .map((one) => [one, value]);
  const [name, value] = [
    ...(field === undefined ? [] : [[field, 'En lote'] as const]),
    ...ofKind('integer', 7),
    ...ofKind('date', '2031-05-17'),
    ...ofKind('yesNo', true),
  ][0] ?? ['', null];

  test('one change to several records: preview, partial result, idempotent, undo', async () => {
    const records = [await create(resource), await create(resource), await create(resource)];
    const ids = records.map(({ record }) => record.id);
    const [first, second, third] = records.map(({ record }) => record);
    if (!first || !second || !third) throw new Error('three records');
    const order = { ids: [...ids, nowhere], action: 'update', values: { [name]: value } };

    const preview = await call('POST', `${path}/bulk/preview`, order);
    expect(preview.statusCode, preview.body).toBe(200);
    expect(preview.json().data).toMatchObject({
      total: 4,
      changing: 3,
      unchanged: 0,
      blocked: [{ id: nowhere, reason: expect.stringMatching(/^No se encontró/) }],
      blocked_total: 1,
    });
    const unchanged = await read(resource, first.id);
    expect(content(resource, unchanged)).toEqual(content(resource, first));
    expect(unchanged.row_version).toBe(first.row_version);

    const key = { ...headers, 'idempotency-key': `bulk-${resource.name}-000000` };
    const run = await call('POST', `${path}/bulk`, order, key);
    expect(run.statusCode, run.body).toBe(200);
    const { request_id, ...outcome } = run.json().data;
    expect(outcome).toMatchObject({ changed: 3, unchanged: 0, blocked_total: 1 });
    for (const id of ids) expect((await read(resource, id))[name]).toBe(value);
    expect((await call('POST', `${path}/bulk`, order, key)).json()).toEqual(run.json());

    const again = await call('POST', `${path}/bulk`, order);
    expect(again.json().data).toMatchObject({ changed: 0, unchanged: 3, blocked_total: 1 });
    const logged = await api.database.query(
      sql`SELECT entity_id FROM audit_log WHERE request_id = ${request_id} AND entity = ${resource.name}`,
    );
    expect(logged).toHaveLength(3);

    const forecast = await call('GET', `/api/undo/${request_id}`);
    expect(forecast.statusCode, forecast.body).toBe(200);
    expect(forecast.json().data).toMatchObject({ total: 3, undone: 3, blocked: [], complete: true });
    expect((await read(resource, first.id))[name]).toBe(value);
    const undone = await call('POST', `/api/undo/${request_id}`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json().data).toMatchObject({ undone: 3, blocked: [], paths: [resource.path] });
    for (const { record } of records)
      expect(content(resource, await read(resource, record.id))).toEqual(content(resource, record));

    const twice = await call('POST', `/api/undo/${request_id}`);
    expect(twice.statusCode, twice.body).toBe(409);
    expect(twice.json().code).toBe('already_undone');

    const redone = await call('POST', `/api/undo/${undone.json().data.request_id}`);
    expect(redone.json().data, redone.body).toMatchObject({ undone: 3, blocked: [] });
    for (const id of ids) expect((await read(resource, id))[name]).toBe(value);
  });

  test('changes the rows of a list, counted again on the server', async () => {
    const { record } = await create(resource);
    const query = `q=${encodeURIComponent(String(record[resource.search[0] ?? '']))}&sort=created_at&limit=50`;
    const { total } = (await call('GET', `${path}?${query}`)).json();
    const order = { query, action: 'update', values: { [name]: value } };
    const wrong = await call('POST', `${path}/bulk`, { ...order, expected: total + 1 });
    expect(wrong.statusCode, wrong.body).toBe(409);
    expect(wrong.json()).toMatchObject({ code: 'selection_changed', count: total });
    const right = await call('POST', `${path}/bulk/preview`, { ...order, expected: total });
    expect(right.json().data).toMatchObject({ total, blocked: [] });
  });

  test('refuses missing permissions and invalid requests', async () => {
    const { record } = await create(resource);
    const order = { ids: [record.id], action: 'update', values: { [name]: value } };
    for (const url of [`${path}/bulk`, `${path}/bulk/preview`]) {
      expect((await call('POST', url, order, outsider)).statusCode).toBe(403);
      expect((await call('POST', url, order, {})).statusCode).toBe(401);
      for (const wrong of [
        {},
        { ...order, ids: undefined },
        { ...order, ids: [] },
        { ...order, ids: ['x'] },
        { ...order, ids: 'x' },
        { ...order, query: '' },
        { ...order, ids: undefined, query: 'nada=1', expected: 1 },
        { ...order, ids: undefined, query: '' },
        { ...order, action: 'explode' },
        { ...order, action: 'constructor' },
        // Commands that are not state changes take no part in bulk.
        ...Object.keys(resource.commands)
          .filter((action) => !bulkCommands(resource).some(([bulk]) => bulk === action))
          .map((action) => ({ ...order, action, values: {} })),
        { ...order, values: {} },
        { ...order, values: [] },
        { ...order, values: { nada: 1 } },
        { ...order, values: { row_version: 3 } },
        { ...order, values: { [name]: { a: 1 } } },
        { ...order, action: 'archive', values: { [name]: value } },
      ]) {
        const response = await call('POST', url, wrong);
        expect(response.statusCode, `${JSON.stringify(wrong)} ${response.body}`).toBe(422);
        expect(response.json().message).toMatch(/^[A-ZÁÉÍÓÚÑ¿].*\.$/);
      }
    }
    expect((await read(resource, record.id)).row_version).toBe(record.row_version);
  });

  if (resource.operations.includes('archive'))
    test('archive and restore can each be undone', async () => {
      const records = [(await create(resource)).record, (await create(resource)).record];
      const ids = records.map(({ id }) => id);
      const archived = await call('POST', `${path}/bulk`, { ids, action: 'archive' });
      expect(archived.json().data, archived.body).toMatchObject({ changed: 2, blocked: [] });
      const edit = await call('POST', `${path}/bulk`, { ids, action: 'update', values: { [name]: value } });
      expect(edit.json().data).toMatchObject({ changed: 0, blocked_total: 2 });
      expect(edit.json().data.blocked[0].reason).toMatch(/está archivad[oa]/);
      const undone = await call('POST', `/api/undo/${archived.json().data.request_id}`);
      expect(undone.json().data, undone.body).toMatchObject({ undone: 2, blocked: [] });
      for (const record of records)
        expect(content(resource, await read(resource, record.id))).toEqual(content(resource, record));
      const { data: history } = (await call('GET', `${path}/${ids[0]}/history`)).json();
      expect(history.map(({ action }: { action: string }) => action)).toEqual(['create', 'archive', 'undo']);
    });

  test('undoing a creation archives the record, where the resource has an archive', async () => {
    const { record, requestId } = await create(resource);
    const undone = await call('POST', `/api/undo/${requestId}`);
    expect(undone.statusCode, undone.body).toBe(200);
    if (tableOf(resource).canArchive) {
      expect(undone.json().data).toMatchObject({ undone: 1, blocked: [] });
      expect((await read(resource, record.id)).archived_at).toEqual(expect.any(String));
    } else {
      expect(undone.json().data).toMatchObject({ undone: 0, blocked: [{ id: record.id }] });
    }
  });
});
