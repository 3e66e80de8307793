import { isDeepStrictEqual } from 'node:util';
import type { Line } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { mergeBody } from '@pauta/domain/document/merge-body.ts';
import { patchOf } from '@pauta/domain/document/merge-lines.ts';
import { positionsAt } from '@pauta/domain/document/position.ts';
import { sum } from '@pauta/domain/money/arithmetic.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { quoteLines } from '@pauta/domain/sales/quotes/quote-line.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSettings } from '../../admin/settings/store.ts';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { quoteWorld } from './fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
let people: readonly [Headers, Headers];
let world: Awaited<ReturnType<typeof quoteWorld>>;
let client: AnyRecord;

beforeAll(async () => {
  api = await startTestApi();
  people = [await signIn(api, await createUser(api)), await signIn(api, await createUser(api))];
  world = await quoteWorld(api, people[0]);
  client = await world.makeClient();
  // Whatever discount is entered can be sent without approval.
  await api.database.transaction(systemChange('settings'), (tx) =>
    writeSettings(tx, { discount_limits: [{ role: 'admin', pct: '100.0000' }] }),
  );
});
afterAll(() => api.close());

type Edit =
  | { readonly do: 'add' | 'drop'; readonly at: number }
  | { readonly do: 'set'; readonly at: number; readonly field: Entered; readonly value: string | number };
type Entered = 'units_per_day' | 'discount_pct' | 'agreed_price';

const at = fc.nat(9);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'drop' as const), at }),
  fc.record({
    do: fc.constant('set' as const),
    at,
    field: fc.constant('units_per_day' as const),
    value: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    do: fc.constant('set' as const),
    at,
    field: fc.constant('discount_pct' as const),
    value: fc.integer({ min: 0, max: 10 }).map((pct) => `${pct}.0000`),
  }),
  fc.record({
    do: fc.constant('set' as const),
    at,
    field: fc.constant('agreed_price' as const),
    value: fc.integer({ min: 900, max: 1000 }).map((price) => `${price}.000000`),
  }),
);
const who = fc.constantFrom(0 as const, 1 as const);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ step: fc.constant('edit' as const), who, edit }) },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('both' as const), edits: fc.tuple(edit, edit) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('undo' as const), who }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('read' as const), who }) },
);

/** The lines on the screen of an editor after their edit. */
const edited = (seen: readonly Line[], one: Edit): Line[] => {
  const line = seen[one.at % Math.max(1, seen.length)];
  if (one.do === 'add') {
    const [position = ''] = positionsAt(seen, one.at % (seen.length + 1), 1);
    const added = world.line({ description: 'Nueva' });
    // References as the form has them.
    const references = Object.fromEntries(
      (['inventory_item_id', 'ad_classification_id'] as const).map((name) => [
        name,
        { id: added[name], label: '', code: null },
      ]),
    );
    return [...seen, { ...added, ...references, position }];
  }
  if (!line) return [...seen];
  // A quote without lines is not sent.
  if (one.do !== 'set') return seen.length === 1 ? [...seen] : seen.filter(({ id }) => id !== line.id);
  return seen.map((own) => (own.id === line.id ? { ...own, [one.field]: one.value } : own));
};

/** What people entered, by line. */
const enteredIn = (record: AnyRecord): Record<string, Record<Entered, string>> =>
  Object.fromEntries(
    linesIn(record, 'lines').map((line) => [
      line.id,
      {
        units_per_day: String(line.units_per_day),
        discount_pct: String(line.discount_pct ?? '0.0000'),
        agreed_price: String(line.agreed_price ?? null),
      },
    ]),
  );

