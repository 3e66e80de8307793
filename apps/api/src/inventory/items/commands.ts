import { newLineId } from '@pauta/domain/document/line-id.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { capacityExceptions } from '@pauta/domain/inventory/exceptions/capacity-exception.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { writtenValues } from '@pauta/domain/resource/written-values.ts';
import sql from 'sql-template-tag';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { createRecord } from '../../resource/writing/change-record.ts';
import { readHolderNames } from './holder-names.ts';

/** What people entered in a space; without its photo, which is a file of its own. */
const enteredIn = (record: AnyRecord): Values =>
  writtenValues(inventoryItems.fields, record, new Set(['photo']));

/** A space is retired only when nothing of it is held or sold; whose it is, is said as far as the actor may see it. */
export const retire: CommandHandler = {
  refuse: async ({ tx, actor }, ids) => {
    const row = await tx.one<{ ids: readonly string[] }>(
      sql`SELECT inventory_items_taken(${ids}::uuid[])::text[] AS ids`,
    );
    const taken = row?.ids ?? [];
    const names = await readHolderNames(tx, actor, taken);
    return new Map(
      taken.map((id): [string, Reason[]] => [
        id,
        [
          {
            code: 'taken',
            text: `Tiene reservas o ventas de hoy en adelante, en él o en los espacios que contiene: ${names.get(id) ?? ''}. Libérelas o muévalas primero.`,
            fix: { label: 'Ver quién está', path: `/inventario/inventario/${id}?tab=ocupacion` },
          },
        ],
      ]),
    );
  },
  run: async () => {},
};

/** Gives a space another capacity on some days. */
export const changeDays: CommandHandler<void, AnyRecord> = {
  run: async (context, record, input) => {
    await createRecord(context, servedOf(context.server, capacityExceptions.name), {
      input: { ...input, inventory_item_id: record.id },
    });
  },
};

/** Makes a draft with the data of a space. */
export const copyItem: CommandHandler<void, AnyRecord> = {
  run: async (context, record, input) => {
    const made = await createRecord(context, servedOf(context.server, inventoryItems.name), {
      input: { ...enteredIn(record), code: input.code, name: input.name },
      former: record,
    });
    return { createdId: made.id };
  },
};

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Makes a space for each break inside a programme or daypart. */
export const addBreaks: CommandHandler<void, AnyRecord> = {
  answer: { created: { type: 'integer', minimum: 0 } },
  run: async (context, record, input) => {
    const last = await context.tx.one<{ last: number }>(
      sql`SELECT coalesce(max(break_no), 0) AS last FROM inventory_items WHERE parent_id = ${record.id}::uuid`,
    );
    const [hours = 0, minutes = 0] = String(input.first_at).split(':').map(Number);
    const count = Number(input.count);
    const served = servedOf(context.server, inventoryItems.name);
    const {
      min_spend: _,
      reach: _reach,
      reach_source: _source,
      reach_on: _on,
      ...shared
    } = enteredIn(record);
    for (let place = 0; place < count; place += 1) {
      const number = Number(last?.last ?? 0) + place + 1;
      const airsAt = clock(hours * 60 + minutes + place * Number(input.every_min));
      await createRecord(context, served, {
        input: {
          ...shared,
          code: `${String(record.code).slice(0, 25)}-C${number}`,
          name: `${String(record.name).slice(0, 140)}, corte ${number}`,
          parent_id: record.id,
          capacity: input.seconds,
          break_no: number,
          airs_at: airsAt,
        },
        former: record,
      });
    }
    return { created: count };
  },
};

/** Writes the price of a space into a draft list: a new one, or another amount of the one that it has in that unit. */
export const setPrice: CommandHandler<void, AnyRecord> = {
  run: async ({ tx }, record, input) => {
    const listId = referenceId(input.price_list_id) ?? '';
    const floor = isEmpty(input.floor_price) ? null : String(input.floor_price);
    const list = await tx.one<{ status: string }>(
      sql`SELECT status FROM price_lists WHERE id = ${listId}::uuid AND archived_at IS NULL FOR NO KEY UPDATE`,
    );
    if (list?.status !== 'draft')
      throw invalid({ price_list_id: ['Elija una lista en borrador: los precios de las demás no cambian.'] });
    // Lines change only after their header, in the same transaction.
    await tx.query(sql`UPDATE price_lists SET lines_xact = pg_current_xact_id() WHERE id = ${listId}::uuid`);
    const changed = await tx.query(sql`
      UPDATE prices SET unit_price = ${input.unit_price}::numeric, floor_price = ${floor}::numeric
      WHERE price_list_id = ${listId}::uuid AND inventory_item_id = ${record.id}::uuid AND unit = ${input.unit}
        AND min_qty = 1 RETURNING id`);
    if (changed.length > 0) return;
    const end = await tx.one<{ id: string; position: string }>(
      sql`SELECT id, position FROM prices WHERE price_list_id = ${listId}::uuid ORDER BY position DESC, id DESC LIMIT 1`,
    );
    const [position] = positionsAt(end ? [end] : [], end ? 1 : 0, 1);
    await tx.query(sql`
      INSERT INTO prices (id, price_list_id, position, inventory_item_id, unit, unit_price, floor_price)
      VALUES (${newLineId()}::uuid, ${listId}::uuid, ${position}, ${record.id}::uuid, ${input.unit},
        ${input.unit_price}::numeric, ${floor}::numeric)`);
  },
};
