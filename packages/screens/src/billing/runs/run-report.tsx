import { useApiQuery, useInvalidate } from '@pauta/core/react';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import { billingRuns } from '@pauta/domain/billing/runs/billing-run.ts';
import type { RunReport } from '@pauta/domain/billing/runs/run-plan.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { paths } from '@pauta/ui/data/paths.ts';
import { Link } from '@pauta/ui/router.ts';
import { type ReactElement, useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { ReasonList } from './reason-list.tsx';

const Parts = styled.div`
  & progress { inline-size: 100%; accent-color: var(--pauta-color-accent); }
  & ul[data-failures] { display: grid; gap: var(--pauta-space-3); margin: 0; padding: 0; list-style: none; }
  & ul[data-failures] > li > a { font-weight: var(--pauta-weight-medium); }
`;

const progressText = ({ status, invoices: all, issued, waiting, failed }: RunReport): string =>
  [
    `${issued} de ${all} ${all === 1 ? 'factura emitida' : 'facturas emitidas'}`,
    ...(status === 'issuing' ? [`${waiting} por emitir`] : []),
    ...(failed > 0 ? [failed === 1 ? '1 falló' : `${failed} fallaron`] : []),
  ].join(' · ');

/** How a run stands, once a second while it is issued, and what could not be issued with its reasons. */
export function RunReportCard({ run }: { run: AnyRecord }): ReactElement | null {
  const invalidate = useInvalidate();
  const { data, error, mutate } = useApiQuery<{ readonly data: RunReport }>(
    `/${billingRuns.path}/${run.id}/report`,
    { refreshInterval: (latest) => (latest?.data.status === 'issuing' ? 1000 : 0) },
  );
  const report = data?.data;
  const isEnded = run.status === 'issuing' && report !== undefined && report.status !== 'issuing';
  const reload = useRef(invalidate);
  useEffect(() => {
    reload.current = invalidate;
  });
  useEffect(() => {
    // If reloading fails, the query reports it.
    if (isEnded) for (const { path } of [billingRuns, invoices]) reload.current(`/${path}`).catch(() => {});
  }, [isEnded]);
  // The command that starts the emission changes the record; the report was loaded before.
  useEffect(() => {
    if (run.status === 'issuing') void mutate();
  }, [run.status, mutate]);
  if (error) return <FailureBanner error={error} onRetry={() => void mutate()} />;
  if (!report) return <Skeleton lines={2} />;
  return (
    <Card title="Avance">
      <Parts>
        <progress aria-label="Facturas emitidas" max={Math.max(1, report.invoices)} value={report.issued} />
        <p aria-live="polite">{progressText(report)}</p>
        {report.failures.length > 0 && (
          <ul aria-label="Facturas que no se pudieron emitir" data-failures>
            {report.failures.map(({ invoice_id, concept, payer, reasons }) => (
              <li key={invoice_id}>
                <Link to={paths.record(invoices, invoice_id)}>{concept}</Link> · {payer}
                <ReasonList label={`Por qué no se emitió ${concept}`} reasons={reasons} />
              </li>
            ))}
          </ul>
        )}
      </Parts>
    </Card>
  );
}