test('two editors of one quote lose nothing: merges, undo and sending agree with a plain model', async () => {
  const reached = { merged: 0, undone: 0, bothStand: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 6 }), async (steps) => {
      const first = await world.makeQuote(client, [
        world.line(),
        world.line({ id: newLineId(), inventory_item_id: world.other }),
      ]);
      const seen: [AnyRecord, AnyRecord] = [first, first];
      let plain = enteredIn(first);
      let before: typeof plain | undefined;
      const read = () => world.read(first);
      const patch = (editor: 0 | 1, base: AnyRecord, lines: readonly Line[]) =>
        world.call(
          'PATCH',
          `quotes/${first.id}`,
          { lines: patchOf(quoteLines.fields, linesIn(base, 'lines'), lines) },
          { as: people[editor], record: base },
        );
      const mineOf = (editor: 0 | 1, one: Edit) => edited(linesIn(seen[editor], 'lines'), one);

      /** Finishes a save: merges like the form until nobody was faster. The model takes what was entered. */
      const settle = async (
        editor: 0 | 1,
        mine: readonly Line[],
        answer: Awaited<ReturnType<typeof patch>>,
      ): Promise<void> => {
        const base = seen[editor];
        if (answer.statusCode === 200 && !patchOf(quoteLines.fields, linesIn(base, 'lines'), mine)) {
          // Nothing was saved, maybe before the other did.
          seen[editor] = await read();
          return;
        }
        let last = answer;
        const entered = enteredIn({ ...base, lines: mine });
        let expected = entered;
        const [was, current] = [enteredIn(base), plain];
        while (last.statusCode === 412) {
          reached.merged += 1;
          const theirs = last.json().current as AnyRecord;
          // The editor keeps their own version of whatever conflicts.
          const { lines } = mergeBody(quotes, base, { ...base, lines: mine }, theirs, () => true);
          const merged = (lines.lines ?? []) as readonly Line[];
          last = await patch(editor, theirs, merged);
          expected = {};
          for (const { id } of merged) {
            const own = entered[id];
            // A line that the other deleted and this editor changed returns under another id.
            if (!own) expected[id] = current[id] ?? enteredIn({ ...base, lines: merged })[id]!;
            else {
              expected[id] = { ...(current[id] ?? own) };
              for (const field of Object.keys(own) as Entered[])
                if (own[field] !== was[id]?.[field]) expected[id][field] = own[field];
            }
          }
        }
        expect(last.statusCode, last.body).toBe(200);
        // Only now is the answer as new as the model: the other may have saved again after the first refusal.
        if (answer.statusCode === 412) {
          const changedByOther = Object.keys(current).filter(
            (id) => JSON.stringify(current[id]) !== JSON.stringify(was[id]),
          );
          const isChanged = ({ id }: Line) =>
            was[id] !== undefined && JSON.stringify(entered[id]) !== JSON.stringify(was[id]);
          if (mine.some(isChanged) && changedByOther.length > 0) reached.bothStand += 1;
          // What only the other changed stands, unless this editor deleted that line.
          for (const id of changedByOther)
            if (entered[id] !== undefined || was[id] === undefined)
              expect(expected, `line ${id}`).toHaveProperty(id);
        }
        const now = await read();
        // Whatever the order of the lines is: a save that changes nothing is none, and is not undone.
        if (!isDeepStrictEqual(expected, plain)) before = plain;
        plain = expected;
        seen[editor] = now;
      };

      const check = async (): Promise<AnyRecord> => {
        const now = await read();
        expect(enteredIn(now)).toEqual(plain);
        const lines = linesIn(now, 'lines');
        for (const amount of ['gross', 'net', 'tax', 'total'])
          expect(sum(lines.map((line) => String(line[amount]))), amount).toBe(now[amount]);
        for (const line of lines)
          expect(line.quantity, 'ten days').toBe(`${10 * Number(line.units_per_day)}.0000`);
        return now;
      };

      for (const one of steps) {
        if (one.step === 'edit') {
          const mine = mineOf(one.who, one.edit);
          await settle(one.who, mine, await patch(one.who, seen[one.who], mine));
        } else if (one.step === 'both') {
          const both = [mineOf(0, one.edits[0]), mineOf(1, one.edits[1])] as const;
          const answers = await Promise.all([patch(0, seen[0], both[0]), patch(1, seen[1], both[1])]);
          const order = answers[0].statusCode === 412 ? ([1, 0] as const) : ([0, 1] as const);
          for (const editor of order) await settle(editor, both[editor], answers[editor]);
        } else if (one.step === 'read') seen[one.who] = await read();
        else if (before) {
          const history = (await world.call('GET', `quotes/${first.id}/history`)).json().data as {
            undo: string | null;
          }[];
          const undone = await world.call('POST', `undo/${history.at(-1)?.undo}`, undefined, {
            as: people[one.who],
          });
          expect(undone.json().data, undone.body).toMatchObject({ undone: 1, blocked_total: 0 });
          reached.undone += 1;
          plain = before;
          before = undefined;
        }
        await check();
      }

      // Sent while the other saves: either the save is in what was sent, or it is refused.
      let last = await check();
      if (linesIn(last, 'lines').length === 0) {
        // Each deleted a line that the other left; a quote without lines is not sent.
        const added = await patch(0, last, edited([], { do: 'add', at: 0 }));
        expect(added.statusCode, added.body).toBe(200);
        last = await read();
        plain = enteredIn(last);
      }
      const mine = edited(linesIn(last, 'lines'), { do: 'set', at: 0, field: 'units_per_day', value: 3 });
      const [saved, sent] = await Promise.all([patch(0, last, mine), world.run('send', last, {}, people[1])]);
      expect([200, 409, 412], saved.body).toContain(saved.statusCode);
      expect([200, 412], sent.body).toContain(sent.statusCode);
      expect([saved.statusCode, sent.statusCode], 'somebody was first').toContain(200);
      const frozen = sent.statusCode === 200 ? await read() : await world.done('send', await read());
      const isSaved = saved.statusCode === 200;
      const firstLine = linesIn(frozen, 'lines').find(({ id }) => id === mine[0]?.id);
      if (isSaved) expect(firstLine?.units_per_day).toBe(3);
      else expect(enteredIn(frozen)).toEqual(plain);
      for (const editor of [0, 1] as const)
        expect(
          (await patch(editor, frozen, edited(linesIn(frozen, 'lines'), { do: 'add', at: 0 }))).statusCode,
        ).toBe(409);
      const { row_version: _, ...content } = frozen;
      expect(await read()).toMatchObject(content);
    }),
    {
      numRuns: 5,
      // Reaches everything that is counted.
      examples: [
        [
          [
            {
              step: 'both',
              edits: [
                { do: 'set', at: 0, field: 'units_per_day', value: 3 },
                { do: 'set', at: 1, field: 'discount_pct', value: '5.0000' },
              ],
            },
            { step: 'undo', who: 0 },
          ],
        ],
        // Both enter the same: the second save changes nothing, and the first is undone.
        [
          [
            { step: 'edit', who: 0, edit: { do: 'set', at: 0, field: 'units_per_day', value: 1 } },
            {
              step: 'both',
              edits: [
                { do: 'add', at: 0 },
                { do: 'set', at: 0, field: 'units_per_day', value: 1 },
              ],
            },
            { step: 'undo', who: 0 },
          ],
        ],
      ],
    },
  );
  expect(
    Object.values(reached).every((count) => count > 0),
    JSON.stringify(reached),
  ).toBe(true);
}, 120_000);
