import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, root, run } from './run.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds a working Chromium: that of `CHROMIUM_PATH`, an installed one, Playwright's, or Debian's, which is installed if
 * possible.
 *
 * @returns its path, or undefined after printing why there is none
 */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    console.error(`CHROMIUM_PATH apunta a «${given}», que no se puede ejecutar.`);
    return undefined;
  }

  const found = installed() ?? playwrights();
  if (found) return found;

  console.log('Instalando Chromium con Playwright…');
  await run(bin('playwright-core'), ['install', '--no-shell', 'chromium'], { minutes: 5, onLine: () => {} });
  const downloaded = playwrights();
  if (downloaded) return downloaded;
  console.log('Playwright no pudo instalarlo.');

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Instalando Chromium con apt…');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env, minutes: 3 });
    await run(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      {
        env,
        minutes: 6,
      },
    );
    const packaged = installed();
    if (packaged) return packaged;
  }

  console.error(
    'Las pruebas de extremo a extremo necesitan Chromium y no se pudo instalar. ' +
      'Instale Chromium o Google Chrome, o indique su ruta en CHROMIUM_PATH.',
  );
  return undefined;
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...usualPlaces,
  ];
  return candidates.find(runs);
}

function playwrights() {
  const script =
    "import('playwright-core').then((p) => console.log((p.chromium ?? p.default.chromium).executablePath()))";
  const { stdout } = spawnSync(bin('node'), ['-e', script], { cwd: root, encoding: 'utf8' });
  const path = stdout?.trim();
  return path && runs(path) ? path : undefined;
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  // A placeholder of the distribution, which asks to install a package, exists but does not answer.
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}

/** Flags for containers and networks without internet access. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
