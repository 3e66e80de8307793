import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';
import { holdCells } from '../holds/hold-status-cell.tsx';

const columns = [
  'number',
  'client_id',
  'flight',
  'units_per_day',
  'duration_sec',
  'expires_at',
  'owner_id',
  'status',
];
// The space is that of the tab.
const sections = holds.sections.map(({ label, fields }) => ({
  label,
  fields: fields.filter((name) => name !== 'inventory_item_id'),
}));

/** Holds of a space. */
export const ItemHolds = ({ item }: { item: AnyRecord }): ReactElement => (
  <RelatedList
    by="inventory_item_id"
    cells={holdCells}
    columns={columns}
    empty="Nadie tiene reservado este espacio."
    of={item}
    resource={holds}
    sections={sections}
    title="name"
  />
);
