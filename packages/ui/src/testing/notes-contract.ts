import type { Attachment, Comment } from '@pauta/domain/notes/notes.ts';
import { uuid } from './contract.ts';

const me = { id: '7', label: 'Ana Pérez' };
const when = '2026-03-09T14:30:00.000Z';

export const commentFixture = (number: number, values: Partial<Comment> = {}): Comment => ({
  id: uuid(number, 7),
  text: `Comentario ${number}`,
  author: { id: '8', label: 'Luis Gómez' },
  mentions: [],
  created_at: when,
  edited_at: null,
  archived_at: null,
  row_version: 1,
  open_until: '2099-01-01T00:00:00.000Z',
  ...values,
});

export const attachmentFixture = (number: number, values: Partial<Attachment> = {}): Attachment => ({
  id: uuid(number, 8),
  title: `Contrato ${number}`,
  kind: 'contract',
  file: { id: uuid(number, 9), name: `contrato-${number}.pdf`, mime: 'application/pdf', bytes: 482_133 },
  author: me,
  created_at: when,
  archived_at: null,
  row_version: 1,
  ...values,
});

export interface NotesContract {
  readonly fetch: typeof globalThis.fetch;
  readonly asked: { method: string; path: string; body: Record<string, unknown>; ifMatch: string | null }[];
  /** Answers the next write with this error. */
  refuse(status: number, message: string): void;
}

/** Creates the responses of the API for the comments and attachments of one record, in memory. */
export function createNotesContract({
  comments = [],
  attachments = [],
  fails = false,
}: {
  comments?: readonly Comment[];
  attachments?: readonly Attachment[];
  fails?: boolean;
} = {}): NotesContract {
  const notes = { comments: [...comments], attachments: [...attachments] };
  const asked: NotesContract['asked'] = [];
  let refusal: { status: number; message: string } | null = null;

  const answer = (method: string, url: URL, body: Record<string, unknown>): [number, unknown] => {
    const parts = url.pathname.split('/').filter(Boolean);
    const last = parts.at(-1) ?? '';
    if (fails) return [503, { message: 'El servicio no está disponible.' }];
    if (last === 'options') {
      return [200, { data: [{ id: uuid(3, 5), label: 'María Núñez', code: null }] }];
    }
    if (method !== 'GET' && refusal) {
      const { status, message } = refusal;
      refusal = null;
      return [status, { message }];
    }
    if (last === 'notes') {
      return [200, { data: { comments: notes.comments.length, attachments: notes.attachments.length } }];
    }
    if (method === 'GET' && last === 'comments') {
      return [200, { data: notes.comments, previous: null, total: notes.comments.length }];
    }
    if (method === 'GET' && last === 'attachments') return [200, { data: notes.attachments }];
    if (method === 'POST' && last === 'comments') {
      const mentions = ((body.mentions as string[]) ?? []).map((id) => ({ id, label: 'María Núñez' }));
      const made = commentFixture(50 + notes.comments.length, {
        text: String(body.text),
        author: me,
        mentions,
      });
      notes.comments.push(made);
      return [201, { data: made }];
    }
    if (method === 'POST' && last === 'attachments') {
      const made = attachmentFixture(50 + notes.attachments.length, { title: 'nuevo.pdf', kind: 'other' });
      notes.attachments.unshift(made);
      return [201, { data: made }];
    }
    const kind = parts.at(last === 'restore' ? -3 : -2) as 'comments' | 'attachments';
    const id = last === 'restore' ? parts.at(-2) : last;
    const list = notes[kind] as (Comment | Attachment)[];
    const at = list.findIndex((one) => one.id === id);
    if (method === 'DELETE') {
      const [gone] = list.splice(at, 1);
      removed.set(id ?? '', gone);
      return [200, { data: { ...gone, row_version: 2 } }];
    }
    if (last === 'restore') {
      const back = removed.get(id ?? '');
      if (back) list.push(back as never);
      return [200, { data: back }];
    }
    const changed = { ...list[at], ...body, mentions: [], edited_at: when, row_version: 2 } as never;
    list[at] = changed;
    return [200, { data: changed }];
  };
  const removed = new Map<string, unknown>();

  return {
    asked,
    refuse: (status, message) => {
      refusal = { status, message };
    },
    fetch: async (input, init) => {
      const url = new URL(String(input));
      const method = init?.method ?? 'GET';
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      const path = url.pathname.replace(/^\/api/, '');
      if (path.endsWith('/events')) return new Response('{"message":"No existe."}', { status: 404 });
      asked.push({ method, path, body, ifMatch: new Headers(init?.headers).get('if-match') });
      const [status, result] = answer(method, url, body);
      return new Response(JSON.stringify(result), { status });
    },
  };
}
