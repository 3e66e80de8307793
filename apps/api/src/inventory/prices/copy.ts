import { priceRules } from '@pauta/domain/inventory/prices/price-rule.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { adjusted, inChunks, readAdjustment } from './adjustment.ts';

const ruleColumns = raw(Object.keys(priceRules.fields).join(', '));

/** What a copy of a price list is called, when it is valid, and how its prices differ. */
export interface ListCopy {
  readonly code: string;
  readonly name: string;
  readonly valid: DateRange;
  readonly adjust_pct: string;
  readonly decimals: number;
}

/**
 * Makes a draft with the prices of another list, adjusted, and its surcharges and discounts.
 *
 * @returns the id of the draft
 */
export const copyList = async (tx: Transaction, listId: string, input: ListCopy): Promise<string> => {
  const adjustment = await readAdjustment(tx, listId, { ...input });
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO price_lists (code, name, kind, company_id, platform_id, currency_code, valid, base_list_id, adjust_pct, notes)
    SELECT ${input.code}, ${input.name}, kind, company_id, platform_id, currency_code,
      ${rangeToSql(input.valid)}::daterange, id, ${input.adjust_pct}::numeric, notes
    FROM price_lists WHERE id = ${listId}::uuid RETURNING id`);
  if (!made) throw new Error('copying a price list made none');
  await inChunks(
    tx,
    listId,
    (ids) => sql`
      INSERT INTO prices (id, price_list_id, position, inventory_item_id, ad_article_id, inventory_category_id, unit,
        unit_price, floor_price, min_qty)
      SELECT new_id(), ${made.id}::uuid, position, inventory_item_id, ad_article_id, inventory_category_id, unit,
        ${adjusted(sql`unit_price`, adjustment)}, ${adjusted(sql`floor_price`, adjustment)}, min_qty
      FROM prices WHERE id = ANY(${ids}::uuid[]) ORDER BY position, id`,
  );
  await tx.query(sql`
    INSERT INTO price_rules (id, price_list_id, position, ${ruleColumns})
    SELECT new_id(), ${made.id}::uuid, position, ${ruleColumns} FROM price_rules
    WHERE price_list_id = ${listId}::uuid`);
  return made.id;
};

/** Makes a draft with the prices of another list, adjusted, and its surcharges and discounts. */
export const copy: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => ({
    createdId: await copyList(tx, record.id, {
      code: String(input.code),
      name: String(input.name),
      valid: input.valid as DateRange,
      adjust_pct: String(input.adjust_pct ?? '0'),
      decimals: Number(input.decimals ?? 2),
    }),
  }),
};
