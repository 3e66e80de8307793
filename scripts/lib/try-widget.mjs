import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { sampleDefinition } from '../../packages/client-registration-widget/src/testing/sample-definition.ts';
import { chromiumFlags } from './chromium.mjs';
import { root, run } from './run.mjs';

const name = '@pauta/client-registration-widget';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Takes the widget as its users get it, the packed tarball, into a fresh app and a fresh static page.
 *
 * @param {string} tarball
 * @param {string} folder emptied first
 * @returns what went wrong, in words; nothing when both show the form and check what is typed
 */
export async function tryWidget(tarball, folder) {
  rmSync(folder, { recursive: true, force: true });
  const modules = join(folder, 'app/node_modules');
  const installed = join(modules, name);
  mkdirSync(installed, { recursive: true });
  if ((await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])) !== 0) return ['tar'];
  for (const peer of ['react', 'react-dom', 'styled-components']) {
    symlinkSync(join(root, 'packages/client-registration-widget/node_modules', peer), join(modules, peer));
  }
  const page = (body) =>
    `<!doctype html><html lang="es"><meta charset="utf-8"><title>Prueba</title><body>${body}</body></html>`;
  writeFileSync(
    join(folder, 'app/index.html'),
    page('<div id="root"></div><script type="module" src="./main.js"></script>'),
  );
  writeFileSync(
    join(folder, 'app/main.js'),
    `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientRegistration } from '${name}';
createRoot(document.getElementById('root')).render(createElement(ClientRegistration, { formKey: 'pk_prueba' }));`,
  );
  await build({ root: join(folder, 'app'), base: './', configFile: false, logLevel: 'error' });

  const site = join(folder, 'static');
  cpSync(join(installed, 'dist/standalone'), site, { recursive: true });
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
    for (const path of ['app/dist/index.html', 'static/index.html', 'static/near.html']) {
      const opened = await browser.newPage();
      opened.on('pageerror', (error) => wrong.push(`${path}: ${error.message}`));
      await opened.goto(`http://127.0.0.1:${server.address().port}/${path}`);
      const number = opened.getByLabel(/^Número de identificación fiscal/);
      await number.waitFor().catch(() => wrong.push(`${path}: el formulario no aparece`));
      // What checks comes by a request of its own.
      await number.fill('131246797');
      await number.blur();
      await opened
        .getByText('El dígito verificador')
        .first()
        .waitFor()
        .catch(() => wrong.push(`${path}: el formulario no revisa lo que se escribe`));
    }
  } finally {
    await browser.close();
    server.close();
  }
  return wrong;
}
