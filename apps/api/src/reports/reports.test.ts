import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { add, divide, multiply, subtract } from '@pauta/domain/money/arithmetic.ts';
import { dimensionsOf, type Measure, type Report, type Term } from '@pauta/domain/reports/report.ts';
import type { ReportAnswer, ReportFigure } from '@pauta/domain/reports/report-answer.ts';
import { reportNamed, reports } from '@pauta/domain/reports/reports.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoClients } from '../demo/demo-clients.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { createRole, createUser, ensureRoles, signIn } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients: demoClients,
      now: new Date(),
      storage: openFolderStorage(api.config.storageDir),
    }),
  );
  await scatter();
  headers = await signIn(api, await createUser(api));
}, 300_000);
afterAll(() => api.close());

/** Rows of a statement that calculates what a report should say, however long that takes on a busy machine. */
const calculated = <Row extends object>(statement: Sql): Promise<Row[]> =>
  api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`SET LOCAL statement_timeout = 0`);
    return tx.query<Row>(statement);
  });

/** Of the data of these tests; another one in the environment makes others. */
const seed = Number(process.env.REPORTS_SEED ?? 7);

/**
 * Divides contracts, opportunities, documents and payments of the demonstration at random among companies, sellers,
 * currencies and days, so that no figure agrees by the order of the data.
 */
const scatter = async (): Promise<void> => {
  const one = (table: string): string =>
    `(ARRAY(SELECT id FROM ${table} ORDER BY id LIMIT 3))[
      1 + floor(random() * least(3, (SELECT count(*) FROM ${table})))::integer]`;
  const currency = `currency_code = CASE WHEN random() < 0.3 THEN 'USD' ELSE 'DOP' END`;
  const back = (column: string): string => `${column} = ${column} - floor(random() * 500)::integer`;
  await api.testDatabase.runAsSuperuser(
    raw(`DO $$ BEGIN
      PERFORM setseed(${seed / 1000});
      UPDATE contracts SET company_id = ${one('companies')}, owner_id = ${one('users')}, ${back('signed_on')},
        number = left(number, 30) || right(id::text, 8);
      UPDATE order_lines SET ${currency};
      UPDATE sale_credits SET ${currency}, ${back('on_date')};
      UPDATE opportunities SET ${currency}, owner_id = ${one('users')}, ${back('expected_close_date')};
      -- Both days by as much, because a document is not due before it is issued.
      UPDATE invoices i SET ${currency}, issue_date = i.issue_date - m.days, due_date = i.due_date - m.days
      FROM (SELECT id, floor(random() * 500)::integer AS days FROM invoices OFFSET 0) m WHERE m.id = i.id;
      UPDATE payments SET ${currency}, ${back('received_on')};
    END $$`),
  );
};

const get = (url: string, as = headers) => api.inject({ url, headers: as });
const read = async (url: string, as = headers) => {
  const response = await get(url, as);
  expect(response.statusCode, `${url} ${response.body}`).toBe(200);
  return response.json();
};
const reportOf = async (
  name: string,
  parameters: Record<string, string>,
  as = headers,
): Promise<ReportAnswer> => (await read(`/api/reports/${name}?${new URLSearchParams(parameters)}`, as)).data;
const period = '2020-01-01..2027-12-31';
/** Rows that are computed by space and month are many. */
const periodOf = ({ name }: Report): string => (name === 'ocupacion' ? 'last_12_months' : period);

/** The list with one more filter: values of a choice that are among those of the list too. Null: no row is left. */
const narrowed = (list: string, only: Readonly<Record<string, string>> = {}): URLSearchParams | null => {
  const parameters = new URLSearchParams(list);
  for (const [name, text] of Object.entries(only)) {
    const own = parameters.get(`f.${name}`)?.split(',');
    const values = text.split(',').filter((value) => !own || own.includes(value));
    if (values.length === 0) return null;
    parameters.set(`f.${name}`, values.join(','));
  }
  return parameters;
};

const rowsOf = async (path: string, query: URLSearchParams, fields: string): Promise<AnyRecord[]> => {
  const rows: AnyRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = new URLSearchParams(query);
    page.set('limit', '100');
    page.set('fields', fields);
    if (cursor) page.set('cursor', cursor);
    const { data, next_cursor } = await read(`/api/${path}?${page}`);
    rows.push(...data);
    cursor = next_cursor;
  }
  return rows;
};

const computed = new Map<string, ReturnType<typeof read>>();

/** A term over the rows of a list, as the list itself totals it. */
const termOver = async (report: Report, list: string, term: Term): Promise<string> => {
  const resource = report.resource();
  const query = narrowed(list, term.only);
  if (!query) return '0';
  if (report.isComputed) {
    // Several measures of a cell have the same rows.
    const url = `/api/reports/${report.name}/rows?${query}`;
    const rows = computed.get(url) ?? read(url);
    computed.set(url, rows);
    const { data } = await rows;
    return 'sum' in term ? (data.totals[term.sum] ?? '0') : String(data.count);
  }
  if ('days' in term) {
    const { from, to } = term.days;
    const rows = await rowsOf(resource.path, query, `${from},${to}`);
    return rows
      .map((row) => (Date.parse(String(row[to])) - Date.parse(String(row[from]))) / 86_400_000)
      .reduce((all, days) => all + days, 0)
      .toFixed(6);
  }
  if ('sum' in term) query.set('totals', term.sum);
  const { data } = await read(`/api/${resource.path}/summary?${query}`);
  if ('count' in term) return String(data.count);
  const amounts: { value: string }[] = data.amounts[term.sum];
  expect(amounts.length, `${list} has one currency`).toBeLessThanOrEqual(1);
  return amounts[0]?.value ?? '0';
};

