import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { Sql } from 'sql-template-tag';
import { expect } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApiOptions } from '../testing/test-api.ts';

type Headers = Record<string, string>;

/** A server with an administrator who creates records of any kind and undoes changes; for one test file. */
export const startRecordFixture = async (options?: TestApiOptions) => {
  const api = await startTestApi(options);
  const admin: Headers = await signInAs(api, 'admin');
  let count = 0;

  /** A body of a valid record; no two bodies are equal. */
  const body = (resource: Resource): Promise<Record<string, unknown>> => {
    count += 2;
    return sampleBody(api.database, resource, count);
  };
  const post = (url: string, payload: object = {}, more: Headers = {}, by: Headers = admin) =>
    api.inject({ method: 'POST', url: `/api/${url}`, payload, headers: { ...by, ...more } });
  const made = async (resource: Resource, values: object = {}, by: Headers = admin): Promise<AnyRecord> => {
    const response = await post(resource.path, { ...(await body(resource)), ...values }, {}, by);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };
  const get = async (url: string, by: Headers = admin) =>
    (await api.inject({ url: `/api/${url}`, headers: by })).json().data;
  const read = (resource: Resource, id: string): Promise<AnyRecord> => get(`${resource.path}/${id}`);
  /** A command on a record at the given version. */
  const act = (resource: Resource, record: AnyRecord, name: string, payload: object = {}, by = admin) =>
    post(`${resource.path}/${record.id}/${name}`, payload, { 'if-match': `"${record.row_version}"` }, by);
  const undoing = ({ headers }: { headers: Record<string, unknown> }, by: Headers = admin) =>
    post(`undo/${String(headers['x-request-id'])}`, {}, {}, by);
  const undo = async (response: { headers: Record<string, unknown> }) =>
    (await undoing(response)).json().data;
  const direct = (statement: Sql) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query<{ id: string }>(statement));
  /** A record without the columns that every change of it changes. */
  const plain = ({ row_version, updated_at, ...rest }: AnyRecord) => rest;

  return { api, admin, body, post, made, get, read, act, undoing, undo, direct, plain };
};
