import { Card } from '@pauta/ui/controls/card.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import { byModule } from './role-data.ts';
import type { RoleMatrixTableProps } from './role-matrix-table.tsx';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--pauta-space-4);
  & [data-changed] { padding-inline-start: var(--pauta-space-2); border-inline-start: 3px solid var(--pauta-color-warning); }
`;

/** The matrix on narrow screens: one role at a time, its permissions by module. */
export function RolePermissionList({
  permissions,
  roles,
  draft,
  lockOf,
}: RoleMatrixTableProps): ReactElement {
  const [chosen, setChosen] = useState('');
  const role = roles.find(({ id }) => id === chosen) ?? roles[0];
  return (
    <Root>
      <Select
        clearable={false}
        label="Rol"
        onChange={setChosen}
        options={roles.map(({ id, display_name }) => ({ value: id, label: display_name }))}
        value={role?.id ?? ''}
      />
      {role &&
        byModule(permissions).map(([module, own]) => {
          const on = own.filter(({ name }) => draft.has(role, name)).length;
          const free = own.filter(({ name }) => !lockOf(role, name)).map(({ name }) => name);
          return (
            <Card key={module} title={module}>
              <Checkbox
                checked={on === own.length}
                indeterminate={on > 0 && on < own.length}
                label={`Todo (${on} de ${own.length})`}
                onChange={() => draft.set(role, free, !free.every((name) => draft.has(role, name)))}
                readOnly={free.length === 0}
              />
              {own.map((permission) => (
                <div data-changed={draft.isChanged(role, permission.name) || undefined} key={permission.name}>
                  <Checkbox
                    checked={draft.has(role, permission.name)}
                    hint={lockOf(role, permission.name) ?? permission.description}
                    label={permission.label}
                    onChange={(wanted) => draft.set(role, [permission.name], wanted)}
                    readOnly={lockOf(role, permission.name) !== undefined}
                  />
                </div>
              ))}
            </Card>
          );
        })}
    </Root>
  );
}
