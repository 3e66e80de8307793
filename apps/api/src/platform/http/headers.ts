import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Origin of another server whose images pages may show, such as that of a map; null for none. */
    imageOrigin: { current: string | null };
  }
}

const isApi = (url: string) => url === '/api' || url.startsWith('/api/') || url.startsWith('/api?');

/** Methods that pages of allowed origins may use; they send their own token. */
const corsHeaders = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers':
    'ETag, Location, Retry-After, X-Request-Id, Idempotency-Replayed, Content-Disposition, X-Row-Count, X-People-Count',
});

/** Headers of the response to a preflight from an allowed origin. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, If-Match, Idempotency-Key, Last-Event-ID, X-Requested-With',
  'access-control-max-age': '600',
};

/** Security headers of every response, CORS for the configured origins, no caching and a request id under /api. */
export const installHeaders = async (app: FastifyInstance, config: Config): Promise<void> => {
  const imageOrigin: FastifyInstance['imageOrigin'] = { current: null };
  app.decorate('imageOrigin', imageOrigin);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        // styled-components writes its rules into <style>.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': [
          "'self'",
          'data:',
          () => (imageOrigin.current === null ? 'blob:' : `blob: ${imageOrigin.current}`),
        ],
        // Files need the session's token, so the page loads them and plays them from memory.
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'form-action': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        // Forbids evaluating text as code (Trusted Types), also for future library code.
        'require-trusted-types-for': ["'script'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!isApi(request.url)) return;
    reply.header('cache-control', 'no-store');
    // The public forms set the allowed origins of each key themselves.
    if (request.url.startsWith('/api/public/')) return;
    if (config.allowedOrigins.length > 0) reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin && config.allowedOrigins.includes(origin)) reply.headers(corsHeaders(origin));
  });
};

/** The header that makes a browser save a response as a file with this name. */
export const attachment = (name: string): string =>
  `attachment; filename="${name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(
      /["\\%]/g,
      '',
    )}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)}`;
