import { decidingPermissions } from '@pauta/domain/approval/deciding-permissions.ts';
import { businessPermissions } from '@pauta/domain/business-permissions.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { groupableFields } from '@pauta/domain/resource/query/summary.ts';
import { type AnyRecord, exportPermission, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDerivedRecords } from '../../testing/derived-records.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { isReference, isReferences, tableOf, targetOf } from '../table.ts';
import { isScoped } from './row-scope.ts';

type Headers = Record<string, string>;

/** Prefix of the titles and codes of every record of this test: no unauthorized reader may find it in an answer. */
const secret = 'Zqsecreto';

/** Resources with row permissions, whose record names not every user may read. */
const isGuarded = (resource: Resource): boolean => isScoped(resource) && !tableOf(resource).isOpen;

/** Fields of a resource that refer to guarded records. */
const namingFields = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => (isReference(field) || isReferences(field)) && isGuarded(targetOf(field)))
    .map(([name]) => name);

/** Optional fields that the samples leave out. */
const more: Readonly<Record<string, (made: ReadonlyMap<string, AnyRecord>) => object>> = {
  referrals: (made) => ({
    referrer_kind: 'client',
    referrer_client_id: made.get('clients')?.id,
    referrer_name: undefined,
  }),
  target_list_members: (made) => ({ client_id: made.get('clients')?.id, prospect_name: undefined }),
};

let api: TestApi;
let headers: Headers;
const made = new Map<string, AnyRecord>();

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  await makeDerivedRecords(api);
  const owner = await createUser(api, { role: 'sales_rep', full_name: 'Dueña de Todo' });
  for (const resource of resources.filter(({ operations }) => operations.includes('create'))) {
    const { options } = fieldOf(resource, resource.title);
    const body = {
      ...(await sampleBody(api.database, resource, 1)),
      ...(isGuarded(resource) && !options.readOnly && { [resource.title]: `${secret} ${resource.name}` }),
      ...Object.fromEntries(resource.owners.map((name) => [name, owner.id])),
      ...(resource.name === 'clients' && {
        additional_sales_rep_id: null,
        client_code: `${secret.toUpperCase()}-1`,
      }),
      ...more[resource.name]?.(made),
    };
    const response = await api.inject({
      method: 'POST',
      url: `/api/${resource.path}`,
      payload: body,
      headers,
    });
    expect(response.statusCode, `${resource.name}: ${response.body}`).toBe(201);
    made.set(resource.name, response.json().data);
  }
  for (const { name, path, operations } of resources) {
    if (operations.includes('create')) continue;
    const { data } = (await api.inject({ url: `/api/${path}?fields=*&limit=1`, headers })).json();
    const [first] = data as AnyRecord[];
    const url = `/api/${path}/${first?.id}`;
    if (first) made.set(name, (await api.inject({ url, headers })).json().data);
  }
}, 120_000);
afterAll(() => api.close());

/** A user with these permissions, plus those of a user who works only with their own records. */
const foreignReader = async (permissions: readonly (string | null | undefined)[]): Promise<Headers> => {
  const own = businessPermissions
    .map(({ name }) => name)
    .filter((name) => /\.(view_own|update_own|create|delete|export|import|work|manage)$/.test(name));
  const catalogues = resources
    .filter(isGuarded)
    .flatMap(({ permissions: { create, archive, updateOwn } }) => [create, archive, updateOwn]);
  // Permission to decide approvals is left out: it lets the holder read the title of the approval, which names the
  // record.
  const held = [...own, ...catalogues, ...permissions].filter(
    (name): name is string => typeof name === 'string' && !decidingPermissions.includes(name),
  );
  return signIn(api, await createUser(api, { role: await createRole(api, [...new Set(held)]) }));
};

const guarded = resources.filter((resource) => resource.partOf.length > 0);
const naming = resources.filter((resource) => namingFields(resource).length > 0);

test('every resource that is part of a client, an agency or another record is listed here', () => {
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['brands', 'contacts', 'signatories']),
  );
  // A resource that refers to a client without being part of one must be listed here, so that none is forgotten.
  const free = naming.filter(({ partOf, owners }) => partOf.length === 0 && owners.length === 0);
  expect(free.map(({ name }) => name)).toEqual([
    'client_registrations',
    // Whoever sees them sees all invoices.
    'write_offs',
    'bank_movements',
    'billing_runs',
    'media_files',
    'placing_plans',
    'logged_spots',
    'exclusivities',
  ]);
});

