import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clientAgencies } from '@pauta/domain/crm/authorisations/client-agency.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { linesOfAddendum, makeAddendaWorld } from '../../sales/addenda/addenda-fixtures.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: BillingFixture;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  world = await makeContractWorld(api);
});
afterAll(async () => {
  await billedIsCounted();
  expect(await contradictions(api)).toEqual([]);
  await api.close();
});

/** What order lines count as billed is what issued documents contain. */
const billedIsCounted = async (): Promise<void> => {
  const rows = await api.database.query(sql`
    SELECT o.description FROM order_lines o LEFT JOIN LATERAL (
      SELECT sum(l.net * s.sign) AS net, sum(l.billed_quantity * s.sign) AS quantity
      FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id AND i.status = 'issued'
        AND (i.doc_kind <> 'credit_note' OR i.rebill)
        CROSS JOIN LATERAL (SELECT CASE i.doc_kind WHEN 'credit_note' THEN -1 ELSE 1 END AS sign) s
      WHERE l.order_line_id = o.id) b ON true
    WHERE o.billed_net <> coalesce(b.net, 0) OR o.billed_quantity <> coalesce(b.quantity, 0)`);
  expect(rows).toEqual([]);
};

type Client = Awaited<ReturnType<ContractWorld['client']>>;

const { signed, bill, due, air, drafts, line } = {
  /** A signed contract. */
  signed: async (client: Client, lines: readonly object[], values: object = {}): Promise<AnyRecord> => {
    const { id } = await world.pending(client, lines, values);
    const response = await world.run(id, 'sign', { signed_on: world.today });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  },
  bill: (id: string) => billing.call('POST', `/api/contracts/${id}/bill`, {}),
  due: async (id: string) => {
    const { data } = (await billing.call('GET', '/api/billing/due')).json();
    return data.contracts.find((one: { id: string }) => one.id === id);
  },
  /** Places units of a contract for today and marks them as aired; answers the placement. */
  air: async (contractId: string, units: number): Promise<AnyRecord> => {
    const placed = await api.database.transaction(systemChange('fixture'), (tx) =>
      tx.one<{ id: string }>(sql`
        INSERT INTO placements (quota_id, inventory_item_id, starts_on, ends_on, units)
        SELECT id, inventory_item_id, ${world.today}::date, ${world.today}::date, ${units} FROM quotas
        WHERE contract_id = ${contractId}::uuid RETURNING id`),
    );
    let placement = await billing.read('placements', placed?.id ?? '');
    for (const command of ['confirm', 'mark_aired']) {
      const url = `/api/placements/${placement.id}/${command}`;
      const response = await billing.call('POST', url, {}, placement.row_version);
      expect(response.statusCode, response.body).toBe(200);
      placement = response.json().data;
    }
    return placement;
  },
  drafts: async (contractId: string): Promise<AnyRecord[]> => {
    const { data } = (
      await billing.call('GET', `/api/invoices?f.contract_id=${contractId}&f.status=draft&fields=*`)
    ).json();
    return Promise.all(data.map(({ id }: AnyRecord) => billing.read('invoices', id)));
  },
  /** A line of ten units of 100.00 for today. */
  line: async (values: object = {}) =>
    world.line(await world.space(100), {
      flight: { from: world.today, to: world.today },
      units_per_day: 10,
      ...values,
    }),
};

const orderLines = (contractId: string) =>
  api.database.query<{ id: string; billed_net: string; billed_quantity: string; net: string }>(sql`
    SELECT id, billed_net::text, billed_quantity::text, net::text FROM order_lines
    WHERE contract_id = ${contractId}::uuid ORDER BY id`);

const only = async (contractId: string): Promise<AnyRecord> => {
  const [draft, ...others] = await drafts(contractId);
  expect(others).toEqual([]);
  if (!draft) throw new Error('the contract has no draft');
  return draft;
};

const issueOf = (invoice: AnyRecord) =>
  billing.call('POST', `/api/invoices/${invoice.id}/issue`, {}, invoice.row_version);

