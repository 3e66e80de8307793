import type { QueryParams } from '@pauta/core';
import { useApiQuery } from '@pauta/core/react';
import { cardSources } from '@pauta/domain/home/dashboard/card-sources.ts';
import {
  type DashboardCard,
  type DashboardChoice,
  type DashboardLayout,
  dashboardFilters,
} from '@pauta/domain/home/dashboard/dashboard-card.ts';
import { ErrorBoundary } from '@pauta/layout/recovery';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useLive } from '@pauta/ui/live/use-live.ts';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { styled } from 'styled-components';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--pauta-space-3);
  min-inline-size: 0;
  & p { margin: 0; }
  & [data-note], & [data-none] { color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & ul[data-figures] { display: grid; gap: var(--pauta-space-1); margin: 0; padding: 0; list-style: none; }
  & ul[data-figures] a {
    display: grid;
    grid-template-columns: minmax(7rem, 1fr) minmax(min-content, max-content);
    gap: 0 var(--pauta-space-3);
    align-items: baseline;
    min-block-size: var(--pauta-target-size);
    padding: var(--pauta-space-1) var(--pauta-space-2);
    border-inline-start: 4px solid transparent;
    border-radius: var(--pauta-radius-sm);
    color: inherit;
    text-decoration: none;
  }
  & ul[data-figures] a:hover { background: var(--pauta-color-surface-sunken); }
  & ul[data-figures] a[data-tone='danger'] { border-color: var(--pauta-color-danger); }
  & ul[data-figures] a[data-tone='warning'] { border-color: var(--pauta-color-warning); }
  & ul[data-figures] a[data-tone='danger'] strong { color: var(--pauta-color-danger-text); }
  & ul[data-figures] span { overflow-wrap: anywhere; }
  & ul[data-figures] strong { font-variant-numeric: tabular-nums; text-align: end; }
  & ul[data-figures] small { grid-column: 1 / -1; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); font-variant-numeric: tabular-nums; }
  & i[data-meter] { grid-column: 1 / -1; display: block; block-size: 4px; border-radius: var(--pauta-radius-full); background: var(--pauta-color-surface-sunken); overflow: hidden; }
  & i[data-meter]::before { content: ''; display: block; block-size: 100%; inline-size: calc(min(100, max(0, var(--part))) * 1%); background: var(--pauta-color-accent); }
  & summary { min-block-size: var(--pauta-target-size); color: var(--pauta-color-accent-text); cursor: pointer; inline-size: fit-content; }
  @media (forced-colors: active) { & i[data-meter]::before { background: CanvasText; } }
`;

/** What a card is rendered with. */
export interface CardProps {
  readonly card: DashboardCard;
  readonly choice: DashboardChoice;
  readonly layout: DashboardLayout;
}

/**
 * Milliseconds between two requests of a card while the page is visible. Changes of records reload it at once; this is
 * for what changes with time alone, such as what is overdue.
 */
const refreshInterval = 600_000;
/** Changes come in bursts, so a card is reloaded at most once in so many milliseconds. */
const together = 1000;

/** Names of the resources that the surrounding card shows. */
const Sources = createContext<readonly string[]>([]);

/** Calls `reload` after changes of the records that the surrounding card shows. */
function useSourceChanges(reload: () => void): void {
  const names = useContext(Sources);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive((message) => {
    // A hidden page reloads when it becomes visible again.
    if (message.type === 'rights' || document.hidden) return;
    if (message.type === 'many' && !names.includes(message.resource)) return;
    if (message.type === 'change') {
      const { resource, change } = message.event;
      if (change === 'noted' || !names.includes(resource)) return;
    }
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, together);
  });
}

/** The chosen filters that a card does not use; a month is the period without a choice. */
const unused = ({ card, choice }: CardProps): string[] =>
  Object.entries(dashboardFilters).flatMap(([name, label]) => {
    const chosen = choice[name as keyof DashboardChoice];
    const isChosen = name === 'period' ? chosen !== 'month' : chosen !== undefined;
    return isChosen && !card.filters.some((one) => one === name) ? [label.toLocaleLowerCase('es')] : [];
  });

/** The chosen filters that a card uses, as parameters of its request. */
export const parametersOf = ({ card, choice }: CardProps): QueryParams =>
  Object.fromEntries(card.filters.map((name) => [name, choice[name]]));

/** The box of a card, which keeps an error inside it. */
export function CardBox({ children, ...props }: CardProps & { children: ReactNode }): ReactElement {
  const ignored = unused(props);
  const names = useMemo(() => cardSources(props.card), [props.card]);
  return (
    <Card title={props.card.title}>
      <Body>
        <ErrorBoundary fallback={(error, retry) => <FailureBanner error={error} onRetry={retry} />}>
          <Suspense fallback={<Skeleton lines={3} />}>
            <Sources value={names}>{children}</Sources>
          </Suspense>
        </ErrorBoundary>
        {ignored.length > 0 && (
          <p data-note>{`No cambia con: ${new Intl.ListFormat('es').format(ignored)}.`}</p>
        )}
      </Body>
    </Card>
  );
}

/** Loads the data of a card, and again when its records change; shows a failure with a retry in place of them. */
export function CardData<T>({
  path,
  query,
  children,
}: {
  path: string;
  query?: QueryParams;
  children: (data: T) => ReactNode;
}): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: T }>(path, {
    ...(query && { query }),
    keepPreviousData: true,
    refreshInterval,
  });
  useSourceChanges(() => void mutate());
  if (data) return <>{children(data.data)}</>;
  return error ? <FailureBanner error={error} onRetry={() => void mutate()} /> : <Skeleton lines={3} />;
}
