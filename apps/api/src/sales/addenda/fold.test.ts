import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { foldAddendum, type VersionContent } from '@pauta/domain/sales/addenda/fold-addendum.ts';
import { contentOfLine, contentOfPayer } from '@pauta/domain/sales/contracts/contract-content.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billingInvariants } from '../../billing/invariants.ts';
import { inventoryInvariants } from '../../inventory/invariants.ts';
import type { Invariant } from '../../platform/invariants/invariant.ts';
import { postsalesInvariants } from '../../postsales/invariants.ts';
import { prove } from '../../proofs/prove.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { salesInvariants } from '../invariants.ts';
import { type SigningVisitors, signingVisitors } from '../signing-room/signing-visitors.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let visitors: SigningVisitors;
let spaces: readonly string[];

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  visitors = signingVisitors(api, world, 'addenda', addenda.run);
  spaces = await Promise.all([4, 6, 30].map((capacity) => world.space(capacity)));
});
afterAll(() => api?.close());

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const day = (offset: number): string => addDays(world.today, offset);

/** The last day on which an addendum of this test becomes effective, in days from today. */
const lastDay = 9;

/** What happens to a line of a contract, in days from today. */
type Change =
  | { readonly op: 'keep' | 'remove' }
  | { readonly op: 'extend'; readonly days: number }
  | { readonly op: 'quantity'; readonly perDay: number }
  | { readonly op: 'price'; readonly price: string }
  | { readonly op: 'move'; readonly from: number; readonly days: number; readonly perDay: number };

/** A line that is added. */
interface Added {
  readonly space: number;
  readonly from: number;
  readonly days: number;
  readonly perDay: number;
}

/** What becomes of an addendum; one that does not fit is voided. */
const endings = [
  'links',
  'paper',
  'refused then signed',
  'refused then voided',
  'rejected',
  'voided',
] as const;

interface Step {
  readonly effective: number;
  readonly changes: readonly Change[];
  readonly added: readonly Added[];
  /** The part that another client pays from then on, in percent; null: those pay who paid before. */
  readonly partnerPct: number | null;
  readonly ending: (typeof endings)[number];
  readonly isClientFirst: boolean;
}

