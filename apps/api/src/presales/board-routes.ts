import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { accountOf } from '../crm/registrations/account.ts';
import { type Actor, actorOf } from '../platform/access.ts';
import { command } from '../platform/command.ts';
import { invalid } from '../platform/http/problem.ts';
import { parseRecord, readRecord } from '../resource/reading/read-record.ts';
import { creationHeaders, type IdParams, idParams, refusal } from '../resource/route.ts';
import { tableOf } from '../resource/table.ts';
import { isMoved, isOrBecomes, readBoard, readBoardClients, wasOf } from './board.ts';
import { applyRules, discardDraft, draftOf, dropMoves, planMoves, publishDraft } from './draft.ts';
import { proposeSeller } from './rules.ts';
import {
  type ClientFilter,
  type ClientSelection,
  filterProperties,
  selectionCondition,
  selectionProperties,
} from './selection.ts';
import type { BoardMoment } from './seller-figures.ts';

interface PageQuery {
  q?: string;
  cursor?: string;
  limit?: string;
}

interface BoardQuery extends ClientFilter {
  on?: string;
}

interface PublishBody {
  reason: string;
  expected: number;
  skip_conflicts?: boolean;
  effective_on?: string | null;
}

const pageQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    q: { type: 'string', maxLength: 200 },
    cursor: { type: 'string', maxLength: 1000 },
    limit: { type: 'string', pattern: '^(100|[1-9]\\d?)$', description: 'De 1 a 100; 30 sin ella' },
  },
} as const;

const boardProperties = {
  ...filterProperties,
  on: { type: 'string', format: 'date', description: 'Un día pasado, sin el borrador; sin él, hoy' },
} as const;

/** The past day that is asked for; null for today. @throws Problem 422 for a day to come */
const pastDay = (on: string | undefined): string | null => {
  const today = companyToday();
  if (on !== undefined && on > today) throw invalid({ on: ['Elija hoy o un día pasado.'] });
  return on === undefined || on === today ? null : on;
};

/** Fields of a new client that portfolio rules can use: its references and choices. */
const proposalFields = Object.entries(clients.fields).filter(
  ([, { kind }]) => kind.name === 'reference' || kind.name === 'choice' || kind.name === 'money',
);

const proposalQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      proposalFields.map(([name, { label, kind }]) => [
        name,
        {
          type: 'string',
          maxLength: 60,
          description: label,
          ...(kind.name === 'reference' && { format: 'uuid' }),
          ...(kind.name === 'money' && { pattern: '^\\d{1,14}(\\.\\d{1,2})?$' }),
        },
      ]),
    ),
    legal_name: { type: 'string', maxLength: 160 },
    trade_name: { type: 'string', maxLength: 160 },
    tax_id: { type: 'string', maxLength: 40 },
    registration_id: {
      type: 'string',
      format: 'uuid',
      description: 'El registro del que saldrá el cliente: lo que ya dice de él',
    },
  },
} as const;

