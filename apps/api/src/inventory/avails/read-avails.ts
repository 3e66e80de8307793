import { companyToday, formatInstant } from '@pauta/domain/calendar/company-clock.ts';
import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { type Avails, availsOf } from '@pauta/domain/inventory/avails/avails.ts';
import { mostSheetSpaces } from '@pauta/domain/inventory/avails/avails-sheet.ts';
import {
  type AvailabilityAnswer,
  type AvailabilityRow,
  rowsOfAnswer,
} from '@pauta/domain/inventory/capacity/availability.ts';
import { inventoryItems } from '@pauta/domain/inventory/items/inventory-item.ts';
import { formatAmount } from '@pauta/domain/money/currency-amount.ts';
import { parseQuery } from '@pauta/domain/resource/query/query.ts';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { type Letterhead, readLetterhead } from '../../admin/settings/letterhead.ts';
import type { Actor } from '../../platform/access.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readAvailability } from '../availability/availability.ts';
import type { SheetChoice } from './link.ts';

/** A sheet of avails with the company that issues it. */
export interface IssuedAvails {
  readonly avails: Avails;
  readonly letterhead: Letterhead;
  /** ISO instant of its reading. */
  readonly at: string;
}

/** Whoever opens a sheet sees the spaces that its owner chose, and nothing else of them. */
const guest: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  sessionId: '',
  fullName: '',
  email: '',
  status: 'active',
  roles: [],
  permissions: new Set([inventoryItems.permissions.viewAll ?? '']),
};

/**
 * The spaces of a sheet with what is taken of them, at most as many as a sheet has.
 *
 * @throws Problem 422 `query` for a filter that the list of spaces does not have
 */
export const spacesOfSheet = async (
  database: Queryable,
  { query, space_ids, from, to }: Pick<SheetChoice, 'query' | 'space_ids' | 'from' | 'to'>,
  actor: Actor = guest,
): Promise<{ readonly rows: readonly AvailabilityRow[]; readonly isCut: boolean }> => {
  const parsed = parseQuery(inventoryItems, Object.fromEntries(new URLSearchParams(query)));
  if (!parsed.ok) throw invalid({ query: ['El filtro no es válido. Vuelva a elegir los espacios.'] });
  const answer = JSON.parse(
    await readAvailability(
      database,
      { query: parsed.query, period: { from, to }, by: 'day', periodFilters: [] },
      actor,
    ),
  ) as AvailabilityAnswer;
  const rows = rowsOfAnswer(answer);
  const chosen = new Set(space_ids);
  const shown = chosen.size === 0 ? rows : rows.filter(({ id }) => chosen.has(id));
  return {
    rows: shown.slice(0, mostSheetSpaces),
    isCut: shown.length > mostSheetSpaces || (answer.is_cut && chosen.size === 0),
  };
};

/** The general price in force of spaces, in words. */
const readPrices = async (
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query<{
    id: string;
    unit: keyof typeof saleUnits;
    unit_price: string;
    currency_code: string;
  }>(sql`
    SELECT i.id, p.unit, p.unit_price::text, p.currency_code
    FROM inventory_items i CROSS JOIN LATERAL usual_price(i) p
    WHERE i.id = ANY(${[...ids]}::uuid[]) AND p.unit_price IS NOT NULL`);
  return new Map(
    rows.map(({ id, unit, unit_price, currency_code }) => [
      id,
      `${formatAmount({ amount: unit_price, currency: currency_code })} · ${saleUnits[unit]}`,
    ]),
  );
};

/** Minutes for which documents of a sheet are equal, so that the printer makes them once. */
const steady = 5;

/** Reads a sheet as it is at this moment. Clients, owners and holds are not read at all. */
export const readAvails = async (app: FastifyInstance, choice: SheetChoice): Promise<IssuedAvails> => {
  const { database } = app;
  const { rows } = await spacesOfSheet(database, choice);
  const ids = rows.map(({ id }) => id);
  const companies = await database.query<{ id: string }>(
    sql`SELECT DISTINCT company_id AS id FROM inventory_items WHERE id = ANY(${ids}::uuid[])`,
  );
  const step = steady * 60_000;
  const at = new Date(Math.floor(Date.now() / step) * step).toISOString();
  return {
    avails: availsOf(rows, {
      from: choice.from,
      to: choice.to,
      grain: choice.grain,
      today: companyToday(),
      at: formatInstant(at),
      prices: choice.with_prices ? await readPrices(database, ids) : null,
    }),
    letterhead: await readLetterhead(
      app,
      companies.map(({ id }) => id),
    ),
    at,
  };
};
