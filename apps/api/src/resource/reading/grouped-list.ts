import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import {
  groupFilter,
  groupsRows,
  type ListGroup,
  orderGroups,
  type SummaryGroup,
} from '@pauta/domain/resource/query/summary.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { type ResourceTable, rowWith } from '../table.ts';
import { listConditions } from './list.ts';
import { pageColumns } from './record-columns.ts';
import { pageOrder, pageRows } from './sort-key.ts';
import { summarize } from './summary/summary.ts';

/** Rows that a group shows initially, if there is room. */
const leastOfGroup = 5;

/** Rows that an expanded group shows at most; for more, the list is filtered by the group. */
const mostOfGroup = 100;

const keyOf = ({ value }: SummaryGroup): string => value ?? '';

/**
 * How many rows of each group are shown: the maximum for expanded groups, a few for every other one, and more for the
 * first groups while `limit` allows.
 */
const sharesOf = (
  groups: readonly SummaryGroup[],
  limit: number,
  opened: ReadonlySet<string>,
): readonly number[] => {
  const fair = Math.max(leastOfGroup, Math.floor(limit / Math.max(1, groups.length)));
  let room = limit;
  const take = (wanted: number): number => {
    const taken = Math.max(0, Math.min(wanted, room));
    room -= taken;
    return taken;
  };
  const isOpen = (group: SummaryGroup): boolean => opened.has(keyOf(group));
  const first = groups.map((group) =>
    group.others || isOpen(group) ? 0 : take(Math.min(group.count, fair)),
  );
  return groups.map((group, place) => {
    if (group.others) return 0;
    if (isOpen(group)) return Math.min(group.count, mostOfGroup);
    const had = first[place] ?? 0;
    return had + take(group.count - had);
  });
};

/**
 * A grouped list as JSON text: every group in the order of the field's values, with its count and its first rows in the
 * order of the list.
 *
 * @param opened values of the groups to expand, `''` for the group without a value
 * @param fields fields of the rows; the grouping field is always included
 * @throws Problem 422 when the field does not put each row in exactly one group
 */
export const groupedPage = async (
  database: Queryable,
  table: ResourceTable,
  query: ListQuery,
  { group, opened }: { group: string; opened: ReadonlySet<string> },
  actor: Actor,
  fields: readonly string[],
): Promise<string> => {
  const { resource } = table;
  const field = fieldOf(resource, group);
  const names = [...new Set([...fields, group])];
  const { named, columns, joins } = pageColumns(table, actor, names);
  if (!groupsRows(field)) {
    throw invalid({ group: ['Un registro estaría en varios grupos.'] });
  }
  const { groups: found, count } = await summarize(
    database,
    table,
    { list: query, group, totals: [] },
    actor,
  );
  const groups = orderGroups(field, found);
  const shares = sharesOf(groups, query.limit, opened);
  const order = pageOrder(query.sort);
  const parts = groups.flatMap(({ value }, place): readonly Sql[] => {
    const share = shares[place] ?? 0;
    if (share === 0) return [];
    const own = { ...query, filters: [...query.filters, groupFilter(group, field, value)] };
    const page = { row: rowWith(table, names), sort: query.sort, limit: share, after: null };
    return [
      sql`SELECT ${raw(String(place))} AS place, t.* FROM (${pageRows(table, page, [listConditions(table, own, actor)])}) t`,
    ];
  });
  const row =
    parts.length > 0
      ? await database.one<{ data: string }>(sql`
          WITH page AS (${join(parts, ' UNION ALL ')})${named}
          SELECT coalesce(json_agg(row_to_json(r)), '[]')::text AS data FROM (
            SELECT ${columns} FROM page t ${joins} ORDER BY t.place, ${order}) r`)
      : undefined;
  const answered = groups.map(
    ({ value, label, count: size, others }, place): ListGroup => ({
      value,
      label,
      count: size,
      ...(others && { others }),
      shown: shares[place] ?? 0,
    }),
  );
  return (
    `{"data":${row?.data ?? '[]'},"next_cursor":null,"total":${count},"total_is_estimate":false,` +
    `"groups":${JSON.stringify(answered)}}`
  );
};
