import { isCivilDate } from '@pauta/domain/calendar/civil-date.ts';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { isId } from '@pauta/domain/kinds/reference.ts';
import type { LogRow } from '@pauta/domain/postsales/daily-log/daily-log.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Actor, actorOf } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/problem.ts';
import { logFormats, sendLog } from '../../postsales/daily-log/log-files.ts';
import { scopeCondition } from '../../resource/reading/row-scope.ts';
import { refusal, routeOptions } from '../../resource/route.ts';

/** Orders that may be chosen at once. */
const most = 200;

interface Asked {
  readonly day?: string;
  readonly orders?: string;
}

type GuideRow = LogRow & { readonly station: string; readonly number: string | null; readonly order: string };

const ordersOf = (text: string | undefined): readonly string[] | null => {
  if (text === undefined) return null;
  const ids = text.split(',');
  if (ids.length > most) throw invalid({ orders: [`Elija hasta ${most} órdenes.`] });
  if (!ids.every(isId)) throw invalid({ orders: ['Elija las órdenes en la lista.'] });
  return ids;
};

/** What is in the breaks of a day for orders that the actor may see: the chosen ones, or all. */
const readGuide = (
  database: Queryable,
  actor: Actor,
  { day, orders }: { readonly day: string; readonly orders: readonly string[] | null },
): Promise<GuideRow[]> =>
  database.query<GuideRow & object>(sql`
    SELECT p.id, to_char(i.airs_at, 'HH24:MI') AS airs_at, i.name AS break, m.house_number,
      coalesce(m.title, p.description) AS title, coalesce(p.duration_sec, 0) * p.units AS seconds, p.status,
      s.name AS station, t.number, t.description AS "order"
    FROM work_orders t JOIN quotas q ON q.order_line_id = t.order_line_id
        AND (t.package_item_id IS NULL OR q.package_item_id = t.package_item_id)
      JOIN placements p ON p.quota_id = q.id JOIN inventory_items i ON i.id = p.inventory_item_id
      JOIN subdivisions s ON s.id = i.subdivision_id LEFT JOIN media_files m ON m.id = p.media_file_id
    WHERE t.archived_at IS NULL AND t.status <> 'cancelled' AND ${scopeCondition(workOrders, actor)}
      AND (${orders}::uuid[] IS NULL OR t.id = ANY(${orders}::uuid[]))
      AND p.starts_on <= ${day}::date AND p.ends_on >= ${day}::date AND i.airs_at IS NOT NULL
      AND p.status IN ('scheduled', 'confirmed', 'aired')
    ORDER BY s.name, s.id, i.airs_at, i.id, p.position NULLS LAST, p.id`);

/** The guide of the orders: what stations air for them on a day, across stations and as it is placed now. */
export const guideRoutes = (app: FastifyInstance): void => {
  for (const format of logFormats)
    app.get<{ Querystring: Asked }>(
      `/api/${workOrders.path}/guide.${format}`,
      {
        ...routeOptions(
          { permission: workOrders.permissions.export ?? '' },
          {
            summary: `La guía de las órdenes elegidas, o de todas las de un día, en ${format.toUpperCase()}`,
            description:
              'Lo colocado ese día en los cortes, como está ahora. El texto para automatización es de una sola emisora.',
            querystring: {
              type: 'object',
              properties: {
                day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'Hoy, si falta' },
                orders: {
                  type: 'string',
                  pattern: '^[0-9a-f,-]+$',
                  description: 'Ids de órdenes, con comas; todas, si falta',
                },
              },
            },
            response: {
              200: { description: 'El archivo' },
              409: refusal('Nada está colocado ese día, o el texto es de varias emisoras'),
            },
          },
        ),
        attachValidation: false,
      },
      async (request, reply) => {
        const { day = companyToday() } = request.query;
        if (!isCivilDate(day))
          throw invalid({ day: ['Ese día no existe. Escriba una fecha como 2026-12-01.'] });
        const orders = ordersOf(request.query.orders);
        const rows = await readGuide(app.database, actorOf(request), { day, orders });
        const stations = [...new Set(rows.map(({ station }) => station))];
        if (rows.length === 0)
          throw conflict(
            'nothing_placed',
            `No hay nada en los cortes del ${formatCivilDate(day)}${orders ? ' para esas órdenes' : ''}. Elija otro día, o coloque los anuncios en Gestión de Cupos.`,
          );
        if (format === 'txt' && stations.length > 1)
          throw conflict(
            'several_stations',
            `El texto para automatización es de una sola emisora, y hay anuncios de ${stations.length}: ${stations.join(', ')}. Elija las órdenes de una, o descargue el CSV.`,
          );
        const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
        return sendLog(app, reply, format, {
          name: `guia-ordenes-${day}`,
          title: 'Guía de órdenes',
          at: `${day}T00:00:00Z`,
          facts: [
            ['Día', formatCivilDate(day)],
            ['Canales y emisoras', stations.join(', ')],
            ['Anuncios', `${formatCount(rows.length)}, ${formatCount(seconds)} s`],
          ],
          empty: '',
          more: ['Canal o emisora', 'Orden', 'Trabajo'],
          printed: ['Canal o emisora', 'Orden'],
          rows: rows.map((row) => ({ row, more: [row.station, row.number ?? '', row.order] })),
        });
      },
    );
};
