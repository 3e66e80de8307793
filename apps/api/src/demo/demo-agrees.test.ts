import { sum } from '@pauta/domain/money/arithmetic.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contradictions } from '../billing/testing/billing-fixture.ts';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/storage.ts';
import { versionHash } from '../sales/signing/contract-version.ts';
import { ensureRoles } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { demoClients } from './demo-clients.ts';
import { loadDemo } from './load-demo.ts';

let api: TestApi;
const today = new Date();

beforeAll(async () => {
  api = await startTestApi();
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, { clients: demoClients, today, storage: openFolderStorage(api.config.storageDir) }),
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
