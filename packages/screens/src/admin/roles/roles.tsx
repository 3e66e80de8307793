import { usePermission } from '@pauta/core/react';
import { roles } from '@pauta/domain/admin/roles/role.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Tabs } from '@pauta/ui/controls/tabs.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { NewButton, ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useSearchParams } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import type { ReactElement } from 'react';
import { CopyRole } from './copy-role.tsx';
import { RoleCompare } from './role-compare.tsx';
import { useMatrix } from './role-data.ts';
import { RoleMatrix } from './role-matrix.tsx';
import { UserPermissions } from './user-permissions.tsx';
import { WhoCan } from './who-can.tsx';

const tabNames = ['matriz', 'roles', 'comparar', 'quien', 'usuario'];

function RolesScreen(): ReactElement {
  const may = useMay(roles);
  const mayChange = usePermission('roles.update');
  const [parameters, setParameters] = useSearchParams();
  const answer = useMatrix();
  const matrix = answer.data?.data;
  const asked = parameters.get('tab') ?? '';
  const selected = tabNames.includes(asked) ? asked : 'matriz';

  const withMatrix = (show: (known: NonNullable<typeof matrix>) => ReactElement) => () =>
    matrix ? (
      show(matrix)
    ) : answer.error ? (
      <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />
    ) : (
      <Card>
        <Skeleton lines={12} />
      </Card>
    );

  return (
    <Page>
      <PageHeader
        actions={
          <>
            {matrix && <CopyRole roles={matrix.roles} onCopied={() => answer.mutate()} />}
            <NewButton may={may} resource={roles} to="/gestion/roles/nuevo" />
          </>
        }
        description="Un cambio vale desde la siguiente acción de cada persona, sin que vuelva a entrar."
        title="Roles y Permisos"
      />
      {may.view.allowed ? (
        <Tabs
          label="Roles y permisos"
          onSelect={(tab) => setParameters(tab === 'matriz' ? {} : { tab })}
          selected={selected}
          tabs={[
            {
              id: 'matriz',
              label: 'Matriz',
              content: withMatrix((known) => (
                <RoleMatrix
                  matrix={known}
                  mayChange={mayChange}
                  refresh={(data) =>
                    data ? answer.mutate({ data }, { revalidate: false }) : answer.mutate()
                  }
                />
              )),
            },
            { id: 'roles', label: 'Roles', content: () => <ResourceList header={null} resource={roles} /> },
            {
              id: 'comparar',
              label: 'Comparar',
              content: withMatrix((known) => <RoleCompare matrix={known} />),
            },
            { id: 'quien', label: '¿Quién puede…?', content: () => <WhoCan /> },
            { id: 'usuario', label: 'Por usuario', content: () => <UserPermissions /> },
          ]}
        />
      ) : (
        <NoAccess title="No puede ver los roles">{may.view.reason}</NoAccess>
      )}
    </Page>
  );
}

/** Gestión › Roles y Permisos: the matrix, the list of roles, and reports about permissions. */
export const Roles = resourceScreens(roles, { screens: { list: RolesScreen } });
