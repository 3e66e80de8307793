import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { evidenceObjections } from '@pauta/domain/postsales/evidence/evidence-objection.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { CapturePhoto } from './report/capture-photo.tsx';
import { ClientTab } from './report/client-tab.tsx';
import { CoverageTab } from './report/coverage-tab.tsx';
import { ShareReport } from './report/share-report.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportItems } from './report-items.tsx';

const commandDialogs = { share: ShareReport };

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
      <>
        <CapturePhoto report={report} />
        <DownloadButton
          name={`Reporte ${String(report.number)}.pdf`}
          path={`/${evidenceReports.path}/${report.id}/report.pdf`}
        >
          PDF
        </DownloadButton>
        <DownloadButton
          name={`Certificado ${String(report.certificate_no ?? report.number)}.pdf`}
          path={`/${evidenceReports.path}/${report.id}/certificate.pdf`}
        >
          Certificado
        </DownloadButton>
        <DownloadButton
          name={`Evidencias ${String(report.number)}.zip`}
          path={`/${evidenceReports.path}/${report.id}/originals.zip`}
        >
          ZIP
        </DownloadButton>
      </>
    ),
    commandDialogs,
    description: ({ client_id }) => (client_id as Reference | null)?.label,
    tabs: [
      { id: 'cobertura', label: 'Cobertura', content: (report) => <CoverageTab report={report} /> },
      { id: 'evidencias', label: 'Evidencias', content: (report) => <ReportItems report={report} /> },
      { id: 'cliente', label: 'Cliente', content: (report) => <ClientTab report={report} /> },
    ],
  },
});

/** What clients object to, by line, to be decided on. */
export const EvidenceObjections = resourceScreens(evidenceObjections, {
  list: {
    title: 'Objeciones',
    description:
      'Lo que los clientes objetan de sus reportes. Decida en cada una: compensar, acreditar o responder.',
  },
});
