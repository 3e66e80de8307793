import type { Line } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { mergeLines, patchOf } from '@pauta/domain/document/merge-lines.ts';
import { compareLines, positionsAt } from '@pauta/domain/document/position.ts';
import { linesIn } from '@pauta/domain/resource/lines.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { proposalLines, proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { madeUpProposals, startWithDocuments } from '../testing/made-up/documents.ts';
import { signInAs } from '../testing/sign-in.ts';
import type { TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;

beforeAll(async () => {
  api = await startWithDocuments([madeUpProposals]);
  headers = await signInAs(api, 'admin');
});
afterAll(() => api.close());

/** One change by one user to one line; the number selects the line among those they see. */
type Act =
  | { readonly do: 'add' | 'drop' | 'move'; readonly at: number }
  | {
      readonly do: 'change';
      readonly at: number;
      readonly field: 'quantity' | 'note';
      readonly value: string;
    };

type Step =
  | { readonly step: 'edit'; readonly who: 0 | 1; readonly acts: readonly Act[] }
  | { readonly step: 'both'; readonly acts: readonly [readonly Act[], readonly Act[]] }
  | { readonly step: 'read' | 'issue'; readonly who: 0 | 1 }
  | { readonly step: 'undo' };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'drop' as const, 'move' as const), at: fc.nat(20) }),
  fc.record({
    do: fc.constant('change' as const),
    at: fc.nat(20),
    field: fc.constantFrom('quantity' as const, 'note' as const),
    value: fc.integer({ min: 1, max: 9 }).map((count) => `${count}.00`),
  }),
);
const acts = fc.array(act, { minLength: 1, maxLength: 4 });
const who = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ step: fc.constant('edit' as const), who, acts }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('both' as const), acts: fc.tuple(acts, acts) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('read' as const), who }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('issue' as const), who }) },
);

/** A proposal as a plain model: its lines by id with the entered values, and its state. */
interface Plain {
  readonly lines: Record<string, { position: string; quantity: string; note: string | null }>;
  status: string;
}

const plainOf = (lines: readonly Line[]): Plain['lines'] =>
  Object.fromEntries(
    lines.map(({ id, position, quantity, note }) => [
      id,
      { position, quantity: String(quantity), note: note as string | null },
    ]),
  );

/** The lines on a user's screen after their changes; each line is changed once. */
const afterActs = (seen: readonly Line[], all: readonly Act[]): Line[] => {
  let lines = [...seen];
  const touched = new Set<string>();
  for (const one of all) {
    const line = seen[one.at % Math.max(1, seen.length)];
    if (one.do === 'add') {
      const place = one.at % (lines.length + 1);
      const [position = ''] = positionsAt(lines, place, 1);
      lines.splice(place, 0, {
        id: newLineId(),
        position,
        description: 'Nuevo',
        quantity: '1.00',
        note: null,
      });
    } else if (line && !touched.has(line.id)) {
      touched.add(line.id);
      if (one.do === 'drop') lines = lines.filter(({ id }) => id !== line.id);
      else if (one.do === 'change')
        lines = lines.map((own) => (own.id === line.id ? { ...own, [one.field]: one.value } : own));
      else {
        const rest = lines.filter(({ id }) => id !== line.id);
        const place = (one.at * 7) % (rest.length + 1);
        const [position = ''] = positionsAt(rest, place, 1);
        lines = [...rest.slice(0, place), { ...line, position }, ...rest.slice(place)];
      }
    }
  }
  return lines;
};

/** The same changes applied to the current lines, keeping what others changed meanwhile. */
const applied = (plain: Plain['lines'], seen: Plain['lines'], mine: Plain['lines']): Plain['lines'] => {
  const result = structuredClone(plain);
  for (const [id, own] of Object.entries(mine)) {
    const [was, now] = [seen[id], result[id]];
    if (!was) result[id] = own;
    else if (now) {
      for (const name of ['position', 'quantity', 'note'] as const)
        if (own[name] !== was[name] && now[name] === was[name]) Object.assign(now, { [name]: own[name] });
    }
  }
  for (const [id, was] of Object.entries(seen)) {
    if (!mine[id] && JSON.stringify(result[id]) === JSON.stringify(was)) delete result[id];
  }
  return result;
};

