import { brands } from '@pauta/domain/catalogues/crm.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let ana: TestUser;
let luis: TestUser;
let count = 0;

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = admin) =>
  api.inject({ method, url, headers, ...(payload && { payload }) });
const make = async (resource: Resource, values: object = {}): Promise<AnyRecord> => {
  count += 2;
  const response = await call('POST', `/api/${resource.path}`, {
    ...(await sampleBody(api.database, resource, count)),
    ...values,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const letterBody = async (values: object) => ({
  ...(await sampleBody(api.database, clientAgencies, 2)),
  valid: { from: '2020-01-01', to: null },
  ...values,
});
const versioned = (record: AnyRecord, headers = admin): Headers => ({
  ...headers,
  'if-match': `"${record.row_version}"`,
});
const read = async (resource: Resource, id: string): Promise<AnyRecord> =>
  (await call('GET', `/api/${resource.path}/${id}`)).json().data;
const brandOf = async (client: AnyRecord): Promise<string> => {
  count += 1;
  const response = await call('POST', '/api/brands', {
    code: `M-${count}`,
    name: `Marca ${count}`,
    client_id: client.id,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.id;
};
const authorization = async (agency: AnyRecord, client: AnyRecord, more = '') =>
  (await call('GET', `/api/agencies/${agency.id}/authorizations?client_id=${client.id}${more}`)).json().data;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api);
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  luis = await createUser(api, { role: 'sales_rep', full_name: 'Luis Gómez' });
});
afterAll(() => api.close());

test('an agency books for a client only with a letter, and the answer names it or the reason', async () => {
  const [client, agency] = [
    await make(clients),
    await make(agencies, { trade_name: 'Media Norte', status: 'active' }),
  ];
  expect(await authorization(agency, client)).toMatchObject({
    allowed: false,
    letter: null,
    reason: 'Media Norte no tiene carta de autorización de este cliente. Registre la carta firmada.',
  });
  const brand = await brandOf(client);
  const letter = await make(clientAgencies, {
    client_id: client.id,
    agency_id: agency.id,
    brand_id: brand,
    is_default: true,
    valid: { from: '2020-01-01', to: '2020-12-31' },
  });
  expect(letter.folio).toMatch(/^CAR-\d{4}-\d{6}$/);
  expect(letter).toMatchObject({ status: 'granted', ends_on: '2020-12-31' });
  expect(await authorization(agency, client, `&brand_id=${brand}&on=2020-06-01`)).toMatchObject({
    allowed: true,
    reason: null,
    letter: { folio: letter.folio, valid: { from: '2020-01-01', to: '2020-12-31' } },
  });
  expect((await authorization(agency, client, '&on=2020-06-01')).reason).toMatch(/ninguna para esta marca/);
  expect((await authorization(agency, client, `&brand_id=${brand}`)).reason).toBe(
    `La carta ${letter.folio} venció el 31/12/2020. Registre una carta nueva.`,
  );
  const blocked = await api.inject({
    method: 'PATCH',
    url: `/api/agencies/${agency.id}`,
    payload: { status: 'blocked' },
    headers: versioned(agency),
  });
  expect(blocked.statusCode, blocked.body).toBe(200);
  expect(await authorization(agency, client, `&brand_id=${brand}&on=2020-06-01`)).toMatchObject({
    allowed: false,
    reason: 'Media Norte está bloqueada: no puede reservar.',
  });
});

test('a letter requires an uploaded document, and a brand of its client', async () => {
  const [client, other, agency] = [await make(clients), await make(clients), await make(agencies)];
  const foreign = await call(
    'POST',
    '/api/client-agencies',
    await letterBody({ client_id: client.id, agency_id: agency.id, brand_id: await brandOf(other) }),
  );
  expect(foreign.statusCode, foreign.body).toBe(422);
  expect(foreign.json().errors.brand_id[0]).toMatch(/marca de ese cliente/);
  const without = await letterBody({
    client_id: client.id,
    agency_id: agency.id,
    authorization_letter: null,
  });
  expect((await call('POST', '/api/client-agencies', without)).json().errors).toHaveProperty(
    'authorization_letter',
  );
});

test('revoking ends the authorisation on a day, with the reason, and is final', async () => {
  const [client, agency] = [await make(clients), await make(agencies)];
  const letter = await make(clientAgencies, {
    client_id: client.id,
    agency_id: agency.id,
    brand_id: null,
    is_default: true,
    valid: { from: '2020-01-01', to: null },
  });
  expect(await read(clients, client.id)).toMatchObject({ default_agency_id: { id: agency.id } });
  expect(await read(agencies, agency.id)).toMatchObject({ active_clients: 1, next_letter_ends_on: null });
  const revoke = (payload: object) =>
    call('POST', `/api/client-agencies/${letter.id}/revoke`, payload, versioned(letter));
  expect((await revoke({ revoked_on: '2021-05-01' })).json().errors).toHaveProperty('reason');
  const revoked = await revoke({ revoked_on: '2021-05-01', reason: 'El cliente cambió de agencia.' });
  expect(revoked.statusCode, revoked.body).toBe(200);
  expect(revoked.json().data).toMatchObject({
    status: 'revoked',
    revoked_on: '2021-05-01',
    ends_on: '2021-04-30',
    valid: { from: '2020-01-01', to: null },
  });
  expect(await authorization(agency, client, '&on=2021-04-30')).toMatchObject({ allowed: true });
  expect((await authorization(agency, client, '&on=2021-05-01')).reason).toMatch(
    /está revocada desde el 01\/05\/2021/,
  );
  expect(await read(clients, client.id)).toMatchObject({ default_agency_id: null });
  expect(await read(agencies, agency.id)).toMatchObject({ active_clients: 0 });
  const { data: history } = (await call('GET', `/api/client-agencies/${letter.id}/history`)).json();
  expect(history.at(-1)).toMatchObject({ action: 'revoke', reason: 'El cliente cambió de agencia.' });
  const edit = await call(
    'PATCH',
    `/api/client-agencies/${letter.id}`,
    { notes: 'x' },
    versioned(revoked.json().data),
  );
  expect(edit.json()).toMatchObject({ code: 'revoked' });
});

test('of many concurrent requests for a usual agency, one client and brand get one', async () => {
  const client = await make(clients);
  const all = await Promise.all(Array.from({ length: 6 }, () => make(agencies)));
  const bodies = await Promise.all(
    all.map((agency) =>
      letterBody({ client_id: client.id, agency_id: agency.id, brand_id: null, is_default: true }),
    ),
  );
  const answers = await Promise.all(bodies.map((body) => call('POST', '/api/client-agencies', body)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.json().errors.is_default[0]).toMatch(/ya tienen agencia habitual/);
  const winner = answers.find(({ statusCode }) => statusCode === 201)?.json().data.agency_id.id;
  expect(await read(clients, client.id)).toMatchObject({ default_agency_id: { id: winner } });

  // Each agency's count stays correct under concurrent writes.
  const agency = await make(agencies);
  const many = await Promise.all(Array.from({ length: 6 }, () => make(clients)));
  await Promise.all(
    many.map((one) =>
      make(clientAgencies, {
        client_id: one.id,
        agency_id: agency.id,
        brand_id: null,
        is_default: false,
        valid: { from: '2020-01-01', to: '2999-12-31' },
      }),
    ),
  );
  expect(await read(agencies, agency.id)).toMatchObject({
    active_clients: 6,
    next_letter_ends_on: '2999-12-31',
  });
  // None of these changes counts as a change of the agency.
  expect((await read(agencies, agency.id)).row_version).toBe(1);
});

test('letters start and end with the day without being written', async () => {
  const [client, agency] = [await make(clients), await make(agencies)];
  await make(clientAgencies, {
    client_id: client.id,
    agency_id: agency.id,
    brand_id: null,
    is_default: true,
    valid: { from: '2020-01-01', to: null },
  });
  // The state of yesterday, before the letter began.
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`UPDATE clients SET default_agency_id = NULL WHERE id = ${client.id}::uuid`);
    await tx.query(
      sql`UPDATE agencies SET active_clients = 7, next_letter_ends_on = '2020-01-01' WHERE id = ${agency.id}::uuid`,
    );
  });
  await api.database.query(sql`SELECT refresh_letters()`);
  expect(await read(clients, client.id)).toMatchObject({ default_agency_id: { id: agency.id } });
  expect(await read(agencies, agency.id)).toMatchObject({ active_clients: 1, next_letter_ends_on: null });
});