const over = async (report: Report, list: string, terms: readonly Term[]): Promise<string> => {
  let all = '0';
  for (const term of terms) all = add(all, await termOver(report, list, term));
  return all;
};

const measured = async (
  report: Report,
  list: string,
  { plus, minus = [], per, unit, times = unit === 'percent' ? 100 : 1 }: Measure,
): Promise<string | null> => {
  const base = subtract(await over(report, list, plus), await over(report, list, minus));
  if (!per) return base;
  const divisor = await over(report, list, per);
  if (Number(divisor) === 0) return null;
  return divide(multiply(base, String(times)), divisor, unit === 'days' ? 1 : 2);
};

/** Follows the list of every figure of an answer and compares; answers how many figures were compared. */
const walk = async (report: Report, answer: ReportAnswer): Promise<number> => {
  let compared = 0;
  const follow = async ({ value, list }: ReportFigure, place: number, what: string): Promise<void> => {
    const measure = report.measures[answer.measures[place]?.name ?? ''];
    if (!measure) throw new Error('a measure of the report');
    if (list === null) {
      expect(value, what).toBeNull();
      return;
    }
    const found = await measured(report, list, measure);
    expect(found === null ? null : Number(found), `${what} ${list}`).toBe(
      value === null ? null : Number(value),
    );
    compared += 1;
  };
  for (const { row, column, figures, before = [] } of answer.cells) {
    const what = `${report.name} ${row} ${column}`;
    for (const [place, one] of figures.entries()) await follow(one, place, what);
    for (const [place, one] of before.entries()) await follow(one, place, `${what} before`);
  }
  return compared;
};

describe.each(reports.map((report) => [report.name, report] as const))('report %s', (name, report) => {
  test('the rows of the list of every cell sum to it', async () => {
    const measures = Object.keys(report.measures).slice(0, 8).join(',');
    const by = dimensionsOf(report).filter((dimension) => dimension !== 'contract_id');
    let compared = 0;
    // Every dimension once as rows and once as columns, beside another one.
    for (const [place, rows] of by.entries()) {
      const columns = by[(place + 1) % by.length] ?? 'month';
      const answer = await reportOf(name, {
        rows,
        columns: place % 3 === 0 ? columns : '-',
        measures,
        period: periodOf(report),
      });
      compared += await walk(report, {
        ...answer,
        // A sample of the cells of large reports, always with all totals.
        cells: answer.cells.filter(({ row, column }, at) =>
          answer.cells.length <= 60 || row === null || column === null
            ? at < 60
            : at % (report.isComputed ? 251 : 17) === 0,
        ),
      });
    }
    expect(compared).toBeGreaterThan(5);
  }, 300_000);

  test('the same holds compared with the year before', async () => {
    const answer = await reportOf(name, {
      rows: 'month',
      columns: '-',
      period: 'last_12_months',
      compare: 'year',
    });
    expect(answer.compared).not.toBeNull();
    await walk(report, answer);
  }, 300_000);

  test('rows and columns add up to the total, for figures that are sums', async () => {
    const [rows = 'month', other = 'year'] = report.dimensions;
    const answer = await reportOf(name, {
      rows,
      // Figures of what there is on several days have no total.
      columns: report.isStock ? other : 'year',
      period: periodOf(report),
      measures: Object.keys(report.measures).slice(0, 8).join(','),
    });
    expect(answer.more).toEqual({ rows: 0, columns: 0 });
    for (const [place, { name: measure }] of answer.measures.entries()) {
      if (report.measures[measure]?.per) continue;
      const sumWhere = (is: (row: number | null, column: number | null) => boolean): string =>
        answer.cells
          .filter(({ row, column }) => is(row, column))
          .map(({ figures }) => figures[place]?.value ?? '0')
          .reduce(add, '0.00');
      const total = Number(sumWhere((row, column) => row === null && column === null));
      expect(Number(sumWhere((row, column) => row !== null && column === null))).toBe(total);
      expect(Number(sumWhere((row, column) => row === null && column !== null))).toBe(total);
      expect(Number(sumWhere((row, column) => row !== null && column !== null))).toBe(total);
    }
  });
});

