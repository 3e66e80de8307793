import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi } from '../../testing/test-api.ts';

export type Headers = Record<string, string>;
export type Staff = TestUser & { readonly headers: Headers };

export const registrationPath = '/api/client-registrations';

/**
 * A server with users who record, review and approve registrations, and helpers for these steps; for the tests of one
 * file.
 */
export const startRegistrationFixture = async () => {
  const api = await startTestApi();
  const staff = async (role: string, full_name: string): Promise<Staff> => {
    const user = await createUser(api, { role, full_name });
    return { ...user, headers: await signIn(api, user) };
  };
  const assistant = await staff('sales_assistant', 'Asistente Comercial');
  const manager = await staff('sales_manager', 'Gerente Comercial');
  const seller = await staff('sales_rep', 'Ana Peñaló');
  const idOf = async (statement: ReturnType<typeof sql>): Promise<string> =>
    (await api.database.one<{ id: string }>(statement))?.id ?? '';
  const dominicana = await idOf(sql`SELECT id FROM countries WHERE code = 'DO'`);
  const choice = {
    client_type_id: await idOf(sql`SELECT id FROM client_types LIMIT 1`),
    client_category_id: await idOf(sql`SELECT id FROM client_categories LIMIT 1`),
    industry_id: await idOf(sql`SELECT id FROM industries LIMIT 1`),
    credit_term_id: await idOf(sql`SELECT id FROM credit_terms LIMIT 1`),
    primary_sales_rep_id: seller.id,
  };
  const position = await idOf(sql`SELECT id FROM job_positions LIMIT 1`);
  let count = 0;

  const post = (url: string, payload: object, by?: Staff, more: Headers = {}) =>
    api.inject({ method: 'POST', url, payload, headers: { ...by?.headers, ...more } });
  const read = async (url: string, { headers }: Staff = manager) =>
    (await api.inject({ url, headers })).json();
  const body = async (values: object = {}) => {
    count += 2;
    return {
      ...(await sampleBody(api.database, clientRegistrations, count)),
      country_id: dominicana,
      ...values,
    };
  };
  const received = async (values: object = {}, by: Staff = assistant): Promise<AnyRecord> => {
    const response = await post(registrationPath, await body(values), by);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };
  const act = (record: AnyRecord, command: string, payload: object = {}, by: Staff = manager) =>
    post(`${registrationPath}/${record.id}/${command}`, payload, by, {
      'if-match': `"${record.row_version}"`,
    });
  const done = async (...given: Parameters<typeof act>): Promise<AnyRecord> => {
    const response = await act(...given);
    expect(response.statusCode, `${given[1]}: ${response.body}`).toBe(200);
    return response.json().data;
  };
  const inReview = async (values: object = {}): Promise<AnyRecord> =>
    done(await received(values), 'start_review');
  /** The input of an approval. */
  const approval = (values: object = {}) => {
    count += 1;
    return { ...choice, client_code: `REG-${count}`, ...values };
  };
  /** The part of an approval that names the signatory. */
  const signing = {
    with_signatory: true,
    signatory_name: 'Rosa Peralta',
    signatory_country_id: dominicana,
    signatory_id_type: 'CEDULA',
    signatory_id: '001-1391820-5',
    signatory_job_id: position,
  };
  const current = async ({ id }: AnyRecord): Promise<AnyRecord> =>
    (await read(`${registrationPath}/${id}`)).data;

  return {
    api,
    staff,
    assistant,
    manager,
    seller,
    dominicana,
    choice,
    signing,
    post,
    read,
    body,
    received,
    act,
    done,
    inReview,
    approval,
    current,
  };
};
