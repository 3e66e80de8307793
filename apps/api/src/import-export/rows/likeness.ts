import { likenessFields } from '@pauta/domain/resource/import/columns.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { thisOne } from '@pauta/domain/text/label.ts';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { quoted, tableOf } from '../../resource/table.ts';

/** A record that a row may duplicate; without id and label if the reader may not see it. */
export interface Lookalike {
  readonly id: string | null;
  readonly label: string | null;
  readonly code: string | null;
  readonly reason: string;
}

/** A new row and the names by which it may be the same as a record. */
export interface NamedRow {
  readonly line: number;
  readonly names: Readonly<Record<string, string>>;
}

interface Row {
  line: number;
  id: string;
  label: string;
  code: string | null;
  field: string;
  likeness: number;
  visible: boolean;
}

const mostEach = 3;
/** Similarity from which two names count as similar, as in `similarClients`. */
const alike = 0.6;

const columnsOf = (resource: Resource, actor: Actor): Sql => {
  const { code } = tableOf(resource);
  return sql`t.id, t.${raw(quoted(resource.title))} AS label, ${raw(code === undefined ? 'NULL' : `t.${quoted(code)}`)} AS code,
    ${scopeCondition(resource, actor)} AS visible`;
};

/** Records with an equal name, ignoring case and accents. */
const sameName = (resource: Resource, field: string, given: Sql, actor: Actor): Sql => {
  const archive = tableOf(resource).canArchive ? raw('t.archived_at IS NULL') : raw('true');
  return sql`
    SELECT w.line, ${columnsOf(resource, actor)}, ${raw(`'${field}'`)} AS field, 1::real AS likeness
    FROM ${given} JOIN ${raw(quoted(resource.name))} t
      ON sort_key(t.${raw(quoted(field))}) COLLATE "C" = sort_key(w.names ->> ${raw(`'${field}'`)}) COLLATE "C"
    WHERE ${archive}`;
};

/** Records with a similar name. */
const similarName = (resource: Resource, field: string, given: Sql, actor: Actor): Sql => {
  const column = raw(`fold(t.${quoted(field)})`);
  const name = raw(`fold(w.names ->> '${field}')`);
  return sql`
    SELECT w.line, ${columnsOf(resource, actor)}, ${raw(`'${field}'`)} AS field, similarity(${column}, ${name}) AS likeness
    FROM ${given} JOIN ${raw(quoted(resource.name))} t ON ${name} <% t.search_text AND similarity(${column}, ${name}) >= ${raw(String(alike))}
      AND t.withdrawn_at IS NULL`;
};

const given = (rows: readonly NamedRow[]): Sql =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(line integer, names jsonb)`;

/**
 * Existing records that new rows may duplicate, the most likely first: one query for all rows.
 *
 * @param thorough also by similar names, where the definition allows it
 */
export const findLookalikes = async (
  tx: Queryable,
  resource: Resource,
  rows: readonly NamedRow[],
  actor: Actor,
  thorough: boolean,
): Promise<ReadonlyMap<number, readonly Lookalike[]>> => {
  const fields = likenessFields(resource);
  const found = new Map<number, Lookalike[]>();
  if (rows.length === 0 || fields.length === 0) return found;
  const parts = fields.map((field) =>
    thorough && resource.likeness.similar
      ? similarName(resource, field, given(rows), actor)
      : sameName(resource, field, given(rows), actor),
  );
  const all = await tx.query<Row>(sql`
    SELECT * FROM (${join(parts, ' UNION ALL ')}) found ORDER BY line, likeness DESC, id`);
  for (const { line, id, label, code, field, likeness, visible } of all) {
    const known = found.get(line) ?? [];
    if (known.length >= mostEach || (visible && known.some((one) => one.id === id))) continue;
    const name = resource.fields[field]?.label ?? field;
    const reason =
      likeness >= 0.995 ? `${name}: igual` : `${name}: parecido (${Math.round(likeness * 100)} %)`;
    found.set(line, [
      ...known,
      visible
        ? { id, label, code: code ?? null, reason }
        : {
            id: null,
            label: null,
            code: null,
            reason: `${reason}; usted no puede ver ${thisOne(resource.label)}`,
          },
    ]);
  }
  return found;
};
