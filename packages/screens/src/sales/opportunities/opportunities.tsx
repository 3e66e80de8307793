import type { AnyRecord, Resource, Values } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { opportunityMoves } from '@pauta/domain/sales/opportunities/opportunity-move.ts';
import { opportunitySplits } from '@pauta/domain/sales/opportunities/opportunity-split.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { Begun } from '@pauta/ui/form/create/begun.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import { type OwnScreenProps, resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { activityOverrides } from '../../activities/record-page.tsx';
import { activitiesTab } from '../../activities/related-activities.tsx';
import { BrandInput } from '../quotes/brand-input.tsx';
import { opportunityCells } from './opportunity-cells.tsx';

// Loaded lazily, so that the list does not load what only moves need.
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));
const ProbabilityTab = lazy(async () => ({
  default: (await import('./probability-tab.tsx')).ProbabilityTab,
}));

function OpportunityList({ resource }: OwnScreenProps): ReactElement {
  const { search } = useLocation();
  return (
    <ResourceList
      actions={<LinkButton to={`/ventas/pipeline${search}`}>Pipeline</LinkButton>}
      cells={opportunityCells}
      resource={resource}
    />
  );
}

/** Opens the form of a quote that begins with what the opportunity says; while it is open. */
function CreateQuote({ opportunity }: { opportunity: AnyRecord }): ReactElement | null {
  const may = useMay(quotes);
  if (!may.create.allowed || opportunity.result !== 'open') return null;
  return (
    <LinkButton to={`${paths.create(quotes)}?opportunity_id=${opportunity.id}`}>Crear presupuesto</LinkButton>
  );
}

/** Values of a new opportunity that copies this one, from the first stage on. */
const copyOf = (opportunity: AnyRecord): Begun => {
  const entered = ({ fields }: Resource, record: AnyRecord): Values =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(
          ([name, { options }]) => !options.readOnly && options.changedBy === undefined && name in record,
        )
        .map(([name]) => [name, record[name]]),
    );
  return {
    values: {
      ...entered(opportunities, opportunity),
      name: `${String(opportunity.name)} (copia)`.slice(0, 160),
    },
    lines: {
      splits: ((opportunity.splits ?? []) as readonly AnyRecord[]).map((share) =>
        entered(opportunitySplits, share),
      ),
    },
  };
};

/** Ventas › Oportunidades: possible sales with their stage and amount. */
export const Opportunities = resourceScreens(opportunities, {
  cells: opportunityCells,
  inputs: { brand_id: BrandInput },
  screens: { list: OpportunityList },
  detail: {
    ...activityOverrides(
      ({ id, name, number }) => ({ opportunity_id: { id, label: String(name), code: String(number) } }),
      { more: (opportunity) => <CreateQuote opportunity={opportunity} /> },
    ),
    commandDialogs: { move: MoveDialog },
    moreActions: (opportunity, may, go) => [
      {
        id: 'duplicate',
        label: 'Duplicar',
        disabledReason: may.create.allowed ? undefined : may.create.reason,
        onAction: () => go(paths.create(opportunities), copyOf(opportunity)),
      },
    ],
    commandInitial: (name, record) => ({
      ...(name === 'merge' && { client_id: record.client_id }),
      ...(name === 'divide' && { currency_code: record.currency_code }),
      ...(name === 'win' && { amount: record.expected_amount, currency_code: record.currency_code }),
    }),
    tabs: [
      {
        id: 'presupuestos',
        label: 'Presupuestos',
        content: (opportunity) => (
          <RelatedList
            by="opportunity_id"
            columns={['name', 'flight', 'net', 'total', 'valid_until', 'status']}
            empty="Aún no se le ha hecho un presupuesto."
            of={opportunity}
            pages
            resource={quotes}
            title="name"
          />
        ),
      },
      activitiesTab('opportunity_id', 'name'),
      {
        id: 'pronostico',
        label: 'Pronóstico',
        content: (opportunity) => (
          <Suspense>
            <ProbabilityTab opportunity={opportunity} />
          </Suspense>
        ),
      },
      {
        id: 'etapas',
        label: 'Cambios',
        content: (opportunity) => (
          <RelatedList
            by="opportunity_id"
            columns={['label', 'kind', 'moved_at', 'days', 'expected_amount', 'moved_by_id']}
            of={opportunity}
            resource={opportunityMoves}
            title="name"
          />
        ),
      },
    ],
  },
});
