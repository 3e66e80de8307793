import { createIdempotencyKey } from '@pauta/core';
import { useApiMutation, useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { styled } from 'styled-components';

const NewDelegation = lazy(async () => ({ default: (await import('./new-delegation.tsx')).NewDelegation }));

/** A delegation, as the API returns it. */
export interface Delegation {
  readonly id: string;
  readonly from_user: { readonly id: string; readonly full_name: string };
  readonly to_user: { readonly id: string; readonly full_name: string };
  readonly starts_on: string;
  readonly ends_on: string;
  readonly permissions: readonly string[] | null;
  readonly reason: string | null;
  readonly state: 'planned' | 'current' | 'over';
}

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & > p { margin: 0; color: var(--pauta-color-text-muted); }
  & > ul { display: grid; margin: 0; padding: 0; list-style: none; }
  & li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1) var(--pauta-space-3); padding-block: var(--pauta-space-3); border-block-start: 1px solid var(--pauta-color-border); }
  & li > div { flex: 1 1 14rem; min-inline-size: 0; }
  & li strong { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); font-weight: var(--pauta-weight-medium); overflow-wrap: anywhere; }
  & li p { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > button { justify-self: start; }
`;

const states = {
  planned: { label: 'Prevista', tone: 'info' },
  current: { label: 'Vigente', tone: 'success' },
  over: { label: 'Terminada', tone: 'neutral' },
} as const;

const scopeOf = ({ permissions }: Delegation): string => {
  if (permissions === null) return 'todo lo que puede hacer';
  return permissions.length === 1 ? '1 permiso' : `${permissions.length} permisos`;
};

/**
 * The delegations given and received by a user, and a form for a new one. `path` is `/delegations` for the reader and
 * `/users/{id}/delegations` for another user.
 */
export function Delegations({ path, userId }: { path: string; userId: string }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: readonly Delegation[] }>(path);
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<Delegation | null>(null);
  const end = useApiMutation((api, id: string) =>
    api.post(`/delegations/${id}/end`, undefined, { idempotencyKey: createIdempotencyKey() }),
  );
  const finish = (): void => {
    if (!ending) return;
    end.run(ending.id).then(
      () => {
        notify('Delegación terminada');
        setEnding(null);
        void mutate();
      },
      (failure) => notify(describeFailure(failure).message, { tone: 'danger' }),
    );
  };
  const own = path === '/delegations';
  return (
    <Root>
      <p>
        {own
          ? 'Cuando no esté, otra persona puede hacer su trabajo en su nombre; así queda en la auditoría.'
          : 'Mientras dura, otra persona hace su trabajo en su nombre; así queda en la auditoría.'}
      </p>
      {error && !data && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!error && !data && <Skeleton lines={2} />}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((one) => (
            <li key={one.id}>
              <div>
                <strong>
                  {one.from_user.id === userId
                    ? `${one.to_user.full_name} reemplaza${own ? '' : ` a ${one.from_user.full_name}`}`
                    : `${own ? 'Usted reemplaza' : 'Reemplaza'} a ${one.from_user.full_name}`}
                  <Badge tone={states[one.state].tone}>{states[one.state].label}</Badge>
                </strong>
                <p>
                  Del {formatCivilDate(one.starts_on)} al {formatCivilDate(one.ends_on)} · {scopeOf(one)}
                  {one.reason && ` · ${one.reason}`}
                </p>
              </div>
              {one.state !== 'over' && (
                <Button
                  aria-label={`Terminar la delegación a ${one.to_user.full_name}`}
                  onClick={() => setEnding(one)}
                  size="small"
                  tone="quiet"
                >
                  Terminar
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>Nueva delegación</Button>
      <ConfirmDialog
        confirm="Terminar"
        loading={end.pending}
        onCancel={() => setEnding(null)}
        onConfirm={finish}
        open={ending !== null}
        title="¿Terminar esta delegación?"
        tone="danger"
      >
        {ending?.to_user.full_name} deja de poder actuar en nombre de {ending?.from_user.full_name} ahora
        mismo.
      </ConfirmDialog>
      <Suspense>
        {adding && (
          <NewDelegation
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false);
              void mutate();
            }}
            path={path}
            userId={userId}
          />
        )}
      </Suspense>
    </Root>
  );
}
