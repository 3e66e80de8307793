import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from '../quotes/fixtures.ts';
import { versionHash } from '../signing/contract-version.ts';
import { type ContractWorld, makeContractWorld } from './contract-fixtures.ts';
import { activateDue } from './move-by-date.ts';

type Client = Awaited<ReturnType<ContractWorld['client']>>;

let api: TestApi;
let world: ContractWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  quoting = await quoteWorld(api, await signInAs(api, 'admin'));
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const sign = (id: string, on = world.today) => world.run(id, 'sign', { signed_on: on });
const signed = async (contract: AnyRecord): Promise<AnyRecord> => {
  const response = await sign(contract.id);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};
const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const booked = async (itemId: string): Promise<number> =>
  (
    await rows<{ units: number }>(
      sql`SELECT coalesce(sum(booked), 0)::integer AS units FROM occupancy WHERE item_id = ${itemId}::uuid`,
    )
  )[0]?.units ?? 0;

describe('from draft to signature', () => {
  test('a signature numbers and fixes the contract, books its spaces, and makes the prospect a client', async () => {
    const client = await world.client();
    const space = await world.space(5);
    const contract = await world.pending(client, [
      world.line(space),
      world.line(space, { units_per_day: 2 }),
    ]);
    expect(contract).toMatchObject({
      status: 'pending_signature',
      number: expect.stringMatching(/^CT-\d{4}-\d{5}$/),
      net: '3000.00',
    });

    const after = await signed(contract);
    expect(after).toMatchObject({
      status: 'signed',
      signed_on: world.today,
      payer_tax_id: expect.any(String),
    });
    expect(after.number).toBe(contract.number);
    expect(await booked(space)).toBe(30);
    expect(await rows(sql`SELECT status FROM clients WHERE id = ${client.id}::uuid`)).toEqual([
      { status: 'active' },
    ]);
    const lines = await rows<{ total: string; status: string }>(
      sql`SELECT total::text, status FROM order_lines WHERE contract_id = ${contract.id}::uuid`,
    );
    expect(lines.map(({ status }) => status)).toEqual(['active', 'active']);
    expect(sum(lines.map(({ total }) => total))).toBe(after.total);
  });

  test('two signed at once keep the numbers without a gap that they got when they were submitted', async () => {
    const space = await world.space(100);
    const waiting = await Promise.all(
      [1, 2, 3].map(async () => world.pending(await world.client(), [world.line(space)])),
    );
    const answers = await Promise.all(waiting.map(({ id }) => sign(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const counts = answers.map((one) => Number(one.json().data.number.slice(-5))).sort((a, b) => a - b);
    expect(counts).toEqual([counts[0], (counts[0] ?? 0) + 1, (counts[0] ?? 0) + 2]);
  });

  test('the same contract is signed once', async () => {
    const contract = await world.pending(await world.client(), [world.line(await world.space(1))]);
    const both = await Promise.all([sign(contract.id), sign(contract.id)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(
      await rows(sql`SELECT version FROM contract_versions WHERE contract_id = ${contract.id}::uuid`),
    ).toEqual([{ version: 0 }]);
  });

  test('while it waits for its signatures neither header nor lines change, until it is a draft again', async () => {
    const space = await world.space(5);
    const contract = await world.pending(await world.client(), [world.line(space)]);
    const patch = async (payload: object) =>
      api.inject({
        method: 'PATCH',
        url: `/api/contracts/${contract.id}`,
        headers: { ...world.headers, 'if-match': `"${(await world.read(contract.id)).row_version}"` },
        payload,
      });
    expect((await patch({ name: 'Otra' })).json()).toMatchObject({ code: 'awaits_signature' });
    const [line] = linesIn(contract, 'lines');
    const changed = { lines: { put: [{ id: line?.id, units_per_day: 3 }] } };
    expect((await patch(changed)).json().message).toMatch(/ya no es borrador/);
    expect((await patch({ notes: 'Llamar antes' })).statusCode).toBe(200);
    expect((await world.run(contract.id, 'return', { reason: 'Faltaba un espacio' })).statusCode).toBe(200);
    expect((await patch(changed)).json().data).toMatchObject({ net: '3000.00', scheduled: '1000.00' });
    expect((await world.run(contract.id, 'submit')).json().reasons).toMatchObject([{ code: 'schedule' }]);
  });

  test('the instalments follow the billing plan and sum to the taxable amount; the database refuses others', async () => {
    const space = await world.space(5);
    const contract = await world.pending(await world.client(), [
      world.line(space, {
        flight: { from: world.today, to: addDays(world.today, 99) },
        agreed_price: '33.33',
      }),
    ]);
    const instalments = linesIn(contract, 'instalments');
    expect(instalments.length).toBeGreaterThan(2);
    expect(sum(instalments.map(({ amount }) => String(amount)))).toBe(contract.taxable);
    expect((await world.run(contract.id, 'return')).statusCode).toBe(200);
    await expect(
      rows(sql`UPDATE contracts SET status = 'pending_signature', scheduled = scheduled + 1
        WHERE id = ${contract.id}::uuid`),
    ).rejects.toThrow(/contracts_schedule/);
  });
});

describe('what refuses a signature', () => {
  const reasonsOf = async (id: string, on?: string): Promise<string[]> =>
    ((await sign(id, on)).json().reasons ?? []).map(({ code }: { code: string }) => code);

  test('signatories whose power does not cover day or amount, and incomplete joint groups', async () => {
    const client = await world.client();
    const space = await world.space(9);
    const small = await world.signatory({ client_id: client.id, max_amount: '10.00' });
    const old = await world.signatory({
      client_id: client.id,
      valid: { from: '2020-01-01', to: '2020-12-31' },
    });
    const joint = { client_id: client.id, sign_mode: 'joint', joint_group: 'A' };
    const [a, b] = [await world.signatory(joint), await world.signatory(joint)];
    const submit = async (ids: string[]) => {
      const { id } = await world.draft(client, [world.line(space)], { client_signatory_ids: ids });
      await world.run(id, 'plan_billing');
      const answer = await world.run(id, 'submit');
      return [answer.statusCode, (answer.json().reasons ?? []).map(({ code }: { code: string }) => code)];
    };
    expect(await submit([])).toEqual([409, ['no_signatory']]);
    expect(await submit([small])).toEqual([409, ['signatory']]);
    expect(await submit([old])).toEqual([409, ['signatory']]);
    expect(await submit([a])).toEqual([409, ['joint_group']]);
    expect(await submit([a, b])).toEqual([200, []]);
  });

  test('a power that is over on the day of the signature, although it is valid today', async () => {
    const client = await world.client();
    const fresh = await world.signatory({ client_id: client.id, valid: { from: world.today, to: null } });
    const contract = await world.pending(client, [world.line(await world.space(1))], {
      client_signatory_ids: [fresh],
    });
    expect((await sign(contract.id, addDays(world.today, -1))).json().reasons).toMatchObject([
      { code: 'signatory' },
    ]);
    expect((await sign(contract.id, addDays(world.today, 1))).json().errors).toHaveProperty('signed_on');
    expect((await sign(contract.id)).statusCode).toBe(200);
  });

  test('nobody who gets its invoices, or nobody whom they reach', async () => {
    const client = await world.client();
    const draft = await world.draft(client, [world.line(await world.space(9))]);
    expect(draft.billing_contact_id).toMatchObject({ label: 'Contacto De facturas' });
    await world.run(draft.id, 'plan_billing');
    const refused = async () =>
      ((await world.run(draft.id, 'submit')).json().reasons ?? []).map(({ code }: { code: string }) => code);
    const contact = (draft.billing_contact_id as { id: string }).id;
    await rows(sql`UPDATE contacts SET emails = '[]' WHERE id = ${contact}::uuid`);
    await rows(sql`UPDATE clients SET address_line = NULL WHERE id = ${client.id}::uuid`);
    expect(await refused()).toEqual(['unreachable_billing_contact']);
    await rows(sql`UPDATE contracts SET billing_contact_id = NULL WHERE id = ${draft.id}::uuid`);
    expect(await refused()).toEqual(['no_billing_contact']);
    await rows(sql`UPDATE contracts SET billing_contact_id = ${contact}::uuid WHERE id = ${draft.id}::uuid`);
    await rows(sql`UPDATE clients SET address_line = 'Calle El Sol 5' WHERE id = ${client.id}::uuid`);
    expect(await refused()).toEqual([]);
  });

  test('an agency without a letter for the client, its brand, buying and the whole flight', async () => {
    const client = await world.client();
    const agency = await quoting.makeAgency();
    const brands = await rows<{ id: string }>(sql`
      INSERT INTO brands (code, name, client_id) VALUES ('CARTA-1', 'Uno', ${client.id}::uuid), ('CARTA-2', 'Dos', ${client.id}::uuid)
      RETURNING id`);
    const [one, two] = brands.map(({ id }) => id);
    const draft = await world.draft(client, [world.line(await world.space(9))], {
      agency_id: agency.id,
      brand_id: one,
    });
    await world.run(draft.id, 'plan_billing');
    const refused = async () =>
      ((await world.run(draft.id, 'submit')).json().reasons ?? []).map(({ code }: { code: string }) => code);
    const until = addDays(world.today, 30);
    const letters = [
      { brand_id: two },
      { brand_id: one, services: ['planning', 'creative'], valid: { from: '2020-01-01', to: until } },
    ];
    for (const letter of letters) {
      await quoting.makeLetter({ id: client.id } as AnyRecord, agency, letter);
      expect(await refused()).toEqual(['no_letter']);
    }
    // Of the whole flight, by two letters that follow each other: one for the brand, one for all.
    await rows(sql`UPDATE client_agencies SET services = '{buying}' WHERE brand_id = ${one}::uuid`);
    expect(await refused()).toEqual(['no_letter']);
    await quoting.makeLetter({ id: client.id } as AnyRecord, agency, {
      valid: { from: addDays(until, 1), to: null },
    });
    expect(await refused()).toEqual([]);
  });

  test('a letter that is revoked while its contract is signed stops the signature or leaves it as it is', async () => {
    for (let round = 0; round < 5; round += 1) {
      const client = await world.client();
      const agency = await quoting.makeAgency();
      const letter = await quoting.makeLetter({ id: client.id } as AnyRecord, agency);
      const contract = await world.pending(client, [world.line(await world.space(1))], {
        agency_id: agency.id,
      });
      const [signature, revocation] = await Promise.all([
        sign(contract.id),
        quoting.call(
          'POST',
          `client-agencies/${letter.id}/revoke`,
          { revoked_on: world.today, reason: 'Cambió de agencia' },
          { record: letter },
        ),
      ]);
      expect(revocation.statusCode, revocation.body).toBe(200);
      if (signature.statusCode !== 200)
        expect(signature.json().reasons).toMatchObject([{ code: 'no_letter' }]);
      else expect(await world.read(contract.id)).toMatchObject({ status: 'signed' });
      // Whichever came first, the next one is refused.
      const next = await world.draft(client, [world.line(await world.space(1))], { agency_id: agency.id });
      await world.run(next.id, 'plan_billing');
      expect((await world.run(next.id, 'submit')).json().reasons).toMatchObject([{ code: 'no_letter' }]);
    }
  });

  test('a payer whose credit is held gets no new contract, be it client or agency', async () => {
    const client = await world.client();
    const body = (values: object = {}) => world.draftBody(client, [world.line(space)], values);
    const space = await world.space(9);
    const create = (payload: object) =>
      api.inject({ method: 'POST', url: '/api/contracts', headers: world.headers, payload });
    const agency = await quoting.makeAgency();
    const hold = (table: 'clients' | 'agencies', id: string, status: string) =>
      rows(
        table === 'clients'
          ? sql`UPDATE clients SET credit_status = ${status} WHERE id = ${id}::uuid`
          : sql`UPDATE agencies SET credit_status = ${status} WHERE id = ${id}::uuid`,
      );
    await hold('clients', client.id, 'on_hold');
    expect((await create(body())).json()).toMatchObject({ status: 409, code: 'credit_hold' });
    const byAgency = { agency_id: agency.id, billing_party: 'agency', client_signatory_ids: [] };
    expect((await create(body(byAgency))).statusCode).toBe(201);
    await hold('agencies', agency.id, 'blocked');
    expect((await create(body(byAgency))).json()).toMatchObject({ status: 409, code: 'credit_hold' });
    await hold('clients', client.id, 'active');
    expect((await create(body({ agency_id: agency.id }))).statusCode).toBe(201);
  });

  test('held credit, and a limit that signed contracts would exceed', async () => {
    const space = await world.space(50);
    const client = await world.client({ credit_limit: '2500.00' });
    const line = () => world.line(space, { agreed_price: '100' });
    const [first, second] = [await world.pending(client, [line()]), await world.pending(client, [line()])];
    const third = await world.pending(client, [line()]);
    await signed(first);
    await api.database.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${client.id}::uuid`);
    expect(await reasonsOf(second.id)).toEqual(['credit_hold']);
    await api.database.query(sql`UPDATE clients SET credit_status = 'active' WHERE id = ${client.id}::uuid`);
    await signed(second);
    expect(await reasonsOf(third.id)).toEqual(['credit_limit']);
  });

  test('a signature waits for credit that is being held, and is refused', async () => {
    const client = await world.client();
    const { id } = await world.pending(client, [world.line(await world.space(1))]);
    const waiting = async () =>
      (
        await rows(
          sql`SELECT 1 AS one FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%clients%'`,
        )
      ).length;
    const signature = await api.database.transaction(systemChange('test'), async (tx) => {
      await tx.query(sql`UPDATE clients SET credit_status = 'on_hold' WHERE id = ${client.id}::uuid`);
      const signing = sign(id);
      await expect.poll(waiting).toBe(1);
      return { signing };
    });
    const refused = await signature.signing;
    expect([refused.statusCode, refused.json().reasons]).toMatchObject([409, [{ code: 'credit_hold' }]]);
    expect((await world.read(id)).status).toBe('pending_signature');
  });

  test('of two contracts that fit the limit only singly, signed at once, one is refused', async () => {
    const space = await world.space(50);
    const client = await world.client({ credit_limit: '1500.00' });
    const waiting = [
      await world.pending(client, [world.line(space)]),
      await world.pending(client, [world.line(space)]),
    ];
    const answers = await Promise.all(waiting.map(({ id }) => sign(id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'credit_limit',
    });
  });

  test('two signatures for the last unit: one gets everything, the other nothing', async () => {
    const [wanted, other] = [await world.space(1), await world.space(9)];
    const waiting = await Promise.all(
      [1, 2].map(async () => world.pending(await world.client(), [world.line(other), world.line(wanted)])),
    );
    const answers = await Promise.all(waiting.map(({ id }) => sign(id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await booked(wanted)).toBe(10);
    expect(await booked(other)).toBe(10);
    const loser = waiting[answers.findIndex(({ statusCode }) => statusCode === 409)];
    expect(await world.read(loser?.id ?? '')).toMatchObject({ status: 'pending_signature', signed_on: null });
    expect(
      await rows(sql`SELECT 1 FROM order_lines WHERE contract_id = ${loser?.id}::uuid
        UNION ALL SELECT 1 FROM contract_versions WHERE contract_id = ${loser?.id}::uuid`),
    ).toEqual([]);
  });
});

test('a refusal names the missing permission by its label', async () => {
  const seller = await createUser(api, { role: 'sales_rep' });
  const hers = await signIn(api, seller);
  const contract = await world.pending(await world.client(), [world.line(await world.space(1))], {
    owner_id: seller.id,
  });
  const refused = await world.run(contract.id, 'sign', { signed_on: world.today }, hers);
  expect(refused.json()).toMatchObject({
    status: 403,
    permission: 'contracts.sign',
    message: 'Le falta el permiso «Registrar la firma de contratos». Pídalo a un administrador.',
  });
  const billed = await world.run(contract.id, 'bill', {}, hers);
  expect([billed.statusCode, billed.json().message]).toEqual([
    403,
    'Le falta el permiso «Crear facturas y notas». Pídalo a un administrador.',
  ]);
});

describe('a contract made by hand', () => {
  const approvalOf = async (id: string, as: Record<string, string>): Promise<AnyRecord> => {
    const url = `/api/approvals?fields=*&f.status=pending&f.record_id=${id}`;
    return (await api.inject({ url, headers: as })).json().data[0];
  };

  test('needs the approval of a quote for a discount over the limit of its seller, before it is signed', async () => {
    const manager = await signInAs(api, 'sales_manager');
    const decide = async (approval: AnyRecord, as: Record<string, string>) =>
      api.inject({
        method: 'POST',
        url: `/api/approvals/${approval.id}/approve`,
        headers: { ...as, 'if-match': `"${approval.row_version}"` },
        payload: {},
      });
    const line = world.line(await world.space(9), { discount_pct: '30' });
    const contract = await world.draft(await world.client(), [line]);
    expect(contract).toMatchObject({ max_discount_pct: '30.0000', allowed_discount_pct: '0.0000' });
    expect((await world.run(contract.id, 'plan_billing')).statusCode).toBe(200);
    expect((await world.run(contract.id, 'submit')).json()).toMatchObject({
      status: 409,
      code: 'approval_needed',
      message: expect.stringContaining('Descuento de 30 %'),
    });
    expect((await world.run(contract.id, 'request_approval')).statusCode).toBe(200);
    const asked = await approvalOf(contract.id, manager);
    expect(asked).toMatchObject({ kind: 'contracts', status: 'pending' });
    expect(asked.reasons).toMatchObject([
      { code: 'discount_over_limit', amount: '300.00', permission: 'quotes.discount_over_limit' },
    ]);
    expect((await decide(asked, world.headers)).json().code).toBe('own_request');
    expect((await decide(asked, manager)).statusCode).toBe(200);

    // A larger discount is not the one that was approved.
    const patch = async (discount: string) => {
      const { row_version } = await world.read(contract.id);
      const changed = await api.inject({
        method: 'PATCH',
        url: `/api/contracts/${contract.id}`,
        headers: { ...world.headers, 'if-match': `"${row_version}"` },
        payload: { lines: { put: [{ id: line.id, discount_pct: discount }] } },
      });
      expect(changed.statusCode, changed.body).toBe(200);
      expect((await world.run(contract.id, 'plan_billing')).statusCode).toBe(200);
    };
    await patch('40');
    expect((await world.run(contract.id, 'submit')).json().code).toBe('approval_needed');
    expect((await sign(contract.id)).json().code).toBe('wrong_state');
    expect((await world.run(contract.id, 'request_approval')).statusCode).toBe(200);
    expect((await decide(await approvalOf(contract.id, manager), manager)).statusCode).toBe(200);
    expect((await world.run(contract.id, 'submit')).statusCode).toBe(200);
    await signed(contract);
  });

  test('a discount within the limit of its seller needs none, and a longer credit term needs one', async () => {
    const terms = await rows<{ id: string }>(
      sql`SELECT id FROM credit_terms WHERE days IN (15, 60) AND kind = 'days' ORDER BY days`,
    );
    const [short, long] = terms.map(({ id }) => id);
    const seller = await createUser(api, { role: 'sales_rep' });
    const client = await world.client({ credit_term_id: short });
    const line = async () => world.line(await world.space(9), { discount_pct: '10' });
    const within = { owner_id: seller.id, credit_term_id: short };
    const own = await world.draft(client, [await line()], within);
    await world.run(own.id, 'plan_billing');
    // Whoever sends it may give no discount: the limit is the lesser one.
    expect((await world.run(own.id, 'submit')).json().code).toBe('approval_needed');
    expect((await world.run(own.id, 'submit', {}, await signIn(api, seller))).statusCode).toBe(200);
    const longer = await world.draft(client, [await line()], { ...within, credit_term_id: long });
    expect(longer.term_days_over).toBe(45);
    await world.run(longer.id, 'plan_billing');
    expect((await world.run(longer.id, 'submit')).json().code).toBe('approval_needed');
  });
});

describe('what a contract made by hand refers to', () => {
  const create = (client: Client, values: object = {}, lines: readonly object[] = []) =>
    api.inject({
      method: 'POST',
      url: '/api/contracts',
      headers: world.headers,
      payload: world.draftBody(client, lines, values),
    });
  const patch = async (id: string, payload: object) =>
    api.inject({
      method: 'PATCH',
      url: `/api/contracts/${id}`,
      headers: { ...world.headers, 'if-match': `"${(await world.read(id)).row_version}"` },
      payload,
    });

  test('its price list is current and in its currency, its opportunity and its brand are of its client', async () => {
    const [client, other] = [await world.client(), await world.client()];
    const made = await world.draft(client, []);
    const [closed] = await rows<{ id: string }>(sql`
      INSERT INTO price_lists (code, name, kind, currency_code, valid, status)
      VALUES ('CERRADA', 'Lista cerrada', 'special', 'DOP', '[2020-01-01,2021-01-01)', 'expired') RETURNING id`);
    const [opportunity] = await rows<{ id: string }>(sql`
      INSERT INTO opportunities (number, name, client_id, owner_id, stage_id, expected_amount, currency_code, expected_close_date, next_step)
      SELECT 'OP-AJENA', 'De otro cliente', ${other.id}::uuid, c.owner_id, (
        SELECT id FROM closing_probabilities WHERE result = 'open' ORDER BY sort_order LIMIT 1), 1, 'DOP', ${world.today}::date, 'Llamar'
      FROM contracts c WHERE c.id = ${made.id}::uuid RETURNING id`);
    const [brand] = await rows<{ id: string }>(
      sql`INSERT INTO brands (code, client_id, name) VALUES ('AJENA', ${other.id}::uuid, 'Marca ajena') RETURNING id`,
    );
    for (const [field, values] of [
      ['price_list_id', { currency_code: 'USD' }],
      ['price_list_id', { price_list_id: closed?.id }],
      ['opportunity_id', { opportunity_id: opportunity?.id }],
      ['brand_id', { brand_id: brand?.id }],
    ] as const) {
      for (const answer of [await create(client, values), await patch(made.id, values)]) {
        expect(answer.statusCode, `${field}: ${answer.body}`).toBe(422);
        expect(Object.keys(answer.json().errors), answer.body).toEqual([field]);
      }
    }
    expect((await patch(made.id, { name: 'Otro nombre' })).statusCode).toBe(200);
  });

  test('its lines stay within its flight, for which the letter of its agency is checked', async () => {
    const client = await world.client();
    const flight = { from: world.today, to: addDays(world.today, 4) };
    const line = world.line(await world.space(5));
    const outside = await create(client, { flight }, [line]);
    expect([outside.statusCode, Object.keys(outside.json().errors)]).toEqual([
      422,
      [`lines.${String(line.id)}.flight`],
    ]);
    const made = await create(client, {}, [line]);
    expect(made.statusCode, made.body).toBe(201);
    expect((await patch(made.json().data.id, { flight })).statusCode).toBe(422);
  });

  test('a line without a price is not sent to be signed', async () => {
    const { id } = await world.draft(await world.client(), [
      world.line(await world.space(5), { agreed_price: null }),
    ]);
    expect((await world.run(id, 'submit')).json().reasons).toMatchObject([
      { code: 'no_price', text: expect.stringContaining('1 renglón sin precio') },
    ]);
  });

  test('bonuses over their share of the net need an approval, by who decides discounts', async () => {
    const space = await quoting.space;
    const bonus = (units_per_day: number) =>
      world.line(space, { line_kind: 'bonus', agreed_price: null, units_per_day });
    const paid = world.line(space, { agreed_price: '1000', units_per_day: 10 });
    const withList = { price_list_id: quoting.list.id };
    const small = await world.pending(await world.client(), [paid, bonus(1)], withList);
    expect(small).toMatchObject({ status: 'pending_signature', net: '100000.00' });
    const large = await world.draft(await world.client(), [{ ...paid, id: newLineId() }, bonus(3)], withList);
    await world.run(large.id, 'plan_billing');
    expect((await world.run(large.id, 'submit')).json().code).toBe('approval_needed');
    expect((await world.run(large.id, 'request_approval')).statusCode).toBe(200);
    const url = `/api/approvals?fields=*&f.record_id=${large.id}`;
    const [asked] = (await api.inject({ url, headers: await signInAs(api, 'sales_manager') })).json().data;
    expect(asked.reasons).toMatchObject([
      { code: 'bonus_over_limit', amount: '20000.00', permission: 'quotes.discount_over_limit' },
    ]);
  });

  test('it is neither sold to an inactive or archived client, nor signed long before it was entered', async () => {
    const client = await world.client();
    const { id } = await world.pending(client, [world.line(await world.space(5))]);
    const early = await sign(id, addDays(world.today, -31));
    expect([early.statusCode, Object.keys(early.json().errors)]).toEqual([422, ['signed_on']]);
    for (const change of [sql`status = 'inactive'`, sql`status = 'active', archived_at = now()`]) {
      await rows(sql`UPDATE clients SET ${change} WHERE id = ${client.id}::uuid`);
      expect((await sign(id)).json().reasons).toMatchObject([{ code: 'account_inactive' }]);
    }
    await rows(sql`UPDATE clients SET archived_at = NULL WHERE id = ${client.id}::uuid`);
    expect((await sign(id)).statusCode).toBe(200);
  });

  test('what a finished contract has not invoiced counts towards the credit limit', async () => {
    const client = await world.client({ credit_limit: '1500.00' });
    const space = await world.space(9);
    const contract = await signed(await world.pending(client, [world.line(space)]));
    await rows(sql`UPDATE contracts SET status = 'active' WHERE id = ${contract.id}::uuid`);
    await rows(sql`UPDATE contracts SET status = 'finished' WHERE id = ${contract.id}::uuid`);
    const next = await world.draft(client, [world.line(space)]);
    await world.run(next.id, 'plan_billing');
    expect((await world.run(next.id, 'submit')).json().reasons).toMatchObject([{ code: 'credit_limit' }]);
  });
});

describe('what a signature fixes', () => {
  test('the API changes only notes, purchase order, contact and seller', async () => {
    const contract = await signed(
      await world.pending(await world.client(), [world.line(await world.space(1))]),
    );
    const patch = (payload: object, version = contract.row_version) =>
      api.inject({
        method: 'PATCH',
        url: `/api/contracts/${contract.id}`,
        headers: { ...world.headers, 'if-match': `"${version}"` },
        payload,
      });
    for (const payload of [
      { name: 'Otro' },
      { penalty_pct: '5' },
      { own_signatory_ids: [] },
      { lines: { put: [{ id: linesIn(contract, 'lines')[0]?.id, discount_pct: '50' }] } },
      { lines: { drop: [linesIn(contract, 'lines')[0]?.id] } },
      { instalments: { put: [{ id: newLineId(), due_on: world.today, amount: '1' }] } },
    ]) {
      expect((await patch(payload)).json()).toMatchObject({ code: 'frozen' });
    }
    const free = await patch({ notes: 'Listo', po_number: 'OC-1' });
    expect(free.json().data, free.body).toMatchObject({ notes: 'Listo', po_number: 'OC-1' });
  });

  test('no statement of the API role changes a signed column, a line, an order line or a version', async () => {
    const contract = await signed(
      await world.pending(await world.client(), [world.line(await world.space(1))]),
    );
    const { id } = contract;
    const refused = async (statement: ReturnType<typeof sql>): Promise<void> => {
      await expect(rows(statement)).rejects.toThrow(
        /frozen|does not go|stays|signature|permission denied|fixed|after their header/,
      );
    };
    await refused(sql`UPDATE contracts SET net = 1 WHERE id = ${id}::uuid`);
    await refused(sql`UPDATE contracts SET status = 'draft' WHERE id = ${id}::uuid`);
    await refused(sql`DELETE FROM contracts WHERE id = ${id}::uuid`);
    await refused(sql`UPDATE contract_lines SET total = 1 WHERE contract_id = ${id}::uuid`);
    await refused(sql`DELETE FROM contract_instalments WHERE contract_id = ${id}::uuid`);
    await refused(sql`DELETE FROM contract_own_signatories WHERE contract_id = ${id}::uuid`);
    await refused(sql`UPDATE order_lines SET total = 1 WHERE contract_id = ${id}::uuid`);
    await refused(sql`DELETE FROM order_lines WHERE contract_id = ${id}::uuid`);
    await refused(sql`UPDATE contract_versions SET hash = hash WHERE contract_id = ${id}::uuid`);
    await refused(sql`DELETE FROM contract_versions WHERE contract_id = ${id}::uuid`);
    await expect(
      rows(sql`
        INSERT INTO order_lines (contract_id, contract_line_id, currency_code, description, ad_classification_id, flight)
        SELECT contract_id, new_id(), 'DOP', 'Otro', ad_classification_id, flight FROM contract_lines
        WHERE contract_id = ${id}::uuid`),
    ).rejects.toThrow(/made by a signature|violates foreign key/);
  });

  test('its version has the hash of its content, and the chain refuses any other', async () => {
    const contract = await signed(
      await world.pending(await world.client(), [world.line(await world.space(1))]),
    );
    const [version] = await rows<{ content: string; hash: string }>(
      sql`SELECT content, hash FROM contract_versions WHERE contract_id = ${contract.id}::uuid`,
    );
    expect(version?.hash).toBe(versionHash(null, version?.content ?? ''));
    const content = JSON.parse(version?.content ?? '{}');
    expect(content.contract).toMatchObject({
      number: contract.number,
      total: contract.total,
      signed_on: world.today,
    });
    expect(content.lines).toMatchObject([{ description: 'Cuña de 30 s', total: contract.total }]);
    expect(content.parties.signatories).toHaveLength(2);
    const add = (hash: string, prev: string) =>
      rows(sql`
        INSERT INTO contract_versions (contract_id, version, label, content, hash, prev_hash)
        VALUES (${contract.id}::uuid, 1, 'v1', '{}', ${hash}, ${prev})`);
    const other = '0'.repeat(64);
    await expect(add(other, version?.hash ?? '')).rejects.toThrow(/contract_versions_hash/);
    await expect(add(versionHash(other, '{}'), other)).rejects.toThrow(/foreign key/);
  });

  test('a state without its order lines or its version cannot be committed', async () => {
    const contract = await world.pending(await world.client(), [world.line(await world.space(1))]);
    await expect(
      rows(sql`UPDATE contracts SET status = 'signed', signed_on = current_date, payer_name = 'Nadie'
        WHERE id = ${contract.id}::uuid`),
    ).rejects.toThrow(/without its order lines/);
  });

  test.each(['number', 'name', 'net'])(
    '%s does not change while it waits for its signatures',
    async (column) => {
      const contract = await world.pending(await world.client(), [world.line(await world.space(1))]);
      const value = column === 'net' ? '1.00' : 'CT-X';
      await expect(
        rows(sql`UPDATE contracts SET ${raw(column)} = ${value} WHERE id = ${contract.id}::uuid`),
      ).rejects.toThrow(/waits for its signatures/);
    },
  );
});

describe('afterwards', () => {
  test('a catalogue value is merged into another; what is signed keeps it, archived', async () => {
    const [from, into] = await rows<{ id: string }>(
      sql`INSERT INTO ad_classifications (code, name) VALUES ('PRB-1', 'Prueba 1'), ('PRB-2', 'Prueba 2') RETURNING id`,
    );
    const space = await world.space(1);
    const line = world.line(space, { ad_classification_id: from?.id });
    const contract = await signed(await world.pending(await world.client(), [line]));
    const open = await world.draft(await world.client(), [
      world.line(space, { ad_classification_id: from?.id }),
    ]);
    const merged = await api.inject({
      method: 'POST',
      url: `/api/ad-classifications/${from?.id}/merge`,
      headers: { ...world.headers, 'if-match': '"1"' },
      payload: { into: into?.id },
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(
      await rows(
        sql`SELECT archived_at IS NOT NULL AS archived FROM ad_classifications WHERE id = ${from?.id}::uuid`,
      ),
    ).toEqual([{ archived: true }]);
    expect(linesIn(await world.read(open.id), 'lines')).toMatchObject([
      { ad_classification_id: { id: into?.id } },
    ]);
    expect(linesIn(await world.read(contract.id), 'lines')).toMatchObject([
      { ad_classification_id: { id: from?.id } },
    ]);
    expect(
      await rows(
        sql`SELECT ad_classification_id AS id FROM order_lines WHERE contract_id = ${contract.id}::uuid`,
      ),
    ).toEqual([{ id: from?.id }]);
  });

  test('it comes into force on the first day of its flight; cancelled, it frees its spaces from tomorrow on', async () => {
    const space = await world.space(1);
    const contract = await signed(await world.pending(await world.client(), [world.line(space)]));
    await activateDue(api.app, new Date());
    expect(await world.read(contract.id)).toMatchObject({ status: 'active' });
    const cancelled = await world.run(contract.id, 'cancel', { reason: 'El cliente cerró' });
    expect(cancelled.json().data, cancelled.body).toMatchObject({ status: 'cancelled' });
    expect(await booked(space)).toBe(1);
  });

  test('it is finished only after its flight, and suspended and resumed meanwhile', async () => {
    const contract = await signed(
      await world.pending(await world.client(), [world.line(await world.space(1))]),
    );
    await activateDue(api.app, new Date());
    expect((await world.run(contract.id, 'finish')).json().message).toMatch(/aún no ha terminado/);
    expect((await world.run(contract.id, 'suspend', { reason: 'Mora' })).statusCode).toBe(200);
    const resumed = await world.run(contract.id, 'resume');
    expect(resumed.json().data).toMatchObject({ status: 'active' });
  });
});
