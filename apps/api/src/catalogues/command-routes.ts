import type { Catalogue } from '@pauta/domain/catalogues/catalogue.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/access.ts';
import { command, etagOf, expectedVersion } from '../platform/command.ts';
import { invalid } from '../platform/http/problem.ts';
import { parseRecord } from '../resource/reading/read-record.ts';
import {
  accessTo,
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  routeOptions,
  versionRefusals,
} from '../resource/route.ts';
import { singular, tableOf } from '../resource/table.ts';
import { mergeValues } from './merge.ts';
import { type Move, moveValues } from './reorder.ts';

const uuid = { type: 'string', format: 'uuid' };
/** Maximum number of values in one reordering. */
const mostMoved = 1000;

const bodyOf = (body: unknown, known: readonly string[]): Readonly<Record<string, unknown>> => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid({ _: ['Envíe los datos como un objeto JSON.'] });
  }
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw invalid(Object.fromEntries(unknown.map((name) => [name, ['Este dato no existe.']])));
  }
  return body as Readonly<Record<string, unknown>>;
};

const readMove = (given: unknown): Move => {
  const body = bodyOf(given, ['ids', 'id', 'after']);
  if ('ids' in body) {
    const { ids } = body;
    const wrong =
      'id' in body || 'after' in body || !Array.isArray(ids) || ids.length < 2 || ids.length > mostMoved;
    if (wrong || !ids.every(isId) || new Set(ids).size < ids.length) {
      throw invalid({ ids: [`Envíe de 2 a ${mostMoved} valores distintos en su nuevo orden.`] });
    }
    return { ids };
  }
  const { id, after } = body;
  if (!isId(id)) throw invalid({ id: ['Indique el valor que se mueve.'] });
  if (after !== null && (!isId(after) || after === id)) {
    throw invalid({ after: ['Indique detrás de cuál valor va, o null para que sea el primero.'] });
  }
  return { id, after };
};

/**
 * `POST /api/<catalogue>/{id}/merge` with `{ into }`: replaces the value by another wherever it is used.
 * `POST /api/<catalogue>/reorder` with `{ ids }` or `{ id, after }`: changes the order of the catalogue.
 */
export const catalogueCommands = (app: FastifyInstance, catalogue: Catalogue): void => {
  const table = tableOf(catalogue);
  const path = `/api/${catalogue.path}`;
  const called = catalogue.label.many.toLocaleLowerCase('es');
  const access = accessTo([catalogue.permissions.updateAll]);

  app.post(
    `${path}/reorder`,
    routeOptions(access, {
      summary: `Ordena ${called}`,
      headers: creationHeaders,
      body: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ids: { type: 'array', items: uuid, minItems: 2, maxItems: mostMoved },
          id: uuid,
          after: { type: ['string', 'null'], format: 'uuid' },
        },
      },
      response: {
        200: {
          type: 'object',
          required: ['data'],
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                required: ['id', 'sort_order', 'row_version'],
                properties: { id: uuid, sort_order: { type: 'integer' }, row_version: { type: 'integer' } },
              },
            },
          },
        },
      },
    }),
    (request) => {
      const move = readMove(request.body);
      const named = 'ids' in move ? move.ids.length : move.after === null ? 1 : 2;
      const actor = actorOf(request);
      return command(
        request,
        async (tx) => {
          const { found, placed } = await moveValues(tx, table, move, actor);
          if (found < named) {
            const field = 'ids' in move ? 'ids' : 'id';
            throw invalid({
              [field]: ['Uno de los valores ya no existe o está archivado. Recargue la lista.'],
            });
          }
          return { status: 200, body: { data: placed } };
        },
        { action: 'reorder' },
      );
    },
  );

  if (!catalogue.operations.includes('archive')) return;
  app.post(
    `${path}/:id/merge`,
    routeOptions(access, {
      summary: `Fusiona un valor de ${called} con otro`,
      params: idParams,
      headers: changeHeaders,
      body: { type: 'object', additionalProperties: false, required: ['into'], properties: { into: uuid } },
      response: {
        200: {
          type: 'object',
          required: ['data', 'merged'],
          properties: {
            data: { $ref: `${singular(catalogue.name)}#` },
            merged: {
              type: 'object',
              required: ['id', 'code', 'name', 'repointed', 'paths'],
              properties: {
                id: uuid,
                code: { type: 'string' },
                name: { type: 'string' },
                paths: { type: 'array', items: { type: 'string' }, description: 'Recursos que cambiaron' },
                repointed: { type: 'integer', minimum: 0, description: 'Referencias que cambiaron' },
              },
            },
          },
        },
        ...versionRefusals,
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      const version = expectedVersion(request);
      const { into } = bodyOf(request.body, ['into']);
      if (!isId(into)) throw invalid({ into: ['Elija el valor que queda.'] });
      const { id } = request.params as IdParams;
      const uses = await app.engine.usesOf(catalogue.name);
      return command(
        request,
        async (tx) => {
          const { record, from, repointed, paths } = await mergeValues(tx, catalogue, uses, {
            id,
            version,
            into,
            actor,
          });
          return {
            status: 200,
            body: { data: parseRecord(record), merged: { ...from, repointed, paths } },
            headers: { etag: etagOf(record.row_version) },
          };
        },
        { action: 'merge' },
      );
    },
  );
};