describe.each(guarded.map((resource) => [resource.name, resource] as const))(
  '%s of others',
  (name, resource) => {
    test('cannot be reached by any route', async () => {
      const reader = await foreignReader([]);
      const record = made.get(name) as AnyRecord;
      const path = `/api/${resource.path}`;
      const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
        api.inject({
          method,
          url,
          headers: { ...reader, 'if-match': `"${record.row_version}"` },
          ...(payload && { payload }),
        });
      const readings = [
        path,
        `${path}?q=${secret}`,
        `${path}/options?q=${secret}`,
        `${path}/options?ids=${record.id}`,
        `${path}/summary`,
        ...groupableFields(resource).map((field) => `${path}/summary?group=${field}`),
        `/api/search?q=${secret}`,
        '/api/catalogues',
      ];
      for (const url of readings) {
        const answer = await call('GET', url);
        expect([200, 403], `${url}: ${answer.body}`).toContain(answer.statusCode);
        expect(answer.body, url).not.toMatch(new RegExp(`${secret}|${record.id}`, 'i'));
      }
      expect((await call('GET', path)).json().total).toBe(0);
      for (const url of [
        `${path}/${record.id}`,
        `${path}/${record.id}/history`,
        `${path}/${record.id}/usages`,
      ])
        expect([403, 404], url).toContain((await call('GET', url)).statusCode);

      const exported = await call('POST', `${path}/export`, {
        format: 'csv',
        ids: [record.id],
        columns: [resource.title],
      });
      expect(exported.body).not.toMatch(new RegExp(secret, 'i'));
      for (const recordChange of [
        call('PATCH', `${path}/${record.id}`, {}),
        call('DELETE', `${path}/${record.id}`),
        call('POST', `${path}/${record.id}/merge`, { into: record.id }),
      ])
        expect([403, 404, 405, 422], (await recordChange).body).toContain((await recordChange).statusCode);
      const bulk = await call('POST', `${path}/bulk`, { action: 'archive', ids: [record.id] });
      if (bulk.statusCode === 200)
        expect(bulk.json().data).toMatchObject({ changed: 0, blocked: [{ title: '(sin acceso)' }] });
      if ('sort_order' in resource.fields)
        expect((await call('POST', `${path}/reorder`, { id: record.id, after: null })).statusCode).toBe(422);
      const after = (await api.inject({ url: `${path}/${record.id}`, headers })).json().data;
      expect(after).toEqual(record);
    });
  },
);

describe.each(naming.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  test('do not name records that their reader may not see', async () => {
    const { viewAll, updateAll } = resource.permissions;
    const reader = await foreignReader([viewAll, updateAll, exportPermission(resource)]);
    const { user } = (await api.inject({ url: '/api/user', headers: reader })).json();
    const hidden = namingFields(resource).filter(
      (field) => !user.permissions.includes(targetOf(fieldOf(resource, field)).permissions.viewAll),
    );
    const record = made.get(name) as AnyRecord;
    const named = hidden
      .flatMap((field) => [record[field]].flat())
      .filter((value) => value !== null && value !== undefined) as Reference[];
    // The record's own title is not another record's name: a list of accounts says which clients to reach, and the number
    // of an addendum contains that of its contract.
    const names = named
      .flatMap(({ label, code }) => [label, code ?? label])
      .filter((one) => !String(record[resource.title]).includes(one));
    const path = `/api/${resource.path}`;
    const answers = [
      await api.inject({ url: path, headers: reader }),
      await api.inject({ url: `${path}/${record.id}`, headers: reader }),
      await api.inject({ url: `${path}/${record.id}/history`, headers: reader }),
      await api.inject({
        method: 'POST',
        url: `${path}/export`,
        headers: reader,
        payload: { format: 'csv', columns: hidden },
      }),
      await api.inject({
        method: 'PATCH',
        url: `${path}/${record.id}`,
        headers: { ...reader, 'if-match': `"${record.row_version}"` },
        payload: {},
      }),
    ];
    for (const field of groupableFields(resource).filter((one) => hidden.includes(one)))
      answers.push(await api.inject({ url: `${path}/summary?group=${field}`, headers: reader }));
    for (const answer of answers) for (const one of names) expect(answer.body).not.toContain(one);
    // A change by this reader keeps the references they may not see.
    for (const { id, label } of named) {
      const text = (await api.inject({ url: `${path}/${record.id}`, headers })).body;
      expect(text).toContain(id);
      expect(text).toContain(label);
    }
  });
});
