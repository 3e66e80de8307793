import type { RunPayer } from '@pauta/domain/billing/runs/run-plan.ts';
import { isZero, sum } from '@pauta/domain/money/arithmetic.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import type { ReactElement } from 'react';

const columns = [
  ['planned', 'Según el plan'],
  ['net', 'Neto'],
  ['difference', 'Diferencia'],
  ['tax', 'Impuesto'],
  ['total', 'Total'],
] as const;

function CurrencyPlan({ currency, rows }: { currency: string; rows: readonly RunPayer[] }): ReactElement {
  const title = `Por pagador en ${currency}`;
  return (
    <FigureTable aria-label={title} role="region" tabIndex={0}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Pagador</th>
            <th scope="col">Facturas</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.bill_to} ${row.payer}`}>
              <th scope="row">{row.bill_to === 'agency' ? `${row.payer} (agencia)` : row.payer}</th>
              <td>{row.invoices}</td>
              {columns.map(([name]) => (
                <td key={name}>
                  {name === 'difference' && isZero(row[name]) ? '—' : formatMoney(row[name], currency, 2)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{rows.reduce((count, row) => count + row.invoices, 0)}</td>
            {columns.map(([name]) => (
              <td key={name}>{formatMoney(sum(rows.map((row) => row[name])), currency, 2)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}

/** What a run bills each payer, and how it differs from what the plans of the contracts say; a table by currency. */
export function PayerPlan({ payers }: { payers: readonly RunPayer[] }): ReactElement {
  const currencies = [...new Set(payers.map(({ currency }) => currency))].sort();
  return (
    <>
      {currencies.map((currency) => (
        <CurrencyPlan
          currency={currency}
          key={currency}
          rows={payers.filter((one) => one.currency === currency)}
        />
      ))}
    </>
  );
}
