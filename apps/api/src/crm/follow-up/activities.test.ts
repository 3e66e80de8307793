import { dominicanHolidays } from '@pauta/domain/calendar/dominican-holidays.ts';
import { addWorkingDays, dayOf, holidaysOf, timeOf } from '@pauta/domain/calendar/working-time.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { activities } from '@pauta/domain/crm/follow-up/activity.ts';
import { type HomeNumber, homeCards } from '@pauta/domain/home/cards.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { sendDueReminders } from './runner.ts';

type Headers = Record<string, string>;
type Staff = TestUser & { headers: Headers };

const path = '/api/activities';
const zone = 'America/Santo_Domingo';

let api: TestApi;
let manager: Staff;
let seller: Staff;
let other: Staff;
let goesOn: string;
let closes: string;
let count = 0;

const staff = async (role: string, full_name: string): Promise<Staff> => {
  const user = await createUser(api, { role, full_name });
  return { ...user, headers: await signIn(api, user) };
};
const send = (
  method: 'POST' | 'PATCH',
  url: string,
  payload: object,
  { headers }: Staff,
  more: Headers = {},
) => api.inject({ method, url, payload, headers: { ...headers, ...more } });
const read = async (url: string, { headers }: Staff = manager) => (await api.inject({ url, headers })).json();

