import type { Body, Document } from '@pauta/domain/document/document.ts';
import type { AnyRecord, Values } from '@pauta/domain/resource/resource.ts';
import { bookings, bookingTables } from '@pauta/domain/testing/made-up/bookings.ts';
import { proposals } from '@pauta/domain/testing/made-up/proposals.ts';
import { tariffs } from '@pauta/domain/testing/made-up/tariffs.ts';
import pg from 'pg';
import { migrationOf } from '../../resource/migration.ts';
import { startTestApi, type TestApi } from '../test-api.ts';
import { createTestDatabase } from '../test-database.ts';

/** What a document needs besides values that follow from the kinds of its fields. */
export interface Prepared {
  /** The looked-up data of its totals. */
  readonly tables?: (body: Body) => Promise<unknown>;
  /** Values of its header. */
  readonly header?: Values;
  /** Values of its lines, by the name of their place. */
  readonly lines?: Readonly<Record<string, Values>>;
  /** Input of the command that freezes it. */
  readonly freezing?: Values;
  /** Does what the command that freezes it requires; answers the record before that command. */
  readonly beforeFreezing?: (record: AnyRecord) => Promise<AnyRecord>;
  /** The same of the command that takes its number, where it is another one. */
  readonly beforeNumbering?: (record: AnyRecord) => Promise<AnyRecord>;
}

/** A document that fulfils the contract of all documents. */
export interface DocumentUnderTest {
  readonly document: Document;
  /** The looked-up data of its totals. */
  readonly tables?: unknown;
  /** Creates the records that it needs. */
  readonly prepare?: (api: TestApi) => Promise<Prepared>;
  /** Statements of a write that its own hooks need beyond those of any document. */
  readonly ownStatements?: number;
  /** The transition that freezes it. */
  readonly frozenBy?: string;
  /** Lines that samples leave out because they have rules among each other: the tests of the area write them. */
  readonly unfilled?: readonly string[];
  /** It exists only in tests, which create its tables and mount it. */
  readonly isMadeUp?: true;
}

export const madeUpProposals: DocumentUnderTest = { document: proposals, frozenBy: 'issue', isMadeUp: true };

export const madeUpBookings: DocumentUnderTest = {
  document: bookings,
  tables: bookingTables,
  frozenBy: 'sign',
  isMadeUp: true,
};

export const madeUpTariffs: DocumentUnderTest = { document: tariffs, isMadeUp: true };

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
    // The kinds of approvals are those of the product.
    await client.query('ALTER TABLE approvals DROP CONSTRAINT approvals_kind_check');
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
