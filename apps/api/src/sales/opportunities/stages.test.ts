import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { opportunities } from '@pauta/domain/sales/opportunities/opportunity.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
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
  sales.data(sales.call('POST', `/api/undo/${String(answer.headers['x-request-id'])}`));

describe('a move asks what the stage requires', () => {
  test('names each missing field, writes what is given with the move, and its undo takes all of it back', async () => {
    const record = await sales.open({ expected_amount: '0' });
    const stage_id = sales.stages.NEGOCIACION;
    const refused = await sales.run(record, 'move', { stage_id, platform_ids: [sales.platform] });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors).sort()).toEqual(['contact_id', 'expected_amount', 'flight']);
    expect(refused.json().errors.flight).toEqual([expect.stringContaining('«Negociación» pide este dato')]);
    const answer = await sales.run(record, 'move', {
      stage_id,
      platform_ids: [sales.platform],
      contact_id: sales.contact.id,
      expected_amount: '2500',
      flight: { from: '2030-06-01', to: '2030-06-30' },
    });
    expect(await sales.data(Promise.resolve(answer))).toMatchObject({
      stage_id: { id: stage_id },
      contact_id: { id: sales.contact.id },
      platform_ids: [{ id: sales.platform }],
      flight: { from: '2030-06-01', to: '2030-06-30' },
      weighted_amount: '1750.00',
    });
    await undo(answer);
    const after = await sales.read(record.id);
    for (const name of ['stage_id', 'contact_id', 'platform_ids', 'flight', 'expected_amount', 'stage_since'])
      expect(after[name], name).toEqual(record[name]);
  });

  test('neither creating it there nor clearing the value later goes around it', async () => {
    const born = await sales.call('POST', '/api/opportunities', {
      ...(await sales.open()),
      stage_id: sales.stages.CALIFICACION,
    });
    expect(born.statusCode).toBe(422);
    const record = await sales.open({
      stage_id: sales.stages.CALIFICACION,
      contact_id: sales.contact.id,
    });
    const patch = (of: AnyRecord, body: object) =>
      sales.call('PATCH', `/api/opportunities/${of.id}`, body, { 'if-match': `"${of.row_version}"` });
    const cleared = await patch(record, { contact_id: null });
    expect(cleared.statusCode).toBe(422);
    expect(cleared.json().errors).toHaveProperty('contact_id');
    // What the stage began to require later does not prevent other changes.
    expect((await patch(record, { next_step: 'Llamar' })).statusCode).toBe(200);
  });

  test('a bulk move leaves out those that lack something, naming it', async () => {
    const [ready, bare] = [await sales.open({ contact_id: sales.contact.id }), await sales.open()];
    const bulk = await sales.data(
      sales.call('POST', '/api/opportunities/bulk', {
        ids: [ready.id, bare.id],
        action: 'move',
        values: { stage_id: sales.stages.CALIFICACION },
      }),
    );
    expect(bulk).toMatchObject({ changed: 1, blocked: [{ id: bare.id }] });
    expect(bulk.blocked[0].reason).toContain('Contacto: La etapa «Calificación o brief» pide este dato');
  });

  test('a person of another company is refused in the move too', async () => {
    const other = await sales.data(
      sales.call('POST', '/api/clients', await sampleBody(api.database, clients, 2)),
    );
    const foreign = await sales.data(
      sales.call('POST', '/api/contacts', {
        first_name: 'Luz',
        last_name: 'Mena',
        client_id: other.id,
        role: 'commercial',
      }),
    );
    const refused = await sales.run(await sales.open(), 'move', {
      stage_id: sales.stages.CALIFICACION,
      contact_id: foreign.id,
    });
    expect(refused.json().errors).toHaveProperty('contact_id');
  });
});

describe('the probability', () => {
  test('is adjusted with a reason, and that of the stage counts again after a move', async () => {
    const record = await sales.open();
    expect((await sales.run(record, 'override_probability', { probability_override: '60' })).statusCode).toBe(
      422,
    );
    const adjusted = await sales.data(
      sales.run(record, 'override_probability', {
        probability_override: '60',
        probability_reason: 'Ya lo aprobó su gerencia',
      }),
    );
    expect(adjusted).toMatchObject({
      probability_pct: '60.0000',
      stage_probability_pct: '10.0000',
      weighted_amount: '600.00',
      probability_reason: 'Ya lo aprobó su gerencia',
    });
    const answer = await sales.run(adjusted, 'move', {
      stage_id: sales.stages.CALIFICACION,
      contact_id: sales.contact.id,
    });
    expect(await sales.data(Promise.resolve(answer))).toMatchObject({
      probability_pct: '25.0000',
      probability_override: null,
      probability_reason: null,
    });
    await undo(answer);
    expect(await sales.read(record.id)).toMatchObject({
      probability_pct: '60.0000',
      probability_override: '60.0000',
      probability_reason: 'Ya lo aprobó su gerencia',
    });
    const reset = await sales.data(sales.run(await sales.read(record.id), 'reset_probability'));
    expect(reset).toMatchObject({ probability_pct: '10.0000', probability_override: null });
    expect((await sales.run(reset, 'reset_probability')).statusCode).toBe(409);
  });
});

describe('the transition table (domain §2.4)', () => {
  const inputs: Record<string, () => object> = {
    move: () => ({ stage_id: sales.stages.CALIFICACION, contact_id: sales.contact.id }),
    override_probability: () => ({ probability_override: '33', probability_reason: 'Buenas señales' }),
    reset_probability: () => ({}),
    divide: () => ({ new_name: 'La otra parte', amount: '100' }),
    win: () => ({ amount: '900', reason: 'Firmó en papel' }),
    lose: () => ({ loss_reason_id: sales.lossReason }),
    pause: () => ({ resume_on: '2030-01-15' }),
    resume: () => ({}),
    reopen: () => ({}),
  };
  /** From each state, the state after each command that is allowed there. */
  const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    open: {
      move: 'open',
      override_probability: 'open',
      divide: 'open',
      win: 'won',
      lose: 'lost',
      pause: 'paused',
    },
    paused: { win: 'won', lose: 'lost', resume: 'open' },
    lost: { reopen: 'open' },
    won: {},
  };
  const reach: Record<string, (record: AnyRecord) => Promise<AnyRecord>> = {
    open: async (record) => record,
    paused: (record) => sales.data(sales.run(record, 'pause', inputs.pause?.())),
    lost: (record) => sales.data(sales.run(record, 'lose', inputs.lose?.())),
    won: (record) => sales.data(sales.run(record, 'win', inputs.win?.())),
  };

  test('covers every state and every command that changes the state', () => {
    expect(Object.keys(table).sort()).toEqual(['lost', 'open', 'paused', 'won']);
    const changes = Object.entries(opportunities.commands).filter(([, command]) => command.from);
    for (const [name] of changes) expect(inputs, name).toHaveProperty(name);
  });

  for (const [state, allowed] of Object.entries(table)) {
    for (const name of Object.keys(inputs)) {
      const to = allowed[name];
      test(`${state}: ${name} ${to ? `leads to ${to}` : 'is refused'}`, async () => {
        const record = await (await reach[state])?.(await sales.open());
        if (!record) throw new Error(`${state} is reached by a command`);
        const answer = await sales.run(record, name, inputs[name]?.());
        if (to) expect(await sales.data(Promise.resolve(answer))).toMatchObject({ result: to });
        else expect(answer.statusCode, answer.body).toBe(409);
        if (!to) expect((await sales.read(record.id)).row_version).toBe(record.row_version);
      });
    }
  }
});
