import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { subtract } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { clientBudgets } from '@pauta/domain/presales/planning/client-budget.ts';
import { repGoals } from '@pauta/domain/presales/planning/goals/rep-goal.ts';
import { monthLabels, monthNames } from '@pauta/domain/presales/planning/months.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import type { ReconciledPart, Reconciliation as Sides } from '@pauta/domain/presales/reconciliation.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

const Parts = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  min-inline-size: 0;
`;

const Choice = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  gap: var(--pauta-space-3);
  max-inline-size: 40rem;
`;

/** The sides of a reconciliation that its reader sees, in the order of the page. */
const sidesOf = (sides: Sides) =>
  [
    { name: 'budget', label: 'Presupuesto', side: sides.budget },
    { name: 'clients', label: 'Clientes', side: sides.clients },
    { name: 'goals', label: 'Metas', side: sides.goals },
    { name: 'signed', label: 'Firmado', side: sides.signed },
  ] as const;

/** The address of the records that a figure sums; null where there are none to open. */
const originOf = (
  sides: Sides,
  name: 'budget' | 'clients' | 'goals' | 'signed',
  seller?: string,
): string | null => {
  const { year, currency, company, budget } = sides;
  switch (name) {
    case 'budget':
      return budget === null ? null : paths.record(salesBudgets, budget.id);
    case 'clients':
      return paths.filtered(clientBudgets, {
        fiscal_year: String(year),
        currency_code: currency,
        ...(seller !== undefined && { sales_rep_id: seller }),
      });
    case 'goals':
      return paths.filtered(repGoals, {
        fiscal_year: String(year),
        metric: 'signed_sales',
        ...(seller !== undefined && { user_id: seller }),
      });
    default:
      return paths.filtered(contracts, {
        company_id: company.id,
        signed_on: `${year}-01-01..${year}-12-31`,
        ...(seller !== undefined && { owner_id: seller }),
      });
  }
};

