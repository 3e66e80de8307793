import { newLineId } from '@pauta/domain/document/line-id.ts';
import { cellsOf } from '@pauta/domain/inventory/capacity/cells.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { isEmpty } from '@pauta/domain/kinds/kind.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import { takeNumber } from '../../admin/settings/take-number.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { CommandHandler, StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { type CapacityCell, extendHeld, holdCells, release } from '../capacity/move-capacity.ts';
import { readSpace, type Space } from '../items/space.ts';

/** When a hold that begins now ends, ISO 8601. */
const endOfHold = async (database: Queryable, now: Date): Promise<string> => {
  const days = await readSetting(database, 'hold_days');
  return new Date(now.getTime() + Number(days) * 86_400_000).toISOString();
};

/** The cells of a hold by its values. @throws RangeError for an open flight, or for seconds without a duration */
const cellsOfHold = (space: Space, values: Values): CapacityCell[] =>
  cellsOf(
    {
      flight: values.flight as DateRange,
      days: values.days as readonly string[],
      unitsPerDay: values.units_per_day as number,
      durationSec: (values.duration_sec as number | null | undefined) ?? null,
    },
    space,
  ).map((cell) => ({ ...cell, itemId: space.id }));

const create: NonNullable<ResourceHooks['beforeCreate']> = async ({ tx, now, isDry }, values) => {
  const space = await readSpace(tx, (values.inventory_item_id as Reference).id);
  if (space.capacity_unit === 'seconds' && isEmpty(values.duration_sec)) {
    throw invalid({ duration_sec: ['Indique la duración: este espacio se vende por segundos.'] });
  }
  const cells = cellsOfHold(space, values);
  if (cells.length === 0) {
    throw invalid({
      flight: [
        'En ese periodo no hay ningún día en que este espacio se venda. Cambie las fechas o los días.',
      ],
    });
  }
  const id = newLineId(now.getTime());
  const expires_at = await endOfHold(tx, now);
  await holdCells(tx, id, cells, expires_at);
  const number = await takeNumber(tx, { series: 'hold', isDryRun: isDry });
  return { id, number, expires_at, status: 'active', renewals: 0, rank: 1 };
};

const renew: CommandHandler = {
  refuse: async ({ tx }, ids) => {
    const most = Number(await readSetting(tx, 'hold_max_renewals'));
    const rows = await tx.query<{ id: string }>(
      sql`SELECT id FROM holds WHERE id = ANY(${ids}::uuid[]) AND renewals >= ${most}`,
    );
    const reason: Reason = {
      code: 'renewals_used',
      text:
        most === 0
          ? 'Las reservas no se renuevan, según la configuración.'
          : `Ya se renovó ${most === 1 ? 'una vez' : `${most} veces`}, lo más que se permite. Libérela o conviértala en venta.`,
    };
    return new Map(rows.map(({ id }) => [id, [reason]]));
  },
  run: async ({ tx, now }, record) => {
    if (!record) throw new Error('a hold is renewed by itself');
    const expires_at = await endOfHold(tx, now);
    const space = await readSpace(tx, referenceId(record.inventory_item_id) ?? '');
    await extendHeld(tx, record.id, cellsOfHold(space, record), expires_at);
    return { expires_at, renewals: Number(record.renewals) + 1 };
  },
};

const releaseHold: StateChangeHandler = async ({ tx }, record, { reason }) => {
  await release(tx, { holdIds: [record.id] });
  return { reason: reason ?? null };
};

/** Holds occupy capacity from their creation to their end. */
export const holdHooks: ResourceHooks = {
  beforeCreate: create,
  commands: { renew, release: releaseHold },
  events: { expire: 'Reserva vencida' },
};
