import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../../postsales/delivery-world.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { openDueOrders } from './open-due-orders.ts';
import { missOverdue } from './work-in-time.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const bySystem = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  api.database.transaction(systemChange('test'), work);

/** A new outdoor face. */
const face = async (): Promise<string> => {
  const id = await world.space(1);
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE inventory_items SET kind = 'outdoor', face_type = 'static', capacity_unit = 'faces' WHERE id = ${id}::uuid`);
  return id;
};

const only = async (query: string): Promise<AnyRecord> => {
  const [order, ...more] = await delivery.list('work-orders', query);
  if (!order || more.length > 0) throw new Error('not one order');
  return order;
};

const installation = async (values: object = {}): Promise<AnyRecord> => {
  const contract = await delivery.sign([world.line(await face(), { units_per_day: 1, ...values })]);
  return only(`f.contract_id=${contract.id}`);
};

const stepsOf = (order: AnyRecord, more = ''): Promise<AnyRecord[]> =>
  delivery.list('work-order-steps', `f.work_order_id=${order.id}&sort=place${more}`);

const tickAll = async (order: AnyRecord): Promise<void> => {
  for (const step of await stepsOf(order, '&f.is_required=true'))
    expect((await delivery.call('POST', `/api/work-order-steps/${step.id}/tick`, {})).statusCode).toBe(200);
};

const userId = async (): Promise<string> =>
  (
    await api.database.one<{ id: string }>(
      sql`SELECT id FROM users WHERE status = 'active' ORDER BY id LIMIT 1`,
    )
  )?.id ?? '';

const toWork = async (order: AnyRecord): Promise<void> => {
  await delivery.done('work-orders', order.id, 'schedule', {
    planned_start: world.today,
    assignee_id: await userId(),
  });
  await delivery.done('work-orders', order.id, 'start');
};

test('an order copies the checklist of its kind, which later changes leave as it is', async () => {
  const order = await installation();
  expect(order).toMatchObject({ kind: 'installation', steps_open: 4, platform_id: expect.anything() });
  const [checklist] = await delivery.list('work-checklists', 'f.kind=installation');
  if (!checklist) throw new Error('no checklist');
  const changed = await delivery.change('work-checklists', checklist.id, {
    steps: [{ task: 'Otro paso', required: true }],
  });
  expect(changed.statusCode, changed.body).toBe(200);
  expect(await stepsOf(order)).toHaveLength(5);
  const later = await installation();
  expect((await stepsOf(later)).map(({ task }) => task)).toEqual(['Otro paso']);
  await delivery.change('work-checklists', checklist.id, { steps: checklist.steps as object });
});

test('steps say who did them and when; ticking one again changes nothing, and the future is refused', async () => {
  const order = await installation();
  const [step] = await stepsOf(order);
  const tick = (input: object) => delivery.call('POST', `/api/work-order-steps/${step?.id}/tick`, input);
  const at = new Date(Date.now() - 3_600_000).toISOString();
  expect((await tick({ done_at: at, remark: 'Con lluvia' })).json().data).toMatchObject({ done_at: at });
  expect((await tick({})).json().data).toMatchObject({ done_at: at });
  expect(await delivery.read('work-order-steps', String(step?.id))).toMatchObject({
    done_at: expect.stringContaining(at.slice(0, -1)),
    remark: 'Con lluvia',
    done_by_id: expect.anything(),
  });
  const [, second] = await stepsOf(order);
  const early = await delivery.call('POST', `/api/work-order-steps/${second?.id}/tick`, {
    done_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  expect(early.statusCode).toBe(422);
  expect(early.body).toContain('futuro');
});

test('nothing goes on the air with required steps to do or while it is blocked, whoever tries', async () => {
  const order = await installation();
  await toWork(order);
  const refused = await delivery.run('work-orders', order.id, 'go_live');
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('Quedan pasos');
  await expect(
    bySystem((tx) => tx.query(sql`UPDATE work_orders SET status = 'on_air' WHERE id = ${order.id}::uuid`)),
  ).rejects.toMatchObject({ constraint: 'work_orders_steps_done' });
  await tickAll(order);
  const blocked = await delivery.done('work-orders', order.id, 'block', { blockers: 'Falta el permiso.' });
  expect(blocked).toMatchObject({ blockers: 'Falta el permiso.', blocked_on: world.today });
  expect((await delivery.run('work-orders', order.id, 'go_live')).body).toContain('Falta el permiso');
  await delivery.done('work-orders', order.id, 'unblock', { reason: 'Llegó el permiso' });
  expect(await delivery.done('work-orders', order.id, 'go_live')).toMatchObject({
    status: 'on_air',
    live_on: world.today,
    blockers: null,
  });
  await delivery.done('work-orders', order.id, 'complete');
  const [step] = await stepsOf(order);
  const back = await delivery.call('POST', `/api/work-order-steps/${step?.id}/untick`, {});
  expect(back.statusCode).toBe(422);
  expect(back.body).toContain('ya está completada');
});

test('an order takes its crew in bulk, whose members see it', async () => {
  const [first, second] = [await installation(), await installation()];
  const { id } = await createUser(api, { role: 'sales_rep' });
  const member = await signIn(api, { id });
  const seen = async () =>
    (await api.inject({ url: `/api/work-orders/${first.id}`, headers: member })).statusCode;
  expect(await seen()).toBe(404);
  const crew = await delivery.call('POST', '/api/work-crews', {
    name: 'Norte',
    company_id: (first.company_id as { id: string }).id,
    member_ids: [id],
  });
  expect(crew.statusCode, crew.body).toBe(201);
  for (const order of [first, second])
    expect(
      await delivery.done('work-orders', order.id, 'assign', { crew_id: crew.json().data.id }),
    ).toMatchObject({ crew_id: { label: 'Norte' }, status: 'pending' });
  expect(await seen()).toBe(200);
  const traffic = await signIn(api, await createUser(api, { role: 'traffic' }));
  const routeOf = (headers: Record<string, string>, day = world.today) =>
    api.inject({ url: `/api/work-orders/route?day=${day}`, headers });
  expect((await routeOf(member)).statusCode).toBe(403);
  expect((await routeOf(traffic, '2026-02-31')).statusCode).toBe(422);
  const { id: hand } = await createUser(api, { role: 'traffic' });
  const crewId = crew.json().data.id;
  await delivery.change('work-crews', crewId, { member_ids: [id, hand] });
  const stops = async (day?: string) =>
    (await routeOf(await signIn(api, { id: hand }), day)).json().data.stops as readonly {
      id: string;
      steps: object[];
    }[];
  expect(await stops()).toEqual([]);
  await delivery.done('work-orders', first.id, 'schedule', { planned_start: world.today });
  expect((await stops()).map((stop) => [stop.id, stop.steps.length])).toEqual([[first.id, 5]]);
  expect(await stops(addDays(world.today, -1))).toEqual([]);
  expect((await routeOf(traffic)).json().data.stops).toEqual([]);
  expect((await delivery.run('work-orders', first.id, 'assign', {})).statusCode).toBe(422);
});

test('an installation whose flight ends gets one removal, whoever makes it at once', async () => {
  const order = await installation({ flight: { from: world.today, to: addDays(world.today, 3) } });
  await toWork(order);
  await tickAll(order);
  await delivery.done('work-orders', order.id, 'go_live');
  await Promise.all([1, 2, 3].map(() => bySystem((tx) => openDueOrders(tx, new Date()))));
  const removal = await only(
    `f.inventory_item_id=${(order.inventory_item_id as { id: string }).id}&f.kind=removal`,
  );
  expect(removal).toMatchObject({
    removal_of_id: { id: order.id },
    planned_start: addDays(world.today, 4),
    status: 'pending',
  });
  expect(await bySystem((tx) => openDueOrders(tx, new Date()))).toEqual({ orders: 0, removals: 0 });
});

test('orders that are missing are made once, whoever makes them at once', async () => {
  const order = await installation();
  const contract = (order.contract_id as { id: string }).id;
  for (const statement of [
    sql`DELETE FROM work_order_steps WHERE work_order_id = ${order.id}::uuid`,
    sql`DELETE FROM work_orders WHERE id = ${order.id}::uuid`,
  ])
    await api.testDatabase.runAsSuperuser(statement);
  const answers = await Promise.all([1, 2].map(() => delivery.call('POST', '/api/work-orders/generate', {})));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(answers.reduce((sum, answer) => sum + answer.json().data.orders, 0)).toBe(1);
  expect(await stepsOf(await only(`f.contract_id=${contract}`))).toHaveLength(5);
});

test('an order that is not ready in time is missed with notice, and leaves a proposal when it starts late', async () => {
  const order = await installation();
  const now = new Date();
  await delivery.done('work-orders', order.id, 'assign', { assignee_id: await userId() });
  await missOverdue(api.app, now);
  expect((await delivery.read('work-orders', order.id)).status).toBe('pending');
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE work_orders SET sla_due = ${addDays(world.today, -3)}::date WHERE id = ${order.id}::uuid`);
  await missOverdue(api.app, now);
  expect((await delivery.read('work-orders', order.id)).status).toBe('missed');
  const told = await api.database.one<{ email: string }>(
    sql`SELECT email FROM users WHERE id = ${await userId()}::uuid`,
  );
  const missed = async () =>
    (await mailsTo(api, told?.email ?? '')).filter(({ subject }) => subject.includes('Orden incumplida'))
      .length;
  const mails = await missed();
  expect(mails).toBeGreaterThan(0);
  await missOverdue(api.app, now);
  expect(await missed()).toBe(mails);

  // The flight began three days ago.
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE order_lines SET flight = daterange(${addDays(world.today, -3)}::date, ${addDays(world.today, 7)}::date)
    WHERE id = ${(order.order_line_id as { id: string }).id}::uuid`);
  await delivery.done('work-orders', order.id, 'recover', { planned_start: world.today });
  await delivery.done('work-orders', order.id, 'start');
  await tickAll(order);
  await delivery.done('work-orders', order.id, 'go_live');
  const [proposal, ...more] = await delivery.list('late-starts', `f.work_order_id=${order.id}`);
  expect(more).toEqual([]);
  const net = await api.database.one<{ net: string }>(
    sql`SELECT net::text FROM order_lines WHERE id = ${(order.order_line_id as { id: string }).id}::uuid`,
  );
  expect(proposal).toMatchObject({ kind: 'credit', days_late: 3, flight_days: 10, status: 'open' });
  expect(Number(proposal?.amount)).toBeCloseTo(Number(net?.net) * 0.3, 2);
  const id = String(proposal?.id);
  expect((await delivery.run('late-starts', id, 'reject', {})).statusCode).toBe(422);
  expect(await delivery.done('late-starts', id, 'accept', { decision: 'Acordado' })).toMatchObject({
    status: 'accepted',
    decision: 'Acordado',
  });
});

test('a photo is original when its file is the one that was taken, and is there once', async () => {
  const order = await installation();
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  const uploaded = await uploadFile(api, world.headers, { bytes, name: 'foto.jpg' });
  const body = {
    work_order_id: order.id,
    file: uploaded.json().data.id,
    description: 'Arte instalado',
    taken_at: new Date().toISOString(),
    latitude: '18.486058',
    longitude: '-69.931212',
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const made = await delivery.call('POST', '/api/work-order-photos', body);
  expect(made.statusCode, made.body).toBe(201);
  expect(made.json().data).toMatchObject({ is_original: true });
  const again = await delivery.call('POST', '/api/work-order-photos', body);
  expect(again.statusCode).toBe(409);
  expect(again.json().code).toBe('duplicate');
  expect(again.body).toContain('ya está en la orden');
  const other = await delivery.call('POST', '/api/work-order-photos', { ...body, sha256: 'a'.repeat(64) });
  expect(other.json().data).toMatchObject({ is_original: false });
});

test('a crew starts and finishes its orders with the permission to execute them, and no others', async () => {
  const role = await createRole(api, ['work_orders.view_own', 'work_orders.execute']);
  const member = await createUser(api, { role });
  const headers = await signIn(api, member);
  const crew = await delivery.call('POST', '/api/work-crews', {
    name: 'Cuadrilla del sur',
    company_id: world.companyId,
    member_ids: [member.id],
  });
  const { id: crewId } = crew.json().data;
  const [mine, other] = [await installation(), await installation()];
  await delivery.done('work-orders', mine.id, 'schedule', { planned_start: world.today, crew_id: crewId });
  await delivery.done('work-orders', other.id, 'schedule', {
    planned_start: world.today,
    assignee_id: await userId(),
  });
  const act = async (id: string, name: string) => {
    const { row_version } = await delivery.read('work-orders', id);
    return api.inject({
      method: 'POST',
      url: `/api/work-orders/${id}/${name}`,
      headers: { ...headers, 'if-match': `"${row_version}"` },
      payload: {},
    });
  };
  expect((await act(other.id, 'start')).statusCode).toBe(404);
  expect((await act(mine.id, 'start')).json().data).toMatchObject({ status: 'in_progress' });
  await tickAll(mine);
  expect((await act(mine.id, 'go_live')).json().data).toMatchObject({ status: 'on_air' });
  expect((await act(mine.id, 'pause')).statusCode).toBe(403);
});
