import type { Line } from '@pauta/domain/document/document.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { rangeFromSql } from '@pauta/domain/kinds/date-range.ts';
import { quoteTotals } from '@pauta/domain/sales/quotes/quote-totals.ts';
import sql from 'sql-template-tag';
import { counterOf } from '../../admin/settings/take-number.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { saleContextOf } from '../../sales/lines/sale-context.ts';
import { readSaleTerms } from '../../sales/lines/sale-terms.ts';
import { insertRows, type Row } from '../insert-rows.ts';
import type { DemoSpace } from '../inventory/spaces/space-maker.ts';
import { plainRow } from '../plain-row.ts';
import type { Random } from '../random.ts';
import { insertQuoteRooms, proveDemoAcceptances } from './quote-rooms.ts';

const day = 86_400_000;
const civil = (at: Date): string => at.toISOString().slice(0, 10);
const reference = (id: string | null) => (id === null ? null : { id, label: '' });

/** How quotes end: some drafts, most answered. A replaced one has a second version. */
const ends = [
  'draft',
  'draft',
  'sent',
  'sent',
  'accepted',
  'accepted',
  'rejected',
  'expired',
  'superseded',
] as const;

interface Sale {
  readonly id: string;
  readonly name: string;
  readonly client_id: string;
  readonly agency_id: string | null;
  readonly owner_id: string;
  readonly created_at: string;
}

interface Space {
  readonly id: string;
  readonly name: string;
  readonly days: readonly string[];
  readonly ad_article_id: string | null;
  readonly duration_sec: number | null;
  readonly unit: string;
}

interface Sold {
  readonly list: string;
  readonly currency: string;
  readonly company: string;
  readonly paid: string;
  readonly bonus: string;
}

const makeLines = (
  random: Random,
  {
    spaces,
    packages,
    paid,
    bonus,
  }: Pick<Sold, 'paid' | 'bonus'> & {
    readonly spaces: readonly Space[];
    readonly packages: readonly { readonly id: string; readonly name: string }[];
  },
  flight: { readonly from: string; readonly to: string },
  at: Date,
): Line[] => {
  const count = random.integer(2, 5);
  const positions = positionsAt([], 0, count);
  const discount = random.pick(['0', '0', '5', '10', '15', '20']);
  return random.some(spaces, count).map((space, index): Line => {
    const isBonus = index === count - 1 && random.chance(30);
    if (index === 0 && packages.length > 0 && random.chance(15)) {
      const bundle = random.pick(packages);
      return {
        id: random.id(at),
        position: positions[index] ?? '',
        line_kind: 'package',
        inventory_item_id: null,
        package_id: reference(bundle.id),
        components: null,
        ad_article_id: null,
        description: bundle.name,
        ad_classification_id: reference(paid),
        flight,
        days: [],
        units_per_day: 1,
        units: '1.00',
        duration_sec: null,
        agreed_price: null,
        surcharge_pct: '0',
        discount_pct: '0',
      };
    }
    return {
      id: random.id(at),
      position: positions[index] ?? '',
      line_kind: isBonus ? 'bonus' : 'airtime',
      inventory_item_id: reference(space.id),
      package_id: null,
      components: null,
      ad_article_id: reference(space.ad_article_id),
      description: space.name.slice(0, 160),
      ad_classification_id: reference(isBonus ? bonus : paid),
      flight,
      days: space.days,
      units_per_day:
        space.unit === 'impressions' ? 10_000 : space.unit === 'faces' ? 1 : random.integer(1, 3),
      units: '1.00',
      duration_sec: space.duration_sec ?? (space.unit === 'seconds' ? 30 : null),
      agreed_price: null,
      surcharge_pct: '0',
      discount_pct: isBonus ? '0' : discount,
    };
  });
};

/**
 * Quotes of the opportunities, in every state that they reach before a contract. None without a current price list.
 */
