import { defineConfig } from 'vitest/config';
import { SlowTestsFirst } from './scripts/vitest/slow-tests-first.ts';

const forks = { pool: 'forks' as const, maxWorkers: 2 };

/**
 * For tests without a document: the files of a worker share its modules, so that the five hundred of the API are read
 * once for each worker and not for each file. A test that changes something global puts it back.
 */
const shared = { ...forks, isolate: false };

const browserCode = [
  'packages/core',
  'packages/layout',
  'packages/ui',
  'packages/screens',
  'packages/client-registration-widget',
  'apps/backoffice',
];

export default defineConfig({
  resolve: {
    // Two copies of any of these break hooks and contexts.
    dedupe: ['react', 'react-dom', 'react-router-dom', 'styled-components', 'swr'],
  },
  test: {
    // Other checks run beside these on two cores: these only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: SlowTestsFirst },
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'repo', environment: 'node', include: ['scripts/**/*.test.mjs'] },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'domain',
          environment: 'node',
          include: ['packages/domain/src/**/*.test.ts'],
        },
      },
      // A .test.tsx gets a document; a .test.ts that needs one declares it with
      // a `@vitest-environment happy-dom` comment.
      {
        extends: true,
        test: {
          ...forks,
          name: 'logic',
          environment: 'node',
          include: browserCode.map((folder) => `${folder}/src/**/*.test.ts`),
          setupFiles: ['scripts/vitest/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...forks,
          name: 'dom',
          environment: 'happy-dom',
          include: browserCode.map((folder) => `${folder}/src/**/*.test.tsx`),
          setupFiles: ['scripts/vitest/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          // Many tests wait: for a process to start, a lease to expire, a request to be aborted.
          maxWorkers: 3,
          name: 'api',
          environment: 'node',
          include: ['apps/api/src/**/*.test.ts'],
          globalSetup: ['apps/api/src/testing/cluster.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...forks,
          // A page that loads leaves half a core idle.
          maxWorkers: 3,
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/setup.ts'],
          sequence: { groupOrder: 1 },
          // Tests of the public form mostly wait, because submissions within three seconds are refused. Other browsers
          // than Chromium throttle tabs in the background.
          maxConcurrency: process.env.PAUTA_BROWSER ? 1 : 8,
        },
      },
    ],
  },
});