/** The portfolio board: sellers and their clients, the draft, the rules, and publishing. */
export const boardRoutes = (app: FastifyInstance): void => {
  const { database } = app;
  const reading = { access: { permission: 'portfolio.view_all' } } as const;
  const updating = { access: { permission: 'portfolio.update' } } as const;
  /** @throws Problem 422 for a day to come */
  const momentOf = async (
    { on: day, category, locality }: BoardQuery,
    { userId }: Actor,
  ): Promise<BoardMoment> => {
    const on = pastDay(day);
    const filter = {
      ...(category !== undefined && { category }),
      ...(locality !== undefined && { locality }),
    };
    return { on, draft: on === null ? await draftOf(database, userId) : null, filter };
  };

  app.get<{ Querystring: BoardQuery }>(
    '/api/portfolio/board',
    {
      config: reading,
      schema: {
        summary: 'Vendedores con su cartera, antes y después del borrador de quien pregunta',
        querystring: { type: 'object', additionalProperties: false, properties: boardProperties },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      return { data: await readBoard(database, actor, await momentOf(request.query, actor)) };
    },
  );

  app.get<{ Params: IdParams; Querystring: PageQuery & BoardQuery }>(
    '/api/portfolio/sellers/:id/clients',
    {
      config: reading,
      schema: {
        summary: 'Clientes de un vendedor, con los que el borrador le da',
        params: idParams,
        querystring: { ...pageQuery, properties: { ...pageQuery.properties, ...boardProperties } },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { q = '', cursor = null } = request.query;
      const limit = Number(request.query.limit ?? 30);
      const moment = await momentOf(request.query, actor);
      const { draft, on } = moment;
      const only = on === null ? isOrBecomes(request.params.id, draft) : wasOf(request.params.id, on);
      const page = await readBoardClients(database, actor, { ...moment, only, q, cursor, limit });
      if (!page) throw invalid({ cursor: ['La página pedida ya no es válida; vuelva a la primera.'] });
      return page;
    },
  );

  app.get<{ Querystring: PageQuery }>(
    '/api/portfolio/draft/moves',
    { config: reading, schema: { summary: 'Movimientos del borrador propio', querystring: pageQuery } },
    async (request) => {
      const actor = actorOf(request);
      const { q = '', cursor = null } = request.query;
      const limit = Number(request.query.limit ?? 30);
      const draft = await draftOf(database, actor.userId);
      const page = await readBoardClients(database, actor, {
        draft,
        on: null,
        filter: {},
        only: isMoved(draft),
        q,
        cursor,
        limit,
      });
      if (!page) throw invalid({ cursor: ['La página pedida ya no es válida; vuelva a la primera.'] });
      return page;
    },
  );

  app.post<{ Body: ClientSelection & { to_user_id: string } }>(
    '/api/portfolio/draft/moves',
    {
      config: updating,
      schema: {
        summary: 'Poner movimientos en el borrador propio',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['to_user_id'],
          additionalProperties: false,
          properties: {
            ...selectionProperties,
            to_user_id: { type: 'string', format: 'uuid', description: 'Quién los recibiría' },
          },
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const only = selectionCondition(request.body, actor);
      return command(request, async (tx) => {
        await tx.query(sql`SET LOCAL statement_timeout = '30s'`);
        return {
          status: 200,
          body: { data: await planMoves(tx, actor, only, request.body.to_user_id) },
        };
      });
    },
  );

  app.post<{ Body: { ids: string[] } }>(
    '/api/portfolio/draft/moves/remove',
    {
      config: updating,
      schema: {
        summary: 'Quitar movimientos del borrador propio',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['ids'],
          additionalProperties: false,
          properties: { ids: selectionProperties.ids },
        },
      },
    },
    async (request) =>
      command(request, async (tx) => ({
        status: 200,
        body: { data: { removed: await dropMoves(tx, actorOf(request), request.body.ids) } },
      })),
  );

  app.post<{ Body: { rules?: string[]; from_user_id?: string } }>(
    '/api/portfolio/draft/rules',
    {
      config: updating,
      schema: {
        summary: 'Proponer en el borrador lo que dicen las reglas',
        headers: creationHeaders,
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            rules: { type: 'array', maxItems: 100, items: { type: 'string', format: 'uuid' } },
            from_user_id: {
              type: 'string',
              format: 'uuid',
              description: 'Solo los clientes de este vendedor',
            },
          },
        },
        response: { 409: refusal('No hay reglas que aplicar') },
      },
    },
    async (request) =>
      command(request, async (tx) => {
        await tx.query(sql`SET LOCAL statement_timeout = '30s'`);
        const { rules, from_user_id: from } = request.body;
        return { status: 200, body: { data: await applyRules(tx, actorOf(request), { rules, from }) } };
      }),
  );

  app.delete(
    '/api/portfolio/draft',
    { config: updating, schema: { summary: 'Descartar el borrador propio' } },
    async (request) =>
      command(request, async (tx) => ({
        status: 200,
        body: { data: { removed: await discardDraft(tx, actorOf(request)) } },
      })),
  );

  app.post<{ Body: PublishBody }>(
    '/api/portfolio/draft/publish',
    {
      config: { access: { permission: 'portfolio.publish' } },
      schema: {
        summary: 'Publicar el borrador propio',
        description:
          'Una sola transacción: una transferencia por cada par de personas. Lo que cambió desde que se movió no se pisa: 409 `draft_conflicts` lo nombra, y con `skip_conflicts` se publica lo demás.',
        headers: creationHeaders,
        body: {
          type: 'object',
          required: ['reason', 'expected'],
          additionalProperties: false,
          properties: {
            reason: { type: 'string', minLength: 5, maxLength: 1000 },
            expected: { type: 'integer', minimum: 0, description: 'Movimientos que la persona vio' },
            skip_conflicts: { type: 'boolean' },
            effective_on: { type: ['string', 'null'], format: 'date', description: 'Sin fecha, hoy' },
          },
        },
        response: { 409: refusal('El borrador está vacío, cambió, o choca con cambios de otros') },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { expected, skip_conflicts: skip = false, effective_on: given } = request.body;
      const reason = request.body.reason.trim();
      if (reason.length < 5) throw invalid({ reason: ['Escriba al menos 5 caracteres.'] });
      return command(
        request,
        async (tx) => {
          await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
          const day = await tx.one<{ later: boolean; past: boolean }>(sql`
            SELECT ${given ?? null}::date > business_date() AS later, ${given ?? null}::date < business_date() AS past`);
          if (day?.past) throw invalid({ effective_on: ['Elija hoy o un día que venga.'] });
          const published = await publishDraft(tx, actor, {
            reason,
            expected,
            skip,
            day: day?.later && given ? given : null,
          });
          return { status: 200, body: { data: published } };
        },
        { reason },
      );
    },
  );

  app.get<{ Querystring: Record<string, string> }>(
    '/api/portfolio/proposed-seller',
    {
      config: {
        access: { anyPermission: ['clients.create', 'client_registrations.approve'] },
        problems: { 404: 'El registro no existe o no está a su alcance' },
      },
      schema: {
        summary: 'El vendedor que las reglas de cartera proponen para un cliente nuevo',
        querystring: proposalQuery,
      },
    },
    async (request) => {
      const { registration_id: registration, ...given } = request.query;
      if (registration === undefined) return { data: await proposeSeller(database, given) };
      const record = parseRecord(
        await readRecord(database, tableOf(clientRegistrations), registration, actorOf(request)),
      );
      return { data: await proposeSeller(database, { ...(await accountOf(database, record)), ...given }) };
    },
  );
};
