import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { Random } from '../random.ts';

/** Contracts whose client was asked for material. */
const most = 6;

/**
 * Asks clients for the material of the contracts that wait for it, some days ago, and reminds one of them. Nobody has the
 * links: their tokens are nowhere in clear.
 */
export const insertMaterialRooms = async (tx: Transaction, random: Random): Promise<void> => {
  const waiting = await tx.query<{ id: string; owner_id: string; recipient: string; email: string }>(sql`
    SELECT c.id, c.owner_id, k.full_name AS recipient, k.primary_email AS email
    FROM contracts c JOIN LATERAL (
      SELECT k.full_name, k.primary_email FROM contacts k
      WHERE k.client_id = c.client_id AND k.primary_email IS NOT NULL AND k.archived_at IS NULL
      ORDER BY k.id LIMIT 1) k ON true
    WHERE c.status IN ('signed', 'active')
      AND EXISTS (SELECT FROM tech_sheets s WHERE s.contract_id = c.id AND s.status IN ('pending', 'observed'))
    ORDER BY c.number DESC LIMIT ${most}`);
  for (const [place, { id, owner_id, recipient, email }] of waiting.entries()) {
    const token = createHash('sha256').update(random.id(new Date())).digest();
    const link = await tx.one<{ id: string }>(sql`
      INSERT INTO material_links (contract_id, recipient, email, expires_on, token_hash, created_by, created_at)
      VALUES (${id}::uuid, ${recipient}, ${email}, business_date() + 50, ${token}, ${owner_id}::uuid,
        now() - make_interval(days => ${2 + place}))
      RETURNING id`);
    if (place % 2 === 0)
      await tx.query(sql`
        INSERT INTO material_room_log (contract_id, link_id, act) VALUES (${id}::uuid, ${link?.id}::uuid, 'opened')`);
  }
  const [first] = waiting;
  if (first)
    await tx.query(sql`
      UPDATE tech_sheets SET reminded_at = now() - interval '1 day'
      WHERE contract_id = ${first.id}::uuid AND status IN ('pending', 'observed')`);
};
