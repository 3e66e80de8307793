import { hasRole } from '@pauta/core';
import { useApiQuery, useUser } from '@pauta/core/react';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import { CircleCheck, Hourglass } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

interface Waiting {
  readonly registrations: {
    readonly received: number;
    readonly in_review: number;
    readonly info_requested: number;
    readonly mine: number;
  } | null;
  readonly users: { readonly pending: number } | null;
}

interface Task {
  readonly count: number;
  readonly text: string;
  readonly to: string;
}

const registrationsAt = '/crm/client-registrations';

/** What awaits the reader: each number leads to the list that proves it. */
function tasksOf({ registrations, users }: Waiting, userId: string): Task[] {
  const all = [
    registrations && {
      count: registrations.received,
      text: 'Registros de clientes por revisar',
      to: `${registrationsAt}?f.status=received`,
    },
    registrations && {
      count: registrations.mine,
      text: 'Registros que usted está revisando',
      to: `${registrationsAt}?f.status=in_review&f.reviewer_id=${userId}`,
    },
    registrations && {
      count: registrations.info_requested,
      text: 'Registros que esperan información',
      to: `${registrationsAt}?f.status=info_requested`,
    },
    users && { count: users.pending, text: 'Usuarios por aprobar', to: '/gestion/usuarios?f.status=pending' },
  ];
  return all.filter((task) => task !== null).filter((task) => task.count > 0);
}

const Tasks = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
  gap: var(--pauta-space-4);
  margin: 0;
  padding: 0;
  list-style: none;
  & a {
    display: grid;
    align-content: start;
    gap: var(--pauta-space-1);
    block-size: 100%;
    padding: var(--pauta-space-4) var(--pauta-space-5);
    border: 1px solid var(--pauta-color-border);
    border-radius: var(--pauta-radius-lg);
    background: var(--pauta-color-surface);
    box-shadow: var(--pauta-shadow-sm);
    color: inherit;
    text-decoration: none;
  }
  & a:hover { border-color: var(--pauta-color-accent); }
  & strong { font-size: var(--pauta-text-2xl); font-weight: var(--pauta-weight-bold); font-variant-numeric: tabular-nums; line-height: 1.1; }
  & span { color: var(--pauta-color-text-muted); }
`;

/** `/`: what awaits the reader today. */
export function Home(): ReactElement {
  const user = useUser();
  const pending = hasRole(user, 'pending');
  const { data, error, mutate } = useApiQuery<{ data: Waiting }>(pending ? null : '/home', {
    refreshInterval: 60_000,
  });
  const tasks = data ? tasksOf(data.data, String(user?.id ?? '')) : undefined;
  return (
    <Page>
      <PageHeader description={user ? `Hola, ${user.full_name}.` : undefined} title="Dashboard" />
      {pending ? (
        <Card>
          <EmptyState
            actions={<LinkButton to="/perfil">Completar mi perfil</LinkButton>}
            icon={<Hourglass aria-hidden size={24} />}
            title="Su cuenta espera aprobación"
          >
            Un administrador debe darle acceso. Mientras tanto puede completar su perfil y subir su foto.
          </EmptyState>
        </Card>
      ) : tasks ? (
        tasks.length > 0 ? (
          <Tasks aria-label="Lo que espera por usted">
            {tasks.map((task) => (
              <li key={task.to}>
                <Link to={task.to}>
                  <strong>{task.count.toLocaleString('es-DO')}</strong>
                  <span>{task.text}</span>
                </Link>
              </li>
            ))}
          </Tasks>
        ) : (
          <Card>
            <EmptyState icon={<CircleCheck aria-hidden size={24} />} title="Nada espera por usted">
              Aquí verá lo que necesite su atención en cuanto llegue.
            </EmptyState>
          </Card>
        )
      ) : error ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : (
        <Card>
          <Skeleton lines={3} />
        </Card>
      )}
    </Page>
  );
}
