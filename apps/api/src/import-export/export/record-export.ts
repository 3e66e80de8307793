import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { changeOf } from '../../platform/command.ts';

/** A file that is about to be sent. */
export interface RecordedExport {
  /** Name of the resource. */
  readonly resource: string;
  readonly format: string;
  readonly rows: number;
  /** What else identifies its content: columns, query, ids. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** Logs an export (author, content) before its first byte is sent; answers its id. */
export const recordExport = (
  request: FastifyRequest,
  { resource, format, rows, content }: RecordedExport,
): Promise<string> =>
  request.server.database.transaction(changeOf(request), async (tx) => {
    const row = await tx.one<{ id: string }>(sql`
      INSERT INTO exports (resource, user_id, format, expected)
      VALUES (${resource}, ${actorOf(request).userId}, ${format}, ${rows}) RETURNING id`);
    if (!row) throw new Error('an insert answers its row');
    await tx.query(sql`
      INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after)
      VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
        audit_setting('request'), ${resource}, ${row.id}, 'export', ${JSON.stringify({ rows, format, ...content })}::jsonb)`);
    return row.id;
  });
