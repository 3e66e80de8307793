import { randomUUID } from 'node:crypto';
import { type SetupState, setupSteps } from '@pauta/domain/home/setup.ts';
import sql from 'sql-template-tag';
import { writeEmail } from '../mail/email.ts';
import { mailProblem } from '../mail/mail-check.ts';
import { actorOf } from '../platform/access.ts';
import type { Area } from '../platform/area.ts';
import { command } from '../platform/command.ts';
import { conflict } from '../platform/http/problem.ts';
import { readSetup } from './read-setup.ts';

const data = {
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'object', additionalProperties: true } },
};

const isComplete = ({ done }: Pick<SetupState, 'done'>): boolean =>
  setupSteps.every(({ name }) => done[name]);

/** The setup list: open steps, a test mail, and hiding the list once all steps are done. */
export const setupArea: Area = (app) => {
  const { database, mailer } = app;
  const config = { access: { permission: 'settings.update' } } as const;

  app.get(
    '/api/setup',
    {
      config,
      schema: {
        summary: 'Lo que falta por configurar',
        description:
          'Cada paso está hecho cuando la base de datos o la configuración lo muestran. La conexión con el servidor de correo se prueba aparte: `checking` mientras tanto.',
        response: { 200: data },
      },
    },
    async (request) => ({ data: await readSetup(database, mailer, actorOf(request).userId) }),
  );

  app.post(
    '/api/setup/test-mail',
    {
      config,
      schema: {
        summary: 'Enviarse un correo de prueba',
        description: 'Sale ahora mismo hacia el correo de quien lo pide; 409 con el motivo si no sale.',
        response: { 200: data },
      },
    },
    async (request) => {
      const { userId } = actorOf(request);
      const person = await database.one<{ full_name: string; email: string }>(
        sql`SELECT full_name, email FROM users WHERE id = ${userId}`,
      );
      if (!person) throw new Error('who is signed in is no user');
      const letter = {
        subject: 'Correo de prueba de Pauta',
        name: person.full_name,
        paragraphs: [
          'Si lee este mensaje, Pauta puede enviar correos. El enlace debe abrir su pantalla de inicio.',
        ],
        action: { label: 'Abrir Pauta', url: await mailer.address(database, '/') },
        note: 'Lo pidió usted desde Pauta.',
      };
      try {
        await mailer.sendNow({
          id: randomUUID(),
          to: person.email,
          subject: letter.subject,
          ...writeEmail(letter),
        });
      } catch (error) {
        request.log.warn({ err: error }, 'the test mail was not taken');
        throw conflict('mail_failed', mailProblem(error));
      }
      return { data: { to: person.email } };
    },
  );

  app.post(
    '/api/setup/dismiss',
    {
      config,
      schema: {
        summary: 'Quitar la lista de puesta en marcha de mi inicio',
        description: '409 mientras falte algo. Si algo deja de estar hecho, la lista vuelve.',
        response: { 200: data },
      },
    },
    async (request) => {
      const { userId } = actorOf(request);
      return command(request, async (tx) => {
        const state = await readSetup(tx, mailer, userId);
        if (!isComplete(state))
          throw conflict(
            'not_complete',
            'Todavía falta algo por configurar; la lista se quita cuando todo está hecho.',
          );
        await tx.query(sql`INSERT INTO setup_dismissals (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`);
        return { status: 200, body: { data: { ...state, dismissed: true } } };
      });
    },
  );
};
