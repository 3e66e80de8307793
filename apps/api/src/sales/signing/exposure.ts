import { sum } from '@pauta/domain/money/arithmetic.ts';
import { convert, type ExchangeRate } from '@pauta/domain/money/exchange-rate.ts';
import { bindingStates } from '@pauta/domain/sales/contracts/contract.ts';
import sql, { raw } from 'sql-template-tag';
import { requireRate } from '../../finance/require-rate.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** The account that pays a contract. */
export interface Payer {
  readonly table: 'clients' | 'agencies';
  readonly id: string;
}

/** What an account owes or will owe, in one currency. */
interface Owed {
  readonly currency: string;
  readonly amount: string;
}

const columnOf = { clients: raw('client_id'), agencies: raw('agency_id') } as const;
const partyOf = { clients: 'client', agencies: 'agency' } as const;

/**
 * Everything that counts towards the limit of an account, by currency: what is signed and not invoiced yet, what is owed
 * of invoices, less what was paid in advance. In one statement, so that an invoice that is issued meanwhile counts once.
 */
const owedBy = (database: Queryable, { table, id }: Payer): Promise<Owed[]> => {
  const column = columnOf[table];
  const accounts = sql`
    (SELECT a.id FROM ${raw(table)} a WHERE a.id = ${id}::uuid OR a.merged_into_id = ${id}::uuid)`;
  return database.query<Owed>(sql`
    SELECT currency, sum(amount)::text AS amount FROM (
      SELECT c.currency_code AS currency, unbilled_total(c) AS amount FROM contracts c
      WHERE c.${column} IN ${accounts} AND c.billing_party = ${partyOf[table]} AND c.status = ANY(${bindingStates}::text[])
      UNION ALL
      SELECT i.currency_code, i.balance FROM invoices i
      WHERE i.${column} IN ${accounts} AND i.bill_to = ${partyOf[table]} AND i.balance > 0
      UNION ALL
      SELECT p.currency_code, -p.unapplied FROM payments p
      WHERE p.${column} IN ${accounts} AND p.unapplied > 0 AND p.status IN ('registered', 'reconciled')
    ) owed GROUP BY currency ORDER BY currency`);
};

/** An amount in another currency, by the rate of that day. @throws Problem if there is no rate */
export const inCurrency = async (
  database: Queryable,
  { currency, amount }: Owed,
  to: string,
  on: string,
): Promise<string> => {
  if (currency === to) return amount;
  const rate: ExchangeRate = await requireRate(database, currency, to, on);
  return convert({ currency, amount }, rate).amount;
};

/**
 * What an account owes or will owe, less its advances, in the currency of its limit. Lock the account first: whoever
 * signs another contract of it waits for that lock.
 *
 * @param currency of the limit; other currencies are converted with the rate of `on`
 * @throws Problem if a rate is missing
 * @example await exposureOf(tx, { table: 'clients', id }, 'DOP', '2026-03-09') // '1500.00'
 */
export const exposureOf = async (
  database: Queryable,
  payer: Payer,
  currency: string,
  on: string,
): Promise<string> => {
  const amounts: string[] = [];
  for (const owed of await owedBy(database, payer))
    amounts.push(await inCurrency(database, owed, currency, on));
  return sum(amounts);
};
