import { useApiQuery } from '@pauta/core/react';
import { type SpaceConditions, yieldHint } from '@pauta/domain/inventory/capacity/space-conditions.ts';
import { exclusivities } from '@pauta/domain/inventory/exclusivities/exclusivity.ts';
import { priceLists } from '@pauta/domain/inventory/prices/price-list.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { SpacePrice } from '@pauta/domain/sales/lines/explain-price.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { PriceSteps } from '@pauta/ui/document/price-steps.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

interface OfDays {
  readonly itemId: string;
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** Read once for each period. */
const useConditions = ({ itemId, from, to }: OfDays) =>
  useApiQuery<{ readonly data: SpaceConditions }>(
    `/availability/${itemId}/conditions?from=${from}&to=${to}`,
    { keepPreviousData: true },
  );

/** The industries of which only one client may be in a space on some days: for whom, until when and why. */
export function SpaceExclusivities(days: OfDays): ReactElement | null {
  const { data } = useConditions(days);
  const found = data?.data.exclusivities ?? [];
  return found.length === 0 ? null : (
    <Banner tone="info">
      {found.map(({ id, industry, client, source, from, to }) => (
        <p key={id}>
          {`${industry}: en exclusiva para ${client ?? 'otro cliente'}, del ${formatCivilDate(from)} al ${formatCivilDate(to)}. `}
          <Link to={paths.record(exclusivities, id)}>{source}</Link>
        </p>
      ))}
    </Banner>
  );
}

/** What a unit on each of some days costs, step by step, for those who see prices. */
function Price({ itemId, from, to }: OfDays): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: SpacePrice | null }>(
    `/availability/${itemId}/price?from=${from}&to=${to}`,
    { keepPreviousData: true },
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={6} />;
  return data.data === null ? (
    <p>Ninguna lista general vigente tiene su precio. Póngalo en Inventario › Gestión de Precios.</p>
  ) : (
    <>
      <p>
        Una unidad por día, para un cliente sin agencia ni acuerdos. Un presupuesto agrega los recargos y
        descuentos que se elijan.
      </p>
      <PriceSteps explanation={data.data.explanation} />
    </>
  );
}

/** What a space costs on some days, and what the sales of the past say about that price. */
export function SpacePriceTab(days: OfDays): ReactElement {
  const { data, error, mutate } = useConditions(days);
  const mayPrices = useMay(priceLists).view;
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      <p>{yieldHint(data.data.history)}</p>
      {mayPrices.allowed ? <Price {...days} /> : <p>{mayPrices.reason}</p>}
    </>
  );
}
