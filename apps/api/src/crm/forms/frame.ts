import { early } from '@pauta/domain/crm/forms/texts/early.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem } from '../../platform/http/problem.ts';
import { loadForm } from './public-form.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

interface FramePage {
  readonly lang: string;
  readonly title: string;
  readonly body: string;
  /** Sources that may embed the page: `frame-ancestors` of the content security policy. */
  readonly ancestors: readonly string[];
  /** Addresses that the page may connect to, as a source of the content security policy. */
  readonly asks: "'self'" | "'none'";
}

/** A page that contains only a form. */
const sendPage = (reply: FastifyReply, { lang, title, body, ancestors, asks }: FramePage): FastifyReply =>
  reply
    .removeHeader('x-frame-options')
    .headers({
      'cache-control': reply.statusCode === 200 ? 'public, max-age=300' : 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        `connect-src ${asks}`,
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${["'self'", ...ancestors].join(' ')}`,
        "require-trusted-types-for 'script'",
      ].join('; '),
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${escaped(title)}</title>` +
        '<meta name="viewport" content="width=device-width, initial-scale=1">' +
        '<meta name="color-scheme" content="light dark"><style>body{margin:0}p{margin:24px;font:1em/1.5 system-ui,sans-serif}</style>' +
        `<main>${body}</main><script async src="/widget/client-registration.js"></script></html>`,
    );

/** Pages for frames: that of a form, for sites that allow no external scripts, and the preview of the back office. */
export const formFrameRoutes = (app: FastifyInstance): void => {
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;

  app.get<{ Params: { key: string } }>('/widget/frame/:key', route, async (request, reply) => {
    const form = await loadForm(app.database, request.params.key).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return null;
      throw error;
    });
    // Without the form its allowed sites are unknown, and a visitor of any of them should be able to read the reason.
    if (!form) {
      return sendPage(reply.code(404), {
        lang: early.lang,
        title: early.unavailable.title,
        body: `<p>${early.unavailable.gone}</p>`,
        ancestors: ['*'],
        asks: "'none'",
      });
    }
    return sendPage(reply, {
      lang: form.locale,
      title: form.title,
      body: `<client-registration key="${escaped(form.key)}" layout="${form.layout}"></client-registration>`,
      // A content security policy cannot contain an IPv6 address.
      ancestors: form.allowed_origins.filter((origin) => !origin.includes('[')),
      asks: "'self'",
    });
  });

  // The back office inserts the form. The frame must not make requests, so nothing is sent or counted.
  app.get('/widget/preview', route, async (_request, reply) =>
    sendPage(reply, { lang: 'es', title: 'Formulario de muestra', body: '', ancestors: [], asks: "'none'" }),
  );
};
