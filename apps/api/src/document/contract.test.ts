import { AsyncLocalStorage } from 'node:async_hooks';
import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { Body, Document, Line } from '@pauta/domain/document/document.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import { mergeLines, patchOf } from '@pauta/domain/document/merge-lines.ts';
import type { DocumentNumber } from '@pauta/domain/document/numbering.ts';
import { compareLines } from '@pauta/domain/document/position.ts';
import type { ChoiceOptions } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { NumberOptions } from '@pauta/domain/kinds/number.ts';
import type { ReferenceOptions } from '@pauta/domain/kinds/reference.ts';
import { lineTotals } from '@pauta/domain/money/line-totals.ts';
import { salesBudgets } from '@pauta/domain/presales/planning/sales-budget.ts';
import { linesIn, linesOf } from '@pauta/domain/resource/lines.ts';
import { isActive } from '@pauta/domain/resource/record.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { quotes } from '@pauta/domain/sales/quotes/quote.ts';
import { bookingTables } from '@pauta/domain/testing/made-up/bookings.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeLines } from '../admin/audit/audit-changes.ts';
import { prepareInvoices } from '../billing/testing/prepare-invoices.ts';
import { systemChange } from '../platform/database/database.ts';
import { recordCompoundChange } from '../resource/history/compound-changes.ts';
import { isReference, quoted, tableOf, targetOf } from '../resource/table.ts';
import { repoint } from '../resource/writing/repoint.ts';
import { prepareContracts } from '../sales/contracts/prepare-contracts.ts';
import { prepareQuotes } from '../sales/quotes/prepare-quotes.ts';
import { isAlwaysPresent } from '../testing/conformity.ts';
import {
  type DocumentUnderTest,
  madeUpBookings,
  madeUpProposals,
  madeUpTariffs,
  type Prepared,
  startWithDocuments,
} from '../testing/made-up/documents.ts';
import { openEvents } from '../testing/read-events.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../testing/sign-in.ts';
import type { TestApi } from '../testing/test-api.ts';

/** Every document; new documents are added here. The test creates their tables unless a migration did. */
const documents: readonly DocumentUnderTest[] = [
  madeUpProposals,
  madeUpBookings,
  madeUpTariffs,
  { document: invoices, prepare: prepareInvoices, frozenBy: 'issue' },
  { document: quotes, prepare: prepareQuotes, frozenBy: 'send', ownStatements: 1 },
  {
    document: contracts,
    prepare: prepareContracts,
    frozenBy: 'sign',
    ownStatements: 2,
    unfilled: ['payers'],
  },
  { document: salesBudgets, frozenBy: 'approve' },
];

type Headers = Record<string, string>;
type Patch = { put?: Record<string, unknown>[]; drop?: string[] };

let api: TestApi;
let headers: Headers;
let address: string;

beforeAll(async () => {
  api = await startWithDocuments(documents);
  headers = await signInAs(api, 'admin');
  for (const { document, prepare } of documents) if (prepare) prepared.set(document.name, await prepare(api));
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  for (const { fields } of documents.flatMap(({ document }) => linesOf(document)).map(({ of }) => of())) {
    for (const field of Object.values(fields).filter(isReference)) {
      const to = tableOf(targetOf(field));
      const { only = {} } = field.options as ReferenceOptions;
      const accepted = Object.entries(only).map(
        ([name, value]) => ` AND t.${quoted(name)}::text = '${value}'`,
      );
      const row = await api.database.one<{ id: string }>(sql`
        SELECT t.id FROM ${raw(quoted(to.name))} t WHERE ${raw(to.offered + accepted.join(''))} ORDER BY t.id LIMIT 1`);
      if (row) referred.set(to.name, row.id);
    }
  }
});
afterAll(() => api.close());

/** What documents need, by their names. */
const prepared = new Map<string, Prepared>();

/** Records that test lines refer to, by the name of their resource. */
const referred = new Map<string, string>();

const sample = (name: string, field: Field, count: number): unknown => {
  const { kind, options } = field;
  switch (kind.name) {
    case 'reference':
      return referred.get(targetOf(field).name);
    case 'choice':
      return (options as ChoiceOptions).choices[0]?.value;
    case 'yesNo':
      return false;
    case 'text':
      return `${name} ${count}`;
    case 'integer':
      return (count % 9) + 1;
    case 'date':
      return `2027-01-${String((count % 28) + 1).padStart(2, '0')}`;
    case 'decimal':
      return `${count}.5`;
    case 'percent':
      return `${count % 40}.25`;
    default:
      return undefined;
  }
};
const writable = (fields: Readonly<Record<string, Field>>) =>
  Object.entries(fields).filter(([, { options }]) => !options.readOnly);
const sampleOf = (fields: Readonly<Record<string, Field>>, count: number, own: Values = {}) =>
  Object.fromEntries(
    writable(fields).flatMap(([name, field]) => {
      const value = Object.hasOwn(own, name) ? own[name] : sample(name, field, count);
      return value === undefined || field.options.importOnly ? [] : [[name, value]];
    }),
  );

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  more: Headers = {},
) => api.inject({ method, url, ...(payload && { payload }), headers: { ...headers, ...more } });

