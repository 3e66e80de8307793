import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database.ts';
import type { ChangeSince } from '../platform/problem.ts';
import type { ResourceTable } from './table.ts';

const most = 20;

/** Who changed what in a record since one of its versions, the latest change first; each change made one version. */
export const changesSince = (
  database: Queryable,
  { name }: ResourceTable,
  { id, row_version }: AnyRecord,
  version: number,
): Promise<ChangeSince[]> =>
  database.query<ChangeSince>(sql`
    SELECT l.at, coalesce(u.full_name, 'El sistema') AS by, ARRAY(
      SELECT k FROM jsonb_object_keys(coalesce(l.after, '{}')) k WHERE l.before -> k IS DISTINCT FROM l.after -> k) AS fields
    FROM audit_log l LEFT JOIN users u ON u.id = l.actor_id
    WHERE l.entity = ${name} AND l.entity_id = ${id} AND l.before IS NOT NULL
    ORDER BY l.id DESC LIMIT ${Math.min(most, Math.max(1, row_version - version))}`);
