import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import sql from 'sql-template-tag';
import type { Context } from '../../resource/commands/context.ts';

/**
 * Mails to whoever is responsible for an order, or to its crew, or to the seller of its contract, that it was not kept. An
 * order that was due long ago, as an earlier release may have left many, tells nobody.
 */
export const tellOfMissed = async ({ tx, server }: Context, orderId: string): Promise<void> => {
  const people = await tx.query<{
    id: string;
    full_name: string;
    email: string;
    order: string;
    client: string | null;
    sla_due: string;
  }>(sql`
    SELECT u.id, u.full_name, u.email, concat_ws(' · ', w.number, w.description) AS order, k.trade_name AS client,
      w.sla_due::text
    FROM work_orders w LEFT JOIN contracts c ON c.id = w.contract_id LEFT JOIN clients k ON k.id = w.client_id
      JOIN users u ON u.status = 'active' AND u.id IN (
        SELECT w.assignee_id
        UNION ALL SELECT m.member_id FROM work_crew_members m WHERE m.work_crew_id = w.crew_id AND w.assignee_id IS NULL
        UNION ALL SELECT c.owner_id WHERE w.assignee_id IS NULL AND w.crew_id IS NULL)
    WHERE w.id = ${orderId}::uuid AND w.sla_due >= business_date() - 7 ORDER BY u.id`);
  for (const { id, full_name, email, order, client, sla_due } of people) {
    await server.mailer.queue(tx, {
      userId: id,
      to: email,
      content: {
        subject: `Orden incumplida: ${order}`,
        paragraphs: [
          `La orden «${order}»${client ? `, de ${client},` : ''} debía estar lista el ${formatCivilDate(sla_due)} y no lo está.`,
          'Retómela con una fecha nueva, o cancélela con su motivo.',
        ],
        name: full_name,
        action: {
          label: 'Abrir la orden',
          url: await server.mailer.address(tx, `/${workOrders.screen}/${orderId}`),
        },
        note: 'Le escribimos porque la orden está a su cargo.',
      },
      goodForHours: 48,
    });
  }
};