describe('billing by consumption', () => {
  test('what was aired is due, is billed by a draft with the terms of the contract, and is not due again', async () => {
    const contract = await signed(await world.client(), [await line()], {
      billing_plan: 'by_consumption',
      po_number: 'OC-1',
    });
    const nothing = await bill(contract.id);
    expect(nothing.json()).toMatchObject({ status: 409, reasons: [{ code: 'nothing_due' }] });
    expect(await due(contract.id)).toBeUndefined();

    await air(contract.id, 4);
    expect(await due(contract.id)).toMatchObject({ due: '400.00', lines: 1, po_number: 'OC-1' });
    const preview = await billing.call('POST', `/api/contracts/${contract.id}/bill/preview`, {});
    expect(preview.json().data.invoices).toMatchObject([{ taxable: '400.00', lines: 1 }]);
    expect(await drafts(contract.id)).toEqual([]);

    const answer = await bill(contract.id);
    expect(answer.statusCode, answer.body).toBe(200);
    const draft = await only(contract.id);
    expect(draft).toMatchObject({ net: '400.00', po_number: 'OC-1', bill_to: 'client', status: 'draft' });
    expect(draft.lines).toMatchObject([{ quantity: '4.0000', billed_quantity: '4.0000', net: '400.00' }]);
    // It waits in the draft.
    expect(await due(contract.id)).toBeUndefined();
    expect((await bill(contract.id)).statusCode).toBe(409);

    const issued = await issueOf(draft);
    expect(issued.statusCode, issued.body).toBe(200);
    expect(await orderLines(contract.id)).toMatchObject([
      { billed_net: '400.00', billed_quantity: '4.0000' },
    ]);
    expect(await world.read(contract.id)).toMatchObject({
      consumed_pct: '40.0000',
      billed_pct: '40.0000',
      collected_pct: '0.0000',
      open_balance: issued.json().data.total,
    });
  });

  test('more than was aired is refused when it is issued, and what is billed stays aired', async () => {
    const contract = await signed(await world.client(), [await line()], { billing_plan: 'by_consumption' });
    await air(contract.id, 4);
    await bill(contract.id);
    const draft = await only(contract.id);
    const [first] = draft.lines as AnyRecord[];
    const changed = await billing.call(
      'PATCH',
      `/api/invoices/${draft.id}`,
      { lines: { put: [{ id: first?.id, quantity: '5', billed_quantity: '5' }] } },
      draft.row_version,
    );
    expect(changed.statusCode, changed.body).toBe(200);
    const refused = await issueOf(changed.json().data);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().message).toMatch(/más de lo cumplido/);
    const last = await air(contract.id, 1);
    expect((await issueOf(changed.json().data)).statusCode).toBe(200);
    const correct = (reason: string) =>
      billing.call('POST', `/api/placements/${last.id}/correct`, { reason }, last.row_version);
    const taken = await correct('No salió');
    expect(taken.statusCode).toBe(422);
    expect(taken.json().message).toMatch(/ya está facturado/);
  });

  test('what a cancelled contract is billed for stays aired, whatever its plan; other corrections are free', async () => {
    const contract = await signed(await world.client(), [await line()], { billing_plan: 'upfront' });
    const [kept, free] = [await air(contract.id, 4), await air(contract.id, 2)];
    const correct = (placement: AnyRecord) =>
      billing.call(
        'POST',
        `/api/placements/${placement.id}/correct`,
        { reason: 'No salió' },
        placement.row_version,
      );
    const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente cerró' });
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    await bill(contract.id);
    const draft = await only(contract.id);
    const [first] = draft.lines as AnyRecord[];
    const part = await billing.call(
      'PATCH',
      `/api/invoices/${draft.id}`,
      { lines: { put: [{ id: first?.id, quantity: '4', billed_quantity: '4' }] } },
      draft.row_version,
    );
    expect((await issueOf(part.json().data)).statusCode).toBe(200);
    expect((await correct(free)).statusCode).toBe(200);
    const refused = await correct(kept);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().message).toMatch(/ya está facturado/);

    const byPlan = await signed(await world.client(), [await line()], { billing_plan: 'upfront' });
    const aired = await air(byPlan.id, 4);
    await bill(byPlan.id);
    expect((await issueOf(await only(byPlan.id))).statusCode).toBe(200);
    expect((await world.run(byPlan.id, 'cancel', { reason: 'El cliente cerró' })).statusCode).toBe(200);
    expect((await correct(aired)).statusCode).toBe(200);
  });

  test('where evidence is asked for, what has none waits for it', async () => {
    const contract = await signed(await world.client(), [await line()], { billing_plan: 'by_consumption' });
    await air(contract.id, 4);
    const set = (value: boolean) =>
      api.database.transaction(systemChange('fixture'), (tx) =>
        tx.query(sql`
          INSERT INTO settings (key, value) VALUES ('invoice_requires_evidence', ${JSON.stringify(value)}::jsonb)
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`),
      );
    await set(true);
    expect(await due(contract.id)).toMatchObject({ due: '0.00', unproved: '400.00' });
    expect((await bill(contract.id)).statusCode).toBe(409);
    await set(false);
    expect(await due(contract.id)).toMatchObject({ due: '400.00', unproved: '0.00' });
  });
});

