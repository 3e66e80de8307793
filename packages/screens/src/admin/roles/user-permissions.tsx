import { useApiQuery } from '@pauta/core/react';
import { matchesPermission } from '@pauta/domain/admin/roles/role-permissions.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { SearchField } from '@pauta/ui/controls/search-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useOptionLabels, useOptions } from '@pauta/ui/data/use-options.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { byModule, type Grant, grantText } from './role-data.ts';
import { PeopleList } from './who-can.tsx';

interface Effective {
  readonly data: {
    readonly user: { readonly id: string; readonly full_name: string; readonly status: string };
    readonly permissions: readonly {
      readonly name: string;
      readonly module: string;
      readonly label: string;
      readonly description: string | null;
      readonly from: readonly Grant[];
    }[];
  };
}

const useUsers = (text: string, open: boolean): OptionsState => useOptions(users, text, { asking: open });

/** The permissions of one user, with the role or delegation that grants each. */
export function UserPermissions(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get('usuario');
  const [chosen] = useOptionLabels(users, id === null ? [] : [id]);
  const [search, setSearch] = useState('');
  const answer = useApiQuery<Effective>(id === null ? null : `/users/${id}/permissions`);
  const found = answer.data?.data;
  const shown = found?.permissions.filter((permission) => matchesPermission(permission, search)) ?? [];
  return (
    <>
      <ComboBox
        label="Usuario"
        onChange={(option) => {
          const next = new URLSearchParams(parameters);
          if (option) next.set('usuario', option.id);
          else next.delete('usuario');
          setParameters(next, { replace: true });
        }}
        useOptions={useUsers}
        value={chosen ?? null}
      />
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {id !== null && !found && !answer.error && <Skeleton lines={6} />}
      {found && found.user.status !== 'active' && (
        <Banner tone="warning">Este usuario no está activo: ahora mismo no puede hacer nada.</Banner>
      )}
      {found && found.permissions.length > 0 && (
        <>
          <SearchField label="Buscar en sus permisos" onChange={setSearch} value={search} />
          {byModule(shown).map(([module, own]) => (
            <Card key={module} title={module}>
              <PeopleList>
                {own.map((permission) => (
                  <li key={permission.name}>
                    {permission.label}
                    <small>{permission.from.map(grantText).join('; ')}</small>
                  </li>
                ))}
              </PeopleList>
            </Card>
          ))}
          {shown.length === 0 && <p>Ninguno de sus permisos coincide con «{search}».</p>}
        </>
      )}
      {found && found.permissions.length === 0 && found.user.status === 'active' && (
        <Banner>Este usuario no tiene ningún permiso: solo ve su perfil.</Banner>
      )}
    </>
  );
}