/** Plain SQL of single measures, by client, written without the engine. */
const plain: readonly (readonly [report: string, measure: string, by: string, statement: string])[] = [
  [
    'ventas',
    'net',
    'industry_id',
    `SELECT k.industry_id::text AS key, sum(l.net)::text AS value
     FROM order_lines l JOIN contracts c ON c.id = l.contract_id JOIN clients k ON k.id = c.client_id
     WHERE l.status = 'active' AND l.currency_code = 'DOP' AND c.signed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'ventas',
    'net',
    'platform_id',
    `SELECT i.platform_id::text AS key, sum(l.net)::text AS value
     FROM order_lines l JOIN contracts c ON c.id = l.contract_id LEFT JOIN inventory_items i ON i.id = l.inventory_item_id
     WHERE l.status = 'active' AND l.currency_code = 'DOP' AND c.signed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'ventas',
    'net',
    'quarter',
    `SELECT extract(year FROM c.signed_on)::text || '-Q' || extract(quarter FROM c.signed_on)::text AS key, sum(l.net)::text AS value
     FROM order_lines l JOIN contracts c ON c.id = l.contract_id
     WHERE l.status = 'active' AND l.currency_code = 'DOP' AND c.signed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'descuentos',
    'discount_pct',
    'owner_id',
    `SELECT c.owner_id::text AS key, round(100 * (sum(l.gross) - sum(l.net)) / nullif(sum(l.gross), 0), 2)::text AS value
     FROM order_lines l JOIN contracts c ON c.id = l.contract_id
     WHERE l.status = 'active' AND l.currency_code = 'DOP' AND c.signed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'descuentos',
    'bonus_lines',
    'company_id',
    `SELECT c.company_id::text AS key, count(*)::text AS value
     FROM order_lines l JOIN contracts c ON c.id = l.contract_id
     WHERE l.status = 'active' AND l.currency_code = 'DOP' AND l.line_kind = 'bonus' AND c.signed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'cierre',
    'win_pct',
    'owner_id',
    `SELECT owner_id::text AS key, round(avg(CASE WHEN result = 'won' THEN 100 ELSE 0 END), 2)::text AS value
     FROM opportunities WHERE result IN ('won', 'lost') AND archived_at IS NULL
       AND (closed_at AT TIME ZONE 'America/Santo_Domingo')::date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'cierre',
    'cycle',
    'owner_id',
    `SELECT owner_id::text AS key, round((avg(extract(epoch FROM closed_at) - extract(epoch FROM created_at)) / 86400)::numeric, 1)::text AS value
     FROM opportunities WHERE result = 'won' AND archived_at IS NULL
       AND (closed_at AT TIME ZONE 'America/Santo_Domingo')::date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'pipeline',
    'weighted',
    'stage_id',
    `SELECT stage_id::text AS key, sum(weighted_amount)::text AS value FROM opportunities
     WHERE result = 'open' AND archived_at IS NULL AND currency_code = 'DOP' AND expected_close_date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'facturacion',
    'net',
    'month',
    `SELECT to_char(issue_date, 'YYYY-MM') AS key, sum(CASE doc_kind WHEN 'credit_note' THEN -net ELSE net END)::text AS value
     FROM invoices WHERE status = 'issued' AND NOT is_opening AND currency_code = 'DOP' AND archived_at IS NULL
       AND issue_date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'facturacion',
    'balance',
    'company_id',
    `SELECT company_id::text AS key, sum(balance)::text AS value
     FROM invoices WHERE status = 'issued' AND NOT is_opening AND currency_code = 'DOP' AND archived_at IS NULL
       AND doc_kind <> 'credit_note' AND issue_date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'vencimientos',
    'balance',
    'year',
    `SELECT extract(year FROM due_date)::text AS key, sum(balance)::text AS value
     FROM invoices WHERE status = 'issued' AND payment_status IN ('open', 'partial') AND doc_kind <> 'credit_note'
       AND currency_code = 'DOP' AND archived_at IS NULL AND due_date BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'cobros',
    'settled',
    'method',
    `SELECT method AS key, sum(amount + withheld)::text AS value
     FROM payments WHERE status IN ('registered', 'reconciled') AND NOT is_opening AND currency_code = 'DOP'
       AND received_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'comisiones',
    'amount',
    'beneficiary_kind',
    `SELECT beneficiary_kind AS key, sum(amount)::text AS value
     FROM agency_commissions WHERE currency_code = 'DOP' AND accrued_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'cumplimiento',
    'aired_pct',
    'client_id',
    `SELECT c.client_id::text AS key,
       round(100.0 * coalesce(sum(p.load) FILTER (WHERE p.status = 'aired'), 0) / nullif(sum(p.load), 0), 2)::text AS value
     FROM placements p JOIN contracts c ON c.id = p.contract_id
     WHERE p.status IN ('aired', 'not_aired') AND p.starts_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'compensaciones',
    'worth',
    'status',
    `SELECT status AS key, sum(worth)::text AS value FROM makegood_offers
     WHERE currency_code = 'DOP' AND missed_on BETWEEN $from AND $to GROUP BY 1`,
  ],
  [
    'gestiones',
    'done_pct',
    'assigned_to_id',
    `SELECT assigned_to_id::text AS key, round(100.0 * count(*) FILTER (WHERE status = 'done') / count(*), 2)::text AS value
     FROM activities WHERE status <> 'cancelled'
       AND (scheduled_at AT TIME ZONE 'America/Santo_Domingo')::date BETWEEN $from AND $to GROUP BY 1`,
  ],
];

test.each(plain)('%s: %s by %s is that of plain SQL', async (name, measure, rows, statement) => {
  // Other days than whole months, so that both ends count.
  const [from, to] = ['2024-01-17', companyToday()];
  const expected = await calculated<{ key: string | null; value: string }>(
    sql`${raw(statement.replaceAll('$from', `'${from}'::date`).replaceAll('$to', `'${to}'::date`))}`,
  );
  const answer = await reportOf(name, { rows, columns: '-', measures: measure, period: `${from}..${to}` });
  const found = answer.cells
    .filter(({ row }) => row !== null)
    .map(({ row, figures }) => [answer.rows[row ?? 0]?.value ?? null, Number(figures[0]?.value)] as const);
  const sorted = (pairs: readonly (readonly [string | null, number])[]) =>
    [...pairs].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  expect(sorted(found)).toEqual(sorted(expected.map(({ key, value }) => [key, Number(value)] as const)));
});

