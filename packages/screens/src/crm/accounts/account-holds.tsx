import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

const columns = [
  'number',
  'inventory_item_id',
  'flight',
  'units_per_day',
  'rank',
  'expires_at',
  'owner_id',
  'status',
];

/** Holds of a client, or those that an agency has for its clients, for a tab of its page. */
export const AccountHolds = ({
  by,
  of,
}: {
  readonly by: 'client_id' | 'agency_id';
  readonly of: AnyRecord;
}): ReactElement => (
  <RelatedList
    by={by}
    columns={columns}
    empty="Aquí verá los espacios apartados, con su turno y cuándo vencen."
    of={of}
    pages
    resource={holds}
    title="trade_name"
  />
);
