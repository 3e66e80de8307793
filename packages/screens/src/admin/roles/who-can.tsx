import { useApiQuery } from '@pauta/core/react';
import { permissions } from '@pauta/domain/admin/roles/permissions.ts';
import { matchesPermission } from '@pauta/domain/admin/roles/role-permissions.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ComboBox, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { UserX } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { type Grant, grantText, type KnownPermission } from './role-data.ts';

export const PeopleList = styled.ul`
  display: flex;
  flex-direction: column;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li { padding-block: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); overflow-wrap: anywhere; }
  & > li:last-child { border: 0; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & a { color: var(--pauta-color-accent-text); }
`;

interface Holders {
  readonly data: {
    readonly permission: KnownPermission;
    readonly holders: readonly {
      readonly id: string;
      readonly full_name: string;
      readonly email: string;
      readonly from: readonly Grant[];
    }[];
  };
}

const optionOf = ({ name, label, module }: (typeof permissions)[number]) => ({
  id: name,
  label,
  code: module,
});

const useFound = (text: string): OptionsState => ({
  options: permissions.filter((permission) => matchesPermission(permission, text)).map(optionOf),
  loading: false,
});

/** "¿Quién puede…?": the users with a permission, and the role or delegation that grants it to each. */
export function WhoCan(): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get('permiso');
  const chosen = permissions.find((permission) => permission.name === name);
  const answer = useApiQuery<Holders>(chosen ? `/permissions/${chosen.name}/holders` : null);
  const found = answer.data?.data;
  return (
    <>
      <ComboBox
        label="¿Quién puede…?"
        onChange={(option) => {
          const next = new URLSearchParams(parameters);
          if (option) next.set('permiso', option.id);
          else next.delete('permiso');
          setParameters(next, { replace: true });
        }}
        placeholder="Escriba lo que se hace: retener crédito, aprobar…"
        useOptions={useFound}
        value={chosen ? optionOf(chosen) : null}
      />
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      {chosen && (
        <Card title={chosen.label}>
          {!found ? (
            !answer.error && <Skeleton lines={4} />
          ) : found.holders.length === 0 ? (
            <EmptyState icon={<UserX aria-hidden size={24} />} title="Nadie puede">
              Ningún usuario activo tiene este permiso.
            </EmptyState>
          ) : (
            <>
              {found.permission.description && <p>{found.permission.description}</p>}
              <PeopleList aria-label="Personas que pueden">
                {found.holders.map((holder) => (
                  <li key={holder.id}>
                    <Link to={`/gestion/usuarios/${holder.id}`}>{holder.full_name}</Link>
                    <small>
                      {holder.email} · {holder.from.map(grantText).join('; ')}
                    </small>
                  </li>
                ))}
              </PeopleList>
            </>
          )}
        </Card>
      )}
    </>
  );
}
