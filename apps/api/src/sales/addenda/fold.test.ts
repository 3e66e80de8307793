import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { DateRange } from '@pauta/domain/kinds/date-range.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { foldAddendum, type VersionContent } from '@pauta/domain/sales/addenda/fold-addendum.ts';
import { contentOfLine } from '@pauta/domain/sales/contracts/contract-content.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;
let spaces: readonly string[];

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
  spaces = await Promise.all([4, 6, 30].map((capacity) => world.space(capacity)));
});
afterAll(() => api.close());

const rows = <Row extends object>(statement: ReturnType<typeof sql>) => api.database.query<Row>(statement);
const day = (offset: number): string => addDays(world.today, offset);

/** What happens to a line of a contract, in days from today. */
interface Change {
  readonly op: 'keep' | 'change' | 'remove';
  readonly from: number;
  readonly days: number;
  readonly perDay: number;
  readonly price: string | null;
}

/** A line that is added. */
interface Added {
  readonly space: number;
  readonly from: number;
  readonly days: number;
  readonly perDay: number;
}

interface Step {
  readonly effective: number;
  readonly changes: readonly Change[];
  readonly added: readonly Added[];
}

const changes = fc.record({
  op: fc.constantFrom<Change['op']>('keep', 'change', 'change', 'remove'),
  from: fc.integer({ min: 3, max: 9 }),
  days: fc.integer({ min: 1, max: 40 }),
  perDay: fc.integer({ min: 1, max: 3 }),
  price: fc.option(fc.constantFrom('33.33', '100', '250.505')),
});
const steps = fc.record<Step>({
  effective: fc.integer({ min: 0, max: 9 }),
  changes: fc.array(changes, { minLength: 4, maxLength: 4 }),
  added: fc.array(
    fc.record({
      space: fc.integer({ min: 0, max: 2 }),
      from: fc.integer({ min: 9, max: 30 }),
      days: fc.integer({ min: 1, max: 20 }),
      perDay: fc.integer({ min: 1, max: 2 }),
    }),
    { maxLength: 2 },
  ),
});

const bodyOf = (draft: AnyRecord, step: Step): object[] => [
  ...linesOfAddendum(draft).flatMap((line, index) => {
    const change = step.changes[index];
    if (!change || change.op === 'keep') return [];
    const { from, to } = line.flight as DateRange;
    if (from !== null && from < day(step.effective)) {
      // It already runs: only its last day changes, from the effective day on.
      if (to !== null && to < day(step.effective - 1)) return [];
      const last = day(Math.max(change.from + change.days - 1, step.effective - 1));
      return last === to ? [] : [{ id: line.id, op: 'change', flight: { from, to: last } }];
    }
    if (change.op === 'remove') return [{ id: line.id, op: 'remove' }];
    const first = Math.max(change.from, step.effective);
    return [
      {
        id: line.id,
        op: 'change',
        flight: { from: day(first), to: day(first + change.days - 1) },
        units_per_day: change.perDay,
        ...(change.price !== null && { agreed_price: change.price }),
      },
    ];
  }),
  ...step.added.map(({ space, from, days, perDay }) =>
    addenda.added(spaces[space] ?? '', {
      flight: { from: day(from), to: day(from + days - 1) },
      units_per_day: perDay,
    }),
  ),
];

/** Drafts, signs and applies an addendum; voids it where it changes nothing or does not fit. */
const tryStep = async (contractId: string, step: Step): Promise<AnyRecord | null> => {
  const draft = await addenda.draft(contractId, day(step.effective));
  const put = bodyOf(draft, step);
  if (put.length > 0) {
    const { id } = await addenda.pending(draft, put);
    const answer = await addenda.apply(id);
    if (answer.statusCode === 200) return addenda.read(id);
    expect(answer.json(), answer.body).toMatchObject({ code: 'no_capacity' });
  }
  expect((await addenda.run(draft.id, 'void', { comment: 'No cabe' })).statusCode).toBe(200);
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

test('version 0 with the applied addenda folded over it is the latest version, and the order lines in force', async () => {
  let hasApplied = false;
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('monthly', 'by_consumption', 'upfront', 'on_delivery'),
      async (sequence, plan) => {
        const lines = [0, 1, 2].map((space) =>
          world.line(spaces[space] ?? '', { flight: { from: day(4), to: day(7) } }),
        );
        const contract = await addenda.signed(lines, { billing_plan: plan });
        const applied: AnyRecord[] = [];
        for (const step of sequence) {
          const one = await tryStep(contract.id, step);
          if (one) applied.push(one);
        }
        hasApplied ||= applied.length > 0;

        const versions = await rows<{ content: string }>(sql`
          SELECT content FROM contract_versions WHERE contract_id = ${contract.id}::uuid ORDER BY version`);
        expect(versions).toHaveLength(applied.length + 1);
        const keys = await keysOf(contract.id);
        const folded = applied.reduce<VersionContent>(
          (before, addendum) =>
            foldAddendum(before, {
              lines: linesOfAddendum(addendum),
              instalments: linesIn(addendum, 'instalments'),
              keys,
            }),
          JSON.parse(versions[0]?.content ?? '{}'),
        );
        const { addenda: _history, ...latest } = JSON.parse(versions.at(-1)?.content ?? '{}');
        expect(JSON.parse(JSON.stringify(folded))).toEqual(latest);

        const url = `/api/order-lines?f.contract_id=${contract.id}&f.status=active&fields=*&limit=100`;
        const inForce = (await api.inject({ url, headers: world.headers })).json().data as AnyRecord[];
        expect(
          byId(inForce.map((line) => ({ id: keys.get(line.id) ?? '', ...contentOfLine(line) }))),
        ).toEqual(byId(folded.lines));
        const lastDay = [world.today, ...applied.map(({ effective_on }) => String(effective_on))]
          .sort()
          .at(-1);
        const asOf = await api.inject({
          url: `/api/contracts/${contract.id}/as-of?day=${lastDay}`,
          headers: world.headers,
        });
        expect(asOf.statusCode, asOf.body).toBe(200);
        const { in_force: onDay } = asOf.json().data;
        expect(byId(onDay.lines)).toEqual(byId(folded.lines));
        expect(onDay.totals).toEqual({
          net: folded.contract.net,
          tax: folded.contract.tax,
          total: folded.contract.total,
        });
        expect(sum(folded.instalments.map(({ amount }) => amount))).toBe(folded.contract.taxable);
        const [cells] = await rows<{ booked: number; sold: number }>(sql`
          SELECT (SELECT coalesce(sum(c.units), 0)::integer FROM capacity_cells c JOIN order_lines o ON o.id = c.order_line_id
              WHERE o.contract_id = ${contract.id}::uuid) AS booked,
            (SELECT coalesce(sum(q.contracted), 0)::integer FROM quotas q WHERE q.contract_id = ${contract.id}::uuid) AS sold`);
        expect(cells?.booked).toBe(
          sum(inForce.map(({ quantity }) => String(quantity)))
            .split('.')
            .map(Number)[0],
        );
        expect(cells?.sold).toBe(cells?.booked);
        expect(await rows(sql`SELECT * FROM occupancy_differences()`)).toEqual([]);

        const cancelled = await world.run(contract.id, 'cancel', { reason: 'Fin de la prueba' });
        expect(cancelled.statusCode, cancelled.body).toBe(200);
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
  expect(hasApplied).toBe(true);
});
