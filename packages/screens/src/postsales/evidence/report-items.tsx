import { evidenceItems } from '@pauta/domain/postsales/evidence/evidence-item.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** The evidence in a report. */
export const ReportItems = ({ report }: { report: AnyRecord }): ReactElement => (
  <RelatedList
    by="report_id"
    empty="Aún no hay evidencias. Agregue la foto, el audio o el log de cada colocación emitida."
    of={report}
    resource={evidenceItems}
    title="number"
  />
);