/** Rows of a report in plain SQL, the day of a row, and each measure over them. */
interface Plain {
  readonly from: string;
  readonly where: string;
  readonly day: string;
  /** A dimension, and its value. */
  readonly by: readonly [dimension: string, value: string];
  readonly measures: Readonly<Record<string, string>>;
}

const local = (instant: string): string => `(${instant} AT TIME ZONE 'America/Santo_Domingo')::date`;
const rate = (part: string, of: string, digits = 2): string =>
  `round(100.0 * coalesce(${part}, 0) / nullif(${of}, 0), ${digits})`;
const signedLines = {
  from: 'order_lines l JOIN contracts c ON c.id = l.contract_id',
  where: `l.status = 'active' AND l.currency_code = 'DOP'`,
  day: 'c.signed_on',
} as const;
const noted = (column: string): string =>
  `sum(${column}) FILTER (WHERE doc_kind IN ('invoice', 'debit_note')), sum(${column}) FILTER (WHERE doc_kind = 'credit_note')`;
const less = (column: string): string =>
  `(SELECT coalesce(a, 0) - coalesce(b, 0) FROM (VALUES (${noted(column)})) v (a, b))`;

const plainReports: Readonly<Record<string, Plain>> = {
  ventas: {
    ...signedLines,
    by: ['agency_id', 'c.agency_id::text'],
    measures: {
      net: 'sum(l.net)',
      gross: 'sum(l.gross)',
      taxable: 'sum(l.taxable)',
      billed_net: 'sum(l.billed_net)',
      billed_pct: rate('sum(l.billed_net)', 'sum(l.net)'),
      unit_net: 'round(sum(l.net) / nullif(sum(l.quantity), 0), 2)',
      lines: 'count(*)',
    },
  },
  descuentos: {
    ...signedLines,
    by: ['line_kind', 'l.line_kind'],
    measures: {
      discount: 'sum(l.gross - l.net)',
      discount_pct: rate('sum(l.gross - l.net)', 'sum(l.gross)'),
      agency_discount: 'sum(l.agency_discount)',
      gross: 'sum(l.gross)',
      bonus_lines: `nullif(count(*) FILTER (WHERE l.line_kind = 'bonus'), 0)`,
      bonus_pct: rate(`count(*) FILTER (WHERE l.line_kind = 'bonus')`, 'count(*)'),
    },
  },
  cierre: {
    from: 'opportunities o',
    where: `o.result IN ('won', 'lost') AND o.archived_at IS NULL`,
    day: local('o.closed_at'),
    by: ['lead_source_id', 'o.lead_source_id::text'],
    measures: {
      won: `nullif(count(*) FILTER (WHERE o.result = 'won'), 0)`,
      lost: `nullif(count(*) FILTER (WHERE o.result = 'lost'), 0)`,
      win_pct: rate(`count(*) FILTER (WHERE o.result = 'won')`, 'count(*)'),
      won_amount: `sum(o.won_amount) FILTER (WHERE o.result = 'won' AND o.won_currency_code = 'DOP')`,
      cycle: `round((avg(extract(epoch FROM o.closed_at - o.created_at)) FILTER (WHERE o.result = 'won') / 86400)::numeric, 1)`,
    },
  },
  pipeline: {
    from: 'opportunities o',
    where: `o.result = 'open' AND o.archived_at IS NULL AND o.currency_code = 'DOP'`,
    day: 'o.expected_close_date',
    by: ['owner_id', 'o.owner_id::text'],
    measures: { weighted: 'sum(o.weighted_amount)', expected: 'sum(o.expected_amount)', count: 'count(*)' },
  },
  facturacion: {
    from: 'invoices',
    where: `status = 'issued' AND NOT is_opening AND currency_code = 'DOP' AND archived_at IS NULL`,
    day: 'issue_date',
    by: ['payment_status', 'payment_status'],
    measures: {
      net: less('net'),
      tax: less('tax'),
      total: less('total'),
      balance: `sum(balance) FILTER (WHERE doc_kind <> 'credit_note')`,
      documents: 'count(*)',
    },
  },
  vencimientos: {
    from: 'invoices',
    where: `status = 'issued' AND payment_status IN ('open', 'partial') AND doc_kind <> 'credit_note'
      AND currency_code = 'DOP' AND archived_at IS NULL`,
    day: 'due_date',
    by: ['is_opening', 'is_opening::text'],
    measures: {
      balance: 'sum(balance)',
      total: 'sum(total)',
      balance_pct: rate('sum(balance)', 'sum(total)'),
      documents: 'count(*)',
    },
  },
  cobros: {
    from: 'payments',
    where: `status IN ('registered', 'reconciled') AND NOT is_opening AND currency_code = 'DOP'`,
    day: 'received_on',
    by: ['agency_id', 'agency_id::text'],
    measures: {
      amount: 'sum(amount)',
      withheld: 'sum(withheld)',
      settled: 'sum(amount + withheld)',
      unapplied: 'sum(unapplied)',
      count: 'count(*)',
    },
  },
  comisiones: {
    from: 'agency_commissions',
    where: `currency_code = 'DOP'`,
    day: 'accrued_on',
    by: ['seller_id', 'seller_id::text'],
    measures: {
      amount: 'sum(amount)',
      due: 'sum(due_amount)',
      settled: 'sum(settled_amount)',
      base: 'sum(base_amount)',
    },
  },
  cumplimiento: {
    from: 'placements',
    where: `status <> 'cancelled'`,
    day: 'starts_on',
    by: ['inventory_item_id', 'inventory_item_id::text'],
    measures: {
      load: 'sum(load)',
      aired: `sum(load) FILTER (WHERE status = 'aired')`,
      missed: `sum(load) FILTER (WHERE status = 'not_aired')`,
      aired_pct: rate(
        `sum(load) FILTER (WHERE status = 'aired')`,
        `sum(load) FILTER (WHERE status IN ('aired', 'not_aired'))`,
      ),
    },
  },
  compensaciones: {
    from: 'makegood_offers',
    where: `currency_code = 'DOP'`,
    day: 'missed_on',
    by: ['contract_id', 'contract_id::text'],
    measures: {
      worth: 'sum(worth)',
      accepted: `sum(worth) FILTER (WHERE status = 'accepted')`,
      count: 'count(*)',
    },
  },
  creditos: {
    from: 'sale_credits s JOIN contracts c ON c.id = s.contract_id',
    where: `s.currency_code = 'DOP'`,
    day: 's.on_date',
    by: ['user_id', 's.user_id::text'],
    measures: {
      amount: 'sum(s.amount)',
      signed: `sum(s.amount) FILTER (WHERE s.kind <> 'ended')`,
      ended: `sum(s.amount) FILTER (WHERE s.kind = 'ended')`,
      rows: 'count(*)',
    },
  },
  gestiones: {
    from: 'activities',
    where: 'true',
    day: local('scheduled_at'),
    by: ['kind', 'kind'],
    measures: {
      count: 'count(*)',
      done: `nullif(count(*) FILTER (WHERE status = 'done'), 0)`,
      done_pct: rate(
        `count(*) FILTER (WHERE status = 'done')`,
        `count(*) FILTER (WHERE status <> 'cancelled')`,
      ),
      // A finished activity without a duration counts as none.
      minutes: `CASE WHEN count(*) FILTER (WHERE status = 'done') > 0
        THEN coalesce(sum(duration_min) FILTER (WHERE status = 'done'), 0) END`,
    },
  },
};

