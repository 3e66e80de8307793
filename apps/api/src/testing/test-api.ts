import { rm } from 'node:fs/promises';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import { registerAreas } from '../app.ts';
import { type Config, readConfig } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { buildServer, type ServerOptions } from '../platform/server.ts';
import type { ResourceHooks } from '../resource/hooks.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { makeTestFolder } from './test-folder.ts';

export interface TestApi {
  app: FastifyInstance;
  /** Calls the API as if over HTTP. */
  inject: FastifyInstance['inject'];
  database: Database;
  testDatabase: TestDatabase;
  config: Config;
  close(): Promise<void>;
}

export interface TestApiOptions {
  config?: Partial<Config>;
  /** Adds routes of the test, before the areas. */
  routes?: (app: FastifyInstance) => void | Promise<void>;
  /** Additional resources of the test, mounted beside those of the product. */
  resources?: readonly { readonly resource: Resource; readonly hooks?: ResourceHooks }[];
  /** False: only the platform, without the areas. */
  areas?: boolean;
  /** True: periodic work such as reminders, due transfers and the search for duplicates is executed. */
  worksBehind?: boolean;
  folders?: ServerOptions['folders'];
  log?: ServerOptions['log'];
  /** The database created for the test; dropped with the API. */
  testDatabase?: TestDatabase;
}

/** The whole API on a separate database, without request limits. Close it in `afterAll`. */
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
  const testDatabase = options.testDatabase ?? (await createTestDatabase());
  const { database } = testDatabase;
  const cleanUp = async () => {
    await testDatabase.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const app = await buildServer({
      config,
      database,
      owner: testDatabase.owner,
      folders: options.folders,
      log: options.log,
      shedsLoad: false,
      worksBehind: options.worksBehind ?? false,
    });
    await options.routes?.(app);
    const { resources = [] } = options;
    if (options.areas !== false) {
      await registerAreas(app, {
        resources: resources.map(({ resource }) => resource),
        area: (server) => {
          for (const { resource, hooks } of resources) mountResource(server, resource, hooks);
        },
      });
    }
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
