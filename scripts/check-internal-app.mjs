// Tests the packed layout in an app of another team: unpacks the tarball into the node_modules of
// examples/internal-app, checks its types, builds it, renders it on a server and tests it in Chromium, with the React
// 18.3 that it installs and again with the React of this repository. Argument: the tarball.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { chromiumFlags } from './lib/chromium.mjs';
import { bin, root, run } from './lib/run.mjs';

const app = join(root, 'examples/internal-app');
const installed = join(app, 'node_modules/@pauta/layout');
// Only the development builds of React give warnings.
process.env.NODE_ENV = 'development';

rmSync(installed, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
await succeeds('tar', ['-xzf', process.argv[2], '-C', installed, '--strip-components=1']);

const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(installed, 'package.json'), 'utf8'),
);
const required = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
assert.deepEqual(Object.fromEntries(required), {
  react: '>=18',
  'react-dom': '>=18',
  'styled-components': '>=6.4 <7',
});
assert.deepEqual(Object.keys(dependencies ?? {}), []);

await succeeds(bin('tsc'), ['-p', '.']);
const versions = [await tryWithReact(app), await tryWithReact(root)];
assert.deepEqual(
  versions.map((version) => version.replace(/\.\d+$/, '')),
  ['18.3', '19.3'],
);

/** Builds, renders and tests the app with the React installed in a folder, and returns its version. */
async function tryWithReact(home) {
  const { version } = JSON.parse(readFileSync(join(home, 'node_modules/react/package.json'), 'utf8'));
  const outDir = join(app, 'dist', version);
  // Everything is bundled, because an external import on the server would resolve to the installed React.
  const config = {
    root: app,
    logLevel: 'warn',
    resolve: {
      alias: ['react', 'react-dom', 'styled-components'].map((name) => ({
        find: new RegExp(`^${name}(?=/|$)`),
        replacement: realpathSync(join(home, 'node_modules', name)),
      })),
    },
    ssr: { noExternal: true },
  };
  // Development builds are large.
  const limits = { chunkSizeWarningLimit: 5000 };
  await build({ ...config, build: { ...limits, outDir } });
  await build({ ...config, build: { ...limits, outDir: join(outDir, 'server'), ssr: 'src/server.tsx' } });

  const complaints = [];
  const page = await prerendered(outDir, complaints);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/favicon.ico') response.writeHead(204).end();
    else if (pathname === '/')
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else {
      const types = { '.js': 'text/javascript', '.css': 'text/css' };
      const body = readFileSync(join(outDir, pathname));
      response.writeHead(200, { 'content-type': types[extname(pathname)] }).end(body);
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags });
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await walk(tab, `http://127.0.0.1:${server.address().port}/`, complaints);
  } finally {
    await browser.close();
    server.close();
  }
  assert.deepEqual(complaints, []);
  assert.ok(readFileSync(join(outDir, 'server/server.js'), 'utf8').includes(`"${version}"`));
  console.log(`examples/internal-app, React ${version}: bien`);
  return version;
}

async function succeeds(command, args) {
  const code = await run(command, args, { cwd: app });
  if (code !== 0) process.exit(1);
}

/** The built page with the server-rendered content in it. */
async function prerendered(outDir, complaints) {
  const { error, warn } = console;
  Object.assign(console, {
    error: (...said) => complaints.push(said.join(' ')),
    warn: (...said) => complaints.push(said.join(' ')),
  });
  const { render } = await import(pathToFileURL(join(outDir, 'server/server.js')).href);
  const { app: html, head } = render();
  Object.assign(console, { error, warn });
  assert.match(html, /<main/);
  return readFileSync(join(outDir, 'index.html'), 'utf8')
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => html);
}

async function walk(tab, address, complaints) {
  tab.setDefaultTimeout(15_000);
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const heading = (name) => tab.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const menu = tab.getByRole('navigation', { name: 'Menú principal' });
  const widthOfMenu = () => menu.evaluate((element) => element.getBoundingClientRect().width);

  await tab.goto(address);
  await heading('Hoy');
  await menu.getByRole('searchbox').fill('ENTRADAS');
  const found = menu.getByRole('link', { name: 'Recepción' });
  await found.click();
  await heading('Recepción');
  assert.equal(new URL(tab.url()).hash, '#/recepcion');
  await tab.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await tab.getByRole('status').filter({ hasText: 'Recepción, página cargada' }).waitFor();
  assert.equal(await found.getAttribute('aria-current'), 'page');
  assert.equal(await tab.getByRole('banner').getByText('Recepción').isVisible(), true);

  // The theme consists only of custom properties.
  assert.equal(await widthOfMenu(), 300);
  assert.deepEqual(
    await found.evaluate((link) => {
      const { backgroundColor, borderRadius } = getComputedStyle(link);
      return [backgroundColor, borderRadius];
    }),
    ['rgb(224, 242, 240)', '0px'],
  );

  await tab.getByRole('button', { name: 'Menú lateral' }).click();
  assert.equal(await widthOfMenu(), 60);
  // The first paint, before the scripts are loaded, must show the collapsed rail.
  await tab.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  await tab.reload();
  assert.equal(await menu.getByRole('button', { name: 'Almacén' }).getAttribute('aria-expanded'), 'false');
  assert.deepEqual(await menu.evaluate(widerThanIts), [60, []]);
  await tab.unroute('**/assets/*.js');
  // And the rail must not change width afterwards.
  await tab.addInitScript(() => {
    window.widths = new Set();
    const look = () => {
      const nav = document.querySelector('nav');
      if (nav) window.widths.add(nav.getBoundingClientRect().width);
      requestAnimationFrame(look);
    };
    look();
  });
  await tab.reload();
  await heading('Recepción');
  await menu.locator('xpath=self::*[@data-rail]').waitFor();
  assert.deepEqual(await tab.evaluate(() => [...window.widths]), [60]);
  assert.equal(await tab.evaluate(() => 'pautaRail' in document.documentElement.dataset), false);
  await menu.getByRole('button', { name: 'Personal' }).click();
  await menu.getByRole('link', { name: 'Turnos' }).click();
  await heading('Turnos');
  await tab.goBack();
  await heading('Recepción');

  await tab.getByRole('button', { name: /^Menú de usuario/ }).click();
  await tab.getByText('Jefa de turno').waitFor();
  await tab.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await heading('Sesión cerrada');

  await tab.setViewportSize({ width: 390, height: 844 });
  await tab.getByRole('button', { name: 'Abrir menú' }).click();
  const drawer = tab.getByRole('dialog', { name: 'Menú principal' });
  await drawer.getByRole('link', { name: 'Hoy' }).click();
  await heading('Hoy');
  await drawer.waitFor({ state: 'hidden' });
}

/** Runs in the page: the width of the menu, and the elements that overflow it. */
function widerThanIts(nav) {
  const { width, right } = nav.getBoundingClientRect();
  const outside = [...nav.querySelectorAll('*')].filter(
    (node) => node.checkVisibility() && node.getBoundingClientRect().right > right + 1,
  );
  return [width, outside.map(({ outerHTML }) => outerHTML.slice(0, 120))];
}
