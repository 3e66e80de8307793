import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';
import { ScheduledCell } from './activity-cells.tsx';

const columns = ['scheduled_at', 'kind', 'subject', 'status', 'contact_result_id', 'assigned_to_id'];
const cells = { scheduled_at: ScheduledCell };

/** The activities about one record; new ones are recorded from the header of the record's page. */
export function ActivityList({
  by,
  of,
  title,
}: {
  by: 'client_id' | 'agency_id' | 'contact_id' | 'referral_id' | 'opportunity_id';
  of: AnyRecord;
  title: string;
}): ReactElement {
  return (
    <RelatedList
      by={by}
      cells={cells}
      columns={columns}
      empty="Registre una atención que ya ocurrió o programe la próxima."
      of={of}
      pages
      resource={activities}
      title={title}
    />
  );
}
