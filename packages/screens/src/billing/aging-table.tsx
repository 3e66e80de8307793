import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { type AgingBucketName, agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import { invoiceDisputes } from '@pauta/domain/billing/collections/invoice-dispute.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { isZero } from '@pauta/domain/money/arithmetic.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** An account and what it owes, not due and by the days since. */
export interface AgingAccount extends AgedBalance {
  /** The part of the total that is disputed. */
  readonly disputed: string;
  readonly id: string;
  readonly name: string;
}

/** Accounts by age of what they owe; each amount is a link to what it adds up. */
export function AgingTable({
  accounts,
  by,
  currency,
  from,
  total,
}: {
  accounts: readonly AgingAccount[];
  /** What all accounts owe, also those that are not listed. */
  total: AgedBalance & Pick<AgingAccount, 'disputed'>;
  by: 'client' | 'agency';
  currency: string;
  from: 'due_date' | 'issue_date';
}): ReactElement {
  // Without the currency, which the caption names: seven columns of amounts have to fit.
  const money = (amount: string): string => formatMoney(amount, '', 2);
  const listOf = (account: AgingAccount | null, bucket?: AgingBucketName): string =>
    `/facturacion/facturacion-cobros/cartera/vencimientos?${new URLSearchParams({
      by,
      from,
      currency,
      ...(account && { account: account.id }),
      ...(bucket && { bucket }),
    })}`;
  const of = by === 'agency' ? agencies : clients;
  const hasDisputes = !isZero(total.disputed);
  return (
    <FigureTable aria-label="Cartera por antigüedad" role="region" tabIndex={0}>
      <table>
        <caption>Importes en {currencies[currency as keyof typeof currencies] ?? currency}</caption>
        <thead>
          <tr>
            <th scope="col">{by === 'agency' ? 'Agencia' : 'Cliente'}</th>
            {agingBuckets.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Total</th>
            {hasDisputes && <th scope="col">En disputa</th>}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              <th scope="row">
                <Link to={paths.record(of, account.id)}>{account.name}</Link>
              </th>
              {agingBuckets.map(({ name }) =>
                isZero(account[name]) ? (
                  <td data-none key={name}>
                    –
                  </td>
                ) : (
                  <td key={name}>
                    <Link to={listOf(account, name)}>{money(account[name])}</Link>
                  </td>
                ),
              )}
              <td>
                <Link to={listOf(account)}>{money(account.total)}</Link>
              </td>
              {hasDisputes &&
                (isZero(account.disputed) ? <td data-none>–</td> : <td>{money(account.disputed)}</td>)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {agingBuckets.map(({ name }) => (
              <td key={name}>
                <Link to={listOf(null, name)}>{money(total[name])}</Link>
              </td>
            ))}
            <td>
              <Link to={listOf(null)}>{money(total.total)}</Link>
            </td>
            {hasDisputes && (
              <td>
                <Link to={paths.filtered(invoiceDisputes, { status: 'open', currency_code: currency })}>
                  {money(total.disputed)}
                </Link>
              </td>
            )}
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}
