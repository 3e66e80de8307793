import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { useNarrow } from '@pauta/ui/controls/use-narrow.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import type { UseListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { type ReactElement, useRef } from 'react';
import { AttentionButton } from '../../activities/attention-button.tsx';

/** The search and filters of the list, for the other views of the same activities. */
export function FollowUpFilters({ list }: { list: UseListQuery }): ReactElement {
  const labels = useLabels();
  const isNarrow = useNarrow();
  const more = useRef<HTMLButtonElement>(null);
  return (
    <FilterBar
      columns={[]}
      go={list.go}
      group={null}
      labels={labels}
      more={[]}
      moreButton={more}
      onGroup={list.groupBy}
      pageActions={isNarrow && <AttentionButton />}
      query={list.query}
      resource={activities}
    />
  );
}
