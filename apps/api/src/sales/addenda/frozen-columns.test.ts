import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { editableWhenSigned } from '@pauta/domain/sales/contracts/contract.ts';
import { suspensionFields } from '@pauta/domain/sales/contracts/life/suspension.ts';
import sql, { raw, type Sql } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../../platform/database/database.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type ContractWorld, makeContractWorld } from '../contracts/contract-fixtures.ts';
import { signingVisitors } from '../signing-room/signing-visitors.ts';
import { type AddendaWorld, linesOfAddendum, makeAddendaWorld } from './addenda-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let addenda: AddendaWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  addenda = makeAddendaWorld(api, world);
});
afterAll(() => api?.close());

interface Column {
  readonly name: string;
  readonly type: string;
  /** Table that it refers to. */
  readonly refers: string | null;
  /** Values that a constraint of the column names. */
  readonly named: readonly string[];
}

const columnsOf = (table: string): Promise<Column[]> =>
  api.database.query<Column>(sql`
    SELECT quote_ident(a.attname) AS name, format_type(a.atttypid, NULL) AS type,
      (SELECT c.confrelid::regclass::text FROM pg_constraint c
        WHERE c.conrelid = a.attrelid AND c.contype = 'f' AND c.conkey = ARRAY[a.attnum] LIMIT 1) AS refers,
      ARRAY(SELECT DISTINCT (regexp_matches(pg_get_constraintdef(c.oid), '''([^'']*)''::text', 'g'))[1]
        FROM pg_constraint c WHERE c.conrelid = a.attrelid AND c.contype = 'c' AND a.attnum = ANY (c.conkey)) AS named
    FROM pg_attribute a
    WHERE a.attrelid = ${table}::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      -- Written by triggers with every change.
      AND a.attname <> ALL ('{row_version,updated_at,updated_by,lines_xact}')
    ORDER BY a.attnum`);

/** Other values for a column, as SQL: a frozen one refuses them all. */
const othersOf = ({ name, type, refers, named }: Column): readonly string[] => {
  if (refers) return [`(SELECT r.id FROM ${refers} r WHERE r.id IS DISTINCT FROM t.${name} LIMIT 1)`, 'NULL'];
  const byType: Readonly<Record<string, readonly string[]>> = {
    boolean: [`NOT t.${name}`],
    date: [`coalesce(t.${name}, current_date) + 1`, `coalesce(t.${name}, current_date) - 1`],
    daterange: [`'[2031-01-01,2031-02-01)'`],
    'timestamp with time zone': [`now() + interval '1 day'`],
    'text[]': [`'{otro}'`],
    jsonb: [`'{"a":1}'`, `'[]'`],
    bytea: [`'\\x00'`],
    inet: [`'9.9.9.9'`],
    uuid: ['new_id()'],
  };
  const numbers = /^(numeric|integer|smallint|bigint)$/.test(type)
    ? [`coalesce(t.${name}, 0) + 1`, `coalesce(t.${name}, 0) - 1`, '0']
    : [];
  const texts =
    type === 'text' ? [`coalesce(t.${name}, '') || 'a'`, ...named.map((value) => `'${value}'`)] : [];
  return [...(byType[type] ?? []), ...numbers, ...texts, 'NULL'];
};

/** Whether the API's role can give a column of rows another value, which is taken back. */
const changes = async (
  tx: Transaction,
  { table, where, touched }: { readonly table: string; readonly where: Sql; readonly touched: Sql },
  { name }: Column,
  value: string,
): Promise<boolean> => {
  const values = sql`
    SELECT md5(string_agg(coalesce(t.${raw(name)}::text, '∅'), '|' ORDER BY coalesce(t.${raw(name)}::text, '∅')))
      AS all FROM ${raw(table)} t WHERE ${where}`;
  await tx.query(sql`SAVEPOINT attack`);
  try {
    const before = await tx.one<{ all: string | null }>(values);
    // Lines change after their header only.
    await tx.query(touched);
    await tx.query(sql`UPDATE ${raw(table)} t SET ${raw(name)} = ${raw(value)} WHERE ${where}`);
    await tx.query(sql`SET CONSTRAINTS ALL IMMEDIATE`);
    const after = await tx.one<{ all: string | null }>(values);
    return after?.all !== before?.all;
  } catch {
    return false;
  } finally {
    await tx.query(sql`ROLLBACK TO SAVEPOINT attack`);
  }
};

class Undone extends Error {}

/** Columns of rows that the API's role can change. */
const openColumns = async (table: string, where: Sql, touched: Sql): Promise<readonly string[]> => {
  const open: string[] = [];
  const columns = await columnsOf(table);
  expect(columns.length, table).toBeGreaterThan(0);
  const [count] = await api.database.query<{ rows: number }>(
    sql`SELECT count(*)::integer AS rows FROM ${raw(table)} t WHERE ${where}`,
  );
  expect(count?.rows, table).toBeGreaterThan(0);
  await api.database
    .transaction(systemChange('attack'), async (tx) => {
      for (const column of columns)
        for (const value of othersOf(column))
          if (await changes(tx, { table, where, touched }, column, value)) {
            open.push(column.name);
            break;
          }
      throw new Undone();
    })
    .catch((error) => {
      if (!(error instanceof Undone)) throw error;
    });
  return open;
};

