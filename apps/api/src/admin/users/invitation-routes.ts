import { invitationFields } from '@pauta/domain/admin/users/invitation.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import type { Reference } from '@pauta/domain/kinds/reference.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { command } from '../../platform/command.ts';
import { conflict, invalid, notFound } from '../../platform/http/problem.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { accessTo, creationHeaders, type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { readBody } from '../../resource/writing/read-body.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { issuedLinkSchema, sendPasswordLink } from '../passwords/links.ts';
import { recordUserEvent } from '../user-event.ts';
import { requireWithinOwn } from '../within-own.ts';

interface Invited {
  id: string;
  full_name: string;
  email: string;
  status: string;
  has_password: boolean;
}

/** Users are invited with their roles; the account is usable once they choose a password. */
export const invitationRoutes = (app: FastifyInstance): void => {
  const { mailer } = app;

  app.post(
    '/api/users/invitations',
    routeOptions(accessTo(['users.create']), {
      summary: 'Invitar a un usuario',
      description: 'Le envía un enlace que vale 7 días, para elegir su contraseña.',
      headers: creationHeaders,
      body: bodySchema(invitationFields),
      response: {
        201: {
          type: 'object',
          required: ['data', 'link'],
          properties: { data: { type: 'object', additionalProperties: true }, link: issuedLinkSchema },
        },
      },
    }),
    async (request: FastifyRequest) => {
      const actor = actorOf(request);
      return command(
        request,
        async (tx) => {
          const values = await readBody(tx, { fields: invitationFields, actor, server: app, request });
          const waiting = await tx.one<{ id: string }>(sql`SELECT id FROM roles WHERE name = 'pending'`);
          const roles = values.role_ids as readonly Reference[];
          if (roles.some(({ id }) => id === waiting?.id)) {
            throw invalid({
              role_ids: ['Elija los roles con los que trabajará; «Pendiente de aprobación» no es uno.'],
            });
          }
          const record = parseRecord(await insertRecord(tx, tableOf(users), values, { status: 'invited' }));
          const owner = {
            id: record.id,
            full_name: String(record.full_name),
            email: String(record.email),
          };
          const link = await sendPasswordLink(tx, mailer, owner, 'invitation');
          return {
            status: 201,
            body: { data: record, link },
            headers: { location: `/api/users/${record.id}`, etag: `"${record.row_version}"` },
          };
        },
        { action: 'invited', secret: true },
      );
    },
  );

  app.post<{ Params: IdParams }>(
    '/api/users/:id/invitation',
    {
      config: { access: { permission: 'users.create' } },
      schema: {
        summary: 'Enviar la invitación otra vez',
        description: 'El enlace anterior deja de valer. También para quien se invitó y se canceló.',
        params: idParams,
        response: { 200: { type: 'object', required: ['data'], properties: { data: issuedLinkSchema } } },
      },
    },
    async (request) => {
      const { userId: actorId } = actorOf(request);
      const { id } = request.params;
      return command(
        request,
        async (tx) => {
          const user = await tx.one<Invited>(sql`
            SELECT u.id, u.full_name, u.email, u.status,
              EXISTS (SELECT FROM credentials c WHERE c.user_id = u.id) AS has_password
            FROM users u WHERE u.id = ${id} FOR NO KEY UPDATE OF u`);
          if (!user) throw notFound();
          await requireWithinOwn(tx, actorId, id);
          if (user.status !== 'invited' && (user.status !== 'inactive' || user.has_password)) {
            throw conflict(
              'wrong_state',
              'Esta persona ya tiene su cuenta. Para que elija otra contraseña, use «Restablecer contraseña».',
            );
          }
          await tx.query(sql`UPDATE users SET status = 'invited' WHERE id = ${id} AND status <> 'invited'`);
          const data = await sendPasswordLink(tx, mailer, user, 'invitation');
          await recordUserEvent(tx, { action: 'invitation_sent', userId: id });
          return { status: 200, body: { data } };
        },
        { secret: true },
      );
    },
  );
};
