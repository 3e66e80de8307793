import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { ReactElement } from 'react';
import { useLabels } from '../../data/use-label.ts';
import { writeText } from '../../query/query-text.ts';
import { useNames } from '../../query/use-names.ts';

/** A chip with the condition of the advanced filter, in the notation that users type. */
export function ConditionChip({ resource, query }: { resource: Resource; query: ListQuery }): ReactElement {
  const labels = useLabels();
  const own = { q: '', filters: [], where: query.where };
  const { names, loading } = useNames(resource, own, []);
  return <>{loading ? '…' : writeText(resource, labels, own, names)}</>;
}
