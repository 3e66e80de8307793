import { useApiQuery } from '@pauta/core/react';
import { formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
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
  & small { display: block; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
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

/** Who it is, in a sentence; the state alone for what the reader may not see. */
export const holderInWords = ({ kind, hold, contract, quote, rank }: Holder): string => {
  const known = hold ?? contract ?? quote;
  if (known) return `${known.number} · ${known.client}`;
  if (kind === 'offer') return 'Ofrecido';
  if (kind === 'queue') return `En cola, opción ${formatCount(rank ?? 2)}`;
  return kind === 'sale' ? 'Vendido' : 'Reservado';
};

/** Who has a space, or a space in it, on some days; read once for each period. */
export const useHolders = (itemId: string, from: string, to: string) =>
  useApiQuery<{ readonly data: readonly Holder[] }>(`/availability/${itemId}/holders?from=${from}&to=${to}`);

/** The page of the hold, contract or quote, for those who may see it. */
const pageOf = ({ hold, contract, quote }: Holder): string | null => {
  if (hold) return paths.record(holds, hold.id);
  if (contract) return paths.record(contracts, contract.id);
  return quote && paths.record(quotes, quote.id);
};

const untilOf = ({ kind, hold, quote, rank }: Holder): string => {
  if (kind === 'queue') return `En cola, opción ${formatCount(rank ?? 2)}`;
  if (kind === 'sale') return 'Vendido';
  if (kind === 'offer')
    return quote?.valid_until ? `Ofrecido hasta el ${formatCivilDate(quote.valid_until)}` : 'Ofrecido';
  return hold?.expires_at ? formatInstant(hold.expires_at) : '—';
};

/** Who has a space, or a space in it, on some days, who waits for it, and to whom it is offered. */
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
  const answer = useHolders(itemId, from, to);
  const { data, error } = answer;
  if (error) return <FailureBanner error={error} onRetry={() => void answer.mutate()} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.data.length === 0)
    return <p>Nadie lo tiene reservado ni comprado en estos días, y ningún presupuesto lo ofrece.</p>;
  return (
    <Scroll aria-label="Quién lo tiene" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Quién</th>
            <th scope="col">Espacio</th>
            <th scope="col">Días</th>
            <th scope="col">Por día</th>
            <th scope="col">Hasta cuándo</th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((holder, place) => {
            const { item, hold, days } = holder;
            const to = pageOf(holder);
            return (
              <tr key={place}>
                <td>
                  {to ? <Link to={to}>{holderInWords(holder)}</Link> : holderInWords(holder)}
                  {hold && <small>{hold.owner}</small>}
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
                <td>{untilOf(holder)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}
