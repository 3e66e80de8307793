import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { workRegularly } from '../../platform/regular-work.ts';

/**
 * Authorisation letters start and end at midnight, so values derived from the valid ones (active clients and next end
 * of an agency, usual agency of a client) are updated at startup and every few minutes.
 */
export const keepLettersCurrent = (app: FastifyInstance): void => {
  const failure = 'refreshing what follows from the letters failed';
  const refresh = async (): Promise<undefined> => {
    await app.database.query(sql`SELECT refresh_letters()`);
    return undefined;
  };
  app.addHook('onReady', async () => {
    await refresh().catch((error: unknown) => app.log.warn({ err: error }, failure));
  });
  workRegularly(app, { failure, pause: 5 * 60_000, work: refresh });
};
