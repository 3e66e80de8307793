import { rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { registerAreas } from '../app.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { buildServer, type ServerOptions } from '../platform/server.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { makeTestFolder } from './test-folder.ts';

export interface TestApi {
  app: FastifyInstance;
  /** Calls the API as over HTTP. */
  inject: FastifyInstance['inject'];
  database: Database;
  testDatabase: TestDatabase;
  config: Config;
  close(): Promise<void>;
}

export interface TestApiOptions {
  config?: Partial<Config>;
  /** Adds routes of the test's own, before the areas. */
  routes?: (app: FastifyInstance) => void | Promise<void>;
  /** False: the platform alone, without the areas. */
  areas?: boolean;
  folders?: ServerOptions['folders'];
  log?: ServerOptions['log'];
}

/** What a test compares whole stays as it was: nothing looks for similar clients behind the requests. */
export const withoutDuplicateSearch = ({ testDatabase }: TestApi): Promise<void> =>
  testDatabase.tamper(sql`
    CREATE OR REPLACE FUNCTION find_client_duplicates(batch integer DEFAULT 100) RETURNS integer
    LANGUAGE sql AS 'SELECT 0'`);

/** The whole API on a database of its own, without request limits. Close it in `afterAll`. */
export const startTestApi = async (options: TestApiOptions = {}): Promise<TestApi> => {
  const dataDir = await makeTestFolder();
  const config: Config = {
    ...readConfig({
      PAUTA_DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      PAUTA_RATE_LIMIT: '0',
      PAUTA_RATE_LIMIT_ANONYMOUS: '0',
    }),
    ...options.config,
  };
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const cleanUp = async () => {
    await testDatabase.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const app = await buildServer({
      config,
      database,
      folders: options.folders,
      log: options.log,
      shedsLoad: false,
    });
    await options.routes?.(app);
    if (options.areas !== false) await registerAreas(app);
    await app.ready();
    return {
      app,
      inject: app.inject.bind(app) as FastifyInstance['inject'],
      database,
      testDatabase,
      config,
      close: async () => {
        await app.close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
};
