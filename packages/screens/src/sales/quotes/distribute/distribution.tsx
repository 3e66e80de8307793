import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

/** The answer of `POST /api/quotes/distribute`: what would be bought in each space, and why no more. */
export interface DistributionAnswer {
  readonly spent: string;
  readonly left: string;
  readonly spaces: readonly {
    readonly id: string;
    readonly name: string;
    readonly units_per_day: number;
    readonly cost: string;
    readonly why: string;
    /** Null: the space gets nothing. */
    readonly line: Values | null;
  }[];
}

/** Why a space gets no more, below its name. */
const Why = styled.small`
  display: block;
  color: ${t('color-text-muted')};
`;

/** What would be bought, and why each space gets no more. */
export function Distribution({
  answer,
  currency,
}: {
  answer: DistributionAnswer;
  currency: string;
}): ReactElement {
  const money = (amount: string): string => formatAmount({ amount, currency });
  return (
    <>
      <p>
        {`Se usan ${money(answer.spent)} sin impuestos`}
        {compareDecimals(answer.left, '0') > 0 ? ` y quedan ${money(answer.left)}.` : '.'}
      </p>
      <FigureTable aria-label="Reparto" role="region" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Espacio</th>
              <th scope="col">Por día</th>
              <th scope="col">Importe</th>
            </tr>
          </thead>
          <tbody>
            {answer.spaces.map(({ id, name, units_per_day, cost, why }) => (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <Why>{why}</Why>
                </th>
                <td>{units_per_day}</td>
                <td>{money(cost)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </>
  );
}
