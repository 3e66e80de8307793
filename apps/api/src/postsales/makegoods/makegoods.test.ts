import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { codeTo, mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { proposeMissed } from './propose-missed.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let reason: string;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  reason =
    (await api.database.one<{ id: string }>(sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`))
      ?.id ?? '';
});
afterAll(() => api.close());

const day = (offset: number): string => addDays(world.today, offset);

/** A contract of one unit a day in a space, of which what should have been aired today was not. */
const missed = async (item: string, { units = 1, days = 4 } = {}) => {
  const { contract, placements } = await delivery.placed([
    world.line(item, { flight: { from: day(0), to: day(days - 1) }, units_per_day: units }),
  ]);
  const todays = placements.filter(({ starts_on }) => starts_on === day(0));
  for (const { id } of todays) await delivery.done('placements', id, 'mark_not_aired', { reason_id: reason });
  return { contract, missed: todays.map(({ id }) => id) };
};

const propose = (contract: AnyRecord) =>
  delivery.call('POST', '/api/makegood-offers/propose', { contract_id: contract.id });
const offersOf = (contract: AnyRecord): Promise<AnyRecord[]> =>
  delivery.list('makegood-offers', `f.contract_id=${contract.id}&sort=starts_on`);

let count = 0;
/** The address of the page with the offers of a contract, and of whom it was sent to. */
const shared = async (contract: AnyRecord, offer: string) => {
  const email = `compensa${++count}@cliente.test`;
  const answer = await delivery.call('POST', `/api/makegood-offers/${offer}/share`, {
    recipient: 'Ana Núñez',
    email,
    expires_on: day(10),
    sends_mail: true,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return { contract, email, path: String(answer.json().data.path) };
};

/** Proposed and sent. */
const offered = async (item: string, options: { units?: number; days?: number } = {}) => {
  const made = await missed(item, options);
  const response = await propose(made.contract);
  expect(response.statusCode, response.body).toBe(200);
  const offers = await offersOf(made.contract);
  return { ...made, offers, ...(await shared(made.contract, offers[0]?.id ?? '')) };
};

let visitor = 1;
const from = () => {
  visitor += 1;
  return { remoteAddress: `10.9.${Math.floor(visitor / 250)}.${(visitor % 250) + 1}` };
};
const get = async (path: string): Promise<string> => (await api.inject({ url: path, ...from() })).body;
const send = (path: string, fields: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
    ...from(),
  });
const codeFor = async ({ path, email }: { path: string; email: string }): Promise<string> => {
  const asked = await send(`${path}/codigo`, {});
  expect(asked.statusCode, asked.body).toBe(303);
  return codeTo(api, email);
};
/** Answers that name the versions that the page shows. */
const answers = async (path: string, said: Readonly<Record<string, 'si' | 'no'>>) => {
  const html = await get(path);
  const versions = [...html.matchAll(/name="(version_[0-9a-f-]+)" value="(\d+)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return {
    ...Object.fromEntries(versions),
    ...Object.fromEntries(Object.entries(said).map(([id, one]) => [`answer_${id}`, one])),
    answered_by: 'Ana Núñez',
    position: 'Mercadeo',
  };
};
const makegoodsOf = (contract: AnyRecord): Promise<AnyRecord[]> =>
  delivery.list('placements', `f.contract_id=${contract.id}&f.makegood_of_id=!-`);

describe('proposing', () => {
  test('offers what was missed once, each at a place of its own; nobody is told before it is sent', async () => {
    const { contract } = await missed(await world.space(9), { units: 1 });
    expect((await propose(contract)).json().data).toMatchObject({ proposed: 1, without_place: 0, left: 0 });
    const [offer] = await offersOf(contract);
    expect(offer).toMatchObject({ status: 'open', missed_on: day(0), starts_on: day(0) });
    expect(Number(offer?.worth)).toBeGreaterThan(0);
    const second = await propose(contract);
    expect(second.statusCode).toBe(409);
    expect(second.json().code).toBe('nothing_missed');
  });

  test('keeps what has no equal place, and takes a day that somebody agreed on', async () => {
    const item = await world.space(1);
    const { contract } = await missed(item, { days: 1 });
    // The only unit of the only day of its flight is booked for what was missed, and no other space is like it.
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        UPDATE inventory_items i SET inventory_category_id = (
          SELECT c.id FROM inventory_categories c WHERE c.id <> i.inventory_category_id ORDER BY c.id LIMIT 1)
        WHERE i.id = ${item}::uuid`),
    );
    expect((await propose(contract)).json().data).toMatchObject({ proposed: 0, without_place: 1 });
    const [offer] = await offersOf(contract);
    const url = `/api/makegood-offers/${offer?.id}`;
    expect((await delivery.call('POST', `${url}/share`, {})).json().code).toBe('nothing_to_send');
    expect(
      (await delivery.run('makegood-offers', offer?.id ?? '', 'accept', { accepted_by: 'Ana' })).json().code,
    ).toBe('no_place');
    const past = await delivery.run('makegood-offers', offer?.id ?? '', 'again', { on: day(-1) });
    expect(past.statusCode).toBe(422);
    expect(past.json().errors).toHaveProperty('on');
    await delivery.done('makegood-offers', offer?.id ?? '', 'again', { on: day(2) });
    await delivery.done('makegood-offers', offer?.id ?? '', 'accept', { accepted_by: 'Ana Núñez' });
    expect(await makegoodsOf(contract)).toMatchObject([{ starts_on: day(2), accepted_by: 'Ana Núñez' }]);
  });

  test('follows by itself what is marked as not aired, and stops once that is compensated by hand', async () => {
    const { contract, missed: ids } = await missed(await world.space(9));
    await proposeMissed(api.app);
    const [offer] = await offersOf(contract);
    expect(offer).toMatchObject({ status: 'open', placement_id: { id: ids[0] } });
    await delivery.call('POST', `/api/placements/${ids[0]}/makegood`, { starts_on: day(1) });
    expect(await delivery.read('makegood-offers', offer?.id ?? '')).toMatchObject({ status: 'withdrawn' });
    await proposeMissed(api.app);
    expect(await offersOf(contract)).toHaveLength(1);
  });
});

