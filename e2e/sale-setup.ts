import type { ApiClient } from './api-client.ts';
import { administrator } from './setup.ts';

type Row = Awaited<ReturnType<ApiClient['post']>>;

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** Who sells to whom: names are unique per call, because all test files share one server. */
export interface SaleSetup {
  readonly company: string;
  readonly client: { readonly id: string; readonly name: string; readonly signatory: string };
  readonly agency: { readonly id: string; readonly name: string };
  readonly ownSignatory: string;
  readonly bank: string;
}

/** Test files run side by side: another one may complete the company between the question and the change. */
const unlessDone = (error: Error): void => {
  if (!/: (409|412) /.test(error.message)) throw error;
};

/**
 * Completes the company so that it can issue invoices, and creates a client with an agency whose commission is settled
 * later, as it collects: with the letter of authorisation, and with people who may sign.
 *
 * @param owner id of the user to whom client and agency belong; the administrator by default
 */
export async function setUpSale(api: ApiClient, tag: string, owner?: string): Promise<SaleSetup> {
  const [company] = await api.get<
    readonly { id: string; row_version: number; name: string; tax_id: string | null }[]
  >('companies?limit=1&fields=name,tax_id');
  if (!company) throw new Error('There is no company');
  if (company.tax_id === null)
    await api.patch('companies', company, { tax_id_type: 'OTRO', tax_id: 'EMISOR' }).catch(unlessDone);
  const sequences = await api.get<readonly unknown[]>('fiscal-sequences?f.document=B01');
  if (sequences.length === 0)
    await api
      .post('fiscal-sequences', { company_id: company.id, document: 'B01', first_no: 1, last_no: 500 })
      .catch(unlessDone);
  const me = owner ?? (await api.option('users', administrator.email));
  const [country, term, job] = await Promise.all([
    api.option('countries', 'dominicana'),
    api.option('credit-terms', '30 días'),
    api.option('job-positions'),
  ]);
  const account = {
    country_id: country,
    tax_id_type: 'OTRO',
    taxpayer_type: 'taxpayer',
    credit_term_id: term,
    primary_sales_rep_id: me,
  };
  const agencyName = `Agencia Ñandú ${tag}`;
  const agency = await api.post('agencies', {
    ...account,
    agency_code: `AG-${tag}`.slice(0, 20),
    legal_name: agencyName,
    trade_name: agencyName,
    tax_id: `A${tag}`,
    agency_type_id: await api.option('agency-types'),
    agency_category_id: await api.option('agency-categories'),
    commission_type_id: await api.option('commission-types', 'Comisión de agencia'),
    commission_pct: '15',
    commission_mode: 'later_settlement',
  });
  const clientName = `Cervecería Ábaco ${tag}`;
  const client = await api.post('clients', {
    ...account,
    client_code: `CL-${tag}`.slice(0, 20),
    legal_name: clientName,
    trade_name: clientName,
    tax_id: `C${tag}`,
    client_type_id: await api.option('client-types'),
    client_category_id: await api.option('client-categories'),
    industry_id: await api.option('industries', 'Turismo'),
    status: 'active',
  });
  await api.post('contacts', {
    first_name: 'Contacto',
    last_name: tag,
    client_id: client.id,
    role: 'billing',
    emails: [{ email: `facturas.${tag.toLowerCase()}@cliente.example`, is_primary: true }],
  });
  await api.post('client-agencies', {
    client_id: client.id,
    agency_id: agency.id,
    authorization_letter: await api.upload('Carta.pdf', 'application/pdf', pdf),
    valid: { from: '2020-01-01', to: '2090-12-31' },
    services: ['planning', 'buying'],
  });
  const signs = async (name: string, values: object): Promise<string> => {
    await api.post('signatories', {
      full_name: name,
      country_id: country,
      national_id_type: 'OTRO',
      national_id: name.replaceAll(/\W/g, ''),
      job_position_id: job,
      capacity: 'legal_representative',
      valid: { from: '2020-01-01', to: null },
      currency_code: 'DOP',
      sign_mode: 'individual',
      ...values,
    });
    return name;
  };
  const bank = `Banco ${tag}`;
  await api.post('bank-accounts', { company_id: company.id, bank, account_no: tag, kind: 'checking' });
  return {
    company: company.name,
    client: {
      id: client.id,
      name: clientName,
      signatory: await signs(`Ana Firma ${tag}`, { client_id: client.id }),
    },
    agency: { id: agency.id, name: agencyName },
    ownSignatory: await signs(`Luis Firma ${tag}`, { company_id: company.id }),
    bank,
  };
}

