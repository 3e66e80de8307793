import { useApiQuery } from '@pauta/core/react';
import type { CloseItem } from '@pauta/domain/finance/close-item.ts';
import { fiscalPeriods } from '@pauta/domain/finance/fiscal-period.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Items = styled.ul`
  & a { display: inline-block; padding-block: var(--pauta-space-1); }
`;

/** What is still open of a month before it is closed, each with the list in which it is resolved. */
export function CloseChecklist({ period }: { readonly period: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: readonly CloseItem[] }>(
    `/${fiscalPeriods.path}/${period.id}/close`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.data.length === 0)
    return (
      <EmptyState title="Nada pendiente">
        {period.status === 'closed'
          ? 'El mes está cerrado y no quedó nada por resolver.'
          : 'Puede cerrar el mes con «Cerrar».'}
      </EmptyState>
    );
  return (
    <Card title="Pendiente">
      <p>Resuelva cada renglón, o cierre el mes así: lo que falte queda anotado en el periodo.</p>
      <Items>
        {data.data.map(({ code, text, path }) => (
          <li key={code}>
            <Link to={path}>{text}</Link>
          </li>
        ))}
      </Items>
    </Card>
  );
}
