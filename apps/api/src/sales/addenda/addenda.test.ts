import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { quoteWorld } from '../quotes/fixtures.ts';
import { versionHash } from '../signing/contract-version.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld, orderLineOf } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let quoting: Awaited<ReturnType<typeof quoteWorld>>;

beforeAll(async () => {
  api = await startTestApi();
  quoting = await quoteWorld(api, await signInAs(api, 'admin'));
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
});
afterAll(() => api.close());

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const day = (offset: number): string => addDays(world.today, offset);
const bookedDays = async (orderLineId: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await rows<{ day: string; units: number }>(sql`
        SELECT day::text, sum(units)::integer AS units FROM capacity_cells
        WHERE order_line_id = ${orderLineId}::uuid GROUP BY day ORDER BY day`)
    ).map((row) => [row.day, row.units]),
  );
const expectLedger = async (): Promise<void> => {
  expect(await rows(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);
};
const applied = async (addendum: AnyRecord, put: readonly object[]): Promise<AnyRecord> => {
  const { id } = await addenda.pending(addendum, put);
  const answer = await addenda.apply(id);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const onlyLine = (addendum: AnyRecord) => {
  const [line] = linesOfAddendum(addendum);
  if (!line) throw new Error('the contract has a line');
  return line;
};
const markAired = async (orderLineId: string): Promise<string> => {
  const placement = await api.database.one<{ id: string }>(sql`
    SELECT p.id FROM placements p JOIN quotas q ON q.id = p.quota_id
    WHERE q.order_line_id = ${orderLineId}::uuid AND p.status IN ('scheduled', 'confirmed') ORDER BY p.starts_on LIMIT 1`);
  await rows(sql`UPDATE placements SET status = 'aired', aired_at = now() WHERE id = ${placement?.id}::uuid`);
  return placement?.id ?? '';
};
const placeAll = async (contractId: string): Promise<void> => {
  const headers = await signInAs(api, 'admin');
  const { data } = (await api.inject({ url: `/api/quotas?f.contract_id=${contractId}`, headers })).json();
  for (const quota of data) {
    const url = `/api/quotas/${quota.id}/place`;
    const placed = await api.inject({ method: 'POST', url, payload: {}, headers });
    expect(placed.statusCode, placed.body).toBe(200);
  }
};

describe('from draft to applied', () => {
  test('a draft has the lines in force; a contract has one open addendum', async () => {
    const contract = await addenda.signed([
      world.line(await world.space(5)),
      world.line(await world.space(5)),
    ]);
    const draft = await addenda.draft(contract.id);
    expect(draft).toMatchObject({ number: `${contract.number}-A01`, status: 'draft', delta_total: '0.00' });
    expect(linesOfAddendum(draft).map(({ op, net }) => [op, net])).toEqual([
      ['keep', '1000.00'],
      ['keep', '1000.00'],
    ]);
    const again = await world.run(contract.id, 'amend', {
      kinds: ['extend'],
      effective_on: world.today,
      reason: 'Otra vez',
    });
    expect(again.json()).toMatchObject({ code: 'open_addendum' });
    expect((await addenda.run(draft.id, 'submit')).json().reasons).toMatchObject([{ code: 'no_changes' }]);
    const voided = await addenda.run(draft.id, 'void', { comment: 'No hacía falta' });
    expect(voided.json().data).toMatchObject({ status: 'voided' });
    expect(await addenda.draft(contract.id)).toMatchObject({ number: `${contract.number}-A02` });
  });

  test('lines are added, grow, shrink and go; the signed contract stays as it was', async () => {
    const [kept, grown, shrunk, removed, fresh] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => world.space(5)),
    );
    const contract = await addenda.signed(
      [kept, grown, shrunk, removed].map((space) =>
        world.line(space ?? '', { flight: { from: day(1), to: day(10) } }),
      ),
    );
    await placeAll(contract.id);
    const draft = await addenda.draft(contract.id, day(1));
    const [, grow, shrink, remove] = linesOfAddendum(draft);
    const after = await applied(draft, [
      { id: grow?.id, op: 'change', flight: { from: day(1), to: day(15) } },
      { id: shrink?.id, op: 'change', flight: { from: day(4), to: day(8) } },
      { id: remove?.id, op: 'remove' },
      addenda.added(fresh ?? '', { flight: { from: day(2), to: day(4) } }),
    ]);
    expect(after).toMatchObject({
      status: 'applied',
      signed_on: world.today,
      delta_net: '-700.00',
      effect: 'decrease',
    });
    expect(Object.keys(await bookedDays(orderLineOf(grow)))).toHaveLength(15);
    expect(await bookedDays(orderLineOf(shrink))).toEqual(
      Object.fromEntries([4, 5, 6, 7, 8].map((offset) => [day(offset), 1])),
    );
    expect(await bookedDays(orderLineOf(remove))).toEqual({});
    const quotas = await rows<{ contracted: string; placed: string }>(sql`
      SELECT q.contracted::text, q.placed::text FROM quotas q JOIN order_lines o ON o.id = q.order_line_id
        LEFT JOIN contract_lines l ON l.id = o.contract_line_id
      WHERE q.contract_id = ${contract.id}::uuid ORDER BY l.position NULLS LAST`);
    expect(quotas.map(({ contracted, placed }) => [contracted, placed])).toEqual([
      ['10', '10'],
      ['15', '10'],
      ['5', '0'],
      ['0', '0'],
      ['3', '0'],
    ]);
    expect(await world.read(contract.id)).toMatchObject({
      net: '4000.00',
      net_in_force: '3300.00',
      flight_in_force: { from: day(1), to: day(15) },
    });
    await expectLedger();
  });

  test('the next version continues the chain of hashes and contains what is in force', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const draft = await addenda.draft(contract.id);
    const space = await world.space(5);
    const { id } = await applied(draft, [addenda.added(space)]);
    const versions = await rows<{
      content: string;
      hash: string;
      prev_hash: string | null;
      addendum_id: string | null;
    }>(
      sql`SELECT content, hash, prev_hash, addendum_id FROM contract_versions WHERE contract_id = ${contract.id}::uuid ORDER BY version`,
    );
    expect(versions).toMatchObject([
      { prev_hash: null, addendum_id: null },
      { prev_hash: versions[0]?.hash, addendum_id: id },
    ]);
    expect(versions[1]?.hash).toBe(versionHash(versions[0]?.hash ?? null, versions[1]?.content ?? ''));
    const content = JSON.parse(versions[1]?.content ?? '{}');
    expect(content.contract.total).toBe((await world.read(contract.id)).total_in_force);
    expect(content.lines).toHaveLength(2);
    expect(content.addenda).toMatchObject([{ number: `${contract.number}-A01`, signed_on: world.today }]);
    expect(sum(content.instalments.map(({ amount }: { amount: string }) => amount))).toBe(
      content.contract.taxable,
    );
  });

  test('what was sold before its effective day stays as it is, and so does what a line sells', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const draft = await addenda.draft(contract.id, day(3));
    const line = onlyLine(draft);
    const errorsOf = async (change: object): Promise<string[]> =>
      Object.keys(
        (await addenda.patch(draft.id, { lines: { put: [{ id: line.id, ...change }] } })).json().errors ?? {},
      ).map((path) => path.split('.').at(-1) ?? '');
    expect(await errorsOf({ op: 'remove' })).toEqual(['op']);
    expect(await errorsOf({ op: 'change', agreed_price: '50' })).toEqual(['agreed_price']);
    expect(await errorsOf({ op: 'change', units_per_day: 2 })).toEqual(['units_per_day']);
    expect(await errorsOf({ op: 'change', flight: { from: world.today, to: world.today } })).toEqual([
      'flight',
    ]);
    expect(await errorsOf({ op: 'change', inventory_item_id: await world.space(5) })).toEqual([
      'inventory_item_id',
    ]);
    expect(await errorsOf({ op: 'change', flight: { from: world.today, to: day(2) } })).toEqual([]);
    const early = addenda.added(await world.space(1), { flight: { from: day(1), to: day(5) } });
    expect((await addenda.patch(draft.id, { lines: { put: [early] } })).json().errors).toHaveProperty([
      `lines.${early.id}.flight`,
    ]);
  });

  test('while it waits for its signatures it does not change, in the API or in the database', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const space = await world.space(5);
    const waiting = await addenda.pending(await addenda.draft(contract.id), [addenda.added(space)]);
    expect((await addenda.patch(waiting.id, { reason: 'Otro motivo' })).json()).toMatchObject({
      code: 'awaits_signature',
    });
    await expect(
      rows(sql`UPDATE addenda SET effective_on = effective_on + 1 WHERE id = ${waiting.id}::uuid`),
    ).rejects.toThrow(/waits for its signatures/);
    await expect(
      api.database.transaction(systemChange('attack'), async (tx) => {
        await tx.query(
          sql`UPDATE addenda SET lines_xact = pg_current_xact_id() WHERE id = ${waiting.id}::uuid`,
        );
        await tx.query(sql`UPDATE addendum_lines SET total = 1 WHERE addendum_id = ${waiting.id}::uuid`);
      }),
    ).rejects.toThrow(/are fixed/);
    expect((await addenda.run(waiting.id, 'return', { comment: 'Faltaba un día' })).statusCode).toBe(200);
    expect((await addenda.patch(waiting.id, { reason: 'Otro motivo' })).statusCode).toBe(200);
  });

  test('prices of a line in force stay those of the signature, whatever the list says now', async () => {
    const space = await world.space(5);
    const contract = await addenda.signed([world.line(space, { agreed_price: '80' })]);
    const draft = await addenda.draft(contract.id);
    const line = onlyLine(draft);
    const changed = await addenda.patch(draft.id, {
      lines: { put: [{ id: line.id, op: 'change', flight: { from: world.today, to: day(14) } }] },
    });
    expect(onlyLine(changed.json().data)).toMatchObject({
      before_net: '800.00',
      net: '1200.00',
      delta_net: '400.00',
      is_repriced: false,
    });
  });
});

