import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type Actor, type AnyActor, isUser } from '../../platform/access.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { reachBy } from '../reading/row-scope.ts';

/**
 * The person in whose name the actor works on a record; undefined when he needs nobody for it.
 *
 * @param permission what he does to it needs
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

/** From here on the log of the transaction says in whose name the actor works: as this record and permission tell. */
export const workOnBehalf = async (
  tx: Transaction,
  actor: AnyActor,
  { resource, record, permission }: { resource: Resource; record: AnyRecord; permission: string },
): Promise<void> => {
  if (!isUser(actor) || !actor.standsFor) return;
  const delegator = delegatorOn(resource, record, actor, permission) ?? tx.change.onBehalfOf ?? '';
  await tx.query(sql`SELECT set_config('pauta.on_behalf_of', ${delegator}, true)`);
};
