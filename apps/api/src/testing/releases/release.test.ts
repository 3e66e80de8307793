import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resources } from '@pauta/domain/resources.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../platform/database/migrate.ts';
import { ensureRoles, signInAs } from '../sign-in.ts';
import { startTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { type ReleaseSnapshot, readSnapshot, restoreSnapshot } from './release-snapshot.ts';

interface IntendedChange {
  /** The migration that made it. Releases with this migration do not have it before them any more. */
  readonly migration: number;
  /** The migration that made its rows, if it is not that of the table: releases before it have none of them. */
  readonly since?: number;
  /** `table.column` whose values it changed. */
  readonly column: string;
  readonly reason: string;
}

const intendedChanges: readonly IntendedChange[] = [
  {
    migration: 31,
    column: 'client_agencies.search_text',
    reason: 'codes and numbers are found in any writing',
  },
  { migration: 44, column: 'ad_articles.is_taxable', reason: 'an article without tax has the exempt rate' },
  { migration: 44, column: 'companies.bank_accounts', reason: 'rows of bank_accounts' },
  { migration: 44, column: 'companies.fiscal_sequences', reason: 'rows of fiscal_sequences' },
  {
    migration: 44,
    column: 'companies.tax_pct',
    reason: 'a rate that is not the default is that of tax_rate_id',
  },
  ...['size', 'row_version', 'updated_at'].map((column) => ({
    migration: 64,
    column: `inventory_items.${column}`,
    reason: 'the size of a digital space is one of its sizes',
  })),
  ...['min_duration_sec', 'max_duration_sec'].map((column) => ({
    migration: 67,
    column: `tech_template_materials.${column}`,
    reason: 'usual templates without use get the limits of their instructions',
  })),
  { migration: 72, column: 'holds.rank', reason: 'it was always 1; the place in the queue is computed' },
  ...['row_version', 'updated_at'].map((column) => ({
    migration: 78,
    column: `closing_probabilities.${column}`,
    reason: 'the usual stages require some fields',
  })),
  ...['row_version', 'updated_at'].map((column) => ({
    migration: 78,
    since: 47,
    column: `opportunity_moves.${column}`,
    reason: 'each row of the log has its kind and its effect',
  })),
  {
    migration: 78,
    since: 47,
    column: 'app_privileges.privileges',
    reason: 'a merge of opportunities moves rows of their log',
  },
  ...['row_version', 'updated_at'].map((column) => ({
    migration: 84,
    since: 49,
    column: `contracts.${column}`,
    reason: 'a suspended contract says since when, why and with which spaces',
  })),
  {
    migration: 91,
    since: 49,
    column: 'contracts.billing_contact_id',
    reason: 'a contract that is not over has the usual billing contact of its payer',
  },
  ...['row_version', 'updated_at'].map((column) => ({
    migration: 89,
    column: `ad_classifications.${column}`,
    reason: 'one of them is political',
  })),
  ...['checklist', 'kind'].map((column) => ({
    migration: 98,
    since: 51,
    column: `work_orders.${column}`,
    reason: 'rows of work_order_steps; traffic is of television or of radio',
  })),
  {
    migration: 106,
    since: 51,
    column: 'app_privileges.privileges',
    reason: 'preferences of quotas are changed by commands',
  },
  {
    migration: 105,
    since: 98,
    column: 'permissions.label',
    reason: 'who does a work order also starts and finishes it',
  },
  { migration: 120, column: 'permissions.label', reason: 'commissions are also of sellers and referrers' },
  {
    migration: 120,
    column: 'journal_counters.last_no',
    reason: 'commissions of sales of before are posted',
  },
  {
    migration: 120,
    column: 'referrals.reward_amount',
    reason: 'it follows from the commissions of the sales',
  },
  {
    migration: 72,
    since: 45,
    column: 'owner_columns.finished_states',
    reason: 'holds end in more states',
  },
];

/** Columns that a migration renamed: old to new name, by table. */
const renamed: Readonly<
  Record<string, { readonly migration: number; readonly names: Readonly<Record<string, string>> }>
> = {
  usage_daily: { migration: 35, names: { deed: 'action' } },
};

/** Tables that a migration dropped: a query that counts those of their rows ($1) that exist nowhere else. */
const dropped: Readonly<Record<string, { readonly migration: number; readonly countMissing: string }>> = {
  contact_phones: {
    migration: 41,
    countMissing: `
      SELECT count(*)::integer AS missing FROM json_to_recordset($1) AS s (contact_id uuid, number text, extension text)
      WHERE NOT EXISTS (SELECT FROM contacts t WHERE t.id = s.contact_id AND t.phones @> jsonb_build_array(
        jsonb_strip_nulls(jsonb_build_object('number', s.number, 'extension', s.extension))))`,
  },
  contact_emails: {
    migration: 41,
    countMissing: `
      SELECT count(*)::integer AS missing FROM json_to_recordset($1) AS s (contact_id uuid, email text)
      WHERE NOT EXISTS (SELECT FROM contacts t WHERE t.id = s.contact_id
        AND t.emails @> jsonb_build_array(jsonb_build_object('email', s.email)))`,
  },
};

/**
 * What delivery makes of every sold line of a contract that runs, and which lines lack it: quotas of what is booked, a
 * sheet where the template of the space asks for one, and a work order with its steps.
 */
const undelivered = `
  WITH line AS (
    SELECT o.id, o.description, s.package_item_id, s.inventory_item_id, b.booked
    FROM order_lines o JOIN contracts c ON c.id = o.contract_id
      CROSS JOIN LATERAL sold_components(o.inventory_item_id, o.package_id, o.days, o.units_per_day, o.units, o.duration_sec, o.components) s
      CROSS JOIN LATERAL (SELECT EXISTS (
        SELECT FROM capacity_cells e WHERE e.order_line_id = o.id AND e.item_id = s.inventory_item_id) AS booked) b
    WHERE c.status IN ('signed', 'active', 'suspended') AND c.archived_at IS NULL AND o.status = 'active'
  )
  SELECT 'quota' AS part, l.description FROM line l
  WHERE l.booked AND NOT EXISTS (
    SELECT FROM quotas q WHERE q.order_line_id = l.id AND q.package_item_id IS NOT DISTINCT FROM l.package_item_id)
  UNION ALL
  SELECT 'sheet', l.description FROM line l JOIN inventory_items i ON i.id = l.inventory_item_id
    JOIN tech_templates chosen ON chosen.id = i.tech_template_id
  WHERE EXISTS (SELECT FROM tech_templates t WHERE t.code = chosen.code AND t.status = 'published' AND t.archived_at IS NULL)
    AND (l.package_item_id IS NULL OR l.booked)
    AND NOT EXISTS (
      SELECT FROM tech_sheets t WHERE t.order_line_id = l.id AND t.package_item_id IS NOT DISTINCT FROM l.package_item_id)
  UNION ALL
  SELECT 'work order', l.description FROM line l
  WHERE NOT EXISTS (
    SELECT FROM work_orders w WHERE w.order_line_id = l.id
      AND (w.package_item_id IS NULL OR w.package_item_id = l.package_item_id))
  UNION ALL
  SELECT 'steps', w.description FROM work_orders w JOIN work_checklists c ON c.kind = w.kind
  WHERE w.order_line_id IN (SELECT id FROM line) AND w.status NOT IN ('completed', 'cancelled')
    AND jsonb_array_length(c.steps) > 0
    AND NOT EXISTS (SELECT FROM work_order_steps s WHERE s.work_order_id = w.id)
  ORDER BY 1, 2`;

const folder = import.meta.dirname;

/** Files of releases, named by the number of their last migration. */
const releases = (await readdir(folder)).filter((name) => name.endsWith('.json.br')).sort();

describe.each(releases)('a database of release %s', (file) => {
  let snapshot: ReleaseSnapshot;
  let testDatabase: TestDatabase;
  let api: TestApi;

  const release = Number.parseInt(file, 10);
  const isLater = ({ migration }: { readonly migration: number }) => migration > release;

  /**
   * The rows of a table in the snapshot, as JSON by the current column names. Only tables with renamed columns are parsed
   * and serialized again, because that would change the number 1.10 in a JSON column to 1.1.
   */
  const rowsOf = (table: string, text: string): string => {
    const rename = renamed[table];
    if (!rename || !isLater(rename)) return text;
    const rows = JSON.parse(text) as readonly object[];
    return JSON.stringify(
      rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [rename.names[name] ?? name, value])),
      ),
    );
  };

  const asOwner = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(testDatabase.owner);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    snapshot = await readSnapshot(await readFile(join(folder, file)));
    testDatabase = await createTestDatabase({ empty: true });
    await restoreSnapshot(snapshot, testDatabase.owner, testDatabase.superuser);
    await migrate(testDatabase.owner);
  });
  afterAll(() => (api ? api.close() : testDatabase?.drop()));

  test('later migrations lose no row and change only the intended values', async () => {
    const lost: string[] = [];
    const changed = new Set<string>();
    await asOwner(async (client) => {
      const { rows: keys } = await client.query<{ table: string; key: string[]; columns: string[] }>(`
      SELECT c.relname AS table,
        -- Tables of search have no primary key and only mandatory columns.
        coalesce(
          (SELECT array_agg(a.attname::text) FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
           WHERE i.indrelid = c.oid AND i.indisprimary),
          (SELECT array_agg(a.attname::text) FROM pg_attribute a
           WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND a.attnotnull)
        ) AS key,
        (SELECT array_agg(a.attname::text) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
      FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')`);
      for (const [table, text] of Object.entries(snapshot.tables)) {
        const now = keys.find((one) => one.table === table);
        const rows = rowsOf(table, text);
        const [first] = JSON.parse(rows) as readonly Readonly<Record<string, unknown>>[];
        if (!first) continue;
        const elsewhere = dropped[table];
        if (elsewhere && isLater(elsewhere)) {
          const { rows: counted } = await client.query<{ missing: number }>(elsewhere.countMissing, [rows]);
          const missing = counted[0]?.missing;
          if (missing !== 0) lost.push(`${missing} of ${table}`);
          continue;
        }
        if (!now?.key) {
          lost.push(`table ${table}`);
          continue;
        }
        const name = pg.escapeIdentifier(table);
        const same = now.key
          .map(pg.escapeIdentifier)
          .map((key) => `t.${key} = s.${key}`)
          .join(' AND ');
        const kept = Object.keys(first).filter((column) => now.columns.includes(column));
        for (const column of Object.keys(first).filter((one) => !kept.includes(one)))
          changed.add(`${table}.${column}`);
        const differs = kept.map((column) => {
          const quoted = pg.escapeIdentifier(column);
          return `count(t.*) FILTER (WHERE t.${quoted}::text IS DISTINCT FROM s.${quoted}::text)::integer AS ${quoted}`;
        });
        const { rows: found } = await client.query<Record<string, number>>(
          `SELECT count(*) FILTER (WHERE t.* IS NULL)::integer AS "row missing", ${differs.join(', ')}
         FROM json_populate_recordset(NULL::${name}, $1) s LEFT JOIN ${name} t ON ${same}`,
          [rows],
        );
        for (const [column, number] of Object.entries(found[0] ?? {})) {
          if (number === 0) continue;
          if (column === 'row missing') lost.push(`${number} of ${table}`);
          else changed.add(`${table}.${column}`);
        }
      }
    });
    expect(lost).toEqual([]);
    const intended = intendedChanges
      .filter(isLater)
      .filter(({ since = 0 }) => release >= since)
      .map(({ column }) => column)
      // A table that is younger than the release has none of its rows.
      .filter((column) => (column.split('.')[0] ?? '') in snapshot.tables);
    expect([...changed].sort()).toEqual([...new Set(intended)].sort());
  });

  test('contracts that were signed before have what delivery makes of a signed contract', async () => {
    const [missing, sold] = await asOwner(async (client) => [
      (await client.query(undelivered)).rows,
      (await client.query("SELECT FROM order_lines WHERE status = 'active'")).rowCount,
    ]);
    expect(missing).toEqual([]);
    // Releases before contracts have no lines.
    expect(Boolean(sold)).toBe(release >= 49);
  });

  test('the current API returns every list and record of that database', async () => {
    api = await startTestApi({ testDatabase });
    await ensureRoles(api);
    const headers = await signInAs(api);
    const wrong: string[] = [];
    const get = async (url: string): Promise<{ data: readonly { id: string }[]; total: number }> => {
      const answer = await api.inject({ url, headers });
      if (answer.statusCode !== 200) wrong.push(`${answer.statusCode} ${url}: ${answer.body.slice(0, 200)}`);
      return answer.json();
    };
    for (const { path } of resources) {
      const { data = [], total = 0 } = await get(`/api/${path}?limit=1`);
      expect(total, path).toBeGreaterThanOrEqual(data.length);
      for (const { id } of data) await get(`/api/${path}/${id}`);
    }
    for (const url of ['/api/user', '/api/settings', '/api/home']) await get(url);
    expect(wrong).toEqual([]);
    const clients = JSON.parse(snapshot.tables.clients ?? '[]') as readonly { archived_at: string | null }[];
    expect((await get('/api/clients?limit=1')).total).toBe(
      clients.filter(({ archived_at }) => archived_at === null).length,
    );
  });
});
