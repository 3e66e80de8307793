import { sum } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contradictions } from '../billing/testing/billing-fixture.ts';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { versionHash } from '../sales/signing/contract-version.ts';
import { ensureRoles } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { demoClients } from './demo-clients.ts';
import { loadDemo } from './load-demo.ts';
import { provinceAt } from './testing/province-at.ts';

let api: TestApi;
const today = new Date();

beforeAll(async () => {
  api = await startTestApi();
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, { clients: demoClients, now: today, storage: openFolderStorage(api.config.storageDir) }),
  );
});
afterAll(() => api.close());

test('the books of the demonstration data agree', async () => {
  const rows = await contradictions(api);
  // Entries are numbered by company there.
  expect(rows.filter(({ what }) => what !== 'numbers of entries')).toEqual([]);
});

test('its shipped size has about a hundred contracts', async () => {
  const row = await api.database.one<{ n: number }>(sql`SELECT count(*)::integer AS n FROM contracts`);
  expect(row?.n).toBeGreaterThanOrEqual(95);
});

test('it has contracts in every state, whose capacity, delivery and invoices agree', async () => {
  const rows = await api.database.query<{ status: string }>(
    sql`SELECT DISTINCT status FROM contracts ORDER BY 1`,
  );
  expect(rows.map(({ status }) => status)).toEqual([
    'active',
    'cancelled',
    'draft',
    'finished',
    'pending_signature',
    'signed',
    'suspended',
  ]);
  expect(await api.database.query(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  const row = await api.database.one<Record<string, number>>(sql`
    SELECT (SELECT count(*)::integer FROM invoices WHERE contract_id IS NOT NULL AND status = 'issued') AS invoices,
      (SELECT count(*)::integer FROM order_lines WHERE billed_net > 0) AS billed,
      (SELECT count(*)::integer FROM placements WHERE status = 'aired') AS aired,
      (SELECT count(*)::integer FROM placements WHERE locked) AS proved,
      (SELECT count(*)::integer FROM tech_sheets) AS sheets,
      (SELECT count(*)::integer FROM work_orders WHERE status = 'completed') AS done`);
  for (const [what, number] of Object.entries(row ?? {})) expect([what, number > 0]).toEqual([what, true]);
});

test('its contracts have the documents that they need, except a few that are not signed yet', async () => {
  const missing = await api.database.query<{ status: string; blocks: string; n: number }>(sql`
    SELECT c.status, r.blocks, count(*)::integer AS n
    FROM required_documents(ARRAY(SELECT id FROM contracts), business_date()) d
      JOIN contracts c ON c.id = d.contract_id JOIN document_requirements r ON r.id = d.requirement_id
    WHERE d.is_missing AND d.expired_on IS NULL GROUP BY 1, 2 ORDER BY 1, 2`);
  expect(missing.map(({ status, blocks }) => `${status} ${blocks}`)).toEqual([
    'draft submit',
    'pending_signature sign',
  ]);
  const row = await api.database.one<{ unused: number; waiting: number; files: number }>(sql`
    SELECT (SELECT count(*)::integer FROM document_requirements r WHERE NOT EXISTS (
        SELECT FROM contract_files f WHERE f.file_type_id = r.file_type_id)) AS unused,
      (SELECT count(*)::integer FROM contracts WHERE status IN ('draft', 'pending_signature')) AS waiting,
      (SELECT count(*)::integer FROM contract_files) AS files`);
  expect(row?.unused).toBe(0);
  expect(missing.reduce((all, { n }) => all + n, 0)).toBeLessThan((row?.waiting ?? 0) / 2);
  expect(row?.files).toBeGreaterThan(90);
});

test('it has applied and open addenda: order lines are the last version, whose hashes form a chain', async () => {
  const found = await api.database.query<{ status: string }>(
    sql`SELECT DISTINCT status FROM addenda ORDER BY status`,
  );
  expect(found.map(({ status }) => status)).toEqual(['applied', 'draft', 'pending_signature']);
  const versions = await api.database.query<{
    contract_id: string;
    version: number;
    content: string;
    hash: string;
    prev_hash: string | null;
  }>(
    sql`SELECT contract_id, version, content, hash, prev_hash FROM contract_versions ORDER BY contract_id, version`,
  );
  expect(versions.some(({ version }) => version === 1)).toBe(true);
  for (const [index, { contract_id, version, content, hash, prev_hash }] of versions.entries()) {
    const before = version === 0 ? null : versions[index - 1];
    if (before) expect([before.contract_id, before.version]).toEqual([contract_id, version - 1]);
    expect(prev_hash).toBe(before?.hash ?? null);
    expect(hash).toBe(versionHash(prev_hash, content));
  }
  const last = new Map(versions.map(({ contract_id, content }) => [contract_id, JSON.parse(content)]));
  for (const [contractId, { contract, lines }] of last) {
    const inForce = await api.database.query<{ id: string; net: string; total: string }>(sql`
      SELECT coalesce(contract_line_id, id) AS id, net::text, total::text FROM order_lines
      WHERE contract_id = ${contractId}::uuid AND status = 'active' ORDER BY 1`);
    const signed = lines.map(({ id, net, total }: { id: string; net: string; total: string }) => ({
      id,
      net,
      total,
    }));
    expect(signed.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toEqual(inForce);
    expect(contract.total).toBe(sum(inForce.map(({ total }) => total)));
  }
});

test('it has every state of an invoice, open and overdue ones, advances and commissions', async () => {
  const row = await api.database.one<Record<string, number>>(sql`
    SELECT (SELECT count(DISTINCT status)::integer FROM invoices) AS statuses,
      (SELECT count(*)::integer FROM invoices WHERE balance > 0 AND due_date < business_date()) AS overdue,
      (SELECT count(*)::integer FROM payments WHERE unapplied > 0) AS advances`);
  expect(row?.statuses).toBeGreaterThanOrEqual(2);
  expect(row?.overdue).toBeGreaterThan(0);
});

test('its group has four companies, twelve stations and publications, and spaces of every kind', async () => {
  const [group] = await api.database.query<Record<string, number>>(sql`
    SELECT (SELECT count(*)::integer FROM companies WHERE code LIKE 'ANT-%') AS companies,
      (SELECT count(*)::integer FROM subdivisions
        WHERE code LIKE 'ANT-%' AND kind IN ('channel', 'station', 'publication', 'site')) AS stations,
      (SELECT count(*)::integer FROM inventory_items) AS spaces,
      (SELECT count(*)::integer FROM programs p JOIN subdivisions s ON s.id = p.subdivision_id
        WHERE s.code LIKE 'ANT-%') AS programs`);
  expect(group).toMatchObject({ companies: 4, stations: 12 });
  expect(Math.abs((group?.spaces ?? 0) - 1400)).toBeLessThan(10);
  expect(group?.programs).toBeGreaterThan(20);
  const kinds = await api.database.query<{ kind: string; face_type: string; n: number }>(sql`
    SELECT kind, face_type, count(*)::integer AS n FROM inventory_items GROUP BY 1, 2 ORDER BY 1, 2`);
  expect(kinds.map(({ kind, face_type }) => `${kind} ${face_type}`)).toEqual([
    'digital static',
    'event static',
    'linear static',
    'outdoor digital',
    'outdoor static',
    'print static',
    'service static',
  ]);
  // The fields of each kind are filled.
  expect(
    await api.database.query(sql`
      SELECT code FROM inventory_items WHERE NOT CASE kind
        WHEN 'linear' THEN break_no IS NULL OR airs_at IS NOT NULL
        WHEN 'outdoor' THEN venue_type IS NOT NULL AND structure IS NOT NULL AND traffic_daily > 0
          AND (face_type = 'static' OR num_nulls(loop_sec, slot_sec, opens_at, closes_at) = 0)
        WHEN 'print' THEN num_nulls(publication, page_parity, color, closing_days) = 0
        WHEN 'digital' THEN num_nulls(site, cost_model, est_daily_imps) = 0
        WHEN 'event' THEN num_nulls(venue, attendance, active) = 0
        ELSE true END`),
  ).toEqual([]);
});

test('nine hundred faces have a place on land, in many provinces', async () => {
  const faces = await api.database.query<{ code: string; latitude: string; longitude: string }>(sql`
    SELECT code, latitude, longitude FROM inventory_items WHERE kind = 'outdoor' AND latitude IS NOT NULL ORDER BY code`);
  expect(faces.length).toBeGreaterThanOrEqual(900);
  const placed = faces.map(({ code, latitude, longitude }) => ({
    code,
    province: provinceAt(Number(latitude), Number(longitude)),
  }));
  expect(placed.filter(({ province }) => province === undefined)).toEqual([]);
  expect(new Set(placed.map(({ province }) => province)).size).toBeGreaterThanOrEqual(20);
});

test('its rate cards have surcharges and discounts, and days with another capacity take nothing that is sold', async () => {
  const lists = await api.database.query<{ kind: string; status: string; rules: number }>(sql`
    SELECT kind, status, (SELECT count(*)::integer FROM price_rules r WHERE r.price_list_id = l.id) AS rules
    FROM price_lists l ORDER BY code`);
  expect(lists.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
    'general expired',
    'general current',
    'general draft',
    'political current',
    'seasonal current',
  ]);
  for (const { rules } of lists) expect(rules).toBeGreaterThan(3);
  const unpriced = await api.database.query(sql`
    SELECT i.code FROM inventory_items i WHERE i.status = 'active' AND NOT EXISTS (
      SELECT FROM prices p JOIN price_lists l ON l.id = p.price_list_id
      WHERE p.inventory_item_id = i.id AND l.kind = 'general' AND l.status = 'current')`);
  expect(unpriced).toEqual([]);

  const exceptions = await api.database.query<{ kind: string; lower: number }>(sql`
    SELECT e.kind, count(*) FILTER (WHERE e.capacity < i.capacity)::integer AS lower
    FROM capacity_exceptions e JOIN inventory_items i ON i.id = e.inventory_item_id GROUP BY 1 ORDER BY 1`);
  expect(exceptions.map(({ kind }) => kind)).toEqual(['event', 'holiday', 'maintenance', 'other', 'season']);
  expect(
    await api.database.query(sql`
      SELECT i.code FROM capacity_exceptions e JOIN inventory_items i ON i.id = e.inventory_item_id
        JOIN occupancy o ON o.item_id = i.id AND e.dates @> o.day
      WHERE o.held + o.booked > e.capacity OR o.capacity <> e.capacity`),
  ).toEqual([]);
});

test('what its quotes and contracts sell keeps the conditions of its spaces', async () => {
  expect(
    await api.database.query(sql`
      SELECT q.number, i.code FROM quotes q JOIN quote_lines l ON l.quote_id = q.id
        JOIN inventory_items i ON i.id = l.inventory_item_id
      WHERE q.status IN ('draft', 'sent') AND (
        upper(l.flight) - lower(l.flight) < i.min_flight_days
        OR lower(l.flight) - business_date() < greatest(i.lead_time_days, i.closing_days))`),
  ).toEqual([]);
  expect(
    await api.database.query(sql`
      SELECT c.number, i.code FROM contracts c JOIN contract_lines l ON l.contract_id = c.id
        JOIN inventory_items i ON i.id = l.inventory_item_id
      WHERE upper(l.flight) - lower(l.flight) < i.min_flight_days`),
  ).toEqual([]);
});
