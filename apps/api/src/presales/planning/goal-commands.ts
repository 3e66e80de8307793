import { percentOf, sum } from '@pauta/domain/money/arithmetic.ts';
import { prorate } from '@pauta/domain/presales/planning/goals/prorate.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { amountMetrics } from '@pauta/domain/presales/planning/planned-amount.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { readWorkingCalendar } from '../../crm/working-calendar.ts';
import { holds } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';

const amount = { type: 'string' } as const;
const count = { type: 'integer' } as const;

/** Decimals of the months of a goal: amounts have two, counts none. */
const scaleOf = (metric: unknown): number => (amountMetrics.some((one) => one === metric) ? 2 : 0);

interface Prorated {
  readonly months: readonly { readonly month: string; readonly before: string; readonly after: string }[];
  readonly total: string;
  /** Months that are closed, which stay as they are. */
  readonly frozen: number;
}

/** Who approved a goal, and when, is set with its state and emptied when it is reopened. */
const approveGoal: CommandHandler<unknown, AnyRecord> = {
  run: async ({ actor, now }) => ({ approved_by_id: actor.userId, approved_at: now }),
};
const reopenGoal: CommandHandler<unknown, AnyRecord> = {
  run: async () => ({ approved_by_id: null, approved_at: null }),
};

/** Reduces a goal to the working days since its seller began. */
const prorateGoal: CommandHandler<Prorated, AnyRecord> = {
  answer: { months: { type: 'array', items: { type: 'object' } }, total: amount, frozen: count },
  plan: async ({ tx, actor }, goal, { starts_on }) => {
    if (goal.status === 'approved' && !holds(actor, 'rep_goals.approve'))
      throw forbidden('rep_goals.approve');
    const [year, startsOn] = [Number(goal.fiscal_year), String(starts_on)];
    if (startsOn.slice(0, 4) !== String(year))
      throw invalid({ starts_on: [`La meta es de ${year}: elija un día de ese año.`] });
    const before = monthNames.map((name) => String(goal[name]));
    const after = prorate(before, year, startsOn, await readWorkingCalendar(tx), scaleOf(goal.metric));
    const closed = await tx.query<{ place: number }>(sql`
      SELECT place FROM rep_goals g CROSS JOIN generate_series(1, 12) AS place
      WHERE g.id = ${goal.id}::uuid AND (goal_month_closed(g.user_id, make_date(g.fiscal_year, place, 1)) OR EXISTS (
        SELECT FROM rep_goal_closings k WHERE k.rep_goal_id = g.id AND k.month = make_date(g.fiscal_year, place, 1)))`);
    const isFrozen = (at: number): boolean => closed.some(({ place }) => place === at + 1);
    const kept = before.map((one, at) => (isFrozen(at) ? one : (after[at] ?? one)));
    return {
      months: monthNames.flatMap((month, at) =>
        kept[at] === before[at] ? [] : [{ month, before: before[at] ?? '', after: kept[at] ?? '' }],
      ),
      total: sum(kept),
      frozen: before.filter((one, at) => isFrozen(at) && one !== after[at]).length,
    };
  },
  run: async ({ tx }, goal, _input, { months }) => {
    if (months.length === 0) return;
    const sets = months.map(({ month, after }) => sql`${raw(month)} = ${after}::numeric`);
    await tx.query(sql`UPDATE rep_goals SET ${join(sets)} WHERE id = ${goal.id}::uuid`);
  },
};

interface Copied {
  readonly goals: number;
  /** Goals that exist already in the other year, and those of people who are no longer active. */
  readonly existing: number;
  readonly inactive: number;
  readonly totals: readonly { readonly currency: string; readonly amount: string }[];
}

/** A month of the goal `g`, changed by a percentage. */
const changed = (factor: string, name: string): Sql =>
  sql`round(g.${raw(name)} * ${factor}::numeric, CASE WHEN g.metric = ANY(${[...amountMetrics]}::text[]) THEN 2 ELSE 0 END)`;

/** Goals of a year that can be copied to another one, as rows `g` with `fits` and `active`. */
const copied = (from: number, to: number): Sql => sql`
  FROM rep_goals g JOIN users u ON u.id = g.user_id CROSS JOIN LATERAL (
    SELECT u.status = 'active' AS active, NOT EXISTS (
      SELECT FROM rep_goals o
      WHERE o.fiscal_year = ${to}::integer AND o.user_id = g.user_id AND o.metric = g.metric AND o.archived_at IS NULL
        AND o.division_id IS NOT DISTINCT FROM g.division_id AND o.platform_id IS NOT DISTINCT FROM g.platform_id) AS fits) f
  WHERE g.fiscal_year = ${from}::integer AND g.archived_at IS NULL`;

const copyInput = ({ from_year, to_year, change_pct }: Values) => {
  const [from, to] = [Number(from_year), Number(to_year)];
  if (from === to) throw invalid({ to_year: ['Elija otro año que el de origen.'] });
  return { from, to, factor: percentOf('1', String(sum(['100', String(change_pct)]))) };
};

const readCopied = async (tx: Queryable, input: Values): Promise<Copied> => {
  const { from, to, factor } = copyInput(input);
  const total = sql`${join(
    monthNames.map((name) => changed(factor, name)),
    ' + ',
  )}`;
  const rows = await tx.query<{
    currency: string | null;
    goals: number;
    existing: number;
    inactive: number;
    amount: string;
  }>(sql`
    SELECT CASE WHEN g.metric = ANY(${[...amountMetrics]}::text[]) THEN g.currency_code END AS currency,
      (count(*) FILTER (WHERE f.active AND f.fits))::integer AS goals,
      (count(*) FILTER (WHERE NOT f.fits))::integer AS existing,
      (count(*) FILTER (WHERE f.fits AND NOT f.active))::integer AS inactive,
      coalesce(sum(${total}) FILTER (WHERE f.active AND f.fits), 0)::numeric(18,2)::text AS amount
    ${copied(from, to)} GROUP BY 1 ORDER BY 1`);
  const all = (name: 'goals' | 'existing' | 'inactive'): number =>
    rows.reduce((most, row) => most + row[name], 0);
  if (rows.length === 0) throw invalid({ from_year: [`No hay metas de ${from} que copiar.`] });
  return {
    goals: all('goals'),
    existing: all('existing'),
    inactive: all('inactive'),
    totals: rows.flatMap(({ currency, amount: whole, goals }) =>
      currency === null || goals === 0 ? [] : [{ currency, amount: whole }],
    ),
  };
};

/** Creates the goals of a year from those of another one. */
const copyYear: CommandHandler<Copied, null> = {
  answer: {
    goals: count,
    existing: count,
    inactive: count,
    totals: { type: 'array', items: { type: 'object' } },
  },
  plan: ({ tx }, _record, input) => readCopied(tx, input),
  run: async ({ tx }, _record, input) => {
    const { from, to, factor } = copyInput(input);
    await tx.query(sql`
      INSERT INTO rep_goals (fiscal_year, user_id, metric, division_id, platform_id, currency_code, ${raw(monthNames.join(', '))},
        stretch, weight_pct, notes)
      SELECT ${to}::integer, g.user_id, g.metric, g.division_id, g.platform_id, g.currency_code,
        ${join(monthNames.map((name) => changed(factor, name)))}, ${changed(factor, 'stretch')}, g.weight_pct, g.notes
      ${copied(from, to)} AND f.active AND f.fits
      ON CONFLICT DO NOTHING`);
  },
};

/** Commands on goals. */
export const goalCommands = {
  approve: approveGoal,
  reopen: reopenGoal,
  prorate: prorateGoal,
  copy_year: copyYear,
};
