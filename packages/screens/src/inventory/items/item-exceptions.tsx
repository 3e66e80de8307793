import { capacityExceptions } from '@pauta/domain/inventory/exceptions/capacity-exception.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { RelatedList } from '@pauta/ui/screens/related-list.tsx';
import type { ReactElement } from 'react';

/** The days on which a space has another capacity. */
export const ItemExceptions = ({ item }: { readonly item: AnyRecord }): ReactElement => (
  <RelatedList
    by="inventory_item_id"
    empty="Ningún día tiene otra capacidad. Agregue uno por temporada, feriado, evento o mantenimiento."
    of={item}
    resource={capacityExceptions}
    title="name"
  />
);