const client = async (owner: Staff = seller, values: object = {}): Promise<AnyRecord> => {
  count += 2;
  const body = {
    ...(await sampleBody(api.database, clients, count)),
    primary_sales_rep_id: owner.id,
    status: 'active',
  };
  const response = await send('POST', '/api/clients', { ...body, ...values }, manager);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

const planned = async (about: AnyRecord, values: object = {}, by: Staff = seller): Promise<AnyRecord> => {
  const body = {
    subject: 'Llamar',
    kind: 'call',
    client_id: about.id,
    assigned_to_id: by.id,
    starts_at: inDays(2),
  };
  const response = await send('POST', path, { ...body, ...values }, by);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (record: AnyRecord, name: string, payload: object = {}, by: Staff = seller) =>
  send('POST', `${path}/${record.id}/${name}`, payload, by, { 'if-match': `"${record.row_version}"` });
const done = async (
  record: AnyRecord,
  name: string,
  payload: object = {},
  by: Staff = seller,
): Promise<AnyRecord> => {
  const response = await act(record, name, payload, by);
  expect(response.statusCode, `${name}: ${response.body}`).toBe(200);
  return response.json().data;
};
const idOf = async (statement: ReturnType<typeof sql>) =>
  (await api.database.one<{ id: string }>(statement))?.id ?? '';

beforeAll(async () => {
  api = await startTestApi();
  manager = await staff('sales_manager', 'Gerente Comercial');
  seller = await staff('sales_rep', 'Ana Peñaló');
  other = await staff('sales_rep', 'Luis Ñáñez');
  goesOn = await idOf(sql`SELECT id FROM contact_results WHERE code = 'INTERESADO'`);
  closes = await idOf(sql`SELECT id FROM contact_results WHERE code = 'NO-INTERESADO'`);
});
afterAll(() => api.close());

describe('an activity', () => {
  test('requires an account and a time', async () => {
    const response = await send(
      'POST',
      path,
      { subject: 'Nada', kind: 'task', assigned_to_id: seller.id },
      seller,
    );
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors).sort()).toEqual(['client_id', 'starts_at']);
  });

  test('needs a result to be completed, and a next activity unless the result closes the matter', async () => {
    const about = await client();
    const record = await planned(about);
    expect((await act(record, 'complete')).json().errors).toHaveProperty('contact_result_id');
    const alone = await act(record, 'complete', { contact_result_id: goesOn });
    expect(alone.json().errors).toEqual({ next_at: [expect.stringContaining('no cierra la gestión')] });
    const both = await act(record, 'complete', { contact_result_id: closes, next_at: inDays(3) });
    expect(both.json().errors).toEqual({ next_at: [expect.stringContaining('cierra la gestión')] });
    // A refused completion stores neither the result nor a next activity.
    expect((await read(`${path}?f.client_id=${about.id}`)).total).toBe(1);

    const next_at = inDays(3);
    const ended = await done(record, 'complete', {
      contact_result_id: goesOn,
      result_notes: 'Pide cifras',
      next_at,
      next_kind: 'task',
      next_subject: 'Enviar cifras',
    });
    expect(ended).toMatchObject({
      status: 'done',
      contact_result_id: { id: goesOn },
      closed_by_id: { id: seller.id },
      next_activity_id: { label: 'Enviar cifras' },
    });
    const next = (await read(`${path}/${(ended.next_activity_id as { id: string }).id}`)).data;
    expect(next).toMatchObject({
      status: 'pending',
      kind: 'task',
      client_id: { id: about.id },
      starts_at: null,
    });
    expect(Date.parse(next.due_at)).toBe(Date.parse(next_at));
  });

  test('that already took place is recorded with its result in one operation', async () => {
    const about = await client();
    const activity = {
      subject: 'Visita',
      kind: 'visit',
      client_id: about.id,
      assigned_to_id: seller.id,
      starts_at: inDays(-1),
    };
    const url = `${path}/attended`;
    const refused = await send('POST', url, { activity, attention: { contact_result_id: goesOn } }, seller);
    expect(refused.json().errors).toHaveProperty('next_at');
    expect((await read(`${path}?f.client_id=${about.id}`)).total).toBe(0);
    const made = await send('POST', url, { activity, attention: { contact_result_id: closes } }, seller);
    expect(made.statusCode, made.body).toBe(201);
    expect(made.json().data).toMatchObject({ status: 'done', next_activity_id: null });
    const wrong = await send('POST', url, { activity: 'x', attention: [] }, seller);
    expect([400, 422]).toContain(wrong.statusCode);
  });

  test('can be worked on only by its owner, or with the permission to change all', async () => {
    const record = await planned(await client());
    expect((await act(record, 'start', {}, other)).statusCode).toBe(404);
    const viewer = await staff('general_manager', 'Gerente General');
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`DELETE FROM role_permissions WHERE permission = 'activities.update_all'
        AND role_id = (SELECT id FROM roles WHERE name = 'general_manager')`),
    );
    const again = { ...viewer, headers: await signIn(api, viewer) };
    expect((await act(record, 'start', {}, again)).statusCode).toBe(403);
    expect((await done(record, 'start', {}, manager)).status).toBe('in_progress');
  });

  test('cannot be changed by anybody more than 24 hours after it was finished', async () => {
    const record = await done(await planned(await client()), 'complete', { contact_result_id: closes });
    const fresh = await send('PATCH', `${path}/${record.id}`, { subject: 'Llamada' }, seller, {
      'if-match': `"${record.row_version}"`,
    });
    expect(fresh.statusCode, fresh.body).toBe(200);
    const reopened = await done(fresh.json().data, 'reopen');
    expect(reopened).toMatchObject({ status: 'pending', closed_at: null, contact_result_id: null });
    const closed = await done(reopened, 'complete', { contact_result_id: closes });

    await api.testDatabase.runAsSuperuser(
      sql`UPDATE activities SET closed_at = closed_at - interval '25 hours' WHERE id = ${closed.id}::uuid`,
    );
    const late = await send('PATCH', `${path}/${closed.id}`, { subject: 'Otra cosa' }, manager, {
      'if-match': `"${closed.row_version}"`,
    });
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain('Escriba un comentario');
    expect((await act(closed, 'reopen')).statusCode).toBe(409);
    // Even when the API's checks are bypassed, the database refuses.
    const directly = (statement: ReturnType<typeof sql>) =>
      api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
    for (const statement of [
      sql`UPDATE activities SET result_notes = 'x' WHERE id = ${closed.id}::uuid`,
      sql`UPDATE activities SET closed_at = now() WHERE id = ${closed.id}::uuid`,
      sql`UPDATE activities SET status = 'pending', contact_result_id = NULL WHERE id = ${closed.id}::uuid`,
    ])
      await expect(directly(statement)).rejects.toMatchObject({ constraint: 'activities_settled' });
    // A leaving user hands over all of their activities, finished or not.
    await directly(
      sql`UPDATE activities SET assigned_to_id = ${other.id}::uuid WHERE id = ${closed.id}::uuid`,
    );
    const comment = await send(
      'POST',
      `/api/activities/${closed.id}/comments`,
      { text: 'Se aclaró.' },
      manager,
    );
    expect(comment.statusCode, comment.body).toBe(201);
  });

  test('requires a result to be finished, and cannot follow itself, by any route', async () => {
    const about = await client();
    const first = await planned(about);
    const second = await planned(about);
    const directly = (statement: ReturnType<typeof sql>) =>
      api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
    await expect(
      directly(sql`UPDATE activities SET status = 'done' WHERE id = ${first.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'activities_done_has_result' });
    await directly(
      sql`UPDATE activities SET next_activity_id = ${second.id}::uuid WHERE id = ${first.id}::uuid`,
    );
    await expect(
      directly(sql`UPDATE activities SET next_activity_id = ${first.id}::uuid WHERE id = ${second.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'activities_no_cycle' });
  });
});

