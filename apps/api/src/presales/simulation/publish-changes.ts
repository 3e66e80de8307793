import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { isZero, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { reduceMonths } from '@pauta/domain/presales/simulation/reduce-months.ts';
import type { PublishedDraft, WrittenChange } from '@pauta/domain/presales/simulation/simulation.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { join, raw } from 'sql-template-tag';
import { copyList } from '../../inventory/prices/copy.ts';
import type { Actor } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { nextCode } from '../../resource/writing/next-code.ts';
import { planMoves } from '../draft.ts';
import { movedClients } from './moved-clients.ts';
import { readSimulation, type Scenario } from './read-simulation.ts';

type RateCard = Extract<WrittenChange, { readonly kind: 'rate_card' }>;

const requirePermission = (actor: Actor, name: string): void => {
  if (!actor.permissions.has(name)) throw forbidden(name);
};

const listPath = (id: string): string => `/${priceLists.screen}/${id}`;

/** A draft of a price list with the changed prices; one with replaced prices exists already. */
const publishRateCard = async (
  tx: Transaction,
  actor: Actor,
  change: RateCard,
  name: string,
): Promise<PublishedDraft> => {
  if (change.new_list_id !== null)
    return {
      kind: 'rate_card',
      text: 'Los precios nuevos ya están en su lista. Publíquela en Gestión de Precios.',
      path: listPath(change.new_list_id),
    };
  requirePermission(actor, priceLists.permissions.create ?? '');
  const code = await nextCode(tx, { prefix: 'TAR', of: () => priceLists, field: 'code' });
  const id = await copyList(tx, change.price_list_id, {
    code,
    name,
    valid: { from: change.from, to: change.to },
    adjust_pct: change.adjust_pct,
    decimals: 2,
  });
  return {
    kind: 'rate_card',
    text: `Lista de precios ${code} en borrador. Vale cuando se publique en Gestión de Precios.`,
    path: listPath(id),
  };
};

interface PlanLine {
  readonly id: string;
  readonly months: readonly string[];
}

const lineParts =
  'description, platform_id, division_id, subdivision_id, inventory_category_id, ad_classification_id';
const months = raw(monthNames.join(', '));
const monthsAt = (source: string) => raw(monthNames.map((_, at) => `${source}[${at + 1}]`).join(', '));

/**
 * A draft of the next version of the approved sales budget without what lost clients were expected to invest, taken off the
 * lines in proportion.
 */
const publishLostClients = async (
  tx: Transaction,
  actor: Actor,
  scenario: Scenario,
  name: string,
): Promise<PublishedDraft> => {
  const { budget, unplanned, currency } = await readSimulation(tx, actor, scenario);
  const nothing = (text: string): PublishedDraft => ({ kind: 'lost_client', text, path: null });
  if (budget === null)
    return nothing('No hay un presupuesto de ventas aprobado de la compañía y del año que cambiar.');
  if (isZero(sum(unplanned)))
    return nothing('Los clientes perdidos no tienen un presupuesto que quitar del presupuesto de ventas.');
  requirePermission(actor, salesBudgets.permissions.create ?? '');
  const lines = await tx.query<PlanLine>(sql`
    SELECT id, ARRAY[${months}]::text[] AS months FROM sales_budget_lines WHERE sales_budget_id = ${budget.id}::uuid
    ORDER BY position, id`);
  const reduced = reduceMonths(
    lines.map((line) => line.months),
    unplanned,
  );
  const totals = monthNames.map((_, at) => sum(['0.00', ...reduced.map((line) => line[at] ?? '0.00')]));
  const made = await tx.one<{ id: string; version: number }>(sql`
    INSERT INTO sales_budgets (name, company_id, fiscal_year, currency_code, notes, ${months}, total)
    SELECT name, company_id, fiscal_year, currency_code, ${`Simulación «${name}».`}, ${join(
      totals.map((total) => sql`${total}::numeric`),
    )}, ${sum(totals)}::numeric
    FROM sales_budgets WHERE id = ${budget.id}::uuid RETURNING id, version`);
  if (!made) throw new Error('inserting a budget answers its id');
  const rows = lines.map(({ id }, at) => ({
    id,
    months: reduced[at] ?? [],
    total: sum(['0.00', ...(reduced[at] ?? [])]),
  }));
  await tx.query(sql`
    INSERT INTO sales_budget_lines (id, sales_budget_id, position, ${raw(lineParts)}, ${months}, total)
    SELECT new_id(), ${made.id}::uuid, l.position, ${raw(lineParts)}, ${monthsAt('r.months')}, r.total
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, months numeric[], total numeric)
      JOIN sales_budget_lines l ON l.id = r.id`);
  const less = sum([budget.total, `-${sum(totals)}`]);
  return {
    kind: 'lost_client',
    text: `Versión ${made.version} del presupuesto de ventas en borrador, con ${formatMoney(less, currency, 2)} menos. Vale cuando se apruebe.`,
    path: `/${salesBudgets.screen}/${made.id}`,
  };
};

/** The moves of clients in the draft of the portfolio board. */
const publishMoves = async (tx: Transaction, actor: Actor, scenario: Scenario): Promise<PublishedDraft> => {
  const moves = await tx.query<{ client_id: string; to_user: string }>(sql`
    SELECT m.client_id, m.to_user FROM (${movedClients(scenario.changes, actor)}) m WHERE NOT m.frozen`);
  let moved = 0;
  for (const [to, own] of Map.groupBy(moves, (move) => move.to_user)) {
    const ids = own.map((move) => move.client_id);
    moved += (await planMoves(tx, actor, sql`t.id = ANY(${ids}::uuid[])`, to)).moved;
  }
  return {
    kind: 'moved_seller',
    text:
      moved === 0
        ? 'No hay cuentas que mover: quien las entrega no tiene clientes, o están congelados.'
        : `${moved === 1 ? '1 movimiento' : `${formatCount(moved)} movimientos`} en su borrador de Distribución de Cartera. Cambian de vendedor cuando lo publique.`,
    path: moved === 0 ? null : '/prevanta/distribucion-cartera',
  };
};

/**
 * Makes the drafts of a scenario, each where it is decided: price lists, a version of the sales budget, moves of the
 * portfolio board. Nothing of it is in force.
 *
 * @throws Problem 403 without the permission to make one of them
 */
export const publishChanges = async (
  tx: Transaction,
  actor: Actor,
  scenario: Scenario,
  name: string,
): Promise<readonly PublishedDraft[]> => {
  const drafts: PublishedDraft[] = [];
  const cards = scenario.changes.filter((change) => change.kind === 'rate_card');
  for (const change of cards) drafts.push(await publishRateCard(tx, actor, change, name));
  if (scenario.changes.some(({ kind }) => kind === 'lost_client'))
    drafts.push(await publishLostClients(tx, actor, scenario, name));
  if (scenario.changes.some(({ kind }) => kind === 'moved_seller'))
    drafts.push(await publishMoves(tx, actor, scenario));
  return drafts;
};
