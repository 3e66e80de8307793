import { addDays, isWorkingDay } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWorkingCalendar } from '../crm/working-calendar.ts';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { requireOpenPeriod } from './open-period.ts';
import { requireRate } from './require-rate.ts';
import { readTaxRates } from './tax-rates.ts';

type Headers = { authorization: string };

let api: TestApi;
let finance: Headers;
let seller: Headers;
let company: string;

beforeAll(async () => {
  api = await startTestApi();
  finance = await signInAs(api, 'finance');
  seller = await signInAs(api, 'sales_rep');
  company = (await api.database.one<{ id: string }>(sql`SELECT id FROM companies`))!.id;
});
afterAll(() => api.close());

const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  api.database.transaction(systemChange('test'), work);
const post = (path: string, payload: object, as = finance, version?: number) =>
  api.inject({
    method: 'POST',
    url: `/api/${path}`,
    headers: { ...as, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    payload,
  });

describe('tax rates', () => {
  test('begin with the ITBIS of 18 % as the default', async () => {
    const rates = await readTaxRates(api.database);
    expect(rates).toEqual([
      expect.objectContaining({ code: 'EXENTO', pct: '0.0000', is_exempt: true, valid: null }),
      expect.objectContaining({ code: 'ITBIS0', pct: '0.0000', is_exempt: false }),
      expect.objectContaining({ code: 'ITBIS16', pct: '16.0000', is_default: false }),
      expect.objectContaining({ code: 'ITBIS18', pct: '18.0000', is_default: true }),
    ]);
  });

  test('have one rate of a code on a day, and one default, also when they are added at once', async () => {
    const add = (values: object) =>
      post('tax-rates', { code: 'ISC', name: 'Selectivo', pct: '10', ...values });
    const sameDays = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        add({ valid: { from: `2026-0${index + 1}-01`, to: '2026-12-31' } }),
      ),
    );
    expect(sameDays.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(sameDays.find(({ statusCode }) => statusCode === 409)?.json().errors).toHaveProperty('valid');
    expect((await add({ valid: { from: '2027-01-01', to: null }, pct: '12' })).statusCode).toBe(201);
    const second = await add({ code: 'OTRO', is_default: true });
    expect(second.json().errors).toHaveProperty('is_default');
  });

  test('of an exempt sale are zero', async () => {
    const made = await post('tax-rates', { code: 'EX2', name: 'Exento 2', is_exempt: true, pct: '5' });
    expect(made.json().data).toMatchObject({ is_exempt: true, pct: '0.0000' });
    await expect(
      inTransaction((tx) => tx.query(sql`UPDATE tax_rates SET pct = 5 WHERE code = 'EX2'`)),
    ).rejects.toThrow('tax_rates_exempt');
  });
});