const perDay = fc.integer({ min: 1, max: 3 });
const changes = fc.oneof(
  fc.constantFrom<Change>({ op: 'keep' }, { op: 'remove' }),
  fc.record({ op: fc.constant('extend' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ op: fc.constant('quantity' as const), perDay }),
  fc.record({ op: fc.constant('price' as const), price: fc.constantFrom('33.33', '100', '250.505') }),
  fc.record({
    op: fc.constant('move' as const),
    from: fc.integer({ min: 3, max: lastDay }),
    days: fc.integer({ min: 1, max: 40 }),
    perDay,
  }),
);
const steps = fc.record<Step>({
  effective: fc.integer({ min: 0, max: lastDay }),
  changes: fc.array(changes, { minLength: 4, maxLength: 4 }),
  added: fc.array(
    fc.record({
      space: fc.integer({ min: 0, max: 2 }),
      from: fc.integer({ min: lastDay, max: 30 }),
      days: fc.integer({ min: 1, max: 20 }),
      perDay: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 2 },
  ),
  partnerPct: fc.option(fc.constantFrom(100, 25), { nil: null }),
  ending: fc.constantFrom(...endings, 'links' as const),
  isClientFirst: fc.boolean(),
});

const changeOf = (change: Change, { from, to }: DateRange, effective: number): object | null => {
  if (change.op === 'keep' || from === null || to === null) return null;
  if (from < day(effective)) {
    // It runs already and only changes its last day: it is extended, or ends before the effective day.
    const before = day(effective - 1);
    const last = change.op === 'extend' ? addDays(to, change.days) : before;
    return to < before || last === to ? null : { op: 'change', flight: { from, to: last } };
  }
  switch (change.op) {
    case 'remove':
      return { op: 'remove' };
    case 'extend':
      return { op: 'change', flight: { from, to: addDays(to, change.days) } };
    case 'quantity':
      return { op: 'change', units_per_day: change.perDay };
    case 'price':
      return { op: 'change', agreed_price: change.price };
    case 'move': {
      const first = Math.max(change.from, effective);
      return {
        op: 'change',
        flight: { from: day(first), to: day(first + change.days - 1) },
        units_per_day: change.perDay,
      };
    }
  }
};

/** One addendum with each ending, each of which adds a line. */
const eachEnding = endings.map(
  (ending, place): Step => ({
    effective: place,
    changes: [],
    added: [{ space: 2, from: lastDay, days: 2, perDay: 1 }],
    partnerPct: place === 0 ? 100 : null,
    ending,
    isClientFirst: place % 2 === 0,
  }),
);

const bodyOf = (draft: AnyRecord, step: Step): object[] => [
  ...linesOfAddendum(draft).flatMap(({ id, flight }, index) => {
    const change = step.changes[index];
    const put = change ? changeOf(change, flight as DateRange, step.effective) : null;
    return put ? [{ id, ...put }] : [];
  }),
  ...step.added.map(({ space, from, days, perDay: units_per_day }) =>
    addenda.added(spaces[space] ?? '', {
      flight: { from: day(from), to: day(from + days - 1) },
      units_per_day,
    }),
  ),
];

/** Signs by the links of both parties. @returns whether the last signature applied the addendum */
const signByLinks = async (addendum: AnyRecord, isClientFirst: boolean): Promise<boolean> => {
  const [first, last] = isClientFirst ? ['client', 'company'] : ['company', 'client'];
  const links = [
    await visitors.share(addendum, first as string),
    await visitors.share(addendum, last as string),
  ];
  const answers: number[] = [];
  for (const link of links) {
    const answer = await visitors.send(`${link.path}/firmar`, await visitors.prepared(link));
    if (answer.statusCode === 409) expect(answer.body).toContain('Su firma no se guardó');
    answers.push(answer.statusCode);
  }
  expect(answers[0]).toBe(303);
  expect([303, 409]).toContain(answers[1]);
  return answers[1] === 303;
};

const done = async (addendum: AnyRecord, command: string, input: object = {}): Promise<void> => {
  const answer = await addenda.run(addendum.id, command, input);
  expect(answer.statusCode, answer.body).toBe(200);
};

/** Brings an addendum that waits for its signatures to its end. @returns whether it was applied */
const end = async (addendum: AnyRecord, { ending, isClientFirst }: Step): Promise<boolean> => {
  switch (ending) {
    case 'links':
      return signByLinks(addendum, isClientFirst);
    case 'paper': {
      const answer = await addenda.apply(addendum.id);
      if (answer.statusCode !== 200)
        expect(answer.json(), answer.body).toMatchObject({ code: 'no_capacity' });
      return answer.statusCode === 200;
    }
    case 'refused then signed':
    case 'refused then voided': {
      const { path } = await visitors.share(addendum, 'client');
      const refused = await visitors.send(`${path}/no-firmar`, { reason: 'No es lo acordado.' });
      expect(refused.statusCode, refused.body).toBe(303);
      if (ending === 'refused then voided') return false;
      await done(addendum, 'submit');
      return signByLinks(addendum, isClientFirst);
    }
    case 'rejected':
      await done(addendum, 'reject', { comment: 'No interesa' });
      return false;
    case 'voided':
      return false;
  }
};

/** Who pays when another client pays a part, or all. */
const sharesOf = (partner: string, pct: number): object[] => [
  ...(pct < 100 ? [{ id: newLineId(), party: 'client', pct: (100 - pct).toFixed(4) }] : []),
  { id: newLineId(), party: 'other', client_id: partner, pct: pct.toFixed(4) },
];

/** Drafts an addendum and brings it to its end; one that is not applied is voided. */
const tryStep = async (contractId: string, step: Step, partner: string): Promise<AnyRecord | null> => {
  const draft = await addenda.draft(contractId, day(step.effective));
  const put = bodyOf(draft, step);
  const values = step.partnerPct === null ? {} : { payers: { put: sharesOf(partner, step.partnerPct) } };
  if (
    (put.length > 0 || step.partnerPct !== null) &&
    (await end(await addenda.pending(draft, put, values), step))
  )
    return addenda.read(draft.id);
  const { status } = await addenda.read(draft.id);
  if (status !== 'rejected') await done(draft, 'void', { comment: 'No sigue' });
  return null;
};

const keysOf = async (contractId: string): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await rows<{ id: string; key: string }>(
        sql`SELECT id, coalesce(contract_line_id, id) AS key FROM order_lines WHERE contract_id = ${contractId}::uuid`,
      )
    ).map(({ id, key }) => [id, key]),
  );

const byId = (lines: readonly (Values & { readonly id: string })[]) =>
  Object.fromEntries(lines.map((line) => [line.id, line]));

