import { useApiQuery } from '@pauta/core/react';
import { type QuotaPeriod, quotaPeriods } from '@pauta/domain/postsales/quotas/preferences.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import {
  type LedgerPeriod,
  leftOver,
  lostText,
  periodName,
  periodNote,
  type QuotaLedger,
} from '@pauta/domain/postsales/quotas/quota-ledger.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { CalendarRange } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--pauta-space-4);
  & > [data-by] { inline-size: min(14rem, 100%); }
  & th small { display: block; color: var(--pauta-color-text-muted); font-weight: var(--pauta-weight-regular, 400); }
  & th small[data-lost] { color: var(--pauta-color-danger-text); }
`;

const columns = [
  ['contracted', 'Contratado'],
  ['bonus', 'Bonif.'],
  ['placed', 'Colocado'],
  ['aired', 'Emitido'],
  ['missed', 'No emitido'],
  ['compensated', 'Compensado'],
  ['remaining', 'Por emitir'],
] as const;

type Numbers = Record<(typeof columns)[number][0], number>;

const none: Numbers = {
  contracted: 0,
  bonus: 0,
  placed: 0,
  aired: 0,
  missed: 0,
  compensated: 0,
  remaining: 0,
};

/** What has no period, as rows of their own: with them the columns sum up to the numbers of the quota. */
const apart = ({ former, undated }: QuotaLedger): readonly (readonly [string, Numbers])[] => [
  ...(former > 0
    ? [['Antes de importarse', { ...none, contracted: former, placed: former, aired: former }] as const]
    : []),
  ...(undated > 0 ? [['Sin fecha', { ...none, contracted: undated, remaining: undated }] as const] : []),
];

const sumOf = (rows: readonly Numbers[]): Numbers =>
  rows.reduce(
    (sum, row) =>
      Object.fromEntries(columns.map(([name]) => [name, sum[name] + row[name]])) as unknown as Numbers,
    none,
  );

const Cells = ({ row }: { readonly row: Numbers }): ReactElement => (
  <>
    {columns.map(([name]) => (
      <td key={name}>{formatCount(row[name])}</td>
    ))}
  </>
);

function PeriodRow({
  ledger,
  period,
}: {
  readonly ledger: QuotaLedger;
  readonly period: LedgerPeriod;
}): ReactElement {
  const note = periodNote(ledger, period);
  return (
    <tr>
      <th scope="row">
        {periodName(ledger.by, period.from)}
        {note !== null && (
          <small data-lost={(period.is_closed && !ledger.goes_on) || undefined}>{note}</small>
        )}
      </th>
      <Cells row={period} />
    </tr>
  );
}

/** The numbers of a quota by month, week or day: what a period left over, and where it goes. */
export function QuotaLedgerView({ quota }: { readonly quota: AnyRecord }): ReactElement {
  const [by, setBy] = useState(String(quota.counted_by ?? 'month') as QuotaPeriod);
  const answer = useApiQuery<{ readonly data: QuotaLedger }>(`/${quotas.path}/${quota.id}/ledger?by=${by}`, {
    keepPreviousData: true,
  });
  const ledger = answer.data?.data;
  if (answer.error) return <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />;
  if (!ledger) return <Skeleton lines={6} />;
  const others = apart(ledger);
  const over = leftOver(ledger);
  return (
    <Root>
      <div data-by>
        <Select
          clearable={false}
          label="Ver"
          onChange={(value) => setBy(value as QuotaPeriod)}
          options={Object.entries(quotaPeriods).map(([value, label]) => ({ value, label }))}
          value={by}
        />
      </div>
      {over.length > 0 && !ledger.goes_on && <Banner tone="warning">{lostText(ledger.by, over)}</Banner>}
      {ledger.periods.length + others.length === 0 ? (
        <EmptyState icon={<CalendarRange aria-hidden size={28} />} title="Nada contratado">
          Este renglón no tiene unidades en ningún periodo.
        </EmptyState>
      ) : (
        <FigureTable aria-label="El cupo por periodo" role="region" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Periodo</th>
                {columns.map(([name, label]) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {ledger.periods.map((period) => (
                <PeriodRow key={period.from} ledger={ledger} period={period} />
              ))}
              {others.map(([label, row]) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <Cells row={row} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <Cells row={sumOf([...ledger.periods, ...others.map(([, row]) => row)])} />
              </tr>
            </tfoot>
          </table>
        </FigureTable>
      )}
    </Root>
  );
}
