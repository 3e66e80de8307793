import type { FastifyInstance } from 'fastify';
import { isPublicPath } from './storage.ts';

const types: Record<string, string> = { webp: 'image/webp' };

/** `GET /storage/{path}`: files that anyone who knows their name may read, served as inert content. */
export const installStorageRoutes = (app: FastifyInstance): void => {
  app.get('/storage/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    const bytes = isPublicPath(path) ? await app.storage.read(path) : undefined;
    const type = types[path.slice(path.lastIndexOf('.') + 1)];
    if (!bytes || !type) return reply.callNotFound();
    return reply
      .headers({
        'content-type': type,
        'content-security-policy': "sandbox; default-src 'none'",
        'content-disposition': `inline; filename="${path.slice(path.lastIndexOf('/') + 1)}"`,
        // Other internal applications display them too; the unguessable name protects them.
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=31536000, immutable',
      })
      .send(bytes);
  });
};
