import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { HolderTable } from '../availability/space/holder-table.tsx';
import { useOccupiedDays } from '../availability/space/occupied-day.ts';
import { HeatStrip } from './heat-strip.tsx';

const Said = styled.p`
  margin-block: var(--pauta-space-4) var(--pauta-space-2);
`;

/** Days shown from today on. */
const length = 90;

/** How much of a space is taken in the coming weeks, and who has it or a space in it. */
export function ItemOccupancy({ id, code }: { id: string; code: string }): ReactElement {
  const from = companyToday();
  const to = addDays(from, length - 1);
  const { data, error, mutate } = useOccupiedDays(id, from, to);
  return (
    <Card>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton lines={7} />}
      {data && <HeatStrip days={data.data} label={`Ocupación hasta el ${formatCivilDate(to)}`} />}
      <Said>{`Reservas y ventas hasta el ${formatCivilDate(to)}, también de los espacios que contiene.`}</Said>
      <HolderTable from={from} itemId={id} to={to} />
      <p>
        <LinkButton to={`/ventas/ocupacion-disponibilidad?q=${encodeURIComponent(code)}`}>
          Ver su disponibilidad
        </LinkButton>
      </p>
    </Card>
  );
}