describe('what refuses to apply', () => {
  test('no capacity for the added part: nothing of it happens', async () => {
    const [full, free] = [await world.space(1), await world.space(3)];
    await addenda.signed([world.line(full)]);
    const contract = await addenda.signed([world.line(free)]);
    const draft = await addenda.draft(contract.id);
    const line = onlyLine(draft);
    const { id } = await addenda.pending(draft, [
      { id: line.id, op: 'change', units_per_day: 2 },
      addenda.added(full),
    ]);
    const refused = await addenda.apply(id);
    expect(refused.json(), refused.body).toMatchObject({ code: 'no_capacity' });
    expect(await addenda.read(id)).toMatchObject({ status: 'pending_signature', signed_on: null });
    expect(Object.values(await bookedDays(orderLineOf(line)))).toEqual(Array(10).fill(1));
    expect(
      await rows(sql`SELECT version FROM contract_versions WHERE contract_id = ${contract.id}::uuid`),
    ).toEqual([{ version: 0 }]);
    await expectLedger();
  });

  test('a discount over the limit of the seller is approved before the signature, unless the contract had it', async () => {
    const manager = await signInAs(api, 'sales_manager');
    const contract = await addenda.signed([world.line(await world.space(9))]);
    const draft = await addenda.draft(contract.id);
    const space = await world.space(9);
    const changed = await addenda.patch(draft.id, {
      lines: { put: [addenda.added(space, { discount_pct: '30' })] },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await addenda.run(draft.id, 'plan_billing')).statusCode).toBe(200);
    expect((await addenda.run(draft.id, 'submit')).json().code).toBe('approval_needed');
    expect((await addenda.apply(draft.id)).json().code).toBe('wrong_state');
    expect((await addenda.run(draft.id, 'request_approval')).statusCode).toBe(200);
    const url = `/api/approvals?fields=*&f.record_id=${draft.id}`;
    const [asked] = (await api.inject({ url, headers: manager })).json().data;
    expect(asked.reasons).toMatchObject([{ code: 'discount_over_limit', amount: '300.00' }]);
    const decided = await api.inject({
      method: 'POST',
      url: `/api/approvals/${asked.id}/approve`,
      headers: { ...manager, 'if-match': `"${asked.row_version}"` },
      payload: {},
    });
    expect(decided.statusCode, decided.body).toBe(200);
    expect((await addenda.run(draft.id, 'submit')).statusCode).toBe(200);
    const answer = await addenda.apply(draft.id);
    expect(answer.statusCode, answer.body).toBe(200);
    // Its price stays with the next addendum, which sells nothing else with a discount.
    const next = await addenda.draft(contract.id);
    const third = await world.space(9);
    expect((await addenda.pending(next, [addenda.added(third)])).status).toBe('pending_signature');
  });

  test('the credit limit of the payer counts what addenda added before', async () => {
    const client = await world.client({ credit_limit: '4000.00' });
    const space = await world.space(50);
    const { id } = await world.pending(client, [world.line(space)]);
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    await applied(await addenda.draft(id), [addenda.added(space)]);
    const draft = await addenda.draft(id);
    await addenda.patch(draft.id, { lines: { put: [addenda.added(space, { agreed_price: '200' })] } });
    await addenda.run(draft.id, 'plan_billing');
    expect((await addenda.run(draft.id, 'submit')).json().reasons).toMatchObject([{ code: 'credit_limit' }]);
  });

  test('a revoked letter of the agency stops what is sold anew, and leaves what was signed', async () => {
    const client = await world.client();
    const agency = await quoting.makeAgency();
    const letter = await quoting.makeLetter({ id: client.id } as AnyRecord, agency);
    const signedLines = [1, 2].map(async () => world.line(await world.space(9)));
    const { id } = await world.pending(client, await Promise.all(signedLines), { agency_id: agency.id });
    expect((await world.run(id, 'sign', { signed_on: world.today })).statusCode).toBe(200);
    const draft = await addenda.draft(id);
    const [first, second] = linesOfAddendum(draft);
    const flight = { from: world.today, to: day(5) };
    // A cheaper contract, with a line that is new.
    const fresh = addenda.added(await world.space(9), { flight: { from: day(1), to: day(2) } });
    await addenda.pending(draft, [{ id: first?.id, op: 'change', flight }, fresh]);
    const [answer, revoked] = await Promise.all([
      addenda.apply(draft.id),
      quoting.call(
        'POST',
        `client-agencies/${letter.id}/revoke`,
        { revoked_on: world.today, reason: 'Cambió de agencia' },
        { record: letter },
      ),
    ]);
    expect(revoked.statusCode, revoked.body).toBe(200);
    if (answer.statusCode !== 200) {
      expect(answer.json().reasons).toMatchObject([{ code: 'no_letter' }]);
      expect((await addenda.run(draft.id, 'void', { comment: 'Sin carta' })).statusCode).toBe(200);
    }
    const next = await addenda.draft(id);
    const submitted = async (put: readonly object[]) => {
      const patched = await addenda.patch(next.id, { lines: { put } });
      expect(patched.statusCode, patched.body).toBe(200);
      expect((await addenda.run(next.id, 'plan_billing')).statusCode).toBe(200);
      return addenda.run(next.id, 'submit');
    };
    const line = linesOfAddendum(next).find((one) => orderLineOf(one) === orderLineOf(second));
    for (const change of [
      { flight: { from: world.today, to: day(10) } },
      { flight: { from: world.today, to: day(9) }, agreed_price: '101' },
      { agreed_price: '90', flight: { from: day(1), to: day(10) } },
    ])
      expect((await submitted([{ id: line?.id, op: 'change', ...change }])).json().reasons).toMatchObject([
        { code: 'no_letter' },
      ]);
    expect((await submitted([{ id: line?.id, op: 'change', agreed_price: '100', flight }])).statusCode).toBe(
      200,
    );
    expect((await addenda.apply(next.id)).statusCode).toBe(200);
  });

  test('a line that was aired is neither removed nor repriced, by the API or by SQL (I6)', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const draft = await addenda.draft(contract.id);
    const line = onlyLine(draft);
    const { id } = await addenda.pending(draft, [{ id: line.id, op: 'remove' }]);
    await placeAll(contract.id);
    await markAired(orderLineOf(line));
    const refused = await addenda.apply(id);
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().message).toMatch(/ya se emitió o facturó/i);
    await expect(rows(sql`SELECT apply_addendum_lines(${id}::uuid)`)).rejects.toThrow(/was delivered/);
    await expect(
      rows(sql`UPDATE order_lines SET status = 'removed' WHERE id = ${orderLineOf(line)}::uuid`),
    ).rejects.toThrow(/stays as it is/);
    expect((await addenda.run(id, 'return', {})).statusCode).toBe(200);
    await addenda.patch(id, { lines: { put: [{ id: line.id, op: 'change', agreed_price: '10' }] } });
    await addenda.run(id, 'plan_billing');
    expect((await addenda.run(id, 'submit')).statusCode).toBe(200);
    expect((await addenda.apply(id)).statusCode).toBe(422);
    expect(Object.keys(await bookedDays(orderLineOf(line)))).toHaveLength(10);
    await expectLedger();
  });

  test('no statement of the API role writes order lines or a version without an addendum that is applied', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const waiting = await addenda.pending(await addenda.draft(contract.id), [
      addenda.added(await world.space(5)),
    ]);
    await expect(rows(sql`SELECT apply_addendum_lines(${waiting.id}::uuid)`)).rejects.toThrow(
      /is not applied/,
    );
    await expect(
      rows(
        sql`UPDATE addenda SET status = 'applied', signed_on = current_date WHERE id = ${waiting.id}::uuid`,
      ),
    ).rejects.toThrow(/without its lines or its version/);
    const [version] = await rows<{ hash: string }>(
      sql`SELECT hash FROM contract_versions WHERE contract_id = ${contract.id}::uuid`,
    );
    await expect(
      rows(sql`
        INSERT INTO contract_versions (contract_id, version, label, content, hash, prev_hash)
        VALUES (${contract.id}::uuid, 1, 'v1', '{}', ${versionHash(version?.hash ?? null, '{}')}, ${version?.hash})`),
    ).rejects.toThrow(/of no applied addendum/);
  });
});

