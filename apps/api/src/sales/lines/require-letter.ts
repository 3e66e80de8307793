import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

interface MissingLetter {
  readonly id: string;
  readonly agency_id: string;
  readonly agency: string;
  readonly client: string;
  readonly brand: string | null;
  readonly is_active: boolean;
}

/** Documents that are sold through an agency. */
export type AgencySale = 'quotes' | 'contracts' | 'addenda';

/**
 * What documents sell anew, by their parties. An addendum does with the lines that it adds and those that become longer,
 * larger or dearer: the others were authorised when they were signed, and a revocation leaves them as they are.
 */
const sold: Readonly<Record<AgencySale, Sql>> = {
  quotes: sql`quotes`,
  contracts: sql`contracts`,
  addenda: sql`(
    SELECT a.id, c.agency_id, c.client_id, c.brand_id, l.flight * daterange(a.effective_on, NULL) AS flight
    FROM addenda a JOIN contracts c ON c.id = a.contract_id JOIN addendum_lines l ON l.addendum_id = a.id
      LEFT JOIN order_lines o ON o.id = l.order_line_id
    WHERE l.op = 'add'
      OR l.op = 'change' AND (l.delta_net > 0 OR l.quantity > o.quantity OR NOT o.flight @> l.flight))`,
};

/**
 * Why the agencies of these documents may not buy for their clients (domain §1.2): an active agency needs a letter of
 * authorisation for client and brand that includes buying, valid on every day of the flight; several letters may follow
 * each other. By id of the document; those without an agency are left out.
 *
 * @example (await missingLetters(tx, 'quotes', [id])).get(id)?.code // 'no_letter'
 */
export const missingLetters = async (
  database: Queryable,
  table: AgencySale,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reason>> => {
  const rows = await database.query<MissingLetter>(sql`
    SELECT DISTINCT d.id, a.id AS agency_id, a.trade_name AS agency, c.trade_name AS client, b.name AS brand,
      a.status = 'active' AND a.archived_at IS NULL AS is_active
    FROM ${sold[table]} d JOIN agencies s ON s.id = d.agency_id JOIN agencies a ON a.id = coalesce(s.merged_into_id, s.id)
      JOIN clients c ON c.id = d.client_id LEFT JOIN brands b ON b.id = d.brand_id
    WHERE d.id = ANY(${[...ids]}::uuid[]) AND (a.status <> 'active' OR a.archived_at IS NOT NULL
      OR NOT agency_may_buy(d.agency_id, d.client_id, d.brand_id, d.flight))`);
  return new Map(
    rows.map(({ id, agency_id, agency, client, brand, is_active }) => [
      id,
      is_active
        ? {
            code: 'no_letter',
            text:
              `${agency} no tiene una carta de autorización de ${client} para comprar` +
              `${brand === null ? '' : ` para la marca ${brand}`} en todo el vuelo.`,
            fix: { label: 'Registrar la carta', path: `/${clientAgencies.screen}/nuevo` },
          }
        : {
            code: 'agency_inactive',
            text: `${agency} no está activa: no compra para ningún cliente.`,
            fix: { label: `Ver ${agency}`, path: `/${agencies.screen}/${agency_id}` },
          },
    ]),
  );
};

/**
 * Locks the client of a document, whose letters then cannot be revoked until the transaction ends, and checks them.
 *
 * @throws Problem 409 with the reason
 */
export const requireLetter = async (tx: Transaction, table: AgencySale, id: string): Promise<void> => {
  await tx.query(sql`
    SELECT FROM clients WHERE id IN (
      SELECT coalesce(c.merged_into_id, c.id) FROM ${sold[table]} d JOIN clients c ON c.id = d.client_id
      WHERE d.id = ${id}::uuid AND d.agency_id IS NOT NULL) FOR SHARE`);
  const reason = (await missingLetters(tx, table, [id])).get(id);
  if (reason) throw refusalOf([reason]);
};
