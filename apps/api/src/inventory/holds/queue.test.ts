import { holds } from '@pauta/domain/inventory/holds/hold.ts';
import { capacityOverrides } from '@pauta/domain/inventory/overrides/capacity-override.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRecordFixture } from '../../crm/record-fixtures.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { addClient, addSpace, atOnce, differences } from '../inventory-fixtures.ts';
import { advanceHolds, expireDueHolds } from './advance-holds.ts';
import { promoteQueues } from './queue.ts';

let it: Awaited<ReturnType<typeof startRecordFixture>>;
let client: { clientId: string; ownerId: string };
let manager: { authorization: string };

beforeAll(async () => {
  it = await startRecordFixture();
  client = await addClient(it.api);
  manager = await signIn(it.api, await createUser(it.api, { role: 'sales_manager' }));
});
afterAll(() => it.api.close());

const week = { from: '2027-03-01', to: '2027-03-07' };
const ask = (itemId: string, more: object = {}, by?: { authorization: string }) =>
  it.post(
    'holds',
    {
      client_id: client.clientId,
      owner_id: client.ownerId,
      inventory_item_id: itemId,
      flight: week,
      ...more,
    },
    {},
    by,
  );
const hold = async (
  itemId: string,
  more: object = {},
  by?: { authorization: string },
): Promise<AnyRecord> => {
  const response = await ask(itemId, more, by);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const read = (record: AnyRecord) => it.read(holds, record.id);
const states = (...records: readonly AnyRecord[]) =>
  Promise.all(records.map(async (record) => (await read(record)).status));
const act = async (record: AnyRecord, name: string, payload: object = {}, by?: { authorization: string }) =>
  it.act(holds, await read(record), name, payload, by);
const setting = (name: string, value: unknown) =>
  it.direct(sql`
    INSERT INTO settings (key, value) VALUES (${name}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`);
/** Moves the end of a hold to the past, as time would. */
const outlive = async (...records: readonly AnyRecord[]) => {
  const ids = records.map(({ id }) => id);
  await it.direct(
    sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE id = ANY(${ids}::uuid[])`,
  );
  await it.direct(sql`
    UPDATE capacity_cells SET expires_at = now() - interval '1 second' WHERE hold_id = ANY(${ids}::uuid[]) AND state = 'held'`);
};
const mailsAbout = async (record: AnyRecord) =>
  (
    await it.api.database.query<{ subject: string }>(
      sql`SELECT subject FROM mails WHERE subject LIKE ${`%${String(record.number)}%`} ORDER BY id`,
    )
  ).map(({ subject }) => subject);
const approvalOf = async (record: AnyRecord): Promise<AnyRecord> =>
  (await it.get(`approvals?f.kind=holds&f.record_id=%3D${record.id}&fields=*&sort=-created_at`))[0];
const decide = async (record: AnyRecord, name: string, by = manager) => {
  const approval = await approvalOf(record);
  const version = { 'if-match': `"${approval.row_version}"` };
  return it.post(`approvals/${approval.id}/${name}`, { reason: 'Lo vimos con el cliente' }, version, by);
};

test('without room a hold is refused, or waits if it may, in the order in which they came', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const first = await hold(space);
  expect((await ask(space)).json()).toMatchObject({ code: 'no_capacity' });
  const second = await hold(space, { waits: true });
  const third = await hold(space, { waits: true, flight: { from: '2027-03-05', to: '2027-03-09' } });
  const elsewhen = await hold(space, { waits: true, flight: { from: '2027-03-20', to: '2027-03-21' } });
  const ranks = await Promise.all(
    [first, second, third, elsewhen].map(async (one) => (await read(one)).rank),
  );
  expect(ranks).toEqual([1, 2, 3, 1]);
  expect(await states(first, second, third, elsewhen)).toEqual(['active', 'queued', 'queued', 'active']);
  // It waits at most until its first day is over.
  const end = Date.parse(String((await read(second)).expires_at));
  expect(end).toBeLessThanOrEqual(Date.now() + 14 * 86_400_000 + 5000);

  await act(first, 'release');
  await promoteQueues(it.api.app);
  expect(await states(first, second, third)).toEqual(['released', 'active', 'queued']);
  expect(await mailsAbout(second)).toContain(`${second.number} ya es la primera opción`);
  await act(second, 'release');
  // Whoever asks next does not overtake the one that waits.
  expect((await ask(space, { flight: { from: '2027-03-06', to: '2027-03-06' } })).statusCode).toBe(409);
  expect(await states(third)).toEqual(['queued']);
  await promoteQueues(it.api.app);
  expect(await states(third)).toEqual(['active']);
  expect(await differences(it.api.database)).toEqual([]);
});

test('a new hold gets what is left beside the queue, and gives the queue its place first', async () => {
  const space = await addSpace(it.api, { capacity: 2 });
  const first = await hold(space, { units_per_day: 2 });
  const second = await hold(space, { units_per_day: 1, waits: true });
  await act(first, 'release');
  const late = await hold(space, { units_per_day: 1 });
  expect(await states(second, late)).toEqual(['active', 'active']);
  expect((await ask(space)).statusCode).toBe(409);
});

test('expired options leave the queue, and a hold that waits gets what an expired one had', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const first = await hold(space);
  const second = await hold(space, { waits: true });
  const third = await hold(space, { waits: true });
  await outlive(second);
  expect((await act(second, 'challenge')).json()).toMatchObject({ code: 'expired' });
  await outlive(first);
  await advanceHolds(it.api.app);
  expect(await states(first, second, third)).toEqual(['expired', 'expired', 'active']);
  expect(await mailsAbout(first)).toEqual([`Venció su reserva ${first.number}`]);
});

test('a challenged option becomes a sale in its time or loses its place; a challenge that ends gives the time back', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  await setting('hold_days', 30);
  const first = await hold(space);
  await setting('hold_days', 3);
  const second = await hold(space, { waits: true });
  const third = await hold(space, { waits: true });
  expect((await act(second, 'challenge')).statusCode).toBe(200);
  const challenged = await read(first);
  expect(challenged.challenged_by_id).toMatchObject({ id: second.id });
  expect(Date.parse(String(challenged.expires_at))).toBeLessThan(Date.parse(String(first.expires_at)));
  expect(await mailsAbout(first)).toEqual([`Desafiaron su reserva ${first.number}`]);
  // Neither renewed, nor challenged twice.
  expect((await act(first, 'renew')).json()).toMatchObject({ code: 'challenged' });
  expect((await act(third, 'challenge')).json()).toMatchObject({ code: 'challenged' });

  await act(second, 'release');
  expect(await read(first)).toMatchObject({ challenged_by_id: null, expires_at: first.expires_at });
  const ends = await it.api.database.query(sql`
    SELECT DISTINCT expires_at = ${first.expires_at}::timestamptz AS same FROM capacity_cells WHERE hold_id = ${first.id}::uuid`);
  expect(ends).toEqual([{ same: true }]);

  expect((await act(third, 'challenge')).statusCode).toBe(200);
  await outlive(first);
  await advanceHolds(it.api.app);
  expect(await states(first, third)).toEqual(['expired', 'active']);
  expect((await read(first)).reason).toContain('desafío');
});

test('what is sold is not challenged, nor what has room', async () => {
  const space = await addSpace(it.api, { capacity: 2 });
  const first = await hold(space, { units_per_day: 2 });
  const second = await hold(space, { waits: true, units_per_day: 2 });
  // One of the two units is sold.
  await it.api.testDatabase.runAsSuperuser(sql`
    UPDATE occupancy SET capacity = 1, extra = 1 WHERE item_id = ${space}::uuid`);
  await it.direct(sql`UPDATE holds SET status = status WHERE id = ${first.id}::uuid`);
  const reasons = await it.get(`holds/${second.id}/commands`);
  expect(JSON.stringify(reasons)).not.toContain('ya está vendido');
  await act(first, 'release');
  expect((await act(second, 'challenge')).json().code).toBe('has_room');
});

test('an approval displaces the holds in the way, never by who asked, and their owners know', async () => {
  const space = await addSpace(it.api, { capacity: 3 });
  const old = await hold(space, { units_per_day: 1 });
  const recent = await hold(space, { units_per_day: 2 });
  const asker = await signIn(it.api, await createUser(it.api, { role: 'sales_manager' }));
  const option = await hold(space, { units_per_day: 2, waits: true });
  const asked = await act(option, 'displace', { reason: 'Campaña nacional firmada' }, asker);
  expect(asked.statusCode, asked.body).toBe(200);
  expect((await decide(option, 'approve', asker)).statusCode).toBe(403);
  expect((await decide(option, 'approve')).statusCode).toBe(200);
  // The latest one is enough.
  expect(await states(old, recent, option)).toEqual(['active', 'displaced', 'active']);
  expect(await read(recent)).toMatchObject({ displaced_by_id: { id: option.id } });
  expect((await read(recent)).reason).toContain('Campaña nacional firmada');
  expect(await mailsAbout(recent)).toContain(`${recent.number} fue desplazada`);
  expect(await differences(it.api.database)).toEqual([]);
});

test('a rejected displacement leaves the queue as it is, and one that is not needed any more is void', async () => {
  const space = await addSpace(it.api, { capacity: 1 });
  const first = await hold(space);
  const second = await hold(space, { waits: true });
  await act(second, 'displace', { reason: 'Campaña nacional' });
  expect((await decide(second, 'reject')).statusCode).toBe(200);
  expect(await states(first, second)).toEqual(['active', 'queued']);
  await act(second, 'displace', { reason: 'Campaña nacional, otra vez' });
  await act(first, 'release');
  await promoteQueues(it.api.app);
  expect((await approvalOf(second)).status).toBe('fallen');
});

test('more open holds than the setting allows are asked for: approved they take their place or wait', async () => {
  const owner = await createUser(it.api, { role: 'sales_assistant' });
  const seller = await signIn(it.api, owner);
  const mine = { owner_id: owner.id };
  await setting('hold_limit', 2);
  const space = await addSpace(it.api, { capacity: 4 });
  await hold(space, mine, seller);
  await hold(space, mine, seller);
  const asked = await hold(space, mine, seller);
  const other = await hold(space, { ...mine, units_per_day: 4 }, seller);
  expect([asked.status, other.status]).toEqual(['requested', 'requested']);
  const row = await it.api.database.one(
    sql`SELECT max(held) AS held FROM occupancy WHERE item_id = ${space}::uuid`,
  );
  expect(row).toEqual({ held: 2 });
  expect((await act(asked, 'approve', {}, seller)).statusCode).toBe(403);
  expect((await act(asked, 'approve', {}, manager)).json().data).toMatchObject({ status: 'active' });
  expect((await decide(other, 'approve')).statusCode).toBe(200);
  expect(await states(other)).toEqual(['queued']);
  const refused = await hold(space, mine, seller);
  expect((await act(refused, 'reject', { reason: 'No hay presupuesto' }, manager)).statusCode).toBe(200);
  const withdrawn = await hold(space, mine, seller);
  expect((await act(withdrawn, 'release', {}, seller)).statusCode).toBe(200);
  expect(await states(refused, withdrawn)).toEqual(['rejected', 'released']);
  expect((await approvalOf(withdrawn)).status).toBe('fallen');
  // Many at once do not get around it.
  const rush = await createUser(it.api, { role: 'sales_assistant' });
  const rusher = await signIn(it.api, rush);
  const wide = await addSpace(it.api, { capacity: 100 });
  const made = await atOnce(Array.from({ length: 8 }, () => () => hold(wide, { owner_id: rush.id }, rusher)));
  expect(made.filter(({ status }) => status === 'active')).toHaveLength(2);
  await setting('hold_limit', 10);
});

test('a manager promotes an option out of its turn, if there is room', async () => {
  const space = await addSpace(it.api, { capacity: 2 });
  const first = await hold(space, { units_per_day: 1 });
  const big = await hold(space, { units_per_day: 2, waits: true });
  const small = await hold(space, {
    units_per_day: 2,
    waits: true,
    flight: { from: '2027-03-07', to: '2027-03-08' },
  });
  expect((await act(small, 'promote')).json().code).toBe('no_capacity');
  await act(first, 'release');
  expect((await act(small, 'promote')).json().data).toMatchObject({ status: 'active' });
  await promoteQueues(it.api.app);
  expect(await states(big)).toEqual(['queued']);
});

test('owners are reminded 48, 24 and 2 hours before, once each, and again after a renewal', async () => {
  const space = await addSpace(it.api);
  const made = await hold(space);
  const { testDatabase } = it.api;
  // Nobody changes when a hold was made.
  await testDatabase.runAsSuperuser(sql`ALTER TABLE holds DISABLE TRIGGER USER`);
  await it.direct(sql`UPDATE holds SET created_at = now() - interval '10 days' WHERE id = ${made.id}::uuid`);
  await testDatabase.runAsSuperuser(sql`ALTER TABLE holds ENABLE TRIGGER USER`);
  const endsIn = (hours: number) =>
    it.direct(
      sql`UPDATE holds SET expires_at = now() + make_interval(hours => ${hours}) WHERE id = ${made.id}::uuid`,
    );
  const count = async () => (await mailsAbout(made)).length;
  await endsIn(72);
  await advanceHolds(it.api.app);
  expect(await count()).toBe(0);
  await endsIn(20);
  await advanceHolds(it.api.app);
  await advanceHolds(it.api.app);
  expect(await count()).toBe(1);
  await endsIn(1);
  await Promise.all([advanceHolds(it.api.app), advanceHolds(it.api.app)]);
  expect(await count()).toBe(2);
  await setting('hold_reminder_mail', false);
  await endsIn(40);
  await advanceHolds(it.api.app);
  expect(await count()).toBe(2);
  await setting('hold_reminder_mail', true);
});

test('a hold does not begin in the past', async () => {
  const space = await addSpace(it.api);
  const refused = await ask(space, { flight: { from: '2026-01-01', to: '2027-03-01' } });
  expect(refused.json().errors).toHaveProperty('flight');
});

test('the database keeps a hold that ended from going on, and its cells from outliving it', async () => {
  const space = await addSpace(it.api);
  const made = await hold(space);
  await expect(
    it.direct(sql`UPDATE holds SET status = 'released' WHERE id = ${made.id}::uuid`),
  ).rejects.toMatchObject({
    constraint: 'holds_cells',
  });
  await act(made, 'release');
  await expect(
    it.direct(sql`UPDATE holds SET status = 'active' WHERE id = ${made.id}::uuid`),
  ).rejects.toMatchObject({
    constraint: 'holds_stays',
  });
});

/** A hold in the plain model of one space, whose holds all want the same days. */
interface Modelled {
  readonly units: number;
  status: string;
  challengedBy: number | null;
  renewals: number;
}

/** How many sequences; `bench/options.mjs` runs more. */
const sequences = Number(process.env.PAUTA_SEQUENCES ?? 100);

const step = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), units: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constantFrom(
      'release' as const,
      'challenge' as const,
      'promote' as const,
      'expire' as const,
      'displace' as const,
      'renew' as const,
    ),
    at: fc.nat(5),
  }),
  fc.record({ kind: fc.constantFrom('override' as const, 'end override' as const) }),
);

test('any sequence of commands agrees with a plain model', { timeout: sequences * 5000 }, async () => {
  const usual = 3;
  await setting('overbook_limit_pct', '34.0000');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const space = await addSpace(it.api, { capacity: usual });
      const made: AnyRecord[] = [];
      const model: Modelled[] = [];
      let override: AnyRecord | null = null;
      const held = () =>
        model.filter(({ status }) => status === 'active').reduce((sum, { units }) => sum + units, 0);
      const capacity = () => usual + (override ? 1 : 0);
      const settle = (at: number) => {
        for (const one of model) if (one.challengedBy === at) one.challengedBy = null;
      };
      const promoteAll = () => {
        for (const [at, one] of model.entries()) {
          if (one.status !== 'queued' || held() + one.units > capacity()) continue;
          one.status = 'active';
          settle(at);
        }
      };
      /** The latest active ones that make room. */
      const inTheWay = (units: number): Modelled[] => {
        const chosen: Modelled[] = [];
        let missing = held() + units - capacity();
        for (const one of model.toReversed()) {
          if (missing <= 0 || one.status !== 'active') continue;
          chosen.push(one);
          missing -= one.units;
        }
        return chosen;
      };
      const changeOverride = async (kind: 'override' | 'end override') => {
        if ((kind === 'override') === (override !== null)) return;
        if (override) {
          const current = await it.read(capacityOverrides, override.id);
          expect((await it.act(capacityOverrides, current, 'end', {}, manager)).statusCode).toBe(200);
          override = null;
          return;
        }
        const asked = await it.post('capacity-overrides', {
          inventory_item_id: space,
          dates: week,
          units: 1,
          expires_at: new Date(Date.now() + 86_400_000).toISOString(),
          reason: 'De la prueba con un modelo',
        });
        override = asked.json().data as AnyRecord;
        expect((await it.act(capacityOverrides, override, 'approve', {}, manager)).statusCode).toBe(200);
      };
      const changeHold = async (kind: string, at: number) => {
        const record = made[at];
        const known = model[at];
        if (!record || !known) return;
        const ways = inTheWay(known.units);
        const isOpen = known.status === 'active' || known.status === 'queued';
        if (kind === 'expire') {
          if (!isOpen) return;
          await outlive(record);
          await expireDueHolds(it.api.app);
          if (known.status === 'queued') settle(at);
          known.status = 'expired';
          return;
        }
        if (kind === 'displace') {
          if (known.status !== 'queued' || ways.length === 0) return;
          expect((await act(record, 'displace', { reason: 'De la prueba' })).statusCode).toBe(200);
          expect((await decide(record, 'approve')).statusCode).toBe(200);
          for (const one of ways) one.status = 'displaced';
          known.status = 'active';
          settle(at);
          return;
        }
        const isPossible = {
          release: isOpen,
          renew: known.status === 'active' && known.challengedBy === null && known.renewals === 0,
          promote: known.status === 'queued' && ways.length === 0,
          challenge:
            known.status === 'queued' &&
            ways.length > 0 &&
            ways.every(({ challengedBy }) => challengedBy === null),
        }[kind];
        const { statusCode } = await act(record, kind);
        expect(statusCode === 200, JSON.stringify({ kind, at, model })).toBe(isPossible);
        if (!isPossible) return;
        if (kind === 'challenge') for (const one of ways) one.challengedBy = at;
        else if (kind === 'renew') known.renewals += 1;
        else {
          if (known.status === 'queued') settle(at);
          known.status = kind === 'release' ? 'released' : 'active';
        }
      };
      for (const one of steps) {
        if (one.kind === 'hold') {
          promoteAll();
          const status = held() + one.units <= capacity() ? 'active' : 'queued';
          made.push(await hold(space, { units_per_day: one.units, waits: true }));
          model.push({ units: one.units, status, challengedBy: null, renewals: 0 });
        } else if ('at' in one) await changeHold(one.kind, one.at);
        else await changeOverride(one.kind);
      }
      await advanceHolds(it.api.app);
      promoteAll();
      expect(await states(...made)).toEqual(model.map(({ status }) => status));
      const [counter] = await it.api.database.query<{ held: number }>(
        sql`SELECT max(held) AS held FROM occupancy WHERE item_id = ${space}::uuid`,
      );
      expect(counter?.held ?? 0).toBe(held());
    }),
    { numRuns: sequences },
  );
  await setting('overbook_limit_pct', '10.0000');
  expect(await differences(it.api.database)).toEqual([]);
});
