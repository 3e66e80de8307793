import type { AgedBalance } from '@pauta/domain/billing/accounts/account-figures.ts';
import { agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import { divide, isZero, multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { Link } from '@pauta/ui/router.ts';
import type { CSSProperties, ReactElement } from 'react';
import { CardData, type CardProps } from './card-frame.tsx';

interface Aging {
  readonly currency: string;
  readonly total: AgedBalance;
}

/** The address of the dues that a bucket sums. */
const duesOf = (currency: string, bucket: string): string =>
  `/facturacion/facturacion-cobros/cartera/vencimientos?${new URLSearchParams({
    by: 'client',
    from: 'due_date',
    currency,
    bucket,
  })}`;

/** What clients owe by age, in the currency of the largest debt. */
export function AgingCard(_: CardProps): ReactElement {
  return (
    <CardData<Aging> path="/billing/workbench">
      {({ currency, total }) =>
        isZero(total.total) ? (
          <p data-none>Ningún cliente debe nada.</p>
        ) : (
          <ul data-figures>
            {agingBuckets.map(({ name, label }) => (
              <li key={name}>
                <Link
                  data-tone={name === 'current' || isZero(total[name]) ? undefined : 'warning'}
                  to={duesOf(currency, name)}
                >
                  <span>{name === 'current' ? label : `${label} días`}</span>
                  <strong>{formatAmount({ currency, amount: total[name] })}</strong>
                  <i
                    aria-hidden
                    data-meter
                    style={
                      { '--part': divide(multiply(total[name], '100'), total.total, 1) } as CSSProperties
                    }
                  />
                </Link>
              </li>
            ))}
            <li>
              <Link to="/facturacion/facturacion-cobros/cartera">
                <span>Por cobrar</span>
                <strong>{formatAmount({ currency, amount: total.total })}</strong>
              </Link>
            </li>
          </ul>
        )
      }
    </CardData>
  );
}
