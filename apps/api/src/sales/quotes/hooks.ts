import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { Body } from '@pauta/domain/document/document.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { saleContextOf } from '../lines/sale-context.ts';
import { readSaleTerms } from '../lines/sale-terms.ts';
import { requireContactOfCompany } from '../opportunities/hooks.ts';
import { quoteCommands } from './commands.ts';

const usualEnd = async (database: Queryable): Promise<string> =>
  addDays(companyToday(), Number(await readSetting(database, 'quote_valid_days')));

interface Parties {
  readonly opportunity_client: string | null;
  readonly list_currency: string | null;
  readonly list_status: string | null;
  readonly list_company: string | null;
}

/** Checks of the header that need other records. @throws Problem 422 */
const checkParties = async (tx: Transaction, quote: Values, changed: ReadonlySet<string>): Promise<void> => {
  await requireContactOfCompany(tx, quote);
  const [client, opportunity, list, company] = [
    referenceId(quote.client_id),
    referenceId(quote.opportunity_id),
    referenceId(quote.price_list_id),
    referenceId(quote.company_id),
  ];
  const row = await tx.one<Parties>(sql`
    SELECT (SELECT client_id FROM opportunities WHERE id = ${opportunity}::uuid) AS opportunity_client,
      l.currency_code AS list_currency, l.status AS list_status, l.company_id AS list_company
    FROM (VALUES (1)) one LEFT JOIN price_lists l ON l.id = ${list}::uuid`);
  const errors: Errors = {};
  if (opportunity !== null && row?.opportunity_client !== client)
    errors.opportunity_id = ['La oportunidad es de otro cliente: elija una de este.'];
  if (list !== null && row && row.list_currency !== quote.currency_code)
    errors.price_list_id = ['La lista de precios está en otra moneda: elija una en la del presupuesto.'];
  else if (row?.list_company && row.list_company !== company)
    errors.price_list_id = ['La lista de precios es de otra compañía.'];
  else if (changed.has('price_list_id') && row?.list_status !== 'current')
    errors.price_list_id = ['La lista de precios no está vigente: elija una vigente.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
};

/** Fields that are checked against other records. */
const checked = [
  'client_id',
  'agency_id',
  'contact_id',
  'opportunity_id',
  'price_list_id',
  'currency_code',
  'company_id',
];

/** Lines stay within the flight of the quote. @throws Problem 422 at the lines */
const checkFlights = (body: Body): void => {
  const header = body.flight as DateRange | null | undefined;
  const errors: Errors = {};
  for (const line of linesIn(body, 'lines')) {
    const flight = line.flight as DateRange | null | undefined;
    if (!header?.from || !header.to || !flight?.from || !flight.to) continue;
    if (flight.from < header.from || flight.to > header.to)
      errors[`lines.${line.id}.flight`] = ['Queda fuera del vuelo del presupuesto.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
};

/** Hooks of quotes: terms of their amounts, checks against other records, and commands. */
export const quoteHooks: ResourceHooks = {
  tables: async ({ tx }, body) => {
    checkFlights(body);
    return readSaleTerms(tx, saleContextOf(body));
  },
  beforeCreate: async ({ tx }, values) => {
    await checkParties(tx, values, new Set(Object.keys(values)));
    return isEmpty(values.valid_until) ? { valid_until: await usualEnd(tx) } : undefined;
  },
  beforeUpdate: async ({ tx }, current, values) => {
    const changed = new Set(Object.keys(values));
    if (checked.some((name) => changed.has(name))) await checkParties(tx, { ...current, ...values }, changed);
    return 'valid_until' in values && isEmpty(values.valid_until)
      ? { valid_until: await usualEnd(tx) }
      : undefined;
  },
  commands: quoteCommands,
};
