import { resources } from '@pauta/domain/resources.ts';
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