test('after any changes by two editors the document equals the plain model', async () => {
  const isReached = { merged: 0, undone: 0, issued: 0, frozen: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, version?: number) =>
        api.inject({
          method,
          url,
          ...(payload && { payload }),
          headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
        });
      const first = Array.from({ length: 4 }, () => ({ id: newLineId(), description: 'Primero' }));
      const answer = await call('POST', '/api/proposals', { title: 'Modelo', lines: { put: first } });
      expect(answer.statusCode, answer.body).toBe(201);
      const created = answer.json().data as AnyRecord;
      const url = `/api/proposals/${created.id}`;
      const seen: [AnyRecord, AnyRecord] = [created, created];
      const plain: Plain = { lines: plainOf(linesIn(created, 'lines')), status: 'draft' };
      /** Changes that can be undone, the latest first: the lines before each. */
      const undoable: Plain['lines'][] = [];

      const note = (lines: Plain['lines']): void => {
        if (JSON.stringify(lines) === JSON.stringify(plain.lines)) return;
        undoable.push(structuredClone(plain.lines));
        Object.assign(plain, { lines });
      };

      const save = async (editor: 0 | 1, mine: Line[]) => {
        const base = seen[editor];
        const patch = patchOf(proposalLines.fields, linesIn(base, 'lines'), mine);
        return { base, mine, answer: await call('PATCH', url, { lines: patch }, base.row_version) };
      };
      const accept = async (
        editor: 0 | 1,
        { base, mine, answer: given }: Awaited<ReturnType<typeof save>>,
      ) => {
        let last = given;
        let own = mine;
        // Another save may commit between the answer and the next attempt.
        while (last.statusCode === 412) {
          isReached.merged += 1;
          const current = last.json().current as AnyRecord;
          const theirs = linesIn(current, 'lines');
          const { lines } = mergeLines(proposalLines.fields, linesIn(base, 'lines'), mine, theirs);
          // If both chose the same position, the merge determines the order.
          const placed = new Map(lines.map(({ id, position }) => [id, position]));
          own = mine.map((line) => ({ ...line, position: placed.get(line.id) ?? line.position }));
          last = await call(
            'PATCH',
            url,
            { lines: patchOf(proposalLines.fields, theirs, lines) },
            current.row_version,
          );
        }
        if (plain.status === 'draft')
          note(applied(plain.lines, plainOf(linesIn(base, 'lines')), plainOf(own)));
        const isUnchanged = plain.status !== 'draft' && last.statusCode === 200;
        if (plain.status !== 'draft') isReached.frozen += 1;
        expect([plain.status === 'draft' ? 200 : 409, ...(isUnchanged ? [200] : [])], last.body).toContain(
          last.statusCode,
        );
        seen[editor] = (await call('GET', url)).json().data as AnyRecord;
      };

      for (const one of steps) {
        if (one.step === 'edit') {
          const mine = afterActs(linesIn(seen[one.who], 'lines'), one.acts);
          await accept(one.who, await save(one.who, mine));
        } else if (one.step === 'both') {
          const both = await Promise.all(
            ([0, 1] as const).map((editor) =>
              save(editor, afterActs(linesIn(seen[editor], 'lines'), one.acts[editor])),
            ),
          );
          const order = both[0]?.answer.statusCode === 412 ? ([1, 0] as const) : ([0, 1] as const);
          for (const editor of order) await accept(editor, both[editor]!);
        } else if (one.step === 'read') {
          seen[one.who] = (await call('GET', url)).json().data as AnyRecord;
        } else if (one.step === 'issue') {
          const issued = await call('POST', `${url}/issue`, {}, seen[one.who].row_version);
          if (issued.statusCode === 200) {
            isReached.issued += 1;
            plain.status = 'issued';
          } else expect([409, 412], issued.body).toContain(issued.statusCode);
        } else if (undoable.length > 0 && plain.status === 'draft') {
          const history = (await call('GET', `${url}/history`)).json().data as { undo: string | null }[];
          const undone = await call('POST', `/api/undo/${history.at(-1)?.undo}`);
          expect(undone.json().data, undone.body).toMatchObject({ undone: 1, blocked_total: 0 });
          isReached.undone += 1;
          Object.assign(plain, { lines: undoable.pop() });
          // Only the latest entry of the history can be undone here, which may be an undo itself.
          undoable.length = 0;
        }
        const now = (await call('GET', url)).json().data as AnyRecord;
        expect(plainOf(linesIn(now, 'lines'))).toEqual(plain.lines);
        expect([...linesIn(now, 'lines')].sort(compareLines)).toEqual(linesIn(now, 'lines'));
        expect(now.status).toBe(plain.status);
        expect(now).toMatchObject(proposals.totals!(now, undefined).header);
      }
    }),
    { numRuns: 25 },
  );
  expect(
    Object.values(isReached).every((count) => count > 0),
    JSON.stringify(isReached),
  ).toBe(true);
});
