import { performance } from 'node:perf_hooks';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../testing/is-full.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { type Headers, importer } from './fixtures.ts';
import { chunkRows } from './limits.ts';

/** `PAUTA_IMPORT_ROWS=50000` measures an import of that size. */
const rows = Number(process.env.PAUTA_IMPORT_ROWS ?? (isFull ? 5000 : 600));

let api: TestApi;
let headers: Headers;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  await createUser(api, { full_name: 'Ana Vendedora', role: 'sales_rep' });
  const body = await sampleBody(api.database, clients, 2);
  const made = await api.inject({ method: 'POST', url: '/api/clients', payload: body, headers });
  expect(made.statusCode, made.body).toBe(201);
});
afterAll(() => api.close());

const names = async (table: string) =>
  (await api.inject({ url: `/api/${table}/options`, headers })).json().data[0].label as string;

test(`${rows} clients are imported, changed, exported and found unchanged in their own file`, async () => {
  const client = importer(api, headers);
  const [country, type, category, industry, term] = [
    'República Dominicana',
    await names('client-types'),
    await names('client-categories'),
    await names('industries'),
    await names('credit-terms'),
  ];
  const file = (status: string) =>
    [
      'Código,Razón social,Nombre comercial,País,Tipo de identificación,Identificación fiscal,Tipo de cliente,Categoría,Industria,Vendedor,Término de crédito,Estado,Límite de crédito',
      ...Array.from(
        { length: rows },
        (_, n) =>
          `IMP-${n},"Empresa ${(n * 7919) % 1_000_003} ${n.toString(36)}, SRL",Marca ${n.toString(36)} ${(n * 104_729) % 1_000_003},${country},Otra,DOC${n},${type},${category},${industry},Ana Vendedora,${term},${status},"${n % 1000},000.50"`,
      ),
    ].join('\r\n');
  const lap = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const result = await work();
    const seconds = (performance.now() - from) / 1000;
    if (process.env.PAUTA_IMPORT_ROWS) {
      console.log(
        `${what}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, heap ${Math.round(process.memoryUsage().heapUsed / 1e6)} MB, rss ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
      );
    }
    return result;
  };
  const first = await lap('upload', () => client.start('clients', file('Prospecto')));
  expect(first.key).toBe('client_code');
  const checked = await lap('check of new', () => client.check(first.id));
  expect(checked.status, checked.failure ?? '').toBe('checked');
  if (checked.counts.error)
    console.log(JSON.stringify((await client.rows(first.id, 'verdict=error')).slice(0, 3)));
  expect(checked.counts.error).toBe(0);
  const done = await lap('commit of new', () => client.commit(first.id, { include_duplicates: true }));
  expect(done.status, done.failure ?? '').toBe('done');
  expect(done.outcomes.created).toBe(rows);
  // Checks the planner's statistics: for a table it believes empty, each later row would scan a whole index.
  const [planner] = await api.database.query<{ rows: number }>(sql`
    SELECT reltuples::integer AS rows FROM pg_class WHERE oid = 'clients'::regclass`);
  expect(planner?.rows).toBeGreaterThanOrEqual(chunkRows);

  const second = await lap('upload', () => client.start('clients', file('Activo')));
  const again = await lap('check of changes', () => client.check(second.id));
  expect(again.counts).toMatchObject({ update: rows, error: 0 });
  const changed = await lap('commit of changes', () => client.commit(second.id));
  expect(changed.outcomes.updated).toBe(rows);

  for (const format of ['csv', 'xlsx'] as const) {
    const exported = await lap(`export ${format}`, () => client.post('/api/clients/export', { format }));
    expect(Number(exported.headers['x-row-count'])).toBe(rows + 1);
    const job = await lap(`upload ${format} ${exported.rawPayload.length}`, () =>
      client.start('clients', exported.rawPayload, `c.${format}`),
    );
    expect(job.rows).toBe(rows + 1);
    const same = await lap(`check of the same (${format})`, () => client.check(job.id));
    expect(same.counts.unchanged).toBe(rows + 1);
  }
  const [logged] = await api.database.query<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM audit_log WHERE request_id = ${first.request_id} AND entity = 'clients'`);
  expect(logged?.count).toBe(rows);
}, 3_600_000);
