import { companies } from '@pauta/domain/catalogues/organization.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { signatories } from '@pauta/domain/crm/signatories/signatory.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let client: AnyRecord;
let agency: AnyRecord;
let company: AnyRecord;
let dominicana: string;
let count = 0;

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = admin) =>
  api.inject({ method, url, headers, ...(payload && { payload }) });
const made = async (resource: Resource): Promise<AnyRecord> => {
  count += 2;
  const response = await call(
    'POST',
    `/api/${resource.path}`,
    await sampleBody(api.database, resource, count),
  );
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const body = async (values: object): Promise<object> => {
  count += 1;
  return {
    ...(await sampleBody(api.database, signatories, count)),
    client_id: null,
    agency_id: null,
    company_id: null,
    country_id: dominicana,
    capacity: 'legal_representative',
    is_default: false,
    max_amount: null,
    valid: { from: '2026-01-01', to: '2026-12-31' },
    ...values,
  };
};
const add = async (values: object, headers = admin) =>
  call('POST', '/api/signatories', await body(values), headers);
const added = async (values: object): Promise<AnyRecord> => {
  const response = await add(values);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
  [client, agency, company] = [await made(clients), await made(agencies), await made(companies)];
  const country = await api.database.one<{ id: string }>(sql`SELECT id FROM countries WHERE code = 'DO'`);
  dominicana = country?.id ?? '';
});
afterAll(() => api.close());

test('belongs to exactly one client, agency or own company', async () => {
  for (const owner of [{}, { client_id: client.id, agency_id: agency.id }]) {
    const response = await add(owner);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.client_id[0]).toMatch(/solo uno de los tres/);
  }
  for (const owner of [{ client_id: client.id }, { agency_id: agency.id }, { company_id: company.id }]) {
    expect((await add(owner)).statusCode).toBe(201);
  }
});

test('the identification is checked; an attorney needs a power of attorney, a joint signature its group', async () => {
  const wrong = await add({ client_id: client.id, national_id_type: 'CEDULA', national_id: '001-1391820-6' });
  expect(wrong.json().errors.national_id).toEqual([
    'El dígito verificador de la cédula no coincide. Revise el número.',
  ]);
  const right = await added({
    client_id: client.id,
    national_id_type: 'CEDULA',
    national_id: '001-1391820-5',
  });
  expect(right.national_id).toBe('00113918205');
  expect((await add({ client_id: client.id, capacity: 'attorney' })).json().errors).toHaveProperty(
    'power_document',
  );
  expect((await add({ client_id: client.id, sign_mode: 'joint' })).json().errors).toHaveProperty(
    'joint_group',
  );
  const twice = await add({ client_id: client.id, national_id_type: 'CEDULA', national_id: '00113918205' });
  expect(twice.statusCode).toBe(409);
});

test('of many concurrently created usual ones an owner gets one; another one may replace it', async () => {
  const owner = await made(agencies);
  const bodies = await Promise.all(
    Array.from({ length: 6 }, () => body({ agency_id: owner.id, is_default: true })),
  );
  const answers = await Promise.all(bodies.map((one) => call('POST', '/api/signatories', one)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  await added({ agency_id: owner.id, is_default: true, valid: { from: '2027-01-01', to: null } });
});

test('who may sign what, and why others may not', async () => {
  const owner = await made(clients);
  const of = { client_id: owner.id };
  await added({ ...of, full_name: 'Ana Peñaló', max_amount: '100000', is_default: true });
  await added({ ...of, full_name: 'Bruno Díaz', sign_mode: 'joint', joint_group: 'A' });
  const carla = await added({
    ...of,
    full_name: 'Carla Núñez',
    sign_mode: 'joint',
    joint_group: 'A',
    valid: { from: '2026-01-01', to: '2026-06-30' },
  });
  await added({ ...of, full_name: 'Diego Soto', sign_mode: 'joint', joint_group: 'B' });
  await added({ ...of, full_name: 'Elsa Vidal', capacity: 'witness' });
  const ask = async (query: string) => {
    const response = await call('GET', `/api/signatories/eligible?client_id=${owner.id}&${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return Object.fromEntries(
      response
        .json()
        .data.map((one: { full_name: string; reasons: string[] }) => [one.full_name, one.reasons]),
    );
  };
  const alone = 'Firma en conjunto y nadie más está en el grupo «B».';
  const witness = 'Firma como testigo: su firma no obliga.';
  expect(await ask('on=2026-03-01&amount=100000&currency=DOP')).toEqual({
    'Ana Peñaló': [],
    'Bruno Díaz': [],
    'Carla Núñez': [],
    'Diego Soto': [alone],
    'Elsa Vidal': [witness],
  });
  expect(await ask('on=2026-07-01&amount=100000.01&currency=DOP')).toEqual({
    'Ana Peñaló': ['El monto supera su límite de DOP 100000.00.'],
    'Bruno Díaz': ['Debe firmar con Carla Núñez, que no puede: Su poder venció el 30/06/2026.'],
    'Carla Núñez': ['Su poder venció el 30/06/2026.'],
    'Diego Soto': [alone],
    'Elsa Vidal': [witness],
  });
  // An archived signatory no longer counts in the group.
  const gone = await api.inject({
    method: 'DELETE',
    url: `/api/signatories/${carla.id}`,
    headers: { ...admin, 'if-match': '"1"' },
  });
  expect(gone.statusCode, gone.body).toBe(200);
  expect((await ask('on=2026-03-01'))['Bruno Díaz']).toEqual([alone.replace('«B»', '«A»')]);
  for (const query of [
    '',
    `client_id=${owner.id}&agency_id=${agency.id}`,
    `client_id=${owner.id}&amount=5`,
    `client_id=${owner.id}&on=2026-02-30`,
  ]) {
    expect((await call('GET', `/api/signatories/eligible?${query}`)).statusCode, query).toBe(422);
  }
});

test('those of own companies require the permission for these companies, also for reading', async () => {
  const role = await createRole(api, [
    'signatories.view_all',
    'signatories.create',
    'signatories.update_all',
    'signatories.delete',
  ]);
  const headers = await signIn(api, await createUser(api, { role }));
  expect((await add({ company_id: company.id }, headers)).statusCode).toBe(403);
  const ours = await added({ company_id: company.id });
  const versioned = { ...headers, 'if-match': '"1"' };
  expect((await call('PATCH', `/api/signatories/${ours.id}`, { notes: 'x' }, versioned)).statusCode).toBe(
    403,
  );
  expect((await call('DELETE', `/api/signatories/${ours.id}`, undefined, versioned)).statusCode).toBe(403);

  const seller = await signIn(api, await createUser(api, { role: 'sales_rep' }));
  const foreign = await added({ client_id: client.id });
  expect((await call('GET', `/api/signatories/${foreign.id}`, undefined, seller)).statusCode).toBe(404);
  expect(
    (await call('GET', `/api/signatories/eligible?client_id=${client.id}`, undefined, seller)).statusCode,
  ).toBe(404);
  // The seller may see every agency, but add signatories only to their own.
  const refused = await add({ agency_id: agency.id }, seller);
  expect(refused.statusCode, refused.body).toBe(422);
  expect(refused.json().errors.agency_id[0]).toMatch(/elija uno asignado a usted/);
});
