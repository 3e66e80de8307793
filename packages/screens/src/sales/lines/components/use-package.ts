import { useApiQuery } from '@pauta/core/react';
import type { PackageComponent, SoldPackage } from '@pauta/domain/inventory/packages/sold-package.ts';
import { type Reference, referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';

const text = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

const componentOf = (item: Values): PackageComponent => ({
  id: String(item.id),
  name: ((item.inventory_item_id ?? item.ad_article_id) as Reference | null)?.label ?? '',
  inventory_item_id: referenceId(item.inventory_item_id),
  ad_article_id: referenceId(item.ad_article_id),
  quantity: String(item.quantity),
  min_quantity: text(item.min_quantity),
  max_quantity: text(item.max_quantity),
  is_optional: item.is_optional === true,
  allocation_pct: String(item.allocation_pct),
});

/** A package as lines sell it, with its name; undefined while it is loading, or without an id. */
export function usePackage(id: string | null): (SoldPackage & { readonly name: string }) | undefined {
  const record = useApiQuery<{ data: AnyRecord }>(id === null ? null : `/packages/${id}`).data?.data;
  return (
    record && {
      name: String(record.name),
      kind: String(record.kind),
      price_mode: String(record.price_mode),
      price: text(record.price),
      discount_pct: text(record.discount_pct),
      min_qty: text(record.min_qty),
      components: linesIn(record, 'items').map(componentOf),
    }
  );
}