describe('rescheduling', () => {
  const holidays = holidaysOf(dominicanHolidays);

  test('by working days skips weekends and holidays and keeps the hour and the reminder', async () => {
    // Thursday 10:00; Friday is Christmas.
    const record = await planned(await client(), {
      starts_at: '2027-12-23T14:00:00.000Z',
      remind_at: '2027-12-23T13:30:00.000Z',
    });
    const moved = await done(record, 'reschedule', { working_days: 2 });
    expect(moved.starts_at).toMatch(/^2027-12-27T14:00:00/);
    expect(moved.remind_at).toMatch(/^2027-12-27T13:30:00/);
    const neither = await act(moved, 'reschedule');
    expect(neither.statusCode).toBe(422);
    const both = await act(moved, 'reschedule', { working_days: 2, new_at: inDays(4) });
    expect(both.json().errors).toHaveProperty('working_days');
  });

  test('in bulk, overdue ones counted from today', async () => {
    const about = await client();
    const late = await planned(about, { starts_at: inDays(-20) });
    const soon = await planned(about, { starts_at: inDays(5) });
    const response = await send(
      'POST',
      `${path}/bulk`,
      { action: 'reschedule', ids: [late.id, soon.id], values: { working_days: 3 } },
      seller,
    );
    expect(response.json().data, response.body).toMatchObject({ changed: 2 });
    for (const before of [late, soon]) {
      const { data } = await read(`${path}/${before.id}`);
      const from = new Date(Math.max(Date.parse(String(before.starts_at)), Date.now()));
      expect(dayOf(new Date(data.starts_at), zone)).toBe(addWorkingDays(dayOf(from, zone), 3, { holidays }));
      expect(timeOf(new Date(data.starts_at), zone)).toBe(timeOf(new Date(String(before.starts_at)), zone));
    }
  });
});

describe('derived values of a client', () => {
  test('are updated with its activities, also when two end concurrently', async () => {
    const about = await client();
    const before = (await read(`/api/clients/${about.id}`)).data;
    const [a, b] = [
      await planned(about, { starts_at: inDays(2) }),
      await planned(about, { starts_at: inDays(4) }),
    ];
    const shown = async () => (await read(`/api/clients/${about.id}`)).data;
    expect(Date.parse((await shown()).next_activity_at)).toBe(Date.parse(String(a.starts_at)));
    await Promise.all([
      done(a, 'complete', { contact_result_id: closes }),
      done(b, 'complete', { contact_result_id: closes }),
    ]);
    const after = await shown();
    expect(after.next_activity_at).toBeNull();
    expect(Math.abs(Date.parse(after.last_activity_at) - Date.now())).toBeLessThan(60_000);
    // This does not change the version of the client, so concurrent edits of the client are not affected.
    expect(after.row_version).toBe(before.row_version);
  });

  test('of contacts: the last contact is that of the last finished activity, also after reverting or reopening one', async () => {
    const about = await client();
    const person = async (): Promise<AnyRecord> => {
      count += 2;
      const body = { ...(await sampleBody(api.database, contacts, count)), client_id: about.id };
      const response = await send('POST', '/api/contacts', body, manager);
      expect(response.statusCode, response.body).toBe(201);
      return response.json().data;
    };
    const [one, two] = [await person(), await person()];
    const last = async ({ id }: AnyRecord) => (await read(`/api/contacts/${id}`)).data.last_activity_at;
    const first = await planned(about, { contact_id: one.id });
    expect(await last(one)).toBeNull();
    const earlier = await done(first, 'complete', { contact_result_id: closes });
    const later = await done(await planned(about, { contact_id: one.id }), 'complete', {
      contact_result_id: closes,
    });
    expect(await last(one)).toBe(later.closed_at);
    // It concerned another contact.
    const moved = await send('PATCH', `${path}/${later.id}`, { contact_id: two.id }, seller, {
      'if-match': `"${later.row_version}"`,
    });
    expect(moved.statusCode, moved.body).toBe(200);
    expect([await last(one), await last(two)]).toEqual([earlier.closed_at, later.closed_at]);
    await done(moved.json().data, 'reopen');
    expect(await last(two)).toBeNull();
    const listed = await read(
      '/api/contacts?fields=*&sort=-last_activity_at&f.last_activity_at=2020-01-01..2099-12-31',
    );
    expect(listed.data.map(({ id }: AnyRecord) => id)).toEqual([one.id]);
    expect((await read(`/api/contacts/${one.id}`)).data.row_version).toBe(one.row_version);
  });
});