test('what staff withdrew is not offered again by itself when something else is missed', async () => {
  const { contract, placements } = await delivery.placed([
    world.line(await world.space(9), { flight: { from: day(0), to: day(3) }, units_per_day: 2 }),
  ]);
  const [one, two] = placements.filter(({ starts_on }) => starts_on === day(0)).map(({ id }) => id);
  const miss = (id = '') => delivery.done('placements', id, 'mark_not_aired', { reason_id: reason });
  await miss(one);
  await proposeMissed(api.app);
  const [offer] = await offersOf(contract);
  await delivery.done('makegood-offers', offer?.id ?? '', 'withdraw', { reason: 'Se acordó otra cosa' });
  await miss(two);
  await proposeMissed(api.app);
  const later = await offersOf(contract);
  expect(
    later.map(({ status, placement_id }) => [status, (placement_id as { id: string }).id]).sort(),
  ).toEqual([
    ['open', two],
    ['withdrawn', one],
  ]);
  // Staff may.
  expect((await propose(contract)).json().data).toMatchObject({ proposed: 1 });
});

describe('the page of the client', () => {
  test('accepts one and declines another: one is placed, staff learn of both', async () => {
    const { contract, offers, path, email } = await offered(await world.space(12), { units: 2 });
    expect(offers).toHaveLength(2);
    const [one, two] = offers;
    const html = await get(path);
    expect(html).toContain('Le proponemos');
    expect(html).toMatch(/Sin costo/);
    const code = await codeFor({ path, email });
    const given = await answers(path, { [one?.id ?? '']: 'si', [two?.id ?? '']: 'no' });
    const wrong = await send(`${path}/responder`, { ...given, code: '000000' });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('El código no es ese');
    expect(await makegoodsOf(contract)).toHaveLength(0);
    const done = await send(`${path}/responder`, {
      ...given,
      [`remark_${two?.id}`]: 'Ese día no nos sirve',
      code,
    });
    expect(done.statusCode, done.body).toBe(303);
    expect(await makegoodsOf(contract)).toMatchObject([
      { makegood_of_id: { id: (one?.placement_id as { id: string } | undefined)?.id } },
    ]);
    expect(await delivery.read('makegood-offers', one?.id ?? '')).toMatchObject({
      status: 'accepted',
      answered_by: 'Ana Núñez (Mercadeo)',
    });
    expect(await delivery.read('makegood-offers', two?.id ?? '')).toMatchObject({
      status: 'declined',
      remark: 'Ese día no nos sirve',
    });
    const [seller] = await api.database.query<{ email: string }>(sql`
      SELECT u.email FROM contracts c JOIN users u ON u.id = c.owner_id WHERE c.id = ${contract.id}::uuid`);
    const [mail] = await mailsTo(api, seller?.email ?? '');
    expect(mail?.text).toContain('Ese día no nos sirve');
    const after = await get(path);
    expect(after).toContain('quedó colocada');
    expect(after).toContain('No queda nada por responder');
    // The code is used up, and what was answered is not answered again.
    expect((await send(`${path}/responder`, { ...given, code })).statusCode).toBe(409);
  });

  test('a place that was taken meanwhile is said, another one is offered, and nothing is accepted', async () => {
    const item = await world.space(2);
    const { contract, offers, path, email } = await offered(item, { days: 3 });
    const [offer] = offers;
    const code = await codeFor({ path, email });
    const given = await answers(path, { [offer?.id ?? '']: 'si' });
    // Somebody else buys all that is left of that day.
    await delivery.placed([
      world.line(item, { flight: { from: String(offer?.starts_on), to: String(offer?.starts_on) } }),
    ]);
    expect(await get(path)).toContain('Este lugar se acaba de ocupar');
    const refused = await send(`${path}/responder`, { ...given, code });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Le proponemos otro de igual valor');
    expect(await makegoodsOf(contract)).toHaveLength(0);
    const next = await delivery.read('makegood-offers', offer?.id ?? '');
    expect(next.status).toBe('sent');
    expect(String(next.starts_on) > String(offer?.starts_on)).toBe(true);
    // What the page showed before is not accepted for the new place; with what it shows now, the same code is good.
    expect((await send(`${path}/responder`, { ...given, code })).statusCode).toBe(409);
    const now = await answers(path, { [offer?.id ?? '']: 'si' });
    expect((await send(`${path}/responder`, { ...now, code })).statusCode).toBe(303);
    expect(await makegoodsOf(contract)).toMatchObject([{ starts_on: next.starts_on }]);
  });

  test('two clients accept the last unit of a day at once: one has it', async () => {
    const item = await world.space(3);
    const first = await offered(item, { days: 2 });
    const second = await offered(item, { days: 2 });
    expect([first.offers[0]?.starts_on, second.offers[0]?.starts_on]).toEqual([day(0), day(0)]);
    const rooms = [first, second];
    const sent = await Promise.all(
      rooms.map(async ({ path, email, offers }) => {
        const code = await codeFor({ path, email });
        return { path, fields: { ...(await answers(path, { [offers[0]?.id ?? '']: 'si' })), code } };
      }),
    );
    const answered = await Promise.all(sent.map(({ path, fields }) => send(`${path}/responder`, fields)));
    expect(answered.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    const made = [...(await makegoodsOf(first.contract)), ...(await makegoodsOf(second.contract))];
    expect(made).toHaveLength(1);
  });

  test('an answer that is sent twice counts once, and nobody is told that its place was taken', async () => {
    const { contract, offers, path, email } = await offered(await world.space(9));
    const code = await codeFor({ path, email });
    const fields = { ...(await answers(path, { [offers[0]?.id ?? '']: 'si' })), code };
    const sent = await Promise.all([1, 2].map(() => send(`${path}/responder`, fields)));
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    expect(sent.find(({ statusCode }) => statusCode === 409)?.body).not.toContain('se acaba de ocupar');
    expect(await makegoodsOf(contract)).toHaveLength(1);
    const kept = await api.database.one<{ is_kept: boolean }>(sql`
      SELECT o.answered_link_id = k.id AS is_kept FROM makegood_offers o JOIN makegood_links k ON k.email = ${email}
      WHERE o.id = ${offers[0]?.id}::uuid`);
    expect(kept?.is_kept).toBe(true);
  });

  test('a link that was withdrawn opens nothing', async () => {
    const { offers, path, email } = await offered(await world.space(9));
    const code = await codeFor({ path, email });
    const given = await answers(path, { [offers[0]?.id ?? '']: 'si' });
    const closed = await delivery.call('POST', `/api/makegood-offers/${offers[0]?.id}/close_links`, {});
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await api.inject({ url: path, ...from() })).statusCode).toBe(404);
    expect((await send(`${path}/responder`, { ...given, code })).statusCode).toBe(404);
    const room = (await delivery.call('GET', `/api/makegood-offers/${offers[0]?.id}/room`)).json().data;
    expect(room.links).toMatchObject([{ email, is_open: false }]);
  });
});

