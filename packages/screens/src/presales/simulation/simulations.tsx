import { useApiQuery } from '@pauta/core/react';
import { portfolioRules } from '@pauta/domain/presales/portfolio-rule.ts';
import type { Simulation } from '@pauta/domain/presales/simulation/simulation.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { Link, Route, Routes, useNavigate, useParams } from '@pauta/ui/router.ts';
import { FlaskConical } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { NewSimulationDialog } from './simulation-dialogs.tsx';
import { SimulationPage } from './simulation-page.tsx';

const board = '/prevanta/distribucion-cartera';
const home = `${board}/simulaciones`;
const title = 'Simulaciones';

function List({ simulations }: { readonly simulations: readonly Simulation[] }): ReactElement {
  const may = useMay(portfolioRules).permission('portfolio.update');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const create = (
    <Button
      disabledReason={may.allowed ? undefined : may.reason}
      onClick={() => setOpen(true)}
      tone="primary"
    >
      Nueva simulación
    </Button>
  );
  return (
    <>
      <PageHeader
        actions={
          <>
            <LinkButton to={board}>Distribución de Cartera</LinkButton>
            {simulations.length > 0 && create}
          </>
        }
        back={{ to: board, label: 'Distribución de Cartera' }}
        description="Qué pasaría con la venta, las metas y la concentración con otros precios, sin un cliente o con otro vendedor. Solo usted ve las suyas."
        title={title}
      />
      <Card>
        {simulations.length === 0 ? (
          <EmptyState
            actions={create}
            icon={<FlaskConical aria-hidden size={24} />}
            title="No tiene simulaciones"
          >
            Haga una, agregue los cambios y compare. Después publíquela como borradores o descártela.
          </EmptyState>
        ) : (
          <FigureTable aria-label="Simulaciones" role="region" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Nombre</th>
                  <th data-text scope="col">
                    Compañía
                  </th>
                  <th scope="col">Año</th>
                  <th scope="col">Cambios</th>
                  <th data-text scope="col">
                    Estado
                  </th>
                </tr>
              </thead>
              <tbody>
                {simulations.map(({ id, name, company, year, changes, published_at }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Link to={`${home}/${id}`}>{name}</Link>
                    </th>
                    <td data-text>{company.label}</td>
                    <td>{year}</td>
                    <td>{changes.length}</td>
                    <td data-text>{published_at === null ? 'Sin publicar' : 'Publicada'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </FigureTable>
        )}
      </Card>
      {isOpen && (
        <NewSimulationDialog onClose={() => setOpen(false)} onDone={(id) => void navigate(`${home}/${id}`)} />
      )}
    </>
  );
}

function One({ simulations }: { readonly simulations: readonly Simulation[] }): ReactElement {
  const { id } = useParams();
  const simulation = simulations.find((one) => one.id === id);
  if (simulation) return <SimulationPage home={home} key={simulation.id} simulation={simulation} />;
  return (
    <>
      <PageHeader back={{ to: home, label: title }} title="Simulación" />
      <Card>
        <EmptyState
          actions={<LinkButton to={home}>Ver las simulaciones</LinkButton>}
          title="No está entre las suyas"
        >
          Se descartó, o la hizo otra persona.
        </EmptyState>
      </Card>
    </>
  );
}

/** `prevanta/distribucion-cartera/simulaciones`: the simulations of the user, and each of them. */
export function Simulations(): ReactElement {
  const may = useMay(portfolioRules);
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly Simulation[] }>(
    may.view.allowed ? '/portfolio/simulations' : null,
  );
  if (data)
    return (
      <Page>
        <Routes>
          <Route element={<One simulations={data.data} />} path=":id" />
          <Route element={<List simulations={data.data} />} path="*" />
        </Routes>
      </Page>
    );
  return (
    <Page>
      <PageHeader title={title} />
      {!may.view.allowed ? (
        <NoAccess title="No puede ver las simulaciones">{may.view.reason}</NoAccess>
      ) : error ? (
        <FailureBanner error={error} onRetry={() => void mutate()} />
      ) : (
        <Card>
          <Skeleton lines={6} />
        </Card>
      )}
    </Page>
  );
}
