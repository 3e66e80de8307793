import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type NumberRequest, takeNumber } from './take-number.ts';

let testDatabase: TestDatabase;
let company: string;
let companies = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ pool: 20 });
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await inTransaction((tx) => tx.query(sql`DELETE FROM settings`));
  companies += 1;
  company = await addCompany(`EMP${companies}`);
});

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  testDatabase.database.transaction(systemChange('test'), work);
const take = (request: NumberRequest): Promise<string> => inTransaction((tx) => takeNumber(tx, request));
const set = (key: string, value: string) =>
  inTransaction((tx) =>
    tx.query(sql`
      INSERT INTO settings (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`),
  );
const addCompany = async (code: string): Promise<string> => {
  const row = await inTransaction((tx) =>
    tx.one<{ id: string }>(sql`
      INSERT INTO companies (code, name, country_id) SELECT ${code}, ${code}, country_id FROM companies LIMIT 1
      RETURNING id`),
  );
  return row!.id;
};
const refusal = new Error('refused');
const counts = (numbers: readonly string[]): number[] =>
  numbers.map((number) => Number(/\d+$/.exec(number)?.[0])).sort((a, b) => a - b);
const oneTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** A transaction that took a number and stays open until the test ends it. */
const startLong = async (request: NumberRequest) => {
  const ending = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<string>();
  const done = inTransaction(async (tx) => {
    taken.resolve(await takeNumber(tx, request));
    await ending.promise;
  });
  const number = await taken.promise;
  return { number, done, commit: ending.resolve, rollBack: () => ending.reject(refusal) };
};

describe('without gaps', () => {
  test('200 concurrent requests leave no gap, with every fifth rolled back', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 250 }, (_, index) =>
        inTransaction(async (tx) => {
          const number = await takeNumber(tx, { series: 'invoice', company });
          if (index % 5 === 0) throw refusal;
          return number;
        }),
      ),
    );
    const given = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(counts(given)).toEqual(oneTo(200));
  });

  test('a concurrent request waits, and gets the number that a rollback released', async () => {
    const long = await startLong({ series: 'invoice', company });
    let isTaken = false;
    const next = take({ series: 'invoice', company }).then((number) => {
      isTaken = true;
      return number;
    });
    // Another series is not blocked.
    expect(await take({ series: 'receipt', company })).toMatch(/^RC-\d{4}-000001$/);
    expect(isTaken).toBe(false);
    long.rollBack();
    await expect(long.done).rejects.toBe(refusal);
    expect(await next).toBe(long.number);
  });
});

describe('with gaps', () => {
  test('no request waits for a long transaction, and none takes its number', async () => {
    const long = await startLong({ series: 'quote', company });
    const numbers = await Promise.all(oneTo(30).map(() => take({ series: 'quote', company })));
    long.commit();
    await long.done;
    expect(counts([...numbers, long.number, await take({ series: 'quote', company })])).toEqual(oneTo(32));
  });

  test('200 concurrent requests get 200 numbers', async () => {
    const numbers = await Promise.all(oneTo(200).map(() => take({ series: 'quote', company })));
    expect(new Set(numbers).size).toBe(200);
    expect(Math.max(...counts(numbers))).toBeLessThanOrEqual(220);
  });

  test('one transaction takes several', async () => {
    const numbers = await inTransaction(async (tx) => [
      await takeNumber(tx, { series: 'hold' }),
      await takeNumber(tx, { series: 'hold' }),
    ]);
    expect(counts(numbers)).toEqual([1, 2]);
  });
});

