import sql from 'sql-template-tag';
import { type Database, systemChange } from './database/database.ts';

const batch = 1000;

/** Adds every committed row of the audit log that is not sealed yet to the chain; returns their number. */
export const sealAudit = async (database: Database): Promise<number> => {
  let total = 0;
  for (;;) {
    const row = await database.one<{ sealed: number }>(sql`SELECT audit_seal(${batch}) AS sealed`);
    const sealed = row?.sealed ?? 0;
    total += sealed;
    if (sealed < batch) return total;
  }
};

/** End of the chain; stored elsewhere, it can later prove that the chain was not rebuilt as a whole. */
export interface AuditHead {
  position: number;
  /** Hexadecimal SHA-256. */
  hash: string;
}

/** The current end of the chain. */
export const auditHead = async (database: Database): Promise<AuditHead> => {
  const head = await database.one<AuditHead>(
    sql`SELECT position, encode(hash, 'hex') AS hash FROM audit_head`,
  );
  if (!head) throw new Error('audit_head is empty');
  return head;
};

/**
 * Recomputes the chain of the whole log (about 100,000 rows a second): the first broken position, or null if nothing
 * was changed or removed since it was sealed.
 */
export const verifyAudit = (database: Database, known?: AuditHead): Promise<number | null> =>
  database.transaction(systemChange('verify-audit'), async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = '10min'`);
    const row = await tx.one<{ broken: number | null }>(
      sql`SELECT audit_verify(${known?.position ?? null}, decode(${known?.hash ?? null}, 'hex')) AS broken`,
    );
    return row?.broken ?? null;
  });
