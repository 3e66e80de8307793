import type { ApiQuery } from '@pauta/core/react';
import { closingProbabilities } from '@pauta/domain/catalogues/crm.ts';
import type { Page } from '@pauta/domain/resource/query/query.ts';
import { type ListQuery, parseQueryText } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { useResourceList } from '@pauta/ui/data/use-resource-list.ts';

const query = ((): ListQuery => {
  const parsed = parseQueryText(closingProbabilities, 'f.result=open&f.is_active=true');
  if (!parsed.ok) throw new Error('the query of the open stages is valid');
  return { ...parsed.query, sort: { field: 'sort_order', descending: false }, limit: 100 };
})();

/** The open stages of the pipeline in their order. */
export const useOpenStages = (): ApiQuery<Page<AnyRecord>> =>
  useResourceList(closingProbabilities, query, ['name', 'probability_pct', 'required_fields', 'color']);
