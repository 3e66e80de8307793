import type { FastifyInstance } from 'fastify';
import { type Access, actorOf } from '../platform/access.ts';
import type { Invariant } from '../platform/invariants/invariant.ts';
import { readProofs, readResults } from './read-proofs.ts';

const nullable = (type: string) => ({ type: [type, 'null'] });

const row = {
  type: 'object',
  properties: {
    resource: nullable('string'),
    id: nullable('string'),
    label: { type: 'string' },
    wrong: { type: 'string' },
  },
};

const proved = {
  type: 'object',
  properties: {
    name: nullable('string'),
    number: { type: 'string' },
    title: { type: 'string' },
    meaning: { type: 'string' },
    enforced_by: nullable('string'),
    state: { type: ['string', 'null'], enum: ['passed', 'failed', 'error', null] },
    at: nullable('string'),
    since: nullable('string'),
    count: { type: 'integer' },
    rows: { type: 'array', items: row },
    problem: nullable('string'),
    took_ms: nullable('integer'),
    task_id: nullable('string'),
  },
};

const list = { type: 'array', items: proved };

/** `GET /api/proofs`, `GET /api/proof-runs/{id}/results`: what always holds, and what proofs found of it. */
export const proofRoutes = (app: FastifyInstance, invariants: readonly Invariant[]): void => {
  const { database, engine } = app;
  const access: Access = { permission: 'proofs.view' };

  app.get(
    '/api/proofs',
    {
      config: { access },
      schema: {
        summary: 'Garantías y su última prueba',
        response: {
          200: {
            type: 'object',
            properties: {
              data: {
                type: 'object',
                properties: {
                  invariants: list,
                  running_id: nullable('string'),
                  proved_at: nullable('string'),
                },
              },
            },
          },
        },
      },
    },
    async (request) => ({
      data: await readProofs(invariants, { database, engine, actor: actorOf(request) }),
    }),
  );

  app.get<{ Params: { id: string } }>(
    '/api/proof-runs/:id/results',
    {
      config: { access },
      schema: {
        summary: 'Qué encontró una prueba',
        params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
        response: { 200: { type: 'object', properties: { data: list } } },
      },
    },
    async (request) => ({
      data: await readResults(invariants, { database, engine, actor: actorOf(request) }, request.params.id),
    }),
  );
};