/** The same statement for another currency. */
const inCurrency = (code: string, statement: string): string => statement.replaceAll(`'DOP'`, `'${code}'`);

const written = reports.filter(({ isComputed, name }) => !isComputed || name === 'creditos');

test.each(
  written.flatMap((report) => (['DOP', 'USD'] as const).map((code) => [report.name, code, report] as const)),
)('every measure of %s in %s is that of plain SQL', async (name, code, report) => {
  const of = plainReports[name];
  if (!of) throw new Error(`${name} has no plain SQL`);
  expect(Object.keys(of.measures)).toEqual(Object.keys(report.measures));
  const [from, to] = ['2023-02-11', companyToday()];
  const expected = await calculated<Record<string, string | null>>(
    raw(
      inCurrency(
        code,
        `SELECT ${of.by[1]} AS key, ${Object.entries(of.measures)
          .map(([measure, expression]) => `(${expression})::text AS "${measure}"`)
          .join(
            ', ',
          )} FROM ${of.from} WHERE ${of.where} AND ${of.day} BETWEEN '${from}' AND '${to}' GROUP BY 1`,
      ),
    ),
  );
  const answer = await reportOf(name, {
    rows: of.by[0],
    columns: '-',
    measures: Object.keys(of.measures).join(','),
    period: `${from}..${to}`,
    currency: code,
  });
  const asNumber = (value: string | null | undefined): number | null =>
    value == null ? null : Number(value);
  const found = answer.cells
    .filter(({ row }) => row !== null)
    .map(({ row, figures }) => [
      answer.rows[row ?? 0]?.value ?? null,
      ...figures.map(({ value }) => asNumber(value)),
    ]);
  const wanted = expected.map(({ key = null, ...values }) => [
    key,
    ...Object.keys(of.measures).map((measure) => asNumber(values[measure])),
  ]);
  const sorted = (rows: readonly (readonly unknown[])[]) =>
    [...rows].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  expect(sorted(found)).toEqual(sorted(wanted));
});

/** Figures of a report by the values of its rows; without them, where there are none. */
const figuresOf = ({ rows, cells }: ReportAnswer): Record<string, (number | null)[]> =>
  Object.fromEntries(
    cells
      .filter(({ row }) => row !== null)
      .map(({ row, figures }) => [
        rows[row ?? 0]?.value ?? '-',
        figures.map(({ value }) => (value === null ? null : Number(value))),
      ]),
  );
const numbers = (rows: readonly Record<string, string | null>[]): Record<string, (number | null)[]> =>
  Object.fromEntries(
    rows.map(({ key, ...values }) => [
      key ?? '-',
      Object.values(values).map((value) => (value === null ? null : Number(value))),
    ]),
  );