describe.each(['invoice', 'quote'])('%s', (series) => {
  test('is counted by company, and by year of the company’s clock', async () => {
    const other = await addCompany(`OTRA${companies}`);
    await set(`numbering.${series}`, '{company}-{yy}-{number:3}');
    const newYear = '2031-01-01T02:00:00Z';
    const later = '2031-01-01T05:00:00Z';
    expect(await take({ series, company, at: newYear })).toBe(`EMP${companies}-30-001`);
    expect(await take({ series, company: other, at: newYear })).toBe(`OTRA${companies}-30-001`);
    expect(await take({ series, company, at: newYear })).toBe(`EMP${companies}-30-002`);
    expect(await take({ series, company, at: later })).toBe(`EMP${companies}-31-001`);
  });

  test('a changed pattern applies to the next number and repeats none', async () => {
    const at = '2026-06-01T12:00:00Z';
    const next = () => take({ series, company, at });
    await set(`numbering.${series}`, 'X-{year}-{number:3}');
    expect([await next(), await next()]).toEqual(['X-2026-001', 'X-2026-002']);
    await set(`numbering.${series}`, 'X-{yy}-{number:2}');
    expect(await next()).toBe('X-26-03');
    // Without a year the count never restarts.
    await set(`numbering.${series}`, 'X{number:2}');
    expect(await next()).toBe('X04');
    expect(await take({ series, company, at: '2027-06-01T12:00:00Z' })).toBe('X05');
    await set(`numbering.${series}`, 'X-{year}-{number:3}');
    expect(await next()).toBe('X-2026-004');
    await set(`numbering.${series}`, 'X{number:2}');
    expect(await next()).toBe('X06');
  });

  test('a number that an earlier pattern produced is skipped', async () => {
    const at = '2026-06-01T12:00:00Z';
    await set(`numbering.${series}`, 'X{number:1}');
    for (const count of [1, 2]) expect(await take({ series, company, at })).toBe(`X${count}`);
    await inTransaction((tx) =>
      tx.query(sql`
        INSERT INTO given_numbers (series, company_id, number, counter, year, count)
        VALUES (${series}, ${company}::uuid, 'X3', 'former', 0, 3), (${series}, ${company}::uuid, 'X4', 'former', 0, 4)`),
    );
    expect(await take({ series, company, at })).toBe('X5');
    expect(await take({ series, company, at })).toBe('X6');
  });

  test('a dry run takes none', async () => {
    expect(await take({ series, company, isDryRun: true })).toMatch(/^[A-Z]{2}-\d{4}-•+$/);
    expect(await take({ series, company })).toMatch(/0001$/);
  });
});

test('kinds of a document have their own patterns and counts', async () => {
  const next = (kind: string) => take({ series: 'invoice', kind, company });
  expect(await next('invoice')).toMatch(/^FA-\d{4}-000001$/);
  expect(await next('credit_note')).toMatch(/^NC-\d{4}-000001$/);
  expect(await next('debit_note')).toMatch(/^ND-\d{4}-000001$/);
  expect(await next('credit_note')).toMatch(/^NC-\d{4}-000002$/);
});

test('addenda are counted within their contract', async () => {
  const next = (contract: string) => take({ series: 'addendum', company, contract });
  expect([await next('CT-2026-00012'), await next('CT-2026-00012'), await next('CT-2026-00013')]).toEqual([
    'CT-2026-00012-A01',
    'CT-2026-00012-A02',
    'CT-2026-00013-A01',
  ]);
});

test('the caller has to pass what a series is counted by', async () => {
  await expect(take({ series: 'quote' })).rejects.toThrow('for a company');
  await expect(take({ series: 'registration', company })).rejects.toThrow('without a company');
  await expect(take({ series: 'addendum', company })).rejects.toThrow('within a contract');
  await expect(take({ series: 'nothing' })).rejects.toThrow('no series');
});

test('a number is assigned once, whatever pattern produces it', async () => {
  const number = await take({ series: 'invoice', company });
  await expect(
    inTransaction((tx) =>
      tx.query(sql`
        INSERT INTO given_numbers (series, company_id, number, counter, year, count)
        VALUES ('invoice', ${company}::uuid, ${number}, 'invoice', 2026, 9)`),
    ),
  ).rejects.toThrow('given_numbers_once');
  await expect(inTransaction((tx) => tx.query(sql`DELETE FROM given_numbers`))).rejects.toThrow(
    'permission denied',
  );
});
