import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allChecks, countsOf, selectChecks } from './checks.mjs';

let folder;
let report;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checks-'));
  report = join(folder, 'report.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const names = (checks) => checks.map((check) => check.name);

test('without names everything runs; the external database only if one is given', () => {
  expect(names(selectChecks(allChecks({}), []))).toEqual(names(allChecks({})));
  expect(names(allChecks({}))).not.toContain('api-external');
  expect(names(allChecks({ TEST_DATABASE_URL: 'postgres://' }))).toContain('api-external');
});

test('a named check includes the checks that it needs', () => {
  expect(names(selectChecks(allChecks({}), ['e2e']))).toEqual(['build', 'e2e']);
});

test('«full» is no check: it makes the selected checks run every case', () => {
  const full = selectChecks(allChecks({}), ['full', 'api']);
  expect(names(full)).toEqual(['api']);
  expect(full[0].env).toMatchObject({ PAUTA_TESTS: 'full', TEST_DATABASE_URL: undefined });
  expect(names(selectChecks(allChecks({}), ['full']))).toEqual(names(allChecks({})));
  expect(selectChecks(allChecks({}), ['api'])[0].env.PAUTA_TESTS).toBeUndefined();
});

test('an unknown name is refused with the list of known names', () => {
  expect(() => selectChecks(allChecks({}), ['nada'])).toThrow(/«nada».*lint, types/);
});

test.each([
  ['tests that passed', { numPassedTests: 7, numFailedTests: 0 }, 0, { passed: 7, failed: 0 }],
  ['tests that failed', { numPassedTests: 5, numFailedTests: 2 }, 1, { passed: 5, failed: 2 }],
  ['a file that could not be loaded', { numPassedTests: 5, numFailedTests: 0 }, 1, { passed: 5, failed: 1 }],
  ['no test at all', { numPassedTests: 0, numFailedTests: 0 }, 0, { passed: 0, failed: 1 }],
])('a report of %s is counted', (_, result, code, counts) => {
  writeFileSync(report, JSON.stringify(result));
  expect(countsOf({ report }, code)).toEqual(counts);
});

test('a run without a report counts as failed', () => {
  expect(countsOf({ report }, 0)).toEqual({ passed: 0, failed: 1 });
});

test('a check without a report counts once', () => {
  expect(countsOf({}, 0)).toEqual({ passed: 1, failed: 0 });
  expect(countsOf({}, 2)).toEqual({ passed: 0, failed: 1 });
});