const get = async (url: string) => {
  const answer = await api.inject({ url, headers: world.headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};

/** The contract as of some days. */
const readDays = async (contractId: string, days: readonly string[]) =>
  Promise.all(
    days.map(async (on) => (await get(`/api/contracts/${contractId}/as-of?day=${on}`)).in_force as AnyRecord),
  );

const contradictions = async (invariants: readonly Invariant[]): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  for (const one of invariants) {
    const { state, rows: offending, problem } = await prove(api.database, one);
    if (state !== 'passed') found.push({ name: one.name, offending, problem });
  }
  return found;
};

/** What must hold of a contract between two addenda, whose content is what is folded so far. */
const holds = async (contractId: string, content: VersionContent, version: number): Promise<void> => {
  const versions = await rows<{ content: string }>(sql`
    SELECT content FROM contract_versions WHERE contract_id = ${contractId}::uuid ORDER BY version`);
  expect(versions).toHaveLength(version + 1);
  const { addenda: history = [], ...latest } = JSON.parse(versions.at(-1)?.content ?? '{}');
  expect(JSON.parse(JSON.stringify(content))).toEqual(latest);
  expect(history).toHaveLength(version);
  const chain = await get(`/api/contracts/${contractId}/chain`);
  expect(chain.is_intact).toBe(true);
  expect(chain.versions).toHaveLength(version + 1);

  const keys = await keysOf(contractId);
  const inForce: AnyRecord[] = await get(
    `/api/order-lines?f.contract_id=${contractId}&f.status=active&fields=*&limit=100`,
  );
  expect(byId(inForce.map((line) => ({ id: keys.get(line.id) ?? '', ...contentOfLine(line) })))).toEqual(
    byId(content.lines),
  );
  const [onLastDay] = await readDays(contractId, [day(lastDay)]);
  expect(byId(onLastDay?.lines as VersionContent['lines'])).toEqual(byId(content.lines));
  const { net, tax, total } = content.contract;
  expect(onLastDay?.totals).toEqual({ net, tax, total });

  expect(
    await rows(
      sql`SELECT party, pct::text FROM payers_in_force WHERE contract_id = ${contractId}::uuid ORDER BY position`,
    ),
  ).toEqual((content.payers ?? []).map(({ party, pct }) => ({ party, pct })));

  expect(sum(content.instalments.map(({ amount }) => amount))).toBe(content.contract.taxable);
  const [counted] = await rows<{ planned: string; least: string | null; booked: string; sold: string }>(sql`
    SELECT (SELECT coalesce(sum(amount), 0)::numeric(18,2)::text FROM instalments_in_force
        WHERE contract_id = ${contractId}::uuid) AS planned,
      (SELECT min(amount)::text FROM instalments_in_force WHERE contract_id = ${contractId}::uuid) AS least,
      (SELECT coalesce(sum(c.units), 0)::text FROM capacity_cells c JOIN order_lines o ON o.id = c.order_line_id
        WHERE o.contract_id = ${contractId}::uuid) AS booked,
      (SELECT coalesce(sum(q.contracted), 0)::text FROM quotas q WHERE q.contract_id = ${contractId}::uuid) AS sold`);
  expect(counted?.planned).toBe(content.contract.taxable);
  expect(Number(counted?.least ?? 0)).toBeGreaterThanOrEqual(0);
  const units = String(Number(sum(inForce.map(({ quantity }) => String(quantity)))));
  expect([counted?.booked, counted?.sold].map(Number).map(String)).toEqual([units, units]);
  expect(await contradictions([...salesInvariants, ...inventoryInvariants])).toEqual([]);
};

test('after any addenda the contract is version 0 with those that were applied, its chain verifies, and all adds up', async () => {
  const { id: partner } = await world.client();
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('monthly', 'by_consumption', 'upfront', 'on_delivery'),
      fc.boolean(),
      async (sequence, plan, isShared) => {
        const lines = [0, 1, 2].map((space) =>
          world.line(spaces[space] ?? '', { flight: { from: day(4), to: day(7) } }),
        );
        const { id } = await addenda.signed(lines, {
          billing_plan: plan,
          ...(isShared && { payers: { put: sharesOf(partner, 33.3333) } }),
        });
        const [signed] = await rows<{ content: string }>(
          sql`SELECT content FROM contract_versions WHERE contract_id = ${id}::uuid`,
        );
        let content: VersionContent = JSON.parse(signed?.content ?? '{}');
        let version = 0;
        for (const step of sequence) {
          const days = [0, step.effective - 1, step.effective, lastDay].map((one) => day(Math.max(0, one)));
          const before = await readDays(id, days);
          const addendum = await tryStep(id, step, partner);
          if (addendum) {
            content = foldAddendum(content, {
              lines: linesOfAddendum(addendum),
              instalments: linesIn(addendum, 'instalments'),
              payers: linesIn(addendum, 'payers').map(contentOfPayer),
              keys: await keysOf(id),
            });
            version += 1;
          }
          // What was in force before the effective day stays what was in force then.
          const after = await readDays(id, days);
          for (const [place, on] of days.entries())
            if (!addendum || on < day(step.effective)) expect(after[place], on).toEqual(before[place]);
          await holds(id, content, version);
        }
        if (JSON.stringify(sequence) === JSON.stringify(eachEnding)) expect(version).toBe(3);
        const cancelled = await world.run(id, 'cancel', { reason: 'Fin de la prueba' });
        expect(cancelled.statusCode, cancelled.body).toBe(200);
      },
    ),
    { numRuns: 5, endOnFailure: true, examples: [[eachEnding, 'monthly', true]] },
  );
  expect(await contradictions([...postsalesInvariants, ...billingInvariants, ...salesInvariants])).toEqual(
    [],
  );
});
