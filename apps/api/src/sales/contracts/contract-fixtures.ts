import { randomUUID } from 'node:crypto';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { addBillingContact } from '../../crm/contacts/billing-contact-fixture.ts';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;
type Response = Awaited<ReturnType<TestApi['inject']>>;

/** A component of a package: a space, or the first article without one. */
export interface PackageComponent {
  readonly itemId?: string;
  readonly quantity?: string;
  readonly unitsPerDay?: number | null;
  readonly durationSec?: number | null;
  readonly isOptional?: boolean;
}

/** Everything that a contract needs besides itself. */
export interface ContractWorld {
  readonly headers: Headers;
  readonly today: string;
  readonly companyId: string;
  readonly classificationId: string;
  readonly consumptionTypeId: string;
  readonly creditTermId: string;
  readonly priceListId: string;
  readonly ownSignatory: string;
  /** A new client with somebody who signs for it. */
  client(values?: object): Promise<{ readonly id: string; readonly signatory: string }>;
  signatory(values: object): Promise<string>;
  /** A new active space, sold by the spot at 100.00, with this capacity a day. */
  space(capacity: number): Promise<string>;
  /** A new published package of these components, whose shares are equal. */
  package(components: readonly PackageComponent[]): Promise<string>;
  /** A line of one package that runs for some days from today on. */
  packageLine(packageId: string, values?: object): Record<string, unknown>;
  /** A line that runs for some days from today on. */
  line(itemId: string, values?: object): Record<string, unknown>;
  /** The body of a new draft. */
  draftBody(
    client: { id: string; signatory: string },
    lines: readonly object[],
    values?: object,
  ): Record<string, unknown>;
  /** A new draft. */
  draft(
    client: { id: string; signatory: string },
    lines: readonly object[],
    values?: object,
  ): Promise<AnyRecord>;
  /** Runs a command on the current version of a contract. */
  run(id: string, command: string, input?: object, headers?: Headers): Promise<Response>;
  read(id: string): Promise<AnyRecord>;
  /** A contract that waits for its signatures, with its instalments. */
  pending(
    client: { id: string; signatory: string },
    lines: readonly object[],
    values?: object,
  ): Promise<AnyRecord>;
}

