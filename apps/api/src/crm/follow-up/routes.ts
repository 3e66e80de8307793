import { activities, attentionFields } from '@pauta/domain/crm/follow-up/activity.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { command, etagOf } from '../../platform/command.ts';
import { invalid } from '../../platform/http/problem.ts';
import { contextOf } from '../../resource/commands/context.ts';
import { parseRecord } from '../../resource/reading/read-record.ts';
import { accessTo, creationHeaders, routeOptions } from '../../resource/route.ts';
import { bodySchema } from '../../resource/schemas.ts';
import { tableOf } from '../../resource/table.ts';
import { changeRecord, requireVisible } from '../../resource/writing/change-record.ts';
import { readBody } from '../../resource/writing/read-body.ts';
import { insertRecord } from '../../resource/writing/write-record.ts';
import { activityHooks } from './hooks.ts';

interface Attention {
  readonly activity?: unknown;
  readonly attention?: unknown;
}

/** Additional routes for the screens of activities. */
export const activityRoutes = (app: FastifyInstance): void => {
  const table = tableOf(activities);
  app.post<{ Body: Attention }>(
    '/api/activities/attended',
    routeOptions(accessTo([activities.permissions.create]), {
      summary: 'Registra una atención que ya ocurrió, con su resultado y la próxima acción',
      description: 'Crea la actividad y la completa en una sola operación.',
      headers: creationHeaders,
      body: {
        type: 'object',
        required: ['activity', 'attention'],
        properties: {
          activity: { ...bodySchema(activities.fields), description: 'Los datos de la actividad' },
          attention: { ...bodySchema(attentionFields), description: 'Los de `complete`' },
        },
      },
      response: {
        201: { type: 'object', required: ['data'], properties: { data: { $ref: 'activity#' } } },
      },
    }),
    async (request) => {
      const actor = actorOf(request);
      const { activity, attention } = request.body ?? {};
      if (typeof activity !== 'object' || typeof attention !== 'object') {
        throw invalid({}, 'Envíe la actividad y cómo terminó como objetos JSON.');
      }
      return command(request, async (tx) => {
        const values = await readBody(tx, {
          server: app,
          fields: activities.fields,
          rules: activities.rules,
          actor,
          request,
          recordChange: { input: activity },
        });
        const made = await insertRecord(tx, table, values);
        await requireVisible(tx, table, made, actor);
        const done = await changeRecord(
          contextOf(request, tx),
          { table, hooks: activityHooks },
          parseRecord(made),
          {
            action: 'complete',
            input: attention,
          },
        );
        return {
          status: 201,
          body: { data: parseRecord(done) },
          headers: { etag: etagOf(done.row_version), location: `/api/activities/${done.id}` },
        };
      });
    },
  );
};
