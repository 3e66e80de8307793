import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';
import { ReportActions } from './report-actions.tsx';

const ReportItems = lazy(async () => ({ default: (await import('./report-items.tsx')).ReportItems }));

/** PostVenta › Reportes de Evidencias: proof of what was aired, for the client to accept. */
export const EvidenceReports = resourceScreens(evidenceReports, {
  list: {
    title: 'Reportes de Evidencias',
    actions: <ReportActions />,
    description:
      'Las pruebas de lo emitido por contrato y periodo. Lo que el cliente acepta puede facturarse.',
  },
  detail: {
    actions: (report) => (
      <DownloadButton
        name={`Evidencias ${String(report.number)}.zip`}
        path={`/${evidenceReports.path}/${report.id}/originals.zip`}
      >
        ZIP
      </DownloadButton>
    ),
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    tabs: [
      {
        id: 'evidencias',
        label: 'Evidencias',
        content: (report) => (
          <Suspense>
            <ReportItems report={report} />
          </Suspense>
        ),
      },
    ],
  },
});
