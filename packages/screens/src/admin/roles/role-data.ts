import { type ApiQuery, useApiQuery } from '@pauta/core/react';

/** A permission, as `GET /permissions` returns it. */
export interface KnownPermission {
  readonly name: string;
  readonly module: string;
  readonly label: string;
  readonly description: string | null;
  /** Number of roles with the permission. */
  readonly roles: number;
}

/** A role with the names of its permissions. */
export interface RoleColumn {
  readonly id: string;
  readonly name: string;
  readonly display_name: string;
  readonly description: string | null;
  readonly is_system: boolean;
  readonly row_version: number;
  readonly users: number;
  readonly permissions: readonly string[];
}

export interface Matrix {
  readonly permissions: readonly KnownPermission[];
  readonly roles: readonly RoleColumn[];
}

/** Why a user holds a permission. */
export interface Grant {
  readonly kind: 'role' | 'delegation';
  readonly id: string;
  readonly label: string;
}

/** The roles in use with all permissions. */
export const useMatrix = (): ApiQuery<{ readonly data: Matrix }> =>
  useApiQuery<{ readonly data: Matrix }>('/roles/matrix');

/** @example grantText({ kind: 'role', id: '…', label: 'Auditor' }) // 'por el rol Auditor' */
export const grantText = ({ kind, label }: Grant): string =>
  kind === 'role' ? `por el rol ${label}` : `porque ${label} le delegó`;

/** Permissions by module, in their order. */
export function byModule<P extends { readonly module: string }>(permissions: readonly P[]): [string, P[]][] {
  const groups = new Map<string, P[]>();
  for (const permission of permissions) {
    const group = groups.get(permission.module);
    if (group) group.push(permission);
    else groups.set(permission.module, [permission]);
  }
  return [...groups];
}
