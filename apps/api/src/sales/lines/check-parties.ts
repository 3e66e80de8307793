import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Errors, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { requireContactOfCompany } from './require-contact.ts';

interface Parties {
  readonly opportunity_client: string | null;
  readonly list_currency: string | null;
  readonly list_status: string | null;
  readonly list_company: string | null;
}

/** Fields of a sale that are checked against other records. */
export const checkedParties: readonly string[] = [
  'client_id',
  'agency_id',
  'contact_id',
  'opportunity_id',
  'price_list_id',
  'currency_code',
  'company_id',
];

/**
 * Checks the header of a quote or contract against other records: the opportunity and the contact are of its client, and
 * the price list is of its company, in its currency and, when it is chosen, current.
 *
 * @param changed names of the fields that were chosen now
 * @throws Problem 422
 */
export const checkParties = async (
  tx: Transaction,
  sale: Values,
  changed: ReadonlySet<string>,
): Promise<void> => {
  await requireContactOfCompany(tx, sale);
  const [client, opportunity, list, company] = [
    referenceId(sale.client_id),
    referenceId(sale.opportunity_id),
    referenceId(sale.price_list_id),
    referenceId(sale.company_id),
  ];
  // A closed opportunity keeps the client that was merged into another.
  const row = await tx.one<Parties>(sql`
    SELECT (SELECT coalesce(c.merged_into_id, c.id) FROM opportunities o JOIN clients c ON c.id = o.client_id
        WHERE o.id = ${opportunity}::uuid) AS opportunity_client,
      l.currency_code AS list_currency, l.status AS list_status, l.company_id AS list_company
    FROM (VALUES (1)) one LEFT JOIN price_lists l ON l.id = ${list}::uuid`);
  const errors: Errors = {};
  if (opportunity !== null && row?.opportunity_client !== client)
    errors.opportunity_id = ['La oportunidad es de otro cliente: elija una de este.'];
  if (list !== null && row && row.list_currency !== sale.currency_code)
    errors.price_list_id = ['La lista de precios está en otra moneda: elija una en la misma moneda.'];
  else if (row?.list_company && row.list_company !== company)
    errors.price_list_id = ['La lista de precios es de otra compañía: elija una de esta.'];
  else if (changed.has('price_list_id') && row?.list_status !== 'current')
    errors.price_list_id = ['La lista de precios no está vigente: elija una vigente.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
};
