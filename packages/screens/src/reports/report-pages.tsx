import { Page } from '@pauta/ui/controls/page.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';

/**
 * A page that is loaded when it is first shown. Together they are one entry of the first script, which would otherwise
 * list the files of each: the audit log alone has a hundred, because it names the fields of every resource.
 */
const later = (load: () => Promise<ComponentType>) => {
  const Loaded = lazy(async () => ({ default: await load() }));
  return (): ReactElement => (
    <Suspense
      fallback={
        <Page>
          <Skeleton lines={8} />
        </Page>
      }
    >
      <Loaded />
    </Suspense>
  );
};

export const SystemActivity = later(async () => (await import('./activity.tsx')).SystemActivity);
export const UsageStatistics = later(async () => (await import('./usage.tsx')).UsageStatistics);
export const Reports = later(async () => (await import('./business/reports.tsx')).Reports);
export const AuditLog = later(async () => (await import('./logs.tsx')).AuditLog);
