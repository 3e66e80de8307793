import sql from 'sql-template-tag';
import { vi } from 'vitest';
import { sealAudit } from './audit.ts';
import type { Database } from './database/database.ts';

/**
 * Seals the audit until all of it is settled. While a transaction is open that began before, also one of another test's
 * database, the last entries stay unsettled.
 */
export const settleAudit = (database: Database): Promise<void> =>
  vi.waitFor(
    async () => {
      await sealAudit(database);
      const head = await database.one<{ settled: boolean }>(
        sql`SELECT settled_id = (SELECT max(id) FROM audit_log) AS settled FROM audit_head`,
      );
      if (!head?.settled) throw new Error('the audit is not settled: an earlier transaction is open');
    },
    { timeout: 60_000 },
  );
