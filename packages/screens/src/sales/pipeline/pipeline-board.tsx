import { ApiError, createIdempotencyKey } from '@pauta/core';
import { useApiQuery } from '@pauta/core/react';
import { stageRequirements } from '@pauta/domain/catalogues/crm.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { isZero, percentOf, sum } from '@pauta/domain/money/arithmetic.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { type Amount, formatAmounts, type SummaryGroup } from '@pauta/domain/resource/query/summary.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import {
  mostCards,
  type PipelineBoardData,
  type PipelineCard,
} from '@pauta/domain/sales/pipeline/board-card.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Board, type BoardCard, type BoardColumn } from '@pauta/ui/board/board.tsx';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { requestIdOf, useCommands } from '@pauta/ui/data/use-commands.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { scopeOf, useSummary } from '@pauta/ui/data/use-summary.ts';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import {
  Fragment,
  lazy,
  type ReactElement,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { useOpenStages } from '../opportunities/open-stages.ts';
import { isOverdue, isStale } from '../opportunities/opportunity-cells.tsx';
import { cardGroupings, groupCards } from './card-groups.ts';
import { PipelineHead } from './pipeline-head.tsx';

const MoveDialog = lazy(async () => ({
  default: (await import('../opportunities/move-dialog.tsx')).MoveDialog,
}));

/** The owner of a card, as permissions read it. */
const ownedBy = ({ id, row_version, owner_id }: PipelineCard): AnyRecord =>
  ({ id, row_version, owner_id: { id: owner_id } }) as unknown as AnyRecord;

/** Whether a move was refused because the opportunity lacks what the stage requires. */
const isMissing = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.status !== 422) return false;
  const { errors = {} } = (error.body ?? {}) as { readonly errors?: object };
  return Object.keys(errors).some((name) => name in stageRequirements);
};

/** The filters of the list; the board shows open opportunities, which are not archived. */
const onBoard: Resource = {
  ...opportunities,
  operations: ['create', 'update'],
  filters: opportunities.filters.filter((name) => name !== 'result'),
};
const summed = [
  ['expected_amount', 'Esperado'],
  ['weighted_amount', 'Ponderado'],
] as const;

const sums = summed.map(([name]) => name);

/** The open opportunities that match the filters of the list. */
const boardQuery = (query: ListQuery): ListQuery => ({
  ...query,
  filters: [
    ...query.filters.filter(({ field }) => field !== 'result'),
    { field: 'result', operator: 'in', values: ['open'] },
  ],
  cursor: null,
  archived: false,
});

const Sums = styled.dl`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0 var(--pauta-space-2);
  margin: 0;
  & dd { grid-column: 2; margin: 0; text-align: end; }
  & dt:first-of-type + dd { color: var(--pauta-color-text); }
`;

/** The reader's share of the amounts of the cards, by currency. */
const sharesOf = (cards: readonly PipelineCard[]): readonly Amount[] =>
  [...Map.groupBy(cards, ({ currency_code }) => currency_code)].map(([currency, own]) => ({
    currency,
    value: sum(own.map(({ expected_amount, share_pct }) => percentOf(expected_amount, share_pct))),
  }));

/** The sums of a stage, a line for each currency, because amounts of several are not added. */
const StageSums = ({
  amounts,
  shares,
}: Pick<SummaryGroup, 'amounts'> & { shares: readonly Amount[] }): ReactElement => (
  <Sums>
    {[
      ...summed.map(([name, label]) => ({ label, parts: amounts[name] ?? [] })),
      { label: 'Mi parte', parts: shares.filter(({ value }) => !isZero(value)) },
    ]
      .filter(({ parts }) => parts.length > 0)
      .map(({ label, parts }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          {parts.map((amount) => (
            <dd key={amount.currency}>{formatAmounts(opportunities.fields.expected_amount, [amount])}</dd>
          ))}
        </Fragment>
      ))}
  </Sums>
);

const CardContent = ({ card }: { card: PipelineCard }): ReactElement => (
  <>
    <span>{card.client}</span>
    <strong>{formatField(opportunities.fields.expected_amount, card.expected_amount, { ...card })}</strong>
    <span>{formatCivilDate(card.expected_close_date)}</span>
    <span>{card.owner}</span>
    {isOverdue('open', card.expected_close_date) && (
      <span data-badge data-tone="danger">
        Cierre vencido
      </span>
    )}
    {isStale(card.stale_on) && (
      <span data-badge data-tone="warning">
        Estancada
      </span>
    )}
    {!card.next_activity_at && (
      <span data-badge data-tone="neutral">
        Sin próxima acción
      </span>
    )}
  </>
);

/** Faces of cards by card and heading, so that the board renders a card again only when it changes. */
const faces = new WeakMap<PipelineCard, BoardCard>();

const faceOf = (card: PipelineCard, group: string | undefined): BoardCard => {
  const known = faces.get(card);
  if (known && known.group === group) return known;
  const face = {
    id: card.id,
    title: card.name,
    to: paths.record(opportunities, card.id),
    group,
    content: <CardContent card={card} />,
  };
  faces.set(card, face);
  return face;
};

/** The cards, where an unchanged one is the same object as before the list was loaded again. */
function useKept(cards: readonly PipelineCard[] | undefined): readonly PipelineCard[] | undefined {
  const known = useRef(new Map<string, { readonly text: string; readonly card: PipelineCard }>());
  return useMemo(() => {
    const kept = cards?.map((card) => {
      const text = JSON.stringify(card);
      const before = known.current.get(card.id);
      return before?.text === text ? before : { text, card };
    });
    if (kept) known.current = new Map(kept.map((one) => [one.card.id, one]));
    return kept?.map(({ card }) => card);
  }, [cards]);
}

