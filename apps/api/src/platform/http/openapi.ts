import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import type { Access } from './access.ts';

declare module 'fastify' {
  interface FastifySchema {
    summary?: string;
    description?: string;
    tags?: readonly string[];
    hide?: boolean;
    operationId?: string;
  }
  interface FastifyContextConfig {
    /** Refusals only this route gives, for the document: status → Spanish description. */
    problems?: Record<number, string>;
  }
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const problemsOf = (route: RouteOptions): Record<string, object> => {
  const access: Access | undefined = route.config?.access;
  const method = String(route.method);
  const writes = !['GET', 'HEAD'].includes(method);
  const answers: Record<string, object> = { 400: problem('La solicitud no se puede leer') };
  if (access !== 'public') answers[401] = problem('Falta la sesión, no es válida o expiró');
  if (typeof access === 'object') answers[403] = problem('Falta un permiso');
  if (route.url.includes(':')) answers[404] = problem('No existe');
  if (writes) {
    answers[409] = problem('El estado actual no lo permite');
    answers[413] = problem('Demasiado grande');
    answers[415] = problem('Tipo de contenido no admitido');
  }
  answers[422] = problem('Datos inválidos, por campo');
  // Changes of a record: also its commands, such as POST …/{id}/approve.
  if (writes && access !== 'public' && (method !== 'POST' || route.url.includes(':'))) {
    answers[412] = problem('El registro cambió entretanto');
    answers[428] = problem('Falta If-Match');
  }
  answers[429] = problem('Demasiadas solicitudes');
  answers[503] = problem('No disponible por el momento');
  for (const [status, text] of Object.entries(route.config?.problems ?? {})) answers[status] = problem(text);
  return answers;
};

const describe = (route: RouteOptions, schema: FastifySchema): FastifySchema => {
  const access = route.config?.access;
  const area = route.url.split('/')[2] ?? 'api';
  const needed =
    typeof access === 'object' ? ('permission' in access ? [access.permission] : access.anyPermission) : [];
  const permissions = needed.length > 0 ? `Permiso: ${needed.join(' o ')}.` : '';
  const declared = (schema.response ?? {}) as Record<string, object>;
  return {
    ...schema,
    tags: schema.tags ?? [area],
    description: [schema.description, permissions].filter(Boolean).join('\n\n'),
    ...(route.config?.files
      ? { consumes: ['multipart/form-data'], body: schema.body ?? { type: 'object' } }
      : {}),
    security: access === 'public' ? [] : [{ bearer: [] }],
    response: {
      ...(Object.keys(declared).length > 0 ? declared : { '2xx': { description: 'Hecho' } }),
      ...problemsOf(route),
    },
  } as FastifySchema;
};

const isDocumented = (url: string) => url.startsWith('/api/');

/** Collects the routes registered after it into an OpenAPI 3.1 document at `GET /api/openapi.json`. */
export const installOpenApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Pauta',
        version: '1.0.0',
        description: 'API de Pauta. Los errores son documentos RFC 9457 con `message` en español.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: {
          Problem: {
            type: 'object',
            required: ['type', 'title', 'status', 'detail', 'message', 'code', 'request_id'],
            properties: {
              type: { type: 'string' },
              title: { type: 'string' },
              status: { type: 'integer' },
              detail: { type: 'string' },
              message: { type: 'string' },
              code: { type: 'string' },
              request_id: { type: 'string' },
              errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
            },
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      if (!isDocumented(url)) return { schema: { ...schema, hide: true }, url };
      return { schema: describe(route, schema ?? {}), url };
    },
  });
  app.get(
    '/api/openapi.json',
    { config: { access: 'signed-in' }, schema: { tags: ['sistema'], summary: 'Este documento' } },
    () => app.swagger(),
  );
};
