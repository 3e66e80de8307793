import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

const owedOf = async (contract: AnyRecord): Promise<AnyRecord[]> =>
  delivery.list('owed-credits', `f.contract_id=${contract.id}`);

/** A contract with an objection and a late start to decide. */
const undecided = async () => {
  const contract = await delivery.sign([world.line(await world.space(1))]);
  const quota = await delivery.quotaOf(contract);
  await api.testDatabase.runAsSuperuser(sql`
    WITH report AS (
      INSERT INTO evidence_reports (number, contract_id, client_id, period)
      SELECT ${`EV-${contract.id}`}, contract_id, client_id, daterange(business_date() - 40, business_date() - 30)
      FROM quotas WHERE id = ${quota.id}::uuid RETURNING id)
    INSERT INTO evidence_objections (label, report_id, edition, quota_id, body, author, currency_code)
    SELECT 'Renglón objetado', report.id, 1, ${quota.id}::uuid, 'Faltan dos salidas.', 'Marta', 'DOP' FROM report`);
  await api.testDatabase.runAsSuperuser(sql`
    INSERT INTO late_starts (label, work_order_id, contract_id, client_id, order_line_id, kind, due_on, live_on, days_late,
      flight_days, amount)
    SELECT w.description, w.id, w.contract_id, w.client_id, w.order_line_id, 'credit', business_date() - 2, business_date(), 2, 10,
      100
    FROM work_orders w WHERE w.contract_id = ${contract.id}::uuid`);
  const objection = await api.database.one<{ id: string }>(sql`
    SELECT o.id FROM evidence_objections o JOIN evidence_reports r ON r.id = o.report_id
    WHERE r.contract_id = ${contract.id}::uuid`);
  const late = await api.database.one<{ id: string }>(
    sql`SELECT id FROM late_starts WHERE contract_id = ${contract.id}::uuid`,
  );
  return { contract, objection: objection?.id ?? '', late: late?.id ?? '' };
};

/** A credit note of the client of a contract. */
const noteOf = async (
  contract: AnyRecord,
  { status = 'issued', currency = 'DOP', rebill = false } = {},
): Promise<string> => {
  const id = await api.database.one<{ id: string; invoice: string }>(
    sql`SELECT new_id() AS id, new_id() AS invoice`,
  );
  const make = (made: string, kind: string, of: string | null) =>
    api.testDatabase.runAsSuperuser(sql`
      INSERT INTO invoices (id, concept, doc_kind, company_id, client_id, contract_id, bill_to, currency_code, issue_date, due_date,
        modifies_invoice_id, rebill, status, internal_no, fiscal_document, fiscal_number, payer_name, total)
      SELECT ${made}::uuid, 'Documento de prueba', ${kind}, company_id, client_id, id, 'client', ${currency}, business_date(),
        business_date(), ${of}::uuid, ${rebill}, ${status}, ${made}, 'B04', 'B04' || right(${made}, 10), 'Cliente', 100
      FROM contracts WHERE id = ${contract.id}::uuid`);
  await make(id?.invoice ?? '', 'invoice', null);
  await make(id?.id ?? '', 'credit_note', id?.invoice ?? '');
  return id?.id ?? '';
};

test('what is decided with a credit is owed once, and withdrawn when it is decided again', async () => {
  const { contract, objection, late } = await undecided();
  expect(await owedOf(contract)).toEqual([]);
  await delivery.done('evidence-objections', objection, 'credit', { credit: '10.00' });
  await delivery.done('late-starts', late, 'accept', { decision: 'Se le debe.' });
  expect(
    (await owedOf(contract)).map(({ source, amount, status }) => [source, amount, status]).sort(),
  ).toEqual([
    ['late_start', '100.00', 'open'],
    ['objection', '10.00', 'open'],
  ]);
  await delivery.done('late-starts', late, 'reopen');
  await delivery.done('late-starts', late, 'accept', {});
  const states = async () =>
    (await owedOf(contract)).map(({ source, status }) => `${source} ${status}`).sort();
  expect(await states()).toEqual(['late_start open', 'late_start withdrawn', 'objection open']);
});

test('billing names the credit note, the objection says it too, and a late start is not decided again', async () => {
  const { contract, objection, late } = await undecided();
  await delivery.done('evidence-objections', objection, 'credit', { credit: '10.00' });
  await delivery.done('late-starts', late, 'accept', {});
  const all = await owedOf(contract);
  const idOf = (source: string): string => all.find((one) => one.source === source)?.id ?? '';
  const wrong = await delivery.run('owed-credits', idOf('objection'), 'settle', {
    credit_note_id: contract.id,
  });
  expect(wrong.statusCode).toBe(422);
  for (const unfit of [{ status: 'draft' }, { currency: 'USD' }, { rebill: true }]) {
    const credit_note_id = await noteOf(contract, unfit);
    const refused = await delivery.run('owed-credits', idOf('objection'), 'settle', { credit_note_id });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().errors).toHaveProperty('credit_note_id');
  }
  const note = await noteOf(contract);
  await delivery.done('owed-credits', idOf('objection'), 'settle', { credit_note_id: note });
  expect(await delivery.read('evidence-objections', objection)).toMatchObject({
    status: 'credited',
    credit_note_id: { id: note },
  });
  const twice = await delivery.run('owed-credits', idOf('late_start'), 'settle', { credit_note_id: note });
  expect(twice.json()).toMatchObject({ code: 'taken' });
  await delivery.done('owed-credits', idOf('late_start'), 'settle', {
    credit_note_id: await noteOf(contract),
  });
  const again = await delivery.run('late-starts', late, 'reopen');
  expect(again.statusCode).toBe(422);
  expect(again.body).toContain('nota de crédito');
});

test('nobody makes or changes a credit by hand', async () => {
  const { contract, late } = await undecided();
  await delivery.done('late-starts', late, 'accept', {});
  const [owed] = await owedOf(contract);
  const change = (statement: ReturnType<typeof sql>) =>
    api.database.transaction(systemChange('test'), (tx) => tx.query(statement));
  await expect(
    change(sql`UPDATE owed_credits SET amount = amount + 1 WHERE id = ${owed?.id}::uuid`),
  ).rejects.toThrow();
  await expect(change(sql`DELETE FROM owed_credits WHERE id = ${owed?.id}::uuid`)).rejects.toThrow();
});
