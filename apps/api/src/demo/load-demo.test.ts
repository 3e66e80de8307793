import { parseTaxId } from '@pauta/domain/tax-id/tax-id.ts';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { ensureRoles, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { loadDemo } from './load-demo.ts';

const today = new Date('2026-11-20T15:00:00Z');

const loaded = async (clients: number): Promise<TestApi> => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, { clients, spaces: 450, now: today, storage: openFolderStorage(api.config.storageDir) }),
  );
  return api;
};

/** The contents of the tables, one line each, without columns that the database fills. */
const fingerprint = async ({ database }: TestApi): Promise<unknown> =>
  database.query(sql`
    SELECT 'clients' AS table, count(*)::integer AS rows, md5(string_agg(id || client_code || trade_name || tax_id || status || created_at, '|' ORDER BY id)) AS hash FROM clients
    UNION ALL SELECT 'agencies', count(*)::integer, md5(string_agg(id || trade_name, '|' ORDER BY id)) FROM agencies
    UNION ALL SELECT 'users', count(*)::integer, md5(string_agg(id || full_name || coalesce(reports_to_id::text, ''), '|' ORDER BY id)) FROM users
    UNION ALL SELECT 'inventory_items', count(*)::integer, md5(string_agg(id || code || name || capacity || coalesce(location(i), '') || coalesce(traffic_daily, 0), '|' ORDER BY id)) FROM inventory_items i
    UNION ALL SELECT 'prices', count(*)::integer, md5(string_agg(p.position || l.code || p.unit_price || p.min_qty, '|' ORDER BY l.code, p.position)) FROM prices p JOIN price_lists l ON l.id = p.price_list_id
    UNION ALL SELECT 'capacity_exceptions', count(*)::integer, md5(string_agg(inventory_item_id || dates::text || capacity, '|' ORDER BY inventory_item_id, dates)) FROM capacity_exceptions`);

test('the data are the same each time, and plausible', async () => {
  const [one, other] = await Promise.all([loaded(60), loaded(60)]);
  expect(await fingerprint(one)).toEqual(await fingerprint(other));

  const clients = await one.database.query<{
    tax_id: string;
    tax_id_type: string;
    name: string;
    late: boolean;
  }>(sql`
    SELECT tax_id, tax_id_type, trade_name AS name, created_at > ${today} AS late FROM clients`);
  expect(clients).toHaveLength(60);
  expect(clients.filter(({ tax_id_type, tax_id }) => !parseTaxId('DO', tax_id_type, tax_id).ok)).toEqual([]);
  expect(clients.filter(({ late }) => late)).toEqual([]);
  expect(new Set(clients.map(({ name }) => name)).size).toBe(60);

  // Finished activities have a result, and planned ones an owner.
  const [work] = await one.database.query<{
    done: number;
    planned: number;
    chained: number;
    people: number;
  }>(sql`
    SELECT count(*) FILTER (WHERE status = 'done')::integer AS done, count(*) FILTER (WHERE status = 'pending')::integer AS planned,
      count(next_activity_id)::integer AS chained, count(contact_id)::integer AS people FROM activities`);
  for (const number of Object.values(work ?? {})) expect(number).toBeGreaterThan(10);

  // Denormalized values equal those computed from the parts.
  const wrong = await one.database.query(sql`
    SELECT c.client_code FROM clients c
    WHERE (c.next_activity_at, c.last_activity_at, c.default_agency_id) IS DISTINCT FROM (
      (SELECT min(scheduled_at) FROM activities WHERE client_id = c.id AND status = 'pending'),
      (SELECT max(closed_at) FROM activities WHERE client_id = c.id AND status = 'done'),
      (SELECT agency_id FROM client_agencies WHERE client_id = c.id AND is_default AND effective @> business_date()))
    UNION ALL SELECT t.full_name FROM contacts t
    WHERE 1 <> (SELECT count(*) FROM contact_affiliations WHERE contact_id = t.id AND is_primary
        AND coalesce(client_id, agency_id) = coalesce(t.client_id, t.agency_id))
    UNION ALL SELECT a.agency_code FROM agencies a
    WHERE a.active_clients <> (
      SELECT count(DISTINCT client_id) FROM client_agencies WHERE agency_id = a.id AND effective @> business_date())`);
  expect(wrong).toEqual([]);

  const idle = await one.database.query(sql`
    SELECT u.full_name FROM users u JOIN user_roles r ON r.user_id = u.id JOIN roles ON roles.id = r.role_id
    WHERE roles.name = 'sales_rep' AND (u.reports_to_id IS NULL
      OR NOT EXISTS (SELECT FROM clients WHERE primary_sales_rep_id = u.id))`);
  expect(idle).toEqual([]);
});

test('credit proposals are in the inbox, and an approval sets the limit', async () => {
  const api = await loaded(60);
  const headers = await signInAs(api, 'admin');
  const get = async (path: string) => (await api.inject({ url: `/api/${path}`, headers })).json().data;
  const [approval, ...others] = await get('approvals?fields=*&f.status=pending');
  expect(others).toHaveLength(2);
  const proposal = await get(`credit-proposals/${approval.record_id}`);
  const done = await api.inject({
    method: 'POST',
    url: `/api/approvals/${approval.id}/approve`,
    payload: {},
    headers: { ...headers, 'if-match': `"${approval.row_version}"` },
  });
  expect(done.statusCode, done.body).toBe(200);
  expect((await get(`clients/${proposal.client_id.id}`)).credit_limit).toBe(proposal.proposed_limit);
});

test('what was not aired is offered to clients, and special days take breaks', async () => {
  const api = await startTestApi();
  onTestFinished(() => api.close());
  await ensureRoles(api);
  await api.database.transaction(systemChange('demo'), (tx) =>
    loadDemo(tx, {
      clients: 60,
      spaces: 2000,
      now: new Date(),
      storage: openFolderStorage(api.config.storageDir),
    }),
  );
  const rows = await api.database.query<{ status: string; offers: number }>(sql`
    SELECT status, count(*)::integer AS offers FROM makegood_offers GROUP BY status`);
  // How many contracts have something missed depends on the weekday.
  expect(rows.map(({ status }) => status)).toContain('accepted');
  const days = await api.database.query(sql`SELECT kind FROM special_days WHERE breaks > 0 ORDER BY kind`);
  expect(days).toEqual([{ kind: 'block' }, { kind: 'official' }]);
  const [wanted] = await api.database.query<{ lines: number; late: number; lost: number }>(sql`
    SELECT count(*)::integer AS lines, count(*) FILTER (WHERE rollover AND EXISTS (SELECT FROM late_days(q)))::integer AS late,
      count(*) FILTER (WHERE lost(q) > 0)::integer AS lost
    FROM quotas q WHERE counted_by = 'week'`);
  expect(wanted?.lines).toBeGreaterThan(1);
  expect(wanted?.late).toBeGreaterThan(0);
  expect(wanted?.lost).toBeGreaterThan(0);
});
