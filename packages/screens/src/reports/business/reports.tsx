import type { Report } from '@pauta/domain/reports/report.ts';
import { reportNamed, reports } from '@pauta/domain/reports/reports.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { EmptyState } from '@pauta/ui/controls/empty-state.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { Link, Route, Routes, useParams } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { ReportPage } from './report-page.tsx';
import { reportsPath } from './reports-path.ts';
import { SavedReports } from './saved-reports.tsx';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr));
  gap: var(--pauta-space-4);
  margin: 0;
  padding: 0;
  list-style: none;
  & p { margin: 0; color: var(--pauta-color-text-muted); }
  & a { display: inline-block; min-block-size: 1.5rem; font-weight: var(--pauta-weight-medium); }
`;

/** A report, if the user may see the rows that it sums. */
function Entry({ report }: { readonly report: Report }): ReactElement | null {
  const may = useMay(report.resource());
  return may.view.allowed ? (
    <li>
      <Card>
        <Link to={`${reportsPath}/${report.name}`}>{report.label}</Link>
        <p>{report.about}</p>
      </Card>
    </li>
  ) : null;
}

function ReportsIndex(): ReactElement {
  return (
    <Page>
      <PageHeader
        description="Cifras por los datos que elija. Cada una lleva a los registros que suma."
        title="Informes"
      />
      <SavedReports />
      <Cards>
        {reports.map((report) => (
          <Entry key={report.name} report={report} />
        ))}
      </Cards>
    </Page>
  );
}

function Named(): ReactElement {
  const { name = '' } = useParams();
  const report = reportNamed(name);
  if (report) return <ReportPage key={name} report={report} />;
  return (
    <Page>
      <PageHeader back={{ to: reportsPath, label: 'Informes' }} title="Informe no encontrado" />
      <EmptyState title="Ese informe no existe">
        <Link to={reportsPath}>Vea los que hay</Link>.
      </EmptyState>
    </Page>
  );
}

/** Reportes › Informes: business figures by any two dimensions. */
export function Reports(): ReactElement {
  return (
    <Routes>
      <Route element={<ReportsIndex />} path="" />
      <Route element={<Named />} path=":name" />
    </Routes>
  );
}
