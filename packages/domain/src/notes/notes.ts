/** Maximum length of a comment. */
export const longestComment = 4000;

/** Time during which a comment can be changed, in milliseconds. */
export const commentChangeTime = 24 * 3_600_000;

export const mostMentions = 20;

/** Kinds of attachments. */
export const attachmentKinds = {
  contract: 'Contrato',
  order: 'Orden',
  invoice: 'Factura',
  proof: 'Comprobante',
  identification: 'Identificación',
  creative: 'Arte',
  other: 'Otro',
} as const;

export type AttachmentKind = keyof typeof attachmentKinds;

export const longestAttachmentTitle = 160;
export const mostAttachments = 200;

/** File types that may be attached: none that a browser or an office program executes. */
export const attachmentFiles = {
  accept: [
    'application/pdf',
    'image/jpeg',
    'image/png',
    'image/webp',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  ],
  maxBytes: 10 * 1024 * 1024,
} as const;

/** The author of a comment or attachment. */
export interface NoteAuthor {
  readonly id: string;
  readonly label: string;
}

/** A comment, as `GET /<path>/{id}/comments` returns it. */
export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: NoteAuthor;
  /** Users mentioned in the text as `@Nombre`. */
  readonly mentions: readonly NoteAuthor[];
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly archived_at: string | null;
  readonly row_version: number;
  /** Time until which its author may change it. */
  readonly open_until: string;
}

/** An attached file, as `GET /<path>/{id}/attachments` returns it. */
export interface Attachment {
  readonly id: string;
  readonly title: string;
  readonly kind: AttachmentKind;
  readonly file: {
    readonly id: string;
    readonly name: string;
    readonly mime: string;
    readonly bytes: number;
  };
  readonly author: NoteAuthor;
  readonly created_at: string;
  readonly archived_at: string | null;
  readonly row_version: number;
}
