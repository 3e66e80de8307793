import { ApiError } from '@pauta/core';
import { useApi, useInvalidate, useUser } from '@pauta/core/react';
import { matchesPermission } from '@pauta/domain/admin/roles/role-permissions.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { SaveBar } from '@pauta/layout/bars';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useUnsaved } from '@pauta/ui/form/unsaved.tsx';
import { SearchX } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import type { Matrix, RoleColumn } from './role-data.ts';
import { RoleMatrixTable } from './role-matrix-table.tsx';
import { RolePermissionList } from './role-permission-list.tsx';
import { useRoleDraft } from './use-role-draft.ts';

const Filters = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 24rem));
  gap: var(--pauta-space-3);
`;

export interface RoleMatrixProps {
  readonly matrix: Matrix;
  /** Replaces the matrix by the one that the server returned, or loads it again. */
  readonly refresh: (matrix?: Matrix) => Promise<unknown>;
  readonly mayChange: boolean;
}

/** Permissions by role: search, change, save all at once. */
export function RoleMatrix({ matrix, refresh, mayChange }: RoleMatrixProps): ReactElement {
  const api = useApi();
  const user = useUser();
  const invalidate = useInvalidate();
  const narrow = useNarrow('48rem');
  const draft = useRoleDraft(matrix);
  const [search, setSearch] = useState('');
  const [roleSearch, setRoleSearch] = useState('');
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useUnsaved({
    label: () => 'Roles y permisos',
    isDirty: () => draft.count > 0,
    discard: draft.discard,
  });

  const own = new Set(user?.permissions);
  const above = new Set(
    matrix.roles.filter(({ permissions }) => permissions.some((name) => !own.has(name))).map(({ id }) => id),
  );
  const lockOf = (role: RoleColumn, permission: string): string | undefined => {
    if (!mayChange) return 'Le falta el permiso «Cambiar roles y permisos».';
    if (role.name === 'admin') return 'El administrador conserva todos los permisos.';
    if (above.has(role.id)) return 'Este rol tiene permisos que usted no tiene. Pídalo a un administrador.';
    return own.has(permission) || draft.has(role, permission)
      ? undefined
      : 'No puede conceder un permiso que usted no tiene.';
  };

  const save = async (): Promise<void> => {
    setSaving(true);
    setFailure(null);
    try {
      const { data } = await api.put<{ data: Matrix }>('/roles/matrix', { changes: draft.changes });
      await refresh(data);
      draft.discard();
      notify('Permisos guardados; valen desde ahora');
      invalidate('/permissions', '/users').catch(() => {});
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) {
        await refresh();
        setFailure(
          'Otra persona cambió uno de estos roles. La matriz ya muestra sus cambios, y los de usted siguen marcados: revíselos y guarde de nuevo.',
        );
      } else setFailure(describeFailure(error).message);
    } finally {
      setSaving(false);
    }
  };

  const permissions = matrix.permissions.filter((permission) => matchesPermission(permission, search));
  const roles = matrix.roles.filter(({ display_name, name }) =>
    fold(`${display_name} ${name}`).includes(fold(roleSearch)),
  );
  const parts = { permissions, roles, draft, lockOf };
  return (
    <>
      <Filters>
        <SearchField label="Buscar permisos" onChange={setSearch} value={search} />
        {!narrow && <SearchField label="Buscar roles" onChange={setRoleSearch} value={roleSearch} />}
      </Filters>
      {failure && (
        <Banner live tone="danger">
          {failure}
        </Banner>
      )}
      {permissions.length === 0 || roles.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden size={24} />} title="Nada coincide">
          Pruebe con otras palabras: se buscan en el nombre, el módulo y la descripción.
        </EmptyState>
      ) : narrow ? (
        <RolePermissionList {...parts} />
      ) : (
        <RoleMatrixTable {...parts} />
      )}
      <SaveBar count={draft.count} onDiscard={draft.discard} onSave={() => void save()} saving={saving} />
    </>
  );
}
