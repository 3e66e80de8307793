import type { Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import type { FastifyRequest } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../platform/command.ts';
import type { Queryable, Transaction } from '../platform/database.ts';
import { notFound, stale } from '../platform/problem.ts';
import { readRecord } from '../resource/read-record.ts';
import { accessTo, changeHeaders, type IdParams } from '../resource/route.ts';
import { viewPermissions } from '../resource/row-scope.ts';
import { tableOf } from '../resource/table.ts';

/** Resources whose records take comments and attached files. */
export const notedResources: readonly Resource[] = resources.filter(({ notes }) => notes);

/** Reading notes needs what reading the record needs. */
export const accessToRecord = (resource: Resource) => accessTo(viewPermissions(resource));

/** Of a change; that `If-Match` is there is checked by `changeNote`, with 428 and not with 422. */
export const versionHeaders = { type: 'object', properties: changeHeaders.properties };

/** @throws Problem 404 unless the actor sees the record */
export const requireRecord = async (
  database: Queryable,
  resource: Resource,
  id: string,
  actor: Actor,
): Promise<void> => {
  await readRecord(database, tableOf(resource), id, actor);
};

/** Who wrote a row `n`, as JSON. */
export const authorJson = (column: string): Sql =>
  raw(`(SELECT json_build_object('id', u.id, 'label', u.full_name) FROM users u WHERE u.id = ${column})`);

export const instant = (column: string): Sql =>
  raw(`to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

interface NoteRow {
  resource: string;
  record_id: string;
  row_version: number;
  created_by: string;
}

/**
 * A comment or an attachment that is written to, locked, of a record that the actor sees, in the version he saw.
 *
 * @throws Problem 404, or 412 with the note as it is now
 */
export const lockNote = async <Note extends { row_version: number }>(
  tx: Transaction,
  table: 'comments' | 'attachments',
  { id, version, actor }: { id: string; version: number; actor: Actor },
  read: (tx: Transaction, id: string) => Promise<Note>,
): Promise<{ note: Note; authorId: string }> => {
  const row = await tx.one<NoteRow>(sql`
    SELECT resource, record_id, row_version, created_by FROM ${raw(table)} WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
  const resource = notedResources.find(({ name }) => name === row?.resource);
  if (!row || !resource) throw notFound();
  await requireRecord(tx, resource, row.record_id, actor);
  const note = await read(tx, id);
  if (row.row_version !== version) throw stale(note);
  return { note, authorId: row.created_by };
};

export const answerNote = (note: { row_version: number }, status = 200): Answer => ({
  status,
  body: { data: note },
  headers: { etag: etagOf(note.row_version) },
});

/** A change of a comment or an attachment, and the answer to it. */
export const changeNote = <Note extends { row_version: number }>(
  request: FastifyRequest,
  table: 'comments' | 'attachments',
  read: (tx: Transaction, id: string) => Promise<Note>,
  work: (tx: Transaction, note: Note, authorId: string, actor: Actor) => Promise<void>,
  action?: string,
) => {
  const actor = actorOf(request);
  const version = expectedVersion(request);
  const { id } = request.params as IdParams;
  return command(
    request,
    async (tx) => {
      const { note, authorId } = await lockNote(tx, table, { id, version, actor }, read);
      await work(tx, note, authorId, actor);
      return answerNote(await read(tx, id));
    },
    action === undefined ? {} : { action },
  );
};