describe('a reminder', () => {
  test('is sent once, by any number of processes', async () => {
    const about = await client();
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        planned(about, { subject: `Aviso ${index}`, remind_at: inDays(-1) }),
      ),
    );
    const told = await Promise.all(
      Array.from({ length: 6 }, () => sendDueReminders(api.database, api.app.mailer)),
    );
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(made.length);
    const mails = await api.database.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM mails WHERE user_id = ${seller.id}::uuid AND subject LIKE 'Recordatorio: Aviso %'`,
    );
    expect(mails?.count).toBe(made.length);
    expect(await sendDueReminders(api.database, api.app.mailer)).toBe(0);
    const { data } = await read(`${path}/${made[0]?.id}`);
    expect(data.reminded_at).not.toBeNull();
    const later = await done(data, 'reschedule', { new_at: inDays(9) });
    expect(later.reminded_at).toBeNull();
  });
});

describe('the home page', () => {
  test('shows each reader figures that equal the totals of the linked lists', async () => {
    const mine = await client();
    await client();
    await planned(mine, { starts_at: inDays(-3) });
    await planned(mine, { starts_at: new Date().toISOString() });
    await planned(await client(other), {}, other);
    await planned(await client(other), { starts_at: inDays(-2) }, other);
    const numbers = new Map<string, number>();
    for (const reader of [manager, seller, other]) {
      const { data } = (await read('/api/home', reader)) as { data: HomeNumber[] };
      for (const { name, query, total } of data) {
        const card = homeCards.find((one) => one.name === name);
        const list = await read(`/api/${card?.resource.path}?${query}`, reader);
        expect({ name, total }).toEqual({ name, total: list.total });
        numbers.set(`${reader.full_name} ${name}`, total);
      }
    }
    const of = (reader: Staff, name: string) => numbers.get(`${reader.full_name} ${name}`);
    expect(of(seller, 'late_activities')).toBeGreaterThan(0);
    expect(of(seller, 'today_activities')).toBeGreaterThan(0);
    expect(of(seller, 'clients_without_next')).toBeGreaterThan(0);
    expect(of(other, 'late_activities')).toBe(1);
    expect(of(seller, 'late_activities_of_others')).toBeUndefined();
    expect(of(manager, 'late_activities_of_others')).toBeGreaterThan(1);
    expect(of(manager, 'late_activities')).toBe(0);

    const { data: badges } = (await read('/api/home?only=badges', seller)) as { data: HomeNumber[] };
    expect(badges.map(({ name }) => name)).toEqual(['late_activities', 'referrals_to_contact']);
    expect(badges[0]?.total).toBe(of(seller, 'late_activities'));
  });

  test('includes the activities of the team for its manager', async () => {
    const head = await staff('sales_rep', 'Jefa de Equipo');
    await api.database.transaction(systemChange('test'), async (tx) => {
      const role = await tx.one<{ id: string }>(
        sql`INSERT INTO roles (name, display_name) VALUES ('team_head', 'Jefa') RETURNING id`,
      );
      await tx.query(
        sql`INSERT INTO role_permissions (role_id, permission) SELECT ${role?.id}::uuid, 'activities.view_team'`,
      );
      await tx.query(
        sql`INSERT INTO user_roles (user_id, role_id) VALUES (${head.id}::uuid, ${role?.id}::uuid)`,
      );
      await tx.query(sql`UPDATE users SET reports_to_id = ${head.id}::uuid WHERE id = ${other.id}::uuid`);
    });
    const lead = { ...head, headers: await signIn(api, head) };
    const owners = (await read(`${path}?fields=*&limit=100`, lead)).data.map(
      (record: AnyRecord) => (record.assigned_to_id as { id: string }).id,
    );
    expect(new Set(owners)).toEqual(new Set([other.id]));
    const { data } = (await read('/api/home', lead)) as { data: HomeNumber[] };
    expect(data.find(({ name }) => name === 'late_activities_of_others')?.total).toBe(1);
    expect((await read(`${path}?limit=1`, seller)).total).toBeGreaterThan(0);
    expect(activities.owners).toEqual(['assigned_to_id']);
  });
});

describe('the working order', () => {
  let of: string;
  let wanted: string[];

  beforeAll(async () => {
    const about = await client();
    of = `f.client_id=${about.id}`;
    const soon = await planned(about, { subject: 'Pronto', starts_at: inDays(2) });
    const late = await planned(about, { subject: 'Atrasada', starts_at: inDays(-40) });
    const ended = await planned(about, { subject: 'Terminada', starts_at: inDays(-1) });
    await done(ended, 'complete', { contact_result_id: closes });
    const far = await planned(about, { subject: 'Lejos', starts_at: inDays(70) });
    const endedLast = await planned(about, { subject: 'Terminada después', starts_at: inDays(-3) });
    await done(endedLast, 'complete', { contact_result_id: closes });
    wanted = [late, soon, far, endedLast, ended].map(({ id }) => id);
  });

  const idsOf = ({ data }: { data: readonly AnyRecord[] }): string[] => data.map(({ id }) => id);

  test('lists overdue ones, then upcoming ones, then the last finished ones, on every page', async () => {
    expect(idsOf(await read(`${path}?${of}`))).toEqual(wanted);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(`${path}?${of}&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(wanted);
  });

  test('groups are in the order of the states, or of time, complete or up to the limit', async () => {
    const byState = await read(`${path}?${of}&group=status`);
    expect(byState.groups).toEqual([
      { value: 'pending', label: 'Pendiente', count: 3, shown: 3 },
      { value: 'done', label: 'Hecha', count: 2, shown: 2 },
    ]);
    expect(idsOf(byState)).toEqual(wanted);
    const few = await read(`${path}?${of}&group=status&limit=2`);
    expect(few.groups.map(({ shown }: { shown: number }) => shown)).toEqual([2, 0]);
    const opened = await read(`${path}?${of}&group=status&limit=2&open=done`);
    expect(opened.groups.map(({ shown }: { shown: number }) => shown)).toEqual([2, 2]);
    expect(idsOf(opened)).toEqual([...wanted.slice(0, 2), ...wanted.slice(3)]);
    const months = (await read(`${path}?${of}&group=scheduled_at`)).groups.map(
      ({ value }: { value: string }) => value,
    );
    expect(months).toEqual([...months].sort());
    expect(months.length).toBeGreaterThan(2);
  });

  test('groups contain no activities of other users, and fields with several values cannot be grouped by', async () => {
    expect((await read(`${path}?${of}&group=status`, other)).groups).toEqual([]);
    const answer = await api.inject({ url: '/api/clients?group=tags', headers: manager.headers });
    expect(answer.statusCode).toBe(422);
  });

  test('an export of a grouped list has the order of the groups, and the group as first column', async () => {
    const response = await api.inject({
      method: 'POST',
      url: `${path}/export`,
      headers: manager.headers,
      payload: { format: 'csv', columns: ['subject', 'status'], query: `${of}&group=status&sort=-subject` },
    });
    expect(response.statusCode, response.body).toBe(200);
    const lines = response.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/);
    expect(lines).toEqual([
      'Estado,Asunto',
      'Pendiente,Pronto',
      'Pendiente,Lejos',
      'Pendiente,Atrasada',
      'Hecha,Terminada después',
      'Hecha,Terminada',
    ]);
  });
});
