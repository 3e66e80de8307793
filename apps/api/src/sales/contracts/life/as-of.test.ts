import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { formatCivilDate } from '@pauta/domain/kinds/date.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { makeAddendaWorld } from '../../addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const day = (days: number): string => addDays(world.today, days);
const asOf = (id: string, on: string, headers = world.headers) =>
  api.inject({ url: `/api/contracts/${id}/as-of?day=${on}`, headers });

test('an addendum counts from its effective day on; before the signature and after the end nothing is in force', async () => {
  const addenda = makeAddendaWorld(api, world);
  const contract = await addenda.signed([world.line(await world.space(3))]);
  const drafted = await addenda.draft(contract.id, day(4));
  const { id } = await addenda.pending(drafted, [
    addenda.added(await world.space(3), { flight: { from: day(5), to: day(6) } }),
  ]);
  const applied = await addenda.apply(id);
  expect(applied.statusCode, applied.body).toBe(200);

  const totalOn = async (on: string) => (await asOf(contract.id, on)).json().data;
  expect(await totalOn(day(3))).toMatchObject({
    in_force: { version: 0, totals: { net: '1000.00' } },
    why: null,
  });
  expect(await totalOn(day(4))).toMatchObject({ in_force: { version: 1, totals: { net: '1200.00' } } });
  expect(await totalOn(day(-1))).toEqual({
    in_force: null,
    why: `Ese día aún no estaba firmado: se firmó el ${formatCivilDate(world.today)}.`,
  });

  expect(
    (await world.run(contract.id, 'cancel', { reason: 'Cierra', effective_on: day(2) })).statusCode,
  ).toBe(200);
  expect((await totalOn(day(1))).in_force).toMatchObject({ version: 0 });
  expect((await totalOn(day(2))).why).toMatch(/terminó el/);
});

test('a day that does not exist is refused, and so is a reader who may not see the contract', async () => {
  const draft = await world.draft(await world.client(), [world.line(await world.space(1))]);
  expect((await asOf(draft.id, world.today)).json().data).toEqual({
    in_force: null,
    why: 'El contrato aún no está firmado.',
  });
  expect((await asOf(draft.id, '2026-02-30')).statusCode).toBe(422);
  expect((await asOf(draft.id, 'hoy')).statusCode).toBe(422);
  const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
  expect((await asOf(draft.id, world.today, stranger)).statusCode).toBe(404);
});
