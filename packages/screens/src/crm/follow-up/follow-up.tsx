import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { Card } from '@pauta/ui/controls/card.tsx';
import { Page } from '@pauta/ui/controls/page.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { useLocation } from '@pauta/ui/router.ts';
import { resourceScreens } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { ScheduledCell } from '../../activities/activity-cells.tsx';
import { AttentionButton } from '../../activities/attention-button.tsx';
import type { About } from '../../activities/attention-dialog.tsx';
import { completionInputs } from '../../activities/completion-inputs.tsx';
import { activityOverrides } from '../../activities/record-page.tsx';
import { FollowUpHead, viewOf } from './follow-up-head.tsx';

// Loaded lazily, so that a list does not load its other views.
const FollowUpAgenda = lazy(async () => ({
  default: (await import('./follow-up-agenda.tsx')).FollowUpAgenda,
}));
const FollowUpBoard = lazy(async () => ({ default: (await import('./follow-up-board.tsx')).FollowUpBoard }));
const withWhom = ['client_id', 'agency_id', 'contact_id', 'referral_id', 'opportunity_id'] as const;

const cells = { scheduled_at: ScheduledCell };

function FollowUpViews(): ReactElement {
  const view = viewOf(useLocation().search);
  const isNarrow = useNarrow();
  if (view === 'lista')
    return (
      <ResourceList
        actions={isNarrow && <AttentionButton isOfPage />}
        cells={cells}
        header={<FollowUpHead />}
        inputs={completionInputs}
        resource={activities}
        title="Seguimiento"
      />
    );
  return (
    <Page>
      <FollowUpHead />
      <Suspense
        fallback={
          <Card>
            <Skeleton lines={9} />
          </Card>
        }
      >
        {view === 'agenda' ? <FollowUpAgenda /> : <FollowUpBoard />}
      </Suspense>
    </Page>
  );
}

/** CRM › Seguimiento: past and planned activities of sellers, as a list, an agenda and a board. */
export const FollowUp = resourceScreens(activities, {
  cells,
  screens: { list: FollowUpViews },
  detail: {
    inputs: completionInputs,
    commandInitial: (_name, { scheduled_at }) => ({ scheduled_at }),
    ...activityOverrides((activity) => {
      const about = Object.fromEntries(
        withWhom.flatMap((name) => (activity[name] ? [[name, activity[name]]] : [])),
      );
      return Object.keys(about).length > 0 ? (about as About) : null;
    }),
  },
});