/** A radio space for ten spots a day, without a technical sheet, and the published price list that sells a spot at 1,000. */
export interface Offer {
  readonly spaceId: string;
  readonly priceListId: string;
  /** Today, for the server; the prices are valid on it. */
  readonly today: string;
}

/**
 * Makes a space that can be sold today.
 *
 * @param code also the code of the price list
 * @param name of the space
 * @param kind of the price list. Each test file has its own, or its own platform, because they share one server, on which
 *   one list of a kind and a platform is current a day.
 * @param more platform, channel and further fields of the space
 */
export async function makeOffer(
  api: ApiClient,
  code: string,
  name: string,
  kind: 'government' | 'internal' | 'seasonal' | 'special',
  {
    platform = 'Radio',
    subdivision = 'Emisora FM 2',
    ...more
  }: { readonly platform?: string; readonly subdivision?: string; readonly [field: string]: unknown } = {},
): Promise<Offer> {
  const { today } = await api.get<{ today: string }>('billing/workbench');
  const space = await api.post('inventory-items', {
    code,
    name,
    kind: 'linear',
    platform_id: await api.option('platforms', platform),
    inventory_category_id: await api.option('inventory-categories', 'Tanda regular'),
    subdivision_id: await api.option('subdivisions', subdivision),
    capacity_unit: 'spots',
    capacity: 10,
    ...more,
  });
  await api.run('inventory-items', space.id, 'activate');
  const prices = await api.post('price-lists', {
    code,
    name: `Lista ${code}`,
    kind,
    // Beside the lists of other files, which are of every platform.
    platform_id: await api.option('platforms', platform),
    currency_code: 'DOP',
    valid: { from: today, to: today },
  });
  await api.patch('price-lists', prices, {
    prices: {
      put: [{ id: crypto.randomUUID(), inventory_item_id: space.id, unit: 'spot', unit_price: '1000' }],
    },
  });
  await api.run('price-lists', prices.id, 'publish');
  return { spaceId: space.id, priceListId: prices.id, today };
}

/**
 * A contract that waits for its signatures: two spots today, in a space of an offer.
 *
 * @param name of the contract
 * @param space name of the space, which its line has as description
 * @param owner id of the seller; the administrator by default
 */
export async function makePendingContract(
  api: ApiClient,
  { company, client, ownSignatory }: SaleSetup,
  { spaceId, priceListId, today }: Offer,
  { name, space, owner }: { readonly name: string; readonly space: string; readonly owner?: string },
): Promise<Row> {
  const contract = await api.post('contracts', {
    name,
    company_id: await api.option('companies', company),
    client_id: client.id,
    owner_id: owner ?? (await api.option('users', administrator.email)),
    contract_type: 'normal',
    consumption_type_id: await api.option('consumption-types'),
    credit_term_id: await api.option('credit-terms', '30 días'),
    price_list_id: priceListId,
    currency_code: 'DOP',
    billing_plan: 'by_consumption',
    flight: { from: today, to: today },
    valid: { from: today, to: null },
    own_signatory_ids: [await api.option('signatories', ownSignatory)],
    client_signatory_ids: [await api.option('signatories', client.signatory)],
    lines: {
      put: [
        {
          id: crypto.randomUUID(),
          line_kind: 'airtime',
          inventory_item_id: spaceId,
          description: space,
          ad_classification_id: await api.option('ad-classifications', 'Pagada'),
          flight: { from: today, to: today },
          units_per_day: 2,
        },
      ],
    },
  });
  await api.run('contracts', contract.id, 'plan_billing');
  return api.run('contracts', contract.id, 'submit');
}
