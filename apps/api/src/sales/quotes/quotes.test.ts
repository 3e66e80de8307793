import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSettings } from '../../admin/settings/store.ts';
import { expireDueHolds } from '../../inventory/holds/advance-holds.ts';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { expireDueQuotes } from './expire.ts';
import { flight, quoteWorld } from './fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let seller: TestUser;
let hers: Headers;
let world: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  seller = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  hers = await signIn(api, seller);
  world = await quoteWorld(api, admin);
  await api.database.transaction(systemChange('settings'), (tx) =>
    writeSettings(tx, {
      discount_limits: [
        { role: 'admin', pct: '25.0000' },
        { role: 'sales_rep', pct: '10.0000' },
      ],
    }),
  );
});
afterAll(() => api.close());

const today = companyToday();
const acceptance = { accepted_by: 'Ana Cliente', accepted_on: today };

const reasonsOf = async (quote: AnyRecord, name: string): Promise<string[]> => {
  const { data } = (await world.call('GET', `quotes/${quote.id}/commands`)).json();
  return data
    .find((one: { name: string }) => one.name === name)
    .reasons.map(({ code }: { code: string }) => code);
};

const holdsOf = (quote: AnyRecord) =>
  api.database.query<{ id: string; status: string; quote_line_id: string | null }>(
    sql`SELECT id, status, quote_line_id FROM holds WHERE quote_id = ${quote.id}::uuid ORDER BY id`,
  );

/** Makes the holds of a quote end now. */
const endHolds = (quote: AnyRecord) =>
  api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(
      sql`UPDATE holds SET expires_at = now() - interval '1 minute' WHERE quote_id = ${quote.id}::uuid`,
    );
    await tx.query(sql`
      UPDATE capacity_cells SET expires_at = now() - interval '1 minute'
      WHERE hold_id IN (SELECT id FROM holds WHERE quote_id = ${quote.id}::uuid)`);
  });

