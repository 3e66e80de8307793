import { useApiQuery } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { monthEnd, monthStart } from '@pauta/domain/calendar/months.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { add, divide, isZero, multiply, subtract, sum } from '@pauta/domain/money/arithmetic.ts';
import { signedAmount } from '@pauta/domain/money/currency-amount.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthLabels, monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type {
  BeforeAfter,
  SimulationResult as Result,
  SimulatedSeller,
  Simulation,
} from '@pauta/domain/presales/simulation/simulation.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { quotes as quoteResource } from '@pauta/domain/sales/quotes/quote.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement, ReactNode } from 'react';

interface Shown {
  readonly simulation: Simulation;
  readonly result: Result;
}

/** The days of a year, or of one of its months from 0 on. */
const daysOf = (year: number, month: number | null): string => {
  const first = `${year}-01-01`;
  return `${monthStart(first, month ?? 0)}..${monthEnd(first, month ?? 11)}`;
};

/** Lists of the rows that a figure sums. */
const originsOf = ({ company, year }: Simulation) => ({
  signed: (month: number | null, seller?: string): string =>
    paths.filtered(contracts, {
      company_id: company.id,
      signed_on: daysOf(year, month),
      ...(seller !== undefined && { owner_id: seller }),
    }),
  weighted: (month: number | null, seller?: string): string =>
    paths.filtered(opportunities as Resource, {
      result: 'open',
      expected_close_date: daysOf(year, month),
      ...(seller !== undefined && { owner_id: seller }),
    }),
  goal: (seller: string): string =>
    paths.filtered(repGoals, { fiscal_year: String(year), metric: 'signed_sales', user_id: seller }),
  planned: (currency: string): string =>
    paths.filtered(clientBudgets, { fiscal_year: String(year), currency_code: currency }),
  deliver: (currency: string): string =>
    paths.filtered(orderLines as Resource, {
      status: 'active',
      company_id: company.id,
      currency_code: currency,
      flight: `${companyToday()}..${year}-12-31`,
    }),
  billed: (): string =>
    paths.filtered(invoices as Resource, {
      company_id: company.id,
      // Of this month and of eleven before.
      issue_date: `${monthStart(companyToday(), -11)}..`,
    }),
});

interface Row {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly to?: string;
  /** Amounts have a currency; shares are in percent. */
  readonly isShare?: true;
}

const changeIn = ({ before, after, isShare }: Row, currency: string): string => {
  const difference = subtract(after, before);
  if (!isShare) return signedAmount(difference, currency);
  return isZero(difference) ? '0.0' : `${difference.startsWith('-') ? '' : '+'}${difference}`;
};

