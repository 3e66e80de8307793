import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { lockSpaces, moveCells } from '../../inventory/capacity/move-capacity.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { HandlerContext } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { lockRecords } from '../../resource/reading/read-record.ts';
import { tableOf } from '../../resource/table.ts';
import { lockedDay, separationOf } from '../traffic/order-in-break.ts';
import { readUnit } from '../traffic/read-day.ts';
import { type LockedQuota, lockQuota } from './free-cells.ts';
import {
  cellsOfPlacement,
  refuseNotRunning,
  requireRights,
  type Target,
  targetOf,
  wishOf,
} from './move-placement.ts';
import { requireRunning } from './running-contract.ts';

/** A placement that goes where another one is. */
interface Leg {
  readonly record: AnyRecord;
  readonly quota: LockedQuota;
  readonly to: Target;
}

const refused = (text: string) => invalid({ with_id: [text] });

/** Both placements, locked. */
const readPair = async (
  { tx, actor }: HandlerContext,
  id: string,
  other: string,
): Promise<readonly [AnyRecord, AnyRecord]> => {
  if (id === other) throw refused('Elija otra colocación: esta es la misma.');
  const records = await lockRecords(tx, tableOf(placements), [id, other], actor);
  const [one, two] = [records.get(id), records.get(other)];
  if (!one || !two) throw refused('Elija otra colocación: esa ya no existe.');
  if (!['scheduled', 'confirmed'].includes(String(two.status)) || two.locked === true)
    throw refused('Solo se intercambia con una colocación programada o confirmada. Elija otra.');
  if (two.pinned === true) throw refused('La otra está fijada en su lugar. Suéltela primero, o elija otra.');
  return [one, two];
};

const quotaOf = (record: AnyRecord): string => referenceId(record.quota_id) ?? '';

/** What a leg keeps of the separation: nothing outside of breaks. */
const overrideOf = async (
  context: HandlerContext,
  { record, quota, to }: Leg,
  leaving: string,
  reason: string | null,
): Promise<string | null> => {
  const day = await lockedDay(context, to.itemId, to.starts_on);
  if (!day) return null;
  const unit = await readUnit(context.tx, context.actor, quota.id, Number(record.units));
  return separationOf(context, day, { ...unit, id: record.id }, { itemId: to.itemId, reason }, [leaving]);
};

/** Two placements change places, with their capacity. */
export const swap: CommandHandler = {
  refuse: refuseNotRunning,
  run: async (context, found, input) => {
    if (!found) throw new Error('a placement changes places by itself');
    const { tx } = context;
    const [own, other] = await readPair(context, found.id, referenceId(input.with_id) ?? '');
    const pair: readonly [AnyRecord, AnyRecord][] = [
      [own, other],
      [other, own],
    ];
    const legs: Leg[] = [];
    for (const [record, there] of [...pair].sort(([a], [b]) => (quotaOf(a) < quotaOf(b) ? -1 : 1))) {
      const quota = await lockQuota(tx, quotaOf(record));
      await requireRunning(tx, quota);
      const to = await targetOf(tx, quota, record, {
        starts_on: there.starts_on,
        inventory_item_id: there.inventory_item_id,
      });
      await requireRunning(tx, quota, to.ends_on);
      await requireRights(tx, record, to.ends_on);
      legs.push({ record, quota, to });
    }
    const from = new Map<Leg, Awaited<ReturnType<typeof cellsOfPlacement>>>();
    for (const leg of legs) from.set(leg, await cellsOfPlacement(tx, leg.quota, leg.record));
    await lockSpaces(
      tx,
      legs.flatMap((leg) => [...(from.get(leg) ?? []), ...leg.to.cells]),
    );
    // Both give up their places before either takes the other one.
    for (const leg of legs) await moveCells(tx, leg.quota.order_line_id, from.get(leg) ?? [], []);
    for (const leg of legs) await moveCells(tx, leg.quota.order_line_id, [], leg.to.cells);
    const { reason } = wishOf(input);
    const kept: (string | null)[] = [];
    for (const leg of legs) {
      const leaving = leg.record.id === own.id ? other.id : own.id;
      kept.push(await overrideOf(context, leg, leaving, reason));
    }
    await tx.query(sql`
      UPDATE placements p SET inventory_item_id = s.item_id, starts_on = s.starts_on, ends_on = s.ends_on,
        position = s.position, separation_reason = s.reason
      FROM unnest(${legs.map(({ record }) => record.id)}::uuid[], ${legs.map(({ to }) => to.itemId)}::uuid[],
        ${legs.map(({ to }) => to.starts_on)}::date[], ${legs.map(({ to }) => to.ends_on)}::date[],
        ${legs.map(({ record }) => (record.id === own.id ? other : own).position as string | null)}::text[],
        ${kept}::text[]) AS s(id, item_id, starts_on, ends_on, position, reason)
      WHERE p.id = s.id`);
    return undefined;
  },
};
