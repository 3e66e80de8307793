import { availsSheets } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import { availabilityList } from '@pauta/domain/inventory/capacity/availability-list.ts';
import { bucketSizes } from '@pauta/domain/inventory/capacity/buckets.ts';
import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import type { QueryParameters } from '@pauta/domain/resource/query/query.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { type Actor, actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { attachment } from '../../platform/http/headers.ts';
import { forbidden, invalid } from '../../platform/http/problem.ts';
import { contextOf } from '../../resource/commands/context.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import {
  accessTo,
  creationHeaders,
  type IdParams,
  idParams,
  routeOptions,
  sendJson,
} from '../../resource/route.ts';
import { listParameters } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { findAlternatives } from './alternatives.ts';
import { askedOf } from './asked.ts';
import { readAvailability } from './availability.ts';
import { readConditions } from './conditions.ts';
import { availabilityFile } from './file.ts';
import { holdTogether } from './hold-together.ts';
import { readHolders } from './holders.ts';
import { readOccupancy } from './occupancy.ts';
import { type Period, periodOf, periodParameters, periodQuery } from './period.ts';
import { type Wanted, wantedProperties } from './wanted.ts';

const integer = { type: 'integer' } as const;

/** The schema of a table whose columns are arrays. */
const columns = (description: string, properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  description,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, items]) => [name, { type: 'array', items }]),
  ),
});