describe('billing by instalments', () => {
  const byMilestones = async (client: Client, amounts: readonly (readonly [string, string])[]) => {
    const { id } = await world.draft(
      client,
      [await line({ agreed_price: '33.33' }), await line({ agreed_price: '11.11' })],
      {
        billing_plan: 'milestones',
        instalments: { put: amounts.map(([due_on, amount]) => ({ id: newLineId(), due_on, amount })) },
      },
    );
    for (const [command, input] of [
      ['submit', {}],
      ['sign', { signed_on: world.today }],
    ] as const) {
      const response = await world.run(id, command, input);
      expect(response.statusCode, response.body).toBe(200);
    }
    return world.read(id);
  };

  test('what is due is shared out over the lines to the cent; what is not due is not billed', async () => {
    const tomorrow = addDays(world.today, 1);
    const contract = await byMilestones(await world.client(), [
      [world.today, '100.00'],
      [tomorrow, '344.40'],
    ]);
    expect(await due(contract.id)).toMatchObject({ due: '100.00', instalment: world.today, lines: 2 });
    expect((await bill(contract.id)).statusCode).toBe(200);
    const first = await only(contract.id);
    expect(first).toMatchObject({ net: '100.00', concept: `${contract.number} · Campaña de prueba` });
    expect((first.lines as AnyRecord[]).map(({ net }) => net)).toEqual(['75.00', '25.00']);
    expect((await issueOf(first)).statusCode).toBe(200);
    expect((await bill(contract.id)).statusCode).toBe(409);
  });

  test('the last instalment bills what is left of each line, whatever was billed before', async () => {
    const client = await world.client();
    const contract = await byMilestones(client, [
      [addDays(world.today, -1), '0.07'],
      [world.today, '444.33'],
    ]);
    const [order] = await orderLines(contract.id);
    const part = await billing.draft({ client_id: client.id, contract_id: contract.id }, [
      { order_line_id: order?.id, billed_quantity: '3.3333', unit_price: '111.17' },
    ]);
    expect((await issueOf(part)).statusCode).toBe(200);
    expect((await bill(contract.id)).statusCode).toBe(200);
    const rest = await only(contract.id);
    expect(rest.net).toBe('333.23');
    expect((await issueOf(rest)).statusCode).toBe(200);
    for (const one of await orderLines(contract.id)) expect(one.billed_net).toBe(one.net);
    expect(await world.read(contract.id)).toMatchObject({ billed_pct: '100.0000', unbilled_total: '0.00' });
  });

  /** Applies an addendum that adds a line of 300.00, with these instalments. */
  const addLine = async (contractId: string, instalments: readonly (readonly [string, string])[]) => {
    const addenda = makeAddendaWorld(api, world);
    const draft = await addenda.draft(contractId);
    const from = addDays(world.today, 1);
    const changed = await addenda.patch(draft.id, {
      lines: {
        put: [
          addenda.added(await world.space(9), { flight: { from, to: addDays(from, 2) }, units_per_day: 1 }),
        ],
      },
      instalments: { put: instalments.map(([due_on, amount]) => ({ id: newLineId(), due_on, amount })) },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await addenda.run(draft.id, 'submit')).statusCode).toBe(200);
    const answer = await addenda.apply(draft.id);
    expect(answer.statusCode, answer.body).toBe(200);
  };
  const netsDue = async (contractId: string) =>
    (
      await api.database.query<{ net: string }>(sql`
        SELECT net::text FROM billable_order_lines WHERE contract_id = ${contractId}::uuid ORDER BY order_line_id`)
    ).map(({ net }) => net);

  test('a line that an addendum adds is due by the instalments of the addendum, not by those of the contract', async () => {
    const contract = await byMilestones(await world.client(), [[world.today, '444.40']]);
    await addLine(contract.id, [
      [world.today, '100.00'],
      [addDays(world.today, 30), '200.00'],
    ]);
    expect(await netsDue(contract.id)).toEqual(['333.30', '111.10', '100.00']);
    expect(await due(contract.id)).toMatchObject({ due: '544.40', lines: 3 });
    expect((await bill(contract.id)).statusCode).toBe(200);
    expect((await issueOf(await only(contract.id))).statusCode).toBe(200);
    expect(await netsDue(contract.id)).toEqual(['0.00']);
  });

  test('an addendum that is not due yet leaves what is due of the contract, also after that was billed', async () => {
    const contract = await byMilestones(await world.client(), [[world.today, '444.40']]);
    await addLine(contract.id, [[addDays(world.today, 30), '300.00']]);
    expect(await netsDue(contract.id)).toEqual(['333.30', '111.10', '0.00']);
    expect((await bill(contract.id)).statusCode).toBe(200);
    expect((await issueOf(await only(contract.id))).statusCode).toBe(200);
    expect(await netsDue(contract.id)).toEqual(['0.00']);
    expect((await bill(contract.id)).json()).toMatchObject({ reasons: [{ code: 'nothing_due' }] });
  });

  test('instalments of an addendum that outweigh each other bill no more than is due of the contract', async () => {
    const addenda = makeAddendaWorld(api, world);
    const [from, later] = [addDays(world.today, 1), addDays(world.today, 10)];
    const flight = { from, to: later };
    const contract = await signed(await world.client(), [await line({ flight, units_per_day: 1 })], {
      billing_plan: 'upfront',
    });
    expect(await netsDue(contract.id)).toEqual(['1000.00']);
    // 300 less of the line and 300 for another: nothing is due anew.
    const draft = await addenda.draft(contract.id);
    const [sold] = linesOfAddendum(draft);
    const { id } = await addenda.pending(draft, [
      { id: sold?.id, op: 'change', flight: { from, to: addDays(world.today, 7) } },
      addenda.added(await world.space(9), { flight: { from, to: addDays(from, 2) }, units_per_day: 1 }),
    ]);
    expect((await addenda.apply(id)).statusCode).toBe(200);
    expect(await netsDue(contract.id)).toEqual(['700.00', '300.00']);
    expect(await due(contract.id)).toMatchObject({ due: '1000.00' });
  });

  test('a courtesy contract without instalments bills what an addendum sells', async () => {
    const client = await world.client();
    const { id } = await world.draft(client, [await line({ agreed_price: '0' })], {
      billing_plan: 'upfront',
    });
    expect((await world.run(id, 'submit')).statusCode).toBe(200);
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    expect(await due(id)).toBeUndefined();
    await addLine(id, [[world.today, '300.00']]);
    expect(await due(id)).toMatchObject({ due: '300.00', lines: 1 });
  });
});

