import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { planningCalls } from './planning-fixtures.ts';

let api: TestApi;
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const { call, data } = planningCalls(() => ({ api, world }));
const ids = async (path: string, headers = world.headers): Promise<string[]> =>
  ((await data(call('GET', path, undefined, undefined, headers))) as AnyRecord[]).map(({ id }) => id).sort();
const platforms = async (): Promise<string[]> =>
  (await api.database.query<{ id: string }>(sql`SELECT id FROM platforms ORDER BY id LIMIT 2`)).map(
    ({ id }) => id,
  );

test('goals are filtered by the team of their seller', async () => {
  const leader = await createUser(api, { role: 'sales_manager', full_name: 'Luisa Líder' });
  const [member, other] = [
    await createUser(api, { role: 'sales_rep', full_name: 'Del Equipo' }),
    await createUser(api, { role: 'sales_rep', full_name: 'De Otro' }),
  ];
  const { row_version } = (await data(call('GET', `users/${member.id}`))) as AnyRecord;
  await data(call('PATCH', `users/${member.id}`, { reports_to_id: leader.id }, row_version));
  const goal = (user: string): Promise<AnyRecord> =>
    data(call('POST', 'rep-goals', { fiscal_year: 2050, user_id: user, metric: 'visits', m01: '1' }), 201);
  const [mine, theirs] = [await goal(member.id), await goal(other.id)];
  expect(await ids(`rep-goals?f.fiscal_year=2050&f.team_leader_id=${leader.id}`)).toEqual([mine.id]);
  expect(await ids('rep-goals?f.fiscal_year=2050&f.team_leader_id=-')).toEqual([theirs.id]);
  expect(await data(call('GET', `rep-goals/${mine.id}`))).toMatchObject({
    team_leader_id: { id: leader.id },
  });
  expect(await ids(`rep-goals?f.fiscal_year=2050&f.status=approved`)).toEqual([]);
});

test('sales budgets are filtered by each platform that a line plans', async () => {
  const [radio, television] = await platforms();
  const [company] = await api.database.query<{ id: string }>(
    sql`SELECT id FROM companies ORDER BY id LIMIT 1`,
  );
  const budget = (lines: readonly (string | undefined)[]): Promise<AnyRecord> =>
    data(
      call('POST', 'sales-budgets', {
        name: 'Por plataforma',
        company_id: company?.id,
        fiscal_year: 2051,
        currency_code: 'DOP',
        lines: {
          put: lines.map((platform_id) => ({ id: newLineId(), description: 'Cuñas', platform_id, m01: '1' })),
        },
      }),
      201,
    );
  const [both, one, none] = [
    await budget([radio, television]),
    await budget([radio, radio]),
    await budget([undefined]),
  ];
  const found = (filter: string) => ids(`sales-budgets?f.fiscal_year=2051&f.platform_id=${filter}`);
  expect(await found(String(radio))).toEqual([both.id, one.id].sort());
  expect(await found(String(television))).toEqual([both.id]);
  expect(await found('-')).toEqual([none.id]);
  expect(one).toMatchObject({ platform_id: { id: radio } });
  expect(both).toMatchObject({ platform_id: null });
});

test('client budgets are filtered by their gap, as its function says, and nobody learns it of a client they do not see', async () => {
  const ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana' });
  const year = Number(world.today.slice(0, 4));
  const client = await world.client({ primary_sales_rep_id: ana.id });
  const contract = await world.pending(client, [world.line(await world.space(50), { agreed_price: '25' })], {
    owner_id: ana.id,
  });
  expect((await world.run(contract.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
  const other = await world.client();
  const [platform] = await platforms();
  const budget = (of: string, m01: string, values: object = {}): Promise<AnyRecord> =>
    data(
      call('POST', 'client-budgets', {
        fiscal_year: year,
        client_id: of,
        source: 'declared',
        currency_code: 'DOP',
        m01,
        ...values,
      }),
      201,
    );
  const reached = await budget(client.id, '1.00');
  const missing = await budget(client.id, '999999.00', { source: 'estimated' });
  const ofPlatform = await budget(client.id, '999999.00', { platform_id: platform });
  const foreign = await budget(other.id, '5.00');
  const dollars = await budget(client.id, '1.00', { source: 'historical', currency_code: 'USD' });
  const list = (value: string, headers = world.headers) =>
    ids(`client-budgets?f.fiscal_year=${year}&f.has_gap=${value}`, headers);
  expect(await list('true')).toEqual([missing.id, ofPlatform.id, foreign.id, dollars.id].sort());
  expect(await list('false')).toEqual([reached.id]);
  const own = await signIn(api, ana);
  expect(await list('true', own)).toEqual([missing.id, ofPlatform.id, dollars.id].sort());
  // What was signed this year is the season of next year, of those who see the contract.
  const next = await budget(client.id, '1.00', { fiscal_year: year + 1 });
  await budget(other.id, '1.00', { fiscal_year: year + 1 });
  const month = `m${world.today.slice(5, 7)}`;
  const signed = ((await data(call('GET', `client-budgets/${reached.id}`))) as AnyRecord).booked;
  for (const headers of [world.headers, own])
    expect(
      await data(
        call('GET', `client-budgets/season?f.fiscal_year=${year + 1}`, undefined, undefined, headers),
      ),
    ).toEqual([{ id: next.id, months: { [month]: signed } }]);
  const bea = await signIn(api, await createUser(api, { role: 'sales_rep', full_name: 'Bea' }));
  expect(
    await data(call('GET', `client-budgets/season?f.fiscal_year=${year + 1}`, undefined, undefined, bea)),
  ).toEqual([]);
  const goal = (await data(
    call('POST', 'rep-goals', {
      fiscal_year: year + 1,
      user_id: ana.id,
      metric: 'signed_sales',
      currency_code: 'DOP',
      m01: '1',
    }),
    201,
  )) as AnyRecord;
  expect(await data(call('GET', `rep-goals/season?f.fiscal_year=${year + 1}`))).toEqual([
    { id: goal.id, months: { [month]: signed } },
  ]);
  const [wrong] = await api.database.query<{ count: number }>(sql`
    SELECT count(*)::integer FROM client_budgets b
    WHERE (gap(b) > 0) <> (b.id IN (SELECT record_id FROM client_budgets_has_gap))`);
  expect(wrong?.count).toBe(0);
});
