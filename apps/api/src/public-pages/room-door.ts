import type { Fields } from '@pauta/domain/kinds/kind.ts';
import { parseValues } from '@pauta/domain/resource/record.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem, textsOf } from '../platform/http/problem.ts';
import type { RefusedForm } from './answer-parts.ts';
import { answerVisit, type VisitKind } from './answer-visit.ts';
import { sendNotice } from './public-page.ts';
import { logVisit, type RoomLink } from './room-log.ts';
import { visitorOf } from './visitor.ts';

/** The token of a link, in the address of its room. */
export interface RoomToken {
  readonly token: string;
}

/** A request to the address of a room. */
export type RoomRequest = FastifyRequest<{ Params: RoomToken }>;

/** What to say after an act, as `?hecho=`; null: the state of the room says it. And where on the page. */
export interface Done {
  readonly said: string | null;
  readonly at?: string;
}

/** A form that was sent in a room. */
export interface SentForm<Form extends string> {
  readonly form: Form;
  readonly values: Values;
}

/** A room: the pages that a link opens for somebody without an account. */
export interface RoomDoor<Room, Form extends string> {
  /** Before the token: `/firmar`. */
  readonly path: string;
  /** Of the counters of visits, such as `quote-room`. */
  readonly purpose: string;
  /** Title of the page for a document that cannot be made. */
  readonly failure: string;
  /** What the page says of a link that opens nothing; the same for every reason. */
  readonly unknown: { readonly title: string; readonly text: string };
  readonly find: (token: string) => Promise<Room | undefined>;
  readonly linkOf: (room: Room) => RoomLink;
  /**
   * The fields of its forms, each sent to the path of the room followed by the name of the form. Null: `act` checks what
   * was sent.
   */
  readonly forms: Readonly<Record<Form, Fields | ((room: Room) => Fields) | null>>;
  /** Bytes that a form may have; 64 KB if absent. */
  readonly mostBytes?: number;
  /** Does what a form asks for. @throws Problem to refuse: the page shows it with what was entered */
  readonly act: (request: RoomRequest, room: Room, sent: SentForm<Form>) => Promise<Done>;
  readonly sendPage: (
    request: RoomRequest,
    reply: FastifyReply,
    room: Room,
    state: { readonly refused: RefusedForm<Form> | null; readonly said: string | null },
  ) => Promise<FastifyReply>;
}

/** Options of every route of a room. */
export const roomRoute = { config: { access: 'public' }, schema: { hide: true } } as const;

/** Answers a visit to an address of a room, if its link opens one. */
export type RoomVisit<Room> = (
  request: RoomRequest,
  reply: FastifyReply,
  kind: VisitKind,
  send: (room: Room) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

/**
 * Serves a room: its page, its forms, and the notice for links that open nothing. Its other addresses, such as a document,
 * are routes of its own, which use the answered `RoomVisit`.
 */
export const openRoomDoor = async <Room, Form extends string>(
  app: FastifyInstance,
  door: RoomDoor<Room, Form>,
): Promise<RoomVisit<Room>> => {
  const sendUnknown = (reply: FastifyReply): FastifyReply =>
    sendNotice(reply.code(404), door.unknown.title, door.unknown.text);

  const visit: RoomVisit<Room> = (request, reply, kind, send) =>
    answerVisit(app, request, reply, {
      purpose: door.purpose,
      kind,
      find: () => door.find(request.params.token),
      send,
      sendUnknown,
      failure: door.failure,
    });

  app.get<{ Params: RoomToken; Querystring: { hecho?: string } }>(
    `${door.path}/:token`,
    roomRoute,
    (request, reply) =>
      visit(request, reply, 'page', async (room) => {
        await logVisit(app.database, door.linkOf(room), 'opened', visitorOf(request));
        return door.sendPage(request, reply, room, { refused: null, said: request.query.hecho ?? null });
      }),
  );

  await app.register(async (forms) => {
    // Pages without scripts send their forms in this format; the API takes JSON.
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: door.mostBytes ?? 64 * 1024 },
      async (_request: FastifyRequest, body: string | Buffer) =>
        Object.fromEntries(new URLSearchParams(String(body))),
    );
    forms.post<{ Params: RoomToken & { form: string }; Body: Values | undefined }>(
      `${door.path}/:token/:form`,
      roomRoute,
      (request, reply) =>
        visit(request, reply, 'form', async (room) => {
          const { token, form: name } = request.params;
          if (!Object.hasOwn(door.forms, name)) return sendUnknown(reply);
          const form = name as Form;
          const given = request.body ?? {};
          const declared = door.forms[form];
          const fields: Fields | null = typeof declared === 'function' ? declared(room) : declared;
          const parsed = fields === null ? { ok: true as const, values: given } : parseValues(fields, given);
          try {
            if (!parsed.ok)
              throw new Problem(422, 'invalid', 'Revise lo señalado.', { errors: parsed.errors });
            const { said, at } = await door.act(request, room, { form, values: parsed.values });
            const query = said === null ? '' : `?hecho=${said}`;
            return reply.redirect(`${door.path}/${token}${query}${at === undefined ? '' : `#${at}`}`, 303);
          } catch (error) {
            if (!(error instanceof Problem) || error.status >= 500) throw error;
            const errors =
              error.errors && Object.keys(error.errors).length > 0
                ? error.errors
                : { _: [...textsOf(error)] };
            return door.sendPage(request, reply.code(error.status), (await door.find(token)) ?? room, {
              refused: { form, values: given, errors },
              said: null,
            });
          }
        }),
    );
  });

  // Anything else below it, such as a link that was cut off, is not a page of the back office.
  app.get(`${door.path}/*`, roomRoute, async (_request, reply) => sendUnknown(reply));
  return visit;
};