const groupings = Object.entries(cardGroupings).map(([value, { label }]) => ({ value, label }));

const Grouping = styled.div`max-inline-size: 16rem;`;

function Columns(): ReactElement {
  const list = useListQuery(opportunities);
  const labels = useLabels();
  const may = useMay(opportunities);
  const commands = useCommands(opportunities);
  const undo = useUndo();
  const more = useRef<HTMLButtonElement>(null);
  // Stages of cards that are being moved, until the answer shows them there.
  const [moving, setMoving] = useState<ReadonlyMap<string, string>>(new Map());
  /** The move that waits for what its stage requires. */
  const [asking, setAsking] = useState<{ record: AnyRecord; to: Reference } | null>(null);
  const stages = useOpenStages();
  const query = boardQuery(list.query);
  const [parameters, setParameters] = useSearchParams();
  const groupedBy = parameters.get('tarjetas') ?? '';
  const board = useApiQuery<{ readonly data: PipelineBoardData }>(
    `/opportunities/board?${scopeOf(opportunities, query)}`,
    { keepPreviousData: true },
  );
  const summary = useSummary(opportunities, query, { group: 'stage_id', totals: sums });
  const found = useKept(board.data?.data.cards);
  const byId = useMemo(() => new Map((found ?? []).map((card) => [card.id, card])), [found]);
  const failure = stages.error ?? board.error;
  const columns = useMemo(() => {
    const byStage = Map.groupBy(found ?? [], ({ id, stage_id }) => moving.get(id) ?? stage_id);
    return (stages.data?.data ?? []).map((stage): BoardColumn & { readonly name: string } => {
      const group = summary.data?.data.groups.find(({ value }) => value === stage.id);
      const own = byStage.get(stage.id) ?? [];
      return {
        id: stage.id,
        name: String(stage.name),
        label: `${String(stage.name)} · ${Number(stage.probability_pct)} %`,
        cards:
          found &&
          groupCards(own, cardGroupings[groupedBy]).map(({ card, group: heading }) => faceOf(card, heading)),
        total: group?.count ?? own.length,
        tone: 'info',
        summary: group && <StageSums amounts={group.amounts} shares={sharesOf(own)} />,
      };
    });
  }, [found, groupedBy, moving, stages.data, summary.data]);
  const moves = useCallback(
    ({ id }: BoardCard, from: string): readonly string[] => {
      const card = byId.get(id);
      return card && may.update(ownedBy(card)).allowed
        ? columns.map((column) => column.id).filter((stage) => stage !== from)
        : [];
    },
    [byId, columns, may],
  );
  const move = async (id: string, to: string): Promise<void> => {
    const card = byId.get(id);
    if (!card) return;
    setMoving((before) => new Map(before).set(id, to));
    try {
      const moved = await commands.command(card, 'move', { stage_id: to }, createIdempotencyKey());
      const label = (moved.stage_id as Reference).label;
      undo.offer(`«${card.name}» pasó a ${label}`, requestIdOf(moved));
    } catch (error) {
      const stage = columns.find((column) => column.id === to);
      if (stage && isMissing(error))
        setAsking({ record: await commands.read(id), to: { id: to, label: stage.name } });
      else notify(describeFailure(error).message, { tone: 'danger' });
    }
    setMoving((before) => new Map([...before].filter(([one]) => one !== id)));
  };
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  // The same function on each render, so that the cards are not rendered again.
  const onMove = useCallback(
    ({ id }: BoardCard, _from: string, to: string) => void latest.current(id, to),
    [],
  );
  const total = summary.data?.data;
  return (
    <>
      {asking && (
        <Suspense>
          <MoveDialog {...asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
      <FilterBar
        columns={[]}
        go={list.go}
        group={null}
        labels={labels}
        more={[]}
        moreButton={more}
        onGroup={list.groupBy}
        query={{ ...list.query, filters: list.query.filters.filter(({ field }) => field !== 'result') }}
        resource={onBoard}
      />
      {total && (
        <p aria-live="polite">
          {total.count === 1 ? '1 oportunidad abierta' : `${formatCount(total.count)} oportunidades abiertas`}
          {total.count > 0 &&
            `: ${total.totals.expected_amount} esperados, ${total.totals.weighted_amount} ponderados`}
        </p>
      )}
      <Grouping>
        <Select
          label="Agrupar las tarjetas"
          onChange={(value) => {
            const next = new URLSearchParams(parameters);
            if (value === '') next.delete('tarjetas');
            else next.set('tarjetas', value);
            setParameters(next, { replace: true });
          }}
          options={groupings}
          placeholder="Sin agrupar"
          value={groupedBy in cardGroupings ? groupedBy : ''}
        />
      </Grouping>
      {board.data?.data.is_cut && (
        <Banner tone="warning">
          {`Son más de ${formatCount(mostCards)}: se ven las que cierran antes. Filtre para ver las demás.`}
        </Banner>
      )}
      {failure && columns.length === 0 ? (
        <FailureBanner error={failure} onRetry={() => void (stages.error ? stages : board).mutate()} />
      ) : stages.data ? (
        <Board columns={columns} label="Oportunidades por etapa" moves={moves} onMove={onMove} />
      ) : (
        <Card>
          <Skeleton lines={8} />
        </Card>
      )}
    </>
  );
}

/** The board of open opportunities by stage: count and amounts of each, and moving them by dragging or by keyboard. */
export function PipelineBoard(): ReactElement {
  const may = useMay(opportunities);
  return (
    <Page>
      <PipelineHead current="tablero" />
      {may.view.allowed ? (
        <Columns />
      ) : (
        <NoAccess title="No puede ver el pipeline">{may.view.reason}</NoAccess>
      )}
    </Page>
  );
}
