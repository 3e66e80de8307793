import type { LoggedAction } from '@pauta/domain/admin/audit/audit-labels.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import type { CurrencyAmount } from '@pauta/domain/money/currency-amount.ts';
import { fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { asAction } from '../../platform/as-action.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { quoted } from '../../resource/table.ts';

/** Records assigned to a user by one of their columns. */
export interface PortfolioPart {
  readonly resource: Resource;
  readonly field: string;
  /** The role of the user: "Vendedor principal de clientes". */
  readonly label: string;
  /** Whether it may remain unassigned. */
  readonly optional: boolean;
}

const ofRecords = resources.flatMap((resource) =>
  resource.owners.map((field): PortfolioPart => {
    const { label, options } = fieldOf(resource, field);
    return {
      resource,
      field,
      label: `${resource.label.many}: ${label.toLocaleLowerCase('es')}`,
      optional: options.required !== true,
    };
  }),
);

/** Everything that can be assigned to a user: the owner columns of every resource, and the manager of users. */
export const portfolioParts: readonly PortfolioPart[] = [
  ...ofRecords,
  { resource: users, field: 'reports_to_id', label: 'Personas a su cargo', optional: true },
];

/** Condition on the row `t`: its record is finished, and keeps its owner. */
export const isFinished = ({ state, finished }: Resource): Sql =>
  state === undefined || finished.length === 0
    ? raw('false')
    : sql`t.${raw(quoted(state))} = ANY(${[...finished]}::text[])`;

/** Condition on the row `t` of a part: the user owns it, and it has to be handed over. */
export const isToHandOver = ({ resource, field }: PortfolioPart, userId: string): Sql =>
  sql`t.${raw(quoted(field))} = ${userId}::uuid AND NOT ${isFinished(resource)}`;

/** The credit limits of the rows `t` of a resource that match a condition, by currency; null if its records have none. */
export const creditSum = ({ name, fields }: Resource, condition: Sql): Sql | null =>
  Object.hasOwn(fields, 'credit_limit')
    ? sql`
      SELECT t.currency_code AS currency, sum(t.credit_limit)::text AS amount
      FROM ${raw(quoted(name))} t WHERE t.credit_limit > 0 AND ${condition} GROUP BY t.currency_code`
    : null;

/** The amounts of the rows `t` of a resource that match a condition, by currency; null if its records have none. */
export const worthSum = (resource: Resource, condition: Sql): Sql | null => {
  const { name, worth } = resource;
  if (worth === undefined) return null;
  const currency = raw(quoted((fieldOf(resource, worth).options as MoneyOptions).currency));
  return sql`
    SELECT t.${currency} AS currency, sum(t.${raw(quoted(worth))})::text AS amount
    FROM ${raw(quoted(name))} t WHERE t.${raw(quoted(worth))} > 0 AND ${condition} GROUP BY 1`;
};

/** The number of records of a part to hand over. */
export interface PortfolioCount {
  readonly part: PortfolioPart;
  readonly count: number;
  /** The credit limits of its accounts, by currency. */
  readonly amounts: readonly CurrencyAmount[];
  /** What its open records are worth, by currency. */
  readonly worth: readonly CurrencyAmount[];
}

/**
 * Counts rows of each part, in one statement.
 *
 * @param rowsOf condition on the row `t` of a part
 */
export const countParts = async (
  database: Queryable,
  parts: readonly PortfolioPart[],
  rowsOf: (part: PortfolioPart) => Sql,
): Promise<PortfolioCount[]> => {
  if (parts.length === 0) return [];
  const counts = parts.map((part, index) => {
    const { resource } = part;
    const listed = (sums: Sql | null): Sql =>
      sums
        ? sql`(SELECT coalesce(json_agg(a ORDER BY a.currency), '[]') FROM (${sums}) a)`
        : raw(`'[]'::json`);
    const credit = listed(creditSum(resource, rowsOf(part)));
    return sql`SELECT ${raw(String(index))} AS part, count(*)::integer AS count, ${credit} AS amounts,
        ${listed(worthSum(resource, rowsOf(part)))} AS worth
      FROM ${raw(quoted(resource.name))} t WHERE ${rowsOf(part)}`;
  });
  const rows = await database.query<Omit<PortfolioCount, 'part'> & { part: number }>(
    sql`${join(counts, ' UNION ALL ')} ORDER BY part`,
  );
  return rows.flatMap(({ part: index, ...counted }) => {
    const part = parts[index];
    return part ? [{ part, ...counted }] : [];
  });
};

/**
 * The records that a user would hand over: open work and all of their accounts; archived ones too, since they can be
 * restored. Empty parts are left out.
 */
export const readPortfolio = async (database: Queryable, userId: string): Promise<PortfolioCount[]> =>
  (await countParts(database, portfolioParts, (part) => isToHandOver(part, userId))).filter(
    ({ count }) => count > 0,
  );

/** The column after the hand-over. A user is never the owner of one record twice, nor their own manager. */
const nextOwner = ({ resource, field, optional }: PortfolioPart, from: string, to: string | null): Sql => {
  if (to === null) return raw('NULL');
  if (resource === users) {
    // If the new manager was a member of the team, they take the leaving user's place in the tree.
    return sql`CASE WHEN t.id = ${to}::uuid THEN (SELECT reports_to_id FROM users WHERE id = ${from}::uuid) ELSE ${to}::uuid END`;
  }
  const others = resource.owners.filter((other) => other !== field);
  if (!optional || others.length === 0) return sql`${to}::uuid`;
  const isAlready = join(
    others.map((other) => sql`t.${raw(quoted(other))} = ${to}::uuid`),
    ' OR ',
  );
  return sql`CASE WHEN ${isAlready} THEN NULL ELSE ${to}::uuid END`;
};

/** A changed owner column of one record. */
export interface OwnerChange {
  readonly entity: string;
  readonly field: string;
  /** Column label: "Clientes: vendedor". */
  readonly part: string;
  readonly record_id: string;
  readonly label: string;
  readonly before_id: string | null;
  readonly after_id: string | null;
  /**
   * The share that belonged to the owner, in percent; null or absent: there was none, or it stays with the column.
   */
  readonly before_share?: string | null;
}

/** Columns with the share that an owner has in a record. */
const shareColumns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clients: { additional_sales_rep_id: 'additional_split_pct' },
};

