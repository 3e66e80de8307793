import { type DueContract, isBillable } from '@pauta/domain/billing/invoices/due-contract.ts';
import { reasonNames } from '@pauta/domain/billing/runs/reason-names.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { CardData, type CardProps, parametersOf } from './card-frame.tsx';

interface Due {
  readonly contracts: readonly DueContract[];
  readonly is_cut: boolean;
}

const workbench = '/facturacion/facturacion-cobros';

/** What is due of contracts, by currency. */
const dueText = (contracts: readonly DueContract[]): string =>
  [...Map.groupBy(contracts, ({ currency }) => currency)]
    .map(([currency, own]) => formatAmount({ currency, amount: sum(['0.00', ...own.map(({ due }) => due)]) }))
    .join(' · ');

const contractsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'contrato' : 'contratos'}`;

/** What can be billed now, and what is prevented, by reason: the same as the workbench of billing. */
export function DueCard(props: CardProps): ReactElement {
  return (
    <CardData<Due> path="/billing/due" query={parametersOf(props)}>
      {({ contracts, is_cut }) => {
        const ready = contracts.filter(isBillable);
        const codes = [...new Set(contracts.flatMap(({ reasons }) => reasons.map(({ code }) => code)))];
        if (contracts.length === 0) return <p data-none>Nada está por facturar.</p>;
        return (
          <>
            <ul data-figures>
              <li>
                <Link to={workbench}>
                  <span>Se puede facturar</span>
                  <strong>{dueText(ready) || '0'}</strong>
                  <small>{`${contractsText(ready.length)}${is_cut ? ' o más' : ''}`}</small>
                </Link>
              </li>
            </ul>
            {codes.length > 0 && (
              <ul aria-label="Lo que lo detiene" data-figures>
                {codes.map((code) => {
                  const own = contracts.filter(({ reasons }) => reasons.some((one) => one.code === code));
                  return (
                    <li key={code}>
                      <Link data-tone="warning" to={`${workbench}?motivo=${encodeURIComponent(code)}`}>
                        <span>{reasonNames[code] ?? code}</span>
                        <strong>{formatCount(own.length)}</strong>
                      </Link>
                    </li>
                  );
                })}
              </ul>
            )}
          </>
        );
      }}
    </CardData>
  );
}
