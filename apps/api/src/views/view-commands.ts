import { parseField } from '@pauta/domain/kinds/kind.ts';
import { formatView, parseView } from '@pauta/domain/resource/query/view.ts';
import type { Errors, Resource } from '@pauta/domain/resource/resource.ts';
import {
  mostOwnViews,
  type SavedView,
  sharePermission,
  type ViewVisibility,
  viewFields,
} from '@pauta/domain/views/saved-view.ts';
import sql from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Transaction } from '../platform/database/database.ts';
import { conflict, forbidden, invalid, stale } from '../platform/http/problem.ts';
import type { Engine } from '../resource/engine.ts';
import { viewPermissions } from '../resource/reading/row-scope.ts';
import { readView } from './view-store.ts';

/** Body of a write to a view. */
export interface ViewBody {
  readonly name?: string;
  readonly params?: string;
  readonly visibility?: ViewVisibility;
  readonly is_shared_default?: boolean;
}

export interface Preference {
  readonly is_default?: boolean;
  readonly is_pinned?: boolean;
  readonly position?: number;
}

/**
 * The list of the view.
 *
 * @throws Problem 422 if there is no such list, 403 if the actor may not see it
 */
export const listOf = ({ resources, otherLists }: Engine, name: string, actor: Actor): Resource => {
  const resource = [...resources, ...otherLists].find((one) => one.name === name);
  if (!resource) throw invalid({ resource: ['Esa lista no existe.'] });
  const needed = viewPermissions(resource);
  if (needed.length > 0 && !needed.some((permission) => actor.permissions.has(permission))) {
    throw forbidden(needed);
  }
  return resource;
};

/** Name and parameters, validated and normalized; a body contains only the changes. */
const checked = (resource: Resource, body: ViewBody): ViewBody => {
  const errors: Errors = {};
  const name = body.name === undefined ? undefined : parseField(viewFields.name, body.name);
  if (name && !name.ok) errors.name = [name.message];
  const view = body.params === undefined ? undefined : parseView(resource, body.params);
  if (view && !view.ok) errors.params = Object.values(view.errors).flat();
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    ...body,
    ...(name?.ok && { name: name.value ?? '' }),
    ...(view?.ok && { params: formatView(resource, view.view).toString() }),
  };
};

const requireShare = (actor: Actor): void => {
  if (!actor.permissions.has(sharePermission)) throw forbidden(sharePermission);
};

/** Serializes changes of data that may exist only once. */
const oneAtATime = (tx: Transaction, what: string): Promise<unknown> =>
  tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`views:${what}`}, 0))`);

/**
 * A view to be changed: locked, with the version that the actor read; either their own, or shared and editable by them.
 */
const takeView = async (engine: Engine, tx: Transaction, id: string, version: number, actor: Actor) => {
  const view = await readView(tx, id, actor, { lock: true });
  listOf(engine, view.resource, actor);
  if (!view.may_edit) throw forbidden(sharePermission);
  if (view.row_version !== version) throw stale(view);
  return view;
};

/** @throws Problem 422 by field, 403 without the permission to share */
export const createView = async (
  engine: Engine,
  tx: Transaction,
  body: ViewBody & { readonly resource: string },
  actor: Actor,
): Promise<SavedView> => {
  const resource = listOf(engine, body.resource, actor);
  const { name, params, visibility = 'private' } = checked(resource, body);
  if (visibility === 'shared') requireShare(actor);
  await oneAtATime(tx, `own:${actor.userId}:${resource.name}`);
  const row = await tx.one<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM views
    WHERE owner_id = ${actor.userId} AND resource = ${resource.name} AND archived_at IS NULL`);
  if ((row?.count ?? 0) >= mostOwnViews) {
    throw invalid({ name: [`Ya tiene ${mostOwnViews} vistas de esta lista. Elimine alguna primero.`] });
  }
  const made = await tx.one<{ id: string }>(sql`
    INSERT INTO views (resource, name, params, visibility, owner_id)
    VALUES (${resource.name}, ${name}, ${params}, ${visibility}, ${actor.userId}) RETURNING id`);
  return readView(tx, made?.id ?? '', actor);
};

