import { resources } from '@pauta/domain/resources.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformityTests, type DatabaseShape, keptUniqueValues, readShape } from '../testing/conformity.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let testDatabase: TestDatabase;
let shape: DatabaseShape;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  shape = await readShape(testDatabase.database);
});
afterAll(() => testDatabase.drop());

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  conformityTests(resource, () => shape);
});

test('a unique value of a withdrawn record can be used again', () => {
  expect(keptUniqueValues(shape)).toEqual({ tables: [], indexes: [] });
});

test('a column that PostgreSQL computes makes no version of a record that counts what others do', async () => {
  // It has no value yet when a change is compared, so every update of the row would be one, also of `balance` alone.
  const rows = await testDatabase.database.query<{ table: string; column: string }>(sql`
    SELECT c.relname AS table, a.attname AS column
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attgenerated = 's'
    WHERE g.tgname = 'touch_row'
      AND a.attname::text <> ALL ((string_to_array(encode(g.tgargs, 'escape'), '\\000'))[1]::text[])
    ORDER BY 1, a.attnum`);
  // Nothing but users changes these.
  const byUsers = [
    'addenda.effect',
    'contract_versions.prev_version',
    'media_files.uploaded_by_id',
    'quotas.cell_units',
    'quotas.pending',
    'quotas.unplaced',
    'rep_goals.total',
    'tech_sheet_items.is_done',
  ];
  expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(byUsers);
});
