import { isId } from '@pauta/domain/kinds/reference.ts';
import { type Comment, commentChangeTime } from '@pauta/domain/notes/notes.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { conflict, invalid, notFound, Problem } from '../platform/http/problem.ts';
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
import { answerOf, commentBody, commentSchema } from './notes-schemas.ts';

interface CommentBody {
  text: string;
  mentions?: string[];
}

const usual = 50;
const most = 100;

const columns = sql`
  n.id, n.text, ${authorJson('n.created_by')} AS author,
  (SELECT coalesce(json_agg(json_build_object('id', a.id, 'label', a.name) ORDER BY a.name, a.id), '[]')
    FROM comment_mentions m JOIN actors a ON a.id = m.user_id WHERE m.comment_id = n.id) AS mentions,
  ${instant('n.created_at')} AS created_at, ${instant('n.edited_at')} AS edited_at,
  ${instant('n.archived_at')} AS archived_at, n.row_version,
  ${instant(`n.created_at + interval '${commentChangeTime} milliseconds'`)} AS open_until`;

const readComment = async (database: Queryable, id: string): Promise<Comment> => {
  const comment = await database.one<Comment>(
    sql`SELECT ${columns} FROM comments n WHERE n.id = ${id}::uuid`,
  );
  if (!comment) throw notFound();
  return comment;
};

const readText = (body: CommentBody): string => {
  const text = body.text.trim();
  if (text === '') throw invalid({ text: ['Escriba el comentario.'] });
  return text;
};

/** Those of the given users whose names occur in the text as `@Nombre`. */
const writeMentions = async (
  tx: Transaction,
  commentId: string,
  text: string,
  mentions: readonly string[] = [],
): Promise<void> => {
  const people = await tx.query<{ id: string; name: string }>(sql`
    SELECT id, name FROM actors WHERE id = ANY(${mentions}::uuid[]) AND is_active`);
  if (people.length < new Set(mentions).size) {
    throw invalid({ mentions: ['Mencione a personas activas; elija a cada una de la lista.'] });
  }
  const folded = fold(text);
  const named = people.filter(({ name }) => folded.includes(`@${fold(name)}`)).map(({ id }) => id);
  await tx.query(sql`
    DELETE FROM comment_mentions WHERE comment_id = ${commentId}::uuid AND user_id <> ALL(${named}::uuid[])`);
  await tx.query(sql`
    INSERT INTO comment_mentions (comment_id, user_id)
    SELECT ${commentId}::uuid, one FROM unnest(${named}::uuid[]) AS one ON CONFLICT DO NOTHING`);
};

const requireOpen = (comment: Comment, authorId: string, userId: string): void => {
  if (authorId !== userId) {
    throw new Problem(403, 'not_author', 'Solo quien escribió el comentario puede cambiarlo.');
  }
  if (Date.now() > Date.parse(comment.open_until)) {
    throw conflict('comment_closed', 'Pasaron más de 24 horas: el comentario ya no se puede cambiar.');
  }
};

/** Comments on the records of every resource that supports them. */
export const commentRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const write = { access: { permission: 'comments.create' } } as const;

  for (const resource of notedResources(app.engine)) {
    const path = `/api/${resource.path}/:id/comments`;
    const name = resource.label.one.toLocaleLowerCase('es');

    app.get<{ Params: IdParams; Querystring: { before?: string; limit?: string } }>(
      path,
      {
        config: { access: accessToRecord(resource) },
        schema: {
          summary: `Comentarios: ${name}`,
          description: 'Del más antiguo al más reciente; primero la última página.',
          params: idParams,
          querystring: {
            type: 'object',
            properties: {
              before: { type: 'string', format: 'uuid', description: '`previous` de la página siguiente' },
              limit: { type: 'string', pattern: '^([1-9]\\d?|100)$' },
            },
          },
          response: {
            200: {
              type: 'object',
              required: ['data', 'previous', 'total'],
              properties: {
                data: { type: 'array', items: commentSchema },
                previous: { type: ['string', 'null'] },
                total: { type: 'integer' },
              },
            },
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { before, limit = String(usual) } = request.query;
        const size = Math.min(Number(limit), most);
        if (before !== undefined && !isId(before)) throw invalid({ before: ['No es un comentario.'] });
        await requireRecord(database, resource, id, actorOf(request));
        const ofRecord = sql`n.resource = ${resource.name} AND n.record_id = ${id}::uuid AND n.archived_at IS NULL`;
        const older = before === undefined ? raw('true') : sql`n.id < ${before}::uuid`;
        const rows = await database.query<Comment>(sql`
          SELECT ${columns} FROM comments n WHERE ${ofRecord} AND ${older} ORDER BY n.id DESC LIMIT ${size + 1}`);
        const count = await database.one<{ total: number }>(
          sql`SELECT count(*)::integer AS total FROM comments n WHERE ${ofRecord}`,
        );
        const page = rows.slice(0, size).reverse();
        return {
          data: page,
          previous: rows.length > size ? (page[0]?.id ?? null) : null,
          total: count?.total ?? 0,
        };
      },
    );

    app.post<{ Params: IdParams; Body: CommentBody }>(
      path,
      {
        config: write,
        schema: {
          summary: `Comenta: ${name}`,
          params: idParams,
          headers: creationHeaders,
          body: commentBody,
          response: { 201: answerOf(commentSchema) },
        },
      },
      (request) => {
        const actor = actorOf(request);
        return command(request, async (tx) => {
          await requireRecord(tx, resource, request.params.id, actor);
          const text = readText(request.body);
          const row = await tx.one<{ id: string }>(sql`
            INSERT INTO comments (resource, record_id, text, created_by)
            VALUES (${resource.name}, ${request.params.id}::uuid, ${text}, ${actor.userId}::uuid) RETURNING id`);
          if (!row) throw new Error('inserting a comment answered no row');
          await writeMentions(tx, row.id, text, request.body.mentions);
          return answerNote(await readComment(tx, row.id), 201);
        });
      },
    );
  }

  noteRoutes<Comment, CommentBody>(app, {
    table: 'comments',
    permission: write.access.permission,
    read: readComment,
    schema: commentSchema,
    body: commentBody,
    says: {
      change: 'Cambia un comentario propio',
      remove: 'Elimina un comentario propio',
      restore: 'Recupera un comentario propio',
      isRemoved: 'Este comentario se eliminó.',
      wasRemoved: 'Este comentario ya se eliminó.',
      isNotRemoved: 'Este comentario no se ha eliminado.',
    },
    allow: (comment, authorId, { userId }) => requireOpen(comment, authorId, userId),
    write: async (tx, { id }, body) => {
      const text = readText(body);
      await tx.query(sql`
        UPDATE comments SET text = ${text}, edited_at = CASE WHEN text <> ${text} THEN now() ELSE edited_at END
        WHERE id = ${id}::uuid`);
      await writeMentions(tx, id, text, body.mentions);
    },
  });
};
