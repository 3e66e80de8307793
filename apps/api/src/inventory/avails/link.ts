import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import sql, { type Sql } from 'sql-template-tag';
import { tokenHash } from '../../admin/sessions/tokens.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isLinkToken } from '../../public-pages/link-token.ts';

/** What a sheet shows, as it was chosen. */
export interface SheetChoice {
  /** Query string of the list of spaces. */
  readonly query: string;
  /** Of those spaces, the chosen ones; all if empty. */
  readonly space_ids: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly grain: 'day' | 'week';
  readonly with_prices: boolean;
}

const find = async (database: Queryable, which: Sql): Promise<SheetChoice | undefined> => {
  const row = await database.one<Omit<SheetChoice, 'from' | 'to'> & { readonly period: string }>(sql`
    SELECT coalesce(s.query, '') AS query, s.space_ids, s.period::text, s.grain, s.with_prices
    FROM avails_sheets s WHERE ${which}`);
  if (!row) return undefined;
  const { period, ...choice } = row;
  const { from, to } = rangeFromSql(period) ?? {};
  return from && to ? { ...choice, from, to } : undefined;
};

/** The sheet that a link opens; undefined if the token is unknown, the link withdrawn, or its last day over. */
export const openSheet = async (database: Queryable, token: string): Promise<SheetChoice | undefined> =>
  isLinkToken(token)
    ? find(
        database,
        sql`s.token_hash = ${tokenHash(token)} AND s.closed_at IS NULL AND s.expires_on >= business_date()`,
      )
    : undefined;

/** The sheet with this id, also one that no link opens any more. */
export const sheetById = (database: Queryable, id: string): Promise<SheetChoice | undefined> =>
  find(database, sql`s.id = ${id}::uuid`);
