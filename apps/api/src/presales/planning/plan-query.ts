import { type ListQuery, parseQuery, type QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * What all rows of a plan are narrowed and ordered by: the parameters of its list without those of a page.
 *
 * @throws Problem 422
 */
export const readPlanQuery = (resource: Resource, parameters: QueryParameters): ListQuery => {
  const { group: _group, open: _open, count: _count, fields: _fields, ...conditions } = parameters;
  const parsed = parseQuery(resource, conditions);
  if (!parsed.ok) throw invalid(parsed.errors);
  return parsed.query;
};
