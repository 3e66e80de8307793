// Tries the packed layout as another team does: puts the tarball into the node_modules of
// examples/internal-app, checks its types, builds it, renders it on a server and walks it in
// Chromium, all on React 18.2. Argument: the tarball.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumFlags } from './lib/chromium.mjs';
import { bin, root, run } from './lib/run.mjs';

const app = join(root, 'examples/internal-app');
const installed = join(app, 'node_modules/@pauta/layout');
// Only the development builds of React warn.
const env = { NODE_ENV: 'development' };

rmSync(installed, { recursive: true, force: true });
mkdirSync(installed, { recursive: true });
await succeeds('tar', ['-xzf', process.argv[2], '-C', installed, '--strip-components=1']);

const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
assert.deepEqual(peerDependencies, {
  react: '>=18',
  'react-dom': '>=18',
  'styled-components': '>=6.4 <7',
});
assert.deepEqual(Object.keys(dependencies ?? {}), []);

const build = ['build', '--logLevel', 'warn'];
await Promise.all([
  succeeds(bin('tsc'), ['-p', '.']),
  succeeds(bin('vite'), build).then(() =>
    succeeds(bin('vite'), [...build, '--ssr', 'src/server.tsx', '--outDir', 'dist/server']),
  ),
]);

const complaints = [];
const page = await prerendered();
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/favicon.ico') response.writeHead(204).end();
  else if (pathname === '/')
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  else {
    const types = { '.js': 'text/javascript', '.css': 'text/css' };
    const body = readFileSync(join(app, 'dist', pathname));
    response.writeHead(200, { 'content-type': types[extname(pathname)] }).end(body);
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags });
try {
  await walk(await browser.newPage({ viewport: { width: 1280, height: 800 } }));
} finally {
  await browser.close();
  server.close();
}
assert.deepEqual(complaints, []);
console.log('examples/internal-app: bien');

async function succeeds(command, args) {
  const code = await run(command, args, { cwd: app, env });
  if (code !== 0) process.exit(1);
}

/** The built page with what a server renders in it. */
async function prerendered() {
  process.env.NODE_ENV = env.NODE_ENV;
  const { error, warn } = console;
  Object.assign(console, {
    error: (...said) => complaints.push(said.join(' ')),
    warn: (...said) => complaints.push(said.join(' ')),
  });
  const { render } = await import(pathToFileURL(join(app, 'dist/server/server.js')).href);
  const { app: html, styles } = render();
  Object.assign(console, { error, warn });
  assert.match(html, /<main/);
  return readFileSync(join(app, 'dist/index.html'), 'utf8')
    .replace('<!--styles-->', () => styles)
    .replace('<!--app-->', () => html);
}

async function walk(tab) {
  tab.setDefaultTimeout(15_000);
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const heading = (name) => tab.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const menu = tab.getByRole('navigation', { name: 'Menú principal' });
  const widthOfMenu = () => menu.evaluate((element) => element.getBoundingClientRect().width);

  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
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

  // The theme is custom properties and nothing else.
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
  await tab.reload();
  await heading('Recepción');
  await tab.waitForFunction(() => document.querySelector('nav')?.getBoundingClientRect().width === 60);
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
