import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { runInJob } from '../../resource/writing/run-command.ts';

/** Expires every quote that was sent and is past its last day. */
export const expireDueQuotes = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const due = await app.database.query<{ id: string }>(sql`
    SELECT id FROM quotes WHERE status = 'sent' AND valid_until < business_date() AND archived_at IS NULL
    ORDER BY valid_until, id`);
  for (const { id } of due) {
    if (isStopped()) return;
    await runInJob(app, quotes, 'expire', id, systemChange(`quote:${id}`, 'Venció su vigencia'));
  }
};

/** Quotes expire at the end of their last day. */
export const expireQuotesInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'expired quotes were not closed',
    pause: 5 * 60_000,
    work: async (isStopped) => {
      await expireDueQuotes(app, isStopped);
      return undefined;
    },
  });
