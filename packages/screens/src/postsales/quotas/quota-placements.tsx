import type { Reference } from '@pauta/domain/kinds/reference.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

const columns = ['starts_on', 'ends_on', 'inventory_item_id', 'load', 'media_file_id', 'aired_at', 'status'];

// Loaded with the placements: one part for the page of a record.
export { QuotaLedgerView } from './quota-ledger-view.tsx';

/** The placements of a quota, by day. */
export const QuotaPlacements = ({ quota }: { quota: AnyRecord }): ReactElement => (
  <RelatedList
    actions={
      <DownloadButton
        name="Orden de transmisión.pdf"
        path={`/contracts/${(quota.contract_id as Reference).id}/transmission-order.pdf?space=${(quota.inventory_item_id as Reference).id}`}
        size="small"
      >
        Orden de transmisión
      </DownloadButton>
    }
    by="quota_id"
    columns={columns}
    empty="Aún no hay nada colocado. Use «Distribuir» para repartir lo contratado entre sus días."
    of={quota}
    pages
    resource={placements}
    title="description"
  />
);