/** A contract of two payers that was signed and changed by an addendum, also their parts, both by link. */
const changedContract = async (): Promise<{ readonly contract: AnyRecord; readonly addendum: AnyRecord }> => {
  const [client, partner] = [await world.client(), await world.client()];
  const payers = (pct: number) => ({
    put: [
      { id: crypto.randomUUID(), party: 'client', pct: String(pct) },
      { id: crypto.randomUUID(), party: 'other', client_id: partner.id, pct: String(100 - pct) },
    ],
  });
  const contract = await world.pending(client, [world.line(await world.space(9))], { payers: payers(60) });
  const sign = async (document: AnyRecord, visitors: ReturnType<typeof signingVisitors>) => {
    for (const party of ['client', 'company']) {
      const link = await visitors.share(document, party);
      const answer = await visitors.send(`${link.path}/firmar`, await visitors.prepared(link));
      expect(answer.statusCode, answer.body).toBe(303);
    }
  };
  await sign(contract, signingVisitors(api, world, 'contracts', world.run));
  const draft = await addenda.draft(contract.id);
  const [line] = linesOfAddendum(draft);
  const addendum = await addenda.pending(
    draft,
    [{ id: line?.id, op: 'change', units_per_day: 3 }, addenda.added(await world.space(9))],
    { payers: payers(30) },
  );
  await sign(addendum, signingVisitors(api, world, 'addenda', addenda.run));
  const pdf = await api.inject({
    url: `/api/contracts/${contract.id}/contract.pdf`,
    headers: world.headers,
  });
  expect(pdf.statusCode, pdf.body).toBe(200);
  return { contract, addendum: await addenda.read(addendum.id) };
};

test("no value of what was signed changes by the API's own role, whichever it tries", async () => {
  const { contract, addendum } = await changedContract();
  expect(addendum.status).toBe('applied');
  const ofContract = sql`t.contract_id = ${contract.id}::uuid`;
  const ofAddendum = sql`t.addendum_id = ${addendum.id}::uuid`;
  const ofOrderLines = sql`t.order_line_id IN (SELECT id FROM order_lines WHERE contract_id = ${contract.id}::uuid)`;
  const ofSigners = (column: Sql) => sql`${column} IN (
    SELECT s.id FROM signers s JOIN signing_requests r ON r.id = s.request_id WHERE r.contract_id = ${contract.id}::uuid)`;
  const attacked: Readonly<Record<string, Sql>> = {
    contracts: sql`t.id = ${contract.id}::uuid`,
    contract_lines: ofContract,
    contract_instalments: ofContract,
    contract_payers: ofContract,
    contract_own_signatories: ofContract,
    contract_client_signatories: ofContract,
    contract_versions: ofContract,
    contract_documents: ofContract,
    order_lines: ofContract,
    order_line_terms: ofOrderLines,
    order_line_sellers: ofOrderLines,
    addenda: sql`t.id = ${addendum.id}::uuid`,
    addendum_lines: ofAddendum,
    addendum_instalments: ofAddendum,
    addendum_payers: ofAddendum,
    addenda_own_signatories: sql`t.addenda_id = ${addendum.id}::uuid`,
    addenda_client_signatories: sql`t.addenda_id = ${addendum.id}::uuid`,
    signing_requests: ofContract,
    signers: ofSigners(raw('t.id')),
    signatures: ofSigners(raw('t.signer_id')),
  };
  const touched = sql`
    WITH header AS (UPDATE contracts SET lines_xact = pg_current_xact_id() WHERE id = ${contract.id}::uuid RETURNING id)
    UPDATE addenda SET lines_xact = pg_current_xact_id() WHERE id = ${addendum.id}::uuid`;
  const open: Record<string, readonly string[]> = {};
  for (const [table, where] of Object.entries(attacked))
    open[table] = await openColumns(table, where, touched);
  // What stays editable, and the steps of its life after the signature.
  const free = new Set<string>([...editableWhenSigned, ...Object.keys(suspensionFields), 'status']);
  const { contracts: ofHeader = [], ...others } = open;
  expect(ofHeader.filter((name) => !free.has(name))).toEqual([]);
  expect(Object.entries(others).filter(([, columns]) => columns.length > 0)).toEqual([]);

  // The same attack changes what is editable, and a draft.
  expect(ofHeader).toContain('notes');
  const { id } = await world.draft(await world.client(), [world.line(await world.space(9))]);
  const draft = sql`t.id = ${id}::uuid`;
  const ofDraft = sql`t.contract_id = ${id}::uuid`;
  const touchedDraft = sql`UPDATE contracts SET lines_xact = pg_current_xact_id() WHERE id = ${id}::uuid`;
  expect(await openColumns('contracts', draft, touchedDraft)).toEqual(
    expect.arrayContaining(['name', 'client_id', 'flight', 'currency_code', 'credit_term_id', 'penalty_pct']),
  );
  expect(await openColumns('contract_lines', ofDraft, touchedDraft)).toEqual(
    expect.arrayContaining(['description', 'flight', 'units_per_day']),
  );
});
