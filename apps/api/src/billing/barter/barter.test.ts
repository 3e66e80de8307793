import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { add } from '@pauta/domain/money/arithmetic.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signDueDocuments } from '../../fiscal/do/issuing/sign-documents.ts';
import { type EcfFixture, ecfFixture } from '../../fiscal/do/testing/ecf-fixture.ts';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { contradictions } from '../testing/billing-fixture.ts';

let api: TestApi;
let world: ContractWorld;
let billing: EcfFixture;

type Client = Awaited<ReturnType<ContractWorld['client']>>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await ecfFixture(api);
  world = await makeContractWorld(api);
});
afterAll(async () => {
  expect(await contradictions(api)).toEqual([]);
  await api.close();
});

/** An issued invoice of a new contract of one line; its total is `net` and 18 %. */
const invoiceOf = async (client: Client, net: string, contract_type = 'barter'): Promise<AnyRecord> => {
  const { id } = await world.pending(
    client,
    [
      world.line(await world.space(100), {
        flight: { from: world.today, to: world.today },
        agreed_price: net,
      }),
    ],
    { billing_plan: 'upfront', contract_type },
  );
  for (const [command, input] of [
    ['sign', { signed_on: world.today }],
    ['bill', {}],
  ] as const) {
    const done = await world.run(id, command, input);
    expect(done.statusCode, done.body).toBe(200);
  }
  const { data } = (
    await billing.call('GET', `/api/invoices?f.contract_id=${id}&f.status=draft&fields=*`)
  ).json();
  expect(data).toHaveLength(1);
  return billing.issue(data[0]);
};
const receive = (client: Client, amount: string, values: object = {}) =>
  billing.barter(amount, {
    client_id: client.id,
    issued_on: world.today,
    received_on: world.today,
    ...values,
  });
const send = (client: Client, values: object) =>
  billing.call('POST', '/api/barter-receipts', {
    company_id: billing.companyId,
    client_id: client.id,
    issued_on: world.today,
    received_on: world.today,
    description: 'Mobiliario',
    amount: '100',
    ...values,
  });
const paymentOf = (receipt: AnyRecord) => billing.read('payments', referenceId(receipt.payment_id) ?? '');
const run = async (payment: AnyRecord, command: string, input: object = {}) => {
  const { row_version } = await billing.read('payments', payment.id);
  return billing.call('POST', `/api/payments/${payment.id}/${command}`, input, row_version);
};
const change = (statement: ReturnType<typeof sql>) =>
  api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
const barterOf = async (client: Client) =>
  (await billing.call('GET', `/api/clients/${client.id}/account`)).json().data.currencies[0]?.barter;

