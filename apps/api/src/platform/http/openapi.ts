import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import type { Access } from '../access.ts';
import { notFound } from './problem.ts';

declare module 'fastify' {
  interface FastifySchema {
    summary?: string;
    description?: string;
    tags?: readonly string[];
    hide?: boolean;
    operationId?: string;
  }
  interface FastifyContextConfig {
    /** Refusals specific to this route, for the document: status → Spanish description. */
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
  const area = areaOf(route.url);
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

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> } & Readonly<
    Record<string, unknown>
  >;
}

const areaOf = (url: string): string => url.split('/')[2] ?? 'api';

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

/** The schemas that a part of the document refers to, and those that these refer to. */
const schemasOf = (part: object, all: Readonly<Record<string, object>>): Record<string, object> => {
  const found: Record<string, object> = {};
  const collect = (one: object): void => {
    for (const [, name = ''] of JSON.stringify(one).matchAll(reference)) {
      const schema = all[name];
      if (!schema || name in found) continue;
      found[name] = schema;
      collect(schema);
    }
  };
  collect(part);
  return found;
};

/**
 * The document as text, whole or for one area (the first part of a path below `/api`); undefined where there is no such
 * area. Routes do not change after the start, so each document is generated once.
 */
const documents = (read: () => OpenApiDocument): ((area?: string) => string | undefined) => {
  const texts = new Map<string | undefined, string>();
  return (area) => {
    const known = texts.get(area);
    if (known !== undefined) return known;
    const document = read();
    const paths = Object.fromEntries(
      Object.entries(document.paths).filter(([url]) => area === undefined || areaOf(url) === area),
    );
    if (Object.keys(paths).length === 0) return undefined;
    const { components } = document;
    const schemas = area === undefined ? components.schemas : schemasOf(paths, components.schemas);
    const text = JSON.stringify({ ...document, paths, components: { ...components, schemas } });
    texts.set(area, text);
    return text;
  };
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
  const textOf = documents(() => app.swagger() as OpenApiDocument);
  app.get<{ Querystring: { area?: string } }>(
    '/api/openapi.json',
    {
      config: { access: 'signed-in', problems: { 404: 'No hay tal área' } },
      schema: {
        tags: ['sistema'],
        summary: 'Este documento',
        querystring: {
          type: 'object',
          properties: {
            area: {
              type: 'string',
              maxLength: 100,
              description:
                'Solo las llamadas cuya dirección comienza así, por ejemplo `clients`; sin ella, todas',
            },
          },
        },
      },
    },
    (request, reply) => {
      const text = textOf(request.query.area);
      if (text === undefined) throw notFound();
      return reply.type('application/json; charset=utf-8').send(text);
    },
  );
};
