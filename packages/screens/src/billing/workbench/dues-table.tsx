import type { Dues } from '@pauta/domain/billing/accounts/open-due.ts';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** What is open by the day it is due: whole invoices and instalments, with their sum. */
export function DuesTable({
  dues: { dues, total },
  currency,
}: {
  dues: Dues;
  currency: string;
}): ReactElement {
  const money = (amount: string): string => formatMoney(amount, '', 2);
  return (
    <FigureTable aria-label="Vencimientos pendientes" role="region" tabIndex={0}>
      <table>
        <caption>Importes en {currency}</caption>
        <thead>
          <tr>
            <th scope="col">Factura</th>
            <th data-text scope="col">
              Cuenta
            </th>
            <th scope="col">Fecha</th>
            <th scope="col">Vence</th>
            <th scope="col">Días</th>
            <th scope="col">Total</th>
            <th scope="col">Pendiente</th>
          </tr>
        </thead>
        <tbody>
          {dues.map(({ id, number, concept, account, issued, due, days, parts, total: whole, balance }) => (
            <tr key={`${id} ${due}`}>
              <th scope="row">
                <Link to={paths.record(invoices, id)}>{number}</Link> {concept}
                {parts > 1 && ` · una de ${parts} cuotas`}
              </th>
              <td data-text>{account}</td>
              <td>{formatCivilDate(issued)}</td>
              <td>{formatCivilDate(due)}</td>
              <td>{days}</td>
              <td>{money(whole)}</td>
              <td>{money(balance)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th colSpan={6} scope="row">
              Total
            </th>
            <td>{money(total)}</td>
          </tr>
        </tfoot>
      </table>
    </FigureTable>
  );
}
