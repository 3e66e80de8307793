import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import { servedOf } from '../../resource/commands/served-of.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { createRecord } from '../../resource/writing/change-record.ts';
import { lockSpaces } from '../capacity/move-capacity.ts';
import { readSpaces } from '../items/space.ts';
import { type Wanted, wantedCells } from './wanted.ts';

/** A hold that was made. */
export interface MadeHold {
  readonly id: string;
  readonly number: string;
  readonly status: string;
}

/**
 * Makes a hold of each of some spaces, of all of them or of none. Each is made as by its form: it may wait in the queue,
 * or need an approval.
 *
 * @throws Problem as creating a hold does; 409 `no_capacity` names the space that has no room
 */
export const holdTogether = async (
  context: HandlerContext,
  wanted: Wanted & Values,
): Promise<readonly MadeHold[]> => {
  const { inventory_item_ids, ...input } = wanted;
  const spaces = await readSpaces(context.tx, inventory_item_ids);
  // All at once and in order, so that two users who take the same spaces in another order do not wait for each other.
  await lockSpaces(
    context.tx,
    [...spaces.values()].flatMap((space) => wantedCells(space, wanted, wanted.flight)),
  );
  const served = servedOf(context.server, holds.name);
  const made: MadeHold[] = [];
  for (const id of inventory_item_ids) {
    const isTimed = spaces.get(id)?.capacity_unit === 'seconds';
    const record = parseRecord(
      await createRecord(context, served, {
        input: {
          ...input,
          inventory_item_id: id,
          duration_sec: isTimed ? (input.duration_sec ?? null) : null,
        },
      }),
    );
    made.push({ id: record.id, number: String(record.number), status: String(record.status) });
  }
  return made;
};
