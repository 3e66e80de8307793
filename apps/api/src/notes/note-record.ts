import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql, { raw, type Sql } from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../platform/command.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict, notFound, stale } from '../platform/http/problem.ts';
import type { Engine } from '../resource/engine.ts';
import { readRecord } from '../resource/reading/read-record.ts';
import { viewPermissions } from '../resource/reading/row-scope.ts';
import { accessTo, changeHeaders, type IdParams, idParams } from '../resource/route.ts';
import { tableOf } from '../resource/table.ts';
import { answerOf } from './notes-schemas.ts';

/** Resources whose records have comments and attachments. */
export const notedResources = ({ resources }: Engine): readonly Resource[] =>
  resources.filter(({ notes }) => notes);

/** Reading notes requires the permission to read the record. */
export const accessToRecord = (resource: Resource) => accessTo(viewPermissions(resource));

/** Headers of a change; its handler checks that `If-Match` is present, with 428 and not with 422. */
const versionHeaders = { type: 'object', properties: changeHeaders.properties };

/** @throws Problem 404 unless the actor may see the record */
export const requireRecord = async (
  database: Queryable,
  resource: Resource,
  id: string,
  actor: Actor,
): Promise<void> => {
  await readRecord(database, tableOf(resource), id, actor);
};

/** The author of a row `n`, as JSON. */
export const authorJson = (column: string): Sql =>
  raw(`(SELECT json_build_object('id', a.id, 'label', a.name) FROM actors a WHERE a.id = ${column})`);

export const instant = (column: string): Sql =>
  raw(`to_char((${column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

interface NoteRow {
  resource: string;
  record_id: string;
  row_version: number;
  created_by: string;
}

export const answerNote = (note: { row_version: number }, status = 200): Answer => ({
  status,
  body: { data: note },
  headers: { etag: etagOf(note.row_version) },
});

interface Note {
  readonly id: string;
  readonly row_version: number;
  readonly archived_at: string | null;
}

/** One kind of notes of a record: comments or attachments. */
export interface NoteKind<N extends Note, Body> {
  readonly table: 'comments' | 'attachments';
  readonly permission: string;
  /** @throws Problem 404 */
  readonly read: (database: Queryable, id: string) => Promise<N>;
  readonly schema: object;
  /** Schema of the body of a change. */
  readonly body: object;
  /** Summaries of the three routes, and the refusal of one of them. */
  readonly says: Readonly<
    Record<'change' | 'remove' | 'restore' | 'isRemoved' | 'wasRemoved' | 'isNotRemoved', string>
  >;
  /** @throws Problem if this user may not change it, or no longer may */
  readonly allow: (note: N, authorId: string, actor: Actor) => void;
  readonly write: (tx: Transaction, note: N, body: Body) => Promise<void>;
}

/** `PATCH`, `DELETE` and `POST …/restore` of one kind of notes, each for the version that the caller read. */
export const noteRoutes = <N extends Note, Body>(app: FastifyInstance, kind: NoteKind<N, Body>): void => {
  const { table, says, read, allow } = kind;
  const path = `/api/${table}/:id`;
  const config = { access: { permission: kind.permission } } as const;
  const one = { params: idParams, headers: versionHeaders, response: { 200: answerOf(kind.schema) } };

  const change = (
    request: FastifyRequest,
    work: (tx: Transaction, note: N) => Promise<unknown>,
    action?: 'archive' | 'restore',
  ) => {
    const actor = actorOf(request);
    const version = expectedVersion(request);
    const { id } = request.params as IdParams;
    return command(
      request,
      async (tx) => {
        const row = await tx.one<NoteRow>(sql`
          SELECT resource, record_id, row_version, created_by FROM ${raw(table)} WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
        const resource = app.engine.resourceOf(row?.resource ?? '');
        if (!row || !resource?.notes) throw notFound();
        await requireRecord(tx, resource, row.record_id, actor);
        const note = await read(tx, id);
        if (row.row_version !== version) throw stale(note);
        allow(note, row.created_by, actor);
        await work(tx, note);
        return answerNote(await read(tx, id));
      },
      action === undefined ? {} : { action },
    );
  };

  app.patch<{ Params: IdParams; Body: Body }>(
    path,
    { config, schema: { summary: says.change, ...one, body: kind.body } },
    (request) =>
      change(request, async (tx, note) => {
        if (note.archived_at) throw conflict('archived', says.isRemoved);
        await kind.write(tx, note, request.body as Body);
      }),
  );

  app.delete<{ Params: IdParams }>(path, { config, schema: { summary: says.remove, ...one } }, (request) =>
    change(
      request,
      (tx, { id, archived_at }) => {
        if (archived_at) throw conflict('archived', says.wasRemoved);
        return tx.query(sql`UPDATE ${raw(table)} SET archived_at = now() WHERE id = ${id}::uuid`);
      },
      'archive',
    ),
  );

  app.post<{ Params: IdParams }>(
    `${path}/restore`,
    { config, schema: { summary: says.restore, ...one } },
    (request) =>
      change(
        request,
        (tx, { id, archived_at }) => {
          if (!archived_at) throw conflict('not_archived', says.isNotRemoved);
          return tx.query(sql`UPDATE ${raw(table)} SET archived_at = NULL WHERE id = ${id}::uuid`);
        },
        'restore',
      ),
  );
};
