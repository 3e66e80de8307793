import { clients } from '@pauta/domain/crm/clients/client.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type Sales, startSales } from './opportunity-fixtures.ts';

let api: TestApi;
let sales: Sales;

beforeAll(async () => {
  api = await startTestApi();
  sales = await startSales(api);
});
afterAll(() => api.close());

const undo = (answer: { headers: Record<string, unknown> }) =>
  sales.call('POST', `/api/undo/${String(answer.headers['x-request-id'])}`);
const merge = (source: AnyRecord, target: AnyRecord, amount: string, more = {}) =>
  sales.run(source, 'merge', { into_id: target.id, amount }, more);
const movesOf = async ({ id }: AnyRecord): Promise<AnyRecord[]> =>
  sales.data(sales.call('GET', `/api/opportunity-moves?f.opportunity_id=${id}&f.kind=opened&limit=100`));

describe('merging two opportunities', () => {
  test('moves activities, also finished long ago, closed quotes and the stage log; the undo takes all back', async () => {
    const [source, target] = [
      await sales.open({ competitors: ['Canal 9'] }),
      await sales.open({ expected_amount: '500.50', competitors: ['Radio Sur'] }),
    ];
    const activity = await sales.data(
      sales.call('POST', '/api/activities', {
        subject: 'Llamar',
        kind: 'call',
        opportunity_id: source.id,
        assigned_to_id: sales.seller.id,
        starts_at: '2030-01-15T14:00:00.000Z',
      }),
    );
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE activities SET status = 'cancelled', cancel_reason = 'No', closed_at = now() - interval '9 days' WHERE id = ${activity.id}::uuid`);
    const quote = await sales.data(
      sales.call('POST', '/api/quotes', {
        ...(await sampleBody(api.database, quotes, 1)),
        client_id: sales.client.id,
        opportunity_id: source.id,
      }),
    );
    await api.testDatabase.runAsSuperuser(
      sql`UPDATE quotes SET status = 'rejected', rejection_reason = 'No', sent_at = now(), valid_until = business_date() WHERE id = ${quote.id}::uuid`,
    );
    const answer = await merge(await sales.read(source.id), target, 'sum');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await sales.read(target.id)).toMatchObject({
      expected_amount: '1500.50',
      competitors: ['Radio Sur', 'Canal 9'],
    });
    const gone = await sales.read(source.id);
    expect(gone).toMatchObject({ merged_into_id: { id: target.id }, archived_at: expect.any(String) });
    expect(await movesOf(target)).toHaveLength(2);
    const where = async (table: string, id: string) =>
      (await sales.data(sales.call('GET', `/api/${table}/${id}`))).opportunity_id.id;
    expect(await where('activities', activity.id)).toBe(target.id);
    expect(await where('quotes', quote.id)).toBe(target.id);

    const undone = await undo(answer);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await sales.read(target.id)).toMatchObject({
      expected_amount: '500.50',
      competitors: ['Radio Sur'],
    });
    expect(await sales.read(source.id)).toMatchObject({ merged_into_id: null, archived_at: null });
    expect(await where('activities', activity.id)).toBe(source.id);
    expect(await where('quotes', quote.id)).toBe(source.id);
    expect(await movesOf(target)).toHaveLength(1);
  });

  test('is refused across clients, with itself, when closed, in two currencies, and without the permission', async () => {
    const target = await sales.open();
    const other = await sales.data(
      sales.call('POST', '/api/clients', await sampleBody(api.database, clients, 2)),
    );
    const errorsOf = async (answer: ReturnType<typeof merge>) => {
      const { statusCode, body } = await answer;
      expect(statusCode, body).toBe(422);
      return JSON.parse(body).errors;
    };
    const foreign = await sales.open({ client_id: other.id });
    expect((await errorsOf(merge(foreign, target, 'sum'))).into_id).toEqual([
      expect.stringContaining('otro cliente'),
    ]);
    expect(await errorsOf(merge(target, target, 'target'))).toHaveProperty('into');
    const dollars = await sales.open({ currency_code: 'USD' });
    expect((await errorsOf(merge(dollars, target, 'sum'))).amount).toEqual([
      expect.stringContaining('no se suman'),
    ]);
    const lost = await sales.data(
      sales.run(await sales.open(), 'lose', { loss_reason_id: sales.lossReason }),
    );
    expect((await merge(lost, target, 'target')).statusCode).toBe(409);
    expect(await errorsOf(merge(target, lost, 'target'))).toHaveProperty('into_id');
    const stranger = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect((await merge(await sales.open(), target, 'target', stranger)).statusCode).toBe(404);
  });

  test('two merges in opposite directions at once leave one of the two', async () => {
    const [one, two] = [await sales.open(), await sales.open()];
    const answers = await Promise.all([merge(one, two, 'sum'), merge(two, one, 'sum')]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
    const [a, b] = [await sales.read(one.id), await sales.read(two.id)];
    expect([a, b].filter(({ archived_at }) => archived_at)).toHaveLength(1);
    expect([a, b].find(({ archived_at }) => !archived_at)?.expected_amount).toBe('2000.00');
  });
});

describe('dividing an opportunity', () => {
  test('keeps the sum, copies its data and shares, and is undone as one', async () => {
    const colleague = await createUser(api, { role: 'sales_rep' });
    const record = await sales.open({
      expected_amount: '1000.01',
      platform_ids: [sales.platform],
      flight: { from: '2030-06-01', to: '2030-06-30' },
      splits: {
        put: [
          { id: newLineId(), user_id: sales.seller.id, role: 'lead', pct: '60' },
          { id: newLineId(), user_id: colleague.id, role: 'support', pct: '40' },
        ],
      },
    });
    for (const amount of ['1000.01', '0', '2000'])
      expect((await sales.run(record, 'divide', { new_name: 'Parte digital', amount })).statusCode).toBe(422);
    const answer = await sales.run(record, 'divide', { new_name: 'Parte digital', amount: '400.02' });
    expect(await sales.data(Promise.resolve(answer))).toMatchObject({ expected_amount: '599.99' });
    const [made] = await sales.data(sales.call('GET', '/api/opportunities?q=Parte%20digital'));
    expect(await sales.read(made.id)).toMatchObject({
      name: 'Parte digital',
      expected_amount: '400.02',
      client_id: { id: sales.client.id },
      platform_ids: [{ id: sales.platform }],
      flight: { from: '2030-06-01', to: '2030-06-30' },
      splits_pct: '100.0000',
    });
    const undone = await undo(answer);
    expect(undone.statusCode, undone.body).toBe(200);
    expect((await sales.read(record.id)).expected_amount).toBe('1000.01');
    expect((await sales.read(made.id)).archived_at).not.toBeNull();
  });

  test('two divisions at once: the second is refused as out of date, and the sum stays', async () => {
    const record = await sales.open({ name: 'Indivisa' });
    const divide = (new_name: string) => sales.run(record, 'divide', { new_name, amount: '700' });
    const answers = await Promise.all([divide('Primera mitad'), divide('Segunda mitad')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
    expect((await sales.read(record.id)).expected_amount).toBe('300.00');
  });
});
