import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export const year = 'public, max-age=31536000, immutable';

export interface StaticFolders {
  /** The built back office. */
  backoffice: string;
  /** The scripts of the client-registration widget for other pages. */
  widget: string;
}

/**
 * The page that every route of the back office starts from; undefined when it is not built. Read once, because a
 * rebuild requires a restart. On localhost the page calls the API on port 8000 (specification §7); a server on another
 * port announces itself in the page.
 */
export const readIndex = (folders: StaticFolders, port: number): string | undefined => {
  const file = join(folders.backoffice, 'index.html');
  if (!existsSync(file)) return undefined;
  const page = readFileSync(file, 'utf8');
  return port === 8000 ? page : page.replace('<head>', '<head><meta name="pauta-api" content="/api">');
};

/**
 * Serves the built back office: its own routes fall back to index.html, hashed assets are cached permanently. If a file
 * has a precompressed `.br` or `.gz` version, that one is sent.
 */
export const installStaticFiles = async (
  app: FastifyInstance,
  folders: StaticFolders,
  index: string | undefined,
): Promise<void> => {
  await app.register(fastifyStatic, {
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
  });
  const etag = `"${createHash('sha256')
    .update(index ?? '')
    .digest('base64url')
    .slice(0, 27)}"`;

  const config = { access: 'public' } as const;
  const schema = { hide: true };
  app.get('/assets/*', { config, schema }, (request, reply) =>
    reply
      .header('cache-control', year)
      .sendFile(`assets/${(request.params as { '*': string })['*']}`, folders.backoffice),
  );
  // Browsers request it for documents that declare no icon.
  app.get('/favicon.ico', { config, schema }, (_request, reply) => reply.redirect('/favicon.svg', 301));
  app.get('/*', { config, schema }, (request, reply) => {
    const path = (request.params as { '*': string })['*'];
    if (/^(api|storage|widget)(\/|$)/.test(path)) return reply.callNotFound();
    if (index !== undefined && (path === '' || path === 'index.html')) {
      reply.headers({ 'cache-control': 'no-cache', etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(index);
    }
    if (path === '') return reply.callNotFound();
    return reply.header('cache-control', 'public, max-age=3600').sendFile(path, folders.backoffice);
  });
};
