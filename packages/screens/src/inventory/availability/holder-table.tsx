import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Scroll = styled.section`
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; font-size: var(--pauta-text-sm); }
  & :is(th, td) { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; font-weight: 400; vertical-align: top; }
  & th { color: var(--pauta-color-text-muted); }
  & td[data-number] { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  & a { color: var(--pauta-color-accent-text); }
`;

const periodOf = (days: Holder['days']): string => {
  const [from = '', to = ''] = [days[0]?.day, days.at(-1)?.day];
  if (days.length === 1) return formatCivilDate(from);
  return `${formatCivilDate(from)} – ${formatCivilDate(to)} (${formatCount(days.length)} días)`;
};

const unitsOf = (days: Holder['days']): string => {
  const units = days.map((day) => day.units);
  const [least, most] = [Math.min(...units), Math.max(...units)];
  return least === most ? formatCount(most) : `${formatCount(least)}–${formatCount(most)}`;
};

/** Who has a space, or a space in it, on some days. */
export function HolderTable({
  itemId,
  from,
  to,
}: {
  readonly itemId: string;
  /** `YYYY-MM-DD` */
  readonly from: string;
  readonly to: string;
}): ReactElement {
  const answer = useApiQuery<{ readonly data: readonly Holder[] }>(
    `/availability/${itemId}/holders?from=${from}&to=${to}`,
  );
  const { data, error } = answer;
  if (error) return <FailureBanner error={error} onRetry={() => void answer.mutate()} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.data.length === 0) return <p>Nadie lo tiene reservado ni comprado en estos días.</p>;
  return (
    <Scroll aria-label="Quién lo tiene" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Quién</th>
            <th scope="col">Espacio</th>
            <th scope="col">Días</th>
            <th scope="col">Por día</th>
            <th scope="col">Vence</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map(({ kind, item, hold, days }) => (
            <tr key={`${hold?.id} ${item.id} ${days[0]?.day} ${kind} ${unitsOf(days)}`}>
              <td>
                {hold ? (
                  <>
                    <Link to={paths.record(holds, hold.id)}>{`${hold.number} · ${hold.client}`}</Link>
                    <br />
                    {hold.owner}
                  </>
                ) : kind === 'sale' ? (
                  'Venta'
                ) : (
                  'Reserva de otra persona'
                )}
              </td>
              <td>
                {item.id === itemId ? (
                  'Este'
                ) : (
                  <Link to={paths.record(inventoryItems, item.id)}>{item.label}</Link>
                )}
              </td>
              <td>{periodOf(days)}</td>
              <td data-number>{unitsOf(days)}</td>
              <td>{hold ? formatInstant(hold.expires_at) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
