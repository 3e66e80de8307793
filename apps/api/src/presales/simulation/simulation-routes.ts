import {
  mostChanges,
  mostLost,
  mostRecipients,
  type Simulation,
  type SimulationResult,
} from '@pauta/domain/presales/simulation/simulation.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { type Answer, command, etagOf, expectedVersion } from '../../platform/command.ts';
import {
  changeHeaders,
  creationHeaders,
  type IdParams,
  idParams,
  refusal,
  versionRefusals,
} from '../../resource/route.ts';
import { readSimulation } from './read-simulation.ts';
import {
  createSimulation,
  discardSimulation,
  publishSimulation,
  readSimulations,
  readStored,
  type SimulationBody,
  updateSimulation,
} from './simulations.ts';

const id = { type: 'string', format: 'uuid' } as const;
const day = { type: 'string', format: 'date' } as const;
const ids = (most: number) =>
  ({ type: 'array', minItems: 1, maxItems: most, uniqueItems: true, items: id }) as const;

const change = {
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'price_list_id', 'new_list_id', 'adjust_pct', 'from', 'to'],
      properties: {
        kind: { type: 'string', enum: ['rate_card'] },
        price_list_id: id,
        new_list_id: {
          type: ['string', 'null'],
          format: 'uuid',
          description: 'La lista con los precios nuevos',
        },
        adjust_pct: { type: 'string', pattern: '^-?\\d{1,4}(\\.\\d{1,4})?$', description: 'Sin lista nueva' },
        from: day,
        to: day,
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'client_ids', 'from'],
      properties: { kind: { type: 'string', enum: ['lost_client'] }, client_ids: ids(mostLost), from: day },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'seller_id', 'recipient_ids', 'from'],
      properties: {
        kind: { type: 'string', enum: ['moved_seller'] },
        seller_id: id,
        recipient_ids: ids(mostRecipients),
        from: day,
      },
    },
  ],
} as const;

const body = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'company_id', 'year', 'changes'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120 },
    company_id: id,
    year: { type: 'integer', minimum: 2000, maximum: 2100 },
    changes: { type: 'array', maxItems: mostChanges, items: change },
  },
} as const;

const one = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object', additionalProperties: true } },
} as const;
const many = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
} as const;

const answer = (simulation: Simulation, status = 200): Answer => ({
  status,
  body: { data: simulation },
  headers: { etag: etagOf(simulation.row_version) },
});

/**
 * Scenarios of the portfolio, each seen only by who made it.
 *
 * | Call | What it does |
 * |---|---|
 * | `GET /api/portfolio/simulations` | those of the caller |
 * | `POST /api/portfolio/simulations` | makes one |
 * | `GET /api/portfolio/simulations/{id}/result` | what it changes, within what the caller may see |
 * | `PUT /api/portfolio/simulations/{id}` | replaces its name, scope and changes |
 * | `DELETE /api/portfolio/simulations/{id}` | discards it |
 * | `POST /api/portfolio/simulations/{id}/publish` | makes the drafts of its changes |
 */
export const simulationRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  database.explainConstraints({
    portfolio_simulations_name_key: { field: 'name', message: 'Ya tiene una simulación con ese nombre.' },
  });
  const reading = { access: { permission: 'portfolio.view_all' } } as const;
  const updating = { access: { permission: 'portfolio.update' } } as const;
  const changing = {
    params: idParams,
    headers: { type: 'object', properties: changeHeaders.properties },
  } as const;

  app.get(
    '/api/portfolio/simulations',
    { config: reading, schema: { summary: 'Simulaciones propias de la cartera', response: { 200: many } } },
    async (request) => ({ data: await readSimulations(database, actorOf(request)) }),
  );

  app.post<{ Body: SimulationBody }>(
    '/api/portfolio/simulations',
    {
      config: updating,
      schema: { summary: 'Hacer una simulación', headers: creationHeaders, body, response: { 201: one } },
    },
    (request) =>
      command(request, async (tx) => answer(await createSimulation(tx, actorOf(request), request.body), 201)),
  );

  app.get<{ Params: IdParams }>(
    '/api/portfolio/simulations/:id/result',
    {
      config: reading,
      schema: {
        summary: 'Las cifras de una simulación, antes y después',
        description: 'Solo lo que quien pregunta puede ver. No cambia nada.',
        params: idParams,
        response: { 200: one },
      },
    },
    async (request): Promise<{ data: SimulationResult }> => {
      const actor = actorOf(request);
      const { company, year, changes } = await readStored(database, actor, request.params.id);
      const { unplanned: _, ...result } = await readSimulation(database, actor, {
        company: company.id,
        year,
        changes,
      });
      return { data: result };
    },
  );

  app.put<{ Params: IdParams; Body: SimulationBody }>(
    '/api/portfolio/simulations/:id',
    {
      config: updating,
      schema: {
        summary: 'Cambiar una simulación',
        ...changing,
        body,
        response: { 200: one, 409: refusal('La simulación ya se publicó'), ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      const { id: simulation } = request.params;
      return command(request, async (tx) =>
        answer(await updateSimulation(tx, actorOf(request), { id: simulation, version, body: request.body })),
      );
    },
  );

  app.delete<{ Params: IdParams }>(
    '/api/portfolio/simulations/:id',
    {
      config: updating,
      schema: {
        summary: 'Descartar una simulación',
        ...changing,
        response: { 204: { type: 'null', description: 'Descartada' }, ...versionRefusals },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      return command(
        request,
        async (tx) => {
          await discardSimulation(tx, actorOf(request), { id: request.params.id, version });
          return { status: 204 };
        },
        { action: 'delete' },
      );
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/portfolio/simulations/:id/publish',
    {
      config: updating,
      schema: {
        summary: 'Publicar los cambios de una simulación como borradores',
        description:
          'Listas de precios, una versión del presupuesto de ventas y movimientos de la cartera, todo en borrador: cada uno vale cuando se aprueba en su página. Una sola vez; 403 sin el permiso de hacer alguno.',
        ...changing,
        response: {
          200: one,
          409: refusal('La simulación no tiene cambios o ya se publicó'),
          ...versionRefusals,
        },
      },
    },
    (request) => {
      const version = expectedVersion(request);
      return command(request, async (tx) => {
        await tx.query(sql`SET LOCAL statement_timeout = '30s'`);
        return answer(await publishSimulation(tx, actorOf(request), { id: request.params.id, version }));
      });
    },
  );
};