function Compared({
  label,
  caption,
  rows,
  currency,
}: {
  readonly label: string;
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly currency: string;
}): ReactElement {
  const say = (value: string, isShare: boolean): string =>
    isShare ? `${value} %` : formatMoney(value, currency, 2);
  return (
    <FigureTable aria-label={label} role="region" tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Cifra</th>
            <th scope="col">Hoy</th>
            <th scope="col">Simulado</th>
            <th scope="col">Cambio</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const before = say(row.before, row.isShare === true);
            return (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                <td>{row.to === undefined ? before : <Link to={row.to}>{before}</Link>}</td>
                <td>{say(row.after, row.isShare === true)}</td>
                <td>{changeIn(row, currency)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </FigureTable>
  );
}

/** What is expected: signed and weighted. */
const expectedOf = ({ signed, weighted }: Result): BeforeAfter | null =>
  signed && weighted
    ? {
        before: add(signed.total, weighted.total.before),
        after: add(signed.total, weighted.total.after),
      }
    : null;

function Summary({ simulation, result }: Shown): ReactElement {
  const { currency, budget, signed, weighted, planned, to_deliver: deliver, concentration } = result;
  const origins = originsOf(simulation);
  const expected = expectedOf(result);
  const rows: Row[] = [
    ...(signed
      ? [{ label: 'Firmado', before: signed.total, after: signed.total, to: origins.signed(null) }]
      : []),
    ...(weighted ? [{ label: 'Pipeline ponderado', ...weighted.total, to: origins.weighted(null) }] : []),
    ...(expected ? [{ label: 'Venta esperada (firmado y ponderado)', ...expected }] : []),
    ...(budget && expected
      ? [
          {
            label: 'Brecha con el presupuesto aprobado',
            before: subtract(expected.before, budget.total),
            after: subtract(expected.after, budget.total),
            to: paths.record(salesBudgets, budget.id),
          },
        ]
      : []),
    ...(planned
      ? [{ label: 'Presupuestos de clientes', ...planned.total, to: origins.planned(currency) }]
      : []),
    ...(deliver
      ? [{ label: 'Ocupación vendida por entregar', ...deliver, to: origins.deliver(currency) }]
      : []),
    ...(concentration
      ? [
          {
            label: 'Facturado en 12 meses',
            before: concentration.before.total,
            after: concentration.after.total,
            to: origins.billed(),
          },
          {
            label: 'Parte del cliente más grande',
            before: concentration.before.largest?.share ?? '0.0',
            after: concentration.after.largest?.share ?? '0.0',
            isShare: true as const,
            ...(concentration.before.largest && {
              to: paths.record(clients as Resource, concentration.before.largest.id),
            }),
          },
          {
            label: 'Parte de los 10 más grandes',
            before: concentration.before.top,
            after: concentration.after.top,
            isShare: true as const,
            to: origins.billed(),
          },
        ]
      : []),
  ];
  if (rows.length === 0)
    return <Banner>Su rol no permite ver ninguna de las cifras de esta simulación.</Banner>;
  return (
    <Compared
      caption="Hoy son las cifras de las páginas de cada una; el firmado no cambia con ninguna simulación"
      currency={currency}
      label="Resumen de la simulación"
      rows={rows}
    />
  );
}

function ByMonth({ simulation, result }: Shown): ReactElement | null {
  const { currency, signed, weighted, budget } = result;
  if (!weighted) return null;
  const origins = originsOf(simulation);
  const say = (amount: string): string => formatMoney(amount, currency, 2);
  const row = (label: string, at: number | null): ReactElement => {
    const of = (months: readonly string[]): string => (at === null ? sum(months) : (months[at] ?? '0.00'));
    const fixed = signed ? of(signed.months) : '0.00';
    const [before, after] = [add(fixed, of(weighted.before)), add(fixed, of(weighted.after))];
    return (
      <tr key={label}>
        <th scope="row">{label}</th>
        {signed && (
          <td>
            <Link to={origins.signed(at)}>{say(fixed)}</Link>
          </td>
        )}
        <td>
          <Link to={origins.weighted(at)}>{say(of(weighted.before))}</Link>
        </td>
        <td>{say(of(weighted.after))}</td>
        <td>{say(before)}</td>
        <td>{say(after)}</td>
        {budget && <td>{signedAmount(subtract(after, of(budget.months)), currency)}</td>}
      </tr>
    );
  };
  return (
    <Card title="Por mes">
      <FigureTable aria-label="Venta esperada por mes" role="region" tabIndex={0}>
        <table>
          <caption>El pipeline es de todas las compañías: una oportunidad no tiene una</caption>
          <thead>
            <tr>
              <th scope="col">Mes</th>
              {signed && <th scope="col">Firmado</th>}
              <th scope="col">Ponderado hoy</th>
              <th scope="col">Ponderado simulado</th>
              <th scope="col">Esperado hoy</th>
              <th scope="col">Esperado simulado</th>
              {budget && <th scope="col">Simulado − presupuesto</th>}
            </tr>
          </thead>
          <tbody>{monthNames.map((name, at) => row(monthLabels[name], at))}</tbody>
          <tfoot>{row('Año', null)}</tfoot>
        </table>
      </FigureTable>
    </Card>
  );
}

/** The part of the goal that is reached with what is signed and expected. */
const attainment = ({ goal, signed, weighted }: SimulatedSeller, side: keyof BeforeAfter): string =>
  goal === null || signed === null || weighted === null || isZero(goal)
    ? '—'
    : `${divide(multiply(add(signed, weighted[side]), '100'), goal, 1)} %`;

function BySeller({ simulation, result }: Shown): ReactElement | null {
  const { currency, sellers } = result;
  if (sellers.length === 0) return null;
  const origins = originsOf(simulation);
  const cell = (amount: string | null | undefined, to?: string): ReactNode => {
    if (amount === null || amount === undefined) return '—';
    const shown = formatMoney(amount, currency, 2);
    return to === undefined ? shown : <Link to={to}>{shown}</Link>;
  };
  return (
    <Card title="Por vendedor">
      <FigureTable aria-label="Metas por vendedor" role="region" tabIndex={0}>
        <table>
          <caption>La parte de su meta con lo firmado y el pipeline ponderado</caption>
          <thead>
            <tr>
              <th scope="col">Vendedor</th>
              <th scope="col">Meta</th>
              <th scope="col">Firmado</th>
              <th scope="col">Ponderado hoy</th>
              <th scope="col">Ponderado simulado</th>
              <th scope="col">% de la meta hoy</th>
              <th scope="col">% simulado</th>
            </tr>
          </thead>
          <tbody>
            {sellers.map((seller) => (
              <tr key={seller.id}>
                <th scope="row">{seller.label}</th>
                <td>{cell(seller.goal, origins.goal(seller.id))}</td>
                <td>{cell(seller.signed, origins.signed(null, seller.id))}</td>
                <td>{cell(seller.weighted?.before, origins.weighted(null, seller.id))}</td>
                <td>{cell(seller.weighted?.after)}</td>
                <td>{attainment(seller, 'before')}</td>
                <td>{attainment(seller, 'after')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </Card>
  );
}

function Quotes({ result: { quotes, quotes_partial } }: Shown): ReactElement | null {
  if (quotes.length === 0) return null;
  return (
    <Card title="Presupuestos abiertos">
      <FigureTable aria-label="Presupuestos con los precios nuevos" role="region" tabIndex={0}>
        <table>
          <caption>
            {`Neto con los precios nuevos: lo que espera su oportunidad cambia en la misma proporción.${
              quotes_partial ? ' Se calcularon los más nuevos; hay más.' : ''
            }`}
          </caption>
          <thead>
            <tr>
              <th scope="col">Presupuesto</th>
              <th data-text scope="col">
                Cliente
              </th>
              <th scope="col">Neto</th>
              <th scope="col">Simulado</th>
              <th scope="col">Cambio</th>
            </tr>
          </thead>
          <tbody>
            {quotes.map((quote) => (
              <tr key={quote.id}>
                <th scope="row">
                  <Link
                    to={paths.record(quoteResource as Resource, quote.id)}
                  >{`${quote.number} · ${quote.name}`}</Link>
                </th>
                <td data-text>{quote.client}</td>
                <td>{formatMoney(quote.before, quote.currency, 2)}</td>
                <td>{formatMoney(quote.after, quote.currency, 2)}</td>
                <td>{signedAmount(quote.difference, quote.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </Card>
  );
}

function Moves({ simulation, result: { moves, frozen } }: Shown): ReactElement | null {
  if (!simulation.changes.some(({ kind }) => kind === 'moved_seller')) return null;
  return (
    <Card title="Clientes que cambian de vendedor">
      <ul>
        {moves.map(({ from, to, clients: count }) => (
          <li key={`${from} ${to}`}>{`${from} → ${to}: ${countOf(clients.label, count)}`}</li>
        ))}
        {moves.length === 0 && frozen === 0 && <li>Ninguno: quien entrega su cartera no tiene clientes.</li>}
        {frozen > 0 && (
          <li>{`${countOf(clients.label, frozen)} ${frozen === 1 ? 'se queda' : 'se quedan'}: cuenta congelada`}</li>
        )}
      </ul>
    </Card>
  );
}

/** The figures of a simulation, before and after. */
export function SimulationResult({ simulation }: { readonly simulation: Simulation }): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: Result }>(
    `/portfolio/simulations/${simulation.id}/result`,
    { keepPreviousData: true },
  );
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!data)
    return (
      <Card>
        <Skeleton lines={10} />
      </Card>
    );
  const shown = { simulation, result: data.data };
  return (
    <>
      {data.data.budget === null && (
        <Banner>{`No se compara con un presupuesto: ninguna versión aprobada de ${simulation.company.label} para ${simulation.year} está a su alcance.`}</Banner>
      )}
      <Card title="Hoy y simulado">
        <Summary {...shown} />
      </Card>
      <ByMonth {...shown} />
      <BySeller {...shown} />
      <Moves {...shown} />
      <Quotes {...shown} />
    </>
  );
}
