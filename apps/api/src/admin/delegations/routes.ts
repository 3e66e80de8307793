import { permissions as known } from '@pauta/domain/admin/roles/permissions.ts';
import { delegationDays, delegationFields } from '@pauta/domain/admin/users/delegation.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql, { type Sql } from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/problem.ts';
import { accessTo, creationHeaders, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { readBody } from '../../resource/writing/read-body.ts';
import { requireWithinOwn } from '../within-own.ts';

/** A delegation: one user stands in for another. */
export interface DelegationDocument {
  id: string;
  from_user: { id: string; full_name: string };
  to_user: { id: string; full_name: string };
  starts_on: string;
  ends_on: string;
  /** Null: all permissions of the user. */
  permissions: readonly string[] | null;
  reason: string | null;
  state: 'planned' | 'current' | 'over';
}

const person = {
  type: 'object',
  properties: { id: { type: 'string', format: 'uuid' }, full_name: { type: 'string' } },
} as const;

const delegationSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    from_user: person,
    to_user: person,
    starts_on: { type: 'string', format: 'date' },
    ends_on: { type: 'string', format: 'date' },
    permissions: {
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Null: todo lo que la persona puede hacer',
    },
    reason: { type: ['string', 'null'] },
    state: { type: 'string', enum: ['planned', 'current', 'over'] },
  },
} as const;

const listSchema = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: delegationSchema } },
} as const;

const read = (database: Queryable, condition: Sql): Promise<DelegationDocument[]> =>
  database.query<DelegationDocument>(sql`
    SELECT d.id, d.starts_on::text, d.ends_on::text, d.permissions, d.reason,
      jsonb_build_object('id', f.id, 'full_name', f.full_name) AS from_user,
      jsonb_build_object('id', t.id, 'full_name', t.full_name) AS to_user,
      CASE WHEN d.ended_at IS NOT NULL OR d.ends_on < business_date() THEN 'over'
        WHEN d.starts_on > business_date() THEN 'planned' ELSE 'current' END AS state
    FROM delegations d JOIN users f ON f.id = d.from_user_id JOIN users t ON t.id = d.to_user_id
    WHERE ${condition} ORDER BY d.starts_on DESC, d.id LIMIT 100`);

const names = new Set(known.map(({ name }) => name));

const permissionsSchema = {
  type: ['array', 'null'],
  minItems: 1,
  maxItems: 200,
  uniqueItems: true,
  items: { type: 'string', maxLength: 100 },
  description: 'Lo que se delega; null, todo lo que la persona puede hacer',
} as const;

const body = (() => {
  const schema = bodySchema(delegationFields) as { properties: Record<string, object> };
  return { ...schema, properties: { ...schema.properties, permissions: permissionsSchema } };
})();

