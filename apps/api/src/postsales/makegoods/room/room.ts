import type { makegoodOfferStates } from '@pauta/domain/postsales/makegoods/makegood-offer.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../../admin/sessions/tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isLinkToken } from '../../../public-pages/link-token.ts';
import type { RoomLink } from '../../../public-pages/room-log.ts';
import { readValues } from '../../traffic/makegood-slots.ts';
import { fullOffers, type OfferedPlace } from '../offered-places.ts';

/** Tables of the pages of makegoods, of which the log names the contract. */
export const makegoodTables = { makegood_links: contracts.name } as const;

/** A space as the page names it. */
export interface ShownSpace {
  readonly name: string;
  /** `HH:MM` of a break. */
  readonly airs_at: string | null;
  readonly time_slot: string | null;
  /** Price of a unit in the list of the contract, decimal text; null: the list has none. */
  readonly price: string | null;
}

/** An offer as its client sees it. */
export interface ShownOffer extends OfferedPlace {
  readonly id: string;
  readonly placement_id: string;
  readonly row_version: number;
  readonly label: string;
  readonly status: keyof typeof makegoodOfferStates;
  readonly missed: { readonly starts_on: string; readonly ends_on: string; readonly space: ShownSpace };
  readonly space: ShownSpace;
  readonly worth: string;
  readonly currency: string;
  readonly is_billed_as_aired: boolean;
  readonly answered_by: string | null;
  /** ISO instant. */
  readonly answered_at: string | null;
  readonly remark: string | null;
  /** Its place became full, or its day passed, before anybody answered. */
  readonly isGone: boolean;
}

/** The page of what is offered for a contract, as somebody of its client finds it. */
export interface MakegoodRoom {
  readonly linkId: string;
  readonly recipient: string;
  readonly email: string;
  /** A code was mailed and is still good. */
  readonly hasCode: boolean;
  readonly contract: {
    readonly id: string;
    readonly number: string;
    readonly name: string;
    readonly client: string;
    readonly companyId: string;
    readonly company: string;
  };
  readonly seller: { readonly id: string; readonly name: string; readonly email: string };
  readonly offers: readonly ShownOffer[];
}

/** The link that opened a page. */
export const linkOf = ({ linkId }: MakegoodRoom): RoomLink => ({ table: 'makegood_links', linkId });

type StoredSpace = Omit<ShownSpace, 'price'> & { readonly id: string };
type StoredOffer = Omit<ShownOffer, 'isGone' | 'space' | 'missed'> & {
  readonly quota_id: string;
  readonly space: StoredSpace;
  readonly missed: Omit<ShownOffer['missed'], 'space'> & { readonly space: StoredSpace };
};

/** What was sent to the client of a contract, answered or not; the earliest missed day first. */
const readOffers = async (database: Queryable, contractId: string): Promise<ShownOffer[]> => {
  const offers = await database.query<StoredOffer & object>(sql`
    SELECT o.id, o.row_version, o.label, o.status, o.placement_id, o.inventory_item_id, o.starts_on::text, o.ends_on::text,
      p.quota_id, o.worth::text, o.currency_code AS currency, o.billed_as_aired AS is_billed_as_aired, o.answered_by,
      to_json(o.answered_at) #>> '{}' AS answered_at, o.remark,
      json_build_object('id', i.id, 'name', i.name, 'airs_at', to_char(i.airs_at, 'HH24:MI'), 'time_slot', zi.name) AS space,
      json_build_object('starts_on', p.starts_on, 'ends_on', p.ends_on, 'space',
        json_build_object('id', m.id, 'name', m.name, 'airs_at', to_char(m.airs_at, 'HH24:MI'), 'time_slot', zm.name)) AS missed
    FROM makegood_offers o JOIN placements p ON p.id = o.placement_id
      JOIN inventory_items i ON i.id = o.inventory_item_id LEFT JOIN time_slots zi ON zi.id = i.time_slot_id
      JOIN inventory_items m ON m.id = p.inventory_item_id LEFT JOIN time_slots zm ON zm.id = m.time_slot_id
    WHERE o.contract_id = ${contractId}::uuid AND o.sent_at IS NOT NULL AND o.status IN ('sent', 'accepted', 'declined')
    ORDER BY o.missed_on, o.id`);
  const waiting = offers.filter(({ status }) => status === 'sent');
  const gone = await fullOffers(database, waiting);
  const prices = new Map<string, string | null>();
  for (const [quotaId, ofQuota] of Map.groupBy(offers, ({ quota_id }) => quota_id)) {
    const items = [...new Set(ofQuota.flatMap(({ space, missed }) => [space.id, missed.space.id]))];
    for (const [item, { price }] of await readValues(database, quotaId, items))
      prices.set(`${quotaId} ${item}`, price);
  }
  return offers.map(({ quota_id, space, missed, ...offer }) => {
    const priced = ({ id, ...shown }: StoredSpace): ShownSpace => ({
      ...shown,
      price: prices.get(`${quota_id} ${id}`) ?? null,
    });
    return {
      ...offer,
      space: priced(space),
      missed: { ...missed, space: priced(missed.space) },
      isGone: gone.has(offer.id),
    };
  });
};

/**
 * The page that a token opens; undefined if the token is unknown, its link was closed or is past its last day, or the
 * contract is archived.
 */
export const findMakegoodRoom = async (
  database: Queryable,
  token: string,
): Promise<MakegoodRoom | undefined> => {
  if (!isLinkToken(token)) return undefined;
  const room = await database.one<Omit<MakegoodRoom, 'offers'>>(sql`
    SELECT k.id AS "linkId", k.recipient, k.email, coalesce(k.code_until > now(), false) AS "hasCode",
      json_build_object('id', c.id, 'number', c.number, 'name', c.name, 'client', a.trade_name, 'companyId', c.company_id,
        'company', coalesce(o.legal_name, o.name)) AS contract,
      json_build_object('id', u.id, 'name', u.full_name, 'email', u.email) AS seller
    FROM makegood_links k JOIN contracts c ON c.id = k.contract_id JOIN clients a ON a.id = c.client_id
      JOIN companies o ON o.id = c.company_id JOIN users u ON u.id = c.owner_id
    WHERE k.token_hash = ${tokenHash(token)} AND k.closed_at IS NULL AND k.expires_on >= business_date()
      AND c.archived_at IS NULL`);
  return room && { ...room, offers: await readOffers(database, room.contract.id) };
};
