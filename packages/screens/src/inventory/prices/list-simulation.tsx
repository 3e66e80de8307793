import { useApiQuery } from '@pauta/core/react';
import { percentKind } from '@pauta/domain/kinds/number.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { signedAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quoteStates } from '@pauta/domain/sales/quotes/quote.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

interface Simulation {
  readonly is_partial: boolean;
  readonly quotes: readonly {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly client: string;
    readonly status: keyof typeof quoteStates;
    readonly before: string;
    readonly after: string;
    readonly difference: string;
    readonly change_pct: string | null;
    readonly unpriced: number;
  }[];
}

/** What a price list would make of the open quotes, if they were repriced with it. */
export function ListSimulation({ list }: { readonly list: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ data: Simulation }>(`/price-lists/${list.id}/simulation`);
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton />;
  const { quotes, is_partial } = data.data;
  const currency = String(list.currency_code);
  if (quotes.length === 0)
    return (
      <Card>
        <p>
          No hay presupuestos abiertos con una lista del mismo tipo, compañía, plataforma y moneda. Los que se
          hagan se verán aquí.
        </p>
      </Card>
    );
  const total = (name: 'before' | 'after' | 'difference'): string => sum(quotes.map((quote) => quote[name]));
  return (
    <Card>
      <p>
        {`Neto de los presupuestos abiertos, como están y recotizados con esta lista. No cambia ninguno: cada uno se recotiza en su página.${
          is_partial ? ` Se calcularon los ${quotes.length} más nuevos.` : ''
        }`}
      </p>
      <FigureTable>
        <table>
          <caption>Presupuestos abiertos con esta lista</caption>
          <thead>
            <tr>
              <th scope="col">Presupuesto</th>
              <th data-text scope="col">
                Cliente
              </th>
              <th data-text scope="col">
                Estado
              </th>
              <th scope="col">Neto</th>
              <th scope="col">Con esta lista</th>
              <th scope="col">Diferencia</th>
              <th scope="col">Cambio</th>
            </tr>
          </thead>
          <tbody>
            {quotes.map((quote) => (
              <tr key={quote.id}>
                <th scope="row">
                  <Link to={`/ventas/presupuestos/${quote.id}`}>{`${quote.number} · ${quote.name}`}</Link>
                  {quote.unpriced > 0 && (
                    <small>
                      {quote.unpriced === 1
                        ? ' · 1 renglón quedaría sin precio'
                        : ` · ${quote.unpriced} renglones quedarían sin precio`}
                    </small>
                  )}
                </th>
                <td data-text>{quote.client}</td>
                <td data-text>{quoteStates[quote.status][0]}</td>
                <td>{formatMoney(quote.before, currency, 2)}</td>
                <td>{formatMoney(quote.after, currency, 2)}</td>
                <td>{signedAmount(quote.difference, currency)}</td>
                <td>
                  {quote.change_pct === null ? '—' : percentKind.format(quote.change_pct, { scale: 2 })}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td />
              <td />
              <td>{formatMoney(total('before'), currency, 2)}</td>
              <td>{formatMoney(total('after'), currency, 2)}</td>
              <td>{signedAmount(total('difference'), currency)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </FigureTable>
    </Card>
  );
}
