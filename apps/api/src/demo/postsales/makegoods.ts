import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { missedPlacement, proposeForContract } from '../../postsales/makegoods/offered-places.ts';
import { compensate } from '../../postsales/quotas/make-good.ts';
import type { Random } from '../random.ts';

/** The page of what is offered for a contract. Nobody has its link. @returns who it was sent to */
const share = async (tx: Transaction, random: Random, contractId: string): Promise<string> => {
  const token = createHash('sha256').update(random.id(new Date())).digest();
  const link = await tx.one<{ recipient: string }>(sql`
    WITH link AS (
      INSERT INTO makegood_links (contract_id, recipient, email, expires_on, token_hash, created_by)
      SELECT c.id, coalesce(k.full_name, 'Mercadeo'), coalesce(k.primary_email, 'mercadeo@cliente.example'),
        business_date() + 8, ${token}, c.owner_id
      FROM contracts c LEFT JOIN LATERAL (
        SELECT full_name, primary_email FROM contacts
        WHERE client_id = c.client_id AND primary_email IS NOT NULL AND archived_at IS NULL ORDER BY id LIMIT 1) k ON true
      WHERE c.id = ${contractId}::uuid RETURNING contract_id, id, recipient
    ), log AS (INSERT INTO makegood_room_log (contract_id, link_id, act) SELECT contract_id, id, 'opened' FROM link)
    SELECT recipient FROM link`);
  await tx.query(sql`
    UPDATE makegood_offers SET status = 'sent', sent_at = now() - interval '1 day'
    WHERE contract_id = ${contractId}::uuid AND inventory_item_id IS NOT NULL`);
  return link?.recipient ?? 'Mercadeo';
};

/**
 * What is offered for what was not aired: of one contract it is to be sent, of another one it waits for its answer, and of a
 * third one the client accepted one and declined another.
 */
export const insertMakegoods = async (tx: Transaction, random: Random): Promise<void> => {
  const contracts = await tx.query<{ id: string }>(sql`
    SELECT c.id FROM placements p JOIN quotas q ON q.id = p.quota_id JOIN contracts c ON c.id = p.contract_id
    WHERE p.status = 'not_aired' AND contract_runs(c) AND upper(q.flight) > business_date() + 1
    GROUP BY c.id, c.number ORDER BY count(*) >= 2 DESC, c.number LIMIT 4`);
  for (const [place, { id }] of contracts.entries()) {
    await proposeForContract(tx, 'system', id, { most: 4 });
    if (place === 2) continue;
    const recipient = await share(tx, random, id);
    if (place !== 0) continue;
    const offers = await tx.query<{ id: string; placement_id: string; item: string; day: string }>(sql`
      SELECT id, placement_id, inventory_item_id AS item, starts_on::text AS day FROM makegood_offers
      WHERE contract_id = ${id}::uuid AND status = 'sent' ORDER BY starts_on, id LIMIT 2`);
    const [accepted, declined] = offers;
    if (accepted) {
      const made = await compensate(
        { tx, actor: 'system' },
        await missedPlacement(tx, accepted.placement_id),
        { starts_on: accepted.day, inventory_item_id: accepted.item, accepted_by: recipient.slice(0, 120) },
      );
      await tx.query(sql`
        UPDATE makegood_offers SET status = 'accepted', makegood_id = ${made}::uuid, answered_at = now(), answered_by = ${recipient}
        WHERE id = ${accepted.id}::uuid`);
    }
    if (declined)
      await tx.query(sql`
        UPDATE makegood_offers SET status = 'declined', answered_at = now(), answered_by = ${recipient},
          remark = 'Ese día tenemos otra campaña. ¿Puede ser la semana siguiente?' WHERE id = ${declined.id}::uuid`);
  }
};
