// `npm run browsers`: the end-to-end tests in Firefox and WebKit, or only in the named one (`npm run browsers --
// firefox`). Not part of `npm test`, because these browsers may not be installed.
import { existsSync } from 'node:fs';
import { ensureDependencies } from './lib/install.mjs';
import { bin, endAll, run, runOrExit } from './lib/run.mjs';

const engines = {
  firefox: {
    needs: [process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'],
    install: 'apt install firefox-esr, o indique su ruta en FIREFOX_PATH',
    files: ['e2e/hosts.test.ts', 'e2e/list-keyboard.test.ts', 'e2e/screens.test.ts'],
  },
  webkit: {
    needs: [process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver'],
    install: 'apt install webkit2gtk-driver xvfb, o indique su ruta en WEBKIT_DRIVER_PATH y WEBKIT_PATH',
    // The drivers of these browsers support only the pages that embed the form.
    files: ['e2e/hosts.test.ts'],
  },
};

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => endAll(signal));

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in engines));
if (unknown.length > 0) {
  console.error(`No existe el motor «${unknown.join('», «')}». Existen: ${Object.keys(engines).join(', ')}.`);
  process.exit(2);
}
const names = asked.length > 0 ? asked : Object.keys(engines);

await ensureDependencies();
await runOrExit(bin('node'), ['scripts/build.mjs']);
const results = [];
for (const name of names) {
  const { needs, install, files } = engines[name];
  const missing = needs.find((path) => !existsSync(path));
  if (missing) {
    console.error(`[${name}] No se ejecutó: falta «${missing}» (${install}).`);
    results.push([name, false]);
    continue;
  }
  console.log(`[${name}] ${files.join(' ')}`);
  const code = await run(bin('vitest'), ['run', '--project=e2e', ...files], { env: { PAUTA_BROWSER: name } });
  results.push([name, code === 0]);
}

console.log();
for (const [name, passed] of results) console.log(`${name.padEnd(10)}${passed ? 'bien' : 'FALLÓ'}`);
process.exitCode = results.every(([, passed]) => passed) ? 0 : 1;
