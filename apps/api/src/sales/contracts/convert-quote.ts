import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { saleAmounts, saleLineFields } from '@pauta/domain/sales/lines/sale-line.ts';
import { soldRecords } from '@pauta/domain/sales/lines/sold-records.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { quoted, tableOf } from '../../resource/table.ts';
import { reread } from '../../resource/writing/write-record.ts';
import { heldCredits } from '../signing/held-credit.ts';
import { scheduleOf, writeSchedule } from './plan-billing.ts';

const columns = (names: readonly string[]) => raw(names.map(quoted).join(', '));
const sold = columns(Object.keys(saleLineFields(soldRecords)));
const amounts = columns(Object.keys(saleAmounts));

/** Proposes as signatories the usual ones whose power is valid today. */
const proposeSignatories = async (tx: Transaction, contractId: string): Promise<void> => {
  for (const [link, column, owner, payers] of [
    ['contract_own_signatories', 'own_signatory_id', 'company_id', ['client', 'agency']],
    ['contract_client_signatories', 'client_signatory_id', 'client_id', ['client']],
    ['contract_agency_signatories', 'agency_signatory_id', 'agency_id', ['agency']],
  ] as const) {
    await tx.query(sql`
      INSERT INTO ${raw(link)} (contract_id, ${raw(column)})
      SELECT c.id, s.id FROM contracts c JOIN signatories s ON s.${raw(owner)} = c.${raw(owner)}
      WHERE c.id = ${contractId}::uuid AND c.billing_party = ANY(${payers}::text[]) AND s.is_default AND s.archived_at IS NULL AND s.valid @> business_date()`);
  }
};

const makeContract: StateChangeHandler = async ({ tx, now }, quote, input) => {
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO contracts (name, opportunity_id, company_id, client_id, brand_id, agency_id, billing_party, billing_contact_id, owner_id,
      contract_type, consumption_type_id, po_number, flight, valid, price_list_id, currency_code, billing_plan,
      credit_term_id, agency_commission_pct, commission_mode, max_discount_pct, ${amounts})
    SELECT q.name, q.opportunity_id, q.company_id, c.id, q.brand_id, a.id,
      u.party, usual_billing_contact(c.id, a.id, u.party), q.owner_id,
      ${input.contract_type}, ${(input.consumption_type_id as Reference).id}::uuid, ${input.po_number ?? null},
      q.flight, q.flight, q.price_list_id, q.currency_code, q.billing_plan,
      coalesce(q.credit_term_id, c.credit_term_id), q.agency_commission_pct, q.commission_mode, q.max_discount_pct,
      ${raw(
        Object.keys(saleAmounts)
          .map((name) => `q.${quoted(name)}`)
          .join(', '),
      )}
    FROM quotes q
      -- A sent quote keeps the account that was merged into another; its contract is of the other.
      JOIN clients k ON k.id = q.client_id JOIN clients c ON c.id = coalesce(k.merged_into_id, k.id)
      LEFT JOIN agencies g ON g.id = q.agency_id LEFT JOIN agencies a ON a.id = coalesce(g.merged_into_id, g.id)
      CROSS JOIN LATERAL usual_billing_party(c.id, q.brand_id, a.id) AS u (party)
    WHERE q.id = ${quote.id}::uuid
    RETURNING id`);
  if (!made) throw new Error(`quote ${quote.id} is gone within its own transaction`);
  await tx.query(sql`
    INSERT INTO contract_lines (id, contract_id, position, quote_line_id, ${sold})
    SELECT new_id(), ${made.id}::uuid, l.position, l.id, ${raw(
      Object.keys(saleLineFields(soldRecords))
        .map((name) => `l.${quoted(name)}`)
        .join(', '),
    )}
    FROM quote_lines l WHERE l.quote_id = ${quote.id}::uuid`);
  const draft = parseRecord(await reread(tx, tableOf(contracts), made.id));
  await writeSchedule(tx, made.id, scheduleOf(draft, now));
  await proposeSignatories(tx, made.id);
  // Last: from now on its lines are those of the quote.
  await tx.query(sql`UPDATE contracts SET quote_id = ${quote.id}::uuid WHERE id = ${made.id}::uuid`);
  return undefined;
};

/**
 * Makes the contract of an accepted quote: a draft with its stored amounts, which are not calculated again, its billing
 * plan as instalments, and the usual signatories. The holds of the quote stay until the signature books them.
 */
export const convertQuote: CommandHandler<unknown, AnyRecord> = {
  refuse: ({ tx }, ids) =>
    heldCredits(
      tx,
      sql`
        SELECT q.id, coalesce(c.merged_into_id, c.id), coalesce(a.merged_into_id, a.id),
          usual_billing_party(q.client_id, q.brand_id, q.agency_id)
        FROM quotes q JOIN clients c ON c.id = q.client_id LEFT JOIN agencies a ON a.id = q.agency_id
        WHERE q.id = ANY(${[...ids]}::uuid[])`,
    ),
  run: makeContract,
};
