import type { Resource } from '@pauta/domain/resource/resource.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { useMay } from '@pauta/ui/data/may.ts';
import { paths } from '@pauta/ui/data/paths.ts';
import type { Selection } from '@pauta/ui/query/selection.ts';
import type { ReactElement } from 'react';

/** Path of the page that compares two records and merges them; records that are not given are chosen there. */
export const mergePath = (resource: Resource, ...ids: readonly string[]): string =>
  `${paths.list(resource)}/fusionar?${ids.map((id, place) => `${place === 0 ? 'a' : 'b'}=${id}`).join('&')}`;

/** Action on two selected records of a list: merging them. */
export function MergeSelected({
  resource,
  selection,
}: {
  resource: Resource;
  selection: Selection;
}): ReactElement | null {
  const verdict = useMay(resource).permission(`${resource.name}.merge`);
  if (selection.kind !== 'ids' || selection.ids.length !== 2) return null;
  return verdict.allowed ? (
    <LinkButton size="small" to={mergePath(resource, ...selection.ids)}>
      Fusionar
    </LinkButton>
  ) : (
    <Button disabledReason={verdict.reason} size="small">
      Fusionar
    </Button>
  );
}
