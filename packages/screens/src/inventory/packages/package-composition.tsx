import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { DatePicker } from '@pauta/ui/controls/date-picker.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useLiveChanges } from '@pauta/ui/live/use-live-changes.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';
import type { Composition } from './composition.ts';
import { CompositionTable } from './composition-table.tsx';

const Period = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 11rem), 12rem));
  gap: ${t('space-3')};
  margin-block-end: ${t('space-3')};
`;

/** Days that are shown from today, or from the first day of validity, on. */
const usual = 30;

const firstDays = ({ from, to }: DateRange): { readonly from: string; readonly to: string } => {
  const today = companyToday();
  const first = from !== null && from > today ? from : today;
  const last = addDays(first, usual - 1);
  return { from: first, to: to !== null && to >= first && to < last ? to : last };
};

const sentence = ({ fits, limiting, components }: Composition): string => {
  if (components.length === 0) return 'El paquete aún no tiene componentes.';
  if (fits === null) return 'Sus componentes no ocupan espacios: cabe siempre.';
  const scarcest = components.find(({ id }) => id === limiting)?.name;
  const why = scarcest === undefined ? '' : ` El que menos alcanza es «${scarcest}».`;
  if (fits === 0) return `No cabe ninguno que corra todos estos días.${why}`;
  return `${fits === 1 ? 'Cabe 1 paquete' : `Caben ${formatCount(fits)} paquetes`} que corran todos estos días.${why}`;
};

/**
 * The components of a package with their prices, and how many packages still fit in some days; read again when somebody
 * makes, renews or ends a hold, or signs or cancels a contract.
 */
export function PackageComposition({ record }: { readonly record: AnyRecord }): ReactElement {
  const [{ from, to }, setPeriod] = useState(() => firstDays(record.valid as DateRange));
  // While a day is typed, the former period stays.
  const isComplete = from !== '' && to !== '' && from <= to;
  const answer = useApiQuery<{ readonly data: Composition }>(
    isComplete ? `/packages/${record.id}/composition?from=${from}&to=${to}` : null,
    { keepPreviousData: true },
  );
  const reload = (): void => void answer.mutate();
  useLiveChanges(holds, { onChange: reload });
  useLiveChanges(contracts, { onChange: reload });
  const composition = answer.data?.data;
  return (
    <Card title="Precio y disponibilidad">
      <Period>
        <DatePicker
          label="Desde"
          onChange={(day) => setPeriod((before) => ({ ...before, from: day }))}
          value={from}
        />
        <DatePicker
          error={from !== '' && to !== '' && to < from ? 'Es anterior al primer día.' : undefined}
          label="Hasta"
          min={from}
          onChange={(day) => setPeriod((before) => ({ ...before, to: day }))}
          value={to}
        />
      </Period>
      {answer.error && <FailureBanner error={answer.error} onRetry={reload} />}
      {composition ? (
        <>
          <p aria-live="polite">{sentence(composition)}</p>
          {composition.components.length > 0 && (
            <CompositionTable composition={composition} currency={String(record.currency_code)} />
          )}
        </>
      ) : (
        !answer.error && <Skeleton lines={5} />
      )}
    </Card>
  );
}
