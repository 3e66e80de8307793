import { paymentPromises } from '@pauta/domain/billing/collections/payment-promise.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { runInJob } from '../../resource/writing/run-command.ts';

const breakPastPromises = async (app: FastifyInstance, isStopped: () => boolean): Promise<void> => {
  const past = await app.database.query<{ id: string }>(sql`
    SELECT id FROM payment_promises WHERE status = 'open' AND promised_on < business_date() ORDER BY promised_on, id`);
  for (const { id } of past) {
    if (isStopped()) return;
    await runInJob(
      app,
      paymentPromises,
      'expire',
      id,
      systemChange(`promise:${id}`, 'Pasó su fecha sin el pago'),
    );
  }
};

/**
 * Opens and closes collection cases, breaks the promises that are past, and holds or releases the credit of the accounts
 * where that changed. Each account in a transaction of its own.
 */
export const followCollections = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const { database } = app;
  const follow = () =>
    database.transaction(systemChange('collections', 'Gestión de cobro al día'), (tx) =>
      tx.query(sql`SELECT follow_overdue_accounts()`),
    );
  await follow();
  await breakPastPromises(app, isStopped);
  const due = await database.query<{ client_id: string | null; agency_id: string | null }>(
    sql`SELECT client_id, agency_id FROM credit_to_review()`,
  );
  for (const { client_id, agency_id } of due) {
    if (isStopped()) return;
    await database.transaction(systemChange(`credit:${client_id ?? agency_id}`), (tx) =>
      tx.query(sql`SELECT review_credit(${client_id}::uuid, ${agency_id}::uuid)`),
    );
  }
  // Accounts that were released just now and owe nothing more.
  if (due.length > 0) await follow();
};

/** Keeps collection current while the server runs. */
export const followCollectionsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'collection was not brought up to date',
    pause: 5 * 60_000,
    work: async (isStopped) => {
      await followCollections(app, isStopped);
      return undefined;
    },
  });
