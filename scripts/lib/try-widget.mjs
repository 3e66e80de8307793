import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { sampleDefinition } from '../../packages/client-registration-widget/src/testing/sample-definition.ts';
import { chromiumFlags } from './chromium.mjs';
import { reactModules } from './react-modules.ts';
import { run } from './run.mjs';

const name = '@pauta/client-registration-widget';
/** Chunks that an app loads by itself; a retry appends a number. */
const partFile = /\/(form-view|engine)-[^/]*\.js$/;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** A React component and the custom element side by side. */
const app = `import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientRegistration } from '${name}';
import '${name}/define';
createRoot(document.getElementById('root')).render(createElement(StrictMode, null,
  createElement(ClientRegistration, { formKey: 'pk_prueba' }),
  createElement('client-registration', { 'form-key': 'pk_prueba' })));`;

const page = (body) =>
  `<!doctype html><html lang="es"><meta charset="utf-8"><title>Prueba</title><body>${body}</body></html>`;

/**
 * Tests the packed tarball of the widget in a new app with the oldest and the newest React, and in a new static page.
 *
 * @param {string} tarball
 * @param {string} folder emptied first
 * @returns the errors, as text; empty when each shows the form and validates typed text
 */
export async function tryWidget(tarball, folder) {
  rmSync(folder, { recursive: true, force: true });
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked, { recursive: true });
  if ((await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])) !== 0) return ['tar'];
  const apps = Object.entries(reactModules).map(([version, modules]) => {
    const home = join(folder, `react-${version}`);
    cpSync(unpacked, join(home, 'node_modules', name), { recursive: true });
    for (const peer of ['react', 'react-dom', 'styled-components'])
      symlinkSync(join(modules, peer), join(home, 'node_modules', peer));
    writeFileSync(
      join(home, 'index.html'),
      page('<div id="root"></div><script type="module" src="./main.js"></script>'),
    );
    writeFileSync(join(home, 'main.js'), app);
    return home;
  });
  await Promise.all(
    apps.map((home) => build({ root: home, base: './', configFile: false, logLevel: 'error' })),
  );

  const site = join(folder, 'static');
  cpSync(join(unpacked, 'dist/standalone'), site, { recursive: true });
  const element = '<client-registration key="pk_prueba"></client-registration>';
  writeFileSync(join(site, 'index.html'), page(`${element}<script src="client-registration.js"></script>`));
  writeFileSync(join(site, 'near.html'), page(`${element}<script type="module" src="loader.js"></script>`));

  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path.startsWith('/api/')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ form: sampleDefinition }));
      return;
    }
    try {
      const body = readFileSync(join(folder, path));
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags });
  const wrong = [];
  try {
    const forms = {
      ...Object.fromEntries(apps.map((home) => [`${relative(folder, home)}/dist/index.html`, 2])),
      'static/index.html': 1,
      'static/near.html': 1,
    };
    for (const [path, count] of Object.entries(forms)) {
      const opened = await browser.newPage();
      // The first request of a chunk fails, to test the retry.
      const missing = new Set(path.includes('/dist/') ? ['form-view', 'engine'] : []);
      await opened.route(partFile, (route) => {
        const [, part] = partFile.exec(route.request().url());
        return missing.delete(part) ? route.abort() : route.continue();
      });
      opened.on('pageerror', (error) => wrong.push(`${path}: ${error.message}`));
      await opened.goto(`http://127.0.0.1:${server.address().port}/${path}`);
      if (path.includes('/dist/'))
        await opened
          .getByRole('button', { name: 'Intentar de nuevo' })
          .first()
          .click()
          .catch(() => wrong.push(`${path}: no dice que el formulario no llegó`));
      for (let at = 0; at < count; at += 1) {
        const number = opened.getByLabel(/^Número de identificación fiscal/).nth(at);
        await number.waitFor().catch(() => wrong.push(`${path}: el formulario no aparece`));
        // The validation is a separate chunk, requested again after a failure.
        await number.fill('131246797');
        await number.blur();
        await opened
          .getByText('El dígito verificador')
          .nth(at)
          .waitFor()
          .catch(() => wrong.push(`${path}: el formulario no revisa lo que se escribe`));
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
  return wrong;
}
