import { roles } from '@pauta/domain/admin/roles/role.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { RoleCompare } from './role-compare.tsx';
import { everything, matrix } from './role-fixtures.ts';
import { RoleMatrix } from './role-matrix.tsx';
import { RolePermissionList } from './role-permission-list.tsx';
import { useRoleDraft } from './use-role-draft.ts';

const meta = { title: 'Administración/Roles', component: RoleMatrix } satisfies Meta<typeof RoleMatrix>;

export default meta;
type Story = StoryObj;

const hosted = (children: ReactElement, permissions: readonly string[] = everything): ReactElement => (
  <StoryHost mount="/gestion/roles" path="/gestion/roles" permissions={permissions} resource={roles}>
    {children}
  </StoryHost>
);

export const Matrix: Story = {
  render: () => hosted(<RoleMatrix matrix={matrix} mayChange refresh={async () => {}} />),
};

export const ReadOnly: Story = {
  render: () =>
    hosted(<RoleMatrix matrix={matrix} mayChange={false} refresh={async () => {}} />, ['users.view_all']),
};

function OneAtATime(): ReactElement {
  const draft = useRoleDraft(matrix);
  return (
    <RolePermissionList
      draft={draft}
      lockOf={() => undefined}
      permissions={matrix.permissions}
      roles={matrix.roles}
    />
  );
}

export const Narrow: Story = { render: () => hosted(<OneAtATime />) };

export const Compare: Story = { render: () => hosted(<RoleCompare matrix={matrix} />) };
