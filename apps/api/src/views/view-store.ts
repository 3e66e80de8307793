import { type SavedView, sharePermission } from '@pauta/domain/views/saved-view.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Queryable } from '../platform/database/database.ts';
import { notFound } from '../platform/http/problem.ts';

/** A view `v` that the actor may see: their own, or a shared one. */
const seen = (actor: Actor): Sql => sql`(v.visibility = 'shared' OR v.owner_id = ${actor.userId}::uuid)`;

const viewColumns = (actor: Actor): Sql => sql`
  v.id, v.resource, v.name, v.params, v.visibility, json_build_object('id', o.id, 'label', o.name) AS owner,
  v.owner_id = ${actor.userId}::uuid AS is_mine,
  (v.owner_id = ${actor.userId}::uuid OR ${actor.permissions.has(sharePermission)}) AS may_edit, v.is_shared_default,
  coalesce(p.is_default, false) AS is_default, coalesce(p.is_pinned, false) AS is_pinned,
  coalesce(p.position, 0) AS position, v.row_version`;

const viewTables = (actor: Actor): Sql => sql`
  views v JOIN actors o ON o.id = v.owner_id
  LEFT JOIN view_preferences p ON p.view_id = v.id AND p.user_id = ${actor.userId}::uuid`;

/** The views of a list that the actor may see, pinned ones first, then in their order. */
export const readViews = (database: Queryable, resource: string, actor: Actor): Promise<SavedView[]> =>
  database.query<SavedView>(sql`
    SELECT ${viewColumns(actor)} FROM ${viewTables(actor)}
    WHERE v.resource = ${resource} AND v.archived_at IS NULL AND ${seen(actor)}
    ORDER BY is_pinned DESC, position, sort_key(v.name) COLLATE "C", v.id`);

/**
 * One view, including archived ones.
 *
 * @param lock locks it until the transaction ends
 * @throws Problem 404 if there is none or the actor may not see it
 */
export const readView = async (
  database: Queryable,
  id: string,
  actor: Actor,
  { lock = false }: { lock?: boolean } = {},
): Promise<SavedView & { readonly archived_at: string | null }> => {
  const view = await database.one<SavedView & { archived_at: string | null }>(sql`
    SELECT ${viewColumns(actor)}, v.archived_at FROM ${viewTables(actor)}
    WHERE v.id = ${id}::uuid AND ${seen(actor)} ${raw(lock ? 'FOR NO KEY UPDATE OF v' : '')}`);
  if (!view) throw notFound('La vista ya no existe o dejó de estar compartida.');
  return view;
};