describe('an exchange rate', () => {
  const usd = (on_date: string, rate: string) =>
    post('exchange-rates', { from_currency: 'USD', to_currency: 'DOP', on_date, rate });

  test('applies on its day, and until the next working day, in one direction', async () => {
    expect((await usd('2026-03-06', '59.8765')).json().data).toMatchObject({
      name: 'USD → DOP · 06/03/2026',
      rate: '59.876500',
    });
    expect((await usd('2026-03-06', '60')).json().errors).toHaveProperty('on_date');
    expect((await usd('2026-03-09', '60')).statusCode).toBe(201);
    const friday = { from: 'USD', to: 'DOP', on: '2026-03-06', rate: '59.876500' };
    for (const day of ['2026-03-06', '2026-03-07', '2026-03-08'])
      expect(await requireRate(api.database, 'USD', 'DOP', day), day).toEqual(friday);
    expect((await requireRate(api.database, 'USD', 'DOP', '2026-03-09')).on).toBe('2026-03-09');
    const missing = (day: string) => ({
      status: 409,
      code: 'exchange_rate_missing',
      message: expect.stringContaining(day),
      extra: { reasons: [{ fix: { path: '/gestion/configuracion/tasas-de-cambio' } }] },
    });
    const rate = (from: string, to: string, day: string) => requireRate(api.database, from, to, day);
    await expect(rate('USD', 'DOP', '2026-03-10')).rejects.toMatchObject(missing('10/03/2026'));
    await expect(rate('USD', 'DOP', '2026-03-15')).rejects.toMatchObject(missing('13/03/2026'));
    await expect(rate('USD', 'DOP', '2026-03-05')).rejects.toMatchObject(missing('05/03/2026'));
    await expect(rate('DOP', 'USD', '2026-03-09')).rejects.toMatchObject(missing('09/03/2026'));
  });

  test('of a holiday is that of the last working day before, unless it has its own', async () => {
    // Thursday before Good Friday.
    expect((await usd('2026-04-02', '61')).statusCode).toBe(201);
    for (const day of ['2026-04-03', '2026-04-04', '2026-04-05'])
      expect((await requireRate(api.database, 'USD', 'DOP', day)).on, day).toBe('2026-04-02');
    expect((await usd('2026-04-04', '62')).statusCode).toBe(201);
    expect((await requireRate(api.database, 'USD', 'DOP', '2026-04-04')).on).toBe('2026-04-04');
    expect((await requireRate(api.database, 'USD', 'DOP', '2026-04-05')).on).toBe('2026-04-02');
    await expect(requireRate(api.database, 'USD', 'DOP', '2026-04-06')).rejects.toThrow('06/04/2026');
  });

  test('has the working days of the company, the same in SQL and in TypeScript, also after they change', async () => {
    const agree = async (): Promise<void> => {
      const calendar = await readWorkingCalendar(api.database);
      const rows = await api.database.query<{ day: string; last: string }>(sql`
        SELECT d::date::text AS day, last_working_day(d::date)::text AS last
        FROM generate_series('2025-12-25'::date, '2028-01-10'::date, interval '1 day') d`);
      const expected = rows.map(({ day }) => {
        let last = day;
        while (!isWorkingDay(last, calendar)) last = addDays(last, -1);
        return { day, last };
      });
      expect(rows).toEqual(expected);
    };
    await agree();
    const set = (value: string | null) =>
      inTransaction((tx) =>
        tx.query(
          value === null
            ? sql`DELETE FROM settings WHERE key = 'holiday_calendar'`
            : sql`INSERT INTO settings (key, value) VALUES ('holiday_calendar', ${value}::jsonb)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
        ),
      );
    await set(JSON.stringify([{ day: '2026-07-15', name: 'Aniversario' }]));
    await agree();
    await set('[]');
    await agree();
    await set(null);
  });

  test('is between two currencies and above zero', async () => {
    const same = await post('exchange-rates', {
      from_currency: 'DOP',
      to_currency: 'DOP',
      on_date: '2026-03-06',
      rate: '1',
    });
    expect(same.json().errors).toHaveProperty('to_currency');
    expect((await usd('2026-03-07', '0')).json().errors).toHaveProperty('rate');
  });
});

describe('a fiscal period', () => {
  const open = async (month: string) =>
    (await post('fiscal-periods', { company_id: company, month })).json().data;
  const act = (name: string, one: { id: string; row_version: number }, as = finance) =>
    post(`fiscal-periods/${one.id}/${name}`, { reason: 'Declaración presentada' }, as, one.row_version);
  const isOpen = (day: string) => inTransaction((tx) => requireOpenPeriod(tx, company, day));

  test('without a record is open; a closed month refuses all of its days until it is reopened', async () => {
    await isOpen('2026-10-31');
    const period = await open('2026-10-17');
    expect(period).toMatchObject({ month: '2026-10-01', name: 'Octubre de 2026', status: 'open' });
    const closed = await act('close', period);
    expect(closed.statusCode, closed.body).toBe(200);
    for (const day of ['2026-10-01', '2026-10-31'])
      await expect(isOpen(day)).rejects.toMatchObject({ status: 409, code: 'period_closed' });
    await isOpen('2026-09-30');
    await isOpen('2026-11-01');
    // Another user than who asks for it reopens it.
    expect((await act('reopen', closed.json().data)).statusCode).toBe(409);
    const asked = await act('ask_reopening', closed.json().data);
    expect(asked.statusCode, asked.body).toBe(200);
    expect((await act('reopen', asked.json().data)).statusCode).toBe(409);
    await expect(isOpen('2026-10-15')).rejects.toMatchObject({ code: 'period_closed' });
    await expect(
      inTransaction((tx) =>
        tx.query(sql`UPDATE fiscal_periods SET status = 'open' WHERE id = ${period.id}::uuid`),
      ),
    ).rejects.toThrow(/by another user/);
    const reopened = await act('reopen', asked.json().data, await signInAs(api, 'admin'));
    expect(reopened.statusCode, reopened.body).toBe(200);
    await isOpen('2026-10-15');
  });

  test('is closed only with permission, and once per company and month', async () => {
    const period = await open('2026-08-01');
    const biller = await signInAs(api, 'billing');
    expect((await act('close', period, biller)).statusCode).toBe(403);
    const again = await post('fiscal-periods', { company_id: company, month: '2026-08-20' });
    expect(again.json().errors).toHaveProperty('month');
  });

  test('waits with its closing for a transaction that was told it is open', async () => {
    const period = await open('2026-07-01');
    const ending = Promise.withResolvers<void>();
    const told = Promise.withResolvers<void>();
    const order: string[] = [];
    const issuing = inTransaction(async (tx) => {
      await requireOpenPeriod(tx, company, '2026-07-31');
      told.resolve();
      await ending.promise;
      order.push('issued');
    });
    await told.promise;
    const closing = act('close', period).then(({ statusCode }) => {
      order.push('closed');
      return statusCode;
    });
    const waits = async (): Promise<boolean> =>
      (await api.database.one<{ waits: boolean }>(sql`
        SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`))!.waits;
    await expect.poll(waits).toBe(true);
    ending.resolve();
    await issuing;
    expect(await closing).toBe(200);
    expect(order).toEqual(['issued', 'closed']);
    await expect(isOpen('2026-07-31')).rejects.toMatchObject({ code: 'period_closed' });
  });
});

describe('reasons', () => {
  test('have the fiscal codes of voids and credit notes', async () => {
    const rows = await api.database.query<{ kind: string; codes: string }>(sql`
      SELECT kind, string_agg(fiscal_code, ' ' ORDER BY sort_order) AS codes FROM reasons
      WHERE fiscal_code IS NOT NULL GROUP BY kind ORDER BY kind`);
    expect(rows).toEqual([
      { kind: 'credit_note', codes: '1 2 3 4 5 3' },
      { kind: 'void', codes: '01 02 03 04 05 06 07 08 09 10' },
    ]);
  });

  test('of other kinds have none', async () => {
    const made = await post('reasons', { kind: 'loss', code: 'X', name: 'Otro', fiscal_code: '3' });
    expect(made.json().data).toMatchObject({ kind: 'loss', fiscal_code: null });
  });
});

test('sellers read taxes, rates and reasons, and change none of the parameters', async () => {
  const get = async (path: string) => (await api.inject({ url: `/api/${path}`, headers: seller })).statusCode;
  for (const path of ['tax-rates', 'exchange-rates', 'reasons']) expect(await get(path), path).toBe(200);
  for (const path of ['bank-accounts', 'fiscal-sequences', 'fiscal-periods', 'withholding-rules'])
    expect(await get(path), path).toBe(403);
  expect((await post('tax-rates', { code: 'X', name: 'X', pct: '1' }, seller)).statusCode).toBe(403);
});
