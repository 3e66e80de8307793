import type { Body } from '@pauta/domain/document/document.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { SaleContext } from './sale-terms.ts';

/** What the terms of a document depend on: its header, and what its lines sell. @param names of its sale lines */
export const saleContextOf = (body: Body, names: readonly string[] = ['lines']): SaleContext => {
  const lines = names.flatMap((name) => linesIn(body, name));
  const ids = (field: string): string[] => [
    ...new Set(lines.flatMap((line) => referenceId(line[field]) ?? [])),
  ];
  return {
    priceListId: referenceId(body.price_list_id),
    currency: String(body.currency_code),
    companyId: referenceId(body.company_id),
    clientId: referenceId(body.client_id),
    brandId: referenceId(body.brand_id),
    agencyId: referenceId(body.agency_id),
    from: (body.flight as DateRange | null | undefined)?.from ?? null,
    inventoryItemIds: ids('inventory_item_id'),
    adArticleIds: ids('ad_article_id'),
    packageIds: ids('package_id'),
  };
};
