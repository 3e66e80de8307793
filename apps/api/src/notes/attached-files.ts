import sql, { raw, type Sql } from 'sql-template-tag';
import type { Actor } from '../platform/access.ts';
import type { Engine } from '../resource/engine.ts';
import { scopeCondition } from '../resource/reading/row-scope.ts';
import { anyOf } from '../resource/statement.ts';
import { quoted } from '../resource/table.ts';
import { notedResources } from './note-record.ts';

/** Condition of a file `f`: attached to a record that the actor may see. */
export const attachedToSeen = (engine: Engine, actor: Actor): Sql =>
  anyOf(
    notedResources(engine).map(
      (resource) => sql`EXISTS (
        SELECT FROM attachments a JOIN ${raw(quoted(resource.name))} t ON t.id = a.record_id
        WHERE a.file_id = f.id AND a.resource = ${resource.name} AND a.archived_at IS NULL
          AND ${scopeCondition(resource, actor)})`,
    ),
  );

/** Condition of a file `f`: attached to a record, currently or formerly. */
export const isAttached: Sql = raw('EXISTS (SELECT FROM attachments a WHERE a.file_id = f.id)');
