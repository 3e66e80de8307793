import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, cacheDir } from './run.mjs';

/**
 * The argument with which `npm test` runs each case on every resource, instead of one resource of each kind, and with
 * more random inputs: `npm test -- full`, `npm test -- full api`.
 */
export const fullWord = 'full';

/**
 * All checks of `npm test`. The checks of a stage run in parallel, the stages one after the other: the checks of a
 * stage fit on two processor cores.
 */
export function allChecks(env = process.env) {
  return [
    { name: 'lint', stage: 1, command: [bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']] },
    { name: 'types', stage: 1, command: [bin('tsc'), ['-p', '.']] },
    { name: 'build', stage: 1, command: [bin('node'), ['scripts/build.mjs']] },
    { name: 'stories', stage: 1, browser: true, command: [bin('node'), ['scripts/check-stories.mjs']] },
    {
      name: 'packages',
      stage: 2,
      needs: ['build'],
      browser: true,
      command: [bin('node'), ['scripts/check-packages.mjs']],
    },
    { name: 'budgets', stage: 2, needs: ['build'], command: [bin('node'), ['scripts/check-budgets.mjs']] },
    vitest('unit', 2, ['repo', 'domain', 'logic', 'dom']),
    vitest('api', 3, ['api'], { env: { TEST_DATABASE_URL: undefined } }),
    ...(env.TEST_DATABASE_URL ? [vitest('api-external', 4, ['api'])] : []),
    vitest('e2e', 5, ['e2e'], { needs: ['build'], browser: true, env: { TEST_DATABASE_URL: undefined } }),
    ...(env.TEST_DATABASE_URL
      ? [vitest('e2e-external', 6, ['e2e'], { needs: ['build'], browser: true })]
      : []),
  ];
}

function vitest(name, stage, projects, rest = {}) {
  const report = join(cacheDir, `report-${name}.json`);
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return { name, stage, command: [bin('vitest'), args], report, ...rest };
}

/** The checks with the given names, or all without names, together with those that they need; `full` is not a name. */
export function selectChecks(checks, words) {
  const names = words.filter((word) => word !== fullWord);
  const unknown = names.filter((name) => !checks.some((check) => check.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `No existe la comprobación «${unknown.join('», «')}». Existen: ${checks.map((check) => check.name).join(', ')}.`,
    );
  }
  const wanted = new Set(names.length > 0 ? names : checks.map((check) => check.name));
  for (const check of checks) {
    if (wanted.has(check.name)) for (const need of check.needs ?? []) wanted.add(need);
  }
  const env = words.includes(fullWord) ? { PAUTA_TESTS: fullWord } : { PAUTA_TESTS: undefined };
  return checks
    .filter((check) => wanted.has(check.name))
    .map((check) => ({ ...check, env: { ...check.env, ...env } }));
}

/**
 * Counts of one finished check: those of its vitest report, or one for the check itself. A failed check counts at least
 * one failure, and so does a test run without any tests.
 */
export function countsOf({ report }, code) {
  const own = code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  if (!report) return own;
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests: passed = 0, numFailedTests = 0 } = result;
  const broken = code !== 0 || passed + numFailedTests === 0;
  return { passed, failed: broken ? Math.max(1, numFailedTests) : numFailedTests };
}
