import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { addBillingContact } from '../../crm/contacts/billing-contact-fixture.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import type { TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

const day = (days: number): string => addDays(companyToday(), days);
/** The flight of the quotes of these tests: ten days, from tomorrow. */
export const flight = { from: day(1), to: day(10) };
export const everyDay = ['1', '2', '3', '4', '5', '6', '7'];

const first = async (api: TestApi, statement: ReturnType<typeof sql>): Promise<string> => {
  const row = await api.database.one<{ id: string }>(statement);
  if (!row) throw new Error('the fixture finds no record');
  return row.id;
};

/** An active space of 20 spots a day. */
export const makeSpace = async (api: TestApi, code: string, capacity = 20): Promise<string> =>
  first(
    api,
    sql`INSERT INTO inventory_items (code, name, status, platform_id, inventory_category_id, subdivision_id,
        capacity_unit, capacity, days)
      SELECT ${code}, ${`Corte ${code}`}, 'active', c.platform_id, c.id, s.id, 'spots', ${capacity}, ${everyDay}::text[]
      FROM inventory_categories c CROSS JOIN subdivisions s ORDER BY c.id, s.id LIMIT 1 RETURNING id`,
  );

/** Calls of one user, and what the quotes of these tests refer to. */
export const quoteWorld = async (api: TestApi, admin: Headers) => {
  let count = 300;
  const call = (
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    payload?: object,
    { as = admin, record }: { readonly as?: Headers; readonly record?: AnyRecord } = {},
  ) =>
    api.inject({
      method,
      url: `/api/${url}`,
      headers: { ...as, ...(record && { 'if-match': `"${record.row_version}"` }) },
      ...(payload && { payload }),
    });
  const make = async (resource: Resource, values: object = {}): Promise<AnyRecord> => {
    count += 2;
    const answer = await call('POST', resource.path, {
      ...(await sampleBody(api.database, resource, count)),
      ...values,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data;
  };
  const change = async (resource: string, record: AnyRecord, values: object): Promise<AnyRecord> => {
    const answer = await call('PATCH', `${resource}/${record.id}`, values, { record });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const space = await makeSpace(api, 'PRUEBA-A');
  const other = await makeSpace(api, 'PRUEBA-B');
  const listBody = {
    code: 'TAR-PRUEBA',
    name: 'Tarifario de prueba',
    kind: 'general',
    currency_code: 'DOP',
    valid: { from: '2020-01-01', to: '2099-12-31' },
  };
  const list = (await call('POST', 'price-lists', listBody)).json().data as AnyRecord;
  const priced = await change('price-lists', list, {
    prices: {
      put: [
        { id: newLineId(), inventory_item_id: space, unit: 'spot', unit_price: '1000', floor_price: '700' },
        { id: newLineId(), inventory_item_id: other, unit: 'spot', unit_price: '500' },
      ],
    },
  });
  const published = await call('POST', `price-lists/${list.id}/publish`, {}, { record: priced });
  expect(published.statusCode, published.body).toBe(200);
  const company = await first(api, sql`SELECT id FROM companies ORDER BY id LIMIT 1`);
  const paid = await first(api, sql`SELECT id FROM ad_classifications WHERE is_billable ORDER BY id LIMIT 1`);
  const me = (await call('GET', 'quotes/beginning')).json().data.owner_id.id as string;
  const makeClient = async (values: object = {}) => {
    const client = await make(clients, {
      status: 'active',
      billing_party: 'client',
      tax_exempt: false,
      ...values,
    });
    await addBillingContact(api, admin, { client_id: client.id });
    return client;
  };

  const line = (values: object = {}) => ({
    id: newLineId(),
    line_kind: 'airtime',
    inventory_item_id: space,
    description: 'Cuña de prueba',
    ad_classification_id: paid,
    flight,
    days: everyDay,
    units_per_day: 2,
    ...values,
  });
  const quoteBody = (client: AnyRecord, lines: readonly object[] = [line()], values: object = {}) => ({
    name: 'Campaña de prueba',
    client_id: client.id,
    owner_id: me,
    company_id: company,
    currency_code: 'DOP',
    price_list_id: list.id,
    flight,
    billing_plan: 'by_consumption',
    lines: { put: lines },
    ...values,
  });
  const makeQuote = async (
    client: AnyRecord,
    lines: readonly object[] = [line()],
    values: object = {},
    as = admin,
  ): Promise<AnyRecord> => {
    const answer = await call('POST', 'quotes', quoteBody(client, lines, values), { as });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().data;
  };
  const run = (name: string, quote: AnyRecord, payload: object = {}, as = admin) =>
    call('POST', `quotes/${quote.id}/${name}`, payload, { as, record: quote });
  const done = async (
    name: string,
    quote: AnyRecord,
    payload: object = {},
    as = admin,
  ): Promise<AnyRecord> => {
    const answer = await run(name, quote, payload, as);
    expect([200, 201], answer.body).toContain(answer.statusCode);
    return answer.json().data;
  };
  const read = async (quote: AnyRecord): Promise<AnyRecord> =>
    (await call('GET', `quotes/${quote.id}`)).json().data;
  const makeAgency = async () => {
    const agency = await make(agencies, { status: 'active', commission_mode: 'invoice_discount' });
    await addBillingContact(api, admin, { agency_id: agency.id });
    return agency;
  };
  const makeLetter = (client: AnyRecord, agency: AnyRecord, values: object = {}) =>
    make(clientAgencies, {
      client_id: client.id,
      agency_id: agency.id,
      brand_id: null,
      valid: { from: '2020-01-01', to: '2099-12-31' },
      services: ['buying'],
      ...values,
    });
  return {
    call,
    change,
    makeClient,
    makeAgency,
    makeLetter,
    makeQuote,
    quoteBody,
    line,
    run,
    done,
    read,
    space,
    other,
    list,
    company,
  };
};
