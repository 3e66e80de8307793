import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import { fixVersion } from '../../sales/quote-room/quote-version.ts';
import type { Random } from '../random.ts';

/** What clients and sellers write about an offer. */
const talks: readonly (readonly { readonly by: 'client' | 'seller'; readonly body: string }[])[] = [
  [
    { by: 'client', body: '¿Se puede pasar esta línea a los lunes y miércoles?' },
    { by: 'seller', body: 'Sí, hay lugar esos días. Se lo envío en una nueva versión.' },
  ],
  [{ by: 'client', body: 'Nos interesa. ¿Qué descuento habría con un mes más?' }],
  [],
];

/** Fixes what accepted quotes say and proves their acceptance, as a seller records it. Before they become accepted. */
export const proveDemoAcceptances = async (
  tx: Transaction,
  accepted: readonly { readonly id: string; readonly accepted_by: string; readonly owner_id: string }[],
): Promise<void> => {
  for (const { id, accepted_by, owner_id } of accepted) {
    const { hash } = await fixVersion(tx, id);
    await tx.query(sql`
      INSERT INTO quote_acceptances (quote_id, hash, accepted_by, created_by)
      VALUES (${id}::uuid, ${hash}, ${accepted_by}, ${owner_id}::uuid)`);
  }
};

/**
 * Shares the newest quotes that wait for an answer, with what was written about them. Nobody has the links: their tokens
 * are nowhere in clear.
 */
export const insertQuoteRooms = async (tx: Transaction, random: Random): Promise<void> => {
  const sent = await tx.query<{
    id: string;
    owner_id: string;
    seller: string;
    recipient: string;
    email: string;
    line_id: string;
  }>(sql`
    SELECT q.id, q.owner_id, u.full_name AS seller, c.full_name AS recipient, c.primary_email AS email,
      (SELECT l.id FROM quote_lines l WHERE l.quote_id = q.id ORDER BY l.position LIMIT 1) AS line_id
    FROM quotes q JOIN users u ON u.id = q.owner_id
      JOIN LATERAL (
        SELECT c.full_name, c.primary_email FROM contacts c
        WHERE c.client_id = q.client_id AND c.primary_email IS NOT NULL AND c.archived_at IS NULL
        ORDER BY c.id LIMIT 1) c ON true
    WHERE q.status = 'sent' ORDER BY q.created_at DESC, q.id LIMIT ${talks.length}`);
  for (const [place, { id, owner_id, seller, recipient, email, line_id }] of sent.entries()) {
    await fixVersion(tx, id);
    const token = createHash('sha256').update(random.id(new Date())).digest();
    const link = await tx.one<{ id: string }>(sql`
      INSERT INTO quote_links (quote_id, recipient, email, expires_on, token_hash, created_by)
      SELECT id, ${recipient}, ${email}, valid_until, ${token}, ${owner_id}::uuid FROM quotes WHERE id = ${id}::uuid
      RETURNING id`);
    const talk = talks[place] ?? [];
    if (talk.length > 0)
      await tx.query(sql`
        INSERT INTO quote_room_log (quote_id, link_id, act) VALUES
          (${id}::uuid, ${link?.id}::uuid, 'opened'), (${id}::uuid, ${link?.id}::uuid, 'commented')`);
    for (const [at, { by, body }] of talk.entries())
      await tx.query(sql`
        INSERT INTO quote_messages (quote_id, line_id, link_id, author, body, created_by, created_at)
        VALUES (${id}::uuid, ${place === 0 ? line_id : null}::uuid, ${by === 'client' ? link?.id : null}::uuid,
          ${by === 'client' ? recipient : seller}, ${body}, ${by === 'seller' ? owner_id : null}::uuid,
          now() - make_interval(hours => ${6 - 2 * at}))`);
  }
};
