import { useApiQuery } from '@pauta/core/react';
import { openings } from '@pauta/domain/billing/opening/opening.ts';
import type { OpeningCheck } from '@pauta/domain/billing/opening/opening-check.ts';
import { openingPartNames } from '@pauta/domain/billing/opening/opening-part.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { OpeningFileCard } from './opening-file-card.tsx';
import { OpeningReview } from './opening-review.tsx';

const Parts = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  & > [data-files] {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
    gap: var(--pauta-space-4);
  }
`;

/** The files of an opening, and what they amount to: its problems, its totals, and the old aging beside them. */
export function OpeningFiles({
  id,
  isDraft,
}: {
  readonly id: string;
  readonly isDraft: boolean;
}): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: OpeningCheck }>(
    isDraft ? `/${openings.path}/${id}/check` : null,
  );
  if (!isDraft)
    return (
      <p>
        Sus facturas, anticipos y comisiones llevan la marca «De la apertura» en sus listas. Sus retenciones
        están en Registro de Cobros › Retenciones, sin cobro.
      </p>
    );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <Parts>
      <div data-files>
        {openingPartNames.map((part) => (
          <OpeningFileCard
            id={id}
            key={part}
            onChanged={async () => {
              await mutate();
            }}
            part={part}
            rows={data.data.rows[part]}
          />
        ))}
      </div>
      <OpeningReview check={data.data} />
    </Parts>
  );
}
