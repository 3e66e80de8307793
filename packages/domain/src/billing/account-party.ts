import { referenceId } from '../kinds/reference.ts';
import type { Rule, Values } from '../resource/resource.ts';

/** Who owes a document: the client, or the agency that buys for them. */
export interface Payer {
  readonly of: 'client' | 'agency';
  readonly id: string;
}

/**
 * The account that owes an invoice.
 *
 * @throws Error for an invoice to an agency without one, which `billedAgency` and the database refuse
 */
export const payerOf = (invoice: Values): Payer => {
  const of = invoice.bill_to === 'agency' ? 'agency' : 'client';
  const id = referenceId(invoice[`${of}_id`]);
  if (id === null) throw new Error(`an invoice to the ${of} has none`);
  return { of, id };
};

/** An invoice to the agency names it. */
export const billedAgency: Rule = ({ bill_to, agency_id }) =>
  bill_to === 'agency' && !agency_id ? { agency_id: ['Indique la agencia a la que se factura.'] } : null;

/** A payment is of one client or one agency. */
export const onePayer: Rule = ({ client_id, agency_id }) =>
  Boolean(client_id) === Boolean(agency_id)
    ? { client_id: ['Indique el cliente o la agencia que paga, solo uno de los dos.'] }
    : null;
