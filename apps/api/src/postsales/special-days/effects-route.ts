import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { type SpecialDayEffects, specialDays } from '@pauta/domain/postsales/special-days/special-day.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { actorOf } from '../../platform/access.ts';
import { readRecord } from '../../resource/reading/read-record.ts';
import { type IdParams, idParams, routeOptions } from '../../resource/route.ts';
import { tableOf } from '../../resource/table.ts';

/** What a special day took and whom it moved. */
export const effectsRoute = (app: FastifyInstance): void => {
  app.get<{ Params: IdParams }>(
    '/api/special-days/:id/effects',
    routeOptions(
      { permission: specialDays.permissions.viewAll ?? '' },
      {
        summary: 'Lo que tomó un día especial, y los anuncios que movió',
        params: idParams,
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: { data: { type: 'object', additionalProperties: true } },
          },
        },
      },
    ),
    async (request): Promise<{ data: SpecialDayEffects }> => {
      const { id } = request.params;
      await readRecord(app.database, tableOf(specialDays), id, actorOf(request));
      const official = await app.database.query<SpecialDayEffects['official'][number] & object>(sql`
        SELECT o.day::text, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.name AS space, o.duration_sec AS seconds,
          o.institution, o.title
        FROM official_spots o JOIN inventory_items i ON i.id = o.inventory_item_id
        WHERE o.special_day_id = ${id}::uuid ORDER BY o.day, i.airs_at, o.id`);
      const blocked = await app.database.query<SpecialDayEffects['blocked'][number] & object>(sql`
        SELECT lower(e.dates)::text AS day, i.name AS space, e.capacity
        FROM special_day_exceptions s JOIN capacity_exceptions e ON e.id = s.exception_id
          JOIN inventory_items i ON i.id = e.inventory_item_id
        WHERE s.special_day_id = ${id}::uuid ORDER BY i.airs_at, i.name`);
      const moves = await app.database.query<{
        placement_id: string;
        description: string;
        day: string;
        space: string;
        to_day: string | null;
        to_space: string | null;
      }>(sql`
        SELECT m.placement_id, p.description, m.from_day::text AS day, f.name AS space, m.to_day::text AS to_day, t.name AS to_space
        FROM special_day_moves m JOIN placements p ON p.id = m.placement_id JOIN inventory_items f ON f.id = m.from_item_id
          LEFT JOIN inventory_items t ON t.id = m.to_item_id
        WHERE m.special_day_id = ${id}::uuid ORDER BY m.from_day, p.description, p.id`);
      return {
        data: {
          official,
          blocked,
          displaced: moves.map(({ placement_id, description, day, space, to_day, to_space }) => ({
            placement_id,
            description,
            from: `${formatCivilDate(day)} · ${space}`,
            to: to_day === null ? null : `${formatCivilDate(to_day)} · ${to_space ?? ''}`,
          })),
        },
      };
    },
  );
};
