import type { Field } from '@pauta/domain/kinds/kind.ts';
import { importPermission } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { representsAspect } from '../testing/representatives.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { type Headers, importer } from './fixtures.ts';

let api: TestApi;
let headers: Headers;

const hostile = [
  '=1+1',
  '+39 06',
  '-5 rosas',
  '@cargo',
  "'=ya protegido",
  'a"b;c|d\ne, f',
  '_x0041_ \u0007',
  'Ñandú 🙂',
];

/** A title that has as many characters as its field asks for. */
const longEnough = (name: string, { options }: Field): string =>
  name.padEnd('min' in options && typeof options.min === 'number' ? options.min : 0, '.');

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  for (const name of hostile)
    await createUser(api, { full_name: `${name.replace('\n', ' ')} Pérez`, role: 'sales_rep' });
  for (const resource of resources.filter(({ operations }) => operations.includes('create'))) {
    const title = resource.fields[resource.title];
    // Resources without export are only referenced.
    for (const [count, name] of hostile
      .slice(0, representsAspect(resource, 'transferring') ? undefined : 2)
      .entries()) {
      const body = {
        ...(await sampleBody(api.database, resource, count + 1)),
        ...(title && !title.options.readOnly && { [resource.title]: longEnough(name, title) }),
        ...('description' in resource.fields && { description: `${name}\nsegunda línea` }),
      };
      const made = await api.inject({ method: 'POST', url: `/api/${resource.path}`, payload: body, headers });
      expect(made.statusCode, `${resource.name}: ${made.body}`).toBe(201);
    }
  }
});
afterAll(() => api.close());

const taking = resources.filter(
  (resource) => importPermission(resource) !== null && representsAspect(resource, 'transferring'),
);

describe.each(taking.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  test.each(['csv', 'xlsx'] as const)('an export as %s, imported again, changes nothing', async (format) => {
    const client = importer(api, headers);
    const exported = await client.post(`/api/${resource.path}/export`, { format });
    expect(exported.statusCode, exported.body).toBe(200);
    const job = await client.start(resource.path, exported.rawPayload, `datos.${format}`);
    expect(job.rows).toBe(Number(exported.headers['x-row-count']));
    expect(job.key).not.toBeNull();
    const checked = await client.check(job.id);
    const differing = [
      ...(await client.rows(job.id, 'verdict=error')),
      ...(await client.rows(job.id, 'verdict=update')),
      ...(await client.rows(job.id, 'verdict=new')),
    ];
    expect(
      differing
        .map(({ line, title, errors, changes }: Record<string, unknown>) => ({
          line,
          title,
          errors,
          changes,
        }))
        .slice(0, 5),
    ).toEqual([]);
    expect(checked.status, checked.failure ?? '').toBe('checked');
    expect(checked.counts.unchanged).toBe(job.rows);
  });
});
