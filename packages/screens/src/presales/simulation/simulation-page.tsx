import { createIdempotencyKey } from '@pauta/core';
import { useApiMutation } from '@pauta/core/react';
import { portfolioRules } from '@pauta/domain/presales/portfolio-rule.ts';
import {
  changeKinds,
  mostChanges,
  type Simulation,
  type SimulationChange,
  writtenChange,
} from '@pauta/domain/presales/simulation/simulation.ts';
import { Badge } from '@pauta/ui/controls/badge.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { ConfirmDialog } from '@pauta/ui/controls/confirm-dialog.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { Link, useNavigate } from '@pauta/ui/router.ts';
import { type ReactElement, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { bodyWith, describeChange } from './change-fields.ts';
import { ChangeDialog } from './simulation-dialogs.tsx';
import { SimulationResult } from './simulation-result.tsx';

const Changes = styled.div`
  display: grid;
  gap: var(--pauta-space-3);
  & ol { display: grid; gap: var(--pauta-space-2); margin: 0; padding-inline-start: var(--pauta-space-5); }
  & li > div { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-2); }
  & li > div > span { flex: 1 1 14rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & [data-add] { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  & p { margin: 0; color: var(--pauta-color-text-muted); }
`;

const kinds = Object.keys(changeKinds) as readonly SimulationChange['kind'][];
const invalidates = ['/portfolio', '/price-lists', '/sales-budgets'];

/** A simulation: its changes, what they do, and publishing them as drafts. */
export function SimulationPage({
  simulation,
  home,
}: {
  readonly simulation: Simulation;
  readonly home: string;
}): ReactElement {
  const may = useMay(portfolioRules).permission('portfolio.update');
  const navigate = useNavigate();
  const [open, setOpen] = useState<SimulationChange['kind'] | 'publish' | 'discard' | null>(null);
  const key = useRef(createIdempotencyKey());
  const path = `/portfolio/simulations/${simulation.id}`;
  const options = { ifMatch: simulation.row_version };
  const save = useApiMutation((api, body: object) => api.put(path, body, options), { invalidates });
  const publish = useApiMutation(
    (api) => api.post(`${path}/publish`, undefined, { ...options, idempotencyKey: key.current }),
    { invalidates },
  );
  const discard = useApiMutation((api) => api.delete(path, options), { invalidates });
  const isPublished = simulation.published_at !== null;
  const reason = may.allowed ? undefined : may.reason;
  const fixed =
    reason ?? (isPublished ? 'Ya se publicó y no cambia. Haga otra para seguir probando.' : undefined);
  const close = (): void => setOpen(null);

  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work();
      notify(done);
    } catch (failure) {
      key.current = createIdempotencyKey();
      notify(describeFailure(failure).message, { tone: 'danger' });
    }
    close();
  };
  const remove = (at: number): void =>
    void attempt(
      () =>
        save.run(
          bodyWith(simulation, simulation.changes.filter((_, place) => place !== at).map(writtenChange)),
        ),
      'Cambio quitado',
    );
  return (
    <>
      <PageHeader
        actions={
          <>
            <Button disabledReason={reason} onClick={() => setOpen('discard')}>
              Descartar
            </Button>
            <Button
              disabledReason={
                fixed ?? (simulation.changes.length === 0 ? 'Agregue un cambio primero.' : undefined)
              }
              onClick={() => setOpen('publish')}
              tone="primary"
            >
              Publicar como borradores
            </Button>
          </>
        }
        aside={isPublished ? <Badge tone="success">Publicada</Badge> : <Badge>Sin publicar</Badge>}
        back={{ to: home, label: 'Simulaciones' }}
        description={`${simulation.company.label}, ${simulation.year}. Solo usted la ve.`}
        title={simulation.name}
      />
      {isPublished && (
        <Banner tone="success">
          {simulation.drafts.map(({ text, path: to, kind }) => (
            <p key={`${kind} ${to ?? text}`}>
              {text} {to !== null && <Link to={to}>Abrir</Link>}
            </p>
          ))}
        </Banner>
      )}
      <Card title="Cambios">
        <Changes>
          {simulation.changes.length === 0 && <p>Agregue un cambio para ver qué haría con las cifras.</p>}
          {simulation.changes.length > 0 && (
            <ol>
              {simulation.changes.map((change, at) => {
                const text = describeChange(change);
                return (
                  <li key={at}>
                    <div>
                      <span>{text}</span>
                      {!isPublished && (
                        <Button
                          aria-label={`Quitar: ${text}`}
                          disabledReason={reason}
                          loading={save.pending}
                          onClick={() => remove(at)}
                          size="small"
                        >
                          Quitar
                        </Button>
                      )}
                    </div>
                  </li>
                );
              })}
            </ol>
          )}
          {!isPublished && (
            <div data-add>
              {kinds.map((kind) => (
                <Button
                  disabledReason={
                    reason ??
                    (simulation.changes.length >= mostChanges
                      ? `Una simulación tiene hasta ${mostChanges} cambios.`
                      : undefined)
                  }
                  key={kind}
                  onClick={() => setOpen(kind)}
                  size="small"
                >
                  {`Agregar: ${changeKinds[kind].toLocaleLowerCase('es')}`}
                </Button>
              ))}
            </div>
          )}
        </Changes>
      </Card>
      <SimulationResult simulation={simulation} />
      {open !== null && open !== 'publish' && open !== 'discard' && (
        <ChangeDialog kind={open} onClose={close} simulation={simulation} />
      )}
      <ConfirmDialog
        confirm="Publicar"
        loading={publish.pending}
        onCancel={close}
        onConfirm={() => void attempt(() => publish.run(), 'Borradores listos')}
        open={open === 'publish'}
        title="¿Publicar como borradores?"
      >
        Se hacen una lista de precios, una versión del presupuesto de ventas o movimientos de cartera, según
        los cambios. Cada borrador vale cuando se aprueba en su página; la simulación ya no cambia.
      </ConfirmDialog>
      <ConfirmDialog
        confirm="Descartar"
        loading={discard.pending}
        onCancel={close}
        onConfirm={() =>
          void attempt(async () => {
            await discard.run();
            await navigate(home);
          }, 'Simulación descartada')
        }
        open={open === 'discard'}
        title={`¿Descartar «${simulation.name}»?`}
        tone="danger"
      >
        {isPublished
          ? 'Los borradores que se hicieron de ella se quedan.'
          : 'Nada más cambia: lo simulado no está en ninguna otra página.'}
      </ConfirmDialog>
    </>
  );
}
