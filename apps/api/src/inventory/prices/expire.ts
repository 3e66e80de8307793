import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Database, systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';

/** Ends the current price lists whose last day is over. */
export const expirePriceLists = (database: Database): Promise<unknown> =>
  database.transaction({ ...systemChange('price_lists', 'Terminó su vigencia'), action: 'expire' }, (tx) =>
    tx.query(sql`
      UPDATE price_lists SET status = 'expired'
      WHERE id IN (
        SELECT id FROM price_lists WHERE status = 'current' AND archived_at IS NULL AND upper(valid) <= business_date()
        ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`),
  );

/** Ends price lists within minutes of their last day while the server runs. */
export const expirePriceListsInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'price lists past their last day were not ended',
    pause: 5 * 60_000,
    work: async () => {
      await expirePriceLists(app.database);
      return undefined;
    },
  });
