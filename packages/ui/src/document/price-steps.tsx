import type { PriceExplanation } from '@pauta/domain/sales/lines/explain-price.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { Banner } from '../controls/banner.tsx';
import { FigureTable } from '../controls/figure-table.ts';

const Steps = styled(FigureTable)`
  /* A dialog has another background than the page, and the table fits into it. */
  & tr > :first-child { position: static; background: none; }
  & tr > :nth-child(2) { color: var(--pauta-color-text-muted); text-align: start; white-space: normal; overflow-wrap: anywhere; }
  & tr[data-result] > * { font-weight: var(--pauta-weight-bold); }
`;

/** The steps from the list price of a line to its total, as a table. */
export function PriceSteps({ explanation }: { readonly explanation: PriceExplanation }): ReactElement {
  return (
    <>
      {!explanation.isCurrent && (
        <Banner tone="warning">
          La tarifa, el espacio o el impuesto cambiaron desde que se calculó este renglón: hoy daría este
          resultado. El renglón conserva sus montos.
        </Banner>
      )}
      <Steps>
        <table>
          <thead>
            <tr>
              <th scope="col">Paso</th>
              <th scope="col">Cómo</th>
              <th scope="col">Resultado</th>
            </tr>
          </thead>
          <tbody>
            {explanation.rows.map(({ label, how, value, isResult }, place) => (
              <tr data-result={isResult} key={place}>
                <th scope="row">{label}</th>
                <td>{how}</td>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Steps>
    </>
  );
}
