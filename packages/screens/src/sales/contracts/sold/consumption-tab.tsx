import { useApiQuery } from '@pauta/core/react';
import { divide, isZero, min, multiply } from '@pauta/domain/money/arithmetic.ts';
import { formatAmount, signedAmount } from '@pauta/domain/money/currency-amount.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import {
  type Consumption,
  type ConsumptionStep,
  consumptionBridge,
} from '@pauta/domain/sales/contracts/sold/consumption.ts';
import { locale } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { CSSProperties, ReactElement } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
  & tr[data-sum] { font-weight: ${t('weight-bold')}; }
`;

/** Beside each step its bar; where there is no place for it, below the step and its amount, across the whole table. */
const BarTable = styled(FigureTable)`
  container-type: inline-size;
  @container (max-width: 32rem) {
    & td[data-bar] { display: none; }
    & tbody :is(th, td) { padding-block-end: ${t('space-6')}; }
    & tbody th::after {
      content: '';
      position: absolute;
      inset-block-end: ${t('space-2')};
      inset-inline-start: ${t('space-2')};
      block-size: 10px;
      inline-size: calc((100cqi - 2 * ${t('space-2')}) * var(--part) / 100);
      border-radius: ${t('radius-sm')};
      background: ${t('color-accent')};
    }
  }
`;

const bars = [
  ['contracted', 'Contratado'],
  ['placed', 'Colocado'],
  ['aired', 'Emitido'],
  ['billed', 'Facturado'],
  ['collected', 'Cobrado'],
] as const;

const stepLabels: Readonly<Record<ConsumptionStep['key'], string>> = {
  contracted: 'Contratado en vigor',
  unbilled: 'Por facturar',
  difference: 'Otros cargos y redondeos de las facturas',
  invoiced: 'Facturado, menos notas de crédito',
  paid: 'Cobrado',
  open: 'Saldo por cobrar',
};

/** Percent of what was contracted, as decimal text; null where nothing was sold for money. */
const partOf = (amount: string, contracted: string): string | null =>
  isZero(contracted) ? null : divide(multiply(amount, '100'), contracted, 1);

const Bars = ({ consumption }: { readonly consumption: Consumption }): ReactElement => (
  <BarTable aria-label="Consumo del contrato" role="region" tabIndex={0}>
    <table>
      <caption>Importes netos, sin impuestos, y qué parte son de lo contratado.</caption>
      <thead>
        <tr>
          <th scope="col">Paso</th>
          <td aria-hidden data-bar />
          <th scope="col">Importe</th>
          <th scope="col">Parte</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(([name, label]) => {
          const amount = consumption[name];
          const part = partOf(amount, consumption.contracted);
          return (
            <tr key={name} style={{ '--part': min(part ?? '0', '100') } as CSSProperties}>
              <th scope="row">{label}</th>
              <td aria-hidden data-bar>
                <span />
              </td>
              <td>{formatAmount({ currency: consumption.currency, amount })}</td>
              <td>{part === null ? '–' : `${Number(part).toLocaleString(locale)} %`}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  </BarTable>
);

const Bridge = ({ consumption }: { readonly consumption: Consumption }): ReactElement => (
  <FigureTable aria-label="Pasos de lo contratado al saldo" role="region" tabIndex={0}>
    <table>
      <caption>Importes con impuestos.</caption>
      <thead>
        <tr>
          <th scope="col">Paso</th>
          <th scope="col">Importe</th>
        </tr>
      </thead>
      <tbody>
        {consumptionBridge(consumption).map(({ key, amount, isSum }) => (
          <tr data-sum={isSum || undefined} key={key}>
            <th scope="row">{stepLabels[key]}</th>
            <td>
              {isSum
                ? formatAmount({ currency: consumption.currency, amount })
                : signedAmount(amount, consumption.currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </FigureTable>
);

/** How far a contract was consumed: one bar for each step, and the bridge from what was contracted to what is owed. */
export function ConsumptionTab({ contract }: { readonly contract: AnyRecord }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Consumption | null }>(
    `/contracts/${contract.id}/consumption`,
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data) return <Skeleton lines={8} />;
  if (data.data === null)
    return (
      <EmptyState title="Todavía no se consume">
        El consumo se cuenta desde que el contrato está firmado.
      </EmptyState>
    );
  return (
    <Root>
      <Card title="Consumo">
        <Bars consumption={data.data} />
      </Card>
      <Card title="De lo contratado al saldo">
        <Bridge consumption={data.data} />
      </Card>
    </Root>
  );
}
