import { volumeRebates } from '@pauta/domain/crm/agencies/volume-rebate.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DescriptionList } from '@pauta/ui/controls/description-list.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import { cells } from '@pauta/ui/field-components/cells.tsx';
import type { ReactElement } from 'react';

const shown = ['period', 'base', 'currency_code', 'valid', 'tiers', 'notes'];

/** The agency's volume rebates. */
export function AgencyRebate({ agency }: { agency: AnyRecord }): ReactElement {
  const reference = agency.volume_rebate_id as Reference | null;
  const { data, error, mutate } = useRecord(volumeRebates, reference?.id ?? null);
  if (!reference) {
    return (
      <Card>
        <EmptyState
          actions={<LinkButton to={paths.list(volumeRebates)}>Ver bonificaciones</LinkButton>}
          title="Sin bonificación por volumen"
        >
          Elija una al editar la agencia, en «Comisión».
        </EmptyState>
      </Card>
    );
  }
  if (error && !data) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  const rebate = data?.data;
  return (
    <Card
      actions={<LinkButton to={paths.record(volumeRebates, reference.id)}>Abrir</LinkButton>}
      title={reference.label}
    >
      {rebate ? (
        <DescriptionList
          items={shown.map((name) => {
            const field = fieldOf(volumeRebates, name);
            const Cell = cells[field.kind.name];
            return {
              key: name,
              label: field.label,
              value: <Cell field={field} place="detail" record={rebate} value={rebate[name]} />,
              wide: name === 'tiers' || name === 'notes',
            };
          })}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </Card>
  );
}