const someDays = [20, 95, 190, 330, 600].map((days) => addDays(companyToday(), -days - (seed % 13)));

test.each(someDays)('what was owed on %s is what each document left open, one by one', async (day) => {
  const expected = await calculated<Record<string, string | null>>(sql`
    WITH balances AS (
      SELECT i.client_id, i.total, coalesce((SELECT sum(CASE WHEN r.due_on < ${day}::date THEN r.amount ELSE 0 END)
          FROM jsonb_to_recordset(i.instalments) AS r (due_on date, amount numeric)),
          CASE WHEN i.due_date < ${day}::date THEN i.total ELSE 0 END) AS asked,
        i.total
        - (SELECT coalesce(sum(a.amount), 0) FROM payment_applications a WHERE a.invoice_id = i.id AND a.applied_on <= ${day}::date)
        - (SELECT coalesce(sum(n.total), 0) FROM invoices n WHERE n.modifies_invoice_id = i.id AND n.doc_kind = 'credit_note'
            AND n.issue_date <= ${day}::date AND (n.status = 'issued' OR n.status = 'voided' AND n.voided_on > ${day}::date))
        - (SELECT coalesce(sum(w.amount), 0) FROM write_offs w WHERE w.invoice_id = i.id AND w.written_on <= ${day}::date
            AND (w.status = 'applied' OR w.status = 'recovered' AND w.recovered_on > ${day}::date)) AS left_over
      FROM invoices i WHERE i.doc_kind <> 'credit_note' AND i.currency_code = 'DOP' AND i.issue_date <= ${day}::date
        AND (i.status = 'issued' OR i.status = 'voided' AND i.voided_on > ${day}::date)),
    owed AS (
      SELECT client_id, sum(left_over) AS balance, sum(greatest(0, asked - (total - left_over))) AS overdue
      FROM balances WHERE left_over <> 0 GROUP BY 1),
    billed AS (
      SELECT client_id, sum(CASE doc_kind WHEN 'credit_note' THEN -total ELSE total END) AS recent FROM invoices
      WHERE status = 'issued' AND currency_code = 'DOP' AND total <> 0
        AND issue_date BETWEEN ${day}::date - 89 AND ${day}::date GROUP BY 1)
    SELECT coalesce(o.client_id, b.client_id)::text AS key, coalesce(o.balance, 0)::text AS balance,
      coalesce(o.overdue, 0)::text AS overdue, round(100 * o.overdue / nullif(o.balance, 0), 2)::text AS overdue_pct,
      coalesce(b.recent, 0)::text AS recent, round(90 * coalesce(o.balance, 0) / nullif(b.recent, 0), 1)::text AS dso
    FROM owed o FULL JOIN billed b ON b.client_id = o.client_id`);
  const answer = await reportOf('cartera', {
    rows: 'client_id',
    columns: '-',
    measures: 'balance,overdue,overdue_pct,recent,dso',
    period: `${day}..${day}`,
  });
  expect(answer.as_of).toBe(day);
  expect(figuresOf(answer)).toEqual(numbers(expected));
});

test.each(someDays)('what was open on %s is what the log of the pipeline left, one by one', async (day) => {
  const expected = await calculated<Record<string, string | null>>(sql`
    SELECT g.id::text AS key, sum(m.expected_amount)::text AS amount,
      sum(round(m.expected_amount * g.probability_pct / 100, 2))::text AS weighted, count(*)::text AS count
    FROM opportunities o CROSS JOIN LATERAL (
      SELECT m.* FROM opportunity_moves m
      WHERE m.opportunity_id = o.id AND m.moved_at < (${day}::date + 1)::timestamp AT TIME ZONE 'America/Santo_Domingo'
      ORDER BY m.moved_at DESC, m.id DESC LIMIT 1) m JOIN closing_probabilities g ON g.id = m.to_stage_id
    WHERE g.result = 'open' AND m.currency_code = 'DOP' AND (
      SELECT a.kind FROM opportunity_moves a
      WHERE a.opportunity_id = o.id AND a.kind IN ('archived', 'restored')
        AND a.moved_at < (${day}::date + 1)::timestamp AT TIME ZONE 'America/Santo_Domingo'
      ORDER BY a.moved_at DESC, a.id DESC LIMIT 1) IS DISTINCT FROM 'archived'
    GROUP BY 1`);
  const answer = await reportOf('historia', {
    rows: 'stage_id',
    columns: '-',
    measures: 'amount,weighted,count',
    period: `${day}..${day}`,
  });
  expect(figuresOf(answer)).toEqual(numbers(expected));
});

