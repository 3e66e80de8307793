import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Locks an account, and the one that it was merged into. */
const lockAccount = async (tx: Transaction, table: 'clients' | 'agencies', id: string): Promise<void> => {
  const own = await tx.one<{ merged_into_id: string | null }>(
    sql`SELECT merged_into_id FROM ${raw(table)} WHERE id = ${id}::uuid FOR NO KEY UPDATE`,
  );
  if (own?.merged_into_id)
    await tx.query(sql`SELECT FROM ${raw(table)} WHERE id = ${own.merged_into_id}::uuid FOR NO KEY UPDATE`);
};

/** Locks the accounts of a contract, so that its payer cannot sign another one or have its credit held meanwhile. */
export const lockAccounts = async (
  tx: Transaction,
  clientId: string | null,
  agencyId: string | null,
): Promise<void> => {
  if (clientId !== null) await lockAccount(tx, 'clients', clientId);
  if (agencyId !== null) await lockAccount(tx, 'agencies', agencyId);
};

/**
 * Locks the other clients that pay a part of a contract, after its own accounts.
 *
 * @param addendumId the addendum whose new payers are locked, too
 */
export const lockOtherPayers = async (
  tx: Transaction,
  contractId: string,
  addendumId: string | null = null,
): Promise<void> => {
  const payers = await tx.query<{ client_id: string }>(sql`
    SELECT client_id FROM payers_in_force WHERE contract_id = ${contractId}::uuid AND client_id IS NOT NULL
    UNION SELECT client_id FROM addendum_payers WHERE addendum_id = ${addendumId}::uuid AND client_id IS NOT NULL
    ORDER BY client_id`);
  for (const { client_id } of payers) await lockAccount(tx, 'clients', client_id);
};