/** @throws Problem 404, 403, 412, 422 */
export const updateView = async (
  engine: Engine,
  tx: Transaction,
  { id, version, body }: { id: string; version: number; body: ViewBody },
  actor: Actor,
): Promise<SavedView> => {
  const current = await takeView(engine, tx, id, version, actor);
  if (current.archived_at !== null) throw conflict('archived', 'La vista se eliminó. Restáurela primero.');
  const next = { ...current, ...checked(listOf(engine, current.resource, actor), body) };
  if (next.visibility === 'shared' || current.visibility === 'shared') {
    // Sharing, and ending the sharing of a view that others use, require the permission.
    if (next.visibility !== current.visibility || next.is_shared_default !== current.is_shared_default)
      requireShare(actor);
  }
  if (next.visibility === 'private' && body.is_shared_default === true) {
    throw invalid({ is_shared_default: ['Comparta la vista antes de hacerla la inicial de todos.'] });
  }
  const isDefault = next.visibility === 'shared' && next.is_shared_default;
  if (isDefault && !current.is_shared_default) {
    await oneAtATime(tx, `default:${current.resource}`);
    await tx.query(sql`
      UPDATE views SET is_shared_default = false WHERE resource = ${current.resource} AND is_shared_default`);
  }
  await tx.query(sql`
    UPDATE views SET name = ${next.name}, params = ${next.params}, visibility = ${next.visibility},
      is_shared_default = ${isDefault} WHERE id = ${id}`);
  return readView(tx, id, actor);
};

/** Archives and restores a view. @throws Problem 404, 403, 409, 412 */
export const archiveView = async (
  engine: Engine,
  tx: Transaction,
  { id, version, archived }: { id: string; version: number; archived: boolean },
  actor: Actor,
): Promise<SavedView> => {
  const current = await takeView(engine, tx, id, version, actor);
  if ((current.archived_at !== null) === archived) {
    throw archived
      ? conflict('archived', 'La vista ya se había eliminado.')
      : conflict('not_archived', 'La vista no está eliminada.');
  }
  await tx.query(
    archived
      ? sql`UPDATE views SET archived_at = now(), is_shared_default = false WHERE id = ${id}`
      : sql`UPDATE views SET archived_at = NULL WHERE id = ${id}`,
  );
  return readView(tx, id, actor);
};

/** Sets how the actor uses a view; a new default replaces the previous one. */
export const preferView = async (
  engine: Engine,
  tx: Transaction,
  id: string,
  body: Preference,
  actor: Actor,
): Promise<SavedView> => {
  const view = await readView(tx, id, actor);
  listOf(engine, view.resource, actor);
  if (view.archived_at !== null) throw conflict('archived', 'La vista se eliminó. Restáurela primero.');
  await oneAtATime(tx, `preference:${actor.userId}:${view.resource}`);
  if (body.is_default === true) {
    await tx.query(sql`
      UPDATE view_preferences SET is_default = false
      WHERE user_id = ${actor.userId} AND resource = ${view.resource} AND is_default AND view_id <> ${id}::uuid`);
  }
  const { is_default: isDefault = null, is_pinned: isPinned = null, position = null } = body;
  await tx.query(sql`
    INSERT INTO view_preferences AS p (user_id, view_id, resource, is_default, is_pinned, position)
    VALUES (${actor.userId}, ${id}, ${view.resource}, coalesce(${isDefault}::boolean, false),
      coalesce(${isPinned}::boolean, false), coalesce(${position}::integer, 0))
    ON CONFLICT (user_id, view_id) DO UPDATE SET
      is_default = coalesce(${isDefault}::boolean, p.is_default),
      is_pinned = coalesce(${isPinned}::boolean, p.is_pinned),
      position = coalesce(${position}::integer, p.position)`);
  return readView(tx, id, actor);
};