/** The column with the share of an owner; undefined if owners have none. */
export const shareColumn = (entity: string, field: string): string | undefined =>
  shareColumns[entity]?.[field];

/** The result of a transfer. */
export interface HandedOver {
  /** Number of records taken from the user. */
  readonly ids: readonly string[];
  /** Every changed owner column; one record may have two. */
  readonly changes: readonly OwnerChange[];
}

/** Display name of a column of a record. */
export const partLabel = (entity: string, field: string): string =>
  portfolioParts.find((part) => part.resource.name === entity && part.field === field)?.label ?? field;

/**
 * Assigns a part of one user's records to another user (null: to nobody). Where the other is already the second owner
 * they become the first, and the second place becomes empty.
 *
 * @param only condition on the row `t`; without it everything that is not finished
 */
export const handOver = async (
  tx: Transaction,
  part: PortfolioPart,
  from: string,
  to: string | null,
  only: Sql = raw('true'),
): Promise<HandedOver> => {
  const { resource, field, optional } = part;
  const name = raw(quoted(resource.name));
  // Locked in the order of their ids, so that two hand-overs cannot deadlock.
  const held = await tx.query<{ id: string }>(sql`
    SELECT t.id FROM ${name} t WHERE ${isToHandOver(part, from)} AND ${only}
    ORDER BY t.id FOR NO KEY UPDATE`);
  if (held.length === 0) return { ids: [], changes: [] };
  const ids = held.map(({ id }) => id);
  const freed = optional
    ? []
    : resource.owners
        .filter((other) => other !== field && fieldOf(resource, other).options.required !== true)
        .map((other) => sql`${raw(quoted(other))} = nullif(t.${raw(quoted(other))}, ${to}::uuid)`);
  const owners = [...new Set([field, ...resource.owners])];
  const listed = (alias: string) =>
    raw(`json_build_array(${owners.map((one) => `${alias}.${quoted(one)}`).join(', ')})`);
  const shares = owners.map((owner) => {
    const share = shareColumn(resource.name, owner);
    return share === undefined ? 'NULL' : `nullif(o.${quoted(share)}, 0)::text`;
  });
  const rows = await asAction(tx, 'transfer' satisfies LoggedAction, () =>
    tx.query<{
      id: string;
      label: string;
      before: (string | null)[];
      after: (string | null)[];
      shares: (string | null)[];
    }>(sql`
      UPDATE ${name} t
      SET ${join([sql`${raw(quoted(field))} = ${nextOwner(part, from, to)}`, ...freed])}
      FROM ${name} o WHERE o.id = t.id AND t.id = ANY(${ids}::uuid[])
      RETURNING t.id, coalesce(nullif(left(t.${raw(quoted(resource.title))}::text, 200), ''), ${resource.label.one}::text) AS label, ${listed('o')} AS before, ${listed('t')} AS after,
        ${raw(`json_build_array(${shares.join(', ')})`)} AS shares`),
  );
  const changes = rows.flatMap(({ id, label, before, after, shares: were }) =>
    owners.flatMap((owner, index): OwnerChange[] =>
      before[index] === after[index]
        ? []
        : [
            {
              entity: resource.name,
              field: owner,
              part: partLabel(resource.name, owner),
              record_id: id,
              label,
              before_id: before[index] ?? null,
              after_id: after[index] ?? null,
              // Without an owner there is no share.
              before_share: after[index] ? null : (were[index] ?? null),
            },
          ],
    ),
  );
  return { ids, changes };
};
