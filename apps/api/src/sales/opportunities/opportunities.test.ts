import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { winOpportunity } from './win-opportunity.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;
let ana: TestUser;
let beto: TestUser;
let boss: TestUser;
let stages: Record<string, string>;
/** What the usual stages require besides a person. */
let complete: object;
let lossReason: { loss_reason_id: string | undefined };

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  more: Headers = {},
) => api.inject({ method, url, ...(payload && { payload }), headers: { ...headers, ...more } });
const data = async (response: ReturnType<typeof call>) => {
  const { statusCode, body } = await response;
  expect(statusCode, body).toBeLessThan(300);
  return JSON.parse(body).data;
};
const versionOf = ({ row_version }: AnyRecord): Headers => ({ 'if-match': `"${row_version}"` });
const run = (record: AnyRecord, name: string, payload: object = {}, more: Headers = {}) =>
  call('POST', `/api/opportunities/${record.id}/${name}`, payload, { ...versionOf(record), ...more });
const read = async (id: string, more: Headers = {}): Promise<AnyRecord> =>
  data(call('GET', `/api/opportunities/${id}`, undefined, more));
const movesOf = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  data(call('GET', `/api/opportunity-moves?fields=*&f.opportunity_id=${id}&sort=moved_at&limit=100`));

let made = 0;
const newClient = async (values: object = {}): Promise<AnyRecord> => {
  made += 1;
  const body = { ...(await sampleBody(api.database, clients, made * 2)), ...values };
  return data(call('POST', '/api/clients', body));
};
/** A client with a person who decides, as later stages require one. */
let customer: { readonly client_id: string; readonly contact_id: string };
const bodyOf = async (values: object = {}): Promise<object> => {
  made += 1;
  return {
    ...(await sampleBody(api.database, opportunities, made)),
    ...('client_id' in values ? {} : customer),
    ...complete,
    owner_id: ana.id,
    stage_id: stages.PROSPECTO,
    expected_amount: '1000.00',
    currency_code: 'DOP',
    ...values,
  };
};
const open = async (values: object = {}): Promise<AnyRecord> =>
  data(call('POST', '/api/opportunities', await bodyOf(values)));
const share = (user: TestUser, pct: string) => ({ id: newLineId(), user_id: user.id, role: 'support', pct });

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  ana = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  beto = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
  boss = await createUser(api, { role: 'sales_manager', full_name: 'Carla Ruiz' });
  const rows = await api.database.query<{ code: string; id: string }>(
    sql`SELECT code, id FROM closing_probabilities`,
  );
  stages = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  const found = await api.database.one<{ id: string }>(
    sql`SELECT id FROM reasons WHERE kind = 'loss' ORDER BY sort_order LIMIT 1`,
  );
  lossReason = { loss_reason_id: found?.id };
  const client = await newClient();
  const person = await data(
    call('POST', '/api/contacts', {
      first_name: 'Eva',
      last_name: 'Sosa',
      client_id: client.id,
      role: 'commercial',
    }),
  );
  customer = { client_id: client.id, contact_id: person.id };
  const platform = await api.database.one<{ id: string }>(sql`SELECT id FROM platforms ORDER BY id LIMIT 1`);
  complete = { flight: { from: '2030-06-01', to: '2030-06-30' }, platform_ids: [platform?.id] };
});
afterAll(() => api.close());

