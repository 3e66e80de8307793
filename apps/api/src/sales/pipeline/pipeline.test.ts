import { newLineId } from '@pauta/domain/document/line-id.ts';
import { add, sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { PipelineBoardData } from '@pauta/domain/sales/pipeline/board-card.ts';
import type { Forecast } from '@pauta/domain/sales/pipeline/forecast.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type Sales, startSales } from '../opportunities/opportunity-fixtures.ts';

let api: TestApi;
let sales: Sales;

beforeAll(async () => {
  api = await startTestApi();
  sales = await startSales(api);
});
afterAll(() => api.close());

const movesOf = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  sales.data(
    sales.call('GET', `/api/opportunity-moves?fields=*&f.opportunity_id=${id}&sort=created_at&limit=100`),
  );
const patch = async (record: AnyRecord, values: object): Promise<AnyRecord> =>
  sales.data(
    sales.call('PATCH', `/api/opportunities/${record.id}`, values, { 'if-match': `"${record.row_version}"` }),
  );

describe('what changed', () => {
  test('names opened, advanced, back, amount, close date, paused, resumed, lost and won with their effect', async () => {
    let record = await sales.open({ contact_id: sales.contact.id });
    const run = async (name: string, body: object = {}) => {
      record = await sales.data(sales.run(record, name, body));
    };
    await run('move', { stage_id: sales.stages.CALIFICACION });
    await run('move', { stage_id: sales.stages.PROSPECTO });
    record = await patch(record, { expected_amount: '1500', expected_close_date: '2030-07-01' });
    record = await patch(record, { currency_code: 'USD' });
    await run('pause', { resume_on: '2030-01-15' });
    record = await sales.read(record.id);
    await run('resume');
    await run('lose', { loss_reason_id: sales.lossReason });
    await run('reopen');
    await run('win', { amount: '1400', reason: 'Firmó en papel' });
    const log = await movesOf(record);
    expect(
      log.map(({ kind, pipeline_change, currency_code }) => [kind, pipeline_change, currency_code]),
    ).toEqual([
      ['opened', '1000.00', 'DOP'],
      ['advanced', '0.00', 'DOP'],
      ['went_back', '0.00', 'DOP'],
      ['amount', '500.00', 'DOP'],
      ['close_date', '0.00', 'DOP'],
      ['amount', '-1500.00', 'DOP'],
      ['amount', '1500.00', 'USD'],
      ['paused', '-1500.00', 'USD'],
      ['resumed', '1500.00', 'USD'],
      ['lost', '-1500.00', 'USD'],
      ['resumed', '1500.00', 'USD'],
      ['won', '-1500.00', 'USD'],
    ]);
    expect(log[3]?.label).toBe('Monto: DOP 1,000.00 → DOP 1,500.00');
    expect(log[4]?.label).toBe('Cierre: 15/05/2030 → 01/07/2030');
  });

  test('the changes of any history add up to what is open', async () => {
    const act = fc.constantFrom(
      'move',
      'amount',
      'pause',
      'resume',
      'lose',
      'reopen',
      'archive',
      'restore',
      'divide',
      'undo',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 9 }), async (acts) => {
        const record = await sales.open({ contact_id: sales.contact.id });
        let last = '';
        for (const one of acts) {
          const now = await sales.read(record.id);
          const version = { 'if-match': `"${now.row_version}"` };
          const answer =
            one === 'amount'
              ? await sales.call(
                  'PATCH',
                  `/api/opportunities/${record.id}`,
                  { expected_amount: add(String(now.expected_amount), '7.25') },
                  version,
                )
              : one === 'archive'
                ? await sales.call('DELETE', `/api/opportunities/${record.id}`, undefined, version)
                : one === 'undo'
                  ? await sales.call('POST', `/api/undo/${last || 'nothing'}`)
                  : await sales.run(now, one, {
                      ...(one === 'move' && {
                        stage_id: sales.stages.CALIFICACION,
                        expected_amount: '333.33',
                      }),
                      ...(one === 'pause' && { resume_on: '2030-01-15' }),
                      ...(one === 'lose' && { loss_reason_id: sales.lossReason }),
                      ...(one === 'divide' && { new_name: 'Parte', amount: '1.01' }),
                    });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode < 300) last = String(answer.headers['x-request-id']);
        }
        const after = await sales.read(record.id);
        const open = after.result === 'open' && !after.archived_at ? String(after.expected_amount) : '0.00';
        expect(
          sum(['0.00', ...(await movesOf(record)).map(({ pipeline_change }) => String(pipeline_change))]),
        ).toBe(open);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the board', () => {
  const board = async (query: string, headers = {}): Promise<PipelineBoardData> =>
    sales.data(sales.call('GET', `/api/opportunities/board?f.result=open&${query}`, undefined, headers));

  test('answers what the list shows to the same reader, with the share of the reader', async () => {
    const colleague = await createUser(api, { role: 'sales_rep', full_name: 'Beto Núñez' });
    const shared = await sales.open({
      name: 'Tablero compartido',
      platform_ids: [sales.platform],
      flight: { from: '2030-06-01', to: null },
      splits: {
        put: [
          { id: newLineId(), user_id: sales.seller.id, role: 'lead', pct: '70' },
          { id: newLineId(), user_id: colleague.id, role: 'support', pct: '30' },
        ],
      },
    });
    const own = await sales.open({ name: 'Tablero propio' });
    const mine = await board('q=Tablero', await signIn(api, sales.seller));
    expect(mine.cards.map(({ id, share_pct }) => [id, Number(share_pct)])).toEqual([
      [shared.id, 70],
      [own.id, 100],
    ]);
    expect(mine.cards[0]).toMatchObject({
      owner: 'Ana Peñaló',
      flight_month: '2030-06',
      platforms: [expect.any(String)],
    });
    const his = await board('q=Tablero', await signIn(api, colleague));
    expect(his.cards.map(({ id, share_pct }) => [id, Number(share_pct)])).toEqual([[shared.id, 30]]);
    expect(
      (await sales.call('GET', '/api/opportunities/board', undefined, await signInAs(api, 'traffic')))
        .statusCode,
    ).toBe(403);
    expect((await sales.call('GET', '/api/opportunities/board?f.nothing=1')).statusCode).toBe(422);
  });
});

describe('the weekly commitment', () => {
  const commit = (body: object, headers = {}) =>
    sales.call('POST', '/api/forecast-snapshots/commit', body, headers);

  test('is one a week and user, corrected within the week and kept after it', async () => {
    const seller = await createUser(api, { role: 'sales_rep', full_name: 'Dora Líder' });
    const mine = await signIn(api, seller);
    await sales.open({ owner_id: seller.id, expected_close_date: '2026-01-01', expected_amount: '800' });
    const answers = await Promise.all(
      ['100', '200', '300'].map((amount) => commit({ amount, currency_code: 'DOP' }, mine)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await sales.data(commit({ amount: '450.50', currency_code: 'DOP', notes: 'Dos firmas' }, mine));
    const list = () => sales.data(sales.call('GET', '/api/forecast-snapshots?fields=*', undefined, mine));
    expect(await list()).toMatchObject([
      {
        amount: '450.50',
        open_amount: '800.00',
        weighted_amount: '80.00',
        notes: 'Dos firmas',
        user_id: { id: seller.id },
      },
    ]);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE forecast_snapshots SET week = week - 7 WHERE user_id = ${seller.id}::uuid`);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE forecast_snapshots SET amount = 1 WHERE user_id = ${seller.id}::uuid`),
      ),
    ).rejects.toMatchObject({ constraint: 'forecast_snapshots_week_over' });
    await expect(
      api.database.query(sql`DELETE FROM forecast_snapshots WHERE user_id = ${seller.id}::uuid`),
    ).rejects.toMatchObject({ code: '42501' });
    await sales.data(commit({ amount: '10', currency_code: 'DOP' }, mine));
    expect(await list()).toHaveLength(2);
    const other = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect(await sales.data(sales.call('GET', '/api/forecast-snapshots', undefined, other))).toEqual([]);
    expect(
      (await commit({ amount: '1', currency_code: 'DOP' }, await signInAs(api, 'auditor'))).statusCode,
    ).toBe(403);
  });

  test('is in the forecast, beside what is weighted by share; a seller sees only their own', async () => {
    const [lead, support] = await Promise.all([
      createUser(api, { role: 'sales_rep', full_name: 'Eva Uno' }),
      createUser(api, { role: 'sales_rep', full_name: 'Eva Dos' }),
    ]);
    await sales.open({
      owner_id: lead.id,
      expected_amount: '1000.01',
      expected_close_date: '2026-01-01',
      splits: {
        put: [
          { id: newLineId(), user_id: lead.id, role: 'lead', pct: '75' },
          { id: newLineId(), user_id: support.id, role: 'support', pct: '25' },
        ],
      },
    });
    const forecast = async (headers = {}): Promise<Forecast> =>
      sales.data(sales.call('GET', '/api/opportunities/forecast?period=year', undefined, headers));
    await sales.data(commit({ amount: '75', currency_code: 'DOP' }, await signIn(api, lead)));
    const year = new Date().getFullYear();
    await sales.data(
      sales.call('POST', '/api/rep-goals', {
        fiscal_year: year,
        user_id: lead.id,
        metric: 'signed_sales',
        currency_code: 'DOP',
        ...Object.fromEntries(
          Array.from({ length: 12 }, (_, at) => [`m${String(at + 1).padStart(2, '0')}`, '10']),
        ),
      }),
    );
    const own = await forecast(await signIn(api, lead));
    expect(own.rows).toEqual([
      {
        user_id: lead.id,
        user: 'Eva Uno',
        currency: 'DOP',
        goal: '120.00',
        signed: '0.00',
        to_deliver: '0.00',
        weighted: '75.00',
        commit: '75.00',
      },
    ]);
    const all = await forecast();
    const of = (id: string) => all.rows.find(({ user_id }) => user_id === id);
    expect(of(support.id)).toMatchObject({ weighted: '25.00', goal: null, commit: null });
    expect(of(lead.id)).toMatchObject({ goal: '120.00', commit: '75.00' });
    expect((await sales.call('GET', '/api/opportunities/forecast?period=decade')).statusCode).toBe(422);
  });
});

describe('the probability from own history', () => {
  const probabilityOf = (record: AnyRecord, headers = {}) =>
    sales.call('GET', `/api/opportunities/${record.id}/probability`, undefined, headers);

  test('is that of the catalogue until there are enough cases, then that of stage and seller, with five factors', async () => {
    const seller = await createUser(api, { role: 'sales_rep', full_name: 'Historia Propia' });
    // A stage of its own, so that no other opportunity counts.
    const stage = await sales.data(
      sales.call('POST', '/api/closing-probabilities', {
        code: 'HISTORIA',
        name: 'Con historia',
        probability_pct: '40',
        result: 'open',
        master_stage: 'proposal',
        color: 'blue',
      }),
    );
    const open = () => sales.open({ owner_id: seller.id, stage_id: stage.id });
    const close = async (count: number, name: string, body: object) => {
      for (let made = 0; made < count; made += 1) await sales.data(sales.run(await open(), name, body));
    };
    const record = await open();
    const none = { won: 0, closed: 0 };
    const { factors } = await sales.data(probabilityOf(record));
    expect(factors.map(({ cases }: { cases: object }) => cases)).toEqual([none, none, none, none, none]);
    await close(6, 'win', { amount: '900', reason: 'Firmó en papel' });
    await close(3, 'lose', { loss_reason_id: sales.lossReason });
    expect(await sales.data(probabilityOf(record))).toMatchObject({ pct: 40, source: 'catalogue', cases: 9 });
    await close(1, 'lose', { loss_reason_id: sales.lossReason });
    const known = await sales.data(probabilityOf(record, await signIn(api, seller)));
    // (6 + 10 · 0.4) / 20 = 0.5; (6 + 10 · 0.5) / 20 = 0.55
    expect(known).toMatchObject({ pct: 55, source: 'history', cases: 10 });
    expect(known.factors).toMatchObject([
      { label: 'Etapa', value: 'Con historia', cases: { won: 6, closed: 10 } },
      { label: 'Tiempo en la etapa', value: '0 días o más', cases: { won: 6, closed: 10 } },
      { label: 'Actividades terminadas', value: 'Ninguna', cases: { won: 6, closed: 10 } },
      { label: 'Cliente', value: 'No compró en el último año', cases: { won: 6, closed: 10 } },
      { label: 'Agencia', value: 'Sin agencia', cases: { won: 6, closed: 10 } },
    ]);
    const other = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await probabilityOf(record, other)).statusCode).toBe(404);
    const lost = await sales.data(sales.run(record, 'lose', { loss_reason_id: sales.lossReason }));
    expect(await sales.data(probabilityOf(lost))).toBeNull();
  });
});