describe('the lines of an addendum', () => {
  test('have each line in force once; one that goes is marked and not dropped', async () => {
    const contract = await addenda.signed([
      world.line(await world.space(5)),
      world.line(await world.space(5)),
    ]);
    const draft = await addenda.draft(contract.id);
    const [first] = linesOfAddendum(draft);
    const dropped = await addenda.patch(draft.id, { lines: { drop: [first?.id] } });
    expect(dropped.json(), dropped.body).toMatchObject({
      status: 422,
      errors: { lines: [expect.stringContaining('«Se quita»')] },
    });
    const twice = await addenda.patch(draft.id, {
      lines: {
        put: [{ ...addenda.added(await world.space(5)), op: 'keep', order_line_id: orderLineOf(first) }],
      },
    });
    expect(twice.statusCode, twice.body).toBe(409);
    expect(twice.json().message).toMatch(/una sola vez/);
    expect(linesOfAddendum(await addenda.read(draft.id))).toHaveLength(2);
  });

  test('bonuses over their share of the contract as it will be need an approval', async () => {
    const contract = await addenda.signed(
      [world.line(quoting.space, { agreed_price: '1000', units_per_day: 1 })],
      { price_list_id: quoting.list.id },
    );
    const draft = await addenda.draft(contract.id);
    const bonus = addenda.added(quoting.space, {
      line_kind: 'bonus',
      agreed_price: null,
      flight: { from: world.today, to: world.today },
    });
    const submitted = async (units_per_day: number) => {
      const patched = await addenda.patch(draft.id, { lines: { put: [{ ...bonus, units_per_day }] } });
      expect(patched.statusCode, patched.body).toBe(200);
      return addenda.run(draft.id, 'submit');
    };
    const refused = await submitted(2);
    expect(refused.json()).toMatchObject({ code: 'approval_needed' });
    expect(refused.json().message).toContain('RD$2,000.00');
    expect((await submitted(1)).statusCode).toBe(200);
  });

  test('are not signed on a day before their contract was', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const { id } = await addenda.pending(await addenda.draft(contract.id), [
      addenda.added(await world.space(5)),
    ]);
    const early = await addenda.run(id, 'apply', { signed_on: day(-1) });
    expect([early.statusCode, Object.keys(early.json().errors)]).toEqual([422, ['signed_on']]);
  });
});

