import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { moveCells } from '../../inventory/capacity/move-capacity.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { refusalOf } from '../../resource/commands/reasons.ts';
import { lowerValue, proposeMakegoods } from '../traffic/makegood-slots.ts';
import { orderIn } from '../traffic/order-in-break.ts';
import { placeCollected } from './collected-first.ts';
import { lockQuota } from './free-cells.ts';
import { refuseNotRunning, targetOf, wishOf } from './move-placement.ts';
import { requireRunning } from './running-contract.ts';

/** A reason against placements that have a makegood. */
export const refuseCompensated =
  (text: string): NonNullable<CommandHandler['refuse']> =>
  async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string; other: string }>(sql`
      SELECT makegood_of_id AS id, id AS other FROM placements
      WHERE makegood_of_id = ANY(${ids}::uuid[]) AND status <> 'cancelled'`);
    return new Map(
      rows.map(({ id, other }) => [
        id,
        [
          {
            code: 'compensated',
            text,
            fix: { label: 'Abrir la compensación', path: `/postventa/gestion-cupos/colocaciones/${other}` },
          },
        ],
      ]),
    );
  };

const refuseSecond = refuseCompensated('Ya tiene una compensación.');

const refuse: NonNullable<CommandHandler['refuse']> = async (context, ids) => {
  const [compensated, stopped] = [await refuseSecond(context, ids), await refuseNotRunning(context, ids)];
  return new Map(ids.map((id) => [id, [...(compensated.get(id) ?? []), ...(stopped.get(id) ?? [])]]));
};

/**
 * Places again what was not aired: at no lower value, and on days of the flight unless somebody of the client accepted
 * another one. Its units of the contract stay those of the original, so nothing is billed twice.
 */
export const compensate = async (
  context: Pick<Context, 'tx' | 'actor'>,
  record: AnyRecord,
  input: Values,
): Promise<string | undefined> => {
  const { tx } = context;
  const quota = await lockQuota(tx, referenceId(record.quota_id) ?? '');
  await requireRunning(tx, quota);
  const { itemId, starts_on, ends_on, cells } = await targetOf(tx, quota, record, input);
  await requireRunning(tx, quota, ends_on);
  const less = await lowerValue(tx, quota.id, referenceId(record.inventory_item_id) ?? '', itemId);
  if (less) throw refusalOf([less]);
  const acceptedBy = (input.accepted_by as string | null | undefined) ?? null;
  const flight = await tx.one<{ last: string; isInside: boolean }>(sql`
    SELECT (upper(flight) - 1)::text AS last, flight @> daterange(${starts_on}::date, ${ends_on}::date, '[]') AS "isInside"
    FROM quotas WHERE id = ${quota.id}::uuid`);
  if (flight && !flight.isInside && acceptedBy === null)
    throw invalid({
      accepted_by: [
        `El vuelo contratado termina el ${formatCivilDate(flight.last)}. Escriba quién del cliente aceptó esa fecha, o elija una del vuelo.`,
      ],
    });
  await moveCells(tx, quota.order_line_id, [], cells);
  const { position, separation_reason } = await orderIn(context, quota.id, {
    itemId,
    day: starts_on,
    ...wishOf(input),
  });
  const made = await placeCollected(quota.contract_id, () =>
    tx.one<{ id: string }>(sql`
      INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, media_file_id, makegood_of_id,
        position, separation_reason, accepted_by)
      VALUES (${quota.id}::uuid, ${itemId}::uuid, ${starts_on}::date, ${ends_on}::date, ${Number(record.units)},
        ${referenceId(record.media_file_id)}::uuid, ${record.id}::uuid, ${position}, ${separation_reason}, ${acceptedBy})
      RETURNING id`),
  );
  return made?.id;
};

export const makegood: CommandHandler = {
  refuse,
  run: async (context, record, input) => {
    if (!record) throw new Error('a makegood is of one placement');
    return { createdId: await compensate(context, record, input) };
  },
};

/** Compensates with the first proposal. */
export const makegoodBest: CommandHandler = {
  refuse,
  run: async (context, record) => {
    if (!record) throw new Error('a makegood is of one placement');
    const { slots } = await proposeMakegoods(context.tx, context.actor, record.id);
    const [best] = slots;
    if (!best)
      throw refusalOf([
        {
          code: 'no_equal_slot',
          text: 'No queda ningún lugar de igual valor dentro del vuelo. Acuerde otra fecha con el cliente y use «Compensar».',
        },
      ]);
    return {
      createdId: await compensate(context, record, {
        starts_on: best.starts_on,
        inventory_item_id: best.item_id,
      }),
    };
  },
};
