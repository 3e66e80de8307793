import { useApiQuery } from '@pauta/core/react';
import { agencyCommissions } from '@pauta/domain/billing/commissions/agency-commission.ts';
import type { CommissionOutlook, OpenSale } from '@pauta/domain/billing/commissions/commission-outlook.ts';
import {
  type CommissionPlan,
  estimateCommission,
  type PlannedSale,
} from '@pauta/domain/billing/commissions/estimate-commission.ts';
import { saleWays } from '@pauta/domain/billing/commissions/sale-ways.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NumberField } from '@pauta/ui/controls/number-field.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { useSearchParams } from '@pauta/ui/router.ts';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

const Entry = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  align-items: end;
  max-inline-size: 56rem;
  gap: var(--pauta-space-3);
`;

type Way = CommissionPlan['sale'];

/** A sale of the calculation: an open one, or amounts that were typed. */
interface Row extends PlannedSale {
  readonly id: string;
  readonly label: string;
  readonly client: string;
  readonly currency: string;
}

const decimalPattern = /^\d{1,12}(\.\d{1,2})?$/;
const percentPattern = /^\d{1,3}(\.\d{1,4})?$/;

const bases = { gross: 'bruto', net: 'neto', collected: 'cobrado' } as const;
const percent = (pct: string): string => `${Number(pct)} %`;

/** What an estimate is calculated from, in words. */
const derivation = (plan: CommissionPlan, row: Row): string => {
  const { base, pct, from } = estimateCommission(plan, row);
  const volume = from === null ? '' : `, por llegar a ${formatMoney(from, row.currency, 2)}`;
  return `${plan.name}: ${percent(pct)}${volume}, sobre ${formatMoney(base, '', 2)} (${percent(row.share)} del ${bases[plan.base]})`;
};

const when = { invoice: 'Al facturar', payment: 'Al cobrar' } as const;

const kinds: Readonly<Record<OpenSale['kind'], string>> = {
  opportunity: 'Oportunidad',
  quote: 'Presupuesto',
};

function Estimates({
  plans,
  rows,
  excluded,
  onToggle,
}: {
  readonly plans: readonly CommissionPlan[];
  readonly rows: readonly Row[];
  readonly excluded: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}): ReactElement {
  const estimated = rows.map((row) => {
    const plan = plans.find(({ sale }) => sale === row.sale);
    return { row, plan, amount: plan ? estimateCommission(plan, row).amount : '0.00' };
  });
  const counted = estimated.filter(({ row }) => !excluded.has(row.id));
  const currencies = [...new Set(counted.map(({ row }) => row.currency))];
  return (
    <Card title="Lo que ganaría">
      <FigureTable aria-label="Comisión de cada venta" role="region" tabIndex={0}>
        <table>
          <caption>Quite la marca de lo que no quiera contar. Los importes son sin impuestos.</caption>
          <thead>
            <tr>
              <th scope="col">Venta</th>
              <th data-text scope="col">
                Cliente
              </th>
              <th scope="col">Neto</th>
              <th data-text scope="col">
                Cálculo
              </th>
              <th data-text scope="col">
                Se gana
              </th>
              <th scope="col">Comisión</th>
            </tr>
          </thead>
          <tbody>
            {estimated.map(({ row, plan, amount }) => (
              <tr key={row.id}>
                <th scope="row">
                  <Checkbox
                    checked={!excluded.has(row.id)}
                    label={row.label}
                    onChange={() => onToggle(row.id)}
                  />
                </th>
                <td data-text>{row.client}</td>
                <td>{formatMoney(row.worth, row.currency, 2)}</td>
                <td data-text data-wrap>
                  {plan ? derivation(plan, row) : `Sin plan para «${saleWays[row.sale]}»: no gana comisión.`}
                </td>
                <td data-text>{plan ? when[plan.accrual] : '—'}</td>
                <td>{formatMoney(amount, row.currency, 2)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            {currencies.map((currency) => (
              <tr key={currency}>
                <th scope="row">Total en {currency}</th>
                <td />
                <td />
                <td />
                <td />
                <td>
                  {formatMoney(
                    sum(counted.filter(({ row }) => row.currency === currency).map(({ amount }) => amount)),
                    currency,
                    2,
                  )}
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
      </FigureTable>
    </Card>
  );
}

/** Asks for an amount that is no open sale. */
function TypedSale({ onAdd }: { readonly onAdd: (row: Row) => void }): ReactElement {
  const [amount, setAmount] = useState('');
  const [share, setShare] = useState('100');
  const [way, setWay] = useState<Way>('direct');
  const [count, setCount] = useState(0);
  const [isTried, setTried] = useState(false);
  const badAmount = !decimalPattern.test(amount) || compareDecimals(amount, '0') <= 0;
  const badShare =
    !percentPattern.test(share) || compareDecimals(share, '0') <= 0 || compareDecimals(share, '100') > 0;
  return (
    <Entry
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (badAmount || badShare) return;
        onAdd({
          id: `typed-${count}`,
          label: `Importe ${count + 1} · ${saleWays[way]}`,
          client: '—',
          currency: 'DOP',
          sale: way,
          gross: amount,
          net: amount,
          taxable: amount,
          worth: amount,
          share,
        });
        setCount(count + 1);
        setAmount('');
        setTried(false);
      }}
    >
      <NumberField
        error={isTried && badAmount ? 'Escriba un importe mayor que cero.' : undefined}
        label="Neto de la venta (RD$)"
        onChange={setAmount}
        required
        scale={2}
        value={amount}
      />
      <Select
        label="Venta"
        onChange={(value) => setWay(value === 'agency' ? 'agency' : 'direct')}
        options={Object.entries(saleWays).map(([value, label]) => ({ value, label }))}
        required
        value={way}
      />
      <NumberField
        error={isTried && badShare ? 'Escriba un porcentaje entre 0 y 100.' : undefined}
        label="Su parte (%)"
        onChange={setShare}
        required
        value={share}
      />
      <Button type="submit">Agregar</Button>
    </Entry>
  );
}

/** Facturación › Comisiones de Agencia › Simulador: what a seller would earn by today's plan, and how it is calculated. */
export function CommissionSimulator(): ReactElement {
  const [params, setParams] = useSearchParams();
  const [typed, setTyped] = useState<readonly Row[]>([]);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const asked = params.get('ejecutivo');
  const { data, error, mutate } = useApiQuery<{ readonly data: CommissionOutlook }>(
    `/seller-commissions/outlook${asked ? `?${new URLSearchParams({ seller_id: asked })}` : ''}`,
    { keepPreviousData: true },
  );
  const outlook = data?.data;
  const open = (outlook?.sales ?? []).map((sale) => ({
    ...sale,
    label: `${kinds[sale.kind]} ${sale.label}`,
  }));
  const rows: readonly Row[] = [...typed, ...open];
  const toggle = (id: string): void =>
    setExcluded(
      (before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
    );
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={paths.list(agencyCommissions)}>Comisiones</LinkButton>}
        description="Lo que se ganaría con ventas abiertas o con otros importes, según el plan de hoy. La firma de cada contrato fija la tasa; los renglones que no comisionan no cuentan."
        title="Simulador de comisiones"
      />
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!outlook && !error && <Skeleton lines={8} />}
      {outlook && !error && (
        <Parts>
          {outlook.sellers.length > 1 && (
            <Select
              label="Ejecutivo"
              onChange={(value) => setParams({ ejecutivo: value }, { replace: true })}
              options={outlook.sellers.map(({ id, name }) => ({ value: id, label: name }))}
              required
              value={outlook.seller_id ?? ''}
            />
          )}
          <Card title="Probar un importe">
            <TypedSale onAdd={(row) => setTyped((before) => [row, ...before])} />
          </Card>
          {rows.length > 0 ? (
            <Estimates excluded={excluded} onToggle={toggle} plans={outlook.plans} rows={rows} />
          ) : (
            <EmptyState title="Sin ventas abiertas">
              No hay oportunidades ni presupuestos abiertos con su parte. Escriba un importe para ver lo que
              ganaría.
            </EmptyState>
          )}
        </Parts>
      )}
    </Page>
  );
}
