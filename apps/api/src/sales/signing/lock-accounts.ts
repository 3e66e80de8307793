import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Locks the accounts of a contract, so that its payer cannot sign another one or have its credit held meanwhile. */
export const lockAccounts = async (
  tx: Transaction,
  clientId: string | null,
  agencyId: string | null,
): Promise<void> => {
  await tx.query(sql`SELECT FROM clients WHERE id = ${clientId}::uuid FOR NO KEY UPDATE`);
  if (agencyId !== null)
    await tx.query(sql`SELECT FROM agencies WHERE id = ${agencyId}::uuid FOR NO KEY UPDATE`);
};
