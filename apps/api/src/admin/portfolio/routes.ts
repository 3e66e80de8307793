import { users } from '@pauta/domain/admin/users/user.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command, expectedVersion } from '../../platform/command.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { conflict, type FieldErrors, invalid, notFound, stale } from '../../platform/http/problem.ts';
import { parseRecord, readRecord } from '../../resource/reading/read-record.ts';
import { changeHeaders, type IdParams, idParams } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';
import { revokeLinks } from '../passwords/links.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { recordUserEvent } from '../user-event.ts';
import { requireWithinOwn } from '../within-own.ts';
import { handOver, type OwnerChange, readPortfolio } from './portfolio.ts';

/** The recipient of one part of the portfolio. */
interface Transfer {
  resource: string;
  field: string;
  to_user_id: string | null;
}

interface Deactivation {
  reason: string;
  transfers: readonly Transfer[];
}

const partSchema = {
  type: 'object',
  properties: {
    resource: { type: 'string' },
    field: { type: 'string' },
    label: { type: 'string' },
    count: { type: 'integer' },
    amounts: {
      type: 'array',
      description: 'Límite de crédito de sus cuentas, por moneda',
      items: {
        type: 'object',
        properties: { currency: { type: 'string' }, amount: { type: 'string' } },
      },
    },
    worth: {
      type: 'array',
      description: 'Lo que valen sus registros abiertos, por moneda',
      items: {
        type: 'object',
        properties: { currency: { type: 'string' }, amount: { type: 'string' } },
      },
    },
    optional: { type: 'boolean', description: 'Puede quedar sin nadie' },
  },
} as const;

/** Effects in other areas, in the transaction in which a user leaves. */
export interface Leaving {
  /** Ends the covers by a user who leaves. */
  readonly endCovers: (tx: Transaction, userId: string) => Promise<unknown>;
  /** Logs the records that one user received. */
  readonly logHandover: (
    tx: Transaction,
    handover: {
      readonly origin: 'deactivation';
      readonly from: string;
      readonly to: string | null;
      readonly reason: string;
      readonly changes: readonly OwnerChange[];
    },
  ) => Promise<unknown>;
}

const setAction = (tx: Transaction, action: string) =>
  tx.query(sql`SELECT set_config('pauta.action', ${action}, true)`);

/** Only active users can receive records; they are locked, so that none of them is deactivated meanwhile. */
const checkReceivers = async (
  tx: Transaction,
  transfers: readonly Transfer[],
  userId: string,
): Promise<FieldErrors> => {
  const ids = [...new Set(transfers.flatMap(({ to_user_id: to }) => (to === null ? [] : [to])))];
  const rows = await tx.query<{ id: string }>(sql`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) AND status = 'active' AND id <> ${userId}
    ORDER BY id FOR SHARE`);
  const active = new Set(rows.map(({ id }) => id));
  return Object.fromEntries(
    transfers
      .filter(({ to_user_id: to }) => to !== null && !active.has(to))
      .map(({ resource, field }) => [`${resource}.${field}`, ['Elija a otra persona activa.']]),
  );
};

/**
 * The records that a user owns, and the deactivation of an account, which requires that all of them are transferred.
 */
