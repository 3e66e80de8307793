import { clients } from '@pauta/domain/crm/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { Selection } from '@pauta/ui/list/selection.ts';
import type { ReactElement } from 'react';

const mergePath = (...ids: readonly string[]): string =>
  `${paths.list(clients)}/fusionar?${ids.map((id, place) => `${place === 0 ? 'a' : 'b'}=${id}`).join('&')}`;

/** In the bar of selected clients: two that may be the same company. */
export function MergeSelected({ selection }: { selection: Selection }): ReactElement | null {
  const verdict = useMay(clients).permission('clients.merge');
  if (selection.kind !== 'ids' || selection.ids.length !== 2) return null;
  return verdict.allowed ? (
    <LinkButton size="small" to={mergePath(...selection.ids)}>
      Fusionar
    </LinkButton>
  ) : (
    <Button disabledReason={verdict.reason} size="small">
      Fusionar
    </Button>
  );
}

/** On the page of a client: looks for the other one. */
export function MergeThis({ client }: { client: AnyRecord }): ReactElement | null {
  const verdict = useMay(clients).permission('clients.merge');
  if (client.archived_at || !verdict.allowed) return null;
  return <LinkButton to={mergePath(client.id)}>Fusionar</LinkButton>;
}
