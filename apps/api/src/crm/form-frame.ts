import type { FastifyInstance } from 'fastify';
import { loadForm } from './public-form.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/**
 * `/widget/frame/{key}`: a page with nothing but the form, for sites that allow no scripts of others. Only pages of the
 * form's own list may frame it.
 */
export const formFrameRoutes = (app: FastifyInstance): void => {
  app.get<{ Params: { key: string } }>(
    '/widget/frame/:key',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const form = await loadForm(app.database, request.params.key);
      // A policy has no word for an IPv6 address.
      const ancestors = form.allowed_origins.filter((origin) => !origin.includes('['));
      return reply
        .removeHeader('x-frame-options')
        .headers({
          'cache-control': 'public, max-age=300',
          'content-security-policy': [
            "default-src 'none'",
            "script-src 'self'",
            "connect-src 'self'",
            "style-src 'unsafe-inline'",
            "base-uri 'none'",
            "form-action 'none'",
            `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
            "require-trusted-types-for 'script'",
          ].join('; '),
        })
        .type('text/html; charset=utf-8')
        .send(
          `<!doctype html><html lang="${form.locale}"><meta charset="utf-8"><title>${escaped(form.title)}</title>` +
            '<meta name="viewport" content="width=device-width, initial-scale=1">' +
            '<meta name="color-scheme" content="light dark"><style>body{margin:0}</style>' +
            `<main><client-registration key="${escaped(form.key)}" layout="${form.layout}"></client-registration></main>` +
            '<script async src="/widget/client-registration.js"></script></html>',
        );
    },
  );
};
