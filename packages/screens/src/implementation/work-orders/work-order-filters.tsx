import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { useLabels } from '@pauta/ui/data/use-label.ts';
import { FilterBar } from '@pauta/ui/list/filters/filter-bar.tsx';
import type { UseListQuery } from '@pauta/ui/list/state/use-list-query.ts';
import { type ReactElement, useRef } from 'react';

/** The search and filters of the list, for the other views of the same orders. */
export function WorkOrderFilters({ list }: { readonly list: UseListQuery }): ReactElement {
  const labels = useLabels();
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
      query={list.query}
      resource={workOrders}
    />
  );
}
