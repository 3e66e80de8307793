import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import type { Area } from '../../platform/area.ts';
import { command } from '../../platform/command.ts';
import { conflict, forbidden } from '../../platform/http/problem.ts';
import { recordUserEvent } from '../user-event.ts';

const answer = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['is_demonstration'],
      properties: { is_demonstration: { type: 'boolean' } },
    },
  },
};

/** Whether the installation is a demonstration, and the command that leaves it. */
export const demonstrationArea: Area = (app) => {
  const { database } = app;

  app.get(
    '/api/demonstration',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Si es una demostración',
        description: 'Mientras lo sea, lo que se factura no tiene valor fiscal.',
        response: { 200: answer },
      },
    },
    async () => ({ data: await database.one(sql`SELECT is_demonstration() AS is_demonstration`) }),
  );

  app.post(
    '/api/demonstration/leave',
    {
      config: { access: { permission: 'settings.update' } },
      schema: {
        summary: 'Dejar la demostración',
        description:
          'Borra todos los registros, también los creados a mano, y lo que agregaron los datos de demostración. Quedan los catálogos, la configuración, los parámetros fiscales y financieros, los roles, los usuarios creados a mano y la auditoría. Solo administradores; 409 si no es una demostración.',
        response: { 200: answer },
      },
    },
    async (request) => {
      const { userId, roles } = actorOf(request);
      if (!roles.includes('admin'))
        throw forbidden('settings.update', 'Solo un administrador puede dejar la demostración.');
      return command(
        request,
        async (tx) => {
          // Waits for every running transaction, and empties many tables.
          await tx.query(sql`SELECT set_config('statement_timeout', '120s', true)`);
          const done = await tx.one<{ left: boolean }>(sql`SELECT leave_demonstration() AS "left"`);
          if (!done?.left)
            throw conflict(
              'no_demonstration',
              'Esta instalación no es una demostración: no hay nada que dejar.',
            );
          await recordUserEvent(tx, { action: 'demonstration_left', userId });
          return { status: 200, body: { data: { is_demonstration: false } } };
        },
        { reason: 'Se dejó la demostración' },
      );
    },
  );
};
