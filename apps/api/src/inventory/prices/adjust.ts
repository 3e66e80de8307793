import sql from 'sql-template-tag';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { adjusted, inChunks, readAdjustment } from './adjustment.ts';

/** A price before and after. */
interface PriceChange {
  readonly subject: string;
  readonly unit: string;
  readonly before: string;
  readonly after: string;
}

/** What an adjustment changes: the number of prices, and some of them. */
export interface AdjustPlan {
  readonly prices: number;
  readonly examples: readonly PriceChange[];
}

const fewPrices = 6;

/** Changes all prices of a draft by a percent. */
export const adjust: CommandHandler<AdjustPlan> = {
  answer: {
    prices: { type: 'integer', description: 'Cuántos precios cambian' },
    examples: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          subject: { type: 'string' },
          unit: { type: 'string' },
          before: { type: 'string' },
          after: { type: 'string' },
        },
      },
    },
  },
  plan: async ({ tx }, record, input) => {
    const id = record?.id ?? '';
    const adjustment = await readAdjustment(tx, id, input);
    const after = adjusted(sql`p.unit_price`, adjustment);
    const row = await tx.one<AdjustPlan>(sql`
      WITH changed AS (
        SELECT p.subject, p.unit, p.unit_price::text AS before, ${after}::numeric(18,6)::text AS after, p.position, p.id
        FROM prices p WHERE p.price_list_id = ${id}::uuid
          AND (${after} <> p.unit_price OR ${adjusted(sql`p.floor_price`, adjustment)} <> p.floor_price)
      )
      SELECT (SELECT count(*)::integer FROM changed) AS prices, coalesce((
        SELECT json_agg(json_build_object('subject', e.subject, 'unit', e.unit, 'before', e.before, 'after', e.after)
          ORDER BY e.position, e.id)
        FROM (SELECT * FROM changed ORDER BY position, id LIMIT ${fewPrices}) e), '[]') AS examples`);
    return row ?? { prices: 0, examples: [] };
  },
  run: async ({ tx }, record, input) => {
    const id = record?.id ?? '';
    const adjustment = await readAdjustment(tx, id, input);
    // Lines change only after their header, in the same transaction.
    await tx.query(sql`UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = ${id}::uuid`);
    const price = adjusted(sql`unit_price`, adjustment);
    const floor = adjusted(sql`floor_price`, adjustment);
    await inChunks(
      tx,
      id,
      (ids) => sql`
        UPDATE prices SET unit_price = ${price}, floor_price = ${floor}
        WHERE id = ANY(${ids}::uuid[]) AND (${price} <> unit_price OR ${floor} <> floor_price)`,
    );
    return undefined;
  },
};
