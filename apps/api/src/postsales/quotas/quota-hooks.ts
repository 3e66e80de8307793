import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { type PlannedPlacement, planPlacements } from '@pauta/domain/postsales/quotas/plan-placements.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { placeCollected } from './collected-first.ts';
import { type FreeCell, freeCells, lockQuota } from './free-cells.ts';
import { placeIn } from './place-in-break.ts';
import { notRunning, requireRunning } from './running-contract.ts';

/** The placements of a quantity, in one space after the other. */
const planBySpace = (
  quantity: number,
  free: readonly FreeCell[],
  unit: string,
): (PlannedPlacement & { readonly item_id: string })[] => {
  let left = quantity;
  return [...Map.groupBy(free, ({ item_id }) => item_id)].flatMap(([item_id, cells]) => {
    const here = Math.min(
      left,
      cells.reduce((sum, { units }) => sum + units, 0),
    );
    left -= here;
    return planPlacements(here, cells, unit).map((one) => ({ ...one, item_id }));
  });
};

const place: CommandHandler = {
  answer: {
    placed: { type: 'integer', description: 'Unidades colocadas.' },
    placements: { type: 'integer', description: 'Colocaciones creadas.' },
  },
  refuse: async ({ tx }, ids) => {
    const rows = await tx.query<{ id: string }>(sql`
      SELECT q.id FROM quotas q JOIN contracts c ON c.id = q.contract_id
      WHERE q.id = ANY(${ids}::uuid[]) AND NOT contract_runs(c)`);
    return new Map(rows.map(({ id }) => [id, [notRunning]]));
  },
  run: async ({ tx }, record, input) => {
    const quota = await lockQuota(tx, String(record?.id));
    await requireRunning(tx, quota);
    const units = (input.units as number | null | undefined) ?? quota.unplaced;
    if (units > quota.unplaced) {
      throw invalid({ units: [`Solo faltan ${formatCount(quota.unplaced)} por colocar.`] });
    }
    const { from, to } = (input.period as DateRange | null | undefined) ?? { from: null, to: null };
    const free = await freeCells(tx, quota, { from, to });
    const planned = planBySpace(units, free, quota.unit);
    if (planned.length === 0) {
      throw conflict(
        'nothing_free',
        'En esas fechas no queda ningún día contratado sin colocar. Elija otras fechas.',
      );
    }
    const rows = await placeCollected(quota.contract_id, () =>
      tx.query<{ load: number }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
        SELECT ${quota.id}::uuid, p.item_id, p.starts_on, p.ends_on, p.units
        FROM unnest(${planned.map(({ item_id }) => item_id)}::uuid[], ${planned.map(({ starts_on }) => starts_on)}::date[],
          ${planned.map(({ ends_on }) => ends_on)}::date[], ${planned.map(({ units: count }) => count)}::integer[])
          AS p(item_id, starts_on, ends_on, units)
        RETURNING load::float8 AS load`),
    );
    return { placed: rows.reduce((sum, { load }) => sum + load, 0), placements: rows.length };
  },
};

/** Quotas change only by their placements; `place` and `place_in` make these. */
export const quotaHooks: ResourceHooks = {
  commands: { place, place_in: { ...placeIn, ...(place.refuse && { refuse: place.refuse }) } },
};
