import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type Actor, type AnyActor, isUser } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { reachBy } from '../reading/row-scope.ts';

/**
 * The user on whose behalf the actor works on a record; undefined when the actor's own permissions suffice.
 *
 * @param permission the permission that the change needs
 */
export const delegatorOn = (
  resource: Resource,
  record: AnyRecord,
  actor: Actor,
  permission: string,
): string | undefined => {
  const { standsFor, ownPermissions = actor.permissions } = actor;
  if (!standsFor) return undefined;
  const owners = resource.owners.map((owner) => (record[owner] as { id: string } | null)?.id);
  if (owners.includes(actor.userId)) return undefined;
  const { viewAll, viewTeam, viewOwn } = resource.permissions;
  const seesItself =
    viewAll === null ||
    ownPermissions.has(viewAll) ||
    (viewTeam !== undefined && ownPermissions.has(viewTeam));
  const owner = seesItself
    ? undefined
    : [...reachBy(actor, viewTeam), ...reachBy(actor, viewOwn)].find((id) => owners.includes(id));
  const byPermission = ownPermissions.has(permission) ? undefined : standsFor.get(permission)?.[0];
  return owner ?? byPermission ?? (seesItself ? undefined : standsFor.get(viewAll)?.[0]);
};

/** Records in the audit log, for the rest of the transaction, on whose behalf the actor works on this record. */
export const workOnBehalf = async (
  tx: Transaction,
  actor: AnyActor,
  { resource, record, permission }: { resource: Resource; record: AnyRecord; permission: string },
): Promise<void> => {
  if (!isUser(actor) || !actor.standsFor) return;
  const delegator = delegatorOn(resource, record, actor, permission) ?? tx.change.onBehalfOf ?? '';
  await tx.query(sql`SELECT set_config('pauta.on_behalf_of', ${delegator}, true)`);
};
