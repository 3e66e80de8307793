import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
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
import { ReportRows } from './report-rows.tsx';
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

function Entry({
  to,
  label,
  about,
}: {
  readonly to: string;
  readonly label: string;
  readonly about: string;
}): ReactElement {
  return (
    <li>
      <Card>
        <Link to={to}>{label}</Link>
        <p>{about}</p>
      </Card>
    </li>
  );
}

/** A report, if the user may see the rows that it sums. */
function ReportEntry({ report }: { readonly report: Report }): ReactElement | null {
  const may = useMay(report.resource());
  return may.view.allowed ? (
    <Entry about={report.about} label={report.label} to={`${reportsPath}/${report.name}`} />
  ) : null;
}

/** Figures that have a page of their own. */
function OtherEntries(): ReactElement {
  const maySeeSpaces = useMay(inventoryItems).permission('availability.view').allowed;
  const maySeeDebt = useMay(invoices).view.allowed;
  return (
    <>
      {maySeeSpaces && (
        <Entry
          about="Lo vendido, lo reservado y lo libre de cada espacio, por día, semana o mes."
          label="Ocupación y disponibilidad"
          to="/ventas/ocupacion-disponibilidad"
        />
      )}
      {maySeeDebt && (
        <Entry
          about="Antigüedad de los saldos, días de cobro mes a mes y lo que se espera cobrar."
          label="Cartera"
          to="/facturacion/facturacion-cobros/cartera"
        />
      )}
    </>
  );
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
          <ReportEntry key={report.name} report={report} />
        ))}
        <OtherEntries />
      </Cards>
    </Page>
  );
}

function Named({ areRows = false }: { readonly areRows?: boolean }): ReactElement {
  const { name = '' } = useParams();
  const report = reportNamed(name);
  if (report && areRows && report.isComputed) return <ReportRows key={name} report={report} />;
  if (report && !areRows) return <ReportPage key={name} report={report} />;
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
      <Route element={<Named areRows />} path=":name/filas" />
    </Routes>
  );
}
