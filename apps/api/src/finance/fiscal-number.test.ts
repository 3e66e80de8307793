import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { FiscalDocument } from '@pauta/domain/finance/fiscal-documents.ts';
import { fiscalNumber } from '@pauta/domain/finance/fiscal-documents.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import { startApiProcess } from '../testing/programs/api-process.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { takeFiscalNumber } from './fiscal-number.ts';

let api: TestApi;
let headers: { authorization: string };
let company: string;
let companies = 0;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'finance');
});
afterAll(() => api.close());
beforeEach(async () => {
  companies += 1;
  const row = await inTransaction((tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO companies (code, name, country_id)
      SELECT ${`EMP${companies}`}, ${`Empresa ${companies}`}, country_id FROM companies LIMIT 1
      RETURNING id`),
  );
  company = row!.id;
});

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  api.database.transaction(systemChange('test'), work);
const take = (document: FiscalDocument, day = '2026-11-24'): Promise<string> =>
  inTransaction((tx) => takeFiscalNumber(tx, company, document, day));
const post = (values: object) =>
  api.inject({
    method: 'POST',
    url: '/api/fiscal-sequences',
    headers,
    payload: { company_id: company, document: 'B01', first_no: 1, last_no: 100, ...values },
  });
const add = async (values: object = {}) => {
  const response = await post(values);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data as { id: string; row_version: number; next_no: number };
};
const read = async (id: string) =>
  (await api.inject({ url: `/api/fiscal-sequences/${id}`, headers })).json().data;
const patch = (one: { id: string; row_version: number }, payload: object) =>
  api.inject({
    method: 'PATCH',
    url: `/api/fiscal-sequences/${one.id}`,
    headers: { ...headers, 'if-match': `"${one.row_version}"` },
    payload,
  });

describe('a fiscal number', () => {
  test('has the digits of its kind, and is taken in order', async () => {
    await add();
    await add({ document: 'E31', first_no: 41 });
    expect([await take('B01'), await take('B01'), await take('E31')]).toEqual([
      'B0100000001',
      'B0100000002',
      'E310000000041',
    ]);
  });

  test('500 at once from two processes: no gap, in the order of the commits', async () => {
    await add({ last_no: 300 });
    await add({ first_no: 301, last_no: 500 });
    const start = () =>
      startApiProcess('finance/testing/fiscal-number-program.ts', {
        DATABASE_URL: api.testDatabase.ownerUrl,
        PAUTA_DATA_DIR: api.config.dataDir,
        PAUTA_RATE_LIMIT: '0',
        PAUTA_RATE_LIMIT_ANONYMOUS: '0',
      });
    const processes = await Promise.all([start(), start()]);
    try {
      const statuses = await Promise.all(
        Array.from({ length: 500 }, async (_, index) => {
          const ask = async (): Promise<number> => {
            const { status } = await fetch(`${processes[index % 2]?.address}/api/fiscal-numbers`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ company, document: 'B01', day: '2026-11-24' }),
            });
            // On a busy machine the last in the queue for the sequence are asked to come again.
            return status === 503 ? ask() : status;
          };
          return ask();
        }),
      );
      expect(statuses.filter((status) => status !== 201)).toEqual([]);
      const taken = await api.database.query<{ number: string }>(sql`
        SELECT entity_id AS number FROM audit_log WHERE entity = 'taken_numbers' ORDER BY id`);
      expect(taken.map(({ number }) => number)).toEqual(
        Array.from({ length: 500 }, (_, index) => fiscalNumber('B01', index + 1)),
      );
    } finally {
      await Promise.all(processes.map((one) => one.end('SIGTERM')));
    }
    await expect(take('B01')).rejects.toMatchObject({ code: 'fiscal_sequence_exhausted' });
  });

  test('of a rolled back transaction is taken by the next one', async () => {
    await add();
    await expect(
      inTransaction(async (tx) => {
        await takeFiscalNumber(tx, company, 'B01', '2026-11-24');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await take('B01')).toBe('B0100000001');
  });

  test('is refused without a range, after its last number, and after its last day', async () => {
    const fix = { label: 'Secuencias fiscales', path: '/gestion/configuracion/secuencias-fiscales' };
    const refusal = (code: string) => ({ status: 409, code, extra: { reasons: [{ fix }] } });
    await expect(take('B02')).rejects.toMatchObject(refusal('fiscal_sequence_missing'));
    await add({ document: 'B02', last_no: 1 });
    expect(await take('B02')).toBe('B0200000001');
    await expect(take('B02')).rejects.toMatchObject(refusal('fiscal_sequence_exhausted'));
    await add({ document: 'B02', first_no: 2, last_no: 9, expires_on: '2026-12-31' });
    expect(await take('B02', '2026-12-31')).toBe('B0200000002');
    await expect(take('B02', '2027-01-01')).rejects.toMatchObject({
      ...refusal('fiscal_sequence_expired'),
      message: expect.stringContaining('venció el 31/12/2026'),
    });
    await add({ document: 'B02', first_no: 50, last_no: 60 });
    expect(await take('B02', '2027-01-01')).toBe('B0200000050');
  });

  test('is not taken from an expired range by an earlier date of issue', async () => {
    const yesterday = addDays(companyToday(), -1);
    await add({ document: 'B14', expires_on: yesterday });
    await expect(take('B14', yesterday)).rejects.toMatchObject({ code: 'fiscal_sequence_expired' });
    await add({ document: 'B14', first_no: 101, last_no: 110, expires_on: companyToday() });
    expect(await take('B14', yesterday)).toBe('B1400000101');
  });
});

describe('a fiscal sequence', () => {
  test('shares no number with another of its company and document, also when both are added at once', async () => {
    await add();
    expect((await post({ first_no: 100, last_no: 120 })).json().errors).toHaveProperty('first_no');
    await add({ document: 'B02' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post({ document: 'B14', first_no: index + 1, last_no: index + 50 }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  });

  test('starts at its first number, and then keeps its numbers', async () => {
    const unused = await add({ first_no: 5 });
    const moved = (await patch(unused, { first_no: 8 })).json().data;
    expect(moved).toMatchObject({ next_no: 8, remaining: 93, name: 'B01 · 8–100' });
    expect(await take('B01')).toBe('B0100000008');
    const used = await read(unused.id);
    expect(used).toMatchObject({ next_no: 9, remaining: 92, row_version: moved.row_version });
    expect((await patch(used, { first_no: 1 })).json().errors).toHaveProperty('first_no');
    expect((await patch(used, { document: 'B02' })).json().errors).toHaveProperty('first_no');
    expect((await patch(used, { first_no: 8, last_no: 8 })).statusCode).toBe(200);
    await expect(
      inTransaction((tx) => tx.query(sql`UPDATE fiscal_sequences SET next_no = 8 WHERE id = ${used.id}`)),
    ).rejects.toThrow('a used fiscal sequence keeps its numbers');
  });

  test('that was used keeps its numbers after it is archived', async () => {
    const used = await add();
    await take('B01');
    const { row_version } = await read(used.id);
    const archived = await api.inject({
      method: 'DELETE',
      url: `/api/fiscal-sequences/${used.id}`,
      headers: { ...headers, 'if-match': `"${row_version}"` },
    });
    expect(archived.statusCode, archived.body).toBeLessThan(300);
    await expect(take('B01')).rejects.toMatchObject({ code: 'fiscal_sequence_missing' });
    expect((await post({})).json().errors).toHaveProperty('first_no');
  });

  test.each([
    [{ first_no: 10, last_no: 9 }, 'last_no'],
    [{ last_no: 100_000_000 }, 'last_no'],
    [{ document: 'B11' }, 'document'],
    [{ first_no: 0 }, 'first_no'],
  ])('is refused as %j', async (values, field) => {
    const response = await post(values);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty(field);
  });
});
