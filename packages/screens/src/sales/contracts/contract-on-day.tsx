import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount, signedAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { ContractOnDay } from '@pauta/domain/sales/contracts/life/contract-as-of.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

/** The answer of `GET /contracts/{id}/as-of`. */
interface OnDay {
  /** Null if nothing was in force; `why` says the reason. */
  readonly in_force: ContractOnDay | null;
  readonly why: string | null;
}

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
  & > [data-day] { max-inline-size: 14rem; }
  & > p { margin: 0; }
`;

const Lines = styled.div`
  overflow-x: auto;
  & table { border-collapse: collapse; inline-size: 100%; }
  & :is(th, td) { padding: ${t('space-2')}; border-block-end: 1px solid ${t('color-border')}; text-align: start; font-weight: inherit; }
  & thead th { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & [data-amount] { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  & tfoot { font-weight: ${t('weight-bold')}; }
`;

const flightOf = (value: unknown): string => {
  const { from, to } = (value ?? {}) as Partial<DateRange>;
  return from && to ? `${formatCivilDate(from)} – ${formatCivilDate(to)}` : '';
};

const versionName = (version: number): string =>
  version === 0 ? 'como se firmó' : `según la versión ${version}`;

/** How a total compares with what is in force today, in words. */
const againstToday = (contract: AnyRecord, { totals }: ContractOnDay): string | null => {
  if (contract.total_in_force === null || contract.total_in_force === undefined) return null;
  const difference = subtract(totals.total, String(contract.total_in_force));
  return /^-?0(\.0+)?$/.test(difference)
    ? 'El total es el mismo que hoy.'
    : `Comparado con hoy, el total es ${signedAmount(difference, String(contract.currency_code))}.`;
};

/** What was in force of a contract on a day that the user chooses: the lines, their totals, and which version they are. */
export function ContractOnDayCard({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const [day, setDay] = useState(companyToday());
  const { data, error, mutate } = useApiQuery<{ readonly data: OnDay }>(
    day === '' ? null : `/contracts/${contract.id}/as-of?day=${day}`,
    { keepPreviousData: true },
  );
  const currency = String(contract.currency_code);
  const money = (amount: unknown): string => formatAmount({ currency, amount: String(amount ?? '0.00') });
  const answer = data?.data;
  const found = answer?.in_force;
  const comparison = found && againstToday(contract, found);
  return (
    <Card title="Al día de">
      <Root>
        <div data-day>
          <DatePicker label="Día" onChange={setDay} value={day} />
        </div>
        {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
        {!answer && !error && <Skeleton lines={4} />}
        {answer && !found && <p>{answer.why}</p>}
        {found && (
          <>
            <p>
              En vigor {versionName(found.version)}. {comparison}
            </p>
            {found.invoiced_to && <p>Se factura a {found.invoiced_to}</p>}
            <Lines aria-label="Renglones en vigor ese día" role="region" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Renglón</th>
                    <th scope="col">Vuelo</th>
                    <th data-amount scope="col">
                      Neto
                    </th>
                    <th data-amount scope="col">
                      Impuesto
                    </th>
                    <th data-amount scope="col">
                      Total
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.lines.map((line) => (
                    <tr key={line.id}>
                      <th scope="row">{String(line.description ?? '')}</th>
                      <td>{flightOf(line.flight)}</td>
                      <td data-amount>{money(line.net)}</td>
                      <td data-amount>{money(line.tax)}</td>
                      <td data-amount>{money(line.total)}</td>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th colSpan={2} scope="row">
                      Total
                    </th>
                    <td data-amount>{money(found.totals.net)}</td>
                    <td data-amount>{money(found.totals.tax)}</td>
                    <td data-amount>{money(found.totals.total)}</td>
                  </tr>
                </tfoot>
              </table>
            </Lines>
          </>
        )}
      </Root>
    </Card>
  );
}