describe('at the same time', () => {
  test('an addendum is applied once', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const space = await world.space(50);
    const { id } = await addenda.pending(await addenda.draft(contract.id), [addenda.added(space)]);
    const answers = await Promise.all([addenda.apply(id), addenda.apply(id), addenda.apply(id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(
      await rows(
        sql`SELECT version FROM contract_versions WHERE contract_id = ${contract.id}::uuid ORDER BY 1`,
      ),
    ).toEqual([{ version: 0 }, { version: 1 }]);
    await expectLedger();
  });

  test('of several addenda drafted at once, one is made', async () => {
    const contract = await addenda.signed([world.line(await world.space(5))]);
    const input = { kinds: ['extend'], effective_on: world.today, reason: 'A la vez' };
    const answers = await Promise.all([1, 2, 3].map(() => world.run(contract.id, 'amend', input)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  test('an addendum and the cancellation of its contract: whichever is second finds the contract as the first left it', async () => {
    for (let round = 0; round < 4; round += 1) {
      const contract = await addenda.signed([world.line(await world.space(5))]);
      const { id } = await addenda.pending(await addenda.draft(contract.id), [
        addenda.added(await world.space(5), { flight: { from: day(2), to: day(5) } }),
      ]);
      const [apply, cancel] = await Promise.all([
        addenda.apply(id),
        world.run(contract.id, 'cancel', { reason: 'El cliente cerró' }),
      ]);
      expect(cancel.statusCode, cancel.body).toBe(200);
      const isApplied = apply.statusCode === 200;
      if (!isApplied) expect([409, 412], apply.body).toContain(apply.statusCode);
      expect((await addenda.read(id)).status).toBe(isApplied ? 'applied' : 'voided');
      const [left] = await rows<{ units: number }>(sql`
        SELECT count(*)::integer AS units FROM capacity_cells c JOIN order_lines o ON o.id = c.order_line_id
        WHERE o.contract_id = ${contract.id}::uuid AND c.day > ${world.today}::date`);
      expect(left?.units).toBe(0);
      await expectLedger();
    }
  });

  test('a removal and an airing: one of them is refused, and what was aired is in force', async () => {
    for (let round = 0; round < 6; round += 1) {
      const contract = await addenda.signed([world.line(await world.space(5))]);
      const draft = await addenda.draft(contract.id);
      const line = onlyLine(draft);
      await placeAll(contract.id);
      const { id } = await addenda.pending(draft, [{ id: line.id, op: 'remove' }]);
      const placement = await api.database.one<{ id: string }>(sql`
        SELECT p.id FROM placements p WHERE p.contract_id = ${contract.id}::uuid ORDER BY p.starts_on LIMIT 1`);
      const [apply] = await Promise.all([
        addenda.apply(id),
        rows(
          sql`UPDATE placements SET status = 'aired', aired_at = now() WHERE id = ${placement?.id}::uuid`,
        ).catch(() => []),
      ]);
      const [now] = await rows<{ status: string; aired: number }>(sql`
        SELECT o.status, (SELECT count(*)::integer FROM placements p WHERE p.contract_id = o.contract_id AND p.status = 'aired') AS aired
        FROM order_lines o WHERE o.id = ${orderLineOf(line)}::uuid`);
      expect([200, 422, 409]).toContain(apply.statusCode);
      expect(now).toEqual(
        apply.statusCode === 200 ? { status: 'removed', aired: 0 } : { status: 'active', aired: 1 },
      );
      await expectLedger();
    }
  });
});
