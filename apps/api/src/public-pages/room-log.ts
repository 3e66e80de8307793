import sql, { raw, type Sql } from 'sql-template-tag';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { Visitor } from './visitor.ts';

/** The link that opens a room: its table and its id. */
export interface RoomLink {
  readonly table:
    | 'quote_links'
    | 'signing_links'
    | 'material_links'
    | 'evidence_links'
    | 'makegood_links'
    | 'account_rooms';
  readonly linkId: string;
}

/** What somebody without an account does in a room; the log of each room allows those that it knows. */
export type RoomAct =
  | 'opened'
  | 'downloaded'
  | 'commented'
  | 'asked_changes'
  | 'code_sent'
  | 'code_wrong'
  | 'accepted'
  | 'declined'
  | 'signed'
  | 'refused'
  | 'blocked'
  | 'answered'
  | 'delivered'
  | 'submitted';

/** The log of the rooms that links of a table open, and its column that says whose link it is. */
const logs = {
  quote_links: { log: raw('quote_room_log'), of: raw('quote_id') },
  evidence_links: { log: raw('evidence_room_log'), of: raw('report_id') },
  signing_links: { log: raw('signing_log'), of: raw('signer_id') },
  material_links: { log: raw('material_room_log'), of: raw('contract_id') },
  makegood_links: { log: raw('makegood_room_log'), of: raw('contract_id') },
  account_rooms: { log: raw('account_room_log'), of: raw('email') },
} as const;

/** The table of the log of the rooms that links of a table open. */
export const roomLogOf = (table: RoomLink['table']): Sql => logs[table].log;

const insertFrom = ({ table, linkId }: RoomLink, act: RoomAct, { ip, userAgent }: Visitor) => sql`
  INSERT INTO ${logs[table].log} (${logs[table].of}, link_id, act, ip, user_agent)
  SELECT k.${logs[table].of}, k.id, ${act}, ${ip}::inet, ${userAgent} FROM ${raw(table)} k WHERE k.id = ${linkId}::uuid`;

/** Writes an act into the log of the room that a link opens. */
export const logAct = (
  database: Pick<Queryable, 'query'>,
  link: RoomLink,
  act: RoomAct,
  visitor: Visitor,
): Promise<unknown> => database.query(insertFrom(link, act, visitor));

/** Logs that the page was opened, once in ten minutes for one link and address: a page is loaded again after every act. */
export const logVisit = async (
  database: Database,
  link: RoomLink,
  act: 'opened' | 'downloaded',
  visitor: Visitor,
): Promise<void> => {
  await database.query(sql`
    ${insertFrom(link, act, visitor)}
      AND NOT EXISTS (
        SELECT FROM ${logs[link.table].log} WHERE link_id = ${link.linkId}::uuid AND act = ${act}
          AND ip IS NOT DISTINCT FROM ${visitor.ip}::inet AND created_at > now() - interval '10 minutes')`);
};
