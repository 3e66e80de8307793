import { clients } from '@pauta/domain/crm/client.ts';
import type { Selection } from '@pauta/ui/list/selection.ts';
import type { ReactElement } from 'react';
import { AddToTargetList } from './add-to-target-list.tsx';
import { MergeSelected } from './merge-buttons.tsx';

/** In the bar of selected clients. */
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