describe('never more than was sold', () => {
  const draftOf = async (contract: AnyRecord, client: Client, net: string, quantity: string) => {
    const [order] = await orderLines(contract.id);
    return billing.draft({ client_id: client.id, contract_id: contract.id }, [
      { order_line_id: order?.id, billed_quantity: quantity, unit_price: net },
    ]);
  };

  test('of two invoices of the same line that are issued at once, one is refused', async () => {
    const client = await world.client();
    const contract = await signed(client, [await line()], { billing_plan: 'upfront' });
    for (let round = 0; round < 5; round += 1) {
      const both = await Promise.all([0, 1].map(() => draftOf(contract, client, '600', '6')));
      const answers = await Promise.all(both.map(issueOf));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      expect(answers.find(({ statusCode }) => statusCode === 422)?.json().message).toMatch(
        /más de lo que el contrato vende/,
      );
      const issued = answers.find(({ statusCode }) => statusCode === 200)?.json().data;
      const reason_id = await billing.reason('void');
      const voided = await billing.call(
        'POST',
        `/api/invoices/${issued.id}/void`,
        { reason_id, note: 'Prueba' },
        issued.row_version,
      );
      expect(voided.statusCode, voided.body).toBe(200);
      expect(await orderLines(contract.id)).toMatchObject([
        { billed_net: '0.00', billed_quantity: '0.0000' },
      ]);
    }
  });

  test('a payer is locked before the order lines, as a signature does, so that neither waits for the other', async () => {
    const client = await world.client();
    const contract = await signed(client, [await line()], { billing_plan: 'upfront' });
    const draft = await draftOf(contract, client, '100', '1');
    const { issuing } = await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`SELECT FROM clients WHERE id = ${client.id}::uuid FOR NO KEY UPDATE`);
      const waiting = issueOf(draft);
      await expect
        .poll(() =>
          api.database.query(sql`
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
        )
        .toHaveLength(1);
      await tx.query(sql`
        SELECT FROM order_lines WHERE contract_id = ${contract.id}::uuid FOR NO KEY UPDATE NOWAIT`);
      return { issuing: waiting };
    });
    const issued = await issuing;
    expect(issued.statusCode, issued.body).toBe(200);
  });

  test('a credit note takes back the contracted line that the line of the invoice bills', async () => {
    const client = await world.client();
    const contract = await signed(client, [await line(), await line()], { billing_plan: 'upfront' });
    const invoice = (await issueOf(await draftOf(contract, client, '100', '1'))).json().data;
    const note = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
      reason_id: await billing.reason('credit_note'),
    });
    const draft = note.json().data as AnyRecord;
    const [first] = draft.lines as AnyRecord[];
    const [, other] = await orderLines(contract.id);
    for (const values of [{ order_line_id: other?.id }, { order_line_id: null, billed_quantity: null }]) {
      const current = await billing.read('invoices', draft.id);
      const changed = await billing.call(
        'PATCH',
        `/api/invoices/${draft.id}`,
        { lines: { put: [{ id: first?.id, ...values }] } },
        Number(current.row_version),
      );
      expect(changed.statusCode, changed.body).toBe(200);
      const refused = await issueOf(changed.json().data);
      expect(refused.statusCode, refused.body).toBe(422);
    }
  });

  test('what a note takes back is billed again, or by its own decision is not', async () => {
    const client = await world.client();
    const contract = await signed(client, [await line()], { billing_plan: 'upfront' });
    const invoice = (await issueOf(await draftOf(contract, client, '1000', '10'))).json().data;
    const noteOver = async (quantity: string, fiscalCode: string) => {
      const reason = await api.database.one<{ id: string }>(
        sql`SELECT id FROM reasons WHERE kind = 'credit_note' AND fiscal_code = ${fiscalCode}`,
      );
      const made = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
        reason_id: reason?.id,
      });
      expect(made.statusCode, made.body).toBe(201);
      const note = made.json().data as AnyRecord;
      const put = linesIn(note, 'lines').map(({ id }) => ({
        id,
        unit_price: `${quantity}00`,
        billed_quantity: quantity,
      }));
      const changed = await billing.call(
        'PATCH',
        `/api/invoices/${note.id}`,
        { lines: { put } },
        note.row_version,
      );
      return (await issueOf(changed.json().data)).json().data as AnyRecord;
    };
    expect(await noteOver('1', '3')).toMatchObject({ rebill: false, net: '100.00' });
    expect(await due(contract.id)).toBeUndefined();
    expect(await noteOver('2', '1')).toMatchObject({ rebill: true, net: '200.00' });
    expect(await due(contract.id)).toMatchObject({ due: '200.00' });
    expect((await bill(contract.id)).statusCode).toBe(200);
    expect((await issueOf(await only(contract.id))).statusCode).toBe(200);
    expect(await due(contract.id)).toBeUndefined();
    expect(await world.read(contract.id)).toMatchObject({ billed_pct: '100.0000', unbilled_total: '0.00' });
  });

  test('whatever is issued, credited and voided, what is billed is counted and within what was sold', async () => {
    const client = await world.client();
    const contract = await signed(client, [await line()], { billing_plan: 'upfront' });
    const issued: AnyRecord[] = [];
    const run = async (step: { readonly kind: string; readonly amount: number; readonly at: number }) => {
      if (step.kind === 'issue') {
        const response = await issueOf(
          await draftOf(contract, client, String(step.amount), String(step.amount / 100)),
        );
        expect([200, 422]).toContain(response.statusCode);
        if (response.statusCode === 200) issued.push(response.json().data);
        return;
      }
      const one = issued[step.at % Math.max(1, issued.length)];
      if (!one) return;
      const current = await billing.read('invoices', one.id);
      if (step.kind === 'void') {
        const reason_id = await billing.reason('void');
        await billing.call(
          'POST',
          `/api/invoices/${one.id}/void`,
          { reason_id },
          Number(current.row_version),
        );
        return;
      }
      const note = await billing.call('POST', `/api/invoices/${one.id}/credit_note`, {
        reason_id: await billing.reason('credit_note'),
      });
      if (note.statusCode === 201) {
        const answer = await issueOf(note.json().data);
        if (answer.statusCode === 200) issued.push(answer.json().data);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('issue', 'issue', 'credit', 'void'),
            amount: fc.integer({ min: 100, max: 700 }),
            at: fc.nat(20),
          }),
          { minLength: 4, maxLength: 8 },
        ),
        async (steps) => {
          for (const step of steps) await run(step);
          await billedIsCounted();
          for (const { billed_net, net } of await orderLines(contract.id)) {
            expect(Number(billed_net)).toBeGreaterThanOrEqual(0);
            expect(Number(billed_net)).toBeLessThanOrEqual(Number(net));
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  test('an addendum neither removes nor reprices a line that is billed, nor makes it smaller than that (I6)', async () => {
    const addenda = makeAddendaWorld(api, world);
    const client = await world.client();
    const tomorrow = addDays(world.today, 1);
    const flight = { from: tomorrow, to: addDays(world.today, 10) };
    const contract = await signed(client, [await line({ flight, units_per_day: 1 })], {
      billing_plan: 'upfront',
    });
    // 700 of 1000, before anything was aired.
    expect((await issueOf(await draftOf(contract, client, '700', '7'))).statusCode).toBe(200);
    const { id } = await addenda.draft(contract.id);
    const [sold] = linesOfAddendum(await addenda.read(id));
    const refused = async (values: object, instalment: string): Promise<string> => {
      // Typed, because none are proposed for less than what is billed.
      const drop = linesIn(await addenda.read(id), 'instalments').map((one) => one.id);
      const put = [{ id: newLineId(), due_on: world.today, amount: instalment }];
      const lines = { put: [{ id: sold?.id, ...values }] };
      const typed = await addenda.patch(id, { lines, instalments: { drop, put } });
      expect(typed.statusCode, typed.body).toBe(200);
      expect((await addenda.run(id, 'submit')).statusCode).toBe(200);
      const answer = await addenda.apply(id);
      expect(answer.statusCode, answer.body).toBe(422);
      expect((await addenda.run(id, 'return', {})).statusCode).toBe(200);
      return answer.json().message;
    };
    const agreed = { op: 'change', agreed_price: '100', units_per_day: 1, flight };
    expect(await refused({ ...agreed, op: 'remove' }, '-1000.00')).toMatch(/ya se emitió o facturó/i);
    expect(await refused({ ...agreed, agreed_price: '120' }, '200.00')).toMatch(/ya se emitió o facturó/i);
    expect(await refused({ ...agreed, units_per_day: 2 }, '1000.00')).toMatch(/ya se emitió o facturó/i);
    const shorter = { ...flight, to: addDays(world.today, 6) };
    expect(await refused({ ...agreed, flight: shorter }, '-400.00')).toMatch(
      /más de lo que el contrato vende/,
    );
    const [order] = await orderLines(contract.id);
    expect(order).toMatchObject({ billed_net: '700.00', net: '1000.00' });
    await expect(
      api.database.query(sql`UPDATE order_lines SET status = 'removed' WHERE id = ${order?.id}::uuid`),
    ).rejects.toThrow(/stays as it is/);
    // As large as what is billed, it is.
    const enough = { ...flight, to: addDays(world.today, 7) };
    await addenda.pending(await addenda.read(id), [{ id: sold?.id, ...agreed, flight: enough }]);
    const answer = await addenda.apply(id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await orderLines(contract.id)).toMatchObject([{ billed_net: '700.00', net: '700.00' }]);
  });

  test('an addendum below what is billed gets instalments once a credit note takes back the difference', async () => {
    const addenda = makeAddendaWorld(api, world);
    const client = await world.client();
    const flight = { from: addDays(world.today, 1), to: addDays(world.today, 10) };
    const contract = await signed(client, [await line({ flight, units_per_day: 1 })], {
      billing_plan: 'upfront',
    });
    const invoice = (await issueOf(await draftOf(contract, client, '700', '7'))).json().data;
    const draft = await addenda.draft(contract.id);
    const [sold] = linesOfAddendum(draft);
    const shorter = { ...flight, to: addDays(world.today, 6) };
    await addenda.patch(draft.id, { lines: { put: [{ id: sold?.id, op: 'change', flight: shorter }] } });
    const refused = await addenda.run(draft.id, 'plan_billing');
    expect(refused.json()).toMatchObject({ status: 409, code: 'more_is_billed' });
    expect(refused.json().message).toContain('nota de crédito por RD$100.00');

    const prepared = await billing.call('POST', `/api/invoices/${invoice.id}/credit_note`, {
      reason_id: await billing.reason('credit_note'),
    });
    const note = prepared.json().data as AnyRecord;
    const [first] = note.lines as AnyRecord[];
    const one = await billing.call(
      'PATCH',
      `/api/invoices/${note.id}`,
      { lines: { put: [{ id: first?.id, unit_price: '100', billed_quantity: '1' }] } },
      (await billing.read('invoices', note.id)).row_version,
    );
    expect(one.statusCode, one.body).toBe(200);
    const credited = await issueOf(one.json().data);
    expect(credited.statusCode, credited.body).toBe(200);

    expect((await addenda.run(draft.id, 'plan_billing')).statusCode).toBe(200);
    expect(linesIn(await addenda.read(draft.id), 'instalments')).toMatchObject([
      { due_on: world.today, amount: '-400.00' },
    ]);
    expect((await addenda.run(draft.id, 'submit')).statusCode).toBe(200);
    const answer = await addenda.apply(draft.id);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await orderLines(contract.id)).toMatchObject([{ billed_net: '600.00', net: '600.00' }]);
    expect(await due(contract.id)).toBeUndefined();
  });

  test('a line of an agency is reduced to what is billed of it, although its invoices were rounded apart', async () => {
    const addenda = makeAddendaWorld(api, world);
    const agency = await billing.call('POST', '/api/agencies', {
      ...(await sampleBody(api.database, agencies, 41)),
      commission_mode: 'invoice_discount',
      commission_pct: '15',
      status: 'active',
    });
    expect(agency.statusCode, agency.body).toBe(201);
    const agency_id = agency.json().data.id;
    const client = await world.client();
    const letter = await billing.call('POST', '/api/client-agencies', {
      ...(await sampleBody(api.database, clientAgencies, 41)),
      brand_id: null,
      client_id: client.id,
      agency_id,
      valid: { from: '2020-01-01', to: '2099-12-31' },
      services: ['buying'],
      commission_pct_override: null,
    });
    expect(letter.statusCode, letter.body).toBe(201);
    const flight = { from: addDays(world.today, 1), to: addDays(world.today, 10) };
    const contract = await signed(
      client,
      [await line({ flight, units_per_day: 1, agreed_price: '100.02' })],
      {
        billing_plan: 'upfront',
        agency_id,
      },
    );
    const [order] = await orderLines(contract.id);
    for (let count = 0; count < 3; count += 1) {
      const invoice = await billing.draft({ client_id: client.id, contract_id: contract.id, agency_id }, [
        { order_line_id: order?.id, billed_quantity: '1', unit_price: '100.02' },
      ]);
      const issued = await issueOf(invoice);
      expect(issued.json().data, issued.body).toMatchObject({ taxable: '85.02' });
    }
    const draft = await addenda.draft(contract.id);
    const [sold] = linesOfAddendum(draft);
    const shorter = { ...flight, to: addDays(world.today, 3) };
    const { id } = await addenda.pending(draft, [{ id: sold?.id, op: 'change', flight: shorter }]);
    // A cent less than the three invoices together.
    expect(linesOfAddendum(await addenda.read(id))).toMatchObject([{ taxable: '255.05' }]);
    const answer = await addenda.apply(id);
    expect(answer.statusCode, answer.body).toBe(200);
  });

  test('the role of the API cannot change what is billed', async () => {
    const contract = await signed(await world.client(), [await line()], { billing_plan: 'upfront' });
    await expect(
      api.database.transaction({ actorId: null, requestId: 'test', ip: null }, (tx) =>
        tx.query(sql`UPDATE order_lines SET billed_net = 1 WHERE contract_id = ${contract.id}::uuid`),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('an invoice is of the parties of its contract, and bills lines of that contract alone', async () => {
    const [mine, other] = [await world.client(), await world.client()];
    const contract = await signed(mine, [await line()], { billing_plan: 'upfront' });
    const foreign = await signed(other, [await line()], { billing_plan: 'upfront' });
    const [order] = await orderLines(foreign.id);
    const create = (values: object, lines: readonly object[]) =>
      billing.call('POST', '/api/invoices', {
        concept: 'Publicidad',
        company_id: world.companyId,
        client_id: mine.id,
        ...values,
        lines: { put: lines.map((one) => ({ id: newLineId(), description: 'Cuña', ...one })) },
      });
    const wrongClient = await create({ contract_id: foreign.id }, [{ unit_price: '1' }]);
    expect(wrongClient.statusCode).toBe(422);
    expect(Object.keys(wrongClient.json().errors)).toEqual(['contract_id']);
    const lineOf = { order_line_id: order?.id, billed_quantity: '1', unit_price: '1' };
    expect((await create({ contract_id: contract.id }, [lineOf])).statusCode).toBe(422);
    expect((await create({}, [lineOf])).statusCode).toBe(422);
    const draft = await world.draft(mine, [await line()]);
    expect((await create({ contract_id: draft.id }, [{ unit_price: '1' }])).statusCode).toBe(422);
  });
});

describe('several contracts', () => {
  test('one draft for each with something due, reasons for the others, and nothing twice when prepared at once', async () => {
    const client = await world.client();
    const two = [
      await signed(client, [await line()], { billing_plan: 'upfront' }),
      await signed(client, [await line()], { billing_plan: 'upfront' }),
    ];
    const none = await signed(client, [await line()], { billing_plan: 'by_consumption' });
    const ids = [...two, none].map(({ id }) => id);
    const preview = (await billing.call('POST', '/api/invoices/prepare/preview', { ids })).json().data;
    expect(preview.invoices).toHaveLength(2);
    expect(preview.blocked).toMatchObject([{ id: none.id }]);
    const answers = await Promise.all(
      [0, 1].map(() => billing.call('POST', '/api/invoices/prepare', { ids })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const { id } of two) expect(await drafts(id)).toHaveLength(1);
  });

  test('what is due can be that of a company and of a seller', async () => {
    const seller = await createUser(api, { role: 'sales_rep' });
    const contract = await signed(await world.client(), [await line()], {
      billing_plan: 'upfront',
      owner_id: seller.id,
    });
    const idsOf = async (query: string): Promise<string[]> => {
      const { data } = (await billing.call('GET', `/api/billing/due?${query}`)).json();
      return data.contracts.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf(`seller=${seller.id}`)).toEqual([contract.id]);
    expect(await idsOf(`seller=${seller.id}&company=${world.companyId}`)).toEqual([contract.id]);
    expect(await idsOf(`seller=${seller.id}&company=${seller.id}`)).toEqual([]);
    expect((await billing.call('GET', '/api/billing/due?seller=nadie')).statusCode).toBe(422);
  });

  test('a seller sees and prepares only what is due of their contracts', async () => {
    const contract = await signed(await world.client(), [await line()], { billing_plan: 'upfront' });
    const headers = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    const listed = await api.inject({ url: '/api/billing/due', headers });
    expect(listed.json().data.contracts).toEqual([]);
    const refused = await api.inject({
      method: 'POST',
      url: '/api/invoices/prepare',
      headers,
      payload: { ids: [contract.id] },
    });
    expect(refused.statusCode).toBe(403);
  });
});

describe('exposure', () => {
  test('an invoice takes the place of what it bills, and a payment in advance reduces it', async () => {
    const client = await world.client({ credit_limit: '2500', taxpayer_type: 'taxpayer', tax_exempt: false });
    const first = await signed(client, [await line()], { billing_plan: 'upfront' });
    expect((await bill(first.id)).statusCode).toBe(200);
    expect((await issueOf(await only(first.id))).statusCode).toBe(200);
    const total = String(first.total);
    const second = await world.pending(client, [await line()]);
    const third = await world.pending(client, [await line()]);
    expect(sum([total, String(second.total)]) <= '2500').toBe(true);
    expect((await world.run(second.id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    const over = await world.run(third.id, 'sign', { signed_on: world.today });
    expect(over.json()).toMatchObject({ status: 409, reasons: [{ code: 'credit_limit' }] });
    await billing.pay('1500', { client_id: client.id, received_on: addDays(world.today, -1) });
    const allowed = await world.run(third.id, 'sign', { signed_on: world.today });
    expect(allowed.statusCode, allowed.body).toBe(200);
  });
});

describe('commission', () => {
  test('is the one that the contract fixed by the letter of the agency, which has another one today', async () => {
    const agency = await billing.call('POST', '/api/agencies', {
      ...(await sampleBody(api.database, agencies, 40)),
      commission_mode: 'later_settlement',
      commission_pct: '15',
      status: 'active',
    });
    expect(agency.statusCode, agency.body).toBe(201);
    const { id, row_version } = agency.json().data;
    const client = await world.client();
    const letter = await billing.call('POST', '/api/client-agencies', {
      ...(await sampleBody(api.database, clientAgencies, 40)),
      brand_id: null,
      client_id: client.id,
      agency_id: id,
      valid: { from: '2020-01-01', to: '2099-12-31' },
      services: ['buying'],
      commission_pct_override: '12',
    });
    expect(letter.statusCode, letter.body).toBe(201);
    const contract = await signed(client, [await line()], { billing_plan: 'upfront', agency_id: id });
    expect(contract).toMatchObject({ agency_commission_pct: '12.0000', commission_mode: 'later_settlement' });
    const changed = await billing.call(
      'POST',
      `/api/agencies/${id}/change_commission`,
      { commission_pct: '5', reason: 'Acuerdo nuevo' },
      row_version,
    );
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await bill(contract.id)).statusCode).toBe(200);
    const draft = await only(contract.id);
    const issued = await issueOf(draft);
    expect(issued.json().data).toMatchObject({ agency_discount: '0.00', agency_commission_pct: '12.0000' });
    const commissions = await api.database.query(sql`
      SELECT pct::text, amount::text FROM agency_commissions
      WHERE invoice_id = ${draft.id}::uuid AND beneficiary_kind = 'agency'`);
    expect(commissions).toEqual([{ pct: '12.0000', amount: '120.00' }]);
  });
});
