import { hasPermission, type User } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import { permissions } from '@pauta/domain/admin/permissions.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { AnyRecord, Operation, Resource } from '@pauta/domain/resource/resource.ts';

/** Allowed, or the permission that is missing and a sentence that says so. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly permission: string; readonly reason: string };

/** @example missing('clients.create').reason // 'Le falta el permiso «Crear clientes».' */
export function missing(permission: string): Verdict {
  const label = permissions.find((one) => one.name === permission)?.label ?? permission;
  return { allowed: false, permission, reason: `Le falta el permiso «${label}».` };
}

const allowed: Verdict = { allowed: true };

/** What the signed-in user may do with a resource. It decides what to offer; the server decides. */
export interface May {
  readonly view: Verdict;
  readonly create: Verdict;
  readonly archive: Verdict;
  update(record: AnyRecord): Verdict;
  permission(name: string): Verdict;
  /** May this field be written at all? */
  write(field: Field): boolean;
}

function mayOf(user: User | null, resource: Resource): May {
  const has = (name: string | null | undefined): boolean =>
    name === null || (name !== undefined && hasPermission(user, name));
  const permission = (name: string): Verdict => (has(name) ? allowed : missing(name));
  const { viewAll, viewTeam, viewOwn, create, updateAll, updateOwn, archive } = resource.permissions;
  const offered = (operation: Operation, verdict: Verdict): Verdict =>
    resource.operations.includes(operation)
      ? verdict
      : { allowed: false, permission: '', reason: 'Esta acción no existe aquí.' };
  const owns = (record: AnyRecord): boolean =>
    resource.owners.some((name) => (record[name] as Reference | null)?.id === String(user?.id));
  return {
    view: [viewAll, viewTeam, viewOwn].some(has) ? allowed : missing(viewOwn ?? viewAll ?? ''),
    create: offered('create', permission(create)),
    archive: offered('archive', permission(archive)),
    update: (record) =>
      offered('update', has(updateAll) || (has(updateOwn) && owns(record)) ? allowed : missing(updateAll)),
    permission,
    write: ({ options }) =>
      !options.readOnly && (options.writePermission === undefined || has(options.writePermission)),
  };
}

/** @example const may = useMay(clients); may.create.allowed */
export function useMay(resource: Resource): May {
  return mayOf(useUser(), resource);
}
