import { hasPermission, type User } from '@pauta/core';
import { useUser } from '@pauta/core/react';
import { frozenReason, hasExceptions } from '@pauta/domain/document/frozen.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { permissionLabel } from '@pauta/domain/permission-label.ts';
import type { Command } from '@pauta/domain/resource/command.ts';
import {
  type AnyRecord,
  type Operation,
  type Resource,
  whyTooLate,
} from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

/** Whether an action is allowed; if not, the missing permission and a sentence that names it. */
export type Verdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly permission: string; readonly reason: string };

/**
 * @param of the resource concerned, whose label is part of that of a permission to manage a catalogue
 * @example missing('clients.create').reason // 'Le falta el permiso «Crear clientes».'
 */
export function missing(permission: string, of?: Resource): Verdict {
  const label = permissionLabel(permission, () => of?.label);
  return { allowed: false, permission, reason: `Le falta el permiso «${label}».` };
}

const allowed: Verdict = { allowed: true };

/**
 * The permissions of the signed-in user on a resource. Screens use them to decide what to offer; the server enforces
 * them.
 */
export interface May {
  readonly view: Verdict;
  readonly create: Verdict;
  readonly archive: Verdict;
  update(record: AnyRecord): Verdict;
  command(record: AnyRecord, command: Command): Verdict;
  permission(name: string): Verdict;
  /** Allowed with any of these permissions. */
  oneOf(names: readonly string[]): Verdict;
  /** Whether the user may write this field. */
  write(field: Field): boolean;
  /** Whether the user may see this field in any record. */
  see(field: Field): boolean;
}

function mayOf(user: User | null, resource: Resource): May {
  const has = (name: string | null | undefined): boolean =>
    name === null || (name !== undefined && hasPermission(user, name));
  const permission = (name: string): Verdict => (has(name) ? allowed : missing(name, resource));
  const { viewAll, viewTeam, viewOwn, create, updateAll, updateOwn, archive } = resource.permissions;
  const offered = (operation: Operation, verdict: Verdict): Verdict =>
    resource.operations.includes(operation)
      ? verdict
      : { allowed: false, permission: '', reason: 'Esta acción no existe aquí.' };
  // Users also own the records of users for whom they are a substitute today.
  const { stands_for: others = [] } = (user ?? {}) as { readonly stands_for?: readonly string[] };
  const owns = (record: AnyRecord): boolean =>
    // The owner of the parent record is unknown here; the server decides.
    resource.partOf.length > 0 ||
    resource.owners.some((name) => {
      const owner = (record[name] as Reference | null)?.id;
      return owner !== undefined && (owner === String(user?.id) || others.includes(owner));
    });
  const inTime = (record: AnyRecord, verdict: Verdict, command?: Command): Verdict => {
    const reason = whyTooLate(resource, record, command);
    return reason === undefined ? verdict : { allowed: false, permission: '', reason };
  };
  const update = (record: AnyRecord): Verdict =>
    has(updateAll) || (has(updateOwn) && owns(record)) ? allowed : missing(updateAll, resource);
  /** A frozen document cannot be updated, unless its definition excepts some fields from freezing. */
  const unfrozen = (record: AnyRecord, verdict: Verdict): Verdict => {
    const reason = hasExceptions(resource) ? null : frozenReason(resource, record);
    return reason === null ? verdict : { allowed: false, permission: '', reason };
  };
  return {
    view: [viewAll, viewTeam, viewOwn].some(has) ? allowed : missing(viewOwn ?? viewAll ?? '', resource),
    create: offered('create', permission(create)),
    archive: offered('archive', permission(archive)),
    update: (record) => unfrozen(record, inTime(record, offered('update', update(record)))),
    command: (record, command) => {
      const own = command.permission === undefined ? allowed : permission(command.permission);
      const needsUpdate = command.permission === undefined || command.changes === true;
      return inTime(record, own.allowed && needsUpdate ? update(record) : own, command);
    },
    permission,
    oneOf: (names) => (names.some(has) ? allowed : permission(names[0] ?? '')),
    write: ({ options }) =>
      !options.readOnly && (options.writePermission === undefined || has(options.writePermission)),
    see: ({ options: { seenBy } }) =>
      seenBy === undefined || [seenBy.viewAll, seenBy.viewTeam, seenBy.viewOwn].some(has),
  };
}

/**
 * The permissions of the signed-in user on a resource. The same object until the user or their permissions change.
 *
 * @example const may = useMay(clients); may.create.allowed
 */
export function useMay(resource: Resource): May {
  const user = useUser();
  return useMemo(() => mayOf(user, resource), [user, resource]);
}
