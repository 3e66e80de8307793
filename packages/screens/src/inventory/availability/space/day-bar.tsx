import type { Holder } from '@pauta/domain/inventory/capacity/holder.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { unitOf } from '../matrix/words.ts';
import { holderInWords, useHolders } from './holder-table.tsx';

const Bar = styled.div`
  & > div { display: flex; block-size: 1.75rem; border: 1px solid var(--pauta-color-border-strong); border-radius: var(--pauta-radius-sm); overflow: clip; }
  & > div > span { flex: var(--part) 0 0; min-inline-size: 3px; border-inline-end: 2px solid var(--pauta-color-surface-raised); }
  & [data-kind='sale'] { background: var(--pauta-color-accent); }
  & [data-kind='hold'] { background: repeating-linear-gradient(135deg, var(--pauta-color-warning) 0 4px, var(--pauta-color-warning-soft) 4px 8px); }
  & ul { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-4); margin: var(--pauta-space-2) 0 0; padding: 0; list-style: none; font-size: var(--pauta-text-sm); }
  & li { display: flex; align-items: center; gap: var(--pauta-space-2); }
  & li > span { inline-size: 0.875rem; block-size: 0.875rem; border: 1px solid var(--pauta-color-border-strong); border-radius: 2px; }
  @media (forced-colors: active) { & [data-kind] { forced-color-adjust: none; } }
`;

const unitsOn = ({ days }: Holder): number => days.reduce((sum, { units }) => sum + units, 0);

/** One day of a space as a bar: who has how many of its units, and what is free. */
export function DayBar({
  itemId,
  day,
  capacity,
  unit,
}: {
  readonly itemId: string;
  readonly day: string;
  readonly capacity: number;
  readonly unit: string;
}): ReactElement | null {
  const { data } = useHolders(itemId, day, day);
  if (!data || capacity === 0) return null;
  const parts = data.data.filter(({ kind }) => kind === 'sale' || kind === 'hold');
  const taken = parts.reduce((sum, holder) => sum + unitsOn(holder), 0);
  const free = Math.max(0, capacity - taken);
  return (
    <Bar>
      <div aria-hidden>
        {parts.map((holder, place) => (
          <span
            data-kind={holder.kind}
            key={place}
            style={{ '--part': unitsOn(holder) } as Record<string, number>}
          />
        ))}
        <span style={{ '--part': free } as Record<string, number>} />
      </div>
      <ul aria-label={`Quién tiene cuánto de ${formatCount(capacity)} ${unitOf(unit)}`}>
        {parts.map((holder, place) => (
          <li key={place}>
            <span aria-hidden data-kind={holder.kind} />
            {`${holderInWords(holder)}: ${formatCount(unitsOn(holder))}`}
          </li>
        ))}
        <li>
          <span aria-hidden />
          {`Libre: ${formatCount(free)}`}
        </li>
      </ul>
    </Bar>
  );
}
