import { ApiError, createIdempotencyKey } from '@pauta/core';
import { stageRequirements } from '@pauta/domain/catalogues/crm.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type Field, formatField } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import { formatQuery } from '@pauta/domain/resource/query/query.ts';
import { formatAmounts, type SummaryGroup } from '@pauta/domain/resource/query/summary.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Board, type BoardCard, type BoardColumn } from '@pauta/ui/board/board.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { requestIdOf, useCommands } from '@pauta/ui/data/use-commands.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';
import { useSummary } from '@pauta/ui/data/use-summary.ts';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import { NewButton } from '@pauta/ui/list/resource-list.tsx';
import { useListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { useLocation } from '@pauta/ui/router.ts';
import { useUndo } from '@pauta/ui/undo/offer-undo.tsx';
import { Fragment, lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useOpenStages } from '../opportunities/open-stages.ts';
import { isOverdue, isStale } from '../opportunities/opportunity-cells.tsx';

const MoveDialog = lazy(async () => ({
  default: (await import('../opportunities/move-dialog.tsx')).MoveDialog,
}));

/** Whether a move was refused because the opportunity lacks what the stage requires. */
const isMissing = (error: unknown): boolean => {
  if (!(error instanceof ApiError) || error.status !== 422) return false;
  const { errors = {} } = (error.body ?? {}) as { readonly errors?: object };
  return Object.keys(errors).some((name) => name in stageRequirements);
};

/** Fields that a card shows, or that moving it needs. */
const read = [
  'client_id',
  'stage_id',
  'expected_amount',
  'currency_code',
  'expected_close_date',
  'owner_id',
  'stale_on',
  'next_activity_at',
];
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

/** The open opportunities that match the filters of the list, each column in the order of closing. */
const boardQuery = (query: ListQuery): ListQuery => ({
  ...query,
  filters: [
    ...query.filters.filter(({ field }) => field !== 'result'),
    { field: 'result', operator: 'in', values: ['open'] },
  ],
  sort: { field: 'expected_close_date', descending: false },
  limit: 100,
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

/** The sums of a stage, a line for each currency, because amounts of several are not added. */
const StageSums = ({ amounts }: Pick<SummaryGroup, 'amounts'>): ReactElement => (
  <Sums>
    {summed.map(([name, label]) => (
      <Fragment key={name}>
        <dt>{label}</dt>
        {(amounts[name] ?? []).map((amount) => (
          <dd key={amount.currency}>{formatAmounts(opportunities.fields[name] as Field, [amount])}</dd>
        ))}
      </Fragment>
    ))}
  </Sums>
);

const content = (record: AnyRecord): ReactElement => (
  <>
    <span>{(record.client_id as Reference).label}</span>
    <strong>
      {formatField(opportunities.fields.expected_amount, record.expected_amount as string, record)}
    </strong>
    <span>{formatCivilDate(String(record.expected_close_date))}</span>
    <span>{(record.owner_id as Reference).label}</span>
    {isOverdue('open', record.expected_close_date) && (
      <span data-badge data-tone="danger">
        Cierre vencido
      </span>
    )}
    {isStale(record.stale_on) && (
      <span data-badge data-tone="warning">
        Estancada
      </span>
    )}
    {!record.next_activity_at && (
      <span data-badge data-tone="neutral">
        Sin próxima acción
      </span>
    )}
  </>
);

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
  const opened = new Set(stages.data?.data.map(({ id }) => id));
  const page = useResourceList(opportunities, opened.size > 0 ? query : null, read, {
    by: 'stage_id',
    opened,
  });
  const summary = useSummary(opportunities, query, { group: 'stage_id', totals: sums });
  const records = page.data?.data ?? [];
  const stageOf = (record: AnyRecord): string => moving.get(record.id) ?? (record.stage_id as Reference).id;
  const failure = stages.error ?? page.error;

  const columns = (stages.data?.data ?? []).map((stage): BoardColumn & { readonly name: string } => {
    const group = summary.data?.data.groups.find(({ value }) => value === stage.id);
    const own = records.filter((record) => stageOf(record) === stage.id);
    const hidden = (group?.count ?? own.length) - own.length;
    return {
      id: stage.id,
      name: String(stage.name),
      label: `${String(stage.name)} · ${Number(stage.probability_pct)} %`,
      cards: page.data
        ? own.map((record) => ({
            id: record.id,
            title: String(record.name),
            to: paths.record(opportunities, record.id),
            content: content(record),
          }))
        : undefined,
      total: group?.count ?? 0,
      tone: 'info',
      summary: group && <StageSums amounts={group.amounts} />,
      after:
        hidden > 0 ? (
          <LinkButton
            size="small"
            to={`${paths.list(opportunities)}?${formatQuery(opportunities, {
              ...query,
              filters: [
                ...query.filters.filter(({ field }) => field !== 'stage_id'),
                { field: 'stage_id', operator: 'in', values: [stage.id] },
              ],
              limit: 25,
            })}`}
          >
            {`Ver las ${formatCount(group?.count ?? 0)} en la lista`}
          </LinkButton>
        ) : undefined,
    };
  });
  const moves = ({ id }: BoardCard, from: string): readonly string[] => {
    const record = records.find((one) => one.id === id);
    return record && may.update(record).allowed
      ? columns.map((column) => column.id).filter((stage) => stage !== from)
      : [];
  };
  const move = async ({ id }: BoardCard, _from: string, to: string): Promise<void> => {
    const record = records.find((one) => one.id === id);
    if (!record) return;
    setMoving((before) => new Map(before).set(id, to));
    try {
      const moved = await commands.command(record, 'move', { stage_id: to }, createIdempotencyKey());
      const label = (moved.stage_id as Reference).label;
      undo.offer(`«${String(record.name)}» pasó a ${label}`, requestIdOf(moved));
    } catch (error) {
      const stage = columns.find((column) => column.id === to);
      if (stage && isMissing(error))
        setAsking({ record: await commands.read(id), to: { id: to, label: stage.name } });
      else notify(describeFailure(error).message, { tone: 'danger' });
    }
    setMoving((before) => new Map([...before].filter(([one]) => one !== id)));
  };
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
          {total.count === 1 ? '1 oportunidad abierta' : `${total.count} oportunidades abiertas`}
          {total.count > 0 &&
            `: ${total.totals.expected_amount} esperados, ${total.totals.weighted_amount} ponderados`}
        </p>
      )}
      {failure && columns.length === 0 ? (
        <FailureBanner error={failure} onRetry={() => void (stages.error ? stages : page).mutate()} />
      ) : stages.data ? (
        <Board
          columns={columns}
          label="Oportunidades por etapa"
          moves={moves}
          onMove={(card, from, to) => void move(card, from, to)}
        />
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
  const { search } = useLocation();
  return (
    <Page>
      <PageHeader
        actions={
          <>
            <LinkButton to={`${paths.list(opportunities)}${search}`}>Lista</LinkButton>
            <LinkButton to="/ventas/pipeline/cambios">Cambios de etapa</LinkButton>
            <NewButton may={may} resource={opportunities} to={paths.create(opportunities)} />
          </>
        }
        title="Pipeline"
      />
      {may.view.allowed ? (
        <Columns />
      ) : (
        <NoAccess title="No puede ver el pipeline">{may.view.reason}</NoAccess>
      )}
    </Page>
  );
}
