import { positionsAt } from '@pauta/domain/document/position.ts';
import { saleLineFields } from '@pauta/domain/sales/lines/sale-line.ts';
import { soldRecords } from '@pauta/domain/sales/lines/sold-records.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { quoted } from '../../resource/table.ts';

const sold = Object.keys(saleLineFields(soldRecords));

const links = ['own', 'client', 'agency'] as const;

/** What an addendum begins with. */
export interface AddendumOpening {
  readonly number: string;
  readonly kinds: readonly string[];
  /** A civil day. */
  readonly effectiveOn: string;
  readonly reason: string;
}

/**
 * Inserts the draft of an addendum with the parties and signatories of its contract, and its lines in force, unchanged.
 * Accounts that were merged into others since the signature are those others.
 */
export const insertAddendum = async (
  tx: Transaction,
  contractId: string,
  { number, kinds, effectiveOn, reason }: AddendumOpening,
): Promise<string> => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO addenda (number, contract_id, kinds, effective_on, reason, company_id, client_id, brand_id, agency_id,
      billing_party, billing_plan, price_list_id, currency_code)
    SELECT ${number}, c.id, ${[...kinds]}::text[], ${effectiveOn}::date, ${reason}, c.company_id,
      coalesce(k.merged_into_id, k.id), c.brand_id, coalesce(g.merged_into_id, g.id), c.billing_party, c.billing_plan,
      c.price_list_id, c.currency_code
    FROM contracts c JOIN clients k ON k.id = c.client_id LEFT JOIN agencies g ON g.id = c.agency_id
    WHERE c.id = ${contractId}::uuid RETURNING id`);
  if (!made) throw new Error(`contract ${contractId} is gone within its own transaction`);
  const lines = await tx.query<{ id: string }>(sql`
    SELECT o.id FROM order_lines o LEFT JOIN contract_lines l ON l.id = o.contract_line_id
    WHERE o.contract_id = ${contractId}::uuid AND o.status = 'active' ORDER BY l.position, o.id`);
  await tx.query(sql`
    INSERT INTO addendum_lines (id, addendum_id, position, op, order_line_id, before_net, before_flight_to,
      ${raw(sold.map(quoted).join(', '))})
    SELECT new_id(), ${made.id}::uuid, p.position, 'keep', o.id, o.net, upper(o.flight) - 1,
      ${raw(sold.map((name) => `o.${quoted(name)}`).join(', '))}
    FROM unnest(${lines.map(({ id }) => id)}::uuid[], ${positionsAt([], 0, lines.length)}::text[]) AS p(id, position)
      JOIN order_lines o ON o.id = p.id ORDER BY p.position`);
  for (const party of links)
    await tx.query(sql`
      INSERT INTO ${raw(`addenda_${party}_signatories`)} (addenda_id, ${raw(`${party}_signatory_id`)})
      SELECT ${made.id}::uuid, ${raw(`${party}_signatory_id`)} FROM ${raw(`contract_${party}_signatories`)}
      WHERE contract_id = ${contractId}::uuid`);
  return made.id;
};
