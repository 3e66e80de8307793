import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { overrideDeciders } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type DateRange, rangeToSql } from '@pauta/domain/kinds/date-range.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { readSetting } from '../../admin/settings/store.ts';
import type { AfterDecision } from '../../approval/approval-area.ts';
import { contentChanged, requestApproval } from '../../approval/approvals.ts';
import { decideFor } from '../../approval/decide.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { StateChangeHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

interface Room {
  /** Days of the period on which the space is sold. */
  readonly days: number;
  /** What can still be asked for on each of them. */
  readonly most: number | null;
}

/** How many units an override of a space may have on every day of a period. */
const readRoom = async (
  database: Queryable,
  itemId: string,
  dates: DateRange,
  limit: string,
): Promise<Room> => {
  const row = await database.one<Room>(sql`
    SELECT count(*)::integer AS days, min(floor(c.capacity * ${limit}::numeric / 100) - coalesce((
        SELECT sum(o.units) FROM capacity_overrides o
        WHERE o.inventory_item_id = i.id AND o.status = 'approved' AND o.expires_at > now() AND o.dates @> d.at::date), 0))::float8 AS most
    FROM inventory_items i
      CROSS JOIN generate_series(${dates.from}::date, ${dates.to}::date, interval '1 day') AS d(at)
      CROSS JOIN LATERAL (SELECT capacity_on(i, d.at::date) AS capacity) c
    WHERE i.id = ${itemId}::uuid AND c.capacity > 0`);
  return row ?? { days: 0, most: null };
};

const requireInput = (values: Values, { days, most }: Room, limit: string, now: Date): void => {
  const dates = values.dates as DateRange;
  if ((dates.from ?? '') < companyToday())
    throw invalid({ dates: ['Los días ya empezaron. Elija desde hoy.'] });
  if (days === 0) throw invalid({ dates: ['En esos días este espacio no se vende. Cambie los días.'] });
  if (Date.parse(String(values.expires_at)) <= now.getTime())
    throw invalid({ expires_at: ['Indique un momento que no haya pasado.'] });
  if (Number(values.units) > Number(most)) {
    const share = `${formatCount(Number(limit))} %`;
    throw invalid({
      units: [
        Number(most) <= 0
          ? `Con el límite de ${share} este espacio no admite más en esos días.`
          : `Pida como máximo ${formatCount(Number(most))} en esos días: el límite es ${share} de la capacidad.`,
      ],
    });
  }
};

const contentOf = (values: Values) => ({
  space: (values.inventory_item_id as Reference).id,
  dates: rangeToSql(values.dates as DateRange),
  units: values.units,
});

const decided = (userId: string, comment: unknown): Values => ({
  decided_by_id: userId,
  decision_reason: (comment as string | null | undefined) ?? null,
});

/** A decision made on the override itself. */
const decideHere =
  (outcome: 'approved' | 'rejected'): StateChangeHandler =>
  async (context, record, { reason }) => {
    const comment = (reason as string | null | undefined) ?? null;
    await decideFor(context, { kind: 'capacity_overrides', recordId: record.id }, { outcome, comment });
    return decided(context.actor.userId, comment);
  };

/** The effect of a decision in the inbox of approvals. The database keeps the limit, and counts the units. */
export const afterOverrideDecision: AfterDecision = async ({ tx, actor }, recordId, { outcome, comment }) => {
  if (outcome === 'withdrawn') {
    await tx.query(sql`
      UPDATE capacity_overrides SET status = 'withdrawn' WHERE id = ${recordId}::uuid AND status = 'requested'`);
    return;
  }
  await tx.query(sql`
    UPDATE capacity_overrides SET status = ${outcome}, decided_by_id = ${actor.userId}::uuid, decision_reason = ${comment}
    WHERE id = ${recordId}::uuid AND status = 'requested'`);
};

/** Overrides of capacity: asked for within the limit of the setting, and decided by somebody else. */
export const capacityOverrideHooks: ResourceHooks = {
  beforeCreate: async (context, values) => {
    const { tx, actor, now, isDry } = context;
    const limit = String(await readSetting(tx, 'overbook_limit_pct'));
    const space = values.inventory_item_id as Reference;
    const dates = values.dates as DateRange;
    requireInput(values, await readRoom(tx, space.id, dates, limit), limit, now);
    const id = newLineId(now.getTime());
    if (!isDry) {
      const period = `${formatCivilDate(dates.from ?? '')} – ${formatCivilDate(dates.to ?? '')}`;
      const text = `${formatCount(Number(values.units))} de más cada día: ${String(values.reason)}`;
      await requestApproval(context, {
        kind: 'capacity_overrides',
        recordId: id,
        title: `${space.label} · ${period}`.slice(0, 200),
        content: contentOf(values),
        reasons: [
          { code: 'overbooking', text: text.slice(0, 300), effect: null, permission: overrideDeciders[0] },
        ],
      });
    }
    return { id, status: 'requested', requested_by_id: actor.userId, limit_pct: limit };
  },
  commands: {
    approve: decideHere('approved'),
    reject: decideHere('rejected'),
    withdraw: async (context, record) => {
      await contentChanged(context, { kind: 'capacity_overrides', recordId: record.id, content: null });
    },
  },
};
