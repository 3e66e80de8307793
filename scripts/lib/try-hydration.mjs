import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { sampleDefinition } from '../../packages/client-registration-widget/src/testing/sample-definition.ts';
import { chromiumFlags } from './chromium.mjs';
import { reactModules } from './react-modules.ts';
import { run } from './run.mjs';

/** An app with shell and form, where the form and the bars are in a lazily loaded route. */
const sources = {
  'route.js': `import { createElement as h, useEffect } from 'react';
import { ClientRegistration } from '@pauta/client-registration-widget/eager';
import { OfflineBar, ProgressBar } from '@pauta/layout/bars';
export default function Route() {
  useEffect(() => { window.hydrated = true; }, []);
  return h('div', {}, h(ProgressBar, { active: true }), h(OfflineBar, { online: false }),
    h(ClientRegistration, { formKey: 'pk_prueba', definition: ${JSON.stringify(sampleDefinition)} }));
}`,
  'app.js': `import { createElement as h, lazy, Suspense } from 'react';
import { AppShell } from '@pauta/layout';
import { defaultMenu } from '@pauta/layout/menu';
import { Breadcrumbs, trailOf } from '@pauta/layout/page';
import { ThemeStyle } from '@pauta/layout/theme';
const Route = lazy(() => import('./route.js'));
const user = { name: 'Ana', email: 'ana@medio.example' };
export const app = h('div', {}, h(ThemeStyle),
  h(AppShell, { product: 'Pauta', menu: defaultMenu, currentPath: '/crm/clientes', user, onLogout() {} },
    h(Breadcrumbs, { trail: trailOf(defaultMenu, '/crm/clientes') }), h(Suspense, { fallback: 'Cargando' }, h(Route))));`,
  'client.js': `import { hydrateRoot } from 'react-dom/client';
import { app } from './app.js';
hydrateRoot(document.getElementById('root'), app, { onRecoverableError: console.error });`,
  // The module that the browser runs last is run first here.
  'server.js': `import './route.js';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { app } from './app.js';
export const render = () => new Promise((done, fail) => {
  const sheet = new ServerStyleSheet();
  const stream = renderToPipeableStream(sheet.collectStyles(app), {
    onError: fail,
    onAllReady: async () => done({ html: await text(stream.pipe(new PassThrough())), styles: sheet.getStyleTags() }),
  });
});`,
};

/**
 * Renders the packed shell and form on a server that runs their modules in another order than the browser, and hydrates
 * the page in the browser, with the oldest and the newest React.
 *
 * @param {{ file: string, manifest: object }[]} packages layout and form: tarball and manifest
 * @param {string} folder emptied first
 * @returns error messages: warnings of React, and class names that differ
 */
export async function tryHydration(packages, folder) {
  rmSync(folder, { recursive: true, force: true });
  const wrong = [];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags });
  try {
    for (const [version, modules] of Object.entries(reactModules)) {
      const home = join(folder, `react-${version}`);
      for (const { file, manifest } of packages) {
        const unpacked = join(home, 'node_modules', manifest.name);
        mkdirSync(unpacked, { recursive: true });
        if ((await run('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1'])) !== 0) return ['tar'];
      }
      for (const peer of ['react', 'react-dom', 'styled-components'])
        symlinkSync(join(modules, peer), join(home, 'node_modules', peer));
      for (const [name, source] of Object.entries(sources)) writeFileSync(join(home, name), source);
      const common = { bundle: true, logLevel: 'error', define: { 'process.env.NODE_ENV': '"development"' } };
      await build({
        ...common,
        entryPoints: [join(home, 'server.js')],
        platform: 'node',
        outfile: join(home, 'out/server.cjs'),
      });
      await build({
        ...common,
        entryPoints: [join(home, 'client.js')],
        format: 'iife',
        outfile: join(home, 'out/client.js'),
      });
      const { html, styles } = await createRequire(import.meta.url)(join(home, 'out/server.cjs')).render();

      const page = await browser.newPage();
      const complain = (text) => wrong.push(`React ${version}: ${text}`);
      page.on('pageerror', ({ message }) => complain(message));
      page.on(
        'console',
        (message) => ['error', 'warning'].includes(message.type()) && complain(message.text()),
      );
      await page.setContent(
        `<!doctype html><html lang="es"><head>${styles}</head><body><div id="root">${html}</div></body></html>`,
      );
      const classes = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('#root [class]')].map(({ className }) => className),
        );
      const rendered = await classes();
      await page.addScriptTag({ path: join(home, 'out/client.js') });
      await page.waitForFunction(() => window.hydrated).catch(() => complain('el formulario no despierta'));
      const hydrated = await classes();
      if (rendered.length < 5 || rendered.join('\n') !== hydrated.join('\n'))
        complain(`clases del servidor ${rendered.join(', ')}; del navegador ${hydrated.join(', ')}`);
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return wrong;
}