describe('amounts', () => {
  test('follow from the price list, the taxes and the agency', async () => {
    const client = await world.makeClient();
    const agency = await world.makeAgency();
    await world.makeLetter(client, agency, { commission_pct_override: '10' });
    const quote = await world.makeQuote(
      client,
      [world.line({ discount_pct: '20' }), world.line({ line_kind: 'bonus', units_per_day: 1 })],
      { agency_id: agency.id },
    );
    expect(quote).toMatchObject({
      status: 'draft',
      version: 1,
      agency_commission_pct: '10.0000',
      commission_mode: 'invoice_discount',
      gross: '30000.00',
      net: '16000.00',
      agency_discount: '1600.00',
      taxable: '14400.00',
      tax: '2592.00',
      total: '16992.00',
      max_discount_pct: '20.0000',
    });
    expect(quote.number).toMatch(/^PR-\d{4}-\d{5}$/);
    expect(linesIn(quote, 'lines')).toMatchObject([
      {
        quantity: '20.0000',
        sale_unit: 'spot',
        list_price: '1000.000000',
        floor_price: '700.000000',
        price_source: 'item',
        tax_pct: '18.0000',
        net: '16000.00',
      },
      { quantity: '10.0000', net: '0.00' },
    ]);
  });

  test('the form calculates the same as the server, from the terms it looks up', async () => {
    const client = await world.makeClient();
    const quote = await world.makeQuote(client, [
      world.line({ agreed_price: '812.345678', surcharge_pct: '15' }),
    ]);
    const answer = await world.call('POST', 'quotes/terms', {
      price_list_id: world.list.id,
      currency_code: 'DOP',
      company_id: world.company,
      client_id: client.id,
      inventory_item_ids: [world.space],
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { quoteTotals } = await import('@pauta/domain/sales/quotes/quote-totals.ts');
    const { header } = quoteTotals(quote, answer.json().data.terms);
    for (const name of ['gross', 'net', 'tax', 'total']) expect(header[name]).toBe(quote[name]);
  });

  test('an exempt client pays no tax while its document is valid', async () => {
    const client = await world.makeClient();
    await api.database.query(sql`
      UPDATE clients SET tax_exempt = true, tax_exempt_until = ${addDays(today, 30)}::date,
        tax_exempt_doc = (SELECT authorization_letter FROM client_agencies LIMIT 1) WHERE id = ${client.id}::uuid`);
    expect(await world.makeQuote(client)).toMatchObject({ tax: '0.00', total: '20000.00' });
    await api.database.query(
      sql`UPDATE clients SET tax_exempt_until = ${addDays(today, -1)}::date WHERE id = ${client.id}::uuid`,
    );
    expect(await world.makeQuote(client)).toMatchObject({ tax: '3600.00' });
  });

  test('a line outside the flight of the quote, and a list in another currency, are refused', async () => {
    const client = await world.makeClient();
    const line = world.line({ flight: { from: flight.from, to: addDays(flight.to, 1) } });
    const outside = await world.call('POST', 'quotes', world.quoteBody(client, [line]));
    expect([outside.statusCode, Object.keys(outside.json().errors)]).toEqual([
      422,
      [`lines.${line.id}.flight`],
    ]);
    const foreign = await world.call(
      'POST',
      'quotes',
      world.quoteBody(client, [world.line()], { currency_code: 'USD' }),
    );
    expect(foreign.json().errors).toHaveProperty('price_list_id');
  });

  test('a line without a price in the list is not sent until one is agreed', async () => {
    const client = await world.makeClient();
    const article = await api.database.one<{ id: string }>(
      sql`SELECT id FROM ad_articles WHERE unit = 'service' ORDER BY id LIMIT 1`,
    );
    const line = world.line({
      line_kind: 'production',
      inventory_item_id: null,
      days: null,
      units_per_day: null,
      ad_article_id: article?.id,
      units: '2',
    });
    const quote = await world.makeQuote(client, [line]);
    expect(await reasonsOf(quote, 'send')).toEqual(['no_price']);
    const agreed = await world.change('quotes', quote, {
      lines: { put: [{ id: line.id, agreed_price: '1500' }] },
    });
    expect(agreed.net).toBe('3000.00');
    expect((await world.done('send', agreed)).status).toBe('sent');
  });
});

describe('approval', () => {
  test('an industry that requires it is approved before sending, that of the brand before that of the client', async () => {
    const industry = await api.database.one<{ id: string; name: string }>(
      sql`SELECT id, name FROM industries WHERE requires_approval ORDER BY id LIMIT 1`,
    );
    const client = await world.makeClient({ industry_id: industry?.id });
    const refused = await world.run('send', await world.makeQuote(client));
    expect(refused.json()).toMatchObject({ status: 409, code: 'approval_needed' });
    expect(refused.json().message).toContain(`«${industry?.name}» requiere aprobación`);
    const terms = await world.call('POST', 'quotes/terms', { client_id: client.id, currency_code: 'DOP' });
    expect(terms.json().data.regulated_industry).toBe(industry?.name);

    const [brand] = await api.database.query<{ id: string }>(sql`
      INSERT INTO brands (code, name, client_id, industry_id)
      SELECT 'MARCA-LIBRE', 'Marca de otra industria', ${client.id}::uuid, id FROM industries WHERE NOT requires_approval
      ORDER BY id LIMIT 1 RETURNING id`);
    const quote = await world.makeQuote(client, undefined, { brand_id: brand?.id });
    expect((await world.run('send', quote)).statusCode).toBe(200);
  });

  test('a discount over the limit of the owner and a price under the floor are approved before sending', async () => {
    const client = await world.makeClient({ primary_sales_rep_id: seller.id });
    const quote = await world.makeQuote(
      client,
      [world.line({ discount_pct: '35' })],
      { owner_id: seller.id },
      hers,
    );
    expect(quote).toMatchObject({ allowed_discount_pct: '10.0000', max_discount_pct: '35.0000' });
    const refused = await world.run('send', quote, {}, hers);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval_needed']);
    expect(refused.json().message).toContain('RD$5,000.00');

    const asked = await world.done('request_approval', quote, {}, hers);
    const pending = (await world.call('GET', `approvals?fields=*&f.record_id=${quote.id}`)).json().data;
    expect(pending).toMatchObject([{ kind: 'quotes', status: 'pending' }]);
    expect(pending[0].reasons.map(({ code, amount }: Record<string, string>) => [code, amount])).toEqual([
      ['discount_over_limit', '5000.00'],
      ['under_floor', '1000.00'],
    ]);
    const decided = await world.call(
      'POST',
      `approvals/${pending[0].id}/approve`,
      {},
      { record: pending[0] },
    );
    expect(decided.statusCode, decided.body).toBe(200);

    const changed = await world.change('quotes', await world.read(asked), {
      lines: { put: [{ id: linesIn(quote, 'lines')[0]?.id, discount_pct: '40' }] },
    });
    expect((await world.run('send', changed, {}, hers)).json().code).toBe('approval_needed');
  });

  test('within the limit of the owner no approval is needed', async () => {
    const client = await world.makeClient();
    const quote = await world.makeQuote(client, [world.line({ discount_pct: '25' })]);
    expect(await reasonsOf(quote, 'send')).toEqual([]);
    expect(await reasonsOf(quote, 'request_approval')).toEqual(['no_approval_needed']);
  });

  test('the limit is the lesser one of the seller and of who sends, whoever is named as seller', async () => {
    const assistant = await signInAs(api, 'sales_assistant');
    const client = await world.makeClient();
    // The seller may give 25 %.
    const quote = await world.makeQuote(client, [world.line({ discount_pct: '20' })], {}, assistant);
    expect(quote.allowed_discount_pct).toBe('25.0000');
    const refused = await world.run('send', quote, {}, assistant);
    expect(refused.json(), refused.body).toMatchObject({
      code: 'approval_needed',
      message: expect.stringContaining('sin aprobación se puede dar hasta 0 %'),
    });
    const terms = async (as: Headers) =>
      (
        await world.call('POST', 'quotes/terms', { owner_id: (quote.owner_id as { id: string }).id }, { as })
      ).json().data.allowed_discount_pct;
    expect([await terms(assistant), await terms(admin)]).toEqual(['0.0000', '25.0000']);
    expect((await world.done('send', quote)).status).toBe('sent');
  });

  test('bonuses over their share of the net need one', async () => {
    const client = await world.makeClient();
    const bonus = (units_per_day: number) => world.line({ line_kind: 'bonus', units_per_day });
    const within = await world.makeQuote(client, [world.line({ units_per_day: 10 }), bonus(1)]);
    expect(within).toMatchObject({ net: '100000.00' });
    expect(await reasonsOf(within, 'send')).toEqual([]);
    const over = await world.makeQuote(client, [world.line({ units_per_day: 10 }), bonus(2)]);
    const refused = await world.run('send', over);
    expect(refused.json()).toMatchObject({ code: 'approval_needed' });
    expect(refused.json().message).toContain('Bonificación de RD$20,000.00');
    await api.database.transaction(systemChange('settings'), (tx) =>
      writeSettings(tx, { bonus_limit_pct: '20.0000' }),
    );
    expect(await reasonsOf(over, 'send')).toEqual([]);
  });

  test('a payer whose credit is held needs one, from the moment it is held', async () => {
    const client = await world.makeClient();
    const quote = await world.makeQuote(client);
    expect(await reasonsOf(quote, 'send')).toEqual([]);
    await api.database.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${client.id}::uuid`);
    expect(await reasonsOf(quote, 'send')).toEqual(['approval_needed']);
  });

  test('an exposure of the payer over the credit limit needs one, which names both', async () => {
    // A line of ten days, twice a day, at 1,000.00, with 18 % of tax.
    const client = await world.makeClient({ credit_limit: '23600.00' });
    const quote = await world.makeQuote(client);
    expect(quote).toMatchObject({
      total: '23600.00',
      exposure: '23600.00',
      credit_limit: '23600.00',
      credit_currency_code: 'DOP',
    });
    expect(await reasonsOf(quote, 'send')).toEqual([]);
    const more = await world.makeQuote(client, [world.line(), world.line({ units_per_day: 1 })]);
    expect(await reasonsOf(more, 'send')).toEqual(['approval_needed']);
    const asked = await world.done('request_approval', more);
    const [pending] = (await world.call('GET', `approvals?fields=*&f.record_id=${more.id}`)).json().data;
    expect(pending.reasons).toMatchObject([
      { code: 'credit_limit', amount: '11800.00', currency: 'DOP', permission: 'clients.credit_limit' },
    ]);
    expect(pending.reasons[0].text).toContain('límite de RD$23,600.00');
    expect(pending.reasons[0].text).toContain('exposición con este presupuesto de RD$35,400.00');
    const manager = await signInAs(api, 'sales_manager');
    const approve = (as: Headers) =>
      world.call('POST', `approvals/${pending.id}/approve`, {}, { as, record: pending });
    expect((await approve(manager)).statusCode).not.toBe(200);
    expect((await approve(await signInAs(api, 'finance'))).statusCode).toBe(200);
    expect((await world.done('send', asked)).status).toBe('sent');
  });

  test('the exposure of an agency that pays counts in the currency of its limit', async () => {
    const client = await world.makeClient({ billing_party: 'agency', credit_limit: '1.00' });
    const agency = await world.makeAgency();
    await world.makeLetter(client, agency);
    await api.database.query(sql`
      UPDATE agencies SET credit_limit = 500, currency_code = 'USD' WHERE id = ${agency.id}::uuid`);
    const quote = await world.makeQuote(client, [world.line()], { agency_id: agency.id });
    expect(quote).toMatchObject({ exposure: null, credit_limit: '500.00', credit_currency_code: 'USD' });
    const refused = await world.run('send', quote);
    expect(refused.json().message).toContain('falta una tasa de cambio');
    await api.database.query(sql`
      INSERT INTO exchange_rates (from_currency, to_currency, on_date, rate)
      VALUES ('DOP', 'USD', business_date(), 0.02)`);
    const total = Number((await world.read(quote)).total);
    expect((await world.read(quote)).exposure).toBe((total * 0.02).toFixed(2));
    expect(await reasonsOf(quote, 'send')).toEqual([]);
    await api.database.query(sql`
      INSERT INTO payments (receipt_no, company_id, agency_id, received_on, method, amount, currency_code)
      VALUES ('ANTICIPO-1', ${world.company}::uuid, ${agency.id}::uuid, business_date(), 'cash', 100, 'USD')`);
    expect((await world.read(quote)).exposure).toBe((total * 0.02 - 100).toFixed(2));
    await api.database.query(sql`UPDATE agencies SET credit_limit = 10 WHERE id = ${agency.id}::uuid`);
    expect(await reasonsOf(quote, 'send')).toEqual(['approval_needed']);
  });

  test('a reason that comes up after the approval needs another one', async () => {
    const client = await world.makeClient({ primary_sales_rep_id: seller.id });
    const quote = await world.makeQuote(
      client,
      [world.line({ discount_pct: '20' })],
      { owner_id: seller.id },
      hers,
    );
    const approveAll = async () => {
      await world.done('request_approval', await world.read(quote), {}, hers);
      const path = `approvals?fields=*&f.status=pending&f.record_id=${quote.id}`;
      const [pending] = (await world.call('GET', path)).json().data;
      const decided = await world.call('POST', `approvals/${pending.id}/approve`, {}, { record: pending });
      expect(decided.statusCode, decided.body).toBe(200);
    };
    await approveAll();
    expect(await reasonsOf(quote, 'send')).toEqual([]);
    await api.database.query(sql`UPDATE clients SET credit_limit = 1 WHERE id = ${client.id}::uuid`);
    const refused = await world.run('send', await world.read(quote), {}, hers);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'approval_needed']);
    expect(refused.json().message).not.toContain('Descuento');
    await approveAll();
    expect((await world.done('send', await world.read(quote), {}, hers)).status).toBe('sent');
  });

  test('a longer credit term than that of the client needs one', async () => {
    const [short, long] = await api.database.query<{ id: string }>(
      sql`SELECT id FROM credit_terms WHERE days IN (15, 60) AND kind = 'days' ORDER BY days`,
    );
    const client = await world.makeClient({ credit_term_id: short?.id });
    const quote = await world.makeQuote(client, [world.line()], { credit_term_id: long?.id });
    expect(quote.term_days_over).toBe(45);
    expect(await reasonsOf(quote, 'send')).toEqual(['approval_needed']);
  });
});

describe('an agency', () => {
  test('needs a letter for the client, its brand, the whole flight and buying', async () => {
    const client = await world.makeClient();
    const agency = await world.makeAgency();
    const quote = await world.makeQuote(client, [world.line()], { agency_id: agency.id });
    expect(await reasonsOf(quote, 'send')).toEqual(['no_letter']);
    expect(await reasonsOf(quote, 'hold')).toEqual(['no_letter']);
    const split = addDays(flight.from, 3);
    await world.makeLetter(client, agency, { valid: { from: '2020-01-01', to: split } });
    await world.makeLetter(client, agency, {
      valid: { from: addDays(split, 1), to: '2099-12-31' },
      services: ['planning'],
    });
    expect(await reasonsOf(quote, 'send')).toEqual(['no_letter']);
    await api.database.query(sql`
      UPDATE client_agencies SET services = '{buying,planning}' WHERE client_id = ${client.id}::uuid`);
    expect(await reasonsOf(quote, 'send')).toEqual([]);
  });

  test('holds for a client while a letter is revoked at once only with what the letter still covers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await world.makeClient();
      const agency = await world.makeAgency();
      const letter = await world.makeLetter(client, agency);
      const quote = await world.makeQuote(client, [world.line()], { agency_id: agency.id });
      const [held, revoked] = await Promise.all([
        world.run('hold', quote),
        world.call(
          'POST',
          `client-agencies/${letter.id}/revoke`,
          { revoked_on: today, reason: 'Cambió de agencia' },
          { record: letter },
        ),
      ]);
      expect(revoked.statusCode, revoked.body).toBe(200);
      expect(held.statusCode === 200 || held.json().code === 'no_letter', held.body).toBe(true);
      // Whichever came first: nothing new is sent or held any more, and what is held stays.
      expect(await reasonsOf(quote, 'send')).toEqual(['no_letter']);
      expect(await holdsOf(quote)).toHaveLength(held.statusCode === 200 ? 1 : 0);
      if (held.statusCode === 200) await world.run('release_holds', await world.read(quote));
    }
  });

  test('earns by the letter that is in force when the flight begins, that for the brand before the others', async () => {
    const client = await world.makeClient();
    const agency = await world.makeAgency();
    const brand = await api.database.one<{ id: string }>(sql`
      INSERT INTO brands (code, name, client_id) VALUES ('TASA-1', 'Con tasa', ${client.id}::uuid) RETURNING id`);
    const rateOf = async (values: object = {}) =>
      (await world.makeQuote(client, [world.line()], { agency_id: agency.id, ...values }))
        .agency_commission_pct;
    const own = agency.commission_pct;
    // It begins after the flight: the rate of the agency.
    await world.makeLetter(client, agency, {
      valid: { from: addDays(flight.from, 1), to: null },
      commission_pct_override: '7',
    });
    expect(await rateOf()).toBe(own);
    // It begins with the flight, which is not today.
    await world.makeLetter(client, agency, {
      valid: { from: flight.from, to: flight.from },
      commission_pct_override: '9',
    });
    expect(await rateOf()).toBe('9.0000');
    await world.makeLetter(client, agency, { brand_id: brand?.id, commission_pct_override: '11' });
    expect(await rateOf()).toBe('9.0000');
    expect(await rateOf({ brand_id: brand?.id })).toBe('11.0000');
  });
});

describe('a sent quote', () => {
  test('is frozen, and replaced by a new version with the same number and content', async () => {
    const client = await world.makeClient();
    const sent = await world.done('send', await world.makeQuote(client, [world.line(), world.line()]));
    const edit = await world.call('PATCH', `quotes/${sent.id}`, { name: 'Otra' }, { record: sent });
    expect([edit.statusCode, edit.json().code]).toEqual([409, 'frozen']);
    const next = await world.done('new_version', sent);
    expect(next).toMatchObject({ number: sent.number, version: 2, status: 'draft', total: sent.total });
    expect(linesIn(next, 'lines')).toHaveLength(2);
    expect(await world.read(sent)).toMatchObject({ status: 'superseded', replaced_by_id: { id: next.id } });
    expect((await world.run('accept', await world.read(sent), acceptance)).json().code).toBe('wrong_state');
    expect(await reasonsOf(sent, 'new_version')).toEqual(['wrong_state']);
  });

  test('is accepted once, with who and when', async () => {
    const sent = await world.done('send', await world.makeQuote(await world.makeClient()));
    const answers = await Promise.all([1, 2, 3].map(() => world.run('accept', sent, acceptance)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(await world.read(sent)).toMatchObject({ status: 'accepted', ...acceptance });
  });

  test('is either accepted or replaced when both are done at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const sent = await world.done('send', await world.makeQuote(await world.makeClient()));
      const [accepted, renewed] = await Promise.all([
        world.run('accept', sent, acceptance),
        world.run('new_version', sent),
      ]);
      const versions = await api.database.query<{ status: string; version: number }>(
        sql`SELECT status, version FROM quotes WHERE number = ${String(sent.number)} ORDER BY version`,
      );
      // An accepted version may be replaced afterwards; a replaced one is never accepted.
      if (accepted.statusCode === 200 && renewed.statusCode !== 201)
        expect(versions.map(({ status }) => status)).toEqual(['accepted']);
      else expect(versions.map(({ status }) => status)).toEqual(['superseded', 'draft']);
      expect(versions.filter(({ status }) => status !== 'superseded')).toHaveLength(1);
    }
  });

  test('cannot be accepted on a day that has not come, or after its last day', async () => {
    const sent = await world.done('send', await world.makeQuote(await world.makeClient()));
    const early = await world.run('accept', sent, { ...acceptance, accepted_on: addDays(today, 1) });
    expect(early.json().errors).toHaveProperty('accepted_on');
    // What the API refuses, the database refuses too.
    await expect(
      api.database.query(sql`
        UPDATE quotes SET status = 'accepted', accepted_by = 'x', accepted_on = valid_until + 1 WHERE id = ${sent.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'quotes_accepted_in_time' });
    await expect(
      api.database.query(sql`UPDATE quotes SET status = 'converted' WHERE id = ${sent.id}::uuid`),
    ).rejects.toMatchObject({ constraint: 'quotes_state_change' });
  });

  test('expires after its last day and can then only be replaced', async () => {
    const draft = await world.makeQuote(await world.makeClient());
    await world.done('send', draft);
    // The clock cannot be turned back, so the quote is made older.
    const id = newLineId();
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`
        INSERT INTO quotes (id, number, name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
          billing_plan, valid_until)
        SELECT ${id}::uuid, number || '-V', name, client_id, owner_id, company_id, currency_code, price_list_id, flight,
          billing_plan, business_date() - 1 FROM quotes WHERE id = ${draft.id}::uuid`);
      await tx.query(sql`UPDATE quotes SET status = 'sent', sent_at = now() WHERE id = ${id}::uuid`);
    });
    const old = await world.read({ id } as AnyRecord);
    const late = await world.run('accept', old, acceptance);
    expect([late.statusCode, late.json().code]).toEqual([409, 'quote_expired']);
    await expireDueQuotes(api.app);
    expect(await world.read(old)).toMatchObject({ status: 'expired' });
    expect(await world.read(draft)).toMatchObject({ status: 'sent' });
    expect(await reasonsOf(old, 'new_version')).toEqual([]);
  });

  test('is rejected with a reason, which releases its holds', async () => {
    const quote = await world.makeQuote(await world.makeClient());
    await world.done('hold', quote);
    const sent = await world.done('send', await world.read(quote));
    await world.done('reject', sent, { rejection_reason: 'El precio es muy alto' });
    expect(await world.read(sent)).toMatchObject({ status: 'rejected', hold_state: 'none' });
    expect((await holdsOf(sent)).map(({ status }) => status)).toEqual(['released']);
  });
});