/** Reading what is free, and who has the rest. */
export const availabilityRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const access = { permission: 'availability.view' } as const;
  const list = listParameters(availabilityList) as { readonly properties: object };
  const parameters = {
    ...list,
    required: ['from', 'to'],
    properties: {
      ...list.properties,
      ...periodParameters,
      by: {
        type: 'string',
        enum: Object.keys(bucketSizes),
        description: 'Días, semanas desde el lunes, o meses; días si falta',
      },
    },
  };

  app.get(
    '/api/availability',
    routeOptions(access, {
      summary: 'Disponibilidad de los espacios por día, semana o mes',
      description:
        'Los espacios activos que cumplen los filtros de su lista, hasta 5,000, con lo que cada día, semana o mes tiene ' +
        'reservado y vendido. Lo que falta en `taken` está libre hasta la capacidad que dice su ' +
        'regla; y lo libre de un espacio no es más que lo libre de los que lo contienen.',
      querystring: {
        ...parameters,
        properties: {
          ...parameters.properties,
          changed: {
            type: 'string',
            maxLength: 6000,
            description: 'Solo los espacios que estos registros cambian: `holds:<id>,contracts:<id>`',
          },
        },
      },
      response: {
        200: {
          type: 'object',
          properties: {
            rules: {
              type: 'array',
              description: 'Capacidad por día, su unidad y días de venta; muchos espacios tienen los mismos',
              items: { type: 'object', additionalProperties: true },
            },
            stations: {
              type: 'array',
              description: '`[plataforma, compañía, emisora o circuito]`',
              items: { type: 'array', items: { type: 'string' } },
            },
            levels: columns(
              'Los espacios, en su orden, y después los que contienen a algunos y no están entre ellos; `parent` es un lugar ' +
                'en `levels`, y `rule` en `rules`',
              {
                id: { type: 'string', format: 'uuid' },
                parent: { type: ['integer', 'null'] },
                rule: integer,
              },
            ),
            rows: columns('Los nombres de los espacios; `station` es un lugar en `stations`', {
              code: { type: 'string' },
              name: { type: 'string' },
              station: integer,
            }),
            taken: columns(
              'Lo que está tomado de un espacio, un lugar en `levels`, por lugar del día, la semana o el mes en el periodo. ' +
                'De un día, la capacidad con lo aprobado sobre ella, lo reservado y lo vendido; de un periodo más largo, lo ' +
                'aprobado sobre la capacidad, lo reservado, lo vendido, lo menos libre y los días completos',
              {
                ...{
                  space: integer,
                  at: integer,
                  capacity: integer,
                  extra: integer,
                  held: integer,
                  booked: integer,
                },
                ...{ free: { type: ['integer', 'null'] }, full: integer },
              },
            ),
            marks: columns(
              'Reservas en cola, presupuestos que lo ofrecen y días con sobrecapacidad aprobada de un espacio en un periodo',
              { space: integer, at: integer, queued: integer, offers: integer, overridden: integer },
            ),
            exclusive: columns(
              'Espacios en los que una industria está en exclusiva, del primer al último día, semana o mes',
              { space: integer, first: integer, last: integer },
            ),
            is_cut: { type: 'boolean', description: 'Hay más espacios: use un filtro más estrecho' },
          },
        },
      },
    }),
    async (request, reply) => {
      const asked = askedOf(request.query as QueryParameters);
      return sendJson(reply, await readAvailability(database, asked, actorOf(request)));
    },
  );

  app.get(
    '/api/availability/file',
    {
      // It has no names: whoever may share what is free with anybody may also have it as a file.
      config: { access: accessTo([inventoryItems.permissions.export, availsSheets.permissions.create]) },
      schema: {
        summary: 'Exportar la disponibilidad',
        description:
          'CSV o XLSX con lo que muestra la matriz: de cada espacio lo libre, reservado, vendido y en cola.',
        querystring: {
          ...parameters,
          properties: { ...parameters.properties, format: { type: 'string', enum: ['csv', 'xlsx'] } },
        },
        response: { 200: { description: 'El archivo' } },
      },
      attachValidation: true,
    },
    async (request, reply) => {
      const actor = actorOf(request);
      if (!actor.permissions.has(access.permission)) throw forbidden(access.permission);
      const { format = 'xlsx', ...rest } = request.query as QueryParameters;
      if (format !== 'csv' && format !== 'xlsx') throw invalid({ format: ['Use csv o xlsx.'] });
      const asked = askedOf(rest);
      const { name, type, body } = await availabilityFile(request, asked, format);
      return reply
        .headers({ 'content-type': type, 'content-disposition': attachment(name) })
        .serializer((payload: unknown) => payload as string)
        .send(body);
    },
  );

  /** A route of one space, which its reader has to see, for the days of a period. */
  const ofSpace = (
    part: string,
    data: 'array' | 'object',
    texts: { readonly summary: string; readonly description?: string },
    read: (actor: Actor, itemId: string, period: Period) => Promise<unknown>,
  ): void => {
    app.get<{ Params: IdParams; Querystring: { from?: string; to?: string } }>(
      `/api/availability/:id/${part}`,
      routeOptions(access, {
        ...texts,
        params: idParams,
        querystring: periodQuery,
        response: {
          200: {
            type: 'object',
            properties: {
              data:
                data === 'array'
                  ? { type: 'array', items: { type: 'object', additionalProperties: true } }
                  : { type: 'object', additionalProperties: true },
            },
          },
        },
      }),
      async (request) => {
        const period = periodOf(request.query);
        const actor = actorOf(request);
        const { id } = await readRecord(database, tableOf(inventoryItems), request.params.id, actor);
        return { data: await read(actor, id, period) };
      },
    );
  };
  ofSpace(
    'holders',
    'array',
    {
      summary: 'Quién tiene un espacio en unos días',
      description:
        'Reservas y ventas del espacio y de los que contiene, reservas en cola y presupuestos que lo ofrecen. Lo que no ' +
        'puede ver va sin nombres.',
    },
    (actor, id, period) => readHolders(database, actor, id, period),
  );
  ofSpace('days', 'array', { summary: 'Ocupación de un espacio, día por día' }, (_, id, period) =>
    readOccupancy(database, id, period),
  );
  ofSpace(
    'conditions',
    'object',
    {
      summary: 'Con qué condiciones se vende un espacio en unos días',
      description:
        'Las industrias en exclusiva, y cuánto se vendió de los mismos días de la semana en las últimas semanas.',
    },
    (actor, id, period) => readConditions(database, actor, id, period),
  );

  app.post<{ Body: Wanted }>(
    '/api/availability/alternatives',
    {
      config: { access },
      schema: {
        summary: 'Qué cabe en lugar de una reserva que no cabe',
        description:
          'Hasta tres alternativas que ahora caben: los mismos espacios en otros días y, de un solo espacio, uno vecino en ' +
          'los mismos días o la cara más cercana hasta 2 km. `in_the_way`: quién tiene lo pedido, hasta donde se puede ver.',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['inventory_item_ids', 'flight', 'units_per_day'],
          properties: wantedProperties,
        },
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  alternatives: { type: 'array', items: { type: 'object', additionalProperties: true } },
                  in_the_way: { type: ['string', 'null'] },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      periodOf(request.body.flight);
      return { data: await findAlternatives(database, actorOf(request), request.body) };
    },
  );

  app.post<{ Body: Wanted & Values }>(
    '/api/availability/holds',
    {
      config: { access: accessTo([holds.permissions.create]) },
      schema: {
        summary: 'Reservar varios espacios a la vez',
        description: 'Una reserva de cada espacio, con los mismos datos: todas o ninguna.',
        headers: creationHeaders,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['inventory_item_ids', 'flight', 'units_per_day', 'client_id', 'owner_id'],
          properties: {
            ...wantedProperties,
            client_id: { type: 'string', format: 'uuid' },
            agency_id: { type: ['string', 'null'], format: 'uuid' },
            owner_id: { type: 'string', format: 'uuid' },
            waits: { type: ['boolean', 'null'] },
            notes: { type: ['string', 'null'], maxLength: 1000 },
          },
        },
        response: {
          201: {
            type: 'object',
            properties: {
              data: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    id: { type: 'string', format: 'uuid' },
                    number: { type: 'string' },
                    status: { type: 'string' },
                  },
                },
              },
            },
          },
        },
      },
    },
    (request) => {
      periodOf(request.body.flight);
      return command(request, async (tx) => ({
        status: 201,
        body: { data: await holdTogether(contextOf(request, tx), request.body) },
      }));
    },
  );
};
