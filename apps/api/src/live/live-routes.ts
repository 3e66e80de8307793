import type { FastifyInstance } from 'fastify';
import { type Actor, actorOf } from '../platform/access.ts';
import { Problem, tooMany } from '../platform/http/problem.ts';
import { openEventStream } from './event-stream.ts';
import type { Relay } from './relay.ts';

/** Streams per user and process; a browser needs one for all its tabs. */
const mostOfUser = 10;
const mostOfProcess = 5000;
/** Maximum age of a stream, so that the permissions of its reader are checked again. */
const maxLifetime = 15 * 60_000;

const description = `Lo que otros cambian, mientras ocurre: un flujo \`text/event-stream\` que no termina.

- \`change\`: \`{ resource, id, change, version, request_id, by }\`; \`change\` es \`created\`, \`changed\`, \`archived\` o \`noted\`
- \`many\`: \`{ resource, created, changed }\`, cuando son demasiados para nombrarlos
- \`presence\`: \`{ resource, id, line, field, text, by }\`; quién escribe en un dato y qué, y \`text\` nulo cuando deja de hacerlo
- \`reset\`: no se puede decir qué faltó; vuelva a leer lo que muestra
- \`position\`: solo mueve el punto desde el que se continúa

Solo nombra registros que quien escucha puede ver. Con \`Last-Event-ID\` continúa donde quedó. Termina con la sesión, cuando cambian sus permisos y al menos cada 15 minutos.`;

const accepts = (header: string | undefined): boolean =>
  (header ?? '').split(',').some((type) => /^\s*text\/event-stream\s*(;|$)/i.test(type));

/** `GET /api/events`. */
export const liveRoutes = (app: FastifyInstance, relay: Relay): void => {
  const open = new Map<string, number>();
  let total = 0;

  const admit = ({ userId }: Actor): (() => void) => {
    const mine = open.get(userId) ?? 0;
    if (mine >= mostOfUser || total >= mostOfProcess) {
      throw tooMany(60, 'Hay demasiadas pestañas abiertas a la vez. Cierre algunas e intente de nuevo.');
    }
    open.set(userId, mine + 1);
    total += 1;
    return () => {
      total -= 1;
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    };
  };

  app.get(
    '/api/events',
    {
      // HEAD is excluded, because a stream has no length.
      exposeHeadRoute: false,
      config: { access: 'signed-in', problems: { 406: 'Solo como text/event-stream' } },
      schema: {
        summary: 'Cambios en vivo',
        description,
        headers: {
          type: 'object',
          properties: {
            'last-event-id': { type: 'string', description: '`id` del último evento recibido' },
          },
        },
        response: {
          200: {
            description: 'El flujo de eventos',
            content: { 'text/event-stream': { schema: { type: 'string' } } },
          },
        },
      },
    },
    async (request, reply) => {
      if (!accepts(request.headers.accept)) {
        throw new Problem(406, 'not_acceptable', 'Los cambios en vivo solo se dan como text/event-stream.');
      }
      const actor = actorOf(request);
      const release = admit(actor);
      // Spread over time when a process stops or permissions change.
      const stream = openEventStream(1000 + Math.floor(Math.random() * 2000));
      const { send, present, reset, rights, end, body } = stream;
      const subscriber = { actor, send, present, reset, rights, end };
      const expiry = setTimeout(end, maxLifetime * (0.8 + Math.random() * 0.2));
      expiry.unref();
      let isOver = false;
      const leave = (): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(expiry);
        release();
        relay.leave(subscriber);
      };
      body.once('close', leave);
      reply.raw.once('close', leave);
      try {
        const lastEventId = request.headers['last-event-id'];
        await relay.join(subscriber, typeof lastEventId === 'string' ? lastEventId : undefined);
      } catch (error) {
        leave();
        throw error;
      }
      // The client disconnected before the subscription was complete.
      if (isOver) relay.leave(subscriber);
      return reply
        .headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
        .send(body);
    },
  );
};
