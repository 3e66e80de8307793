import {
  attachmentKinds,
  longestAttachmentTitle,
  longestComment,
  mostMentions,
} from '@pauta/domain/notes/notes.ts';

const uuid = { type: 'string', format: 'uuid' } as const;
const text = { type: 'string' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const maybeInstant = { type: ['string', 'null'], format: 'date-time' } as const;
const author = { type: 'object', required: ['id', 'label'], properties: { id: uuid, label: text } } as const;
const version = { type: 'integer', minimum: 1 } as const;

export const commentSchema = {
  type: 'object',
  required: ['id', 'text', 'author', 'mentions', 'created_at', 'edited_at', 'row_version', 'open_until'],
  properties: {
    id: uuid,
    text,
    author,
    mentions: { type: 'array', items: author },
    created_at: instant,
    edited_at: maybeInstant,
    archived_at: maybeInstant,
    row_version: version,
    open_until: { ...instant, description: 'Hasta cuándo su autor puede cambiarlo' },
  },
} as const;

export const commentBody = {
  type: 'object',
  additionalProperties: false,
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: longestComment },
    mentions: {
      type: 'array',
      items: uuid,
      maxItems: mostMentions,
      description: 'Usuarios nombrados en el texto como `@Nombre`',
    },
  },
} as const;

const kind = { type: 'string', enum: Object.keys(attachmentKinds) } as const;
const title = { type: 'string', minLength: 1, maxLength: longestAttachmentTitle } as const;

export const attachmentSchema = {
  type: 'object',
  required: ['id', 'title', 'kind', 'file', 'author', 'created_at', 'row_version'],
  properties: {
    id: uuid,
    title: text,
    kind,
    file: {
      type: 'object',
      properties: { id: uuid, name: text, mime: text, bytes: { type: 'integer' } },
    },
    author,
    created_at: instant,
    archived_at: maybeInstant,
    row_version: version,
  },
} as const;

export const newAttachmentBody = {
  type: 'object',
  additionalProperties: false,
  required: ['file_id'],
  properties: { file_id: { ...uuid, description: 'De `POST /api/files`' }, title, kind },
} as const;

export const attachmentBody = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  properties: { title, kind },
} as const;

/** `{ data }` of one or many. */
export const answerOf = (data: object) =>
  ({ type: 'object', required: ['data'], properties: { data } }) as const;
