import { hasRole } from '@pauta/core';
import { useApiQuery, useUser } from '@pauta/core/react';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import type { DashboardLayout } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Hourglass } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { SetupList } from './setup-list.tsx';
import { useSetup } from './use-setup.ts';

const load = () => import('./dashboard/dashboard.tsx');
// Loaded with this page and beside its data, not after them. A failure is shown when it is rendered.
load().catch(() => undefined);
const Dashboard = lazy(async () => ({ default: (await load()).Dashboard }));

/** Links for the first things that a reader does. */
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

/** `/`: the Dashboard, and for an administrator the open setup steps above it. */
export function Home(): ReactElement {
  const user = useUser();
  const pending = hasRole(user, 'pending');
  const { data, error, mutate } = useApiQuery<{ data: DashboardLayout }>(pending ? null : '/dashboard');
  const setup = useSetup();
  const layout = data?.data;
  const loading = (
    <Card>
      <Skeleton lines={3} />
    </Card>
  );
  return (
    <Page>
      <PageHeader
        actions={pending ? undefined : <FirstSteps />}
        description={user ? `Hola, ${user.full_name}.` : undefined}
        title="Dashboard"
      />
      {layout && setup.state && <SetupList setup={setup} state={setup.state} />}
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
      ) : layout && !setup.isLoading ? (
        <Suspense fallback={loading}>
          <Dashboard
            layout={layout}
            onChange={(next) => void (next ? mutate({ data: next }, { revalidate: false }) : mutate())}
          />
        </Suspense>
      ) : error ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : (
        loading
      )}
    </Page>
  );
}
