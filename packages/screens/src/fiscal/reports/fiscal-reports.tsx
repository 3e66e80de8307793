import { useApiQuery } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { companies } from '@pauta/domain/catalogues/organization.ts';
import { type MonthlyReport, monthlyReports } from '@pauta/domain/fiscal/do/reports/report-file.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { PageHeader } from '@pauta/ui/controls/page-header.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { useCompanyMonth } from '@pauta/ui/export/company-month.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';

/** The answer of `GET /fiscal-reports`. */
export interface FiscalReportSummary {
  /** Without it there are no files. */
  readonly has_tax_id: boolean;
  readonly 606: { readonly documents: number };
  readonly 607: {
    readonly documents: number;
    readonly consumers: { readonly documents: number; readonly amount: string; readonly tax: string };
    readonly late_withholdings: readonly {
      readonly invoice_id: string;
      readonly fiscal_number: string;
      readonly payer: string;
      readonly withheld_on: string;
      readonly tax_withheld: string;
      readonly income_tax_withheld: string;
    }[];
  };
  readonly 608: { readonly documents: number; readonly without_code: readonly string[] };
}

const Cards = styled.div`
  display: grid;
  gap: var(--pauta-space-4);
`;

const fiscalDocument = { one: 'comprobante', many: 'comprobantes', gender: 'm' } as const;

function ReportCard({
  report,
  summary,
  query,
  children,
}: {
  report: MonthlyReport;
  summary: FiscalReportSummary;
  query: string;
  children?: ReactNode;
}): ReactElement {
  const may = useMay(invoices).permission('invoices.export');
  const { documents } = summary[report];
  const locked = summary.has_tax_id ? undefined : 'La compañía no tiene identificación fiscal.';
  return (
    <Card
      actions={
        <DownloadButton
          disabledReason={may.allowed ? locked : may.reason}
          name={`${report}.TXT`}
          path={`/fiscal-reports/${report}?${query}`}
        >
          Descargar {report}
        </DownloadButton>
      }
      title={`${report} · ${monthlyReports[report]}`}
    >
      <p>
        {documents === 0
          ? 'Sin comprobantes en el mes. El archivo lleva solo su encabezado.'
          : `${countOf(fiscalDocument, documents)} en el archivo.`}
      </p>
      {children}
    </Card>
  );
}

/** What was withheld in the month from invoices of earlier ones. */
function LateWithholdings({ rows }: { rows: FiscalReportSummary[607]['late_withholdings'] }): ReactElement {
  return (
    <>
      <p>
        En el mes se retuvo a facturas de meses anteriores. Su reporte ya no las incluye: repórtelas con su
        contador.
      </p>
      <FigureTable aria-label="Retenciones de facturas de meses anteriores" role="region" tabIndex={0}>
        <table>
          <caption>Retenciones de facturas de meses anteriores</caption>
          <thead>
            <tr>
              <th scope="col">NCF</th>
              <th scope="col">Facturado a</th>
              <th scope="col">Fecha</th>
              <th scope="col">ITBIS retenido</th>
              <th scope="col">ISR retenido</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.invoice_id}>
                <th scope="row">
                  <Link to={paths.record(invoices, row.invoice_id)}>{row.fiscal_number}</Link>
                </th>
                <td>{row.payer}</td>
                <td>{formatCivilDate(row.withheld_on)}</td>
                <td>{formatMoney(row.tax_withheld, '', 2)}</td>
                <td>{formatMoney(row.income_tax_withheld, '', 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
    </>
  );
}

/** Facturación › Facturación › Reportes fiscales: 606 (of agencies and barter), 607 and 608 of a company's month, as text files. */
export function FiscalReports(): ReactElement {
  const { company, query, fields } = useCompanyMonth(companies, 1);
  const { data, error, mutate } = useApiQuery<{ readonly data: FiscalReportSummary }>(
    company === '' ? null : `/fiscal-reports?${query}`,
    { keepPreviousData: true },
  );
  const summary = data?.data;
  return (
    <Page>
      <PageHeader
        actions={<LinkButton to={paths.list(invoices)}>Facturación</LinkButton>}
        description="Los archivos que se suben cada mes a la página de la administración tributaria."
        title="Reportes fiscales"
      />
      {fields()}
      {error && <FailureBanner error={error} onRetry={() => void mutate()} />}
      {!summary && !error && <Skeleton lines={6} />}
      {summary && !error && (
        <Cards>
          {!summary.has_tax_id && (
            <Banner tone="warning">
              La compañía no tiene identificación fiscal, y sus reportes la llevan.{' '}
              <Link to={paths.record(companies, company)}>Complétela en Compañías</Link>.
            </Banner>
          )}
          <ReportCard query={query} report={607} summary={summary}>
            {summary[607].consumers.documents > 0 && (
              <p>
                Además, {countOf(fiscalDocument, summary[607].consumers.documents)} de consumo menores de
                RD$250,000.00 por {formatMoney(summary[607].consumers.amount, 'DOP', 2)} y{' '}
                {formatMoney(summary[607].consumers.tax, 'DOP', 2)} de ITBIS: se declaran en resumen y no van
                en el archivo.
              </p>
            )}
            {summary[607].late_withholdings.length > 0 && (
              <LateWithholdings rows={summary[607].late_withholdings} />
            )}
          </ReportCard>
          <ReportCard query={query} report={606} summary={summary}>
            <p>
              Solo lo que facturaron las agencias por sus comisiones y los clientes por sus canjes, como
              anexo: agregue las demás compras en su contabilidad.
            </p>
          </ReportCard>
          <ReportCard query={query} report={608} summary={summary}>
            {summary[608].without_code.length > 0 && (
              <Banner tone="warning">
                El motivo de anulación de {summary[608].without_code.join(', ')} no tiene código fiscal.{' '}
                <Link to="/gestion/configuracion/motivos">Complételo en Motivos</Link> para descargar el
                archivo.
              </Banner>
            )}
          </ReportCard>
        </Cards>
      )}
    </Page>
  );
}
