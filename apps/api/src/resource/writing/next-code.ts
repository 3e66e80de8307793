import type { Resource } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { quoted } from '../table.ts';

/** A counted series of codes of a resource: `CLI-0013` after `CLI-0012`. */
export interface Sequence {
  readonly prefix: string;
  readonly of: () => Resource;
  readonly field: string;
}

/**
 * The next code of a series, as a proposal: it is not reserved until a record uses it. An index on the expression makes
 * finding the highest one a look-up.
 */
export const nextCode = async (database: Queryable, { prefix, of, field }: Sequence): Promise<string> => {
  const code = quoted(field);
  const row = await database.one<{ next: number }>(sql`
    SELECT coalesce(max(substring(${raw(code)} FROM ${raw(`'^${prefix}-([0-9]{1,9})$'`)})::integer), 0) + 1 AS next
    FROM ${raw(quoted(of().name))} WHERE ${raw(code)} ~ ${raw(`'^${prefix}-[0-9]{1,9}$'`)} AND withdrawn_at IS NULL`);
  return `${prefix}-${String(row?.next ?? 1).padStart(4, '0')}`;
};
