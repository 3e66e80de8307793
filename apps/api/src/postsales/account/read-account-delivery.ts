import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import {
  type AccountDelivery,
  type DeliveryPart,
  type DeliveryPartName,
  type DeliveryRow,
  deliveryParts,
} from '@pauta/domain/postsales/account/account-delivery.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowScope, scopeCondition } from '../../resource/reading/row-scope.ts';
import { quoted } from '../../resource/table.ts';

/** Rows of a part; a list has the others. */
const most = 8;
/** Contracts by which a list is filtered: an address has room for them. */
const mostContracts = 40;

interface Part {
  readonly resource: Resource;
  /** Label, status, day, done and of of a row `t` of the contract `c`. */
  readonly columns: Sql;
  readonly where: Sql;
  readonly order: Sql;
}

const running = sql`c.status IN ('signed', 'active', 'suspended')`;

/** What each part reads. */
export const accountParts: Readonly<Record<DeliveryPartName, Part>> = {
  quotas: {
    resource: quotas,
    columns: sql`t.description AS label, NULL AS status, (upper(t.flight) - 1)::text AS day, t.aired::float8 AS done, t.contracted::float8 AS of`,
    where: sql`${running} AND t.pending > 0`,
    order: sql`upper(t.flight), t.id`,
  },
  sheets: {
    resource: techSheets,
    columns: sql`t.description AS label, t.status, t.due_on::text AS day, t.progress_pct::float8 AS done, NULL::float8 AS of`,
    where: sql`${running} AND t.status <> 'approved'`,
    order: sql`t.due_on, t.id`,
  },
  orders: {
    resource: workOrders,
    columns: sql`t.description AS label, t.status, coalesce(t.planned_start, t.sla_due)::text AS day, NULL::float8 AS done, NULL::float8 AS of`,
    where: sql`t.archived_at IS NULL AND t.status NOT IN ('on_air', 'completed', 'missed', 'cancelled')`,
    order: sql`coalesce(t.planned_start, t.sla_due) NULLS LAST, t.id`,
  },
  reports: {
    resource: evidenceReports,
    columns: sql`t.number AS label, t.status, (upper(t.period) - 1)::text AS day, t.coverage_pct::float8 AS done, NULL::float8 AS of`,
    where: sql`t.archived_at IS NULL`,
    order: sql`upper(t.period) DESC, t.id`,
  },
  missed: {
    resource: placements,
    columns: sql`t.description AS label, t.status, t.starts_on::text AS day, NULL::float8 AS done, t.load::float8 AS of`,
    where: sql`t.status = 'not_aired' AND NOT EXISTS (
      SELECT FROM placements m WHERE m.makegood_of_id = t.id AND m.status <> 'cancelled')`,
    order: sql`t.starts_on DESC, t.id`,
  },
};

/** What is delivered of the contracts of a client or an agency, of what the actor may see. */
export const readAccountDelivery = async (
  database: Queryable,
  { of, id }: { readonly of: 'client' | 'agency'; readonly id: string },
  actor: Actor,
): Promise<AccountDelivery> => {
  const read = async (name: DeliveryPartName): Promise<readonly [DeliveryPartName, DeliveryPart | null]> => {
    const { resource, columns, where, order } = accountParts[name];
    if (rowScope(resource, actor) === 'none') return [name, null];
    const source = sql`
      FROM ${raw(quoted(resource.name))} t JOIN contracts c ON c.id = t.contract_id JOIN clients k ON k.id = c.client_id
      WHERE c.${raw(quoted(`${of}_id`))} = ${id}::uuid AND ${where} AND ${scopeCondition(resource, actor)}`;
    const rows = await database.query<DeliveryRow & { readonly total: number }>(sql`
      SELECT t.id, c.number AS contract, k.trade_name AS client, ${columns}, (count(*) OVER ())::integer AS total
      ${source} ORDER BY ${order} LIMIT ${most}`);
    const total = rows[0]?.total ?? 0;
    const found =
      total > rows.length
        ? await database.query<{ id: string }>(
            sql`SELECT DISTINCT c.id ${source} ORDER BY c.id LIMIT ${mostContracts + 1}`,
          )
        : [];
    const contracts = found.length > mostContracts ? [] : found.map((one) => one.id);
    return [name, { total, contracts, rows: rows.map(({ total: _, ...row }) => row) }];
  };
  return Object.fromEntries(await Promise.all(deliveryParts.map(read))) as AccountDelivery;
};
