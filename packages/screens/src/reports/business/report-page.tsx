import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import type { Report } from '@pauta/domain/reports/report.ts';
import type { ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { parseReportQuery, type ReportQuery } from '@pauta/domain/reports/report-query.ts';
import { periodText } from '@pauta/domain/reports/report-table.ts';
import { exportPermission } from '@pauta/domain/resource/resource.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { NoAccess } from '@pauta/ui/controls/no-access.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Select } from '@pauta/ui/controls/select.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link, useSearchParams } from '@pauta/ui/router.ts';
import { ChartColumn, Save } from 'lucide-react';
import { type ReactElement, useId, useState } from 'react';
import { styled } from 'styled-components';
import { ReportChart } from './report-chart.tsx';
import { ReportControls } from './report-controls.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportFilters } from './report-filters.tsx';
import { reportsPath } from './reports-path.ts';
import { SavedReportDialog } from './saved-report-dialog.tsx';

const Controls = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
  /* The measures, side by side. */
  & [role='group']:has(> label) { flex-flow: row wrap; gap: 0 var(--pauta-space-3); }
  @media print { display: none; }
`;

const Figures = styled.div`
  display: grid;
  gap: var(--pauta-space-5);
  min-inline-size: 0;
  & > * { min-inline-size: 0; }
  & [data-total] > * { font-weight: var(--pauta-weight-bold); }
  & [data-measure] { max-inline-size: 18rem; }
  & dl { margin: 0; color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & :is(dt, dd) { display: inline; margin: 0; }
  @media print {
    & [role='region'] { overflow: visible; }
    & :is([data-measure], details) { display: none; }
    & a { color: inherit; text-decoration: none; }
  }
`;

/** A report: what is chosen is in the address, so it can be shared and kept as a favourite. */
export function ReportPage({ report }: { readonly report: Report }): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const resource = report.resource();
  const may = useMay(resource);
  const exporting = exportPermission(resource);
  const mayExport = exporting === null ? { allowed: true as const } : may.permission(exporting);
  const [isSaving, setIsSaving] = useState(false);
  const given = Object.fromEntries(parameters);
  const parsed = parseReportQuery(report, given, companyToday());
  const path = `/reports/${report.name}`;
  const text = parameters.toString();
  const set = (changes: Readonly<Record<string, string | null>>): void => {
    const next = new URLSearchParams(parameters);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name);
      else next.set(name, value);
    }
    setParameters(next, { replace: true });
  };
  const fileOf = (format: 'csv' | 'xlsx'): ReactElement => (
    <DownloadButton
      disabledReason={mayExport.allowed ? undefined : mayExport.reason}
      name={`${report.label}.${format}`}
      path={`${path}/file?${new URLSearchParams([...parameters, ['format', format]])}`}
    >
      {format.toUpperCase()}
    </DownloadButton>
  );
  return (
    <Page>
      <PageHeader
        actions={
          may.view.allowed &&
          parsed.ok && (
            <>
              {report.page && <LinkButton to={report.page.to}>{report.page.label}</LinkButton>}
              <Button icon={<Save aria-hidden size={16} />} onClick={() => setIsSaving(true)}>
                Guardar
              </Button>
              {fileOf('xlsx')}
              {fileOf('csv')}
            </>
          )
        }
        back={{ to: reportsPath, label: 'Informes' }}
        description={report.about}
        title={report.label}
      />
      {isSaving && (
        <SavedReportDialog
          name={report.label}
          onClose={() => setIsSaving(false)}
          saving={{ report: report.name, params: text }}
        />
      )}
      {!may.view.allowed ? (
        <NoAccess title="No puede ver este informe">{may.view.reason}</NoAccess>
      ) : parsed.ok ? (
        <Shown
          onChange={set}
          path={`${path}?${text}`}
          period={parameters.get('period')}
          query={parsed.query}
          report={report}
        />
      ) : (
        <Banner tone="warning">
          La dirección pide algo que este informe no tiene: {Object.values(parsed.errors).flat().join(' ')}{' '}
          <Link to={`${reportsPath}/${report.name}`}>Abra el informe desde el principio</Link>.
        </Banner>
      )}
    </Page>
  );
}

function Shown({
  report,
  query,
  period,
  path,
  onChange,
}: {
  readonly report: Report;
  readonly query: ReportQuery;
  readonly period: string | null;
  readonly path: string;
  readonly onChange: (changes: Readonly<Record<string, string | null>>) => void;
}): ReactElement {
  const { data, error, mutate } = useApiQuery<{ readonly data: ReportAnswer }>(path, {
    keepPreviousData: true,
  });
  const tableId = useId();
  const [drawn, setDrawn] = useState('');
  // The former answer stays while the next one loads; what it is of may differ from what is chosen.
  const answer = data?.data;
  const isCurrent =
    answer !== undefined &&
    (answer.columns === null) === (query.columns === null) &&
    answer.measures.map(({ name }) => name).join() === query.measures.join();
  const measure = Math.max(0, query.measures.indexOf(drawn));
  return (
    <>
      <Controls>
        <ReportControls answer={answer} onChange={onChange} period={period} query={query} report={report} />
        <ReportFilters
          filters={query.filters}
          onChange={(name, value) => onChange({ [`f.${name}`]: value })}
          report={report}
        />
      </Controls>
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!isCurrent && !error && (
        <Card>
          <Skeleton lines={10} />
        </Card>
      )}
      {isCurrent && !error && (
        <Card
          title={`${answer.as_of ? `Al día ${formatCivilDate(answer.as_of)}` : periodText(answer.period)}${answer.compared ? `, comparado con ${periodText(answer.compared)}` : ''}`}
        >
          {answer.cells.length === 0 ? (
            <EmptyState icon={<ChartColumn aria-hidden size={24} />} title="Nada que contar en este periodo">
              Elija otro periodo{query.filters.length > 0 ? ' o quite filtros' : ''}
              {answer.currencies.length > 0 ? ', u otra moneda' : ''}.
            </EmptyState>
          ) : (
            <Figures>
              {query.measures.length > 1 && (
                <div data-measure>
                  <Select
                    clearable={false}
                    label="Medida del gráfico"
                    onChange={setDrawn}
                    options={answer.measures.map(({ name, label }) => ({ value: name, label }))}
                    value={query.measures[measure] ?? ''}
                  />
                </div>
              )}
              <ReportChart
                answer={answer}
                measure={measure}
                query={query}
                report={report}
                tableId={tableId}
              />
              <ReportFigures answer={answer} id={tableId} report={report} rowsBy={query.rows} />
            </Figures>
          )}
        </Card>
      )}
    </>
  );
}
