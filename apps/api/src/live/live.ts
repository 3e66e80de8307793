import type { Area } from '../platform/area.ts';
import { createEventBus } from './event-bus.ts';
import { liveRoutes } from './live-routes.ts';
import { presenceRoute } from './presence-route.ts';
import { createRelay } from './relay.ts';

/** Notifies open screens of changes by other users. */
export const liveArea: Area = (app) => {
  const { engine, database, log } = app;
  const bus = createEventBus(database, (error) => log.warn({ err: error }, 'announcing a change failed'));
  const relay = createRelay(engine, database, bus, log);
  // After the commit, and outside of it.
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) bus.announce();
  });
  // Streams are ended before the server waits for open requests.
  app.addHook('preClose', () => relay.close());
  app.addHook('onClose', () => bus.close());
  liveRoutes(app, relay);
  presenceRoute(app, bus);
};