function ByMonth({
  sides,
  say,
}: {
  readonly sides: Sides;
  readonly say: (amount: string) => string;
}): ReactElement {
  const shown = sidesOf(sides).filter(({ name, side }) => side !== null || name === 'budget');
  const gaps = shown.filter(({ name, side }) => name !== 'budget' && side !== null && sides.budget !== null);
  const row = (label: string, at: number | null): ReactElement => {
    const of = (side: (typeof shown)[number]['side']): string | null =>
      side === null ? null : at === null ? side.total : (side.months[at] ?? '0.00');
    const planned = of(sides.budget);
    return (
      <tr key={label}>
        <th scope="row">{label}</th>
        {shown.map(({ name, side }) => {
          const amount = of(side);
          const origin = originOf(sides, name);
          return amount === null ? (
            <td data-none key={name}>
              –
            </td>
          ) : (
            <td key={name}>
              {at === null && origin !== null ? <Link to={origin}>{say(amount)}</Link> : say(amount)}
            </td>
          );
        })}
        {gaps.map(({ name, side }) => {
          const amount = of(side);
          return (
            <td key={name}>{amount === null || planned === null ? '–' : say(subtract(amount, planned))}</td>
          );
        })}
      </tr>
    );
  };
  return (
    <FigureTable aria-label="Conciliación por mes" role="region" tabIndex={0}>
      <table>
        <caption>Las diferencias son contra el presupuesto; ninguna parte se iguala a otra</caption>
        <thead>
          <tr>
            <th scope="col">Mes</th>
            {shown.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {gaps.map(({ name, label }) => (
              <th key={name} scope="col">
                {label} − presupuesto
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{monthNames.map((name, at) => row(monthLabels[name], at))}</tbody>
        <tfoot>{row('Año', null)}</tfoot>
      </table>
    </FigureTable>
  );
}

function BySeller({
  sides,
  say,
}: {
  readonly sides: Sides;
  readonly say: (amount: string) => string;
}): ReactElement {
  const columns = [
    sides.clients && ({ name: 'clients', field: 'clients', label: 'Sus clientes' } as const),
    sides.goals && ({ name: 'goals', field: 'goal', label: 'Su meta' } as const),
    sides.signed && ({ name: 'signed', field: 'signed', label: 'Firmó' } as const),
  ].filter((one) => one !== null);
  const compares = sides.clients !== null && sides.goals !== null;
  return (
    <FigureTable aria-label="Conciliación por ejecutivo" role="region" tabIndex={0}>
      <table>
        <caption>Lo que esperan invertir los clientes de cada uno, su meta y lo que firmó</caption>
        <thead>
          <tr>
            <th scope="col">Ejecutivo</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {compares && <th scope="col">Clientes − meta</th>}
            {sides.goals && sides.signed && <th scope="col">Le falta</th>}
          </tr>
        </thead>
        <tbody>
          {sides.sellers.map((seller) => {
            const short =
              seller.goal !== null && seller.signed !== null ? subtract(seller.goal, seller.signed) : null;
            return (
              <tr key={seller.id}>
                <th scope="row">{seller.label}</th>
                {columns.map(({ name, field }) => {
                  const origin = originOf(sides, name, seller.id);
                  const amount = seller[field] ?? '0.00';
                  return (
                    <td key={name}>
                      {origin === null ? say(amount) : <Link to={origin}>{say(amount)}</Link>}
                    </td>
                  );
                })}
                {compares && <td>{say(subtract(seller.clients ?? '0.00', seller.goal ?? '0.00'))}</td>}
                {short !== null && <td>{compareDecimals(short, '0') > 0 ? say(short) : 'Nada'}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </FigureTable>
  );
}

function ByPart({
  parts,
  label,
  sides,
  say,
}: {
  readonly parts: readonly ReconciledPart[];
  readonly label: string;
  readonly sides: Sides;
  readonly say: (amount: string) => string;
}): ReactElement {
  return (
    <FigureTable aria-label={`Conciliación por ${label.toLocaleLowerCase('es')}`} role="region" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">Presupuesto</th>
            {sides.goals && <th scope="col">Metas de la parte</th>}
            {sides.signed && <th scope="col">Firmado</th>}
            {sides.signed && <th scope="col">Firmado − presupuesto</th>}
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.id ?? ''}>
              <th scope="row">{part.label}</th>
              <td>{say(part.budget)}</td>
              {part.goals === null ? null : <td>{say(part.goals)}</td>}
              {part.signed === null ? null : <td>{say(part.signed)}</td>}
              {part.signed === null ? null : <td>{say(subtract(part.signed, part.budget))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

/** `prevanta/presupuesto-ventas/conciliacion`: company, clients and sellers of a year side by side. */
export function Reconciliation(): ReactElement {
  const may = useMay(salesBudgets);
  const [params, setParams] = useSearchParams();
  const thisYear = Number(companyToday().slice(0, 4));
  const year = params.get('ano') ?? String(thisYear);
  const { data, error, mutate } = useApiQuery<{ readonly data: Sides }>(
    may.view.allowed ? `/${salesBudgets.path}/reconciliation` : null,
    { query: { year, company_id: params.get('compania') ?? undefined }, keepPreviousData: true },
  );
  const sides = data?.data;
  const choose = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const years = [
    ...new Set([thisYear + 1, thisYear, thisYear - 1, thisYear - 2, Number(year) || thisYear]),
  ].sort((a, b) => b - a);
  const say = (amount: string): string => formatMoney(amount, sides?.currency ?? '', 2);
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={paths.list(salesBudgets)}>Presupuesto de Ventas</LinkButton>}
        description="Lo que planea la compañía, lo que esperan invertir los clientes y lo que deben vender los ejecutivos. Cuentan las metas y los clientes de los ejecutivos de la compañía y de los que no tienen una."
        title="Conciliación"
      />
      {!may.view.allowed && <NoAccess title="No puede ver la conciliación">{may.view.reason}</NoAccess>}
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {may.view.allowed && !sides && !error && (
        <Card>
          <Skeleton lines={12} />
        </Card>
      )}
      {sides && !error && (
        <Parts>
          <Choice>
            <Select
              label="Año"
              onChange={(value) => choose('ano', value)}
              options={years.map((one) => ({ value: String(one), label: String(one) }))}
              required
              value={year}
            />
            {sides.companies.length > 1 && (
              <Select
                label="Compañía"
                onChange={(value) => choose('compania', value)}
                options={sides.companies.map(({ id, label }) => ({ value: id, label }))}
                required
                value={sides.company.id}
              />
            )}
          </Choice>
          {sides.budget === null && (
            <Banner tone="warning">
              {`Ninguna versión del presupuesto de ${sides.company.label} para ${sides.year} está aprobada. Apruebe una para comparar.`}
            </Banner>
          )}
          {sides.clients === null && (
            <Banner>Su rol no permite ver los presupuestos de clientes: esa parte no se muestra.</Banner>
          )}
          <Card title="Por mes">
            <ByMonth say={say} sides={sides} />
          </Card>
          {sides.sellers.length > 0 && (
            <Card title="Por ejecutivo">
              <BySeller say={say} sides={sides} />
            </Card>
          )}
          {sides.divisions.length > 0 && (
            <Card title="Por división">
              <ByPart label="División" parts={sides.divisions} say={say} sides={sides} />
            </Card>
          )}
          {sides.platforms.length > 0 && (
            <Card title="Por plataforma">
              <ByPart label="Plataforma" parts={sides.platforms} say={say} sides={sides} />
            </Card>
          )}
        </Parts>
      )}
    </Page>
  );
}
