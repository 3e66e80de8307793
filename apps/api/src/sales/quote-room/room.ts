import { type quoteStates, quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';
import type { QuoteVersion } from './quote-version.ts';

/** Tables of rooms, of which the log names the quote. */
export const roomTables = {
  quote_links: quotes.name,
  quote_messages: quotes.name,
  quote_acceptances: quotes.name,
} as const;

/** What was written in a room, by its client or by the seller. */
export interface RoomMessage {
  readonly id: string;
  /** Null: about the whole quote. */
  readonly line_id: string | null;
  readonly author: string;
  readonly by_client: boolean;
  readonly asks_changes: boolean;
  readonly body: string;
  /** ISO instant. */
  readonly created_at: string;
}

/** A room as its client finds it. */
export interface Room {
  readonly linkId: string;
  readonly quoteId: string;
  readonly companyId: string;
  readonly recipient: string;
  readonly email: string;
  readonly status: keyof typeof quoteStates;
  /** Last day on which the quote can be accepted; the link may open its page until then. */
  readonly validUntil: string;
  /** Whether the quote waits for an answer, and its last day is not over. */
  readonly isOpen: boolean;
  /** A code was mailed and is still good. */
  readonly hasCode: boolean;
  readonly acceptedBy: string | null;
  readonly acceptedOn: string | null;
  readonly seller: { readonly id: string; readonly name: string; readonly email: string };
  readonly version: QuoteVersion;
  readonly messages: readonly RoomMessage[];
}

interface RoomRow extends Omit<Room, 'version'> {
  readonly content: string;
  readonly hash: string;
  readonly at: string;
}

/** The messages of a quote as JSON, the oldest first. @param quote its id */
export const messagesOf = (quote: Sql): Sql => sql`
  coalesce((SELECT json_agg(m) FROM (
    SELECT m.id, m.line_id, m.author, m.link_id IS NOT NULL AS by_client, m.asks_changes, m.body, m.created_at
    FROM quote_messages m WHERE m.quote_id = ${quote} ORDER BY m.created_at, m.id) m), '[]')`;

/**
 * The room that a token opens; undefined if the token is unknown, or its link was closed or is past its last day. That
 * its quote was replaced or answered does not close it: the page says so.
 */
export const findRoom = async (database: Queryable, token: string): Promise<Room | undefined> => {
  if (!isLinkToken(token)) return undefined;
  const row = await database.one<RoomRow>(sql`
    SELECT k.id AS "linkId", q.id AS "quoteId", q.company_id AS "companyId", k.recipient, k.email, q.status,
      q.valid_until::text AS "validUntil", q.status = 'sent' AND q.valid_until >= business_date() AS "isOpen",
      coalesce(k.code_until > now(), false) AS "hasCode", q.accepted_by AS "acceptedBy",
      q.accepted_on::text AS "acceptedOn", json_build_object('id', u.id, 'name', u.full_name, 'email', u.email) AS seller,
      v.content, v.hash, to_json(v.created_at) #>> '{}' AS at, ${messagesOf(raw('q.id'))} AS messages
    FROM quote_links k JOIN quotes q ON q.id = k.quote_id JOIN quote_versions v ON v.quote_id = q.id
      JOIN users u ON u.id = q.owner_id
    WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
      AND q.archived_at IS NULL`);
  if (!row) return undefined;
  const { content, hash, at, ...room } = row;
  return { ...room, version: { content: JSON.parse(content), hash, at } };
};
