import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import { hotStatements } from '../platform/database/hot-statements.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { preparedStatement } from './statement.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => index);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const heldBy = async (tx: Transaction): Promise<string[]> =>
  (await tx.query<{ name: string }>(sql`SELECT name FROM pg_prepared_statements WHERE name LIKE 'hot%'`)).map(
    ({ name }) => name,
  );

test('connections give back the statements that lost their name, and answer all along', async () => {
  await db.database.transaction(systemChange('test'), async (tx) => {
    // Each round is asked more often than the one before, so that it takes the places.
    for (const round of many(2)) {
      for (const index of many(280)) {
        for (const _ of many(round + 1)) {
          const column = sql([`"c${round}_${index}"`]);
          const row = await tx.one(preparedStatement(sql`SELECT ${index}::int AS ${column}`));
          expect(row).toEqual({ [`c${round}_${index}`]: index });
        }
      }
      const held = await heldBy(tx);
      expect(held.length).toBeGreaterThan(0);
      expect(held.length).toBeLessThanOrEqual(256);
    }
    const fresh = sql`SELECT 1 AS ${sql([`"fresh"`])}`;
    for (const _ of many(10)) await tx.one(preparedStatement(sql`${fresh}`));
    const stale = (await heldBy(tx)).filter((name) => !hotStatements.has(name));
    expect(stale).toEqual([]);
  });
});

test('a statement that fails leaves its connection and its name as they were', async () => {
  const divide = (by: number) =>
    db.database.one<{ n: number }>(preparedStatement(sql`SELECT 10 / ${by}::int AS n`));
  expect(await divide(5)).toEqual({ n: 2 });
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect(await divide(2)).toEqual({ n: 5 });
});
