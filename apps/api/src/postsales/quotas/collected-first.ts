import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';

interface Missing {
  readonly contract_id: string;
  readonly currency: string;
  /** With tax. */
  readonly amount: string;
}

const reasonOf = ({ contract_id, currency, amount }: Missing): Reason => ({
  code: 'not_collected',
  text: `El contrato es político y se pauta solo lo cobrado: faltan ${formatAmount({ currency, amount })} por cobrar.`,
  fix: { label: 'Ver sus facturas', path: `/${contracts.screen}/${contract_id}?tab=facturas` },
});

/**
 * Places something of a contract. The database refuses what is placed of a political one beyond what was collected of it;
 * those who place something of the same contract wait for each other there.
 *
 * @throws Problem 409 `not_collected` with the amount that is missing
 */
export const placeCollected = async <T>(contractId: string, insert: () => Promise<T>): Promise<T> => {
  try {
    return await insert();
  } catch (error) {
    const { constraint, detail } = error as { readonly constraint?: string; readonly detail?: string };
    if (constraint !== 'placements_collected' || detail === undefined) throw error;
    const [currency = '', amount = '0.00'] = detail.split(' ');
    throw refusalOf([reasonOf({ contract_id: contractId, currency, amount })]);
  }
};

/** Why placements of political contracts are not confirmed: what was collected does not pay them. By their id. */
export const confirmationsToCollect = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Reason>> => {
  const rows = await database.query<Missing & { readonly id: string }>(sql`
    SELECT * FROM (
      SELECT p.id, c.id AS contract_id, c.currency_code AS currency,
        collection_missing(c.id, '{confirmed,aired}', p.id)::text AS amount
      FROM placements p JOIN contracts c ON c.id = p.contract_id WHERE p.id = ANY(${[...ids]}::uuid[])
      ORDER BY c.id, p.id) m
    WHERE m.amount IS NOT NULL`);
  return new Map(rows.map((row) => [row.id, reasonOf(row)]));
};
