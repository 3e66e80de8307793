import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';

/** Number and client of the hold or contract of a cell `c`, null if the actor may not see it. Joins of {@link holderJoins}. */
export const holderName = (actor: AnyActor): Sql => sql`
  coalesce(
    CASE WHEN ${rowVisibility(holds, actor, 'h')} THEN h.number || ' de ' || hk.trade_name END,
    CASE WHEN ${rowVisibility(contracts, actor, 'k')} THEN coalesce(k.number, k.name) || ' de ' || kk.trade_name END)`;

/** Joins hold (`h`), contract (`k`) and their clients to a cell `c`. */
export const holderJoins = sql`
  LEFT JOIN holds h ON h.id = c.hold_id AND c.state = 'held' LEFT JOIN clients hk ON hk.id = h.client_id
  LEFT JOIN order_lines l ON l.id = c.order_line_id LEFT JOIN contracts k ON k.id = l.contract_id
  LEFT JOIN clients kk ON kk.id = k.client_id`;

/** Names of holders in a sentence. @param others holders that the actor may not see */
export const holderText = (names: readonly string[], others: number): string => {
  const hidden = others === 0 ? [] : [others === 1 ? 'otra venta o reserva' : `${formatCount(others)} más`];
  return [...names, ...hidden].join('; ');
};

/** Who has these spaces, or spaces in them, from today on, by the id of the space. */
export const readHolderNames = async (
  database: Queryable,
  actor: AnyActor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; names: readonly (string | null)[]; total: number }>(sql`
    SELECT a.id, array_agg(DISTINCT ${holderName(actor)}) AS names, count(DISTINCT coalesce(h.id, k.id))::integer AS total
    FROM unnest(${ids}::uuid[]) AS a(id) JOIN inventory_items i ON i.path @> ARRAY[a.id]
      JOIN capacity_cells c ON c.item_id = i.id ${holderJoins}
    WHERE c.day >= business_date() AND (c.state = 'booked' OR c.expires_at > now())
    GROUP BY a.id`);
  return new Map(
    rows.map(({ id, names, total }) => {
      const seen = names.filter((name) => name !== null);
      const shown = seen.slice(0, 5);
      return [id, holderText(shown, Math.max(0, total - shown.length))];
    }),
  );
};
