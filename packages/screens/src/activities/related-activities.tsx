import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import type { DetailTab } from '@pauta/ui/detail/resource-detail.tsx';
import { lazy, Suspense } from 'react';

// Loaded lazily, so that a list does not load the tab of a record.
const ActivityList = lazy(async () => ({ default: (await import('./activity-list.tsx')).ActivityList }));

/**
 * The tab "Seguimiento" of a record that activities refer to.
 *
 * @param by field of an activity that refers to the record
 * @param title field with the record's name
 */
export const activitiesTab = (
  by: 'client_id' | 'agency_id' | 'contact_id' | 'referral_id' | 'opportunity_id',
  title: string,
): DetailTab => ({
  id: 'seguimiento',
  label: 'Seguimiento',
  content: (record: AnyRecord) => (
    <Suspense fallback={<Skeleton lines={5} />}>
      <ActivityList by={by} of={record} title={title} />
    </Suspense>
  ),
});
