import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { openMail } from '../../mail/mail-queue.ts';
import { actorOf } from '../../platform/access.ts';
import { notFound } from '../../platform/http/problem.ts';
import { ownPermissionsCover } from '../within-own.ts';

interface OutboxRow {
  id: string;
  to_address: string;
  subject: string;
  created_at: string;
  status: string;
  attempts: number;
  last_error: string | null;
}

const mailProperties = {
  id: { type: 'string', format: 'uuid' },
  to: { type: 'string' },
  subject: { type: 'string' },
  created_at: { type: 'string' },
  status: { type: 'string', enum: ['waiting', 'sent', 'failed'] },
  attempts: { type: 'integer' },
  last_error: { type: ['string', 'null'] },
} as const;

/**
 * The status of sent mails and, only while no mail server is configured, their contents. A body can contain a link that
 * opens an account, so it is shown only to users who hold every permission of that account, and never once mail is
 * sent.
 */
export const outboxRoutes = (app: FastifyInstance): void => {
  const { database, secretBox: box, mailer } = app;
  const config = { access: { permission: 'mail.view' } } as const;

  app.get(
    '/api/mails',
    {
      config,
      schema: {
        summary: 'Correos de los últimos 30 días',
        description: '`readable`: no hay servidor de correo y los mensajes se leen aquí.',
        response: {
          200: {
            type: 'object',
            required: ['data', 'readable'],
            properties: {
              readable: { type: 'boolean' },
              data: { type: 'array', items: { type: 'object', properties: mailProperties } },
            },
          },
        },
      },
    },
    async () => {
      const rows = await database.query<OutboxRow>(sql`
        SELECT id, to_address, subject, created_at, attempts, last_error,
          CASE WHEN sent_at IS NOT NULL THEN 'sent' WHEN failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END AS status
        FROM mails ORDER BY created_at DESC, id DESC LIMIT 200`);
      return {
        readable: !mailer.hasServer,
        data: rows.map(({ to_address: to, ...row }) => ({ ...row, to })),
      };
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/mails/:id',
    {
      config,
      schema: {
        summary: 'Texto de un correo del buzón local',
        description: '404 cuando hay servidor de correo o el texto ya no se guarda.',
        params: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: { type: 'object', properties: { text: { type: 'string' } } },
            },
          },
        },
      },
    },
    async (request) => {
      if (mailer.hasServer) throw notFound();
      const mail = await database.one<{ to_address: string; sealed_body: Buffer | null }>(sql`
        SELECT to_address, sealed_body FROM mails
        WHERE id = ${request.params.id} AND expires_at > now()
          AND ${ownPermissionsCover(actorOf(request).userId, sql`mails.user_id`)}`);
      if (!mail?.sealed_body) throw notFound('El texto de este correo ya no se guarda, o no puede leerlo.');
      return { data: { text: openMail(box, mail.to_address, mail.sealed_body).text } };
    },
  );
};
