import type { FastifyInstance } from 'fastify';
import sql, { raw } from 'sql-template-tag';
import { lockUsers } from '../crm/transfers/run.ts';
import { actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import { invalid, notFound } from '../platform/http/problem.ts';
import { creationHeaders, type IdParams, idParams, refusal } from '../resource/route.ts';
import { endCover, giveCover, readCovers } from './covers.ts';
import { type ClientSelection, selectionCondition, selectionProperties } from './selection.ts';

interface CoverBody extends ClientSelection {
  user_id: string;
  starts_on: string;
  ends_on: string;
  split_pct?: string | null;
  reason: string;
}

interface FreezeBody {
  ids: string[];
  reason: string;
}

const reasonOf = (text: string): string => {
  const reason = text.trim();
  if (reason.length < 5) throw invalid({ reason: ['Escriba al menos 5 caracteres.'] });
  return reason;
};

const reasonSchema = { type: 'string', minLength: 5, maxLength: 500 } as const;
const idsSchema = { ...selectionProperties.ids, maxItems: 500 } as const;

/** Temporary covers and frozen accounts. */
export const coverRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const reading = { access: { permission: 'portfolio.view_all' } } as const;
  const publishing = { access: { permission: 'portfolio.publish' } } as const;
  const updating = { access: { permission: 'portfolio.update' } } as const;

  app.get(
    '/api/portfolio/covers',
    { config: reading, schema: { summary: 'Coberturas de hoy y las que vienen' } },
    async () => ({ data: await readCovers(database, raw('true')) }),
  );

  app.post<{ Body: CoverBody }>(
    '/api/portfolio/covers',
    {
      config: publishing,
      schema: {
        summary: 'Dar clientes en cobertura por unos días',
        description:
          'Quien cubre ve estos clientes desde el primer día hasta el último, ambos incluidos. Con `split_pct` esa parte de cada cliente es suya en esos días.',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['user_id', 'starts_on', 'ends_on', 'reason'],
          additionalProperties: false,
          properties: {
            ...selectionProperties,
            user_id: { type: 'string', format: 'uuid', description: 'Quién cubre' },
            starts_on: { type: 'string', format: 'date' },
            ends_on: { type: 'string', format: 'date' },
            split_pct: { type: ['string', 'null'], pattern: '^(100(\\.0{1,4})?|\\d{1,2}(\\.\\d{1,4})?)$' },
            reason: reasonSchema,
          },
        },
        response: { 409: refusal('Ya hay una cobertura en esas fechas, o no hay nada que cubrir') },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { user_id: user, starts_on, ends_on, split_pct } = request.body;
      const reason = reasonOf(request.body.reason);
      const only = selectionCondition(request.body, actor);
      return command(
        request,
        async (tx) => {
          await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
          const days = await tx.one<{ past: boolean; length: number }>(sql`
            SELECT ${starts_on}::date < business_date() AS past, ${ends_on}::date - ${starts_on}::date AS length`);
          if (days?.past) throw invalid({ starts_on: ['Elija hoy o un día que venga.'] });
          if ((days?.length ?? 0) < 0)
            throw invalid({ ends_on: ['Debe ser el mismo día que «Desde» o después.'] });
          if ((days?.length ?? 0) > 365)
            throw invalid({ ends_on: ['Una cobertura dura como máximo un año.'] });
          await lockUsers(tx, request.body.from_user_id ?? actor.userId, user, 'user_id').catch(
            (error: unknown) => {
              // Without `from_user_id` the caller is the user being covered.
              if (request.body.from_user_id === undefined && actor.userId === user) return;
              throw error;
            },
          );
          const cover = { user, starts_on, ends_on, split_pct: split_pct || '0', reason };
          const count = await giveCover(tx, only, cover);
          return { status: 201, body: { data: { clients: count } } };
        },
        { reason, action: 'cover' },
      );
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/portfolio/covers/:id/end',
    {
      config: publishing,
      schema: { summary: 'Terminar una cobertura', params: idParams, headers: creationHeaders },
    },
    async (request) =>
      command(
        request,
        async (tx) => ({
          status: 200,
          body: { data: { clients: await endCover(tx, request.params.id) } },
        }),
        { action: 'cover_end' },
      ),
  );

  app.post<{ Body: FreezeBody }>(
    '/api/portfolio/freezes',
    {
      config: { ...updating, problems: { 404: 'Alguna cuenta no existe o no está a su alcance' } },
      schema: {
        summary: 'Congelar cuentas',
        description: 'Ni reglas, ni borradores, ni transferencias las mueven hasta que se descongelen.',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['ids', 'reason'],
          additionalProperties: false,
          properties: { ids: idsSchema, reason: reasonSchema },
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const reason = reasonOf(request.body.reason);
      const only = selectionCondition({ ids: request.body.ids }, actor);
      return command(
        request,
        async (tx) => {
          const held = await tx.query<{ id: string }>(
            sql`SELECT t.id FROM clients t WHERE ${only} AND t.archived_at IS NULL ORDER BY t.id FOR NO KEY UPDATE`,
          );
          if (held.length === 0) throw notFound();
          const frozen = await tx.query(sql`
            INSERT INTO portfolio_freezes (client_id, reason)
            SELECT id, ${reason} FROM unnest(${held.map(({ id }) => id)}::uuid[]) AS id
            ON CONFLICT (client_id) WHERE ended_at IS NULL DO NOTHING RETURNING 1 AS one`);
          return { status: 200, body: { data: { clients: frozen.length } } };
        },
        { reason, action: 'freeze' },
      );
    },
  );

  app.post<{ Body: { ids: string[] } }>(
    '/api/portfolio/freezes/end',
    {
      config: updating,
      schema: {
        summary: 'Descongelar cuentas',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['ids'],
          additionalProperties: false,
          properties: { ids: idsSchema },
        },
      },
    },
    async (request) => {
      const only = selectionCondition({ ids: request.body.ids }, actorOf(request));
      return command(
        request,
        async (tx) => {
          const ended = await tx.query(sql`
            UPDATE portfolio_freezes z SET ended_at = now() FROM clients t
            WHERE t.id = z.client_id AND z.ended_at IS NULL AND ${only} RETURNING 1 AS one`);
          return { status: 200, body: { data: { clients: ended.length } } };
        },
        { action: 'unfreeze' },
      );
    },
  );
};
