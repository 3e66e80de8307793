import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addressBlock } from './address-block.ts';
import { tooMany, unavailable } from './problem.ts';

/** Milliseconds: longer than a pause of a virtual machine, after which nothing is overloaded. */
const mostDelay = 2500;

/** Assumed number of guests behind one address, for these routes. */
const crowd = 10;

/**
 * Limits requests under /api per minute: by session when signed in, else by address, with separate counters for routes
 * that guests call often. The counters belong to this process; limits that must hold across processes (sign-in
 * attempts) are counted in the database by their area. A process with `shedsLoad` answers 503 under /api while its
 * event loop is delayed by more than `mostDelay`.
 */
export const installLimits = async (
  app: FastifyInstance,
  config: Config,
  shedsLoad: boolean,
): Promise<(request: FastifyRequest) => Promise<void>> => {
  await app.register(rateLimit, { global: false });
  if (shedsLoad) {
    await app.register(underPressure, {
      maxEventLoopDelay: mostDelay,
      // A page can wait and retry an API call; a script that was refused is missing until the page is reloaded.
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
    // If a preflight is refused, the page cannot read the reason.
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
