import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

const columns = ['starts_on', 'ends_on', 'inventory_item_id', 'load', 'media_file_id', 'aired_at', 'status'];

/** The placements of a quota, by day. */
export const QuotaPlacements = ({ quota }: { quota: AnyRecord }): ReactElement => (
  <RelatedList
    by="quota_id"
    columns={columns}
    empty="Aún no hay nada colocado. Use «Distribuir» para repartir lo contratado entre sus días."
    of={quota}
    pages
    resource={placements}
    title="description"
  />
);
