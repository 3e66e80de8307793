import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { preparingStates } from '@pauta/domain/implementation/work-orders/work-order-choices.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { runInJob } from '../../resource/writing/run-command.ts';
import { openDueOrders } from './open-due-orders.ts';

const together = 200;

/** Marks the orders as missed that were to be ready before today. */
export const missOverdue = async (
  app: FastifyInstance,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const due = await app.database.query<{ id: string }>(sql`
    SELECT id FROM work_orders
    WHERE status = ANY(${[...preparingStates]}::text[]) AND archived_at IS NULL AND sla_due < ${companyDay(now)}::date
    ORDER BY sla_due, id LIMIT ${together}`);
  for (const { id } of due) {
    if (isStopped()) return;
    await runInJob(app, workOrders, 'mark_missed', id, systemChange('work_orders', 'Pasó su fecha límite'), {
      reason: 'Pasó su fecha límite.',
    });
  }
};

/** Makes orders that are due, and marks those that are overdue, while the server runs. */
export const workInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'work orders were not brought up to date',
    pause: 10 * 60_000,
    work: async (isStopped) => {
      const now = new Date();
      await app.database.transaction(systemChange('work_orders', 'Órdenes generadas'), (tx) =>
        openDueOrders(tx, now),
      );
      await missOverdue(app, now, isStopped);
      return undefined;
    },
  });
