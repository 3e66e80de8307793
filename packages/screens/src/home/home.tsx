import { hasRole } from '@pauta/core';
import { useApiQuery, useUser } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { type HomeNumber, homeCards, homeGroups } from '@pauta/domain/home/cards.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { CircleCheck, Hourglass } from 'lucide-react';
import { Fragment, type ReactElement, useId } from 'react';
import { styled } from 'styled-components';
import { SetupList } from './setup-list.tsx';
import { useSetup } from './use-setup.ts';

const Groups = styled.div`
  display: grid;
  gap: var(--pauta-space-5);
  & h2 { margin-block-end: var(--pauta-space-2); font-size: var(--pauta-text-md); color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-medium); }
  & ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr));
    gap: var(--pauta-space-4);
    margin: 0;
    padding: 0;
    list-style: none;
  }
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
  & a[data-tone='danger'] { border-inline-start: 4px solid var(--pauta-color-danger); }
  & a[data-tone='warning'] { border-inline-start: 4px solid var(--pauta-color-warning); }
  & strong { font-size: var(--pauta-text-2xl); font-weight: var(--pauta-weight-bold); font-variant-numeric: tabular-nums; line-height: 1.1; }
  & a[data-tone='danger'] strong { color: var(--pauta-color-danger-text); }
  & span { color: var(--pauta-color-text-muted); }
`;

/** A group of figures, each a link to the list of the records that it counts. */
function Group({ title, numbers }: { title: string; numbers: readonly HomeNumber[] }): ReactElement {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {numbers.map(({ name, query, total, total_is_estimate }) => {
          const card = homeCards.find((one) => one.name === name);
          return (
            card && (
              <li key={name}>
                <Link data-tone={card.tone} to={`${paths.list(card.resource)}?${query}`}>
                  <strong>{`${formatCount(total)}${total_is_estimate ? '+' : ''}`}</strong>
                  <span>{card.text}</span>
                </Link>
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

/** Links for getting started, while nothing is pending. */
function FirstSteps(): ReactElement {
  const mayFollow = useMay(activities).create.allowed;
  const mayAdd = useMay(clients).create.allowed;
  return (
    <>
      {mayAdd && <LinkButton to={paths.create(clients)}>Nuevo cliente</LinkButton>}
      {mayFollow && <LinkButton to={paths.create(activities)}>Nueva actividad</LinkButton>}
    </>
  );
}

/** `/`: the reader's pending work for today. */
export function Home(): ReactElement {
  const user = useUser();
  const pending = hasRole(user, 'pending');
  const { data, error, mutate } = useApiQuery<{ data: readonly HomeNumber[] }>(pending ? null : '/home', {
    refreshInterval: 60_000,
  });
  const setup = useSetup();
  const numbers = data?.data.filter(({ total }) => total > 0);
  return (
    <Page>
      <PageHeader description={user ? `Hola, ${user.full_name}.` : undefined} title="Dashboard" />
      {numbers && setup.state && <SetupList setup={setup} state={setup.state} />}
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
      ) : numbers && !setup.isLoading ? (
        numbers.length > 0 ? (
          <Groups>
            {Object.entries(homeGroups).map(([group, title]) => {
              const own = numbers.filter(
                ({ name }) => homeCards.find((one) => one.name === name)?.group === group,
              );
              return (
                <Fragment key={group}>{own.length > 0 && <Group numbers={own} title={title} />}</Fragment>
              );
            })}
          </Groups>
        ) : (
          <Card>
            <EmptyState
              actions={<FirstSteps />}
              icon={<CircleCheck aria-hidden size={24} />}
              title="Nada espera por usted"
            >
              Aquí verá lo que necesite su atención: seguimientos, clientes sin próxima acción y lo que espera
              su decisión.
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
