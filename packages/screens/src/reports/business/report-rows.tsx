import { useApiQuery } from '@pauta/core/react';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatField } from '@pauta/domain/kinds/kind.ts';
import type { MoneyOptions } from '@pauta/domain/kinds/number.ts';
import type { Reference, ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { Report } from '@pauta/domain/reports/report.ts';
import { periodText } from '@pauta/domain/reports/report-table.ts';
import { parseRowsQuery, rowsOnPage } from '@pauta/domain/reports/rows-query.ts';
import { type AnyRecord, fieldOf } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { FilterText } from '@pauta/ui/list/filters/filter-text.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { reportsPath } from './reports-path.ts';

interface Rows {
  readonly count: number;
  readonly totals: Readonly<Record<string, string | null>>;
  readonly rows: readonly AnyRecord[];
}

const Body = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  min-inline-size: 0;
  & > * { min-inline-size: 0; }
  & > ul { display: flex; flex-wrap: wrap; gap: var(--pauta-space-1) var(--pauta-space-4); margin: 0; padding: 0; list-style: none; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > nav { display: flex; flex-wrap: wrap; gap: var(--pauta-space-2); align-items: center; }
  & td a { display: inline-block; min-block-size: 1.5rem; }
  & tfoot > tr > * { font-weight: var(--pauta-weight-bold); }
`;

/** One value of a row: a record is a link to it, unless its reader may not see it. */
function Value({ report, name, row }: { report: Report; name: string; row: AnyRecord }): ReactElement {
  const field = fieldOf(report.resource(), name);
  const value = row[name];
  if (value === null || value === undefined) return <>—</>;
  if (field.kind.name === 'reference') {
    const { id, label, hidden } = value as Reference & { readonly hidden?: boolean };
    const target = (field.options as unknown as ReferenceOptions).to();
    return hidden ? <span>{label}</span> : <Link to={paths.record(target, id)}>{label}</Link>;
  }
  if (field.kind.name === 'money') {
    const { currency } = field.options as unknown as MoneyOptions;
    return <>{formatMoney(String(value), String(row[currency] ?? ''), 2)}</>;
  }
  return <>{formatField(field, value)}</>;
}

/** The rows that a figure of a computed report sums, with their sums. */
export function ReportRows({ report }: { readonly report: Report }): ReactElement {
  const [parameters] = useSearchParams();
  const labels = useLabels();
  const resource = report.resource();
  const may = useMay(resource);
  const text = parameters.toString();
  const parsed = parseRowsQuery(report, Object.fromEntries(parameters));
  const { data, error, mutate } = useApiQuery<{ readonly data: Rows }>(
    may.view.allowed && parsed.ok ? `/reports/${report.name}/rows?${text}` : null,
  );
  const found = data?.data;
  const names = Object.keys(resource.fields).filter((name) => name !== 'currency_code');
  const filters = parsed.ok ? parsed.query.filters.filter(({ field }) => field !== report.date) : [];
  const currency = parameters.get('f.currency_code');
  const isOneCurrency = currency !== null && !currency.includes(',');
  const totalOf = (name: string): string => {
    const field = fieldOf(resource, name);
    const value = found?.totals[name];
    if (value == null) return '';
    if (field.kind.name === 'money') return isOneCurrency ? formatMoney(value, currency, 2) : '';
    return field.kind.name === 'percent'
      ? ''
      : formatField(field, field.kind.name === 'integer' ? Number(value) : value);
  };
  const pageAt = (from: number): string => {
    const next = new URLSearchParams(parameters);
    if (from > 0) next.set('from', String(from));
    else next.delete('from');
    return `${reportsPath}/${report.name}/filas?${next}`;
  };
  const from = parsed.ok ? parsed.query.from : 0;
  const days = parsed.ok ? parsed.query.period : null;
  return (
    <Page>
      <PageHeader
        back={{ to: `${reportsPath}/${report.name}`, label: report.label }}
        description={
          days && (report.isStock ? `Al final del día ${formatCivilDate(days.to)}.` : `${periodText(days)}.`)
        }
        title={resource.label.many}
      />
      {!may.view.allowed && <NoAccess title="No puede ver este informe">{may.view.reason}</NoAccess>}
      {may.view.allowed && !parsed.ok && (
        <Banner tone="warning">
          La dirección no dice qué filas mostrar: {Object.values(parsed.errors).flat().join(' ')}{' '}
          <Link to={`${reportsPath}/${report.name}`}>Abra el informe y elija una cifra</Link>.
        </Banner>
      )}
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {may.view.allowed && parsed.ok && !error && (
        <Card title={found ? countOf(resource.label, found.count) : resource.label.many}>
          {!found && <Skeleton lines={8} />}
          {found && found.count === 0 && <EmptyState title="No hay filas con estos filtros" />}
          {found && found.count > 0 && (
            <Body>
              {filters.length > 0 && (
                <ul aria-label="Filtros">
                  {filters.map((filter) => (
                    <li key={filter.field}>
                      {labels.label(fieldOf(resource, filter.field))}:{' '}
                      <FilterText field={fieldOf(resource, filter.field)} filter={filter} />
                    </li>
                  ))}
                </ul>
              )}
              <FigureTable aria-label={`${resource.label.many}, como tabla`} role="region" tabIndex={0}>
                <table>
                  <thead>
                    <tr>
                      {names.map((name) => (
                        <th
                          data-text={fieldOf(resource, name).kind.align === 'start' || undefined}
                          key={name}
                          scope="col"
                        >
                          {labels.label(fieldOf(resource, name))}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {found.rows.map((row) => (
                      <tr key={row.id}>
                        {names.map((name, place) =>
                          place === 0 ? (
                            <th key={name} scope="row">
                              <Value name={name} report={report} row={row} />
                            </th>
                          ) : (
                            <td
                              data-text={fieldOf(resource, name).kind.align === 'start' || undefined}
                              key={name}
                            >
                              <Value name={name} report={report} row={row} />
                            </td>
                          ),
                        )}
                      </tr>
                    ))}
                  </tbody>
                  <tfoot>
                    <tr>
                      {names.map((name, place) =>
                        place === 0 ? (
                          <th key={name} scope="row">
                            Total
                          </th>
                        ) : (
                          <td key={name}>{totalOf(name)}</td>
                        ),
                      )}
                    </tr>
                  </tfoot>
                </table>
              </FigureTable>
              {(from > 0 || found.count > from + found.rows.length) && (
                <nav aria-label="Páginas">
                  {from > 0 && (
                    <LinkButton to={pageAt(Math.max(0, from - rowsOnPage))}>Anteriores</LinkButton>
                  )}
                  <span>
                    {formatCount(from + 1)}–{formatCount(from + found.rows.length)} de{' '}
                    {formatCount(found.count)}
                  </span>
                  {found.count > from + found.rows.length && (
                    <LinkButton to={pageAt(from + rowsOnPage)}>Siguientes</LinkButton>
                  )}
                </nav>
              )}
            </Body>
          )}
        </Card>
      )}
    </Page>
  );
}
