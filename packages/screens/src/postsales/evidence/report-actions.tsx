import { airLogs } from '@pauta/domain/postsales/air-logs/air-log.ts';
import { evidenceObjections } from '@pauta/domain/postsales/evidence/evidence-objection.ts';
import { evidenceReports } from '@pauta/domain/postsales/evidence/evidence-report.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import { type ReactElement, useState } from 'react';
import { GenerateReports } from './generate-reports.tsx';

/** What is done beside the list of reports: their logs, and opening those of a period. */
export function ReportActions(): ReactElement {
  const { create } = useMay(evidenceReports);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <LinkButton to={paths.filtered(evidenceObjections, { status: 'open' })}>Objeciones</LinkButton>
      <LinkButton to={paths.list(airLogs)}>Logs de emisión</LinkButton>
      <Button disabledReason={create.allowed ? undefined : create.reason} onClick={() => setOpen(true)}>
        Generar por lote
      </Button>
      {isOpen && <GenerateReports onClose={() => setOpen(false)} />}
    </>
  );
}
