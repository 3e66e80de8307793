import type { Alternative } from '@pauta/domain/inventory/capacity/alternative.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: var(--pauta-space-2);
  margin-block-start: var(--pauta-space-2);
  & > button { justify-content: start; text-align: start; white-space: normal; }
  & kbd { margin-inline-end: var(--pauta-space-2); padding: 0 var(--pauta-space-1); border: 1px solid var(--pauta-color-border-strong); border-radius: var(--pauta-radius-sm); font-family: inherit; font-size: var(--pauta-text-xs); white-space: nowrap; }
`;

const period = ({ from, to }: Alternative['flight']): string =>
  from === to ? `el ${formatCivilDate(from)}` : `del ${formatCivilDate(from)} al ${formatCivilDate(to)}`;

const movedInWords = (days: number): string => {
  const count = Math.abs(days);
  return `${formatCount(count)} ${count === 1 ? 'día' : 'días'} ${days > 0 ? 'después' : 'antes'}`;
};

/** @example inWords(alternative) // 'Otros días: del 10/05/2027 al 12/05/2027, 7 días después' */
const inWords = ({ kind, item, km, flight, moved }: Alternative): string => {
  if (kind === 'days') return `Otros días: ${period(flight)}, ${movedInWords(moved)}`;
  const away = km === null ? '' : `, a ${km.toFixed(1)} km`;
  return `${kind === 'near' ? 'Cara cercana' : 'Espacio vecino'}: «${item?.label ?? ''}»${away}, ${period(flight)}`;
};

/** What stands in the way of a hold that was refused, and what fits instead: one key fills the form with it. */
export function AlternativeList({
  alternatives,
  inTheWay,
  onTake,
}: {
  readonly alternatives: readonly Alternative[];
  readonly inTheWay: string | null;
  readonly onTake: (alternative: Alternative) => void;
}): ReactElement {
  return (
    <Banner live tone="info">
      {inTheWay !== null && `Lo tienen: ${inTheWay}. `}
      {alternatives.length === 0
        ? 'No hay otro momento ni otro espacio cercano con lugar: cambie los días o la cantidad.'
        : 'Sí caben ahora:'}
      <Root>
        {alternatives.map((alternative, place) => (
          <Button
            aria-keyshortcuts={`Alt+${place + 1}`}
            key={`${alternative.item?.id} ${alternative.flight.from}`}
            onClick={() => onTake(alternative)}
            size="small"
          >
            <kbd>{`Alt+${place + 1}`}</kbd>
            {inWords(alternative)}
          </Button>
        ))}
      </Root>
    </Banner>
  );
}
