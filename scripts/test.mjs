// `npm test`: all checks, or only those named (`npm test -- unit api`); with `full` each case on every resource.
import { mkdirSync, rmSync } from 'node:fs';
import { allChecks, countsOf, fullWord, selectChecks } from './lib/checks.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { cacheDir, endAll, run } from './lib/run.mjs';

/** Time limit per check, in minutes; the slowest takes 30 on two idle processors. */
const minutesEach = process.argv.includes(fullWord) ? 120 : 80;
const tailLength = 60;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    endAll('SIGTERM');
    process.exit(130);
  });
}

const checks = choose();
await ensureDependencies();
mkdirSync(cacheDir, { recursive: true });

const chromium = checks.some((check) => check.browser) ? await ensureChromium() : undefined;
const results = new Map();

for (const stage of new Set(checks.map((check) => check.stage))) {
  await Promise.all(checks.filter((check) => check.stage === stage).map(perform));
}
summarize();

function choose() {
  try {
    return selectChecks(allChecks(), process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

async function perform(check) {
  const missing = (check.needs ?? []).filter((need) => results.get(need)?.failed);
  if (missing.length > 0 || (check.browser && !chromium)) {
    const reason = missing.length > 0 ? `falló ${missing.join(', ')}` : 'falta Chromium';
    console.log(`[${check.name}] No se ejecutó: ${reason}.`);
    results.set(check.name, { passed: 0, failed: 1, seconds: 0, tail: [`No se ejecutó: ${reason}.`] });
    return;
  }
  if (check.report) rmSync(check.report, { force: true });
  const started = Date.now();
  const tail = [];
  const code = await run(...check.command, {
    env: {
      CI: 'true',
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      ...(chromium && { CHROMIUM_PATH: chromium }),
      ...check.env,
    },
    minutes: minutesEach,
    onLine: (line) => {
      console.log(`[${check.name}] ${line}`);
      tail.push(line);
      if (tail.length > tailLength) tail.shift();
    },
  });
  const seconds = (Date.now() - started) / 1000;
  const counts = countsOf(check, code);
  results.set(check.name, { ...counts, seconds, tail });
  console.log(`[${check.name}] ${counts.failed ? 'FALLÓ' : 'bien'} en ${seconds.toFixed(1)} s`);
}

function summarize() {
  const failures = checks.filter((check) => results.get(check.name).failed);
  for (const { name } of failures) {
    console.log(`\n── ${name}: últimas líneas ──\n${results.get(name).tail.join('\n')}`);
  }

  console.log(
    `\n${'Comprobación'.padEnd(14)}${'Resultado'.padEnd(11)}${'Pasan'.padStart(7)}${'Fallan'.padStart(8)}${'Segundos'.padStart(10)}`,
  );
  for (const { name } of checks) {
    const { passed, failed, seconds } = results.get(name);
    console.log(
      name.padEnd(14) +
        (failed ? 'FALLÓ' : 'bien').padEnd(11) +
        String(passed).padStart(7) +
        String(failed).padStart(8) +
        seconds.toFixed(1).padStart(10),
    );
  }

  const sum = (key) => [...results.values()].reduce((total, result) => total + result[key], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`${passed} passed, ${failed} failed`);
}