test('the expected reward of a referral follows its terms: the volume that the amount reaches, else the usual part', async () => {
  const type = await sales.data(
    sales.call('POST', '/api/commission-types', {
      code: 'REFIERE',
      name: 'Por referir',
      beneficiary: 'referrer',
      base: 'collected',
      default_pct: '5',
      accrual: 'payment',
      tiers: [
        { from: '1000', pct: '7.5' },
        { from: '5000', pct: '10' },
      ],
    }),
  );
  const referral = await api.database.transaction(systemChange('test'), (tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO referrals (referrer_kind, referrer_name, referred_name, received_at, contact_due_at, expires_at, assigned_to_id, status, reward_type, commission_type_id)
      VALUES ('event', 'Feria', 'Negocio', now(), now(), now() + interval '9 days', ${sales.seller.id}::uuid, 'qualified', 'commission', ${type.id}::uuid) RETURNING id`),
  );
  const rewards = [];
  for (const amount of ['999.99', '1000', '7777.77']) {
    const { expected_reward } = await sales.open({ referral_id: referral?.id, expected_amount: amount });
    rewards.push(expected_reward);
  }
  expect(rewards).toEqual(['50.00', '75.00', '777.78']);
  expect((await sales.open()).expected_reward).toBeNull();
});

describe('changes of several at once', () => {
  const bulk = (ids: readonly string[], action: string, values: object) =>
    sales.data(sales.call('POST', '/api/opportunities/bulk', { ids, action, values }));

  test('of owner, closing date and loss with its reason, each undone as one', async () => {
    const other = await createUser(api, { role: 'sales_rep' });
    const ids = [(await sales.open()).id, (await sales.open()).id];
    const all = () => Promise.all(ids.map((id) => sales.read(id)));
    const changed = await bulk(ids, 'update', { owner_id: other.id, expected_close_date: '2031-01-31' });
    expect(changed).toMatchObject({ changed: 2, blocked: [] });
    for (const one of await all())
      expect(one).toMatchObject({ owner_id: { id: other.id }, expected_close_date: '2031-01-31' });
    await sales.data(sales.call('POST', `/api/undo/${changed.request_id}`));
    const lost = await bulk(ids, 'lose', { loss_reason_id: sales.lossReason, loss_notes: 'Cerró el año' });
    expect(lost.changed).toBe(2);
    for (const one of await all())
      expect(one).toMatchObject({
        result: 'lost',
        loss_notes: 'Cerró el año',
        owner_id: { id: sales.seller.id },
      });
    const refused = await sales.call('POST', '/api/opportunities/bulk', { ids, action: 'lose', values: {} });
    expect(refused.statusCode).toBe(422);
  });
});
