import { useApiQuery } from '@pauta/core/react';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { addenda } from '@pauta/domain/sales/addenda/addendum.ts';
import type { AddendumTerms } from '@pauta/domain/sales/addenda/addendum-totals.ts';
import { useRecord } from '@pauta/ui/data/use-record.ts';
import type { DocumentLines } from '@pauta/ui/document/form/document-form.tsx';
import { useParams } from '@pauta/ui/router.ts';
import { useMemo } from 'react';
import { type QuoteTables, useQuoteTables } from '../quotes/quote-tables.ts';

/** What the form of an addendum looks up: the prices of today, and what its contract agreed. */
export interface AddendumTables extends QuoteTables, AddendumTerms {}

const none: Values = {};

/** Looks up what the form of an addendum needs. The same object until something changes. */
export function useAddendumTables(values: Values, lines: DocumentLines): AddendumTables | undefined {
  const { id = null } = useParams();
  // The parties and the price list come from the contract: they are no inputs of the form.
  const record = useRecord(addenda, id).data?.data;
  const header = useMemo(() => ({ ...(record ?? none), ...values }), [record, values]);
  const prices = useQuoteTables(header, lines);
  const agreed = useApiQuery<{ data: Pick<AddendumTerms, 'before' | 'agency_discount_pct'> }>(
    id === null ? null : `/addenda/${id}/terms`,
  ).data?.data;
  return useMemo(() => prices && agreed && { ...prices, ...agreed }, [prices, agreed]);
}
