import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import type { Sheet } from '@pauta/domain/resource/import/sheet.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { fullDates } from '@pauta/domain/sales/orders/fixtures/full-dates.ts';
import { monthAboveDays } from '@pauta/domain/sales/orders/fixtures/month-above-days.ts';
import { pastedText } from '@pauta/domain/sales/orders/fixtures/pasted-text.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm } from '../../import-export/fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { makeSpace, quoteWorld } from '../quotes/fixtures.ts';
import { odsWith, xlsxWith } from './order-fixtures.ts';

type Headers = Record<string, string>;

interface ReadLine {
  readonly programme: string;
  readonly duration_sec: number | null;
  readonly units: Record<string, number>;
  readonly times: readonly { flight: { from: string; to: string }; days: string[]; units_per_day: number }[];
  readonly match: {
    readonly certainty: string;
    readonly is_learned: boolean;
    readonly space: { id: string; label: string } | null;
  };
}
interface Answer {
  readonly facts: Record<string, string>;
  readonly lines: readonly ReadLine[];
  readonly sheets: readonly Sheet[];
  readonly doubts: readonly { text: string }[];
  readonly columns: readonly { title: string; meaning: string }[];
}

let api: TestApi;
let admin: Headers;
let seller: Headers;
let world: Awaited<ReturnType<typeof quoteWorld>>;
let space: string;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  seller = await signIn(api, await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' }));
  world = await quoteWorld(api, admin);
  space = await makeSpace(api, 'ORDEN-A');
  await api.database.query(sql`UPDATE inventory_items SET name = 'El Despertador' WHERE id = ${space}::uuid`);
});
afterAll(() => api.close());

const send = (payload: object | Buffer, headers: Headers, query = '') =>
  api.inject({ method: 'POST', url: `/api/quotes/orders/read${query}`, payload, headers });