describe('the invoice of a client', () => {
  test('settles the invoices of its barter contracts, the oldest first, with their tax, and the rest is its balance', async () => {
    const client = await world.client();
    const [first, second] = [await invoiceOf(client, '100'), await invoiceOf(client, '200')];
    expect(first).toMatchObject({ net: '100.00', tax: '18.00', total: '118.00' });
    const receipt = await receive(client, '200', { tax: '36' });
    expect(receipt).toMatchObject({ total: '236.00', used: '236.00', unused: '0.00', status: 'registered' });
    expect(await billing.read('invoices', first.id)).toMatchObject({ payment_status: 'paid' });
    expect(await billing.read('invoices', second.id)).toMatchObject({ balance: '118.00' });
    expect(await barterOf(client)).toEqual({
      given: '236.00',
      used: '236.00',
      unused: '0.00',
      owed: '118.00',
    });
    const more = await receive(client, '150', { tax: '27' });
    expect(more).toMatchObject({ total: '177.00', used: '118.00', unused: '59.00' });
    expect(await barterOf(client)).toEqual({
      given: '413.00',
      used: '354.00',
      unused: '59.00',
      owed: '0.00',
    });
    expect(await paymentOf(more)).toMatchObject({
      method: 'barter',
      amount: '177.00',
      applied: '118.00',
      reference: more.fiscal_number,
    });
    // A later invoice is settled in the payment.
    const later = await invoiceOf(client, '50');
    expect((await run(await paymentOf(more), 'apply_oldest')).statusCode).toBe(200);
    expect(await billing.read('invoices', later.id)).toMatchObject({ balance: '0.00' });
    expect(await billing.read('barter-receipts', more.id)).toMatchObject({ used: '177.00', unused: '0.00' });
  });

  test('is a purchase in the report 606, and what it settles is barter in the report 607', async () => {
    const client = await world.client();
    const invoice = await invoiceOf(client, '100');
    const receipt = await receive(client, '100', { tax: '18', supplied: 'goods', purchase_kind: 'assets' });
    const month = world.today.slice(0, 7);
    const rowOf = async (report: number, number: unknown): Promise<string[]> => {
      const file = await billing.call(
        'GET',
        `/api/fiscal-reports/${report}?company_id=${billing.companyId}&month=${month}`,
      );
      expect(file.statusCode, file.body).toBe(200);
      return (
        file.body
          .split('\r\n')
          .find((line) => line.includes(String(number)))
          ?.split('|') ?? []
      );
    };
    const bought = await rowOf(606, receipt.fiscal_number);
    expect([bought[2], bought[8], bought[10], bought[22]]).toEqual(['10', '100.00', '18.00', '05']);
    expect((await rowOf(607, invoice.fiscal_number))[21]).toBe('118.00');
  });

  test('counts once while it is in force, also when two register it at once', async () => {
    const client = await world.client();
    const same = { fiscal_number: 'B0100000777' };
    const answers = await Promise.all([send(client, same), send(client, same), send(client, same)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json().data as AnyRecord;
    const refused = await send(client, same);
    expect(refused.json().errors).toEqual({
      fiscal_number: ['Ese comprobante del cliente ya está registrado.'],
    });
    const voided = await run(await paymentOf(made), 'void', { reason: 'Era de otro cliente' });
    expect(voided.statusCode, voided.body).toBe(200);
    expect(await billing.read('barter-receipts', made.id)).toMatchObject({
      status: 'voided',
      unused: '0.00',
    });
    expect((await send(client, same)).statusCode).toBe(201);
  });

  test('that is taken back opens its invoices again', async () => {
    const client = await world.client();
    const invoice = await invoiceOf(client, '100');
    const receipt = await receive(client, '118');
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ balance: '0.00' });
    expect((await run(await paymentOf(receipt), 'return', { reason: 'No entregó' })).statusCode).toBe(200);
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ balance: '118.00' });
    expect(await billing.read('barter-receipts', receipt.id)).toMatchObject({
      status: 'voided',
      used: '0.00',
    });
    expect(await barterOf(client)).toMatchObject({ given: '0.00', owed: '118.00' });
  });

  test('is refused with a day in the future, a number with spaces or no amount', async () => {
    const client = await world.client();
    const tomorrow = addDays(world.today, 1);
    for (const [values, field] of [
      [{ issued_on: tomorrow, fiscal_number: 'B0100000801' }, 'issued_on'],
      [{ received_on: tomorrow, fiscal_number: 'B0100000802' }, 'received_on'],
      [{ fiscal_number: 'B01 803' }, 'fiscal_number'],
      [{ fiscal_number: 'B0100000804', amount: '0' }, 'amount'],
    ] as const) {
      const answer = await send(client, values);
      expect(answer.statusCode, answer.body).toBe(422);
      expect(Object.keys(answer.json().errors)).toEqual([field]);
    }
  });
});

