import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { runInJob } from '../../resource/writing/run-command.ts';

const together = 200;

/** Puts signed contracts into force whose flight has begun. */
export const activateDue = async (
  app: FastifyInstance,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const due = await app.database.query<{ id: string }>(sql`
    SELECT id FROM contracts WHERE status = 'signed' AND lower(flight) <= ${companyDay(now)}::date
    ORDER BY lower(flight), id LIMIT ${together}`);
  for (const { id } of due) {
    if (isStopped()) return;
    await runInJob(app, contracts, 'activate', id, systemChange('contracts', 'Empezó su vuelo'));
  }
};

/** Puts contracts into force while the server runs, within minutes of the first day of their flight. */
export const activateInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'contracts were not put into force',
    pause: 60_000,
    work: async (isStopped) => {
      await activateDue(app, new Date(), isStopped);
      return undefined;
    },
  });

/** Finishes the contracts in force whose flight is over and of which nothing is left to be settled. */
export const finishDue = async (
  app: FastifyInstance,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const due = await app.database.query<{ id: string }>(sql`
    SELECT c.id FROM contracts c CROSS JOIN LATERAL unsettled(c.id) u
    WHERE c.status = 'active' AND upper(c.flight) <= ${companyDay(now)}::date
      AND upper(flight_in_force(c)) <= ${companyDay(now)}::date AND (u.placements, u.units, u.work_orders, u.lines) = (0, 0, 0, 0)
    ORDER BY upper(c.flight), c.id LIMIT ${together}`);
  for (const { id } of due) {
    if (isStopped()) return;
    await runInJob(
      app,
      contracts,
      'finish',
      id,
      systemChange('contracts', 'Todo lo contratado está liquidado'),
    );
  }
};

/** Finishes contracts while the server runs, within hours of their last settlement. */
export const finishInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'contracts were not finished',
    pause: 6 * 60 * 60_000,
    work: async (isStopped) => {
      await finishDue(app, new Date(), isStopped);
      return undefined;
    },
  });
