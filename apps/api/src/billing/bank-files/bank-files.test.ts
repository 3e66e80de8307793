import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type BillingFixture, billingFixture, contradictions } from '../testing/billing-fixture.ts';
import { makeBankWorld, statement } from './bank-file-fixtures.ts';

let api: TestApi;
let billing: BillingFixture;
let bank: ReturnType<typeof makeBankWorld>;

beforeAll(async () => {
  api = await startTestApi();
  billing = await billingFixture(api);
  bank = makeBankWorld(api, billing);
});
afterAll(() => api?.close());

const payment = (id: unknown): Promise<AnyRecord> =>
  billing.read('payments', String((id as AnyRecord | null)?.id));

describe('what movements are proposed as', () => {
  test('payments, named invoices, names with a balance, returns and charges', async () => {
    const client = await billing.read('clients', billing.clientId);
    const known = await billing.pay('321.50', { reference: 'TRX-900123', received_on: '2026-02-03' });
    const named = await billing.issued({}, [{ unit_price: '1000' }]);
    const partly = await billing.issued({}, [{ unit_price: '2000' }]);
    const like = await billing.issued({}, [{ unit_price: '777' }]);
    const cheque = await billing.pay('450.00', { method: 'cheque', reference: 'CK-7781' });
    const id = await bank.matched(
      statement(
        '03/02/2026;000900123;Transferencia recibida TRX900123;;321.50;1.00',
        `04/02/2026;55501;Pago ${named.internal_no};;${named.total};1.00`,
        `05/02/2026;55502;PAGO FACT ${partly.fiscal_number};;"1,000.00";1.00`,
        `06/02/2026;55503;TRANSF DE ${client.trade_name};;${like.total};1.00`,
        '07/02/2026;55504;CHEQUE DEVUELTO CK7781 FONDOS INSUFICIENTES;450.00;;1.00',
        '08/02/2026;55505;COMISION POR TRANSFERENCIA;50.00;;1.00',
        '09/02/2026;55506;Nadie sabe qué es esto;;12.34;1.00',
        '31/02/2026;55507;Ese día no existe;;12.34;1.00',
      ),
    );
    expect(await bank.read(id)).toMatchObject({
      status: 'matched',
      header_line: 4,
      rows: 8,
      sure: 5,
      pending: 8,
      begins_on: '2026-02-03',
      ends_on: '2026-02-09',
    });
    expect(await bank.movements(id)).toMatchObject([
      { proposal: 'payment', grade: 'sure', payment_id: { id: known.id }, amount: '321.50' },
      { proposal: 'invoices', grade: 'sure', invoice_id: { id: named.id } },
      { proposal: 'invoices', grade: 'likely', invoice_id: { id: partly.id }, amount: '1000.00' },
      { proposal: 'invoices', grade: 'sure', invoice_id: { id: like.id } },
      { proposal: 'return', grade: 'sure', payment_id: { id: cheque.id }, amount: '-450.00' },
      { proposal: 'bank_charge', grade: 'sure', amount: '-50.00' },
      { proposal: null, status: 'pending' },
      { status: 'unreadable', problem: '«31/02/2026» no es una fecha.' },
    ]);

    const run = await bank.runJob(id, 'confirm_sure');
    expect(run.answer).toEqual({ confirmed: 5, refused: 0 });
    const settled = await bank.movements(id);
    expect(settled.map(({ outcome }) => outcome)).toEqual([
      'reconciled',
      'registered',
      null,
      'registered',
      'returned',
      'bank_charge',
      null,
      null,
    ]);
    expect(await payment(settled[0]?.payment_id)).toMatchObject({ status: 'reconciled' });
    expect(await payment(settled[1]?.payment_id)).toMatchObject({
      status: 'reconciled',
      unapplied: '0.00',
      received_on: '2026-02-04',
      reference: '55501',
    });
    expect(await payment({ id: cheque.id })).toMatchObject({ status: 'returned' });
    expect(await billing.read('invoices', named.id)).toMatchObject({ balance: '0.00' });
    expect(await bank.read(id)).toMatchObject({ sure: 0, settled: 5, pending: 3 });
    expect(await contradictions(api)).toEqual([]);
  });

  test('an invoice that two movements would pay is sure for one of them', async () => {
    const invoice = await billing.issued({}, [{ unit_price: '610' }]);
    const id = await bank.matched(
      statement(
        `04/02/2026;66601;Pago ${invoice.internal_no};;${invoice.total};1.00`,
        `04/02/2026;66602;Pago ${invoice.internal_no};;${invoice.total};1.00`,
      ),
    );
    expect((await bank.movements(id)).map(({ grade }) => grade)).toEqual(['sure', 'possible']);
  });

  test('what no longer holds is refused with its reason, and the rest is confirmed', async () => {
    const [first, second] = [
      await billing.issued({}, [{ unit_price: '620' }]),
      await billing.issued({}, [{ unit_price: '630' }]),
    ];
    const id = await bank.matched(
      statement(
        `04/02/2026;67701;Pago ${first.internal_no};;${first.total};1.00`,
        `04/02/2026;67702;Pago ${second.internal_no};;${second.total};1.00`,
      ),
    );
    const paid = await billing.pay('100.00');
    const applied = await billing.call('POST', `/api/payments/${paid.id}/apply`, {
      invoices: [{ invoice: first.internal_no }],
    });
    expect(applied.statusCode, applied.body).toBe(200);
    expect((await bank.runJob(id, 'confirm_sure')).answer).toEqual({ confirmed: 1, refused: 1 });
    expect(await bank.movements(id)).toMatchObject([
      { status: 'pending', grade: 'possible', problem: expect.stringContaining('cambió') },
      { status: 'settled', outcome: 'registered' },
    ]);
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('what counts once', () => {
  test('a file, by its content', async () => {
    const text = statement('04/02/2026;70001;Uno;;10.01;1.00');
    const id = await bank.take(text);
    const again = await bank.send(text, 'otro nombre.csv');
    expect([again.statusCode, again.json().code, again.json().id]).toEqual([409, 'same_file', id]);
    const two = statement('04/02/2026;70002;Dos;;10.02;1.00');
    const answers = await Promise.all([bank.send(two), bank.send(two)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('a movement of files that overlap; equal rows of one file are as many as there are', async () => {
    const [a, b, c] = [
      '01/03/2026;71001;Uno;;20.01;1.00',
      '02/03/2026;;Depósito;;20.02;1.00',
      '03/03/2026;71003;Tres;;20.03;1.00',
    ];
    const first = await bank.matched(statement(a, b, b));
    const second = await bank.matched(statement(b, b, b, c));
    expect((await bank.movements(first)).map(({ status }) => status)).toEqual([
      'pending',
      'pending',
      'pending',
    ]);
    expect((await bank.movements(second)).map(({ status }) => status)).toEqual([
      'repeated',
      'repeated',
      'pending',
      'pending',
    ]);
    // Reading again changes nothing.
    await bank.runJob(second, 'match');
    expect(await bank.read(second)).toMatchObject({ rows: 4, repeated: 2, pending: 2 });
    // What a discarded file had counts in the next reading of the other.
    const file = await bank.read(first);
    const discarded = await billing.call('POST', `/api/bank-files/${first}/discard`, {}, file.row_version);
    expect(discarded.statusCode, discarded.body).toBe(200);
    await bank.runJob(second, 'match');
    expect(await bank.read(second)).toMatchObject({ rows: 4, repeated: 0, pending: 4 });
  });

  test('overlapping files that are read at once', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => `05/03/2026;72${100 + n};Fila;;3${n}.07;1.00`);
    const ids = [
      await bank.take(statement(...rows.slice(0, 20))),
      await bank.take(statement(...rows.slice(10))),
    ];
    await Promise.all(ids.map((id) => bank.runJob(id, 'match')));
    const counted = await api.database.one<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM bank_movements WHERE bank_file_id = ANY(${ids}::uuid[]) AND status = 'pending'`);
    expect(counted?.count).toBe(30);
  });

  test('a movement that two users confirm at once, and a payment that two movements claim', async () => {
    const invoice = await billing.issued({}, [{ unit_price: '640' }]);
    const id = await bank.matched(
      statement(`06/03/2026;73001;Pago ${invoice.internal_no};;${invoice.total};1.00`),
    );
    const [movement] = await bank.movements(id);
    const answers = await Promise.all([1, 2, 3].map(() => bank.run(movement, 'confirm')));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1);
    for (const { statusCode, body } of answers) expect([200, 409, 412], body).toContain(statusCode);
    expect(await billing.read('invoices', invoice.id)).toMatchObject({
      balance: '0.00',
      paid: invoice.total,
    });

    const known = await billing.pay('88.80', { reference: 'ZZ-1', received_on: '2026-03-07' });
    const other = await bank.matched(
      statement('07/03/2026;74001;A;;88.80;1.00', '07/03/2026;74002;B;;88.80;1.00'),
    );
    const rows = await bank.movements(other);
    const linked = await Promise.all(rows.map((row) => bank.run(row, 'link', { chosen_payment: known.id })));
    expect(linked.map(({ statusCode }) => statusCode).sort(), linked.map(({ body }) => body).join()).toEqual([
      200, 422,
    ]);
    expect(await contradictions(api)).toEqual([]);
  });
});

describe('what is decided by hand', () => {
  test('a new payment, an advance, no payment, and back again', async () => {
    const invoice = await billing.issued({}, [{ unit_price: '500' }]);
    const id = await bank.matched(
      statement(
        '08/03/2026;;Algo recibido;;100.10;1.00',
        '08/03/2026;75002;Anticipo;;100.20;1.00',
        '08/03/2026;75003;Traspaso propio;;100.30;1.00',
        '08/03/2026;75004;Salida;100.40;;1.00',
      ),
    );
    const [some, advance, own, out] = await bank.movements(id);
    const wrong = await bank.run(some, 'register', { method: 'transfer' });
    expect(wrong.json().errors).toHaveProperty('client_id');
    const unknown = await bank.run(some, 'register', {
      method: 'transfer',
      client_id: billing.clientId,
      invoices: [{ invoice: 'NO-EXISTE' }],
    });
    expect(unknown.json().errors).toHaveProperty('invoices');
    const done = await bank.run(some, 'register', {
      method: 'deposit',
      client_id: billing.clientId,
      invoices: [{ invoice: invoice.internal_no }],
    });
    expect(done.statusCode, done.body).toBe(200);
    expect(done.json().data).toMatchObject({ status: 'settled', outcome: 'registered' });
    const made = await payment(done.json().data.payment_id);
    expect(made).toMatchObject({ method: 'deposit', applied: '100.10', status: 'reconciled' });
    expect(made.reference).toMatch(/^MOV-[0-9A-F]{12}$/);
    const kept = await bank.run(advance, 'register', { method: 'transfer', client_id: billing.clientId });
    expect(await payment(kept.json().data.payment_id)).toMatchObject({ unapplied: '100.20' });
    const dismissed = await bank.run(own, 'dismiss', {
      what: 'own_transfer',
      note: 'De la cuenta de ahorros',
    });
    expect(dismissed.json().data).toMatchObject({
      outcome: 'own_transfer',
      remark: 'De la cuenta de ahorros',
    });
    const outgoing = await bank.run(out, 'register', { method: 'transfer', client_id: billing.clientId });
    expect(outgoing.statusCode, outgoing.body).toBe(409);

    // A wrong payment is voided, and its invoice is open again.
    const released = await bank.run(done.json().data, 'release');
    expect(released.statusCode, released.body).toBe(200);
    expect(released.json().data).toMatchObject({ status: 'pending', payment_id: null, outcome: null });
    expect(await payment({ id: made.id })).toMatchObject({ status: 'voided' });
    expect(await billing.read('invoices', invoice.id)).toMatchObject({ balance: invoice.total });
    const again = await bank.run(dismissed.json().data, 'release');
    expect(again.json().data).toMatchObject({ status: 'pending' });
    const refused = await billing.call(
      'POST',
      `/api/bank-files/${id}/discard`,
      {},
      (await bank.read(id)).row_version,
    );
    expect(refused.statusCode, refused.body).toBe(409);
    expect(await contradictions(api)).toEqual([]);
  });

  test('a payment is of the account and of the amount, whoever asks', async () => {
    const known = await billing.pay('50.05', { reference: 'OTRA-1', received_on: '2026-01-02' });
    const id = await bank.matched(statement('09/03/2026;76001;Otro;;50.06;1.00'));
    const [movement] = await bank.movements(id);
    const refused = await bank.run(movement, 'link', { chosen_payment: known.id });
    expect(refused.json().errors.chosen_payment[0]).toContain('el importe tiene que ser el del banco');
    await expect(
      api.database.transaction(systemChange('test'), async (tx) => {
        await tx.query(sql`UPDATE payments SET status = 'reconciled' WHERE id = ${known.id}::uuid`);
        await tx.query(sql`
          UPDATE bank_movements SET status = 'settled', outcome = 'reconciled', payment_id = ${known.id}::uuid
          WHERE id = ${movement?.id}::uuid`);
      }),
    ).rejects.toThrow(/another amount/);
  });

  test('taking back the reconciliation of a payment leaves its movement to be decided', async () => {
    const known = await billing.pay('60.60', { reference: 'REC-60', received_on: '2026-03-10' });
    const id = await bank.matched(statement('10/03/2026;REC60;Recibido;;60.60;1.00'));
    const [movement] = await bank.movements(id);
    expect((await bank.run(movement, 'confirm')).statusCode).toBe(200);
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`UPDATE payments SET status = 'registered' WHERE id = ${known.id}::uuid`),
    );
    expect(await bank.movements(id)).toMatchObject([{ status: 'pending', payment_id: null }]);
  });
});

describe('files that are wrong', () => {
  test.each([
    ['empty', '', /vacío/],
    ['a page of the web', '<html><table><tr><td>1</td></tr></table></html>', /página web/],
    ['a PDF', '%PDF-1.7\nnada', /PDF/],
    ['text without columns', 'hola\nmundo\n', /no tienen columnas/],
    ['titles alone', 'Fecha;Monto\n', /no tiene movimientos/],
    ['another XML', '<?xml version="1.0"?><a><b/></a>', /no es un estado de cuenta/],
    ['damaged camt', '<Document><BkToCstmrStmt><Stmt></BkToCstmrStmt>', /camt\.053 está dañado/],
    [
      'a camt with a DTD',
      '<!DOCTYPE x [<!ENTITY a "b">]><Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>',
      /dañado/,
    ],
    ['OFX without statement', 'OFXHEADER:100\n<OFX><SIGNONMSGSRSV1></OFX>', /ningún estado/],
    ['damaged MT940', ':20:X\n:25:960-1\n:60F:C260101DOP1,\n:61:nada\n', /no se puede leer/],
    [
      'of another account',
      'OFXHEADER:100\n<OFX><STMTRS><CURDEF>DOP<BANKACCTFROM><ACCTID>123456</BANKACCTFROM><STMTTRN><DTPOSTED>20260101<TRNAMT>1.00<FITID>1</STMTTRN></STMTRS></OFX>',
      /es de la cuenta 123456/,
    ],
    [
      'in another currency',
      'OFXHEADER:100\n<OFX><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>9601</BANKACCTFROM><STMTTRN><DTPOSTED>20260101<TRNAMT>1.00<FITID>1</STMTTRN></STMTRS></OFX>',
      /está en USD/,
    ],
  ])('%s is refused with what is wrong', async (_what, text, message) => {
    const answer = await bank.send(text);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors.file[0]).toMatch(message);
  });

  test('columns that nobody can guess are asked for, remembered, and titles may be in another row', async () => {
    const text = 'Extracto;x;y\nCol A;Col B;Col C\n01/13/2026;5,50;algo\n01/14/2026;1.234,50;más\n';
    const id = await bank.take(text);
    const file = await bank.read(id);
    const refused = await billing.call('POST', `/api/bank-files/${id}/match`, {}, file.row_version);
    expect([refused.statusCode, refused.body.includes('columna con la fecha')]).toEqual([409, true]);
    const moved = await billing.call('PATCH', `/api/bank-files/${id}`, { header_line: 2 }, file.row_version);
    // Without columns that say enough the change is refused at them.
    expect(moved.statusCode, moved.body).toBe(200);
    const columns = moved.json().data.columns as { header: string }[];
    expect(columns.map(({ header }) => header)).toEqual(['Col A', 'Col B', 'Col C']);
    const meanings = ['date', 'amount', 'description'];
    const mapped = await billing.call(
      'PATCH',
      `/api/bank-files/${id}`,
      { columns: columns.map((column, n) => ({ ...column, meaning: meanings[n] })) },
      moved.json().data.row_version,
    );
    expect(mapped.statusCode, mapped.body).toBe(200);
    await bank.runJob(id, 'match');
    expect(await bank.movements(id)).toMatchObject([
      { booked_on: '2026-01-13', amount: '5.50' },
      { booked_on: '2026-01-14', amount: '1234.50' },
    ]);
    const next = await bank.take('Col A;Col B;Col C\n02/03/2026;7,25;otra\n');
    await bank.runJob(next, 'match');
    expect(await bank.movements(next)).toMatchObject([{ booked_on: '2026-02-03', amount: '7.25' }]);
  });

  test('formulas and other encodings are text', async () => {
    const text = statement('11/03/2026;77001;=1+1 Peña & Núñez;;70.70;1.00');
    const id = await bank.matched(Buffer.from(text, 'latin1'));
    const [movement] = await bank.movements(id);
    expect(movement?.description).toBe('=1+1 Peña & Núñez');
    const exported = await billing.call('GET', `/api/bank-movements/export?format=csv&f.bank_file_id=${id}`);
    expect(exported.body).not.toMatch(/(^|,|;)=1/m);
  });
});
