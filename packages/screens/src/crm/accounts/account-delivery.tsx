import { useApiQuery } from '@pauta/core/react';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { preparingStates } from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import {
  type AccountDelivery,
  type DeliveryPartName,
  type DeliveryRow,
  deliveryParts,
} from '@pauta/domain/postsales/account/account-delivery.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import { techSheets } from '@pauta/domain/postsales/tech-sheets/tech-sheet.ts';
import { type AnyRecord, fieldOf, type Resource } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { PackageCheck } from 'lucide-react';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  ${badgeStyle}
  & ul { display: grid; margin: 0; padding: 0; list-style: none; }
  & li { display: flex; flex-wrap: wrap; align-items: center; gap: var(--pauta-space-1) var(--pauta-space-3); padding-block: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); }
  & li:last-child { border-block-end: 0; }
  & li > div { flex: 1 1 14rem; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { display: block; color: var(--pauta-color-text-muted); }
  & meter { inline-size: 6rem; }
`;

interface Part {
  readonly resource: Resource;
  readonly title: string;
  /** Said before the day of a row. */
  readonly day: string;
  /** Further filters of its list. */
  readonly filter: Readonly<Record<string, string>>;
}

const parts: Readonly<Record<DeliveryPartName, Part>> = {
  quotas: { resource: quotas, title: 'Cupos por emitir', day: 'Termina el', filter: { 'f.pending': '1..' } },
  sheets: {
    resource: techSheets,
    title: 'Fichas por aprobar',
    day: 'Límite',
    filter: { 'f.status': 'pending,in_review,observed' },
  },
  orders: {
    resource: workOrders,
    title: 'Próximas órdenes de trabajo',
    day: 'Para el',
    filter: { 'f.status': [...preparingStates, 'paused'].join() },
  },
  reports: { resource: evidenceReports, title: 'Reportes de evidencias', day: 'Hasta el', filter: {} },
  missed: {
    resource: placements,
    title: 'No emitido sin compensar',
    day: 'Del',
    filter: { 'f.status': 'not_aired' },
  },
};

const stateOf = (resource: Resource, status: string): ChoiceOptions['choices'][number] | undefined =>
  (fieldOf(resource, 'status').options as ChoiceOptions).choices.find(({ value }) => value === status);

const figureOf = ({ done, of }: DeliveryRow, name: DeliveryPartName): string | null => {
  if (done !== null && of !== null) return `${formatCount(done)} de ${formatCount(of)}`;
  if (of !== null) return of === 1 ? '1 unidad' : `${formatCount(of)} unidades`;
  if (done === null) return null;
  return `${formatCount(Math.round(done))} % ${name === 'sheets' ? 'completa' : 'con evidencia'}`;
};

function Row({
  row,
  name,
  isAgency,
}: {
  readonly row: DeliveryRow;
  readonly name: DeliveryPartName;
  readonly isAgency: boolean;
}): ReactElement {
  const { resource, day } = parts[name];
  const state = row.status === null ? undefined : stateOf(resource, row.status);
  const figure = figureOf(row, name);
  return (
    <li>
      <div>
        <Link to={paths.record(resource, row.id)}>{row.label}</Link>
        <small>
          {[
            isAgency ? row.client : null,
            row.contract,
            row.day === null ? null : `${day} ${formatCivilDate(row.day)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {row.of !== null && row.done !== null && (
        <meter aria-label={`Emitido de ${row.label}`} max={row.of} min={0} value={row.done} />
      )}
      {figure !== null && <span>{figure}</span>}
      {state && (
        <span data-badge data-tone={state.tone ?? 'neutral'}>
          {state.label}
        </span>
      )}
    </li>
  );
}

/** The tab "Entrega" of a client or an agency: what is delivered of its contracts, of what its reader may see. */
export function AccountDeliveryTab({
  by,
  of,
}: {
  readonly by: 'client_id' | 'agency_id';
  readonly of: AnyRecord;
}): ReactElement {
  const isAgency = by === 'agency_id';
  const { path } = isAgency ? agencies : clients;
  const { data, error, mutate } = useApiQuery<{ readonly data: AccountDelivery }>(
    `/${path}/${of.id}/delivery`,
  );
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={6} />
      </Card>
    );
  const shown = deliveryParts.flatMap((name) => {
    const part = data.data[name];
    return part !== null && part.total > 0 ? [{ name, ...part }] : [];
  });
  if (shown.length === 0)
    return (
      <Card>
        <EmptyState icon={<PackageCheck aria-hidden size={24} />} title="Nada por entregar">
          Aquí verá los cupos, las fichas, las órdenes y las evidencias de sus contratos firmados.
        </EmptyState>
      </Card>
    );
  return (
    <Root>
      {shown.map(({ name, total, contracts, rows }) => (
        <Card key={name} title={`${parts[name].title} (${formatCount(total)})`}>
          <ul>
            {rows.map((row) => (
              <Row isAgency={isAgency} key={row.id} name={name} row={row} />
            ))}
          </ul>
          {total > rows.length && (
            <p>
              {contracts.length === 0 ? (
                `Y ${formatCount(total - rows.length)} más.`
              ) : (
                <Link
                  to={`${paths.list(parts[name].resource)}?${new URLSearchParams({
                    ...parts[name].filter,
                    'f.contract_id': contracts.join(),
                  })}`}
                >
                  {`Ver ${formatCount(total - rows.length)} más en su lista`}
                </Link>
              )}
            </p>
          )}
        </Card>
      ))}
    </Root>
  );
}