export const portfolioRoutes = (app: FastifyInstance, { endCovers, logHandover }: Leaving): void => {
  const { database } = app;
  const config = { access: { permission: 'users.update_all' } } as const;

  app.get<{ Params: IdParams }>(
    '/api/users/:id/portfolio',
    {
      config,
      schema: {
        summary: 'Lo que un usuario tiene a su nombre',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'array', items: partSchema } },
          },
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await database.one(sql`SELECT 1 AS one FROM users WHERE id = ${id}`))) throw notFound();
      const parts = await readPortfolio(database, id);
      return {
        data: parts.map(({ part: { resource, ...part }, ...counted }) => ({
          ...part,
          resource: resource.name,
          ...counted,
        })),
      };
    },
  );

  app.post<{ Params: IdParams; Body: Deactivation }>(
    '/api/users/:id/deactivate',
    {
      config,
      schema: {
        summary: 'Desactivar a un usuario y pasar lo que tiene a otras personas',
        description:
          'Todo en una transacción: cada parte de su cartera va a la persona indicada (`null`: queda sin nadie, donde se permite), se cierran sus sesiones y terminan sus delegaciones. Con algo sin destino responde 422.',
        params: idParams,
        headers: { type: 'object', properties: changeHeaders.properties },
        body: {
          type: 'object',
          required: ['reason', 'transfers'],
          additionalProperties: false,
          properties: {
            reason: { type: 'string', minLength: 5, maxLength: 500 },
            transfers: {
              type: 'array',
              maxItems: 100,
              items: {
                type: 'object',
                required: ['resource', 'field', 'to_user_id'],
                additionalProperties: false,
                properties: {
                  resource: { type: 'string', maxLength: 60 },
                  field: { type: 'string', maxLength: 60 },
                  to_user_id: { type: ['string', 'null'], format: 'uuid' },
                },
              },
            },
          },
        },
        response: {
          200: {
            type: 'object',
            required: ['data', 'transferred'],
            properties: {
              data: { type: 'object', additionalProperties: true },
              transferred: { type: 'integer', description: 'Registros que cambiaron de manos' },
            },
          },
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const { id } = request.params;
      const version = expectedVersion(request);
      const { reason, transfers } = request.body;
      const table = tableOf(users);
      return command(
        request,
        async (tx) => {
          // A portfolio of thousands of records takes long, because each change is logged.
          await tx.query(sql`SET LOCAL statement_timeout = '60s'`);
          // A stronger lock than that of readRecord: a concurrent assignment of a record to this user waits, and is
          // then refused.
          await tx.query(sql`SELECT 1 FROM users WHERE id = ${id} FOR UPDATE`);
          const current = parseRecord(await readRecord(tx, table, id, actor, { lock: true }));
          if (id === actor.userId) {
            throw conflict(
              'own_account',
              'No puede desactivar su propia cuenta; pídalo a otro administrador.',
            );
          }
          if (current.status === 'inactive' || current.status === 'invited') {
            throw conflict(
              'wrong_state',
              current.status === 'inactive'
                ? 'Este usuario ya está inactivo.'
                : 'Este usuario todavía no aceptó su invitación: cancélela.',
            );
          }
          if (current.row_version !== version) throw stale(current);
          await requireWithinOwn(tx, actor.userId, id);

          const errors = await checkReceivers(tx, transfers, id);
          const parts = await readPortfolio(tx, id);
          const planned = parts.map(({ part, count }) => {
            const key = `${part.resource.name}.${part.field}`;
            const transfer = transfers.find(
              (one) => one.resource === part.resource.name && one.field === part.field,
            );
            if (!transfer || (transfer.to_user_id === null && !part.optional))
              errors[key] ??= [`${part.label}: elija a quién pasarlos (${count}).`];
            return { part, to: transfer?.to_user_id ?? null };
          });
          if (Object.keys(errors).length > 0) throw invalid(errors);

          // Frozen accounts are transferred too, so that none stays with an inactive user.
          await tx.query(sql`SELECT set_config('pauta.moves_frozen', 'on', true)`);
          let transferred = 0;
          const changes = new Map<string | null, OwnerChange[]>();
          for (const { part, to } of planned) {
            const moved = await handOver(tx, part, id, to);
            transferred += moved.ids.length;
            changes.set(to, [...(changes.get(to) ?? []), ...moved.changes]);
          }
          await endCovers(tx, id);

          await tx.query(sql`
            UPDATE delegations SET ended_at = now()
            WHERE (from_user_id = ${id} OR to_user_id = ${id}) AND ended_at IS NULL AND ends_on >= business_date()`);
          await revokeLinks(tx, id);
          const closed = await revokeSessions(tx, id);
          await setAction(tx, 'deactivate');
          // The database checks again that nothing is left.
          await tx.query(sql`UPDATE users SET status = 'inactive' WHERE id = ${id}`);
          await setAction(tx, '');
          if (closed > 0)
            await recordUserEvent(tx, {
              action: 'sessions_closed',
              userId: id,
              details: { revoked: closed },
            });
          for (const [to, moved] of changes) {
            if (moved.length > 0)
              await logHandover(tx, {
                origin: 'deactivation',
                from: id,
                to,
                reason: reason.trim(),
                changes: moved,
              });
          }
          const record = parseRecord(await readRecord(tx, table, id, actor));
          return {
            status: 200,
            body: { data: record, transferred },
            headers: { etag: `"${record.row_version}"` },
          };
        },
        { reason: reason.trim() },
      );
    },
  );
};