test('occupancy and yield are those of every day of every space', async () => {
  const [from, to] = [addDays(companyToday(), -50), addDays(companyToday(), 40)];
  const expected = await calculated<Record<string, string | null>>(sql`
    WITH space AS (SELECT i, i.id, i.platform_id FROM inventory_items i WHERE i.parent_id IS NULL),
    every_day AS (
      SELECT s.platform_id, s.id, d::date AS day, CASE WHEN (s.i).status = 'active' AND (s.i).archived_at IS NULL
          THEN capacity_on(s.i, d::date) WHEN o.held + o.booked > 0 THEN o.capacity ELSE 0 END AS capacity,
        coalesce(o.held, 0) AS held, coalesce(o.booked, 0) AS booked, coalesce(o.capacity, 0) AS counted
      FROM space s CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') d
        LEFT JOIN occupancy o ON o.item_id = s.id AND o.day = d::date),
    offered AS (
      SELECT platform_id, count(*) FILTER (WHERE capacity > 0) AS open_days, sum(capacity) AS available,
        sum(booked) FILTER (WHERE counted > 0) AS sold, sum(held) FILTER (WHERE counted > 0) AS held
      FROM every_day GROUP BY 1),
    cells AS (
      SELECT r.platform_id, r.id, date_trunc('month', c.day) AS month, sum(c.units) AS units,
        round(sum(l.net * c.units / (SELECT sum(w.units) FROM capacity_cells w WHERE w.order_line_id = l.id)), 2) AS net
      FROM capacity_cells c JOIN order_lines l ON l.id = c.order_line_id JOIN inventory_items i ON i.id = c.item_id
        JOIN inventory_items r ON r.id = i.path[1]
      WHERE c.state = 'booked' AND l.currency_code = 'DOP' AND c.day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3),
    sold AS (SELECT platform_id, sum(net) AS net, sum(units) AS units FROM cells GROUP BY 1)
    SELECT o.platform_id::text AS key, o.available::text, coalesce(o.sold, 0)::text AS sold, coalesce(o.held, 0)::text AS held,
      coalesce(s.net, 0)::text AS net, round(s.net / nullif(s.units, 0), 2)::text AS sold_yield,
      round(coalesce(s.net, 0) / nullif(o.available, 0), 2)::text AS available_yield
    FROM offered o LEFT JOIN sold s ON s.platform_id = o.platform_id WHERE o.available > 0`);
  const answer = await reportOf('ocupacion', {
    rows: 'platform_id',
    columns: '-',
    measures: 'available,sold,held,net,sold_yield,available_yield',
    period: `${from}..${to}`,
  });
  expect(figuresOf(answer)).toEqual(numbers(expected));
  const pct = await reportOf('ocupacion', {
    rows: 'month',
    columns: '-',
    period: `${from}..${to}`,
    measures: 'taken_pct,sold_pct',
  });
  const [days] = await calculated<{ taken: string; sold: string }>(sql`
    WITH every_day AS (
      SELECT CASE WHEN i.status = 'active' AND i.archived_at IS NULL THEN capacity_on(i, d::date)
          WHEN o.held + o.booked > 0 THEN o.capacity ELSE 0 END AS capacity,
        CASE WHEN o.capacity > 0 THEN least(1.0, (o.held + o.booked)::numeric / o.capacity) ELSE 0 END AS taken,
        CASE WHEN o.capacity > 0 THEN least(1.0, o.booked::numeric / o.capacity) ELSE 0 END AS sold
      FROM inventory_items i CROSS JOIN generate_series(${from}::date, ${to}::date, interval '1 day') d
        LEFT JOIN occupancy o ON o.item_id = i.id AND o.day = d::date
      WHERE i.parent_id IS NULL),
    counted AS (
      SELECT count(*) FILTER (WHERE capacity > 0) AS days, sum(taken) AS taken, sum(sold) AS sold FROM every_day)
    SELECT round(100 * taken / days, 2)::text AS taken, round(100 * sold / days, 2)::text AS sold FROM counted`);
  const whole = pct.cells.find(({ row }) => row === null)?.figures.map(({ value }) => Number(value)) ?? [];
  expect(Math.abs((whole[0] ?? 0) - Number(days?.taken))).toBeLessThan(0.02);
  expect(Math.abs((whole[1] ?? 0) - Number(days?.sold))).toBeLessThan(0.02);
});

test.each(reports.map((report) => [report.name, report] as const))(
  'no figure, total or difference of %s tells a seller of the clients of others',
  async (name, report) => {
    const of = report.resource();
    const permissions = [of.permissions.viewOwn, 'clients.view_own', 'contracts.view_own'].filter(
      (one) => one !== undefined,
    );
    const as = await signIn(api, await createUser(api, { role: await createRole(api, permissions) }));
    if (!of.permissions.viewOwn) {
      if (name !== 'ocupacion') return;
      // What spaces offer and have sold is for everybody who sees the availability; what for is not.
      const seller = await signIn(
        api,
        await createUser(api, { role: await createRole(api, ['availability.view', 'contracts.view_own']) }),
      );
      const spaces = await reportOf(
        name,
        {
          rows: 'inventory_item_id',
          columns: '-',
          measures: 'net,sold_yield,available_yield',
          period: periodOf(report),
        },
        seller,
      );
      for (const { figures } of spaces.cells)
        for (const { value } of figures) expect(Number(value ?? 0)).toBe(0);
      return;
    }
    // A seller without clients: whatever is not empty would be of others.
    const asked: readonly Readonly<Record<string, string>>[] = [
      {},
      { 'f.client_id': '!-' },
      { compare: 'year' },
    ];
    for (const rows of dimensionsOf(report))
      for (const more of asked) {
        if ('f.client_id' in more && !('client_id' in of.fields)) continue;
        const answer = await reportOf(
          name,
          {
            rows,
            columns: '-',
            measures: Object.keys(report.measures).slice(0, 8).join(','),
            period,
            ...more,
          },
          as,
        );
        expect([answer.cells, answer.rows, answer.currencies], `${name} ${rows}`).toEqual([[], [], []]);
      }
    if (report.isComputed) {
      const url = `/api/reports/${name}/rows?f.${report.date}=`;
      const data = (await read(`${url}${report.isStock ? `${someDays[0]}..${someDays[0]}` : period}`, as))
        .data;
      expect([data.count, data.rows]).toEqual([0, []]);
    }
  },
  120_000,
);

