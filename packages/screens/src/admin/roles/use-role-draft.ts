import { useMemo, useState } from 'react';
import type { Matrix, RoleColumn } from './role-data.ts';

/** Unsaved changes: by role, whether each changed permission is granted. */
type Wanted = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

/** A role's part of `PUT /roles/matrix`. */
export interface RoleChange {
  readonly role_id: string;
  readonly version: number;
  readonly grant: readonly string[];
  readonly revoke: readonly string[];
}

export interface RoleDraft {
  /** Whether the role has the permission, including unsaved changes. */
  has(role: RoleColumn, permission: string): boolean;
  isChanged(role: RoleColumn, permission: string): boolean;
  set(role: RoleColumn, permissions: readonly string[], wanted: boolean): void;
  discard(): void;
  readonly count: number;
  readonly changes: readonly RoleChange[];
}

/**
 * Unsaved changes of the matrix. Stored as the wanted state and not as clicks: when the matrix changes meanwhile,
 * changes that are already in effect disappear, and the others stay.
 */
export function useRoleDraft(matrix: Matrix | undefined): RoleDraft {
  const [wanted, setWanted] = useState<Wanted>({});
  const held = useMemo(
    () => new Map(matrix?.roles.map((role) => [role.id, new Set(role.permissions)])),
    [matrix],
  );
  const isHeld = (role: RoleColumn, permission: string): boolean =>
    held.get(role.id)?.has(permission) ?? false;
  const changes = useMemo(
    () =>
      (matrix?.roles ?? []).flatMap((role): RoleChange[] => {
        const own = Object.entries(wanted[role.id] ?? {}).filter(
          ([name, want]) => want !== (held.get(role.id)?.has(name) ?? false),
        );
        if (own.length === 0) return [];
        const named = (want: boolean) => own.filter(([, one]) => one === want).map(([name]) => name);
        return [{ role_id: role.id, version: role.row_version, grant: named(true), revoke: named(false) }];
      }),
    [matrix, wanted, held],
  );
  return {
    has: (role, permission) => wanted[role.id]?.[permission] ?? isHeld(role, permission),
    isChanged: (role, permission) => {
      const want = wanted[role.id]?.[permission];
      return want !== undefined && want !== isHeld(role, permission);
    },
    set: (role, permissions, want) =>
      setWanted((before) => ({
        ...before,
        [role.id]: { ...before[role.id], ...Object.fromEntries(permissions.map((name) => [name, want])) },
      })),
    discard: () => setWanted({}),
    count: changes.reduce((sum, { grant, revoke }) => sum + grant.length + revoke.length, 0),
    changes,
  };
}
