import {
  type Attachment,
  type AttachmentKind,
  attachmentFiles,
  longestAttachmentTitle,
  mostAttachments,
} from '@pauta/domain/notes/notes.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import type { ConstraintMeanings } from '../platform/database/constraints.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../platform/http/problem.ts';
import { creationHeaders, type IdParams, idParams } from '../resource/route.ts';
import {
  accessToRecord,
  answerNote,
  authorJson,
  instant,
  notedResources,
  noteRoutes,
  requireRecord,
} from './note-record.ts';
import { answerOf, attachmentBody, attachmentSchema, newAttachmentBody } from './notes-schemas.ts';

const constraints: ConstraintMeanings = {
  attachments_file_id_key: { field: 'file_id', message: 'Ese archivo ya está adjunto. Súbalo de nuevo.' },
};

const columns = sql`
  n.id, n.title, n.kind,
  (SELECT json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes) FROM files f WHERE f.id = n.file_id) AS file,
  ${authorJson('n.created_by')} AS author, ${instant('n.created_at')} AS created_at,
  ${instant('n.archived_at')} AS archived_at, n.row_version`;

const readAttachment = async (database: Queryable, id: string): Promise<Attachment> => {
  const attachment = await database.one<Attachment>(
    sql`SELECT ${columns} FROM attachments n WHERE n.id = ${id}::uuid`,
  );
  if (!attachment) throw notFound();
  return attachment;
};

const titleOf = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const title = text.trim();
  if (title === '') throw invalid({ title: ['Escriba un título.'] });
  return title;
};

interface FileRow {
  name: string;
  mime: string;
  bytes: number;
}

/** A file that the actor uploaded to attach it. */
const takeFile = async (tx: Transaction, id: string, actor: Actor): Promise<FileRow> => {
  const file = await tx.one<FileRow>(sql`
    SELECT name, mime, bytes FROM files WHERE id = ${id}::uuid AND created_by = ${actor.userId}::uuid`);
  const { accept, maxBytes } = attachmentFiles;
  if (!file) throw invalid({ file_id: ['Suba el archivo de nuevo.'] });
  if (!accept.some((mime) => mime === file.mime))
    throw invalid({ file_id: ['Ese tipo de archivo no se puede adjuntar.'] });
  if (file.bytes > maxBytes) throw invalid({ file_id: ['El archivo es demasiado grande para adjuntarlo.'] });
  return file;
};

const requireOwn = (authorId: string, actor: Actor): void => {
  if (authorId !== actor.userId && !actor.permissions.has('attachments.delete')) {
    throw forbidden(
      'attachments.delete',
      'Solo quien adjuntó el archivo, o quien puede quitar los de otros, lo cambia.',
    );
  }
};

/** Attachments of the records of every resource that supports them. */
export const attachmentRoutes = (app: FastifyInstance): void => {
  app.database.explainConstraints(constraints);
  const { database } = app;
  const write = { access: { permission: 'attachments.create' } } as const;

  for (const resource of notedResources(app.engine)) {
    const path = `/api/${resource.path}/:id/attachments`;
    const name = resource.label.one.toLocaleLowerCase('es');

    app.get<{ Params: IdParams }>(
      path,
      {
        config: { access: accessToRecord(resource) },
        schema: {
          summary: `Adjuntos: ${name}`,
          description: 'El más reciente primero. Cada archivo se baja con `GET /api/files/{id}`.',
          params: idParams,
          response: { 200: answerOf({ type: 'array', items: attachmentSchema }) },
        },
      },
      async (request) => {
        const { id } = request.params;
        await requireRecord(database, resource, id, actorOf(request));
        const data = await database.query<Attachment>(sql`
          SELECT ${columns} FROM attachments n
          WHERE n.resource = ${resource.name} AND n.record_id = ${id}::uuid AND n.archived_at IS NULL
          ORDER BY n.id DESC LIMIT ${mostAttachments}`);
        return { data };
      },
    );

    app.post<{ Params: IdParams; Body: { file_id: string; title?: string; kind?: AttachmentKind } }>(
      path,
      {
        config: write,
        schema: {
          summary: `Adjunta un archivo: ${name}`,
          params: idParams,
          headers: creationHeaders,
          body: newAttachmentBody,
          response: { 201: answerOf(attachmentSchema) },
        },
      },
      (request) => {
        const actor = actorOf(request);
        const { file_id, kind = 'other' } = request.body;
        const { id } = request.params;
        return command(request, async (tx) => {
          await requireRecord(tx, resource, id, actor);
          const file = await takeFile(tx, file_id, actor);
          const title = titleOf(request.body.title) ?? file.name.slice(0, longestAttachmentTitle);
          const taken = await tx.one<{ count: number }>(sql`
            SELECT count(*)::integer AS count FROM attachments
            WHERE resource = ${resource.name} AND record_id = ${id}::uuid AND archived_at IS NULL`);
          if ((taken?.count ?? 0) >= mostAttachments) {
            throw conflict(
              'too_many_attachments',
              `Ya tiene ${mostAttachments} adjuntos, el máximo. Quite alguno antes de agregar otro.`,
            );
          }
          const row = await tx.one<{ id: string }>(sql`
            INSERT INTO attachments (resource, record_id, file_id, title, kind, created_by)
            VALUES (${resource.name}, ${id}::uuid, ${file_id}::uuid, ${title}, ${kind}, ${actor.userId}::uuid)
            RETURNING id`);
          if (!row) throw new Error('inserting an attachment answered no row');
          return answerNote(await readAttachment(tx, row.id), 201);
        });
      },
    );

    app.get<{ Params: IdParams }>(
      `/api/${resource.path}/:id/notes`,
      {
        config: { access: accessToRecord(resource) },
        schema: {
          summary: `Cuántos comentarios y adjuntos: ${name}`,
          params: idParams,
          response: {
            200: answerOf({
              type: 'object',
              required: ['comments', 'attachments'],
              properties: { comments: { type: 'integer' }, attachments: { type: 'integer' } },
            }),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        await requireRecord(database, resource, id, actorOf(request));
        const ofRecord = sql`resource = ${resource.name} AND record_id = ${id}::uuid AND archived_at IS NULL`;
        const data = await database.one(sql`
          SELECT (SELECT count(*)::integer FROM comments WHERE ${ofRecord}) AS comments,
            (SELECT count(*)::integer FROM attachments WHERE ${ofRecord}) AS attachments`);
        return { data };
      },
    );
  }

  noteRoutes<Attachment, { title?: string; kind?: AttachmentKind }>(app, {
    table: 'attachments',
    permission: write.access.permission,
    read: readAttachment,
    schema: attachmentSchema,
    body: attachmentBody,
    says: {
      change: 'Cambia el título o la clase de un adjunto',
      remove: 'Quita un adjunto',
      restore: 'Recupera un adjunto',
      isRemoved: 'Este adjunto se quitó.',
      wasRemoved: 'Este adjunto ya se quitó.',
      isNotRemoved: 'Este adjunto no se ha quitado.',
    },
    allow: (_attachment, authorId, actor) => requireOwn(authorId, actor),
    write: async (tx, attachment, { kind = attachment.kind, title: given }) => {
      const title = titleOf(given) ?? attachment.title;
      await tx.query(sql`
        UPDATE attachments SET title = ${title}, kind = ${kind} WHERE id = ${attachment.id}::uuid`);
    },
  });
};
