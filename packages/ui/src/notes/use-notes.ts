import { type ApiQuery, useApi, useApiQuery, useInvalidate } from '@pauta/core/react';
import type { Attachment, AttachmentKind, Comment } from '@pauta/domain/notes/notes.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { useMemo } from 'react';

export interface NoteCounts {
  readonly comments: number;
  readonly attachments: number;
}

/** The number of comments and attachments of a record; undefined until loaded. */
export function useNoteCounts(resource: Resource, id: string): NoteCounts | undefined {
  const { data } = useApiQuery<{ readonly data: NoteCounts }>(
    resource.notes ? `/${resource.path}/${id}/notes` : null,
    { errorRetryCount: 0 },
  );
  return data?.data;
}

export interface CommentPage {
  /** Oldest first. */
  readonly data: readonly Comment[];
  /** Cursor of the page with older comments; null if there are none. */
  readonly previous: string | null;
  readonly total: number;
}

/** The latest comments of a record. */
export function useComments(resource: Resource, id: string): ApiQuery<CommentPage> {
  return useApiQuery<CommentPage>(`/${resource.path}/${id}/comments`);
}

export function useAttachments(
  resource: Resource,
  id: string,
): ApiQuery<{ readonly data: readonly Attachment[] }> {
  return useApiQuery<{ readonly data: readonly Attachment[] }>(`/${resource.path}/${id}/attachments`);
}

type Versioned = Pick<Comment, 'id' | 'row_version'>;

/** Writes comments and attachments. Each call rejects with an `ApiError` or reloads the queries that show them. */
export interface NoteCommands {
  older(before: string): Promise<CommentPage>;
  comment(text: string, mentions: readonly string[], key: string): Promise<Comment>;
  changeComment(comment: Versioned, text: string, mentions: readonly string[]): Promise<Comment>;
  /** Returns the archived comment or attachment, whose version `restore` needs. */
  remove(kind: 'comments' | 'attachments', note: Versioned): Promise<Versioned>;
  restore(kind: 'comments' | 'attachments', note: Versioned): Promise<Versioned>;
  attach(file: string, key: string): Promise<Attachment>;
  changeAttachment(
    attachment: Versioned,
    values: { title: string; kind: AttachmentKind },
  ): Promise<Attachment>;
}

export function useNoteCommands(resource: Resource, id: string): NoteCommands {
  const api = useApi();
  const invalidate = useInvalidate();
  return useMemo(() => {
    const path = `/${resource.path}/${id}`;
    const written = async <T>(kind: 'comments' | 'attachments', write: Promise<{ data: T }>): Promise<T> => {
      const { data } = await write;
      // If reloading fails, the query reports it.
      await invalidate(`${path}/${kind}`, `${path}/notes`).catch(() => {});
      return data;
    };
    return {
      older: (before) => api.get(`${path}/comments`, { query: { before } }),
      comment: (text, mentions, idempotencyKey) =>
        written('comments', api.post(`${path}/comments`, { text, mentions }, { idempotencyKey })),
      changeComment: ({ id: note, row_version }, text, mentions) =>
        written('comments', api.patch(`/comments/${note}`, { text, mentions }, { ifMatch: row_version })),
      remove: (kind, { id: note, row_version }) =>
        written<Versioned>(kind, api.delete(`/${kind}/${note}`, { ifMatch: row_version })),
      restore: (kind, { id: note, row_version }) =>
        written<Versioned>(kind, api.post(`/${kind}/${note}/restore`, undefined, { ifMatch: row_version })),
      attach: (file_id, idempotencyKey) =>
        written('attachments', api.post(`${path}/attachments`, { file_id }, { idempotencyKey })),
      changeAttachment: ({ id: note, row_version }, values) =>
        written('attachments', api.patch(`/attachments/${note}`, values, { ifMatch: row_version })),
    };
  }, [api, id, invalidate, resource]);
}
