import { type DueContract, isBillable } from '@pauta/domain/billing/invoices/due-contract.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { billingPlans } from '@pauta/domain/sales/quotes/billing-plans.ts';
import { badgeStyle } from '@pauta/ui/controls/badge.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { draftedText } from './drafted-text.ts';
import { ReasonList } from './runs/reason-list.tsx';

const Scroll = styled.div`
  ${badgeStyle}
  overflow-x: auto;
  & table { inline-size: 100%; border-collapse: collapse; font-size: var(--pauta-text-sm); }
  & th, & td { padding: var(--pauta-space-2); border-block-end: 1px solid var(--pauta-color-border); text-align: start; vertical-align: top; }
  & thead th { color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-medium); white-space: nowrap; }
  & tbody th { font-weight: var(--pauta-weight-medium); }
  & small { display: block; color: var(--pauta-color-text-muted); font-weight: 400; }
  & [data-amount] { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
  & [data-choice] { inline-size: 2rem; }
  & a { color: inherit; }
  @media (max-width: 30rem) {
    & th, & td { padding-inline: var(--pauta-space-1); }
    & [data-badge] { white-space: normal; }
    & [data-choice] { inline-size: 1.5rem; }
  }
  & input { inline-size: 1.125rem; block-size: 1.125rem; accent-color: var(--pauta-color-accent); }
`;

/** Who pays, for whom, and by which plan. */
const aboutOf = ({ billing_plan, client, instalment, payer }: DueContract): string =>
  [
    payer,
    ...(client === payer ? [] : [`por ${client}`]),
    billingPlans[billing_plan as keyof typeof billingPlans] ?? billing_plan,
    ...(instalment === null ? [] : [`cuota del ${formatCivilDate(instalment)}`]),
  ].join(' · ');

/**
 * Contracts of which something is due, with what prevents or concerns their invoice.
 *
 * @param chosen ids of the contracts to bill; undefined for a user who does not bill
 */
export function DueTable({
  due,
  chosen,
  onChoose,
}: {
  due: readonly DueContract[];
  chosen: ReadonlySet<string> | undefined;
  onChoose: (ids: ReadonlySet<string>) => void;
}): ReactElement {
  const billable = due.filter(isBillable);
  const areAll = billable.length > 0 && billable.every(({ id }) => chosen?.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <Scroll aria-label="Por facturar, por contrato" role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {chosen && (
              <td data-choice>
                <input
                  aria-label="Elegir todos los contratos"
                  checked={areAll}
                  disabled={billable.length === 0}
                  onChange={() => onChoose(new Set(areAll ? [] : billable.map(({ id }) => id)))}
                  type="checkbox"
                />
              </td>
            )}
            <th scope="col">Contrato</th>
            <th data-amount scope="col">
              Por facturar
            </th>
          </tr>
        </thead>
        <tbody>
          {due.map((contract) => (
            <tr key={contract.id}>
              {chosen && (
                <td data-choice>
                  <input
                    aria-label={`Elegir ${contract.number}`}
                    checked={chosen.has(contract.id)}
                    disabled={!isBillable(contract)}
                    onChange={() => toggle(contract.id)}
                    type="checkbox"
                  />
                </td>
              )}
              <th scope="row">
                <Link to={paths.record(contracts, contract.id)}>{contract.number}</Link> {contract.name}
                <small>{aboutOf(contract)}</small>
                <ReasonList label={`Motivos de ${contract.number}`} reasons={contract.reasons} />
                {draftedText(contract) && (
                  <span data-badge data-tone="info">
                    {draftedText(contract)}
                  </span>
                )}
              </th>
              <td data-amount>
                {formatAmount({ currency: contract.currency, amount: contract.due })}
                <small>{contract.lines === 1 ? '1 renglón' : `${contract.lines} renglones`}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
