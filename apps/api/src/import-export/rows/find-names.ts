import { isId, type Reference } from '@pauta/domain/kinds/reference.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isScoped, scopeCondition } from '../../resource/reading/row-scope.ts';
import { isReference, quoted, tableOf } from '../../resource/table.ts';

/** A record with this name. */
export interface Named extends Reference {
  /** Ids of the records that it refers to, by field, to tell it from another of the same name. */
  readonly belongs: Readonly<Record<string, string | null>>;
}

/** Records by the names in a file. */
export interface Names {
  /** Records with this code or, if there is none, with this name; empty if there is none that the reader may choose. */
  find(resource: Resource, name: string): readonly Named[];
}

interface Found extends Named {
  readonly name: string;
  readonly rank: number;
}

/** Names looked up so far; a file usually repeats a few names. */
export type NameCache = Map<string, readonly Named[]>;
const mostCached = 20_000;

const keyOf = (resource: Resource, name: string): string => `${resource.name}:${fold(name)}`;

const lookUp = (resource: Resource, names: readonly string[], actor: Actor): Sql => {
  const { code, offered, isOpen } = tableOf(resource);
  const seen = isOpen || !isScoped(resource) ? raw('true') : scopeCondition(resource, actor);
  const belongs = Object.entries(resource.fields)
    .filter(([, field]) => isReference(field))
    .map(([name]) => `'${name}', t.${quoted(name)}`);
  const belongsTo = raw(`jsonb_build_object(${belongs.join(', ')}) AS belongs`);
  const codeColumn = raw(code === undefined ? 'NULL' : `t.${quoted(code)}`);
  const by = (column: string, rank: number) => sql`
    SELECT w.name, t.id, t.${raw(quoted(resource.title))} AS label, ${codeColumn} AS code, ${raw(String(rank))} AS rank, ${belongsTo}
    FROM unnest(${names}::text[]) AS w(name)
    JOIN ${raw(quoted(resource.name))} t ON sort_key(t.${raw(quoted(column))}) COLLATE "C" = sort_key(w.name) COLLATE "C"
    WHERE ${raw(offered)} AND ${seen}`;
  const columns = [code, 'email' in resource.fields ? 'email' : undefined].filter(
    (name) => name !== undefined,
  );
  // Companies are known by their tax id, which is stored without separators.
  const byTaxId = sql`
    SELECT w.name, t.id, t.${raw(quoted(resource.title))} AS label, ${codeColumn} AS code, 0 AS rank, ${belongsTo}
    FROM unnest(${names}::text[]) AS w(name)
    JOIN ${raw(quoted(resource.name))} t ON t.tax_id = upper(regexp_replace(w.name, '[^[:alnum:]]', '', 'g'))
    WHERE ${raw(offered)} AND ${seen}`;
  // A replacement chosen by the user is given by its id.
  const ids = names.filter((name) => isId(name));
  const byId = sql`
    SELECT t.id::text AS name, t.id, t.${raw(quoted(resource.title))} AS label, ${codeColumn} AS code, 0 AS rank, ${belongsTo}
    FROM ${raw(quoted(resource.name))} t WHERE t.id = ANY(${ids}::uuid[]) AND ${raw(offered)} AND ${seen}`;
  return join(
    [
      ...columns.map((column) => by(column, 0)),
      by(resource.title, 1),
      ...('tax_id' in resource.fields ? [byTaxId] : []),
      ...(ids.length > 0 ? [byId] : []),
    ],
    ' UNION ALL ',
  );
};

/**
 * Looks up all names in the rows, in one query for each resource.
 *
 * @param wanted names by resource
 */
export const findNames = async (
  tx: Queryable,
  wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
  actor: Actor,
  cache: NameCache,
): Promise<Names> => {
  if (cache.size > mostCached) cache.clear();
  for (const [resource, names] of wanted) {
    const unknown = [...names].filter((name) => !cache.has(keyOf(resource, name)));
    if (unknown.length === 0) continue;
    for (const name of unknown) cache.set(keyOf(resource, name), []);
    const rows = await tx.query<Found>(lookUp(resource, unknown, actor));
    const best = new Map<string, Map<string, Found>>();
    for (const row of rows) {
      const key = keyOf(resource, row.name);
      const known = best.get(key) ?? new Map<string, Found>();
      const rank = Math.min(...[...known.values()].map((one) => one.rank));
      if (row.rank < rank) known.clear();
      if (row.rank <= rank) known.set(row.id, row);
      best.set(key, known);
    }
    for (const [key, found] of best) {
      cache.set(
        key,
        [...found.values()].map(({ id, label, code, belongs }) => ({
          id,
          label,
          code: code ?? null,
          belongs,
        })),
      );
    }
  }
  return { find: (resource, name) => cache.get(keyOf(resource, name)) ?? [] };
};