describe('the stage', () => {
  test('gives the probability and the weighted amount, and each change is logged with the time in the former', async () => {
    const record = await open({ expected_amount: '1000.10' });
    expect(record).toMatchObject({
      number: expect.stringMatching(/^OP-\d{4}-\d{5}$/),
      result: 'open',
      probability_pct: '10.0000',
      weighted_amount: '100.01',
      stale_on: expect.any(String),
    });
    const moved = await data(run(record, 'move', { stage_id: stages.NEGOCIACION }));
    expect(moved).toMatchObject({
      stage_id: { label: 'Negociación' },
      probability_pct: '70.0000',
      weighted_amount: '700.07',
    });
    expect(Date.parse(moved.stage_since)).toBeGreaterThan(Date.parse(record.stage_since as string));
    const back = await data(run(moved, 'move', { stage_id: stages.CALIFICACION }));
    expect(back.probability_pct).toBe('25.0000');
    const log = await movesOf(record);
    expect(log.map(({ from_stage_id, to_stage_id }) => [from_stage_id, to_stage_id])).toMatchObject([
      [null, { label: 'Prospecto' }],
      [{ label: 'Prospecto' }, { label: 'Negociación' }],
      [{ label: 'Negociación' }, { label: 'Calificación o brief' }],
    ]);
    expect(log[1]).toMatchObject({
      label: 'Prospecto → Negociación',
      days: '0.0',
      expected_amount: '1000.10',
      moved_by_id: { id: expect.any(String) },
    });
  });

  test('changes only by its command, and only to an open stage', async () => {
    const record = await open();
    const patched = await call(
      'PATCH',
      `/api/opportunities/${record.id}`,
      { stage_id: stages.NEGOCIACION },
      versionOf(record),
    );
    expect(patched.statusCode).toBe(422);
    for (const code of ['GANADA', 'PERDIDA', 'EN-PAUSA']) {
      const refused = await run(record, 'move', { stage_id: stages[code] });
      expect(refused.statusCode, code).toBe(422);
      expect(refused.json().errors.stage_id).toEqual([expect.stringContaining('no se puede elegir aquí')]);
    }
    const born = await call('POST', '/api/opportunities', await bodyOf({ stage_id: stages.GANADA }));
    expect(born.statusCode).toBe(422);
  });

  test('a move is undone with its probability and the day it was reached', async () => {
    const record = await open();
    const answer = await run(record, 'move', { stage_id: stages.PROPUESTA });
    await data(call('POST', `/api/undo/${answer.headers['x-request-id']}`));
    const after = await read(record.id);
    for (const name of ['stage_id', 'probability_pct', 'weighted_amount', 'stage_since', 'stale_on'])
      expect(after[name], name).toEqual(record[name]);
  });

  test('several moves at once are undone as one', async () => {
    const records = [await open(), await open({ stage_id: stages.CALIFICACION })];
    const bulk = await data(
      call('POST', '/api/opportunities/bulk', {
        ids: records.map(({ id }) => id),
        action: 'move',
        values: { stage_id: stages.NEGOCIACION },
      }),
    );
    expect(bulk).toMatchObject({ changed: 2, blocked: [] });
    await data(call('POST', `/api/undo/${bulk.request_id}`));
    for (const record of records) expect((await read(record.id)).stage_id).toEqual(record.stage_id);
  });

  test('opportunities follow the probability of their stage; its result stays while they are in it', async () => {
    const made = await data(
      call('POST', '/api/closing-probabilities', {
        code: 'PILOTO',
        name: 'Piloto',
        probability_pct: '40',
        result: 'open',
        master_stage: 'proposal',
        stale_days: 3,
        color: 'blue',
      }),
    );
    const record = await open({ stage_id: made.id });
    expect(record.weighted_amount).toBe('400.00');
    const changed = await data(
      call('PATCH', `/api/closing-probabilities/${made.id}`, { probability_pct: '60' }, versionOf(made)),
    );
    expect(await read(record.id)).toMatchObject({ probability_pct: '60.0000', weighted_amount: '600.00' });
    const refused = await call(
      'PATCH',
      `/api/closing-probabilities/${made.id}`,
      { result: 'paused' },
      versionOf(changed),
    );
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors.result).toEqual([
      expect.stringContaining('Hay oportunidades en esta etapa'),
    ]);
  });

  test('the database refuses a stage of another result, and nobody writes the log', async () => {
    const record = await open();
    const forced = (assignment: ReturnType<typeof sql>) =>
      api.database.query(sql`UPDATE opportunities SET ${assignment} WHERE id = ${record.id}::uuid`);
    await expect(forced(sql`stage_id = ${stages.GANADA}::uuid`)).rejects.toMatchObject({
      constraint: 'opportunities_stage_of_result',
    });
    // A probability that is written directly is replaced by that of the stage.
    await forced(sql`probability_pct = 99`);
    expect((await read(record.id)).probability_pct).toBe('10.0000');
    await expect(
      api.database.query(sql`DELETE FROM opportunity_moves WHERE opportunity_id = ${record.id}::uuid`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      api.database.query(
        sql`UPDATE opportunity_moves SET moved_at = now() WHERE opportunity_id = ${record.id}::uuid`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the result', () => {
  test('lost and reopened within thirty days, it returns to the stage it left', async () => {
    const record = await open({ stage_id: stages.PROPUESTA });
    const lost = await data(run(record, 'lose', { ...lossReason, loss_notes: 'Eligió otro medio.' }));
    expect(lost).toMatchObject({
      result: 'lost',
      stage_id: { label: 'Perdida' },
      last_stage_id: { label: 'Propuesta enviada' },
      probability_pct: '0.0000',
      weighted_amount: '0.00',
      stale_on: null,
      loss_reason_id: { label: 'Precio' },
      loss_notes: 'Eligió otro medio.',
      closed_at: expect.any(String),
    });
    const moved = await run(lost, 'move', { stage_id: stages.PROSPECTO });
    expect(moved.statusCode).toBe(409);
    const again = await data(run(lost, 'reopen'));
    expect(again).toMatchObject({
      result: 'open',
      stage_id: { label: 'Propuesta enviada' },
      last_stage_id: null,
      closed_at: null,
      loss_reason_id: null,
      loss_notes: null,
    });
    const twice = await data(run(again, 'lose', lossReason));
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE opportunities SET closed_at = now() - interval '31 days' WHERE id = ${twice.id}::uuid`,
    );
    const late = await run(await read(twice.id), 'reopen');
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain('hace más de 30 días');
  });

  test('paused, its owner is reminded on the day; resumed, it returns to its stage', async () => {
    const record = await open({ stage_id: stages.NEGOCIACION });
    expect((await run(record, 'pause', { resume_on: '2020-01-01' })).statusCode).toBe(422);
    const paused = await data(
      run(record, 'pause', { resume_on: '2030-05-02', reason: 'Presupuesto congelado' }),
    );
    expect(paused).toMatchObject({
      result: 'paused',
      stage_id: { label: 'En pausa' },
      resume_on: '2030-05-02',
    });
    const { data: tasks } = (
      await call('GET', `/api/activities?fields=*&f.opportunity_id=${record.id}`)
    ).json();
    expect(tasks).toMatchObject([
      {
        kind: 'task',
        client_id: { id: (record.client_id as { id: string }).id },
        assigned_to_id: { id: ana.id },
        scheduled_at: expect.stringContaining('2030-05-02'),
        remind_at: expect.stringContaining('2030-05-02'),
      },
    ]);
    expect((await read(record.id)).next_activity_at).toBe(tasks[0].scheduled_at);
    const resumed = await data(run(await read(record.id), 'resume'));
    expect(resumed).toMatchObject({ result: 'open', stage_id: { label: 'Negociación' }, resume_on: null });
  });

  test('without a contract it is won only by whoever may, with an amount and a reason; that can be undone', async () => {
    const record = await open();
    const mine = await signIn(api, ana);
    expect((await run(record, 'win', { amount: '900', reason: 'Firmó en papel' }, mine)).statusCode).toBe(
      403,
    );
    expect((await run(record, 'win', { amount: '900' })).statusCode).toBe(422);
    const answer = await run(
      record,
      'win',
      { amount: '900', reason: 'Firmó en papel' },
      await signIn(api, boss),
    );
    const won = await data(Promise.resolve(answer) as unknown as ReturnType<typeof call>);
    expect(won).toMatchObject({
      result: 'won',
      stage_id: { label: 'Ganada' },
      won_amount: '900.00',
      won_currency_code: 'DOP',
      probability_pct: '100.0000',
    });
    expect((await run(won, 'lose', lossReason)).statusCode).toBe(409);
    const undone = await call('POST', `/api/undo/${answer.headers['x-request-id']}`);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await read(record.id)).toMatchObject({ result: 'open', won_amount: null, closed_at: null });
  });

  test('the signature of its contract wins it, once, also when it was lost', async () => {
    const record = await open();
    await data(run(record, 'lose', lossReason));
    const sign = (amount: string) =>
      api.database.transaction(systemChange('test'), (tx) => winOpportunity(tx, record.id, amount, 'USD'));
    await Promise.all([sign('5000.00'), sign('5000.00')]);
    expect(await read(record.id)).toMatchObject({
      result: 'won',
      won_amount: '5000.00',
      won_currency_code: 'USD',
      loss_notes: null,
    });
    expect(await movesOf(record)).toHaveLength(3);
  });
});

describe('the credit', () => {
  test('is shared completely or not at all, and one person has one share', async () => {
    const refused = async (...put: object[]) => {
      const answer = await call('POST', '/api/opportunities', await bodyOf({ splits: { put } }));
      expect(answer.statusCode, answer.body).toBe(422);
      return answer.json();
    };
    const short = await refused(share(ana, '60'), share(beto, '30'));
    expect(short.errors.splits).toEqual([expect.stringContaining('deben sumar 100 %')]);
    await refused(share(ana, '60'), share(beto, '60'));
    const put = [share(ana, '60'), share(ana, '40')];
    const twice = await call('POST', '/api/opportunities', await bodyOf({ splits: { put } }));
    expect(twice.statusCode).toBe(409);
    expect(twice.json().errors.splits).toEqual([expect.stringContaining('dos veces')]);

    const record = await open({ splits: { put: [share(ana, '60'), share(beto, '40')] } });
    expect(record.splits_pct).toBe('100.0000');
    const [first, second] = record.splits as { id: string }[];
    const exchanged = await data(
      call(
        'PATCH',
        `/api/opportunities/${record.id}`,
        {
          splits: {
            put: [
              { id: first!.id, user_id: beto.id },
              { id: second!.id, user_id: ana.id },
            ],
          },
        },
        versionOf(record),
      ),
    );
    expect(exchanged.splits).toMatchObject([{ user_id: { id: beto.id } }, { user_id: { id: ana.id } }]);
    const half = await call(
      'PATCH',
      `/api/opportunities/${record.id}`,
      { splits: { drop: [first!.id] } },
      versionOf(exchanged),
    );
    expect(half.statusCode).toBe(422);
    const none = await data(
      call(
        'PATCH',
        `/api/opportunities/${record.id}`,
        { splits: { drop: [first!.id, second!.id] } },
        versionOf(exchanged),
      ),
    );
    expect(none).toMatchObject({ splits: [], splits_pct: '0.0000' });
  });

  test('any shares that the database accepts add up to 100', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => createUser(api, { role: 'sales_rep' })));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 5 }),
        async (units) => {
          const total = units.reduce((one, other) => one + other, 0);
          const put = units.map((unit, index) => share(people[index]!, (unit / 10_000).toFixed(4)));
          const answer = await call('POST', '/api/opportunities', await bodyOf({ splits: { put } }));
          expect(answer.statusCode).toBe(
            total === 1_000_000 && units.every((unit) => unit >= 100) ? 201 : 422,
          );
          // The remainder completes them.
          const rest = 1_000_000 - total;
          if (rest < 100 || units.length === 5 || units.some((unit) => unit < 100)) return;
          const completed = [...put, share(people[units.length]!, (rest / 10_000).toFixed(4))];
          const accepted = await call(
            'POST',
            '/api/opportunities',
            await bodyOf({ splits: { put: completed } }),
          );
          expect(accepted.statusCode, accepted.body).toBe(201);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('the database proves the sum, also against writers that go around the API', async () => {
    const record = await open({ splits: { put: [share(ana, '50'), share(beto, '50')] } });
    const force = (...statements: ReturnType<typeof sql>[]) =>
      api.database.transaction(systemChange('test'), async (tx) => {
        for (const statement of statements) await tx.query(statement);
      });
    const touch = sql`UPDATE opportunities SET lines_xact = pg_current_xact_id() WHERE id = ${record.id}::uuid`;
    const lower = sql`UPDATE opportunity_splits SET pct = 20 WHERE opportunity_id = ${record.id}::uuid`;
    await expect(force(lower)).rejects.toMatchObject({ constraint: 'lines_without_header' });
    await expect(force(touch, lower)).rejects.toMatchObject({ constraint: 'opportunities_splits_complete' });
    await expect(
      force(
        sql`UPDATE opportunities SET lines_xact = pg_current_xact_id(), splits_pct = 40 WHERE id = ${record.id}::uuid`,
        lower,
      ),
    ).rejects.toMatchObject({ constraint: 'opportunities_splits_complete' });
  });

  test('two changes of the shares at once: the second is refused as out of date', async () => {
    const record = await open({ splits: { put: [share(ana, '50'), share(beto, '50')] } });
    const [first, second] = record.splits as { id: string }[];
    const give = (a: string, b: string) =>
      call(
        'PATCH',
        `/api/opportunities/${record.id}`,
        {
          splits: {
            put: [
              { id: first!.id, pct: a },
              { id: second!.id, pct: b },
            ],
          },
        },
        versionOf(record),
      );
    const answers = await Promise.all([give('70', '30'), give('20', '80')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    const after = (await read(record.id)).splits as { pct: string }[];
    expect(after.reduce((sum, { pct }) => sum + Number(pct), 0)).toBe(100);
  });
});

describe('who sees and changes it', () => {
  test('its owner changes it; who shares the credit sees it; a colleague sees nothing', async () => {
    const [mine, his] = [await signIn(api, ana), await signIn(api, beto)];
    const own = await open();
    const shared = await open({ splits: { put: [share(ana, '50'), share(beto, '50')] } });
    expect((await call('GET', `/api/opportunities/${own.id}`, undefined, mine)).statusCode).toBe(200);
    expect((await call('GET', `/api/opportunities/${own.id}`, undefined, his)).statusCode).toBe(404);
    expect((await call('GET', `/api/opportunities/${shared.id}`, undefined, his)).statusCode).toBe(200);
    expect((await run(shared, 'move', { stage_id: stages.PROPUESTA }, his)).statusCode).toBe(403);
    expect((await run(own, 'move', { stage_id: stages.PROPUESTA }, his)).statusCode).toBe(404);
    expect((await run(own, 'move', { stage_id: stages.PROPUESTA }, mine)).statusCode).toBe(200);
    const listed = (await call('GET', '/api/opportunities?limit=100', undefined, his)).json().data;
    expect(listed.map(({ id }: AnyRecord) => id)).toContain(shared.id);
    expect(listed.map(({ id }: AnyRecord) => id)).not.toContain(own.id);
    const log = (
      await call('GET', `/api/opportunity-moves?f.opportunity_id=${own.id}`, undefined, his)
    ).json();
    expect(log.data).toEqual([]);
  });

  test('a leader sees those of their team, everybody with the permission all', async () => {
    const role = await createRole(api, ['opportunities.view_team', 'opportunities.view_own']);
    const leader = await createUser(api, { role, full_name: 'Dora Líder' });
    const member = await createUser(api, { role: 'sales_rep' });
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE users SET reports_to_id = ${leader.id}::uuid WHERE id = ${member.id}::uuid`,
    );
    const [theirs, others] = [await open({ owner_id: member.id }), await open()];
    const as = await signIn(api, leader);
    expect((await call('GET', `/api/opportunities/${theirs.id}`, undefined, as)).statusCode).toBe(200);
    expect((await call('GET', `/api/opportunities/${others.id}`, undefined, as)).statusCode).toBe(404);
    const ofTeam = (await call('GET', `/api/opportunities?f.team_leader_id=${leader.id}`)).json().data;
    expect(ofTeam.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    const auditor = await signInAs(api, 'auditor');
    expect((await call('GET', `/api/opportunities/${others.id}`, undefined, auditor)).statusCode).toBe(200);
    expect((await run(others, 'lose', lossReason, auditor)).statusCode).toBe(403);
  });

  test('a brand of another client and a person of another company are refused', async () => {
    const [client, other] = [await newClient(), await newClient()];
    const brand = await data(
      call('POST', '/api/brands', { code: 'AJENA', name: 'Ajena', client_id: other.id, product_lines: [] }),
    );
    const contact = await data(
      call('POST', '/api/contacts', {
        first_name: 'Eva',
        last_name: 'Sosa',
        client_id: other.id,
        role: 'commercial',
      }),
    );
    const branded = await call(
      'POST',
      '/api/opportunities',
      await bodyOf({ client_id: client.id, brand_id: brand.id }),
    );
    expect(branded.statusCode).toBe(422);
    expect(branded.json().errors).toHaveProperty('brand_id');
    const contacted = await call(
      'POST',
      '/api/opportunities',
      await bodyOf({ client_id: client.id, contact_id: contact.id }),
    );
    expect(contacted.statusCode).toBe(422);
    expect(contacted.json().errors).toHaveProperty('contact_id');
    const right = await open({ client_id: other.id, brand_id: brand.id, contact_id: contact.id });
    expect(right.contact_id).toMatchObject({ id: contact.id });
  });
});

describe('what happens to its client and its owner', () => {
  test('merging clients moves it with its brand and its activities', async () => {
    const [kept, gone] = [await newClient(), await newClient()];
    const brand = await data(
      call('POST', '/api/brands', { code: 'FUSION', name: 'Fusión', client_id: gone.id, product_lines: [] }),
    );
    const record = await open({ client_id: gone.id, brand_id: brand.id });
    await data(
      call('POST', '/api/activities', {
        subject: 'Llamar',
        kind: 'call',
        opportunity_id: record.id,
        assigned_to_id: ana.id,
        starts_at: '2030-01-15T14:00:00.000Z',
      }),
    );
    const merged = await call(
      'POST',
      `/api/clients/${gone.id}/merge`,
      { into: kept.id, into_version: kept.row_version, take: [] },
      { 'if-match': `"${(await data(call('GET', `/api/clients/${gone.id}`))).row_version}"` },
    );
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await read(record.id)).toMatchObject({ client_id: { id: kept.id }, brand_id: { id: brand.id } });
    const tasks = await data(call('GET', `/api/activities?f.opportunity_id=${record.id}`));
    expect(tasks).toMatchObject([{ client_id: { id: kept.id } }]);
  });

  test('a transfer takes the open ones by choice, with their amounts in its preview and in the log', async () => {
    const [from, to] = await Promise.all([
      createUser(api, { role: 'sales_rep', full_name: 'Saliente' }),
      createUser(api, { role: 'sales_rep', full_name: 'Entrante' }),
    ]);
    const [first, second, lost] = await Promise.all([
      open({ owner_id: from.id, expected_amount: '100.00' }),
      open({ owner_id: from.id, expected_amount: '50.00', currency_code: 'USD' }),
      open({ owner_id: from.id }),
    ]);
    await data(run(lost, 'lose', lossReason));
    const order = {
      from_user_id: from.id,
      to_user_id: to.id,
      parts: ['opportunities.owner_id'],
      reason: 'Cambio de cartera',
    };
    const preview = await data(call('POST', '/api/account-transfers/preview', order));
    expect(preview.parts).toMatchObject([
      {
        key: 'opportunities.owner_id',
        count: 2,
        amounts: [],
        worth: [
          { currency: 'DOP', amount: '100.00' },
          { currency: 'USD', amount: '50.00' },
        ],
      },
    ]);
    const transfer = await data(call('POST', '/api/account-transfers', order));
    expect(transfer).toMatchObject({
      entities: ['opportunities'],
      worth: [
        { entity: 'opportunities', currency: 'DOP', amount: '100.00' },
        { entity: 'opportunities', currency: 'USD', amount: '50.00' },
      ],
    });
    const owners = await Promise.all([first, second, lost].map(async ({ id }) => (await read(id)).owner_id));
    expect(owners).toMatchObject([{ id: to.id }, { id: to.id }, { id: from.id }]);
  });

  test('a user who leaves hands over the open ones', async () => {
    const leaving = await createUser(api, { role: 'sales_rep', full_name: 'Se Va' });
    const record = await open({ owner_id: leaving.id });
    const lost = await data(run(await open({ owner_id: leaving.id }), 'lose', lossReason));
    await expect(
      api.database.query(sql`UPDATE users SET status = 'inactive' WHERE id = ${leaving.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'users_inactive_owns_nothing' });
    await data(
      call('POST', '/api/account-transfers', {
        from_user_id: leaving.id,
        to_user_id: beto.id,
        parts: ['opportunities.owner_id'],
        reason: 'Deja la empresa',
      }),
    );
    await api.database.query(sql`UPDATE users SET status = 'inactive' WHERE id = ${leaving.id}::uuid`);
    expect((await read(record.id)).owner_id).toMatchObject({ id: beto.id });
    const reopened = await run(lost, 'reopen');
    expect(reopened.statusCode).toBe(422);
  });
});

describe('activities about it', () => {
  test('take its client, and keep its next action', async () => {
    const record = await open();
    const plan = (subject: string, at: string) =>
      data(
        call('POST', '/api/activities', {
          subject,
          kind: 'call',
          opportunity_id: record.id,
          assigned_to_id: ana.id,
          starts_at: at,
        }),
      );
    const later = await plan('Segunda', '2030-03-02T14:00:00.000Z');
    const sooner = await plan('Primera', '2030-03-01T14:00:00.000Z');
    expect(sooner.client_id).toMatchObject({ id: (record.client_id as { id: string }).id });
    expect((await read(record.id)).next_activity_at).toBe(sooner.scheduled_at);
    await data(
      call('POST', `/api/activities/${sooner.id}/cancel`, { reason: 'Pospuesta' }, versionOf(sooner)),
    );
    expect((await read(record.id)).next_activity_at).toBe(later.scheduled_at);
    // Its version did not change, so nobody who is editing it is interrupted.
    expect((await read(record.id)).row_version).toBe(record.row_version);
  });
});