describe('what is bartered', () => {
  test('never settles an invoice of another contract or of another client', async () => {
    const [client, other] = [await world.client(), await world.client()];
    const sold = await invoiceOf(client, '100', 'normal');
    const others = await invoiceOf(other, '100');
    const receipt = await receive(client, '500');
    expect(receipt).toMatchObject({ used: '0.00', unused: '500.00' });
    const payment = await paymentOf(receipt);
    const oldest = await run(payment, 'apply_oldest');
    expect(oldest.statusCode).toBe(409);
    expect(oldest.json().message).toMatch(/contratos de canje/);
    for (const { internal_no } of [sold, others]) {
      const refused = await run(payment, 'apply', { invoices: [{ invoice: internal_no }] });
      expect(refused.statusCode, refused.body).toBe(422);
      expect(refused.json().errors.invoices[0]).toMatch(/contrato de canje/);
    }
    for (const [invoice, forAnother] of [
      [sold, false],
      [others, true],
    ] as const)
      await expect(
        change(sql`
          INSERT INTO payment_applications (name, payment_id, invoice_id, client_id, applied_on, currency_code, amount, for_another)
          VALUES ('A mano', ${payment.id}::uuid, ${invoice.id}::uuid, ${client.id}::uuid, ${world.today}::date, 'DOP', 10,
            ${forAnother})`),
      ).rejects.toMatchObject({ constraint: 'payment_applications_barter' });
  });

  test('is only paid by the invoice of the client, and its record follows the payment', async () => {
    await expect(
      billing.pay('10', { method: 'barter', bank_account_id: null, reference: null }),
    ).rejects.toThrow(/Registro de Cobros › Canjes/);
    const receipt = await receive(await world.client(), '10');
    for (const statement of [
      sql`UPDATE barter_receipts SET used = 1 WHERE id = ${receipt.id}::uuid`,
      sql`UPDATE barter_receipts SET status = 'voided' WHERE id = ${receipt.id}::uuid`,
      sql`UPDATE barter_receipts SET amount = 11 WHERE id = ${receipt.id}::uuid`,
    ])
      await expect(change(statement)).rejects.toThrow(/permission denied/);
    await expect(
      change(sql`
        INSERT INTO barter_receipts (name, company_id, client_id, fiscal_number, issued_on, received_on, description, amount,
          supplier_tax_id, payment_id)
        SELECT 'A mano', company_id, client_id, 'B0100000999', received_on, received_on, 'Nada', 11, 'X', id FROM payments
        WHERE id = ${referenceId(receipt.payment_id)}::uuid`),
    ).rejects.toMatchObject({ constraint: 'barter_receipts_is_payment' });
  });

  test('and money that arrive at once never pay more than is owed', async () => {
    const client = await world.client();
    const invoice = await invoiceOf(client, '100');
    const answers = await Promise.all([
      send(client, { fiscal_number: 'B0100000901', amount: '80' }),
      send(client, { fiscal_number: 'B0100000902', amount: '80' }),
      billing
        .pay('80', { client_id: client.id, received_on: world.today })
        .then((payment) => run(payment, 'apply', { invoices: [{ invoice: invoice.internal_no }] })),
    ]);
    for (const { statusCode, body } of answers) expect([200, 201, 422], body).toContain(statusCode);
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ paid: '118.00', balance: '0.00' });
    expect(await contradictions(api)).toEqual([]);
  });

  test('adds up after any sequence of receipts, applications and returns', async () => {
    const step = fc.record({
      kind: fc.constantFrom('receive', 'receive', 'apply', 'unapply', 'return'),
      units: fc.integer({ min: 1, max: 30_000 }),
      pick: fc.nat(20),
    });
    const client = await world.client();
    for (const net of ['100', '33.33', '250.55']) await invoiceOf(client, net);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const receipts: AnyRecord[] = [];
        for (const { kind, units, pick } of steps) {
          if (kind === 'receive') receipts.push(await receive(client, (units / 100).toFixed(2)));
          const receipt = receipts[pick % Math.max(1, receipts.length)];
          if (!receipt || kind === 'receive') continue;
          const done = await run(
            await paymentOf(receipt),
            kind === 'apply' ? 'apply_oldest' : kind,
            kind === 'apply' ? {} : { reason: 'Una corrección' },
          );
          expect([200, 409], done.body).toContain(done.statusCode);
        }
        const barter = await barterOf(client);
        expect(add(barter.used, barter.unused)).toBe(barter.given);
        expect(compareDecimals(barter.unused, '0')).toBeGreaterThanOrEqual(0);
        const wrong = await api.database.query(sql`
          SELECT r.name FROM barter_receipts r JOIN payments p ON p.id = r.payment_id
          WHERE r.used <> p.applied OR (r.status = 'voided') <> (p.status IN ('voided', 'returned'))`);
        expect(wrong).toEqual([]);
        expect(await contradictions(api)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});

test('the electronic invoice of a barter contract names barter as its form of payment', async () => {
  const started = '2026-01-01';
  await billing.change({ starts_on: started });
  expect((await billing.load()).statusCode).toBe(200);
  const formOf = async (contractType: string): Promise<string | undefined> => {
    const client = await world.client();
    await change(sql`
      UPDATE clients SET tax_id_type = 'RNC', tax_id = '101001577', taxpayer_type = 'taxpayer', tax_exempt = false
      WHERE id = ${client.id}::uuid`);
    const invoice = await invoiceOf(client, '100', contractType);
    expect(invoice.fiscal_document).toBe('E31');
    await signDueDocuments(api.app);
    const xml = await billing.call('GET', `/api/invoices/${invoice.id}/invoice.xml`);
    expect(xml.statusCode, xml.body).toBe(200);
    return xml.body.match(/<FormaPago>(\d+)<\/FormaPago>/)?.[1];
  };
  expect(await formOf('barter')).toBe('6');
  expect(await formOf('normal')).toBeUndefined();
});
