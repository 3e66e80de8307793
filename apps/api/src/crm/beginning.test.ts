import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn, type TestUser } from '../testing/sign-in.ts';
import { startRecordFixture } from './record-fixtures.ts';

let desk: Awaited<ReturnType<typeof startRecordFixture>>;
let ana: TestUser;
let seller: Record<string, string>;

beforeAll(async () => {
  desk = await startRecordFixture();
  ana = await createUser(desk.api, { role: 'sales_rep' });
  seller = await signIn(desk.api, ana);
});
afterAll(() => desk.api.close());

const setting = (values: object) =>
  desk.api.inject({ method: 'PUT', url: '/api/settings', payload: values, headers: desk.admin });

test('a new client has initial values for code, country, identification, currency and seller', async () => {
  const begins = await desk.get('clients/beginning', seller);
  expect(begins).toMatchObject({
    client_code: 'CLI-0001',
    country_id: { label: 'República Dominicana', code: 'DO' },
    tax_id_type: 'RNC',
    currency_code: 'DOP',
    primary_sales_rep_id: { id: ana.id, label: ana.full_name },
  });
  // A user who sees all clients creates them for others, so there is no default seller.
  expect(await desk.get('clients/beginning')).not.toHaveProperty('primary_sales_rep_id');
});

test('the initial country and currency are those of the company', async () => {
  expect((await setting({ company_country: 'CO', currency_default: 'COP' })).statusCode).toBe(200);
  expect(await desk.get('clients/beginning', seller)).toMatchObject({
    country_id: { code: 'CO' },
    tax_id_type: 'NIT',
    currency_code: 'COP',
  });
  expect((await setting({ company_country: null, currency_default: null })).statusCode).toBe(200);
});

test('a new activity has its author as owner, a new referral the current time', async () => {
  expect(await desk.get('activities/beginning', seller)).toMatchObject({ assigned_to_id: { id: ana.id } });
  const { received_at, assigned_to_id } = await desk.get('referrals/beginning', seller);
  expect(Math.abs(Date.now() - Date.parse(received_at))).toBeLessThan(60_000);
  expect(assigned_to_id.id).toBe(ana.id);
});

test('a part gets values of its parent record, if the author may see it', async () => {
  const client = await desk.made(clients);
  const path = `brands/beginning?client_id=${client.id}`;
  expect((await desk.get(path)).industry_id).toEqual(
    expect.objectContaining({ id: (client.industry_id as { id: string }).id }),
  );
  const response = await desk.api.inject({ url: `/api/${path}`, headers: seller });
  expect(response.statusCode === 403 || response.json().data.industry_id === undefined).toBe(true);
});

test('a command has the initial values of its fields; an unknown or forbidden one is refused', async () => {
  const path = 'client-registrations/beginning?command=approve';
  expect(await desk.get(path)).toMatchObject({
    client_code: expect.stringMatching(/^CLI-\d{4}$/),
    currency_code: 'DOP',
  });
  expect((await desk.api.inject({ url: `/api/${path}`, headers: seller })).statusCode).toBe(403);
  const unknown = await desk.api.inject({
    url: '/api/client-registrations/beginning?command=reject',
    headers: desk.admin,
  });
  expect(unknown.statusCode).toBe(422);
});

test('the first contact of a company is its main contact, the next one is not', async () => {
  const client = await desk.made(clients);
  const person = (name: string) =>
    desk.made(contacts, { first_name: name, client_id: client.id, agency_id: null, is_main_contact: false });
  expect((await person('Ana')).is_main_contact).toBe(true);
  expect((await person('Luis')).is_main_contact).toBe(false);
  const alone = await desk.made(contacts, { client_id: null, agency_id: null, is_main_contact: false });
  expect(alone.is_main_contact).toBe(false);
});

test('a quote of an opportunity begins with what the opportunity and its client say', async () => {
  const client = await desk.made(clients, { billing_party: 'client' });
  const opportunity = await desk.made(opportunities, {
    client_id: client.id,
    agency_id: null,
    name: 'Campaña de Navidad',
    expected_amount: '1500.00',
    currency_code: 'USD',
    flight: { from: '2030-11-01', to: '2030-12-24' },
  });
  const path = `quotes/beginning?opportunity_id=${opportunity.id}`;
  expect(await desk.get(path)).toMatchObject({
    opportunity_id: { id: opportunity.id, label: 'Campaña de Navidad', code: opportunity.number },
    name: 'Campaña de Navidad',
    client_id: { id: client.id },
    credit_term_id: { id: (client.credit_term_id as { id: string }).id },
    budget_amount: '1500.00',
    currency_code: 'USD',
    flight: { from: '2030-11-01', to: '2030-12-24' },
  });
  // A seller who may not see the opportunity learns nothing of it.
  const hidden = await desk.get(path, seller);
  for (const name of ['opportunity_id', 'name', 'client_id', 'budget_amount'])
    expect(hidden).not.toHaveProperty(name);
});
