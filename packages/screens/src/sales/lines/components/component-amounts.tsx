import {
  chosenIn,
  componentAmounts,
  type SoldPackage,
  soldComponents,
} from '@pauta/domain/inventory/packages/sold-package.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.details`
  flex-basis: 100%;
  & > summary { cursor: pointer; }
  & > ul { margin: ${t('space-1')} 0 0; padding-inline-start: ${t('space-4')}; font-variant-numeric: tabular-nums; }
`;

/** What a line sells of its package, and what each component earns of its net amount, to the cent. */
export function ComponentAmounts({
  line,
  pack,
  currency,
}: {
  readonly line: Values;
  readonly pack: SoldPackage;
  readonly currency: string;
}): ReactElement | null {
  const sold = soldComponents(pack, chosenIn(line));
  const amounts = componentAmounts(sold, String(line.net ?? '0'), currency);
  if (sold.length === 0) return null;
  return (
    <Root>
      <summary>{sold.length === 1 ? '1 componente' : `${sold.length} componentes`}</summary>
      <ul>
        {sold.map(({ component, quantity }, place) => (
          <li key={component.id}>
            {formatCount(Number(quantity))} × {component.name}
            {amounts && `: ${formatAmount({ amount: amounts[place] ?? '0', currency })}`}
          </li>
        ))}
      </ul>
    </Root>
  );
}
