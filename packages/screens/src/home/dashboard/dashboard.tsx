import { createIdempotencyKey } from '@pauta/core';
import { useApi } from '@pauta/core/react';
import type { DashboardLayout } from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { dashboardCard } from '@pauta/domain/home/dashboard/dashboard-cards.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { ChartColumn, LayoutGrid } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { CardBody } from './card-body.tsx';
import { CardBox } from './card-frame.tsx';
import { FilterBar } from './controls/filter-bar.tsx';
import { useChoice } from './controls/use-choice.ts';

const Arrange = lazy(async () => ({ default: (await import('./controls/arrange.tsx')).Arrange }));

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--pauta-space-3);
  align-items: end;
  & > :last-child { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); }
  @media (max-width: 40rem) { grid-template-columns: minmax(0, 1fr); justify-items: start; & > :first-child { inline-size: 100%; } }
`;

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr));
  gap: var(--pauta-space-4);
  align-items: start;
  & > [data-size='wide'] { grid-column: 1 / -1; }
  & > div { min-inline-size: 0; }
`;

/** The cards of the Dashboard with their filters; each loads by itself. Its owner arranges them. */
export function Dashboard({
  layout,
  onChange,
}: {
  layout: DashboardLayout;
  /** Called with an arrangement before it is saved and with the answer; without one the arrangement is loaded again. */
  onChange: (layout?: DashboardLayout) => void;
}): ReactElement {
  const api = useApi();
  const [choice, choose] = useChoice();
  const [isArranging, setArranging] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  // Changes are saved one after another, so that the last one stays.
  const saving = useRef(Promise.resolve());
  const save = (send: () => Promise<{ readonly data: DashboardLayout }>, isLast: () => boolean): void => {
    saving.current = saving.current.then(async () => {
      try {
        const { data } = await send();
        if (isLast()) onChange(data);
      } catch (error) {
        notify(describeFailure(error).message, { tone: 'danger' });
        onChange();
      }
    });
  };
  const changes = useRef(0);
  const next = (): (() => boolean) => {
    changes.current += 1;
    const own = changes.current;
    return () => own === changes.current;
  };
  const arrange = (cards: readonly string[]): void => {
    onChange({ ...layout, cards, arranged: true });
    save(() => api.put('/dashboard', { cards }, { idempotencyKey: createIdempotencyKey() }), next());
  };
  const reset = (): void =>
    save(() => api.delete('/dashboard', { idempotencyKey: createIdempotencyKey() }), next());
  const close = (): void => {
    setArranging(false);
    opener.current?.focus();
  };
  const shown = layout.cards.flatMap((name) => dashboardCard(name) ?? []);
  return (
    <>
      <Head>
        <FilterBar choice={choice} layout={layout} onChoose={choose} />
        <div>
          <LinkButton icon={<ChartColumn aria-hidden size={16} />} to="/reportes/informes">
            Informes
          </LinkButton>
          <Button
            aria-expanded={isArranging}
            icon={<LayoutGrid aria-hidden size={16} />}
            onClick={() => setArranging(!isArranging)}
            ref={opener}
          >
            Organizar
          </Button>
        </div>
      </Head>
      {isArranging && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <Arrange
            available={layout.available}
            cards={layout.cards}
            onArrange={arrange}
            onClose={close}
            onReset={reset}
          />
        </Suspense>
      )}
      {shown.length === 0 ? (
        !isArranging && (
          <Card>
            <EmptyState icon={<LayoutGrid aria-hidden size={24} />} title="Su Dashboard no tiene tarjetas">
              Pulse Organizar para agregar las que quiera ver.
            </EmptyState>
          </Card>
        )
      ) : (
        <Grid>
          {shown.map((card) => (
            <div data-size={card.size} key={card.name}>
              <CardBox card={card} choice={choice} layout={layout}>
                <CardBody card={card} choice={choice} layout={layout} />
              </CardBox>
            </div>
          ))}
        </Grid>
      )}
    </>
  );
}
