import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { importStays } from '@pauta/domain/sales/contracts/running-contract.ts';
import sql from 'sql-template-tag';
import { release } from '../../../inventory/capacity/move-capacity.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { forbidden } from '../../../platform/http/problem.ts';
import type { HandlerContext } from '../../../resource/commands/context.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { refusalOf } from '../../../resource/commands/reasons.ts';
import { orderLineIdsOf } from '../life/free-spaces.ts';

/** What was done with contracts since they were imported, by id. */
const readActs = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const rows = await database.query<{ id: string; acts: string[] }>(sql`
    SELECT c.id, array_agg(a.act) AS acts
    FROM unnest(${[...ids]}::uuid[]) AS c(id) CROSS JOIN LATERAL acts_on_contract(c.id) a GROUP BY c.id`);
  return new Map(rows.map(({ id, acts }) => [id, acts]));
};

/**
 * Takes back the import of a contract: it is cancelled with nothing to settle and archived, its spaces and its number are
 * free. Its scans and documents are removed from it; its version and the signatures stay, because they are never deleted.
 *
 * @throws Problem 409 once something was done with it, naming what
 */
export const withdrawImport = async (
  { tx, actor }: HandlerContext,
  contract: AnyRecord,
  reason: string,
): Promise<void> => {
  if (!actor.permissions.has('contracts.import')) throw forbidden('contracts.import');
  await tx.query(sql`SELECT FROM contracts WHERE id = ${contract.id}::uuid FOR UPDATE`);
  const acts = (await readActs(tx, [contract.id])).get(contract.id);
  if (acts) throw refusalOf([importStays(acts)]);
  const lines = await orderLineIdsOf(tx, contract.id);
  await tx.query(sql`SELECT withdraw_former_delivery(${contract.id}::uuid)`);
  await release(tx, { orderLineIds: lines });
  // Ends before it begins: nothing of it was sold.
  await tx.query(sql`
    INSERT INTO cancellation_proposals (label, contract_id, client_id, effective_on, reason_kind, reason, currency_code, status)
    SELECT 'Importación deshecha de ' || number, id, client_id, least(signed_on, lower(flight)), 'other', ${reason},
      currency_code, 'dropped'
    FROM contracts WHERE id = ${contract.id}::uuid`);
  await tx.query(sql`
    UPDATE contracts SET status = 'cancelled', signed_scan = NULL, archived_at = now(), withdrawn_at = now()
    WHERE id = ${contract.id}::uuid`);
  // They would be documents of a contract that no list shows; imported again, it is another record.
  await tx.query(sql`
    UPDATE contract_files SET archived_at = now(), withdrawn_at = now()
    WHERE contract_id = ${contract.id}::uuid AND archived_at IS NULL`);
};

/** The command that takes back the import of one contract. */
export const undoImport: CommandHandler<unknown, AnyRecord | null> = {
  refuse: async ({ tx }, ids) =>
    new Map([...(await readActs(tx, ids))].map(([id, acts]) => [id, [importStays(acts)]])),
  run: async (context, contract, { reason }) => {
    if (!contract) throw new Error('the import of one contract is undone');
    await withdrawImport(context, contract, `Importación deshecha: ${String(reason)}`.slice(0, 1000));
    return { number: contract.number };
  },
  answer: { number: { type: ['string', 'null'], description: 'El número que queda libre' } },
};
