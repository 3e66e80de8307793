import { sellingRole } from '@pauta/domain/crm/clients/account-choices.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { readCondition, storedDictionary } from '@pauta/domain/resource/query/condition-text.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { roleWith } from '../admin/roles/role-with.ts';
import type { Queryable } from '../platform/database/database.ts';
import { conditionSql } from '../resource/reading/filter-conditions.ts';
import { tableOf } from '../resource/table.ts';

/** A rule in force today, with its eligible sellers. */
export interface ActiveRule {
  readonly id: string;
  readonly name: string;
  readonly assign_to: 'user' | 'round_robin' | 'least_loaded';
  /** Active users, the one without a new client for the longest time first. */
  readonly targets: readonly string[];
  /** Condition on the row `t` of a client. */
  readonly condition: Sql;
}

/** Condition on the row `u` of a user: selling is part of their work. */
export const isSeller: Sql = roleWith(sellingRole);

interface RuleRow extends Omit<ActiveRule, 'condition'> {
  readonly conditions: string | null;
  readonly sales_from: string | null;
  readonly sales_below: string | null;
  readonly currency_code: string;
}

/** Condition on the row `t` of a client: what was billed to it in twelve months is in the band of the rule. */
const inBand = ({ sales_from: from, sales_below: below, currency_code }: RuleRow): Sql =>
  from === null && below === null
    ? raw('true')
    : sql`(SELECT s.amount >= ${from ?? '0'}::numeric AND (${below}::numeric IS NULL OR s.amount < ${below}::numeric)
        FROM (SELECT coalesce(sum(b.amount), 0) AS amount FROM billed_amounts b
          WHERE b.client_id = ANY(with_merged_clients(t.id)) AND b.day >= sales_year_start()
            AND b.currency_code = ${currency_code}) s)`;

const readable = (text: string | null): Sql | null => {
  const read = readCondition(text ?? '', storedDictionary(clients));
  if (!read.ok) return null;
  return read.condition ? conditionSql(tableOf(clients), read.condition, 'system') : raw('true');
};

/**
 * The rules in force today, the most important first. A rule without an eligible seller, or with a condition that is no
 * longer valid, is left out.
 */
export const readRules = async (database: Queryable, only?: readonly string[]): Promise<ActiveRule[]> => {
  const rows = await database.query<RuleRow>(sql`
    SELECT r.id, r.name, r.assign_to, r.conditions, r.sales_from::text, r.sales_below::text, r.currency_code, ARRAY(
      SELECT u.id::text FROM users u
      WHERE u.status = 'active' AND CASE
        WHEN r.assign_to = 'user' THEN u.id = r.user_id
        WHEN EXISTS (SELECT FROM portfolio_rule_members m WHERE m.portfolio_rule_id = r.id)
          THEN EXISTS (SELECT FROM portfolio_rule_members m WHERE m.portfolio_rule_id = r.id AND m.member_id = u.id)
        ELSE ${isSeller} END
      ORDER BY (
        SELECT max(a.created_at) FROM portfolio_assignments a WHERE a.user_id = u.id AND a.role = 'principal') NULLS FIRST, u.id) AS targets
    FROM portfolio_rules r
    WHERE r.is_active AND r.archived_at IS NULL AND (r.valid IS NULL OR r.valid @> business_date())
      AND (${only === undefined} OR r.id = ANY(${[...(only ?? [])]}::uuid[]))
    ORDER BY r.priority, r.id`);
  return rows.flatMap((row) => {
    const { id, name, assign_to, targets } = row;
    const condition = readable(row.conditions);
    return condition && targets.length > 0
      ? [{ id, name, assign_to, targets, condition: sql`(${condition} AND ${inBand(row)})` }]
      : [];
  });
};

/** Position of the first rule that matches the row `t`; null if none does. */
export const firstRule = (rules: readonly ActiveRule[]): Sql =>
  sql`CASE ${join(
    rules.map(({ condition }, index) => sql`WHEN ${condition} THEN ${raw(String(index))}`),
    ' ',
  )} END`;

/** Number of clients of each of these users. */
export const readLoads = async (
  database: Queryable,
  ids: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await database.query<{ id: string; count: number }>(sql`
    SELECT primary_sales_rep_id AS id, count(*)::integer AS count FROM clients
    WHERE primary_sales_rep_id = ANY(${[...new Set(ids)]}::uuid[]) AND archived_at IS NULL GROUP BY 1`);
  const loads = new Map(rows.map(({ id, count }) => [id, count]));
  return new Map([...new Set(ids)].map((id) => [id, loads.get(id) ?? 0]));
};

/**
 * Assigns clients by one rule after the other: in rotation, or to the seller with the fewest clients at that moment.
 *
 * @param loads clients of each seller; increased with every assignment
 */
export const createAssigner = (
  rules: readonly ActiveRule[],
  loads: Map<string, number>,
): ((rule: ActiveRule) => string) => {
  const turns = new Map(rules.map((rule) => [rule, 0]));
  return (rule) => {
    const { assign_to, targets } = rule;
    const turn = turns.get(rule) ?? 0;
    const load = (id: string): number => loads.get(id) ?? 0;
    const chosen =
      assign_to === 'least_loaded'
        ? targets.reduce((least, id) => (load(id) < load(least) ? id : least))
        : (targets[turn % targets.length] as string);
    turns.set(rule, turn + 1);
    loads.set(chosen, load(chosen) + 1);
    return chosen;
  };
};

/** The proposal of the rules for a new client. */
export interface Proposal {
  readonly user: { readonly id: string; readonly label: string };
  readonly rule: { readonly id: string; readonly name: string };
}

/** Default values of a new client. */
const usual = Object.fromEntries(
  Object.entries(clients.fields).flatMap(([name, { options }]) =>
    options.initial === undefined ? [] : [[name, options.initial]],
  ),
);

/**
 * The seller whom the portfolio rules propose for a new client; null when no rule applies.
 *
 * @param values columns of the client, as far as they are known: `{ industry_id, country_id, tags: [] }`
 * @throws 22P02 of PostgreSQL if a value does not have the type of its column
 */
export const proposeSeller = async (
  database: Queryable,
  values: Readonly<Record<string, unknown>>,
): Promise<Proposal | null> => {
  const rules = await readRules(database);
  if (rules.length === 0) return null;
  const client = { tags: [], ...usual, ...values };
  const found = await database.one<{ place: number | null }>(sql`
    SELECT ${firstRule(rules)} AS place
    FROM (SELECT ${JSON.stringify(client)}::jsonb AS given) g,
      jsonb_populate_record(NULL::clients, g.given || jsonb_build_object('created_at', now(), 'search_text',
        search_text(g.given ->> 'legal_name', g.given ->> 'trade_name', g.given ->> 'tax_id'))) t`);
  const rule = rules[found?.place ?? -1];
  if (!rule) return null;
  const loads = await readLoads(database, rule.targets);
  const id = createAssigner(rules, loads)(rule);
  const user = await database.one<{ label: string }>(
    sql`SELECT full_name AS label FROM users WHERE id = ${id}`,
  );
  return { user: { id, label: user?.label ?? '' }, rule: { id: rule.id, name: rule.name } };
};
