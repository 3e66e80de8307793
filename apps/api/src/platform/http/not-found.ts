import type { FastifyInstance } from 'fastify';
import { preflightHeaders } from './headers.ts';
import { notFound, Problem } from './problem.ts';
import { sendProblem } from './problem-handler.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) =>
        part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^${}()|[\]\\*]/g, '\\$&'),
      )
      .join('/')}/?$`,
  );

/**
 * Answers requests without a route: 405 with `Allow` where another method exists, 204 to OPTIONS, the back office for a
 * page of its router, else 404. Registered before the routes, because it collects them.
 */
export const installNotFound = (app: FastifyInstance, page: string | undefined): void => {
  const methodsByUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    // The catch-all route of the back office would make every path exist.
    if (url === '/*') return;
    const entry = methodsByUrl.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const name of [method].flat()) entry.methods.add(name);
    methodsByUrl.set(url, entry);
  });
  const methodsOf = (path: string): string[] => {
    const methods = new Set<string>();
    for (const entry of methodsByUrl.values()) {
      if (entry.pattern.test(path)) for (const method of entry.methods) methods.add(method);
    }
    return [...methods];
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isBackend = /^\/(api|storage|widget)(\/|$)/.test(path);
    const methods = isBackend ? methodsOf(path) : ['GET', 'HEAD'];
    if (methods.length > 0) reply.header('allow', [...methods, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS' && methods.length > 0) {
      if (reply.hasHeader('access-control-allow-origin')) reply.headers(preflightHeaders);
      return reply.code(204).send();
    }
    if (!knownMethods.has(request.method) || (methods.length > 0 && !methods.includes(request.method))) {
      return sendProblem(
        new Problem(405, 'method_not_allowed', `El método ${request.method} no se admite en esta dirección.`),
        request,
        reply,
      );
    }
    reply.removeHeader('allow');
    // A missing file of the build is answered with 404 and not with the page, so that an outdated tab does not read
    // HTML as a script.
    const isPage = !isBackend && !/^\/assets\/|\.[a-z0-9]{2,5}$/i.test(path);
    if (isPage && page !== undefined && (request.headers.accept ?? '').includes('text/html')) {
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
    }
    return sendProblem(notFound('No existe esa dirección.'), request, reply);
  });
};