describe.each(documents.map((one) => [one.document.name, one] as const))('%s', (_name, madeUp) => {
  const document: Document = madeUp.document;
  const needs = (): Prepared => prepared.get(document.name) ?? {};
  const tablesOf = async (body: Body): Promise<unknown> => needs().tables?.(body) ?? madeUp.tables;
  const path = `/api/${document.path}`;
  const table = tableOf(document);
  const placed = linesOf(document).filter(({ name }) => !madeUp.unfilled?.includes(name));
  const [first] = placed;
  if (!first) throw new Error('a document has lines');
  const firstFields = first.of().fields;
  const [textField = ''] = writable(firstFields).find(([, { kind }]) => kind.name === 'text') ?? [];
  const inBody = placed.filter(({ mode }) => mode === 'inBody');

  /** New lines of every kind, `count` of the outer ones and one nested in each. */
  const someLines = (count: number): Record<string, Patch> => {
    const patches: Record<string, Patch> = {};
    for (const { name, of, by, within } of placed) {
      const outer = within === undefined ? Array.from({ length: count }) : (patches[within]?.put ?? []);
      patches[name] = {
        put: outer.map((parent, index) => ({
          id: newLineId(),
          ...sampleOf(of().fields, index + 1, needs().lines?.[name]),
          ...(within !== undefined && { [by]: (parent as { id: string }).id }),
        })),
      };
    }
    return patches;
  };
  const aLine = (count: number) => sampleOf(firstFields, count, needs().lines?.[first.name]);
  const aHeader = async (title: string) => ({
    ...(await sampleBody(api.database, document, 2)),
    ...needs().header,
    [document.title]: title,
  });
  const make = async (count = 3): Promise<AnyRecord> => {
    const body = { ...(await aHeader(`Prueba ${newLineId()}`)), ...someLines(count) };
    const made = await call('POST', path, body);
    expect(made.statusCode, made.body).toBe(201);
    return made.json().data;
  };
  const beforeFreezing = async (record: AnyRecord): Promise<AnyRecord> =>
    (await needs().beforeFreezing?.(record)) ?? record;
  const read = async (id: string): Promise<AnyRecord> => (await call('GET', `${path}/${id}`)).json().data;
  /** The lines of one kind, whether or not they are part of the body. */
  const linesAt = async (id: string, name = first.name): Promise<Line[]> => {
    const { mode } = placed.find((one) => one.name === name)!;
    if (mode === 'inBody') return [...linesIn(await read(id), name)];
    return (await call('GET', `${path}/${id}/${name}?limit=100`)).json().data;
  };
  const patch = (record: { id: string; row_version: number }, payload: object, more: Headers = {}) =>
    call('PATCH', `${path}/${record.id}`, payload, { 'if-match': `"${record.row_version}"`, ...more });
  const changed = async (
    record: { id: string; row_version: number },
    payload: object,
  ): Promise<AnyRecord> => {
    const answer = await patch(record, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };

  test('is read with the lines of its body, in order; a list does not include them', async () => {
    const made = await make();
    const record = await read(made.id);
    for (const { name } of inBody) {
      const lines = linesIn(record, name);
      expect(lines).toEqual(linesIn(made, name));
      expect(lines).toHaveLength(3);
      expect([...lines].sort(compareLines)).toEqual(lines);
    }
    for (const { name } of placed.filter(({ mode }) => mode === 'beside'))
      expect(record).not.toHaveProperty(name);
    const list = (await call('GET', `${path}?limit=100`)).json().data as AnyRecord[];
    for (const { name } of placed) expect(list.every((one) => !(name in one))).toBe(true);
  });

  test('lines are inserted, deleted and moved; the others stay', async () => {
    const made = await make();
    const [one, two, three] = await linesAt(made.id);
    const fresh = newLineId();
    const after = await changed(made, {
      [first.name]: {
        put: [
          { id: one!.id, [textField]: 'Otro' },
          { id: three!.id, position: 'Zz' },
          { id: fresh, ...aLine(9) },
        ],
        drop: [two!.id],
      },
    });
    expect(after.row_version).toBe(made.row_version + 1);
    const lines = await linesAt(made.id);
    expect(lines.map(({ id }) => id)).toEqual([three!.id, one!.id, fresh]);
    expect(lines[1]).toMatchObject({
      ...Object.fromEntries(writable(firstFields).map(([name]) => [name, one![name]])),
      [textField]: 'Otro',
    });
  });

  test('a change without effect makes no version', async () => {
    const made = await make();
    const [one] = await linesAt(made.id);
    const after = await changed(made, {
      [first.name]: { put: [{ id: one!.id, [textField]: one![textField] }] },
    });
    expect(after.row_version).toBe(made.row_version);
  });

  test('every error is reported at its line, together with those of the header', async () => {
    const made = await make();
    const [one] = await linesAt(made.id);
    const fresh = newLineId();
    const initial = Object.fromEntries(
      Object.entries(firstFields).map(([name, { options }]) => [name, options.initial]),
    );
    const required = writable(firstFields).filter(
      ([name, field]) => field.options.required && initial[name] === undefined && isActive(field, initial),
    );
    const answer = await patch(made, {
      [document.title]: '',
      [first.name]: { put: [{ id: one!.id, [textField]: '', unknown: 1, position: 'a0 ' }, { id: fresh }] },
    });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).sort()).toEqual(
      [
        document.title,
        `${first.name}.${one!.id}.${textField}`,
        `${first.name}.${one!.id}.unknown`,
        `${first.name}.${one!.id}.position`,
        ...required.map(([name]) => `${first.name}.${fresh}.${name}`),
      ].sort(),
    );
    expect((await read(made.id)).row_version).toBe(made.row_version);
  });

  test('an invalid patch of lines is refused, in any form', async () => {
    const made = await make();
    const [one] = await linesAt(made.id);
    const twice = { id: one!.id, [textField]: 'x' };
    const derived = first.derived.length > 0 ? [{ put: [{ id: one!.id, [first.derived[0]!]: '1.00' }] }] : [];
    for (const wrong of [
      1,
      [],
      null,
      { put: 1 },
      { other: [] },
      { put: [1] },
      { put: [{}] },
      { put: [{ id: 'x' }] },
      { drop: [1] },
      { put: [twice, twice] },
      { put: [twice], drop: [one!.id] },
      { put: [{ id: one!.id, [textField]: 7 }] },
      ...derived,
    ]) {
      const answer = await patch(made, { [first.name]: wrong });
      expect(answer.statusCode, `${JSON.stringify(wrong)}: ${answer.body}`).toBe(422);
      expect(Object.keys(answer.json().errors).every((key) => key.startsWith(first.name))).toBe(true);
    }
  });

  test('more lines than its maximum are refused, and the maximum fits into a body', async () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: newLineId(), ...aLine(index + 1) }));
    const most = await call('POST', path, {
      ...(await aHeader('Lleno')),
      [first.name]: { put: lines(first.max).map((line) => ({ ...line, [textField]: 'ñ'.repeat(80) })) },
    });
    expect(most.statusCode, most.body.slice(0, 300)).toBe(201);
    const more = await patch(most.json().data, { [first.name]: { put: lines(1) } });
    expect(more.statusCode).toBe(422);
    expect(more.json().errors[first.name][0]).toContain(formatCount(first.max));
  });

  test('a line id of another document is refused without revealing that document', async () => {
    const [mine, theirs] = [await make(), await make()];
    const [own, other] = [await linesAt(mine.id), await linesAt(theirs.id)];
    const taken = other[0]!.id;
    const answer = await patch(mine, {
      [first.name]: { put: [{ id: taken, ...aLine(5) }] },
    });
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([`${first.name}.${taken}.id`]);
    expect(answer.body).not.toContain(theirs.id);
    const dropped = await changed(mine, { [first.name]: { drop: [taken] } });
    expect(dropped.row_version).toBe(mine.row_version);
    expect([await linesAt(mine.id), await linesAt(theirs.id)]).toEqual([own, other]);
  });

  test('a stale write is answered with the changes to each line, and merges by line and field', async () => {
    const base = await make();
    const before = await linesAt(base.id);
    const [one, two, three] = before;
    const name = first.name;
    await changed(base, { [name]: { put: [{ id: one!.id, [textField]: 'Suyo' }], drop: [three!.id] } });
    const mine = before.map((line) => (line.id === two!.id ? { ...line, [textField]: 'Mío' } : line));
    const stale = await patch(base, { [name]: patchOf(firstFields, before, mine) });
    expect(stale.statusCode).toBe(412);
    const { current, changes } = stale.json();
    expect(changes[0]).toMatchObject({ by: 'Persona de Prueba' });
    expect(changes[0].lines[name][three!.id]).toBe('dropped');
    expect(changes[0].lines[name][one!.id]).toContain(textField);
    if (first.mode === 'inBody') expect(current[name]).toEqual(await linesAt(base.id));
    const theirs = await linesAt(base.id);
    const merged = mergeLines(firstFields, before, mine, theirs);
    expect(merged.conflicts).toEqual([]);
    await changed(current, { [name]: patchOf(firstFields, theirs, merged.lines) });
    expect((await linesAt(base.id)).map((line) => line[textField])).toEqual(['Suyo', 'Mío']);
    // A change to a deleted line is answered at that line, naming the author of the deletion.
    const gone = await patch(await read(base.id), { [name]: { put: [{ id: three!.id, [textField]: 'x' }] } });
    expect(gone.statusCode).toBe(409);
    expect(gone.json()).toMatchObject({ code: 'line_dropped' });
    expect(Object.keys(gone.json().errors)).toEqual([`${name}.${three!.id}`]);
  });

  test('of two concurrent editors one saves, and the other is informed', async () => {
    const made = await make();
    const lines = await linesAt(made.id);
    const answers = await Promise.all(
      lines.map(({ id }, index) =>
        patch(made, { [first.name]: { put: [{ id, [textField]: `De ${index}` }] } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
    for (const { json } of answers.filter(({ statusCode }) => statusCode === 412)) {
      const current = json().current as AnyRecord;
      expect(current.row_version).toBe(made.row_version + 1);
      if (first.mode === 'inBody') expect(current[first.name]).toEqual(await linesAt(made.id));
    }
  });

  test('is written in few statements, however many lines it has', async () => {
    const store = new AsyncLocalStorage<string[]>();
    const { database } = api;
    const transaction = database.transaction.bind(database);
    database.transaction = (change, work) =>
      transaction(change, (tx) =>
        work({
          ...tx,
          query: (statement) => {
            store.getStore()?.push(statement.text);
            return tx.query(statement);
          },
          one: (statement) => {
            store.getStore()?.push(statement.text);
            return tx.one(statement);
          },
        }),
      );
    try {
      const countOf = async (count: number): Promise<number> => {
        const record = await make(1);
        const all = Array.from({ length: count }, (_, index) => ({
          id: newLineId(),
          ...aLine(index + 1),
        }));
        const statements: string[] = [];
        await store.run(statements, async () => {
          const answer = await patch(record, { [first.name]: { put: all } });
          expect(answer.statusCode, answer.body).toBe(200);
        });
        return statements.length;
      };
      const few = await countOf(1);
      expect(await countOf(first.max - 1)).toBe(few);
      expect(few).toBeLessThanOrEqual(12 + (madeUp.ownStatements ?? 0));
    } finally {
      database.transaction = transaction;
    }
  });

  test('is read in one statement, however many lines it has', async () => {
    const made = await make(9);
    const store = new AsyncLocalStorage<string[]>();
    const { one, query } = api.database;
    const noted =
      (run: (statement: never) => unknown) =>
      (statement: { text: string }): unknown => {
        store.getStore()?.push(statement.text);
        return run(statement as never);
      };
    Object.assign(api.database, { one: noted(one), query: noted(query) });
    const statements: string[] = [];
    try {
      await store.run(statements, () => read(made.id));
    } finally {
      Object.assign(api.database, { one, query });
    }
    expect(statements.filter((text) => !/(FROM|UPDATE) sessions/.test(text))).toHaveLength(1);
  });

  test('is archived and restored with its lines, and cannot be changed while archived', async () => {
    const made = await make();
    const lines = await linesAt(made.id);
    const archived = await call('DELETE', `${path}/${made.id}`, undefined, {
      'if-match': `"${made.row_version}"`,
    });
    expect(archived.statusCode, archived.body).toBe(200);
    const record = archived.json().data as AnyRecord;
    const refused = await patch(record, { [first.name]: { drop: [lines[0]!.id] } });
    expect(refused.statusCode).toBe(409);
    const restored = await call(
      'POST',
      `${path}/${made.id}/restore`,
      {},
      { 'if-match': `"${record.row_version}"` },
    );
    expect(restored.statusCode, restored.body).toBe(200);
    expect(await linesAt(made.id)).toEqual(lines);
  });

  test('several are changed in bulk, each with its derived values; lines cannot be changed in bulk', async () => {
    const made = await Promise.all([make(), make()]);
    const ids = made.map(({ id }) => id);
    const [name, field] = writable(document.fields).find(([one]) => one === 'tax_rate') ?? [document.title];
    const values = { [name]: field ? '5' : 'Todos iguales' };
    const done = await call('POST', `${path}/bulk`, { ids, action: 'update', values });
    expect(done.json().data, done.body).toMatchObject({ changed: 2, blocked_total: 0 });
    for (const id of ids) {
      const record = await read(id);
      expect(record).toMatchObject(field ? { [name]: '5.0000' } : values);
      expect(record).toMatchObject(document.totals?.(record, await tablesOf(record)).header ?? {});
    }
    const undone = await call('POST', `/api/undo/${done.json().data.request_id}`);
    expect(undone.json().data, undone.body).toMatchObject({ undone: 2, blocked_total: 0 });
    const withLines = await call('POST', `${path}/bulk`, {
      ids,
      action: 'update',
      values: { [first.name]: { drop: [] } },
    });
    expect(withLines.statusCode).toBe(422);
  });

  test('is described with its lines', async () => {
    const { paths, components } = (await call('GET', '/api/openapi.json')).json();
    const text = JSON.stringify([paths[path], paths[`${path}/{id}`], components]);
    for (const { name, of } of placed) {
      expect(text).toContain(`"${name}"`);
      expect(paths).not.toHaveProperty([`/api/${of().path}`]);
    }
  });

  test('tables of lines have the columns of their fields', async () => {
    for (const lines of table.lines) {
      const columns = await api.database.query<{ name: string; type: string; required: boolean }>(sql`
        SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required FROM pg_attribute
        WHERE attrelid = ${lines.name}::regclass AND attnum > 0 AND NOT attisdropped`);
      for (const [name, field] of lines.columns) {
        const type = field.kind.column(field.options).replace(/, ?/, ',');
        expect(columns).toContainEqual({ name, type, required: isAlwaysPresent(field) });
      }
    }
  });

  const { number } = document;
  const numberTests =
    ({ field, at, gapless }: DocumentNumber) =>
    () => {
      const command = at === 'create' ? undefined : at.command;
      const take = (record: AnyRecord, version = record.row_version) =>
        call(
          'POST',
          `${path}/${record.id}/${command}`,
          command === madeUp.frozenBy ? (needs().freezing ?? {}) : {},
          { 'if-match': `"${version}"` },
        );
      const ready = async (): Promise<AnyRecord> => {
        const made = await make(1);
        if (command === madeUp.frozenBy) return beforeFreezing(made);
        return (await needs().beforeNumbering?.(made)) ?? made;
      };
      const numbered = async (): Promise<AnyRecord> => {
        const made = await ready();
        if (command === undefined) return made;
        const answer = await take(made);
        expect(answer.statusCode, answer.body).toBe(200);
        return answer.json().data;
      };
      const countOf = (record: AnyRecord): number => Number(/[0-9]+$/.exec(String(record[field]))?.[0]);

      test('is assigned at the defined time, once for each document', async () => {
        const [one, other] = [await numbered(), await numbered()];
        expect(one[field]).toMatch(/[0-9]+$/);
        expect(countOf(other)).toBeGreaterThan(countOf(one));
        const row = await api.database.one<{ count: number }>(sql`
        SELECT count(*)::integer AS count FROM given_numbers WHERE number = ${String(one[field])}`);
        expect(row?.count).toBe(1);
      });

      test('cannot be written, and is kept by every change', async () => {
        const made = await make(1);
        const refused = await patch(made, { [field]: 'X-1' });
        expect(refused.statusCode).toBe(422);
        expect(refused.json().errors[field]).toBeTruthy();
        const after = await changed(made, { [document.title]: `Otra ${newLineId()}` });
        expect(after[field]).toBe(made[field]);
      });

      if (command !== undefined)
        test('is empty before its command', async () => {
          expect((await make(1))[field]).toBeNull();
        });

      if (gapless && command !== undefined)
        test('has no gaps, with many concurrent requests and after a refused one', async () => {
          const before = countOf(await numbered());
          const made: AnyRecord[] = [];
          for (let count = 0; count < 12; count += 1) made.push(await ready());
          const answers = await Promise.all(
            made.map((record, index) => take(record, record.row_version + (index % 3 === 2 ? 5 : 0))),
          );
          expect(answers.filter(({ statusCode }) => statusCode === 412)).toHaveLength(4);
          const counts = answers.flatMap((answer) =>
            answer.statusCode === 200 ? [countOf(answer.json().data)] : [],
          );
          expect(counts.sort((a, b) => a - b)).toEqual(counts.map((_, index) => before + 1 + index));
          expect(countOf(await numbered())).toBe(before + 9);
        });
    };
  if (number) describe('its number', numberTests(number));

  describe('the database, as the role of the API', () => {
    const lineTable = raw(quoted(first.of().name));
    const header = raw(quoted(document.name));
    const attempt = (work: readonly ReturnType<typeof sql>[]) =>
      api.database
        .transaction(systemChange('test'), async (tx) => {
          for (const statement of work) await tx.query(statement);
        })
        .then(
          () => 'done',
          (error: { constraint?: string; message: string }) => error.constraint ?? error.message,
        );
    const touch = (id: string) =>
      sql`UPDATE ${header} SET lines_xact = pg_current_xact_id() WHERE id = ${id}::uuid`;

    test('lines change only after their header, in the same transaction', async () => {
      const made = await make();
      const [one] = await linesAt(made.id);
      const update = sql`UPDATE ${lineTable} SET position = position || 'V' WHERE id = ${one!.id}::uuid`;
      const remove = sql`DELETE FROM ${lineTable} WHERE id = ${one!.id}::uuid`;
      expect(await attempt([update])).toBe('lines_without_header');
      expect(await attempt([remove, touch(made.id)])).toMatch(/lines_without_header|foreign key|_fkey/);
      // Having written the header earlier, in another transaction, is not sufficient.
      expect(await attempt([touch(made.id)])).toBe('done');
      expect(await attempt([update])).toBe('lines_without_header');
      expect(await attempt([touch(made.id), update])).toBe('done');
      expect((await read(made.id)).row_version).toBe(made.row_version + 2);
    });

    test('a line cannot be moved to another document', async () => {
      const [mine, theirs] = [await make(), await make()];
      const [one] = await linesAt(mine.id);
      const move = sql`UPDATE ${lineTable} SET ${raw(quoted(first.header))} = ${theirs.id}::uuid WHERE id = ${one!.id}::uuid`;
      expect(await attempt([touch(mine.id), touch(theirs.id), move])).toMatch(/line_stays|_fkey/);
    });

    test('each statement writes one log row per header, with the lines by their ids', async () => {
      const made = await make();
      const lines = await linesAt(made.id);
      const log = await api.database.query<{ lines: string[] }>(sql`
        SELECT ARRAY(SELECT jsonb_object_keys(after) ORDER BY 1) AS lines FROM audit_log
        WHERE entity = ${first.of().name} AND entity_id = ${made.id}`);
      expect(log).toEqual([{ lines: lines.map(({ id }) => id).sort() }]);
    });

    if (Object.keys(document.sums).length > 0)
      test('a total equals the sum of its lines at the end of the transaction', async () => {
        const made = await make();
        for (const [total, sum] of Object.entries(document.sums)) {
          const [name = '', field = ''] = sum.split('.');
          const lines = raw(quoted(placed.find((one) => one.name === name)!.of().name));
          const raise = sql`UPDATE ${header} SET ${raw(quoted(total))} = ${raw(quoted(total))} + 0.01 WHERE id = ${made.id}::uuid`;
          const line = sql`
          UPDATE ${lines} SET ${raw(quoted(field))} = ${raw(quoted(field))} + 0.01
          WHERE id = (SELECT id FROM ${lines} WHERE ${raw(quoted(first.header))} = ${made.id}::uuid LIMIT 1)`;
          expect(await attempt([raise])).toBe('totals_agree');
          expect(await attempt([touch(made.id), line])).toBe('totals_agree');
          expect(await attempt([raise, touch(made.id), line])).toBe('done');
        }
      });

    if (document.freeze)
      test('only the excepted columns of a frozen document can change', async () => {
        const made = await beforeFreezing(await make());
        const frozen = await call('POST', `${path}/${made.id}/${madeUp.frozenBy}`, needs().freezing ?? {}, {
          'if-match': `"${made.row_version}"`,
        });
        expect(frozen.statusCode, frozen.body).toBe(200);
        const { except = [], from = [] } = document.freeze ?? {};
        const [one] = await linesAt(made.id);
        const { state = '' } = document;
        const set = (name: string, value: unknown) =>
          sql`UPDATE ${header} SET ${raw(quoted(name))} = ${value} WHERE id = ${made.id}::uuid`;
        for (const [name, field] of writable(document.fields)) {
          if (!['text', 'longText'].includes(field.kind.name)) continue;
          expect([name, await attempt([set(name, 'Otro')])]).toEqual([
            name,
            except.includes(name) ? 'done' : 'document_frozen',
          ]);
        }
        expect(await attempt([set(state, Object.values(made)[0])])).not.toBe('done');
        const { choices } = document.fields[state]!.options as unknown as { choices: { value: string }[] };
        for (const { value } of choices.filter((choice) => !from.includes(choice.value)))
          expect(['document_frozen', `${document.name}_state_change`]).toContain(
            await attempt([set(state, value)]),
          );
        expect(
          await attempt([sql`UPDATE ${header} SET archived_at = now() WHERE id = ${made.id}::uuid`]),
        ).toBe('document_frozen');
        // A document may have an own rule that refuses changes of its lines earlier.
        const refused = expect.stringMatching(/^document_frozen$|_of_draft$/);
        for (const column of [
          'position',
          ...writable(firstFields)
            .filter(([, { kind }]) => kind.name === 'text')
            .map(([name]) => name),
        ]) {
          const name = raw(quoted(column));
          const change = sql`UPDATE ${lineTable} SET ${name} = ${name} || 'V' WHERE id = ${one!.id}::uuid`;
          expect([column, await attempt([touch(made.id), change])]).toEqual([
            column,
            except.includes(`${first.name}.${column}`) ? 'done' : refused,
          ]);
        }
        for (const { of, header: by } of placed.toReversed()) {
          const remove = sql`DELETE FROM ${raw(quoted(of().name))} WHERE ${raw(quoted(by))} = ${made.id}::uuid`;
          expect(await attempt([touch(made.id), remove])).toMatch(/document_frozen|_of_draft|_fkey/);
        }
        for (const link of table.links) {
          const insert = sql`INSERT INTO ${raw(quoted(link.table))} SELECT ${made.id}::uuid, id FROM ${raw(quoted(link.to.name))} LIMIT 1`;
          expect(await attempt([insert])).toBe('document_frozen');
        }
        const record = await read(made.id);
        for (const body of [{ [document.title]: 'Otro' }, { [first.name]: { drop: [one!.id] } }]) {
          const answer = await patch(record, body);
          expect(answer.statusCode, answer.body).toBe(except.includes(Object.keys(body)[0]!) ? 200 : 409);
        }
        const gone = await call('DELETE', `${path}/${made.id}`, undefined, {
          'if-match': `"${record.row_version}"`,
        });
        expect(gone.statusCode).toBe(409);
      });
  });

  if (document.totals)
    test('totals are the same in the browser, on the server and in the database', async () => {
      const amount = fc.integer({ min: 0, max: 99_999_999 }).map((units) => (units / 100).toFixed(2));
      const share = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 10_000).toFixed(4));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ amount, share, count: fc.integer({ min: 1, max: 99 }) }), { maxLength: 6 }),
          async (all) => {
            const body = { ...(await aHeader('Totales')), ...someLines(all.length) };
            for (const line of (body[first.name] as Patch).put ?? []) {
              const { amount: value, share: part, count } = all.shift()!;
              for (const [name, { kind, options }] of writable(firstFields)) {
                if (!Object.hasOwn(line, name)) continue;
                const { min = 0 } = options as NumberOptions;
                if (kind.name === 'decimal') line[name] = Number(value) < min ? String(min) : value;
                if (kind.name === 'percent') line[name] = part;
                if (kind.name === 'integer') line[name] = count;
              }
            }
            const made = await call('POST', path, body);
            expect(made.statusCode, made.body).toBe(201);
            const record = made.json().data as Body & AnyRecord;
            const { header, lines } = document.totals!(record, await tablesOf(record));
            expect(record).toMatchObject(header);
            for (const { name } of inBody)
              for (const line of linesIn(record, name)) expect(line).toMatchObject(lines.get(line.id) ?? {});
            for (const [total, sum] of Object.entries(document.sums)) {
              const [name = '', field = ''] = sum.split('.');
              const { of, header: by } = placed.find((one) => one.name === name)!;
              const row = await api.database.one<{ sum: string }>(sql`
            SELECT coalesce(sum(${raw(quoted(field))}), 0)::numeric(18,2)::text AS sum FROM ${raw(quoted(of().name))}
            WHERE ${raw(quoted(by))} = ${record.id}::uuid`);
              expect(row?.sum).toBe(record[total]);
            }
          },
        ),
        { numRuns: 15 },
      );
    });

  test('the history describes the changes to each line', async () => {
    const made = await make();
    const [one, two] = await linesAt(made.id);
    await changed(made, { [first.name]: { put: [{ id: one!.id, [textField]: 'Otro' }], drop: [two!.id] } });
    const { data } = (await call('GET', `${path}/${made.id}/history`)).json();
    expect(data).toHaveLength(2);
    const sentences = (index: number) =>
      data[index].changes.map(({ sentence }: { sentence: string }) => sentence);
    const { label, title } = first.of();
    const it = `${label.gender === 'f' ? 'la' : 'el'} ${label.one.toLocaleLowerCase('es')}`;
    expect(sentences(0)).toContain(`Agregó ${it} «${one![title]}».`);
    expect(sentences(1)).toContain(`Quitó ${it} «${two![title]}».`);
    expect(sentences(1)).toContain(
      `Cambió «${firstFields[textField]!.label}» de ${it} «${one![title]}» de «${one![textField]}» a «Otro».`,
    );
    expect(data[1].undo).not.toBeNull();
  });

  test('a change with lines is undone as a whole, and so is the undo; a later change of a line prevents it', async () => {
    const made = await make();
    const before = await Promise.all(placed.map(({ name }) => linesAt(made.id, name)));
    const [one, two] = before[0]!;
    const answer = await patch(made, {
      [document.title]: 'Otro',
      [first.name]: {
        put: [
          { id: one!.id, [textField]: 'Otro', position: 'a5' },
          { id: newLineId(), ...aLine(3) },
        ],
        drop: [two!.id],
      },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const after = await Promise.all(placed.map(({ name }) => linesAt(made.id, name)));
    const lastRequest = async () => {
      const entries = (await call('GET', `${path}/${made.id}/history`)).json().data;
      return entries.at(-1).undo as string;
    };
    const without = (lines: Line[][]) =>
      lines.map((own) => own.map(({ created_at: _, updated_at: __, row_version: ___, ...line }) => line));
    const request = await lastRequest();
    const preview = (await call('GET', `/api/undo/${request}`)).json().data;
    expect(preview).toMatchObject({ total: 1, undone: 1, blocked_total: 0 });
    const undone = await call('POST', `/api/undo/${request}`);
    expect(undone.json().data, undone.body).toMatchObject({ undone: 1 });
    expect(without(await Promise.all(placed.map(({ name }) => linesAt(made.id, name))))).toEqual(
      without(before),
    );
    const again = await call('POST', `/api/undo/${await lastRequest()}`);
    expect(again.json().data, again.body).toMatchObject({ undone: 1 });
    expect(without(await Promise.all(placed.map(({ name }) => linesAt(made.id, name))))).toEqual(
      without(after),
    );

    const record = await read(made.id);
    await changed(record, { [first.name]: { put: [{ id: one!.id, [textField]: 'Uno más' }] } });
    const earlier = (await call('GET', `${path}/${made.id}/history`)).json().data[1].undo as string | null;
    const target = earlier ?? request;
    await changed(await read(made.id), { [first.name]: { put: [{ id: one!.id, [textField]: 'Al final' }] } });
    const entries = (await call('GET', `${path}/${made.id}/history`)).json().data;
    const blocked = await call('POST', `/api/undo/${entries.at(-2).undo ?? target}`);
    expect(blocked.json().data, blocked.body).toMatchObject({ undone: 0, blocked_total: 1 });
    expect(blocked.json().data.blocked[0].reason).toContain(first.of().label.many);
  });

  test('undoing a creation archives the document, unless a line changed since', async () => {
    const made = await make();
    const [entry] = (await call('GET', `${path}/${made.id}/history`)).json().data;
    const other = await make();
    const [otherEntry] = (await call('GET', `${path}/${other.id}/history`)).json().data;
    await changed(other, { [first.name]: { put: [{ id: newLineId(), ...aLine(4) }] } });
    expect((await call('POST', `/api/undo/${entry.undo}`)).json().data).toMatchObject({ undone: 1 });
    expect((await read(made.id)).archived_at).not.toBeNull();
    expect((await call('POST', `/api/undo/${otherEntry.undo}`)).json().data).toMatchObject({
      undone: 0,
      blocked_total: 1,
    });
  });

  test('a user who may not see the document cannot see its lines', async () => {
    const made = await make();
    const [one] = await linesAt(made.id);
    const stranger = await signIn(
      api,
      await createUser(api, { role: await createRole(api, ['agencies.view_all']) }),
    );
    const seller =
      document.owners.length > 0
        ? [
            await signIn(
              api,
              await createUser(api, {
                role: await createRole(api, ['clients.view_own', 'clients.update_own']),
              }),
            ),
          ]
        : [];
    for (const who of [stranger, ...seller]) {
      const answers = await Promise.all([
        call('GET', `${path}/${made.id}`, undefined, who),
        patch(made, { [first.name]: { drop: [one!.id] } }, who),
        ...placed
          .filter(({ mode }) => mode === 'beside')
          .map(({ name }) => call('GET', `${path}/${made.id}/${name}`, undefined, who)),
      ]);
      for (const { statusCode, body } of answers) {
        expect([403, 404]).toContain(statusCode);
        expect(body).not.toContain(one!.id);
      }
    }
    for (const { of } of placed) {
      const { name, path: own } = of();
      expect((await call('GET', `/api/${own}`)).statusCode, name).toBe(404);
    }
  });

  test('a change of a line only is announced as a change of its document', async () => {
    const made = await make();
    const [one] = await linesAt(made.id);
    const events = await openEvents(address, headers);
    await changed(made, { [first.name]: { put: [{ id: one!.id, [textField]: 'En vivo' }] } });
    const { data } = await events.until(({ data }) => data.id === made.id && data.change === 'changed');
    events.close();
    expect(data).toMatchObject({ resource: document.name, change: 'changed', version: made.row_version + 1 });
  });
});

