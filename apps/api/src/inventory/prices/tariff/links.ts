import { publicPathPattern } from '@pauta/domain/inventory/prices/tariff/tariff-commands.ts';
import sql from 'sql-template-tag';
import { tokenHash } from '../../../admin/sessions/tokens.ts';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';
import { isLinkToken, newLinkToken } from '../../../public-pages/link-token.ts';

/** The open link of a price list, without its token, which is not stored. */
export interface TariffLink {
  readonly created_at: string;
  /** Who created it. */
  readonly created_by: string | null;
  /** The last civil day on which it opens the tariff; null without an end. */
  readonly until: string | null;
  /** The address of a political tariff; null for a link with a token. */
  readonly public_path: string | null;
}

/** The list that an address leads to, and whether it may be found by search engines. */
export interface OpenTariff {
  readonly price_list_id: string;
  readonly is_political: boolean;
}

// A link opens its list while that is current: not archived, not ended, and its last day not over.
const isOpen = sql`
  k.revoked_at IS NULL AND l.status = 'current' AND l.archived_at IS NULL AND l.kind <> 'internal'
  AND coalesce(upper(l.valid) > business_date(), true)`;

/** The open link of a price list. */
export const readTariffLink = (database: Queryable, priceListId: string): Promise<TariffLink | undefined> =>
  database.one<TariffLink>(sql`
    SELECT k.created_at, u.full_name AS created_by, (upper(l.valid) - 1)::text AS until, k.public_path
    FROM tariff_links k JOIN price_lists l ON l.id = k.price_list_id LEFT JOIN users u ON u.id = k.created_by
    WHERE k.price_list_id = ${priceListId}::uuid AND ${isOpen}`);

/** Of these price lists, those with an open link. */
export const listsWithLink = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await database.query<{ id: string }>(sql`
    SELECT k.price_list_id AS id FROM tariff_links k JOIN price_lists l ON l.id = k.price_list_id
    WHERE k.price_list_id = ANY(${[...ids]}::uuid[]) AND ${isOpen}`);
  return new Set(rows.map(({ id }) => id));
};

/** Closes the link of a price list. */
export const closeTariffLink = async (tx: Transaction, priceListId: string): Promise<void> => {
  await tx.query(sql`
    UPDATE tariff_links SET revoked_at = now() WHERE price_list_id = ${priceListId}::uuid AND revoked_at IS NULL`);
};

/**
 * Opens a link to the tariff of a price list, in place of an earlier one: at an address that it keeps, or with a token
 * of 32 random bytes, of which the SHA-256 is stored. An address is free again once its list is not current any more.
 *
 * @returns the path of the page
 */
export const openTariffLink = async (
  tx: Transaction,
  priceListId: string,
  publicPath: string | null,
): Promise<string> => {
  await closeTariffLink(tx, priceListId);
  const token = publicPath === null ? newLinkToken() : null;
  if (publicPath !== null) {
    await tx.query(sql`
      UPDATE tariff_links k SET revoked_at = now() FROM price_lists l
      WHERE k.public_path = ${publicPath} AND k.revoked_at IS NULL AND l.id = k.price_list_id AND NOT (${isOpen})`);
  }
  await tx.query(sql`
    INSERT INTO tariff_links (price_list_id, token_hash, public_path, valid, created_by)
    SELECT id, ${token === null ? null : tokenHash(token)}, ${publicPath}, valid, ${tx.change.actorId}::uuid
    FROM price_lists WHERE id = ${priceListId}::uuid`);
  return `/tarifas/${token ?? publicPath}`;
};

/** The tariff at an address of a public page; undefined if the address is unknown, closed or past its last day. */
export const findTariff = async (database: Queryable, address: string): Promise<OpenTariff | undefined> => {
  const isToken = isLinkToken(address);
  if (!isToken && !(address.length <= 40 && publicPathPattern.test(address))) return undefined;
  const isAddressed = isToken ? sql`k.token_hash = ${tokenHash(address)}` : sql`k.public_path = ${address}`;
  return database.one<OpenTariff>(sql`
    SELECT l.id AS price_list_id, l.kind = 'political' AS is_political
    FROM tariff_links k JOIN price_lists l ON l.id = k.price_list_id
    WHERE ${isAddressed} AND ${isOpen} ORDER BY lower(l.valid) NULLS FIRST LIMIT 1`);
};
