import sql from 'sql-template-tag';
import { auditHead, sealAudit } from './audit.ts';
import type { Database } from './database/database.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const second = 1000;
const hour = 3600 * second;

/**
 * Periodic tasks of every API process: it seals the audit log every second and, every hour, creates the partitions of
 * the coming months, deletes old idempotency keys and logs the head of the audit chain. Returns a function that stops
 * it after the current run.
 */
export const startHousekeeping = (database: Database, log: Log): (() => Promise<void>) => {
  const round = async (work: () => Promise<unknown>, name: string) => {
    try {
      await work();
    } catch (error) {
      log.warn({ err: error }, `${name} failed; it is tried again`);
    }
  };
  const hourly = async () => {
    await database.query(sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`);
    // Contents of imported files are deleted after a week; the record of the import is kept for a year.
    await database.query(sql`
      DELETE FROM import_rows USING imports i
      WHERE import_id = i.id AND i.started_at IS NOT NULL AND i.created_at < now() - interval '7 days'`);
    await database.query(sql`
      DELETE FROM imports
      WHERE created_at < now() - CASE WHEN started_at IS NULL THEN interval '7 days' ELSE interval '1 year' END`);
    await database.query(sql`DELETE FROM command_runs WHERE finished_at < now() - interval '1 year'`);
    log.info(await auditHead(database), 'audit chain head');
  };

  let running: Promise<void> = Promise.resolve();
  let isIdle = true;
  let lastHourly = 0;
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    running = (async () => {
      await round(() => sealAudit(database), 'sealing the audit log');
      if (Date.now() - lastHourly >= hour) {
        lastHourly = Date.now();
        await round(() => database.query(sql`SELECT make_audit_partitions()`), 'partitioning the audit log');
        await round(hourly, 'hourly clean-up');
      }
      isIdle = true;
    })();
  }, second);
  timer.unref();

  return async () => {
    clearInterval(timer);
    await running;
  };
};
