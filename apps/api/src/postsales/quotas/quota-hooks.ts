import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import { type PlannedPlacement, planPlacements } from '@pauta/domain/postsales/quotas/plan-placements.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { carryLate } from './carry-late.ts';
import { placeCollected } from './collected-first.ts';
import { type FreeCell, freeCells, type LockedQuota, lockQuota } from './free-cells.ts';
import { placeIn } from './place-in-break.ts';
import { lostOf } from './read-ledger.ts';
import { notRunning, requireRunning } from './running-contract.ts';

const unitsIn = (cells: readonly FreeCell[]): number => cells.reduce((sum, { units }) => sum + units, 0);

/** The placements of a quantity, in one space after the other. */
const planBySpace = (
  quantity: number,
  free: readonly FreeCell[],
  unit: string,
): (PlannedPlacement & { readonly item_id: string })[] => {
  let left = quantity;
  return [...Map.groupBy(free, ({ item_id }) => item_id)].flatMap(([item_id, cells]) => {
    const here = Math.min(left, unitsIn(cells));
    left -= here;
    return planPlacements(here, cells, unit).map((one) => ({ ...one, item_id }));
  });
};

/**
 * What is booked and not placed between two days. Without them, that of the days that are left, and what was left over
 * on the days before is carried there. Once the flight is over, its days are recorded afterwards.
 */
const freeOf = async (
  tx: Transaction,
  quota: LockedQuota,
  units: number,
  period: DateRange | null | undefined,
): Promise<FreeCell[]> => {
  const found = await tx.one<{ today: string; is_over: boolean }>(sql`
    SELECT business_date()::text AS today, upper(flight) <= business_date() AS is_over FROM quotas WHERE id = ${quota.id}::uuid`);
  if (period || !found || found.is_over) return freeCells(tx, quota, period ?? { from: null, to: null });
  const left = { from: found.today, to: null };
  const free = await freeCells(tx, quota, left);
  if (unitsIn(free) >= units) return free;
  await carryLate(tx, quota, units - unitsIn(free));
  return freeCells(tx, quota, left);
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
    const free = await freeOf(tx, quota, units, input.period as DateRange | null | undefined);
    const planned = planBySpace(units, free, quota.unit);
    if (planned.length === 0) {
      throw conflict(
        'nothing_free',
        (await lostOf(tx, quota.id)) ??
          'En esas fechas no queda ningún día contratado sin colocar, o no hay lugar. Elija otras fechas.',
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

const prefer: CommandHandler = {
  run: async ({ tx }, record, input) => {
    const { wanted_days, wanted_from, wanted_to, wanted_place, counted_by, rollover } = input;
    if (wanted_from && !wanted_to)
      throw invalid({ wanted_to: ['Escriba también hasta qué hora, o ninguna.'] });
    if (wanted_to && !wanted_from)
      throw invalid({ wanted_from: ['Escriba también desde qué hora, o ninguna.'] });
    if (String(wanted_from) >= String(wanted_to) && wanted_to)
      throw invalid({ wanted_to: ['Escriba una hora posterior a la de comienzo.'] });
    const avoided = ((input.avoided_program_ids ?? []) as readonly Reference[]).map(({ id }) => id);
    await tx.query(sql`
      UPDATE quotas SET wanted_days = ${(wanted_days as readonly string[] | null) ?? []}::text[],
        wanted_from = ${wanted_from ?? null}::time, wanted_to = ${wanted_to ?? null}::time,
        wanted_place = ${wanted_place}, counted_by = ${counted_by}, rollover = ${rollover}
      WHERE id = ${record?.id}::uuid`);
    await tx.query(sql`
      DELETE FROM quota_avoided_programs
      WHERE quota_id = ${record?.id}::uuid AND avoided_program_id <> ALL (${avoided}::uuid[])`);
    await tx.query(sql`
      INSERT INTO quota_avoided_programs (quota_id, avoided_program_id)
      SELECT ${record?.id}::uuid, id FROM unnest(${avoided}::uuid[]) AS given(id) ON CONFLICT DO NOTHING`);
    return undefined;
  },
};

/** Records in their days what closed periods did not place, so that it is compensated or credited like whatever was not aired. */
const recordLost: CommandHandler = {
  answer: { recorded: { type: 'integer', description: 'Unidades registradas como no emitidas.' } },
  ...(place.refuse && { refuse: place.refuse }),
  run: async ({ tx }, record, { reason_id, remark }) => {
    const quota = await lockQuota(tx, String(record?.id));
    await requireRunning(tx, quota);
    const lost = await tx.query<FreeCell & object>(sql`
      SELECT d.item_id, d.day::text, d.units::float8 AS units
      FROM quotas q CROSS JOIN LATERAL lost_days(q) d WHERE q.id = ${quota.id}::uuid ORDER BY d.item_id, d.day`);
    const planned = planBySpace(unitsIn(lost), lost, quota.unit);
    if (planned.length === 0)
      throw conflict('nothing_lost', 'Alguien ya registró lo perdido de este renglón. Actualice la página.');
    const rows = await placeCollected(quota.contract_id, () =>
      tx.query<{ load: number }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units, status, reason_id, remark)
        SELECT ${quota.id}::uuid, p.item_id, p.starts_on, p.ends_on, p.units, 'not_aired', ${referenceId(reason_id)}::uuid,
          ${remark ?? null}
        FROM jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
          AS p(item_id uuid, starts_on date, ends_on date, units integer)
        RETURNING load::float8 AS load`),
    );
    return { recorded: rows.reduce((sum, { load }) => sum + load, 0) };
  },
};

/** Quotas change only by their placements; `place` and `place_in` make these. What is wanted of them is set by `prefer`. */
export const quotaHooks: ResourceHooks = {
  commands: {
    prefer,
    record_lost: recordLost,
    place,
    place_in: { ...placeIn, ...(place.refuse && { refuse: place.refuse }) },
  },
};
