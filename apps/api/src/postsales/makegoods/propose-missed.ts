import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { systemChange } from '../../platform/database/database.ts';
import { workRegularly } from '../../platform/regular-work.ts';
import { proposeForContract } from './offered-places.ts';

/** Placements `p` that were marked as not aired of late and never offered. */
const isNew = sql`p.row_version > 1 AND p.updated_at > now() - interval '7 days'
  AND NOT EXISTS (SELECT FROM makegood_offers o WHERE o.placement_id = p.id)`;

/** Contracts of one run, so that other work is not kept waiting. */
const mostContracts = 20;

/**
 * Proposes makegoods for what was marked as not aired since, by hand, by a log or by an import. What was offered before and
 * withdrawn is left to staff, and so is what was not aired when it was entered.
 */
export const proposeMissed = async (
  app: FastifyInstance,
  isStopped: () => boolean = () => false,
): Promise<void> => {
  const waiting = await app.database.query<{ id: string }>(sql`
    SELECT DISTINCT p.contract_id AS id FROM placements p JOIN contracts c ON c.id = p.contract_id
    WHERE p.status = 'not_aired' AND contract_runs(c) AND ${isNew}
      AND NOT EXISTS (SELECT FROM placements m WHERE m.makegood_of_id = p.id AND m.status <> 'cancelled')
    ORDER BY 1 LIMIT ${mostContracts}`);
  for (const { id } of waiting) {
    if (isStopped()) return;
    try {
      await app.database.transaction(
        systemChange(`makegoods:${id}`, 'Propuesta al marcarse como no emitida'),
        (tx) => proposeForContract(tx, 'system', id, { only: isNew }),
      );
    } catch (error) {
      // The other contracts are not kept waiting by one that fails; it is tried again in the next run.
      app.log.error({ err: error, contract: id }, 'makegoods of a contract were not proposed');
    }
  }
};

/** Makegoods are proposed within a minute after something was missed. */
export const proposeMissedInTime = (app: FastifyInstance): void =>
  workRegularly(app, {
    failure: 'no makegoods were proposed',
    pause: 60_000,
    work: async (isStopped) => {
      await proposeMissed(app, isStopped);
      return undefined;
    },
  });