test('the usual agency of a brand is that of its default letter, which begins and ends with the day', async () => {
  const [client, one, other] = [await make(clients), await make(agencies), await make(agencies)];
  const brand = await make(brands, { client_id: client.id });
  const usual = async () => ((await read(brands, brand.id)).default_agency_id as { id: string } | null)?.id;
  const letter = await make(clientAgencies, {
    client_id: client.id,
    agency_id: one.id,
    brand_id: brand.id,
    is_default: true,
    valid: { from: '2020-01-01', to: null },
  });
  await make(clientAgencies, {
    client_id: client.id,
    agency_id: other.id,
    brand_id: null,
    is_default: true,
    valid: { from: '2020-01-01', to: null },
  });
  expect(await usual()).toBe(one.id);
  expect(await read(clients, client.id)).toMatchObject({ default_agency_id: { id: other.id } });
  // A letter does not change the brand itself.
  expect((await read(brands, brand.id)).row_version).toBe(1);
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE brands SET default_agency_id = NULL WHERE id = ${brand.id}::uuid`),
  );
  await api.database.query(sql`SELECT refresh_letters()`);
  expect(await usual()).toBe(one.id);
  const revoked = await call(
    'POST',
    `/api/client-agencies/${letter.id}/revoke`,
    { revoked_on: '2020-01-02', reason: 'Cambió de agencia' },
    versioned(letter),
  );
  expect(revoked.statusCode, revoked.body).toBe(200);
  expect(await usual()).toBeUndefined();
  const written = await call(
    'PATCH',
    `/api/brands/${brand.id}`,
    { default_agency_id: one.id },
    versioned(brand),
  );
  expect(written.statusCode).toBe(422);
});

test('the usual agency of a client is derived from its letters and cannot be written', async () => {
  const [client, agency] = [await make(clients), await make(agencies)];
  const response = await call(
    'PATCH',
    `/api/clients/${client.id}`,
    { default_agency_id: agency.id },
    versioned(client),
  );
  expect(response.statusCode).toBe(422);
});

test('a seller manages the letters of their own clients, and sees no others', async () => {
  const headers = await signIn(api, ana);
  const agency = await make(agencies, { status: 'active', primary_sales_rep_id: luis.id });
  const [own, foreign] = [
    await make(clients, { primary_sales_rep_id: ana.id, additional_sales_rep_id: null }),
    await make(clients, { primary_sales_rep_id: luis.id, additional_sales_rep_id: null }),
  ];
  const theirs = await make(clientAgencies, {
    client_id: foreign.id,
    agency_id: agency.id,
    brand_id: null,
    is_default: false,
  });
  const upload = async () => {
    const row = await api.database.one<{ id: string }>(sql`
      INSERT INTO files (path, name, mime, bytes, sha256, created_by)
      VALUES (${`documents/${count++}-ana.pdf`}, 'carta.pdf', 'application/pdf', 4, sha256('x'), ${ana.id}::uuid) RETURNING id`);
    return row?.id;
  };
  const body = {
    agency_id: agency.id,
    client_id: own.id,
    brand_id: null,
    authorization_letter: await upload(),
  };
  const made = await call('POST', '/api/client-agencies', await letterBody(body), headers);
  expect(made.statusCode, made.body).toBe(201);
  const other = await call(
    'POST',
    '/api/client-agencies',
    await letterBody({ ...body, client_id: foreign.id, authorization_letter: await upload() }),
    headers,
  );
  expect(other.statusCode).toBe(422);
  const { data } = (await call('GET', '/api/client-agencies?fields=*', undefined, headers)).json();
  const seen = data.map(({ id }: AnyRecord) => id);
  expect(seen).toContain(made.json().data.id);
  expect(seen).not.toContain(theirs.id);
  expect((await call('GET', `/api/client-agencies/${theirs.id}`, undefined, headers)).statusCode).toBe(404);
  const commission = await call(
    'PATCH',
    `/api/client-agencies/${made.json().data.id}`,
    { commission_pct_override: '20' },
    versioned(made.json().data, headers),
  );
  expect(commission.statusCode).toBe(403);
});

interface Plan {
  agency: number;
  brand: number | null;
  from: number;
  length: number | null;
  revoked: number | null;
  archived: boolean;
}

const plan: fc.Arbitrary<Plan> = fc.record({
  agency: fc.integer({ min: 0, max: 1 }),
  brand: fc.option(fc.integer({ min: 0, max: 1 })),
  from: fc.integer({ min: 0, max: 12 }),
  length: fc.option(fc.integer({ min: 0, max: 8 })),
  revoked: fc.option(fc.integer({ min: 0, max: 16 }), { freq: 3 }),
  archived: fc.boolean(),
});

const dayOf = (offset: number): string => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10);

test('agency_may_book equals an evaluation of all letters', async () => {
  const client = await make(clients);
  const both = [await make(agencies, { status: 'active' }), await make(agencies, { status: 'inactive' })];
  let allowed = 0;
  const brands = [await brandOf(client), await brandOf(client)];
  const { authorization_letter: file } = await sampleBody(api.database, clientAgencies, 2);
  const agency = (one: number): AnyRecord => both[one] as AnyRecord;
  await fc.assert(
    fc.asyncProperty(fc.array(plan, { maxLength: 5 }), async (plans) => {
      const undo = new Error('only looked');
      await api.database
        .transaction(systemChange('test'), async (tx) => {
          const kept: Plan[] = [];
          for (const [index, one] of plans.entries()) {
            await tx.query(sql`SAVEPOINT one`);
            try {
              await tx.query(sql`
                INSERT INTO client_agencies (folio, client_id, agency_id, brand_id, authorization_letter, valid, status, revoked_on, archived_at)
                VALUES (${`CAR-2000-${String(900_000 + index)}`}, ${client.id}, ${agency(one.agency).id},
                  ${one.brand === null ? null : brands[one.brand]}, ${file as string},
                  daterange(${dayOf(one.from)}::date, ${one.length === null ? null : dayOf(one.from + one.length)}::date, '[]'),
                  ${one.revoked === null ? 'granted' : 'revoked'}, ${one.revoked === null ? null : dayOf(one.revoked)}::date,
                  ${one.archived ? '2026-01-01T00:00:00Z' : null}::timestamptz)`);
              kept.push(one);
            } catch {
              // Of two equal letters for the same days, the database accepts only the first.
              await tx.query(sql`ROLLBACK TO SAVEPOINT one`);
            }
          }
          const rows = await tx.query<{
            agency: number;
            brand: number | null;
            day: number;
            may: boolean;
          }>(sql`
            SELECT a.n AS agency, b.n AS brand, d.n AS day,
              agency_may_book((${both.map(({ id }) => id)}::uuid[])[a.n + 1], ${client.id}::uuid, (${brands}::uuid[])[b.n + 1], '2026-01-01'::date + d.n) AS may
            FROM generate_series(0, 1) a(n), (VALUES (0), (1), (NULL)) b(n), generate_series(0, 22) d(n)`);
          for (const { agency: asked, brand, day, may } of rows) {
            const expected =
              asked === 0 &&
              kept.some(
                (one) =>
                  one.agency === asked &&
                  !one.archived &&
                  (one.brand === null || one.brand === brand) &&
                  one.from <= day &&
                  (one.length === null || day <= one.from + one.length) &&
                  (one.revoked === null || day < one.revoked),
              );
            allowed += Number(may);
            expect({ asked, brand, day, may }).toEqual({ asked, brand, day, may: expected });
          }
          throw undo;
        })
        .catch((error) => {
          if (error !== undo) throw error;
        });
    }),
    { numRuns: 25 },
  );
  expect(allowed).toBeGreaterThan(0);
});
