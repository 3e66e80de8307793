import { clients } from '@pauta/domain/crm/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { Selection } from '@pauta/ui/list/selection.ts';
import type { ReactElement } from 'react';
import { AddToTargetList } from './add-to-target-list.tsx';
import { MergeSelected, MergeThis } from './merge-buttons.tsx';
import { ReachPrompt } from './reach-prompt.tsx';

/** On the page of a client: what can be done with it, and what was just done. */
export function ClientActions({ client }: { client: AnyRecord }): ReactElement {
  const about = { id: client.id, label: String(client.trade_name), code: String(client.client_code) };
  return (
    <>
      <MergeThis record={client} resource={clients} />
      {!client.archived_at && <ReachPrompt about={{ client_id: about }} />}
    </>
  );
}

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
