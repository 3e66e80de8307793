import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { uploadFile } from '../../testing/upload.ts';
import { type BillingFixture, billingFixture } from '../testing/billing-fixture.ts';
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

const left = () =>
  api.database.one(sql`
    SELECT (SELECT count(*)::integer FROM bank_files) AS files, (SELECT count(*)::integer FROM bank_movements) AS movements,
      (SELECT count(*)::integer FROM files) AS stored, (SELECT count(*)::integer FROM bank_file_layouts) AS layouts,
      (SELECT count(*)::integer FROM payments) AS payments`);

test('a preview says what the first rows are and what they would be matched with, and leaves nothing', async () => {
  const invoice = await billing.issued({}, [{ unit_price: '1000' }]);
  const before = await left();
  const text = statement(
    `04/02/2026;55501;Pago ${invoice.internal_no};;${invoice.total};1.00`,
    '08/02/2026;55505;COMISION POR TRANSFERENCIA;50.00;;1.00',
    '31/02/2026;55507;Ese día no existe;;12.34;1.00',
  );
  const answer = await bank.preview(text);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().data).toMatchObject({
    header_line: 4,
    format: 'table',
    missing: null,
    rows: [
      { line: 5, status: 'pending', booked_on: '2026-02-04', proposal: 'invoices', grade: 'sure' },
      { line: 6, proposal: 'bank_charge', amount: '-50.00' },
      { line: 7, status: 'unreadable', why: '«31/02/2026» no es una fecha.' },
    ],
  });
  expect(await left()).toEqual(before);
  // The same file is refused in the preview too, once it was taken.
  await bank.take(text);
  const again = await bank.preview(text);
  expect([again.statusCode, again.json().code]).toEqual([409, 'same_file']);
});

test('columns that are still missing are named, and those that were chosen are read and kept', async () => {
  const text = ['Cuándo;Qué;Cuánto', '03/02/2026;Abono de prueba;1.234,50', ''].join('\n');
  const guess = await bank.preview(text, undefined, 1);
  expect(guess.json().data).toMatchObject({
    missing: 'Indique la columna con la fecha.',
    rows: [],
    columns: [{ header: 'Cuándo' }, { header: 'Qué' }, { header: 'Cuánto' }],
  });
  const columns = [
    { meaning: 'date', day_first: false },
    { meaning: 'description' },
    { meaning: 'amount', decimal: ',' },
  ];
  const chosen = await bank.preview(text, columns, 1);
  expect(chosen.json().data).toMatchObject({
    missing: null,
    rows: [{ booked_on: '2026-03-02', description: 'Abono de prueba', amount: '1234.50' }],
  });
  const taken = await uploadFile(api, billing.headers, {
    bytes: Buffer.from(text),
    name: 'estado.csv',
    url: `/api/bank-files/read?bank_account_id=${billing.bankAccountId}&header_line=1`,
    fields: { columns: JSON.stringify(columns) },
  });
  expect(taken.statusCode, taken.body).toBe(201);
  const id = taken.json().data.id;
  await bank.runJob(id, 'match');
  expect(await bank.read(id)).toMatchObject({ header_line: 1, columns: [{ header: 'Cuándo' }, {}, {}] });
  expect(await bank.movements(id)).toMatchObject([{ booked_on: '2026-03-02', amount: '1234.50' }]);
});

test('columns that are none, a row of titles that is empty, and a reader without the permission are refused', async () => {
  const text = statement('04/02/2026;1;Uno;;5.00;1.00');
  const wrong = await bank.preview(text, [{ meaning: 'nada' }]);
  expect([wrong.statusCode, Object.keys(wrong.json().errors)]).toEqual([422, ['columns']]);
  expect((await bank.preview(text, undefined, 9)).json().errors).toEqual({
    header_line: ['Esa fila del archivo está vacía.'],
  });
  const anonymous = await api.inject({
    method: 'POST',
    url: `/api/bank-files/read/preview?bank_account_id=${billing.bankAccountId}`,
    payload: { text },
  });
  expect(anonymous.statusCode).toBe(401);
});
