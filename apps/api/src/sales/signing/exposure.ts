import { sum } from '@pauta/domain/money/arithmetic.ts';
import { convert, type ExchangeRate } from '@pauta/domain/money/exchange-rate.ts';
import sql from 'sql-template-tag';
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

const partyOf = { clients: 'client', agencies: 'agency' } as const;

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
  const all = await database.query<Owed>(sql`
    SELECT currency_code AS currency, amount::text FROM owed_by(${partyOf[payer.table]}, ${payer.id}::uuid)
    ORDER BY currency_code`);
  for (const owed of all) amounts.push(await inCurrency(database, owed, currency, on));
  return sum(amounts);
};