test('merging values replaces references in lines and headers, except in frozen documents', async () => {
  const { document } = madeUpProposals;
  const [from, into] = await Promise.all(
    ['De', 'A'].map(async (name) => {
      const made = await call('POST', '/api/industries', {
        code: `FUS-${name}`.toUpperCase(),
        name: `Fusión ${name}`,
      });
      expect(made.statusCode, made.body).toBe(201);
      return made.json().data.id as string;
    }),
  );
  const make = async () =>
    (
      await call('POST', '/api/proposals', {
        title: 'Con industria',
        industry_ids: [from],
        lines: { put: [{ id: newLineId(), description: 'x', industry_id: from }] },
      })
    ).json().data as AnyRecord;
  const [open, frozen] = [await make(), await make()];
  expect(
    (await call('POST', `/api/proposals/${frozen.id}/issue`, {}, { 'if-match': '"1"' })).statusCode,
  ).toBe(200);
  await api.database.transaction(systemChange('merge'), async (tx) => {
    const uses = (await api.app.engine.usesOf('industries')).filter(({ resource }) => resource === document);
    expect(uses.map(({ table }) => table).sort()).toEqual(['proposal_industries', 'proposal_lines']);
    for (const use of uses) expect(await repoint(tx, use, { id: from!, into: into! })).toBe(1);
  });
  const industries = async ({ id }: AnyRecord) => {
    const record = (await call('GET', `/api/proposals/${id}`)).json().data as AnyRecord;
    const ids = (record.industry_ids as { id: string }[]).map((one) => one.id);
    return [...ids, (linesIn(record, 'lines')[0]!.industry_id as { id: string }).id];
  };
  expect(await industries(open)).toEqual([into, into]);
  expect(await industries(frozen)).toEqual([from, from]);
});

