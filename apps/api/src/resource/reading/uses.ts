import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { AnyActor } from '../../platform/access.ts';
import { type Database, preparedStatement } from '../../platform/database/database.ts';
import type { EngineParts } from '../engine.ts';
import { type LineTable, type Link, quoted, tableOf } from '../table.ts';
import { rowScope, scopeCondition } from './row-scope.ts';

/** A column through which rows refer to the values of a catalogue: a foreign key in the database. */
export interface Use {
  readonly table: string;
  readonly column: string;
  /** Resource of the referring rows; absent where the table belongs to none. */
  readonly resource?: Resource;
  /** Field of the resource that holds the reference. */
  readonly field?: string;
  /** Set when the referring rows are in a link table. */
  readonly link?: Link;
  /** Set when the referring rows are lines of a document. */
  readonly lines?: LineTable;
  /** The link table belongs to the catalogue itself: its rows are part of the value and do not count as a use. */
  readonly isOwn: boolean;
  /** Display name of the referring rows. */
  readonly label: string;
}

interface ForeignKey {
  target: string;
  table: string;
  column: string;
  comment: string | null;
}

/** Counts stop here; above it the answer says "more than". */
export const mostUses = 10_000;

type Parts = Pick<EngineParts, 'resources' | 'names'>;

const describe = ({ resources, names }: Parts, { target, table, column, comment }: ForeignKey): Use => {
  for (const resource of resources) {
    const { links, lines: lineTables } = tableOf(resource);
    const lines = lineTables.find((one) => one.name === table);
    if (lines && column in lines.resource.fields) {
      return { table, column, resource, field: column, lines, isOwn: false, label: resource.label.many };
    }
    const link = links.find((one) => one.table === table);
    if (link?.target === column && link.to.name === target) {
      return { table, column, resource, field: link.field, link, isOwn: false, label: resource.label.many };
    }
    if (link) return { table, column, link, isOwn: true, label: resource.label.many };
    if (resource.name === table && column in resource.fields) {
      return { table, column, resource, field: column, isOwn: false, label: resource.label.many };
    }
  }
  return { table, column, isOwn: false, label: comment ?? names.table(table) ?? 'Otros registros' };
};

const readUses = async (database: Database, parts: Parts): Promise<ReadonlyMap<string, readonly Use[]>> => {
  const keys = await database.query<ForeignKey>(sql`
    SELECT f.relname AS target, c.relname AS table, a.attname AS column, obj_description(c.oid, 'pg_class') AS comment
    FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND cardinality(k.conkey) = 1 AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname, a.attname`);
  const uses = new Map<string, Use[]>();
  const partsOf = new Map(
    parts.resources.map((resource) => [
      resource.name,
      [...resource.parts, ...tableOf(resource).lines.map(({ name }) => name)],
    ]),
  );
  for (const key of keys) {
    if (partsOf.get(key.target)?.includes(key.table)) continue;
    uses.set(key.target, [...(uses.get(key.target) ?? []), describe(parts, key)]);
  }
  return uses;
};

/**
 * The columns that refer to the values of a table. Read from the database once, because tables change only with a new
 * version.
 */
export const createUses = (
  database: Database,
  parts: Parts,
): ((table: string) => Promise<readonly Use[]>) => {
  let reading: Promise<ReadonlyMap<string, readonly Use[]>> | undefined;
  return async (table) => {
    reading ??= readUses(database, parts);
    try {
      return (await reading).get(table) ?? [];
    } catch (error) {
      reading = undefined;
      throw error;
    }
  };
};

/** Who counts the rows that refer to a value. */
export interface Counting {
  /** The counting actor; the system counts everything. */
  readonly actor: AnyActor;
  /** The actor may manage the catalogue, and so may know the number of uses without seeing the records. */
  readonly manages: boolean;
}

const countsAll = ({ resource }: Use, { actor, manages }: Counting): boolean =>
  actor === 'system' || manages || (resource !== undefined && rowScope(resource, actor) === 'all');

/** Uses that the actor may know about. */
export const countable = (uses: readonly Use[], counting: Counting): Use[] =>
  uses.filter(
    (use) =>
      !use.isOwn &&
      (countsAll(use, counting) ||
        (use.resource !== undefined &&
          counting.actor !== 'system' &&
          rowScope(use.resource, counting.actor) !== 'none')),
  );

/** `FROM … WHERE …` of the rows whose referring column meets `condition`. */
const rowsOf = (use: Use, condition: (column: Sql) => Sql, counting: Counting): Sql => {
  const { table, column, resource, link, lines } = use;
  const name = raw(quoted(table));
  if (countsAll(use, counting) || !resource || counting.actor === 'system') {
    return sql`FROM ${name} u WHERE ${condition(raw(`u.${quoted(column)}`))}`;
  }
  const scope = scopeCondition(resource, counting.actor);
  const owner = link?.owner ?? lines?.line.header;
  return owner !== undefined
    ? sql`FROM ${name} u JOIN ${raw(quoted(resource.name))} t ON t.id = ${raw(`u.${quoted(owner)}`)}
        WHERE ${condition(raw(`u.${quoted(column)}`))} AND ${scope}`
    : sql`FROM ${name} t WHERE ${condition(raw(`t.${quoted(column)}`))} AND ${scope}`;
};

/** The number of rows whose referring column meets `condition`, at most one more than `most`. */
export const countOf = (
  use: Use,
  condition: (column: Sql) => Sql,
  counting: Counting,
  most = mostUses,
): Sql =>
  sql`(SELECT count(*)::integer FROM (SELECT ${rowsOf(use, condition, counting)} LIMIT ${raw(String(most + 1))}) counted)`;

/** The number of uses of one value by referring column, the most frequent first; zero counts are left out. */
export const countUses = async (
  database: Pick<Database, 'query'>,
  uses: readonly Use[],
  id: string,
  counting: Counting,
): Promise<{ readonly use: Use; readonly count: number }[]> => {
  const asked = countable(uses, counting);
  if (asked.length === 0) return [];
  const rows = await database.query<{ place: number; count: number }>(
    preparedStatement(
      join(
        asked.map(
          (use, place) =>
            sql`SELECT ${raw(String(place))} AS place, ${countOf(use, (column) => sql`${column} = ${id}::uuid`, counting)} AS count`,
        ),
        ' UNION ALL ',
      ),
    ),
  );
  return rows
    .flatMap(({ place, count }) => {
      const use = asked[place];
      return use && count > 0 ? [{ use, count }] : [];
    })
    .sort((a, b) => b.count - a.count);
};
