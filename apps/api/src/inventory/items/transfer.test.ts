import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { itemKinds } from '@pauta/domain/inventory/items/kind-fields.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Headers, importer } from '../../import-export/fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let headers: Headers;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

const kinds = Object.keys(itemKinds).flatMap((kind) =>
  kind === 'outdoor'
    ? [
        [kind, { kind, face_type: 'static' }],
        [kind, { kind, face_type: 'digital' }],
      ]
    : [[kind, { kind }]],
) as [string, Record<string, unknown>][];

/** What a file carries: everything but what belongs to the record itself, and files. */
const carried = (record: AnyRecord): object =>
  Object.fromEntries(
    Object.entries(inventoryItems.fields)
      .filter(([name, { kind, options }]) => name !== 'code' && kind.name !== 'file' && !options.readOnly)
      .map(([name]) => [name, record[name]]),
  );

/** The rows of an import that cannot be taken as they are, with the reasons. */
const differing = async (client: ReturnType<typeof importer>, id: string): Promise<unknown[]> =>
  [...(await client.rows(id, 'verdict=error')), ...(await client.rows(id, 'verdict=update'))].map(
    ({ errors, changes }: Record<string, unknown>) => ({ errors, changes }),
  );

const find = async (code: string): Promise<AnyRecord> => {
  const answer = await api.inject({ url: `/api/inventory-items?f.code=%3D${code}&fields=*`, headers });
  expect(answer.json().data, answer.body).toHaveLength(1);
  return answer.json().data[0];
};

describe.each(kinds)('a space of the kind %s', (kind, given) => {
  const code = `VIAJE-${kind}-${given.face_type ?? ''}`.toUpperCase();
  let body: Record<string, unknown>;
  let made: AnyRecord;
  beforeAll(async () => {
    // An even count fills every field that applies.
    body = await sampleBody(api.database, inventoryItems, 90, { ...given, code, name: `Espacio ${code}` });
    if (body.allowed_article_ids) {
      // Of the platform of the space, as the form offers them: radio and television have articles of the same name.
      const articles = await api.inject({
        url: `/api/ad-articles?f.platform_id=${body.platform_id}&limit=2`,
        headers,
      });
      body.allowed_article_ids = articles.json().data.map(({ id }: AnyRecord) => id);
    }
    const answer = await api.inject({ method: 'POST', url: '/api/inventory-items', payload: body, headers });
    expect(answer.statusCode, answer.body).toBe(201);
    made = answer.json().data;
  });

  test('has the fields of its kind and no others', () => {
    for (const [name, { options }] of Object.entries(inventoryItems.fields)) {
      if (options.when?.field === 'kind' && !options.when.is.includes(kind))
        expect(body, name).not.toHaveProperty(name);
    }
  });

  test.each(['csv', 'xlsx'] as const)('comes back from a file (%s) as it was', async (format) => {
    const client = importer(api, headers);
    const exported = await client.post(`/api/inventory-items/export`, { ids: [made.id], format });
    expect(exported.statusCode, exported.body).toBe(200);
    const job = await client.start('inventory-items', exported.rawPayload, `espacios.${format}`);
    const checked = await client.check(job.id);
    expect(await differing(client, job.id)).toEqual([]);
    expect(checked.counts.unchanged).toBe(1);
  });

  test('is made anew from a file', async () => {
    const client = importer(api, headers);
    const exported = await client.post(`/api/inventory-items/export`, { ids: [made.id], format: 'csv' });
    const text = exported.rawPayload.toString('utf8').replaceAll(code, `${code}-2`);
    const job = await client.start('inventory-items', text);
    const checked = await client.check(job.id);
    expect(await differing(client, job.id)).toEqual([]);
    expect(checked.counts.new).toBe(1);
    await client.commit(job.id);
    const second = await find(`${code}-2`);
    expect(carried(second)).toEqual({ ...carried(made), name: second.name });
  });
});
