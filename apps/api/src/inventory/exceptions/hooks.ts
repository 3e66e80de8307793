import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { whoIsInTheWay } from '../items/who-is-in-the-way.ts';

/**
 * @param itemId the space
 * @param values dates and capacity of the exception
 * @param exceptId the exception that is changed
 * @throws Problem 422 if more is held or sold on its days than its capacity, naming whose
 */
export const requireRoom = async (
  { tx, actor }: HandlerContext,
  itemId: string,
  values: Values,
  exceptId: string | null = null,
): Promise<void> => {
  // Writing the exception locks its space; locked after the insertion, two at once would wait for each other.
  await tx.query(sql`SELECT FROM inventory_items WHERE id = ${itemId}::uuid FOR UPDATE`);
  const dates = rangeToSql(values.dates as DateRange);
  const why = await whoIsInTheWay(
    tx,
    actor,
    itemId,
    sql`jsonb_populate_record(i, jsonb_build_object('exceptions', coalesce((
      SELECT jsonb_agg(jsonb_build_object('from', lower(x.dates), 'to', upper(x.dates) - 1, 'capacity', x.capacity)) FROM (
        SELECT e.dates, e.capacity FROM capacity_exceptions e WHERE e.inventory_item_id = i.id AND e.archived_at IS NULL
          AND e.id IS DISTINCT FROM ${exceptId}::uuid
        UNION ALL SELECT ${dates}::daterange, ${values.capacity}::integer) x), '[]')))`,
  );
  if (why) throw invalid({ capacity: [why] });
};

/** Days with another capacity: never less than what is held or sold on them. */
export const capacityExceptionHooks: ResourceHooks = {
  beforeCreate: async (context, values) => {
    await requireRoom(context, referenceId(values.inventory_item_id) ?? '', values);
  },
  beforeUpdate: async (context, current, values) => {
    if (!('dates' in values) && !('capacity' in values)) return;
    await requireRoom(
      context,
      referenceId(current.inventory_item_id) ?? '',
      { ...current, ...values },
      current.id,
    );
  },
};