/** Makes the records around contracts in a test database. */
export const makeContractWorld = async (api: TestApi): Promise<ContractWorld> => {
  const { database } = api;
  const seller = await createUser(api);
  const headers = await signIn(api, seller);
  const today = companyToday();
  // Above the counts of other samples in the same database.
  let count = 500;
  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, more: Headers = {}) =>
    api.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) });
  const idOf = async (
    table: 'ad_classifications' | 'consumption_types' | 'credit_terms',
  ): Promise<string> => {
    const query = {
      ad_classifications: sql`SELECT id FROM ad_classifications ORDER BY id LIMIT 1`,
      consumption_types: sql`SELECT id FROM consumption_types ORDER BY id LIMIT 1`,
      credit_terms: sql`SELECT id FROM credit_terms ORDER BY id LIMIT 1`,
    }[table];
    return (await database.one<{ id: string }>(query))?.id ?? '';
  };
  const made = async (url: string, payload: object): Promise<AnyRecord> => {
    const response = await call('POST', url, payload);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };
  const company = await database.one<{ id: string }>(sql`SELECT id FROM companies ORDER BY id LIMIT 1`);
  const companyId = company?.id ?? '';
  const priceListId = randomUUID();
  await database.transaction(systemChange('fixture'), (tx) =>
    tx.query(sql`
      INSERT INTO price_lists (id, code, name, kind, currency_code, valid, status)
      VALUES (${priceListId}::uuid, 'PRUEBA', 'Lista de prueba', 'special', 'DOP', '[2020-01-01,2040-01-01)', 'current')`),
  );
  const job = await database.one<{ id: string }>(sql`SELECT id FROM job_positions ORDER BY id LIMIT 1`);
  const country = await database.one<{ id: string }>(sql`SELECT id FROM countries WHERE code = 'DO'`);
  const signatory = async (values: object): Promise<string> => {
    count += 1;
    const { id } = await made('/api/signatories', {
      full_name: `Firmante ${count}`,
      country_id: country?.id,
      national_id_type: 'OTRO',
      national_id: `FIRMA${count}`,
      job_position_id: job?.id,
      capacity: 'legal_representative',
      valid: { from: '2020-01-01', to: null },
      max_amount: null,
      currency_code: 'DOP',
      sign_mode: 'individual',
      ...values,
    });
    return id;
  };
  const classificationId = await idOf('ad_classifications');
  const consumptionTypeId = await idOf('consumption_types');
  const creditTermId = await idOf('credit_terms');
  const ownSignatory = await signatory({ company_id: companyId });

  const read = async (id: string): Promise<AnyRecord> =>
    (await call('GET', `/api/contracts/${id}`)).json().data;
  const run: ContractWorld['run'] = async (id, command, input = {}, as = headers) => {
    const { row_version } = await read(id);
    return api.inject({
      method: 'POST',
      url: `/api/contracts/${id}/${command}`,
      headers: { ...as, 'if-match': `"${row_version}"` },
      payload: input,
    });
  };
  const draftBody: ContractWorld['draftBody'] = (client, lines, values = {}) => ({
    name: 'Campaña de prueba',
    company_id: companyId,
    client_id: client.id,
    owner_id: seller.id,
    contract_type: 'normal',
    consumption_type_id: consumptionTypeId,
    flight: { from: today, to: addDays(today, 400) },
    valid: { from: addDays(today, -1), to: null },
    price_list_id: priceListId,
    currency_code: 'DOP',
    billing_plan: 'monthly',
    credit_term_id: creditTermId,
    own_signatory_ids: [ownSignatory],
    client_signatory_ids: [client.signatory],
    lines: { put: lines },
    ...values,
  });
  const draft: ContractWorld['draft'] = (...given) => made('/api/contracts', draftBody(...given));
  return {
    headers,
    today,
    companyId,
    classificationId,
    consumptionTypeId,
    creditTermId,
    priceListId,
    ownSignatory,
    signatory,
    client: async (values = {}) => {
      count += 2;
      const { id } = await made('/api/clients', {
        ...(await sampleBody(database, clients, count)),
        additional_sales_rep_id: null,
        parent_client_id: null,
        status: 'prospect',
        credit_limit: null,
        currency_code: 'DOP',
        billing_party: 'client',
        ...values,
      });
      await addBillingContact(api, headers, { client_id: id });
      return { id, signatory: await signatory({ client_id: id }) };
    },
    space: async (capacity) => {
      const id = randomUUID();
      await database.transaction(systemChange('fixture'), (tx) =>
        tx.query(sql`
          INSERT INTO inventory_items (id, code, name, status, platform_id, inventory_category_id, subdivision_id,
            capacity_unit, capacity, days)
          SELECT ${id}::uuid, ${`P-${id}`.slice(0, 30).toUpperCase()}, ${`Espacio ${id.slice(0, 8)}`}, 'active', c.platform_id,
            c.id, s.id, 'spots', ${capacity}, '{1,2,3,4,5,6,7}'
          FROM inventory_categories c CROSS JOIN subdivisions s ORDER BY c.id, s.id LIMIT 1`),
      );
      return id;
    },
    package: async (components) => {
      const id = randomUUID();
      const share = (100 / components.length).toFixed(4);
      const rest = (100 - Number(share) * (components.length - 1)).toFixed(4);
      await database.transaction(systemChange('fixture'), async (tx) => {
        await tx.query(sql`
          INSERT INTO packages (id, code, name, kind, valid, price_mode, price, allocated_pct)
          VALUES (${id}::uuid, ${`Q-${id}`.slice(0, 30).toUpperCase()}, ${`Paquete ${id.slice(0, 8)}`},
            ${components.some(({ isOptional }) => isOptional) ? 'configurable' : 'fixed'}, '[2020-01-01,2040-01-01)',
            'closed', 100, 100)`);
        for (const [place, one] of components.entries())
          await tx.query(sql`
            INSERT INTO package_items (id, package_id, position, inventory_item_id, ad_article_id, quantity, units_per_day,
              duration_sec, is_optional, allocation_pct)
            VALUES (new_id(), ${id}::uuid, ${`a${place}`}, ${one.itemId ?? null}::uuid,
              CASE WHEN ${one.itemId ?? null}::uuid IS NULL THEN (SELECT id FROM ad_articles ORDER BY id LIMIT 1) END,
              ${one.quantity ?? '1'}, ${one.unitsPerDay ?? null}, ${one.durationSec ?? null}, ${one.isOptional ?? false},
              ${place === 0 ? rest : share})`);
        await tx.query(sql`UPDATE packages SET status = 'published' WHERE id = ${id}::uuid`);
      });
      return id;
    },
    packageLine: (packageId, values = {}) => ({
      id: newLineId(),
      line_kind: 'package',
      package_id: packageId,
      description: 'Paquete de prueba',
      ad_classification_id: classificationId,
      flight: { from: today, to: addDays(today, 9) },
      units: '1.00',
      agreed_price: '100',
      ...values,
    }),
    line: (itemId, values = {}) => ({
      id: newLineId(),
      line_kind: 'airtime',
      inventory_item_id: itemId,
      description: 'Cuña de 30 s',
      ad_classification_id: classificationId,
      flight: { from: today, to: addDays(today, 9) },
      units_per_day: 1,
      agreed_price: '100',
      ...values,
    }),
    draftBody,
    draft,
    run,
    read,
    pending: async (client, lines, values = {}) => {
      const { id } = await draft(client, lines, values);
      const planned = await run(id, 'plan_billing');
      expect(planned.statusCode, planned.body).toBe(200);
      const submitted = await run(id, 'submit');
      expect(submitted.statusCode, submitted.body).toBe(200);
      return read(id);
    },
  };
};