const readFile = async (bytes: Buffer, name: string, query = ''): Promise<Answer> => {
  const form = fileForm(name, bytes);
  const answer = await send(form.payload, { ...admin, ...form.headers }, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const readBody = async (body: object, query = '', headers = admin): Promise<Answer> => {
  const answer = await send(body, headers, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const makeAgency = async (index: number): Promise<AnyRecord> => {
  const body = await sampleBody(api.database, agencies, index);
  const answer = await world.call('POST', 'agencies', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const total = ({ units }: ReadLine): number => Object.values(units).reduce((sum, one) => sum + one, 0);

test.each([
  ['an XLSX workbook', 'orden.xlsx', xlsxWith],
  ['an ODS workbook', 'orden.ods', odsWith],
])('%s keeps its dates and joined cells, and hidden sheets are not read', async (_, name, write) => {
  const dates = await readFile(await write(fullDates.sheets), name);
  expect(dates.facts).toMatchObject({ client: 'Colmados Unidos', agency: 'Palmera Medios', number: '4471' });
  expect(dates.lines.map(total)).toEqual([10, 8, 5]);
  expect(dates.lines[0]?.times).toEqual([
    { flight: { from: '2026-11-02', to: '2026-11-06' }, days: ['1', '2', '3', '4', '5'], units_per_day: 2 },
  ]);
  expect(dates.sheets).toHaveLength(1);
  const merged = await readFile(await write(monthAboveDays.sheets), name);
  expect(merged.lines.map(total)).toEqual([21, 9, 4]);
});

test('pasted cells are read, with the spaces that they seem to name', async () => {
  const [sheet] = pastedText.sheets;
  const text = (sheet?.rows ?? []).map((row) => row.join('\t')).join('\n');
  const { lines } = await readBody({ text: text.replace('Primera Plana', 'El Despertador') });
  expect(lines.map(total)).toEqual([10, 12, 4]);
  expect(lines[0]?.match).toMatchObject({
    certainty: 'certain',
    space: { id: space, label: 'El Despertador' },
  });
  expect(lines[1]?.match).toMatchObject({ certainty: 'none', space: null });
});

test('what a user confirms is used for the next order of the agency, also after it was merged', async () => {
  const agency = await makeAgency(500);
  const query = `?agency_id=${agency.id}`;
  const text = 'Pieza rara\tCosa\tSeg\t9/11/2026\t10/11/2026\t11/11/2026\nA\tMañanero 6 AM\t30\t1\t1\t1';
  const before = await readBody({ text }, query);
  expect(before.lines[0]).toMatchObject({ programme: 'A', match: { space: null } });
  const columns = { 'pieza rara': 'ignored', cosa: 'programme' };
  const again = await readBody({ sheets: before.sheets, layout: columns }, query);
  expect(again.lines[0]).toMatchObject({ programme: 'Mañanero 6 AM', duration_sec: 30 });
  const confirm = {
    agency_id: agency.id,
    spaces: [{ text: ' | mananero 6 am | ', inventory_item_id: space }],
    columns,
  };
  expect((await world.call('POST', 'quotes/orders/confirm', confirm)).statusCode).toBe(200);
  const next = await readBody({ text }, query);
  expect(next.lines[0]).toMatchObject({
    programme: 'Mañanero 6 AM',
    match: { certainty: 'certain', is_learned: true, space: { id: space } },
  });
  expect((await readBody({ text })).lines[0]?.match.is_learned).toBe(false);

  const kept = await makeAgency(502);
  await api.database.query(sql`
    UPDATE agencies SET archived_at = now(), merged_into_id = ${kept.id}::uuid WHERE id = ${agency.id}::uuid`);
  expect((await readBody({ text }, `?agency_id=${kept.id}`)).lines[0]?.match.is_learned).toBe(true);
});

test('a user neither reads nor writes what is known of an agency that they may not see', async () => {
  const agency = await makeAgency(504);
  const confirm = { agency_id: agency.id, spaces: [{ text: 'a | b | c', inventory_item_id: space }] };
  const seen = await api.inject({ url: `/api/agencies/${agency.id}`, headers: seller });
  const answer = await world.call('POST', 'quotes/orders/confirm', confirm, { as: seller });
  expect(answer.statusCode).toBe(seen.statusCode === 200 ? 200 : 404);
  const auditor = await signIn(api, await createUser(api, { role: 'auditor', full_name: 'Luz Auditora' }));
  expect((await world.call('POST', 'quotes/orders/confirm', confirm, { as: auditor })).statusCode).toBe(403);
  expect((await send({ text: 'a' }, auditor)).statusCode).toBe(403);
  expect((await send({ text: 'a' }, {})).statusCode).toBe(401);
});

test.each([
  ['nothing', {}],
  ['no text', { text: '  ' }],
  ['no sheets', { sheets: [] }],
  ['a cell that is none', { sheets: [{ name: 'a', rows: [[{}]], merges: [] }] }],
  [
    'an order of too many lines',
    {
      text: `Programa\tDur\t2/11/2026\t3/11/2026\t4/11/2026\n${Array.from({ length: 600 }, (_, row) => `P${row}x\t30\t1\t1\t1`).join('\n')}`,
    },
  ],
  ['a meaning that is none', { text: 'a', layout: { a: 'b' } }],
  [
    'too many cells',
    { sheets: [{ name: 'a', rows: Array.from({ length: 500 }, () => Array(401).fill(1)), merges: [] }] },
  ],
])('%s is refused with an explanation', async (_, body) => {
  const answer = await send(body, admin);
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.json().message).toMatch(/[a-zá]/);
});

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ['an empty file', Buffer.alloc(0)],
  ['a damaged workbook', Buffer.from('PK\u0003\u0004 nada')],
  ['a legacy workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3])],
])('%s is refused with an explanation', async (_, bytes) => {
  const form = fileForm('orden.xlsx', bytes);
  const answer = await send(form.payload, { ...admin, ...form.headers });
  expect(answer.statusCode, answer.body).toBe(422);
  expect(answer.json().errors.file[0]).toMatch(/[a-zá]/);
});

test('a text without an order is read as nothing, with the reason', async () => {
  const { lines, doubts } = await readBody({ text: 'Hola\nEsto no es una orden' });
  expect(lines).toEqual([]);
  expect(doubts[0]?.text).toContain('No se encontró');
});