test('the command that freezes a document first writes its final derived values', async () => {
  const id = newLineId();
  const made = await call('POST', '/api/bookings', {
    name: 'Con recargo',
    spaces: { put: [{ id, space: 'Uno', rate: '100' }] },
  });
  expect(made.json().data, made.body).toMatchObject({ amount: '115.00' });
  bookingTables.surcharge = '1.20';
  try {
    const signed = await call('POST', `/api/bookings/${made.json().data.id}/sign`, {}, { 'if-match': '"1"' });
    expect(signed.statusCode, signed.body).toBe(200);
    expect(signed.json().data).toMatchObject({ status: 'signed', amount: '120.00' });
    expect(linesIn(signed.json().data, 'spaces')).toMatchObject([{ amount: '120.00' }]);
  } finally {
    bookingTables.surcharge = '1.15';
  }
});

test('a change that includes lines is undone as a whole, unless a line changed since', async () => {
  const { document } = madeUpProposals;
  const id = newLineId();
  const made = (
    await call('POST', '/api/proposals', {
      title: 'Acto',
      lines: { put: [{ id, description: 'Uno', price: '0.1234' }] },
    })
  ).json().data as AnyRecord;
  const record = { entity: document.name, records: [made.id], action: 'merge' };
  const admin = await createUser(api);
  const act = (request: string) =>
    api.database.transaction(
      { actorId: admin.id, requestId: request, ip: null, action: 'merge' },
      async (tx) => {
        await tx.query(
          sql`UPDATE proposals SET lines_xact = pg_current_xact_id() WHERE id = ${made.id}::uuid`,
        );
        await tx.query(
          sql`UPDATE proposal_lines SET description = 'Otro' WHERE proposal_id = ${made.id}::uuid`,
        );
        await tx.query(sql`
        INSERT INTO proposal_lines (id, proposal_id, position, description, quantity, price, discount)
        VALUES (${newLineId()}::uuid, ${made.id}::uuid, 'a9', ${request}, 1, 0, 0)`);
        await recordCompoundChange(tx, record, null);
      },
    );
  const lines = async () => linesIn((await call('GET', `/api/proposals/${made.id}`)).json().data, 'lines');
  const before = await lines();
  await act('act-of-lines-1');
  expect(await lines()).toHaveLength(2);
  const undone = await call('POST', '/api/undo/act-of-lines-1');
  expect(undone.json().data, undone.body).toMatchObject({ undone: 2, blocked_total: 0 });
  expect(await lines()).toEqual(before);

  await act('act-of-lines-2');
  const now = (await call('GET', `/api/proposals/${made.id}`)).json().data as AnyRecord;
  const changed = await call(
    'PATCH',
    `/api/proposals/${made.id}`,
    { lines: { put: [{ id, description: 'Después' }] } },
    {
      'if-match': `"${now.row_version}"`,
    },
  );
  expect(changed.statusCode, changed.body).toBe(200);
  const blocked = await call('POST', '/api/undo/act-of-lines-2');
  expect(blocked.json().data, blocked.body).toMatchObject({ undone: 0, blocked_total: 1 });
});

