import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addressBlock } from './address-block.ts';
import { tooMany, unavailable } from './problem.ts';

/** Guests behind one address that the routes for crowds expect. */
const crowd = 10;

/**
 * Counts each request under /api a minute: by session when signed in, else by address, apart for routes that guests
 * call in numbers. The counters are this
 * process's own; what must hold across processes (sign-in attempts) is counted in the database by its area. A process
 * that `shedsLoad` answers 503 under /api while it is more than a second behind.
 */
export const installLimits = async (
  app: FastifyInstance,
  config: Config,
  shedsLoad: boolean,
): Promise<(request: FastifyRequest) => Promise<void>> => {
  await app.register(rateLimit, { global: false });
  if (shedsLoad) {
    await app.register(underPressure, {
      maxEventLoopDelay: 1000,
      // A page knows how to wait for an answer; a script that it was not given is missing until somebody reloads it.
      pressureHandler: ({ url }) => {
        if (url.startsWith('/api')) throw unavailable();
      },
    });
  }
  const { signedIn, anonymous } = config.rateLimit;
  const byMinute = { timeWindow: 60_000 };
  const checks = {
    session: app.createRateLimit({
      ...byMinute,
      max: signedIn,
      keyGenerator: (request) => `session:${request.actor?.sessionId}`,
    }),
    address: app.createRateLimit({
      ...byMinute,
      max: anonymous,
      keyGenerator: (request) => `ip:${addressBlock(request.ip)}`,
    }),
    crowd: app.createRateLimit({
      ...byMinute,
      max: anonymous * crowd,
      keyGenerator: (request) => `crowd:${addressBlock(request.ip)}`,
    }),
  };
  return async (request) => {
    // A preflight that is refused keeps its page from reading why.
    if (!request.url.startsWith('/api') || request.method === 'OPTIONS') return;
    if (request.actor && request.routeOptions.config.isUncounted) return;
    if ((request.actor ? signedIn : anonymous) === 0) return;
    const guests = request.routeOptions.config.isForCrowds ? checks.crowd : checks.address;
    const result = await (request.actor ? checks.session : guests)(request);
    if (!result.isAllowed && result.isExceeded) {
      throw tooMany(
        result.ttlInSeconds,
        `Demasiadas solicitudes en un minuto. Espere ${result.ttlInSeconds} segundos.`,
      );
    }
  };
};
