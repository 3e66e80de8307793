import type { Document } from '@pauta/domain/document/document.ts';
import pg from 'pg';
import { migrationOf } from '../../resource/migration.ts';
import { startTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase } from '../test-database.ts';

/** A document that fulfils the contract of all documents. */
export interface DocumentUnderTest {
  readonly document: Document;
  /** The looked-up data of its totals. */
  readonly tables?: unknown;
  /** The transition that freezes it. */
  readonly frozenBy?: string;
  /** It exists only in tests, which create its tables and mount it. */
  readonly isMadeUp?: true;
}

/** The whole API with additional test documents. Close it in `afterAll`. */
export const startWithDocuments = async (
  all: readonly DocumentUnderTest[],
  { pool }: { pool?: number } = {},
): Promise<TestApi> => {
  const documents = all.filter(({ isMadeUp }) => isMadeUp);
  const testDatabase = await createTestDatabase(pool === undefined ? {} : { pool });
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  try {
    for (const { document } of documents) await client.query(migrationOf(document));
    await client.query(`CALL grant_app_privileges('pauta_app')`);
  } finally {
    await client.end();
  }
  return startTestApi({
    testDatabase,
    resources: documents.map(({ document, tables }) => ({
      resource: document,
      hooks: { tables: async () => tables },
    })),
  });
};
