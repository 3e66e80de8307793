import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { nextMailing, type SavedReport } from '@pauta/domain/reports/saved-report.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { mailDueReports } from './mail-reports.ts';

let api: TestApi;
let world: ContractWorld;
let role: { name: string; id: string };
let boss: TestUser;
let seller: TestUser;
let blind: TestUser;
const headersOf = new Map<string, Record<string, string>>();

const as = (user: TestUser): Record<string, string> => headersOf.get(user.id) ?? {};

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  const name = await createRole(api, ['contracts.view_own', 'contracts.export']);
  const row = await api.database.one<{ id: string }>(sql`SELECT id FROM roles WHERE name = ${name}`);
  role = { name, id: row?.id ?? '' };
  const all = await createRole(api, ['contracts.view_all', 'contracts.export', 'views.share']);
  boss = await createUser(api, { role: all });
  seller = await createUser(api, { role: name });
  blind = await createUser(api, { role: await createRole(api, ['clients.view_own']) });
  await api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`INSERT INTO user_roles (user_id, role_id) VALUES (${blind.id}::uuid, ${role.id}::uuid)`),
  );
  for (const user of [boss, seller, blind]) headersOf.set(user.id, await signIn(api, user));
  for (const owner of [seller, boss]) {
    const client = await world.client();
    const { id } = await world.pending(client, [world.line(await world.space(9))]);
    const response = await world.run(id, 'sign', { signed_on: world.today });
    expect(response.statusCode, response.body).toBe(200);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE contracts SET owner_id = ${owner.id}::uuid WHERE id = ${id}::uuid`),
    );
  }
});
afterAll(() => api.close());

const save = (user: TestUser, body: object) =>
  api.inject({
    method: 'POST',
    url: '/api/saved-reports',
    headers: as(user),
    payload: {
      report: 'ventas',
      name: 'Mi informe',
      params: 'rows=client_id&columns=-&period=this_year',
      ...body,
    },
  });
const saved = async (user: TestUser, body: object): Promise<SavedReport> => {
  const response = await save(user, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const listed = async (user: TestUser): Promise<readonly SavedReport[]> =>
  (await api.inject({ url: '/api/saved-reports', headers: as(user) })).json().data;
const change = (user: TestUser, { id, row_version }: SavedReport, body: object, version = row_version) =>
  api.inject({
    method: 'PATCH',
    url: `/api/saved-reports/${id}`,
    headers: { ...as(user), 'if-match': `"${version}"` },
    payload: body,
  });
const remove = (user: TestUser, { id, row_version }: SavedReport) =>
  api.inject({
    method: 'DELETE',
    url: `/api/saved-reports/${id}`,
    headers: { ...as(user), 'if-match': `"${row_version}"` },
  });

test('a saved report is seen by its owner, and by those with the role that it is shared with', async () => {
  const own = await saved(boss, { name: 'Solo mío' });
  const shared = await saved(boss, { name: 'De mi equipo', role_id: role.id });
  expect((await listed(boss)).map(({ id }) => id).sort()).toEqual([own.id, shared.id].sort());
  expect((await listed(seller)).map(({ id, is_mine }) => [id, is_mine])).toEqual([[shared.id, false]]);
  // The third user has the role, too; it lets them see contracts, so they see the report.
  expect((await listed(blind)).map(({ id }) => id)).toEqual([shared.id]);
  expect((await change(seller, shared, { name: 'Otro' })).statusCode).toBe(404);
  expect((await remove(seller, shared)).statusCode).toBe(404);
  expect((await change(seller, own, { name: 'Otro' })).statusCode).toBe(404);
  for (const one of [own, shared]) expect((await remove(boss, one)).statusCode).toBe(204);
  expect(await listed(boss)).toEqual([]);
});

test('a deleted report is restored by its owner, if its name is still free', async () => {
  const report = await saved(boss, { name: 'Se va y vuelve', role_id: role.id, every: 'daily' });
  const restore = (user: TestUser, { id, row_version }: SavedReport) =>
    api.inject({
      method: 'POST',
      url: `/api/saved-reports/${id}/restore`,
      headers: { ...as(user), 'if-match': `"${row_version}"` },
    });
  const deleted = async (user: TestUser): Promise<readonly SavedReport[]> =>
    (await api.inject({ url: '/api/saved-reports?archived=true', headers: as(user) })).json().data;
  expect((await restore(boss, report)).json().code).toBe('not_archived');
  expect((await remove(boss, report)).statusCode).toBe(204);
  expect(await listed(seller)).toEqual([]);
  expect(await deleted(seller)).toEqual([]);
  const [gone] = await deleted(boss);
  if (!gone) throw new Error('it is deleted');
  expect(gone).toMatchObject({ id: report.id, is_archived: true });
  expect((await restore(seller, gone)).statusCode).toBe(404);
  expect((await change(boss, gone, { name: 'Otro' })).json().code).toBe('archived');
  expect((await remove(boss, gone)).json().code).toBe('archived');
  // Deleted, it is not mailed.
  expect(await mailDueReports(api.app, report.next_on ?? '')).toBe(0);
  const other = await saved(boss, { name: 'se va y VUELVE' });
  expect((await restore(boss, gone)).statusCode).toBe(409);
  expect((await remove(boss, other)).statusCode).toBe(204);
  expect((await restore(boss, { ...gone, row_version: 99 })).statusCode).toBe(412);
  const back = await restore(boss, gone);
  expect(back.statusCode, back.body).toBe(200);
  expect(back.json().data).toMatchObject({
    is_archived: false,
    next_on: nextMailing('daily', companyToday()),
  });
  expect((await listed(seller)).map(({ id }) => id)).toEqual([report.id]);
  expect((await remove(boss, back.json().data)).statusCode).toBe(204);
});

test('what is invalid is refused at its field', async () => {
  const first = await saved(boss, { name: 'Único' });
  const refusals: readonly (readonly [object, number, string])[] = [
    [{ name: ' ' }, 422, 'name'],
    [{ name: 'único' }, 409, 'name'],
    [{ params: 'rows=net' }, 422, 'params'],
    [{ params: 'period=ayer' }, 422, 'params'],
    [{ name: 'Otro', role_id: '01890a5d-ac96-774b-bcce-b302099a8057' }, 422, 'role_id'],
    [{ name: 'Otro', every: 'hourly' }, 422, 'every'],
    [{ report: 'nada' }, 422, 'report'],
    [{ report: 'facturacion', name: 'Otro' }, 403, ''],
  ];
  for (const [body, status, field] of refusals) {
    const response = await save(boss, body);
    expect(response.statusCode, `${JSON.stringify(body)} ${response.body}`).toBe(status);
    if (field !== '') expect(Object.keys(response.json().errors), JSON.stringify(body)).toContain(field);
  }
  expect((await save(seller, { role_id: role.id })).statusCode).toBe(403);
  expect((await change(boss, first, { name: 'Nuevo' }, 99)).statusCode).toBe(412);
  expect((await change(boss, first, { every: 'weekly' })).json().data.next_on).toBe(
    nextMailing('weekly', companyToday()),
  );
  const [now] = await listed(boss);
  if (now) expect((await remove(boss, now)).statusCode).toBe(204);
});

test('each recipient gets what their own permissions show, once', async () => {
  const report = await saved(boss, { name: 'Semanal', role_id: role.id, every: 'weekly' });
  expect(await mailDueReports(api.app, companyToday())).toBe(0);
  const due = report.next_on ?? '';
  // Several processes at once send it once.
  const sent = await Promise.all([1, 2, 3].map(() => mailDueReports(api.app, due)));
  expect(sent.reduce((all, count) => all + count, 0)).toBe(1);
  const weekly = async (user: TestUser) =>
    (await mailsTo(api, user.email)).filter(({ subject }) => subject === 'Informe: Semanal');
  const [forBoss, ...more] = await weekly(boss);
  const [forSeller] = await weekly(seller);
  const [forBlind] = await weekly(blind);
  expect(more).toEqual([]);
  const total = async (owner: TestUser | null) => {
    const row = await api.database.one<{ net: string | null }>(sql`
      SELECT sum(l.net)::text AS net FROM order_lines l JOIN contracts c ON c.id = l.contract_id
      WHERE l.status = 'active' AND l.currency_code = 'DOP' AND (${owner?.id ?? null}::uuid IS NULL OR c.owner_id = ${owner?.id ?? null}::uuid)`);
    return Number(row?.net).toLocaleString('es-DO', { minimumFractionDigits: 2 });
  };
  expect(forBoss?.text).toContain(`Neto: RD$${await total(null)}.`);
  expect(forSeller?.text).toContain(`Neto: RD$${await total(seller)}.`);
  expect(await total(seller)).not.toBe(await total(null));
  expect(forBlind?.text).toContain('No hay nada que contar en este periodo.');
  expect(forBoss?.attachments?.[0]?.name).toMatch(/^Ventas firmadas – .*\.xlsx$/);
  expect(forBoss?.text).toContain('/reportes/informes/ventas?rows=client_id');
  const logged = await api.database.query<{ actor_id: string }>(sql`
    SELECT actor_id FROM audit_log WHERE action = 'export' AND after->>'report' = 'ventas' ORDER BY actor_id`);
  expect(logged.map(({ actor_id }) => actor_id).sort()).toEqual([boss.id, seller.id, blind.id].sort());
  expect((await listed(boss)).find(({ id }) => id === report.id)?.next_on).toBe(nextMailing('weekly', due));
});

test('who may no longer see the rows, is inactive or lost the role gets no mail; a removed report none', async () => {
  const report = await saved(boss, { name: 'Diario', role_id: role.id, every: 'daily' });
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`DELETE FROM user_roles WHERE user_id = ${seller.id}::uuid`);
    await tx.query(
      sql`DELETE FROM role_permissions WHERE role_id = ${role.id}::uuid AND permission LIKE 'contracts.%'`,
    );
  });
  await mailDueReports(api.app, report.next_on ?? '');
  const count = async (user: TestUser) =>
    (await mailsTo(api, user.email)).filter(({ subject }) => subject === 'Informe: Diario').length;
  expect([await count(boss), await count(seller), await count(blind)]).toEqual([1, 0, 0]);
  const [again] = (await listed(boss)).filter(({ id }) => id === report.id);
  if (!again) throw new Error('it is still saved');
  expect((await remove(boss, again)).statusCode).toBe(204);
  await mailDueReports(api.app, '2999-01-01');
  expect(await count(boss)).toBe(1);
});

test('without the permission to export there is no attachment', async () => {
  const viewer = await createUser(api, { role: await createRole(api, ['contracts.view_all']) });
  headersOf.set(viewer.id, await signIn(api, viewer));
  const report = await saved(viewer, { name: 'Mensual', every: 'monthly' });
  expect(report.next_on).toMatch(/-01$/);
  await mailDueReports(api.app, report.next_on ?? '');
  const [mail] = await mailsTo(api, viewer.email);
  expect(mail?.subject).toBe('Informe: Mensual');
  expect(mail?.attachments ?? []).toEqual([]);
});

test('a file has the rows of the report as numbers, needs the permission and is logged', async () => {
  const url = '/api/reports/ventas/file?rows=owner_id&columns=-&period=this_year&measures=net,lines';
  const csv = await api.inject({ url: `${url}&format=csv`, headers: as(boss) });
  expect(csv.statusCode, csv.body).toBe(200);
  const [head, ...rows] = csv.body.replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe('Vendedor,Neto (DOP),Renglones');
  expect(rows.at(-1)).toMatch(/^Total,\d+\.\d{2},2$/);
  expect(csv.headers['content-disposition']).toContain('Ventas');
  const xlsx = await api.inject({ url: `${url}&format=xlsx`, headers: as(boss) });
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK');
  const viewer = await createUser(api, { role: await createRole(api, ['contracts.view_all']) });
  const refused = await api.inject({ url: `${url}&format=csv`, headers: await signIn(api, viewer) });
  expect(refused.statusCode).toBe(403);
  expect((await api.inject({ url: `${url}&format=pdf`, headers: as(boss) })).statusCode).toBe(422);
  const exporter = await createUser(api, { role: await createRole(api, ['contracts.export']) });
  expect(
    (await api.inject({ url: `${url}&format=csv`, headers: await signIn(api, exporter) })).statusCode,
  ).toBe(403);
});
