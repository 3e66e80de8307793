import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { add, multiply } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

const isEmptyList: Reason = {
  code: 'no_prices',
  text: 'La lista no tiene precios. Agréguelos o impórtelos antes de publicarla.',
};

/** A list is published only with prices, and while no other current one covers any of its days. */
const publish: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{
      id: string;
      empty: boolean;
      other: string | null;
      other_id: string | null;
    }>(sql`
      SELECT l.id, NOT EXISTS (SELECT FROM prices p WHERE p.price_list_id = l.id) AS empty, o.name AS other,
        o.id AS other_id
      FROM price_lists l LEFT JOIN LATERAL (
        SELECT o.id, o.name || ' (' || o.code || ')' AS name FROM price_lists o
        WHERE o.status = 'current' AND o.archived_at IS NULL AND o.kind = l.kind AND o.id <> l.id
          AND o.company_id IS NOT DISTINCT FROM l.company_id AND o.platform_id IS NOT DISTINCT FROM l.platform_id
          AND o.valid && l.valid
        ORDER BY o.valid, o.id LIMIT 1) o ON true
      WHERE l.id = ANY(${ids}::uuid[])`);
    return new Map(
      rows.map(({ id, empty, other, other_id }) => [
        id,
        [
          ...(empty ? [isEmptyList] : []),
          ...(other === null
            ? []
            : [
                {
                  code: 'overlaps',
                  text: `«${other}» ya está vigente en parte de esas fechas. Termine su vigencia o cambie las fechas de esta.`,
                  fix: { label: 'Abrir esa lista', path: `/inventario/gestion-precios/${other_id}` },
                },
              ]),
        ],
      ]),
    );
  },
  run: async () => {},
};

/** Exclusive upper limit of a stored price: `numeric(18,6)`. */
const tooHigh = '1000000000000';

interface Adjustment {
  /** Decimal text: 1.1 raises prices by 10 %. */
  readonly factor: string;
  readonly decimals: number;
}

/** @throws Problem 422 if a price would become too large to be stored */
const readAdjustment = async (tx: Transaction, listId: string, input: Values): Promise<Adjustment> => {
  const factor = add('1', multiply(String(input.adjust_pct ?? '0'), '0.01'));
  const row = await tx.one<{ most: string | null }>(
    sql`SELECT max(unit_price)::text AS most FROM prices WHERE price_list_id = ${listId}::uuid`,
  );
  if (compareDecimals(multiply(row?.most ?? '0', factor), tooHigh) >= 0)
    throw invalid({ adjust_pct: ['Con este ajuste algún precio sería demasiado grande.'] });
  return { factor, decimals: Number(input.decimals ?? 2) };
};

const adjusted = (column: Sql, { factor, decimals }: Adjustment): Sql =>
  sql`round(${column} * ${factor}::numeric, ${decimals}::integer)`;

/** Prices per statement, so that none takes longer than a statement may. */
const together = 2000;

/**
 * Runs a statement over the prices of a list, in chunks.
 *
 * @param statement for the ids of some prices
 */
const inChunks = async (
  tx: Transaction,
  listId: string,
  statement: (ids: readonly string[]) => Sql,
): Promise<void> => {
  const rows = await tx.query<{ id: string }>(
    sql`SELECT id FROM prices WHERE price_list_id = ${listId}::uuid ORDER BY position, id`,
  );
  for (let from = 0; from < rows.length; from += together)
    await tx.query(statement(rows.slice(from, from + together).map(({ id }) => id)));
};

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

const adjust: CommandHandler<AdjustPlan> = {
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

const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => {
    const adjustment = await readAdjustment(tx, record.id, input);
    const made = await tx.one<{ id: string }>(sql`
      INSERT INTO price_lists (code, name, kind, company_id, platform_id, currency_code, valid, base_list_id, adjust_pct, notes)
      SELECT ${input.code}, ${input.name}, kind, company_id, platform_id, currency_code,
        ${rangeToSql(input.valid as DateRange)}::daterange, id, ${input.adjust_pct}::numeric, notes
      FROM price_lists WHERE id = ${record.id}::uuid RETURNING id`);
    if (!made) throw new Error('copying a price list made none');
    await inChunks(
      tx,
      record.id,
      (ids) => sql`
        INSERT INTO prices (id, price_list_id, position, inventory_item_id, ad_article_id, inventory_category_id, unit,
          unit_price, floor_price, min_qty)
        SELECT new_id(), ${made.id}::uuid, position, inventory_item_id, ad_article_id, inventory_category_id, unit,
          ${adjusted(sql`unit_price`, adjustment)}, ${adjusted(sql`floor_price`, adjustment)}, min_qty
        FROM prices WHERE id = ANY(${ids}::uuid[]) ORDER BY position, id`,
    );
    return { createdId: made.id };
  },
};

/** Server code of price lists (domain §1.7). */
export const priceListHooks: ResourceHooks = {
  commands: { publish, adjust, copy: copy as CommandHandler },
};