/** The user's own delegations, given and received; those of others with `users.update_all`. */
export const delegationRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  /** The permissions to delegate; null is all of the user's own. */
  const scopeOf = async (tx: Queryable, fromId: string, input: unknown): Promise<string[] | null> => {
    if (input === undefined || input === null) return null;
    const wanted = Array.isArray(input) ? [...new Set(input.map(String))] : [];
    const rows = await tx.query<{ name: string }>(sql`
      SELECT DISTINCT p.permission AS name FROM user_roles l JOIN role_permissions p ON p.role_id = l.role_id
      WHERE l.user_id = ${fromId} AND p.permission = ANY (${wanted}::text[])`);
    const held = new Set(rows.map(({ name }) => name));
    if (wanted.length === 0 || wanted.some((name) => !names.has(name) || !held.has(name)))
      throw invalid({ permissions: ['Elija al menos un permiso, de los que la persona tiene.'] });
    return wanted;
  };

  const create = (request: FastifyRequest, fromId: string): Promise<FastifyReply> => {
    const actor = actorOf(request);
    const { permissions: scope, ...fields } = (request.body ?? {}) as Record<string, unknown>;
    return command(request, async (tx) => {
      const from = await tx.one<{ status: string }>(
        sql`SELECT status FROM users WHERE id = ${fromId} FOR SHARE`,
      );
      if (!from) throw notFound();
      if (fromId !== actor.userId) await requireWithinOwn(tx, actor.userId, fromId);
      if (from.status !== 'active')
        throw conflict('wrong_state', 'Solo delega quien tiene la cuenta activa.');
      const values = await readBody(tx, {
        server: app,
        fields: delegationFields as Record<string, Field>,
        rules: [delegationDays],
        actor,
        // The permissions are not a field of the form.
        request: Object.assign(Object.create(request), { body: fields }) as FastifyRequest,
      });
      const to = (values.to_user_id as Reference).id;
      if (to === fromId) throw invalid({ to_user_id: ['Elija a otra persona.'] });
      const permissions = await scopeOf(tx, fromId, scope);
      const today = await tx.one<{ today: string }>(sql`SELECT business_date()::text AS today`);
      if (String(values.ends_on) < (today?.today ?? ''))
        throw invalid({ ends_on: ['Elija un día de hoy en adelante.'] });
      const made = await tx.one<{ id: string }>(sql`
        INSERT INTO delegations (from_user_id, to_user_id, starts_on, ends_on, permissions, reason)
        VALUES (${fromId}, ${to}, ${values.starts_on}, ${values.ends_on}, ${permissions}::text[], ${values.reason ?? null})
        RETURNING id`);
      const [data] = await read(tx, sql`d.id = ${made?.id}`);
      return { status: 201, body: { data } };
    });
  };

  const creation = (access: Parameters<typeof routeOptions>[0], summary: string, ofOther: boolean) =>
    routeOptions(access, {
      summary,
      description:
        'Mientras dura, la otra persona puede hacer lo delegado en su nombre, y así queda en la auditoría.',
      ...(ofOther && { params: idParams }),
      headers: creationHeaders,
      body,
      response: {
        201: { type: 'object', required: ['data'], properties: { data: delegationSchema } },
      },
    });

  app.get(
    '/api/delegations',
    {
      config: { access: 'signed-in' },
      schema: { summary: 'Las delegaciones que doy y que recibo', response: { 200: listSchema } },
    },
    async (request) => {
      const { userId } = actorOf(request);
      return { data: await read(database, sql`d.from_user_id = ${userId} OR d.to_user_id = ${userId}`) };
    },
  );

  app.post('/api/delegations', creation('signed-in', 'Delegar lo que puedo hacer', false), (request) =>
    create(request, actorOf(request).userId),
  );

  app.post<{ Params: IdParams }>(
    '/api/delegations/:id/end',
    {
      config: { access: 'signed-in', problems: { 403: 'No es suya' } },
      schema: {
        summary: 'Terminar una delegación',
        description: 'Quien la dio o la recibió, o con el permiso `users.update_all`.',
        params: idParams,
        response: { 204: { type: 'null', description: 'Terminada' } },
      },
    },
    async (request) => {
      const { userId, permissions } = actorOf(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          const found = await tx.one<{ from_user_id: string; to_user_id: string }>(
            sql`SELECT from_user_id, to_user_id FROM delegations WHERE id = ${id} FOR UPDATE`,
          );
          const mine = found !== undefined && [found.from_user_id, found.to_user_id].includes(userId);
          if (!found || !(mine || permissions.has('users.view_all'))) throw notFound();
          if (!(mine || permissions.has('users.update_all'))) throw forbidden('users.update_all');
          const ended = await tx.one(sql`
            UPDATE delegations SET ended_at = now()
            WHERE id = ${id} AND ended_at IS NULL AND ends_on >= business_date() RETURNING 1 AS one`);
          if (!ended) throw conflict('already_over', 'Esta delegación ya terminó.');
          return { status: 204 };
        },
        { action: 'end' },
      );
    },
  );

  app.get<{ Params: IdParams }>(
    '/api/users/:id/delegations',
    {
      config: { access: { permission: 'users.view_all' } },
      schema: {
        summary: 'Delegaciones que un usuario da y recibe',
        params: idParams,
        response: { 200: listSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await database.one(sql`SELECT 1 AS one FROM users WHERE id = ${id}`))) throw notFound();
      return { data: await read(database, sql`d.from_user_id = ${id} OR d.to_user_id = ${id}`) };
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/users/:id/delegations',
    creation(accessTo(['users.update_all']), 'Delegar lo que otra persona puede hacer', true),
    (request) => create(request, request.params.id),
  );
};