describe('rules', () => {
  test('an accepted offer is what was placed, and ends with it', async () => {
    const { contract, offers } = await offered(await world.space(9));
    const id = offers[0]?.id ?? '';
    const attack = (statement: ReturnType<typeof sql>) =>
      api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
    await expect(
      attack(sql`UPDATE makegood_offers SET status = 'accepted', answered_at = now(), answered_by = 'X',
        makegood_id = placement_id WHERE id = ${id}::uuid`),
    ).rejects.toThrow();
    await delivery.done('makegood-offers', id, 'accept', { accepted_by: 'Ana Núñez' });
    await expect(
      attack(sql`UPDATE makegood_offers SET status = 'declined' WHERE id = ${id}::uuid`),
    ).rejects.toThrow();
    const [made] = await makegoodsOf(contract);
    await delivery.done('placements', made?.id ?? '', 'cancel', { reason: 'El cliente cambió de idea' });
    expect(await delivery.read('makegood-offers', id)).toMatchObject({ status: 'withdrawn' });
    expect((await propose(contract)).statusCode).toBe(200);
  });

  test('whoever sees only some contracts proposes nothing for others', async () => {
    const { contract } = await missed(await world.space(9));
    const user = await createUser(api, {
      role: await createRole(api, ['placements.view_own', 'contracts.view_own']),
    });
    const headers = await signIn(api, user);
    const response = await api.inject({
      method: 'POST',
      url: '/api/makegood-offers/propose',
      headers,
      payload: { contract_id: contract.id },
    });
    expect(response.statusCode).toBe(403);
    const seller = await signIn(
      api,
      await createUser(api, {
        role: await createRole(api, ['placements.view_own', 'placements.makegood', 'contracts.view_all']),
      }),
    );
    const nothing = await api.inject({
      method: 'POST',
      url: '/api/makegood-offers/propose',
      headers: seller,
      payload: { contract_id: contract.id },
    });
    expect(nothing.statusCode, nothing.body).toBe(409);
    expect(nothing.json().code).toBe('nothing_missed');
    expect(await offersOf(contract)).toEqual([]);
  });
});