export const insertQuotes = async (
  tx: Transaction,
  random: Random,
  { spaces: offered, today }: { readonly spaces: readonly DemoSpace[]; readonly today: Date },
): Promise<void> => {
  const sold = await tx.one<Sold>(sql`
    SELECT l.id AS list, l.currency_code AS currency,
      coalesce(l.company_id, (SELECT id FROM companies WHERE archived_at IS NULL ORDER BY sort_order, id LIMIT 1)) AS company,
      (SELECT id FROM ad_classifications WHERE is_billable ORDER BY sort_order, id LIMIT 1) AS paid,
      (SELECT id FROM ad_classifications WHERE NOT is_billable ORDER BY sort_order, id LIMIT 1) AS bonus
    FROM price_lists l WHERE l.status = 'current' AND l.archived_at IS NULL AND l.valid @> ${civil(today)}::date
    ORDER BY l.kind = 'general' DESC, l.code LIMIT 1`);
  if (!sold) return;
  const spaces = await tx.query<Space>(sql`
    SELECT i.id, i.name, i.days, i.ad_article_id, a.duration_sec, i.capacity_unit AS unit
    FROM inventory_items i LEFT JOIN ad_articles a ON a.id = i.ad_article_id
    WHERE i.id = ANY(${offered.map(({ id }) => id)}::uuid[]) ORDER BY i.code`);
  const sales = await tx.query<Sale>(sql`
    SELECT o.id, o.name, o.client_id, c.default_agency_id AS agency_id, o.owner_id, o.created_at
    FROM opportunities o JOIN clients c ON c.id = o.client_id
    WHERE o.archived_at IS NULL AND o.currency_code = ${sold.currency} ORDER BY o.created_at, o.id LIMIT 400`);
  if (spaces.length === 0) return;
  const packages = await tx.query<{ id: string; name: string }>(
    sql`SELECT id, name FROM packages WHERE status = 'published' AND currency_code = ${sold.currency} ORDER BY code`,
  );

  const headers: Row[] = [];
  const lines: Row[] = [];
  const outcomes: Row[] = [];
  const counts = new Map<number, number>();
  for (const sale of sales) {
    const end = random.pick(ends);
    // What is still open, as the second version of a replaced one is, begins later than today.
    const isOpen = end === 'draft' || end === 'sent' || end === 'superseded';
    const oldest = isOpen ? today.getTime() - 10 * day : Date.parse(sale.created_at);
    const created = new Date(
      Math.max(oldest, Date.parse(sale.created_at)) + random.integer(1, 5) * day * 0.5,
    );
    if (created > today) continue;
    const year = created.getUTCFullYear();
    counts.set(year, (counts.get(year) ?? 0) + 1);
    const start = new Date(created.getTime() + random.integer(15, 45) * day);
    const period = `[${civil(start)},${civil(new Date(start.getTime() + random.integer(13, 45) * day))}]`;
    const flight = rangeFromSql(period);
    if (!flight?.from || !flight.to) continue;
    // What expired did so before today; everything else can still be answered.
    const validity = end === 'expired' ? -1 : random.integer(5, 25);
    const validUntil = civil(new Date(today.getTime() + validity * day));
    for (const version of end === 'superseded' ? [1, 2] : [1]) {
      const id = random.id(created);
      const body = {
        price_list_id: reference(sold.list),
        currency_code: sold.currency,
        company_id: reference(sold.company),
        client_id: reference(sale.client_id),
        brand_id: null,
        agency_id: reference(sale.agency_id),
        lines: makeLines(
          random,
          { ...sold, spaces, packages },
          { from: flight.from, to: flight.to },
          created,
        ),
      };
      const totals = quoteTotals(body, await readSaleTerms(tx, saleContextOf(body)));
      headers.push({
        id,
        number: `PR-${year}-${String(counts.get(year)).padStart(5, '0')}`,
        version,
        name: sale.name,
        opportunity_id: sale.id,
        client_id: sale.client_id,
        agency_id: sale.agency_id,
        owner_id: sale.owner_id,
        company_id: sold.company,
        currency_code: sold.currency,
        price_list_id: sold.list,
        flight: period,
        valid_until: validUntil,
        budget_amount: random.chance(50) ? `${random.integer(4, 40) * 50_000}.00` : null,
        created_at: created,
        ...plainRow(totals.header),
      });
      lines.push(
        ...body.lines.map((line) => ({
          ...plainRow(line),
          quote_id: id,
          ...plainRow(totals.lines.get(line.id) ?? {}),
        })),
      );
      const state = version === 2 ? 'draft' : end;
      if (state !== 'draft')
        outcomes.push({
          id,
          status: state,
          sent_at: new Date(Math.min(today.getTime(), created.getTime() + day * 0.25)),
          accepted_on: state === 'accepted' ? civil(created) : null,
          accepted_by: state === 'accepted' ? 'Gerencia de Mercadeo' : null,
          rejection_reason: state === 'rejected' ? 'Eligió otra propuesta' : null,
        });
    }
  }
  const first = headers.filter(({ version }) => version === 1);
  await insertRows(tx, 'quotes', first);
  const ofFirst = new Set(first.map(({ id }) => id));
  await insertRows(
    tx,
    'quote_lines',
    lines.filter(({ quote_id }) => ofFirst.has(quote_id)),
  );
  const move = (status: string, rows: readonly Row[]): Promise<unknown> =>
    tx.query(sql`
      UPDATE quotes q SET status = ${status}, sent_at = r.sent_at, accepted_on = r.accepted_on,
        accepted_by = r.accepted_by, rejection_reason = r.rejection_reason
      FROM json_populate_recordset(NULL::quotes, ${JSON.stringify(rows)}::json) r WHERE q.id = r.id`);
  await move(
    'sent',
    outcomes.map(({ id, sent_at }) => ({ id, sent_at })),
  );
  const owners = new Map(headers.map(({ id, owner_id }) => [id, String(owner_id)]));
  await proveDemoAcceptances(
    tx,
    outcomes
      .filter(({ status }) => status === 'accepted')
      .map(({ id, accepted_by }) => ({
        id: String(id),
        accepted_by: String(accepted_by),
        owner_id: owners.get(id) ?? '',
      })),
  );
  for (const status of ['accepted', 'rejected', 'expired', 'superseded'])
    await move(
      status,
      outcomes.filter((row) => row.status === status),
    );
  await insertRows(
    tx,
    'quotes',
    headers.filter(({ version }) => version === 2),
  );
  await insertRows(
    tx,
    'quote_lines',
    lines.filter(({ quote_id }) => !ofFirst.has(quote_id)),
  );
  await tx.query(sql`
    UPDATE quotes old SET replaced_by_id = next.id FROM quotes next
    WHERE next.number = old.number AND next.version = 2 AND old.version = 1 AND old.status = 'superseded'`);
  await tx.query(sql`
    INSERT INTO given_numbers (series, company_id, number, counter, year, count)
    SELECT DISTINCT 'quote', company_id, number, ${counterOf('quote', { company: sold.company })},
      split_part(number, '-', 2)::integer, split_part(number, '-', 3)::integer
    FROM quotes ON CONFLICT DO NOTHING`);
  await insertQuoteRooms(tx, random);
};
