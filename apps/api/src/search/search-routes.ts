import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { type FieldErrors, invalid } from '../platform/http/problem.ts';
import { longestSearch, mostHits, searchEverything, usualHits } from './search.ts';

const text = { type: 'string' } as const;

/** `GET /api/search`: searches all records that the caller may see, of any resource. */
export const searchArea: Area = (app) => {
  app.get<{ Querystring: Record<string, string | string[] | undefined> }>(
    '/api/search',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: {
        summary: 'Busca en todo lo que puede ver',
        description:
          'Sin distinguir mayúsculas ni acentos. Primero los títulos que comienzan con el texto, luego los que tienen una palabra que comienza así, luego los demás. Si no hay ninguno, los de la búsqueda más parecida que encuentre alguno.',
        querystring: {
          type: 'object',
          properties: {
            q: { type: 'string', maxLength: longestSearch },
            limit: {
              type: 'string',
              pattern: '^([1-9]|[1-4]\\d|50)$',
              description: `${usualHits} si no se indica`,
            },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'array',
                maxItems: mostHits,
                items: {
                  type: 'object',
                  required: ['resource', 'id', 'title', 'subtitle', 'path'],
                  properties: {
                    resource: text,
                    id: { type: 'string', format: 'uuid' },
                    title: text,
                    subtitle: { type: ['string', 'null'] },
                    path: { type: 'string', description: 'De su pantalla' },
                  },
                },
              },
              did_you_mean: {
                ...text,
                description: 'Lo que se buscó en su lugar, porque de lo escrito no hay nada',
              },
            },
          },
        },
      },
    },
    async (request) => {
      const { q = '', limit = String(usualHits), ...rest } = request.query;
      const errors: FieldErrors = {};
      for (const name of Object.keys(rest)) errors[name] = ['Este parámetro no existe.'];
      if (typeof q !== 'string' || q.length > longestSearch)
        errors.q = [`Busque un texto de ${longestSearch} caracteres como máximo.`];
      const most = Number(limit);
      if (!Number.isInteger(most) || most < 1 || most > mostHits)
        errors.limit = [`Pida entre 1 y ${mostHits} resultados.`];
      if (Object.keys(errors).length > 0) throw invalid(errors);
      return searchEverything(app.database, app.engine.resources, String(q), most, actorOf(request));
    },
  );
};
