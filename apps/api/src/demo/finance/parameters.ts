import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** Bank accounts, fiscal sequences and exchange rates of every company. */
export const insertFinance = async (tx: Queryable, today: Date): Promise<void> => {
  const date = today.toISOString().slice(0, 10);
  await tx.query(sql`
    INSERT INTO bank_accounts (company_id, bank, account_no, kind, currency_code, gl_account_id)
    SELECT c.id, b.bank, lpad((960 + c.place)::text || b.digits, 10, '0'), b.kind, b.currency,
      (SELECT id FROM gl_accounts WHERE code = '1.1.01')
    FROM (SELECT id, row_number() OVER (ORDER BY sort_order, code) AS place FROM companies) c
      CROSS JOIN (VALUES ('Banco del Caribe', '410025', 'checking', 'DOP'), ('Banco Insular', '730081', 'savings', 'USD'))
        AS b (bank, digits, kind, currency)`);
  await tx.query(sql`
    INSERT INTO fiscal_sequences (company_id, document, first_no, last_no, expires_on)
    SELECT c.id, d.document, 1, 5000, make_date(extract(year FROM ${date}::date)::integer + 1, 12, 31)
    FROM companies c
      CROSS JOIN unnest('{B01,B02,B03,B04,B14,B15,B16,E31,E32,E33,E34}'::text[]) AS d (document)`);
  await tx.query(sql`
    INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate, source)
    SELECT r.currency, 'DOP', d::date, round((r.rate + 0.8 * sin(extract(doy FROM d)::float / 20))::numeric, 4),
      'Banco Central'
    FROM (VALUES ('USD', 59.4), ('EUR', 64.2)) AS r (currency, rate)
      CROSS JOIN generate_series(${date}::date - 780, ${date}::date, interval '1 day') AS d
    WHERE extract(isodow FROM d) < 6`);
};