describe('holds', () => {
  test('take the spaces of every line, once, and show in the quote', async () => {
    const quote = await world.makeQuote(await world.makeClient(), [
      world.line(),
      world.line({ inventory_item_id: world.other }),
    ]);
    expect((await world.done('hold', quote)).held).toBe(2);
    expect(await world.read(quote)).toMatchObject({ hold_state: 'held' });
    expect(await reasonsOf(quote, 'hold')).toEqual(['nothing_to_hold']);
    const states = (await world.call('GET', `quotes/${quote.id}/availability`)).json().data;
    expect(Object.values(states)).toMatchObject([{ state: 'held' }, { state: 'held' }]);
    expect((await world.done('release_holds', await world.read(quote))).released).toBe(2);
    expect(await world.read(quote)).toMatchObject({ hold_state: 'none' });
  });

  test('all lines or none: without room for one, nothing is held', async () => {
    const client = await world.makeClient();
    const quote = await world.makeQuote(client, [
      world.line({ inventory_item_id: world.other, units_per_day: 1 }),
      world.line({ units_per_day: 1000 }),
    ]);
    const full = await world.run('hold', quote);
    expect([full.statusCode, full.json().code]).toEqual([409, 'no_capacity']);
    expect(await holdsOf(quote)).toEqual([]);
    const states = (await world.call('GET', `quotes/${quote.id}/availability`)).json().data;
    expect(
      Object.values(states)
        .map((one) => (one as { state: string }).state)
        .sort(),
    ).toEqual(['available', 'none']);
  });

  test('wait where there is no room, if asked to, and show it in their lines', async () => {
    const client = await world.makeClient();
    const quote = await world.makeQuote(client, [
      world.line({ inventory_item_id: world.other, units_per_day: 1 }),
      world.line({ units_per_day: 1000 }),
    ]);
    expect((await world.done('hold', quote, { waits: true })).held).toBe(2);
    const states = (await world.call('GET', `quotes/${quote.id}/availability`)).json().data;
    expect(
      Object.values(states)
        .map((one) => (one as { state: string }).state)
        .sort(),
    ).toEqual(['held', 'queued']);
    expect(await world.read(quote)).toMatchObject({ hold_state: 'partial' });
    // Those that wait count as held: they are not asked for again, and are released together.
    expect((await world.run('hold', quote)).json().code).toBe('nothing_to_hold');
    expect((await world.done('release_holds', await world.read(quote))).released).toBe(2);
  });

  test('keep client, agency and what is held as they are', async () => {
    const [client, other] = [await world.makeClient(), await world.makeClient()];
    const agency = await world.makeAgency();
    const quote = await world.makeQuote(client);
    const [line] = linesIn(quote, 'lines');
    await world.done('hold', quote);
    const held = await world.read(quote);
    for (const values of [
      { client_id: other.id },
      { agency_id: agency.id },
      { lines: { put: [{ id: line?.id, units_per_day: 3 }] } },
      { lines: { drop: [line?.id] } },
    ]) {
      const answer = await world.call('PATCH', `quotes/${quote.id}`, values, { record: held });
      expect(answer.statusCode, JSON.stringify(values)).toBeGreaterThanOrEqual(409);
      expect(answer.json().message + JSON.stringify(answer.json().errors ?? {})).toMatch(/libere antes/);
    }
    const renamed = await world.change('quotes', held, {
      lines: { put: [{ id: line?.id, description: 'Cuña con otro texto', discount_pct: '5' }] },
    });
    expect(renamed.net).toBe('19000.00');
    await world.done('release_holds', renamed);
    await world.change('quotes', await world.read(quote), { client_id: other.id });
  });

  test('end without ending the quote, and can be made again', async () => {
    const quote = await world.makeQuote(await world.makeClient());
    await world.done('hold', quote);
    const sent = await world.done('send', await world.read(quote));
    await endHolds(sent);
    // Shown as ended before any process has ended it.
    expect(await world.read(sent)).toMatchObject({ status: 'sent', hold_state: 'none' });
    expect(await reasonsOf(sent, 'hold')).toEqual([]);
    await world.done('hold', await world.read(sent));
    expect((await holdsOf(sent)).map(({ status }) => status).sort()).toEqual(['active', 'expired']);
    await endHolds(sent);
    await expireDueHolds(api.app);
    expect((await holdsOf(sent)).map(({ status }) => status)).toEqual(['expired', 'expired']);
    expect((await world.done('accept', await world.read(sent), acceptance)).status).toBe('accepted');
  });

  test('move to the lines of a new version', async () => {
    const quote = await world.makeQuote(await world.makeClient());
    await world.done('hold', quote);
    const next = await world.done('new_version', await world.done('send', await world.read(quote)));
    const [line] = linesIn(next, 'lines');
    expect(await holdsOf(next)).toMatchObject([{ status: 'active', quote_line_id: line?.id }]);
    expect(next.hold_state).toBe('held');
  });

  test('end when their opportunity is lost', async () => {
    const client = await world.makeClient();
    const stage = await api.database.one<{ id: string }>(
      sql`SELECT id FROM closing_probabilities WHERE result = 'open' ORDER BY sort_order LIMIT 1`,
    );
    const reason = await api.database.one<{ id: string }>(
      sql`SELECT id FROM reasons WHERE kind = 'loss' ORDER BY sort_order LIMIT 1`,
    );
    const opportunity = (
      await world.call('POST', 'opportunities', {
        name: 'Campaña',
        client_id: client.id,
        owner_id: seller.id,
        stage_id: stage?.id,
        expected_amount: '100',
        currency_code: 'DOP',
        expected_close_date: today,
        next_step: 'Llamar',
      })
    ).json().data as AnyRecord;
    const quote = await world.makeQuote(client, [world.line()], { opportunity_id: opportunity.id });
    await world.done('hold', quote);
    const lost = await world.call(
      'POST',
      `opportunities/${opportunity.id}/lose`,
      { loss_reason_id: reason?.id },
      { record: opportunity },
    );
    expect(lost.statusCode, lost.body).toBe(200);
    expect((await holdsOf(quote)).map(({ status }) => status)).toEqual(['released']);
    expect(await world.read(quote)).toMatchObject({ status: 'draft', hold_state: 'none' });
    expect(await api.database.query(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
  });

  test('two quotes that want the last units at once do not both get them', async () => {
    const client = await world.makeClient();
    const lines = () => [
      world.line({ units_per_day: 11, flight: { from: flight.from, to: flight.from } }),
      world.line({
        inventory_item_id: world.other,
        units_per_day: 11,
        flight: { from: flight.from, to: flight.from },
      }),
    ];
    await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`UPDATE holds SET expires_at = now() - interval '1 minute' WHERE status = 'active'`);
      await tx.query(
        sql`UPDATE capacity_cells SET expires_at = now() - interval '1 minute' WHERE state = 'held'`,
      );
    });
    await expireDueHolds(api.app);
    const [a, b] = [await world.makeQuote(client, lines()), await world.makeQuote(client, lines().reverse())];
    const answers = await Promise.all([a, b].map((quote) => world.run('hold', quote)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

test('a seller sees and sends only own quotes', async () => {
  const client = await world.makeClient();
  const foreign = await world.makeQuote(client);
  expect((await world.call('GET', `quotes/${foreign.id}`, undefined, { as: hers })).statusCode).toBe(404);
  expect(
    (await world.call('GET', `quotes/${foreign.id}/availability`, undefined, { as: hers })).statusCode,
  ).toBe(404);
  expect((await world.run('send', foreign, {}, hers)).statusCode).toBe(404);
});

test('lists ask whether the spaces of visible, open quotes without holds are free', async () => {
  const client = await world.makeClient();
  const [free, partly, none, held, closed] = [
    await world.makeQuote(client, [world.line({ inventory_item_id: world.other, units_per_day: 1 })]),
    await world.makeQuote(client, [
      world.line({ inventory_item_id: world.other, units_per_day: 1 }),
      world.line({ units_per_day: 1000 }),
    ]),
    await world.makeQuote(client, [world.line({ units_per_day: 1000 })]),
    await world.makeQuote(client, [world.line({ inventory_item_id: world.other, units_per_day: 1 })]),
    await world.makeQuote(client, [world.line({ inventory_item_id: world.other, units_per_day: 1 })]),
  ];
  await world.done('hold', held);
  await world.done('send', closed);
  await world.done('reject', await world.read(closed), { rejection_reason: 'Sin dinero' });
  const ids = [free, partly, none, held, closed].map(({ id }) => id).join(',');
  const ask = async (as?: Record<string, string>) =>
    (await world.call('GET', `quotes/availability?ids=${ids}`, undefined, as && { as })).json().data;
  const answer: readonly { id: string; state: string }[] = await ask();
  expect(Object.fromEntries(answer.map(({ id, state }) => [id, state]))).toEqual({
    [free.id]: 'available',
    [partly.id]: 'partial',
    [none.id]: 'none',
  });
  expect(await ask(hers)).toEqual([]);
  for (const wrong of ['', 'x', `${free.id},x`])
    expect((await world.call('GET', `quotes/availability?ids=${wrong}`)).statusCode).toBe(422);
});

test('quotes are filtered by a discount over the limit of their seller', async () => {
  const client = await world.makeClient();
  const over = await world.makeQuote(client, [world.line({ discount_pct: '99' })], { owner_id: seller.id });
  const within = await world.makeQuote(client, [world.line()], { owner_id: seller.id });
  const listed = async (value: string): Promise<string[]> =>
    (await world.call('GET', `quotes?f.over_limit=${value}&f.client_id=${client.id}`))
      .json()
      .data.map(({ id }: { id: string }) => id);
  expect([await listed('true'), await listed('false')]).toEqual([[over.id], [within.id]]);
});

test('the availability of lines tells a seller nothing about the holds of other sellers', async () => {
  const foreign = await world.makeQuote(await world.makeClient());
  await world.done('hold', foreign);
  const [line] = linesIn(foreign, 'lines');
  const asked = async (as: Headers) =>
    (
      await world.call(
        'POST',
        'quotes/availability',
        { lines: [{ id: line?.id, inventory_item_id: world.space, flight }] },
        { as },
      )
    ).json().data[String(line?.id)];
  expect(await asked(admin)).toMatchObject({ state: 'held', hold: { number: expect.any(String) } });
  const seen = await asked(hers);
  expect(seen.state).not.toBe('held');
  expect(seen).not.toHaveProperty('hold');
});

test('nothing is sent to an inactive or archived client', async () => {
  const client = await world.makeClient();
  const quote = await world.makeQuote(client);
  for (const change of [sql`status = 'inactive'`, sql`status = 'active', archived_at = now()`]) {
    await api.database.query(sql`UPDATE clients SET ${change} WHERE id = ${client.id}::uuid`);
    expect(await reasonsOf(quote, 'send')).toEqual(['client_inactive']);
  }
});

test('a new version keeps a price list that has expired, is not sent with it, and is repriced', async () => {
  const old = await world.call('POST', `price-lists/${world.list.id}/copy`, {
    code: 'TAR-VIEJA',
    name: 'Tarifario que vence',
    valid: { from: '2020-01-01', to: '2099-12-31' },
    decimals: 2,
  });
  const list = await world.change('price-lists', old.json().data, { kind: 'special' });
  expect((await world.call('POST', `price-lists/${list.id}/publish`, {}, { record: list })).statusCode).toBe(
    200,
  );
  const sent = await world.done(
    'send',
    await world.makeQuote(await world.makeClient(), [world.line()], { price_list_id: list.id }),
  );
  await api.database.query(sql`UPDATE price_lists SET status = 'expired' WHERE id = ${list.id}::uuid`);
  const next = await world.done('new_version', sent);
  expect(next).toMatchObject({ status: 'draft', version: 2, price_list_id: { id: list.id } });
  expect(await reasonsOf(next, 'send')).toEqual(['list_not_current']);
  const answer = await world.run('reprice', next, { price_list_id: world.list.id });
  expect(answer.statusCode, answer.body).toBe(200);
  expect((await world.done('send', await world.read(next))).status).toBe('sent');
});

test('repricing takes the prices of another current list', async () => {
  const quote = await world.makeQuote(await world.makeClient());
  const copy = await world.call('POST', `price-lists/${world.list.id}/copy`, {
    code: 'TAR-ALTA',
    name: 'Tarifario con alza',
    valid: { from: '2020-01-01', to: '2099-12-31' },
    adjust_pct: '10',
    decimals: 2,
  });
  expect(copy.statusCode, copy.body).toBe(201);
  const kind = await world.change('price-lists', copy.json().data, { kind: 'special' });
  await world.call('POST', `price-lists/${kind.id}/publish`, {}, { record: kind });
  const answer = await world.run('reprice', quote, { price_list_id: kind.id });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await world.read(quote)).toMatchObject({ net: '22000.00', price_list_id: { id: kind.id } });
});