test('the audit log shows the titles of lines', async () => {
  const [table] = tableOf(madeUpProposals.document).lines;
  const actor = await api.app.sessions.authenticate(headers.authorization!.slice(7), {} as never);
  const told = await describeLines(
    api.database,
    table!,
    {
      before: { one: { description: 'Cuña', quantity: '7' }, two: { description: 'Spot' } },
      after: { one: { quantity: '8' }, three: { description: 'Mención' } },
    },
    actor!,
  );
  expect(told.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Renglón', null, 'Mención'],
    ['Renglón', 'Spot', null],
    ['Cuña: Cantidad', '7', '8'],
  ]);
});

test('amounts of a line equal the results of rounding in PostgreSQL', async () => {
  const units = (most: number, digits: number) =>
    fc.integer({ min: 0, max: most }).map((count) => (count / 10 ** digits).toFixed(digits));
  const terms = fc.record({
    quantity: units(1_000_000, 2),
    price: units(100_000_000, 4),
    discount: units(10_000, 4),
    agency: units(10_000, 4),
    tax: units(10_000, 4),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(terms, { minLength: 50, maxLength: 50 }),
      fc.boolean(),
      async (all, isCredit) => {
        const rows = all.map((one) => ({ ...one, quantity: isCredit ? `-${one.quantity}` : one.quantity }));
        const judged = await api.database.query<Record<string, string>>(sql`
        SELECT gross::text, net::text, a.agency::text, taxable::text, x.tax::text, (taxable + x.tax)::text AS total
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r(quantity numeric, price numeric, discount numeric, agency numeric, tax numeric),
          LATERAL (SELECT round(r.quantity * r.price, 2) AS gross) g, LATERAL (SELECT round(g.gross * (1 - r.discount), 2) AS net) n,
          LATERAL (SELECT round(n.net * r.agency, 2) AS agency) a, LATERAL (SELECT n.net - a.agency AS taxable) t,
          LATERAL (SELECT round(t.taxable * r.tax, 2) AS tax) x`);
        const own = rows.map((one) => {
          const result = lineTotals(
            {
              quantity: one.quantity,
              list_price: one.price,
              surcharges: [],
              discount: one.discount,
              agency_discount_rate: one.agency,
              tax_rate: one.tax,
            },
            'DOP',
          );
          return {
            gross: result.gross,
            net: result.net,
            agency: result.agency_discount,
            taxable: result.taxable,
            tax: result.tax,
            total: result.total,
          };
        });
        expect(own).toEqual(
          judged.map(({ gross, net, agency, taxable, tax, total }) => ({
            gross,
            net,
            agency,
            taxable,
            tax,
            total,
          })),
        );
      },
    ),
    { numRuns: 20 },
  );
});
