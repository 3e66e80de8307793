import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { Selection } from '@pauta/ui/query/selection.ts';
import type { ReactElement } from 'react';
import { MergeSelected } from '../merging/merge-buttons.tsx';
import { AddToTargetList } from '../target-lists/add-to-target-list.tsx';

/** Actions on the selected clients of a list. */
export function ClientSelection({
  selection,
  onDone,
}: {
  selection: Selection;
  onDone: () => void;
}): ReactElement {
  return (
    <>
      <MergeSelected resource={clients} selection={selection} />
      <AddToTargetList onDone={onDone} selection={selection} />
    </>
  );
}