test('what is compared with is that of the other period', async () => {
  const now = await reportOf('facturacion', {
    rows: 'month',
    columns: '-',
    period: 'this_year',
    compare: 'year',
  });
  const then = await reportOf('facturacion', { rows: 'month', columns: '-', period: 'last_year' });
  const before = now.cells.flatMap(({ row, before: figures }) =>
    figures?.[0]?.value ? [[row === null ? null : now.rows[row]?.value?.slice(5), figures[0].value]] : [],
  );
  const own = then.cells.flatMap(({ row, figures }) =>
    figures[0]?.value ? [[row === null ? null : then.rows[row]?.value?.slice(5), figures[0].value]] : [],
  );
  const byMonth = (pairs: unknown[][]) => [...pairs].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  expect(byMonth(before)).toEqual(byMonth(own));
  expect(own.length).toBeGreaterThan(3);
});

test('a seller gets the figures of their own rows only, in totals too', async () => {
  const [seller] = await api.database.query<{ id: string; n: number }>(sql`
    SELECT c.owner_id AS id, count(*)::integer AS n FROM contracts c WHERE c.signed_on IS NOT NULL
    GROUP BY 1 ORDER BY 2 DESC LIMIT 1`);
  if (!seller) throw new Error('the demonstration has sales');
  const role = await createRole(api, ['contracts.view_own']);
  const viewer = await createUser(api, { role });
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`UPDATE contracts SET owner_id = ${viewer.id}::uuid
      WHERE id = (SELECT id FROM contracts WHERE owner_id = ${seller.id}::uuid AND signed_on IS NOT NULL ORDER BY id LIMIT 1)`),
  );
  const as = await signIn(api, viewer);
  const [expected] = await calculated<{ client: string; net: string }>(sql`
    SELECT max(c.client_id::text) AS client, sum(l.net)::text AS net FROM order_lines l JOIN contracts c ON c.id = l.contract_id
    WHERE c.owner_id = ${viewer.id}::uuid AND l.status = 'active' AND l.currency_code = 'DOP'`);
  const answer = await reportOf('ventas', { rows: 'client_id', columns: 'owner_id', period }, as);
  expect(answer.rows.map(({ value }) => value)).toEqual([expected?.client]);
  for (const { figures } of answer.cells) expect(figures[0]?.value).toBe(expected?.net);
  expect(answer.currencies.reduce((all, { count }) => all + count, 0)).toBeLessThan(
    (await reportOf('ventas', { period })).currencies.reduce((all, { count }) => all + count, 0),
  );
  expect(JSON.stringify(answer)).not.toContain(seller.id);
  // Other people's rows are not counted by a filter either.
  const none = await reportOf('ventas', { rows: 'client_id', period, 'f.owner_id': seller.id }, as);
  expect(none.cells).toEqual([]);
  expect((await get('/api/reports/facturacion', as)).statusCode).toBe(403);
  expect((await get('/api/reports/ventas', {})).statusCode).toBe(401);
});

test('the rows of a merged client are in the group of the other one, as in its list', async () => {
  const answer = await reportOf('ventas', { rows: 'client_id', columns: '-', period });
  const [kept, merged] = answer.rows;
  if (!kept?.value || !merged?.value) throw new Error('there are clients');
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(
      sql`UPDATE clients SET archived_at = now(), merged_into_id = ${kept.value}::uuid WHERE id = ${merged.value}::uuid`,
    ),
  );
  const after = await reportOf('ventas', { rows: 'client_id', columns: '-', period });
  const figureOf = ({ cells }: ReportAnswer, row: number | null) =>
    cells.find((cell) => cell.row === row)?.figures[0]?.value ?? '0';
  expect(after.rows.map(({ value }) => value)).not.toContain(merged.value);
  expect(figureOf(after, null)).toBe(figureOf(answer, null));
  expect(
    figureOf(
      after,
      after.rows.findIndex(({ value }) => value === kept.value),
    ),
  ).toBe(add(figureOf(answer, 0), figureOf(answer, 1)));
  const report = reportNamed('ventas');
  if (report) await walk(report, after);
});

test('invalid parameters are refused in Spanish, and never fail', async () => {
  const bad = [
    'rows=net',
    'columns=x',
    'measures=x',
    'period=ayer',
    'period=2026-13-01..2026-14-01',
    'compare=x',
    'currency=ZZZ',
    'f.status=removed',
    'f.nothing=1',
    'f.client_id=%00',
    'f.flight=zzz',
    'rows=month&rows=year',
    'period=',
    'rows=__proto__',
    "f.client_id='; DROP TABLE clients",
  ];
  for (const query of bad) {
    const response = await get(`/api/reports/ventas?${query}`);
    expect([200, 422], `${query} ${response.body}`).toContain(response.statusCode);
    if (query !== 'period=') expect(response.statusCode, query).toBe(422);
  }
  expect((await get('/api/reports/nada')).statusCode).toBe(404);
});
