// Compares the registration form on a foreign page with the same form made with other libraries, in one run.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { chromiumFlags, ensureChromium } from '../scripts/lib/chromium.mjs';
import { peers } from './form-peers.mjs';
import { install } from './install.mjs';
import { median } from './load.mjs';
import { startPauta } from './pauta.mjs';

const rounds = Number(process.argv[2] ?? 9);
/** Without accents, because the simulated keyboard has no keys for them. */
const word = 'Cerveceria Abaco, S.R.L.';
const conditions = {
  'as fast as the machine': undefined,
  'processor 4× slower, slow 4G': {
    cpu: 4,
    network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 },
  },
};

/** Bundles the script and styles of the page of a library, minified as for production. */
async function bundle(name, { dependencies, script }) {
  const folder = install(`form-${name.toLowerCase().replace(/\W/g, '')}`, {
    'package.json': { private: true, dependencies },
    'page.js': script,
  });
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.js')],
    outdir: folder,
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    loader: {
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
      '.svg': 'dataurl',
      '.eot': 'empty',
    },
    logLevel: 'error',
  });
  return Object.fromEntries(
    outputFiles.map(({ path, contents }) => [path.endsWith('.css') ? 'css' : 'js', Buffer.from(contents)]),
  );
}

const page = (head, body) =>
  '<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Anúnciese</title>' +
  `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head>` +
  `<body><h1>Anúnciese</h1>${body}<p>Lo que sigue.</p></body></html>`;

/**
 * Runs in the page before all other scripts. Records when the form is usable, layout shifts, and when a key press is
 * painted.
 */
function watch({ first, last }) {
  const [one, other] = [first, last].map((source) => new Function(`return (${source})()`));
  const seen = { shift: 0, ready: 0, keys: [] };
  window.bench = seen;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const isUsable = (field) => field?.isConnected && field.getClientRects().length > 0 && !field.disabled;
  const painted = (tell) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => tell(performance.now());
      port2.postMessage(null);
    });
  const look = () => {
    if (!isUsable(one()) || !isUsable(other())) return requestAnimationFrame(look);
    return painted((now) => {
      seen.ready = now;
    });
  };
  requestAnimationFrame(look);
  addEventListener('keydown', ({ timeStamp }) => painted((now) => seen.keys.push(now - timeStamp)), true);
}

/** Opens the page with an empty cache and types a word into the first field. */
async function visit(browser, { address, first, last }, limits) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'es-DO' });
  try {
    const opened = await context.newPage();
    opened.setDefaultTimeout(60_000);
    const cdp = await context.newCDPSession(opened);
    await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await cdp.send('Performance.enable');
    if (limits) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', limits.network);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: limits.cpu });
    }
    const cpu = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
    };
    await opened.addInitScript(watch, { first: String(first), last: String(last) });
    await opened.goto(address, { waitUntil: 'commit' });
    await opened.waitForFunction(() => window.bench?.ready > 0);
    const loaded = await cpu();
    const field = await opened.evaluateHandle(`(${first})()`);
    await field.asElement().focus();
    const before = await cpu();
    await opened.keyboard.type(word, { delay: 60 });
    await opened.waitForFunction((count) => window.bench.keys.length >= count, word.length);
    const after = await cpu();
    if ((await field.evaluate(({ value }) => value)) !== word)
      throw new Error(`${address}: lost what was typed`);
    const { ready, shift, keys } = await opened.evaluate(() => window.bench);
    keys.sort((a, b) => a - b);
    return {
      script: loaded.ScriptDuration,
      thread: loaded.TaskDuration,
      ready,
      key: median(keys),
      slowestKey: keys.at(-1),
      keyThread: (after.TaskDuration - before.TaskDuration) / word.length,
      shift,
    };
  } finally {
    await context.close();
  }
}

const executablePath = await ensureChromium();
if (!executablePath) process.exit(1);
const pauta = await startPauta();
const files = new Map();
const server = createServer(({ url }, response) => {
  const { body, type } = files.get(url) ?? {};
  if (!body) return response.writeHead(404).end();
  return response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
});
const serve = (path, type, content) =>
  files.set(path, { type: `${type}; charset=utf-8`, body: brotliCompressSync(Buffer.from(content)) });
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath, args: chromiumFlags });
try {
  const field = (name) =>
    new Function(
      `return document.querySelector('client-registration')?.shadowRoot?.querySelector('[data-card]:not([data-loading]) [name=${name}]')`,
    );
  const forms = {
    Pauta: {
      address: `${origin}/pauta`,
      first: field('legal_name'),
      last: field('consent'),
      // The code that the back office offers to copy.
      html: page(
        '<style>client-registration:not(:defined){display:block;min-height:1750px}</style>',
        `<client-registration key="pk_pauta_registro_clientes"></client-registration><script async src="${pauta.address}/widget/client-registration.js"></script>`,
      ),
    },
  };
  for (const [name, peer] of Object.entries(peers)) {
    const path = `/${encodeURIComponent(name)}`;
    const { js, css } = await bundle(name, peer);
    serve(`${path}.js`, 'text/javascript', js);
    if (css) serve(`${path}.css`, 'text/css', css);
    forms[name] = {
      ...peer,
      address: origin + path,
      html: page(
        css ? `<link rel="stylesheet" href="${path}.css">` : '',
        `<div id="place"></div><script async src="${path}.js"></script>`,
      ),
    };
  }
  for (const { address, html } of Object.values(forms))
    serve(address.slice(origin.length), 'text/html', html);

  for (const [name, limits] of Object.entries(conditions)) {
    const samples = Object.fromEntries(Object.keys(forms).map((form) => [form, []]));
    // Alternates between the forms, so that a slow phase of the machine affects all of them. The first round is a
    // warm-up and is not counted.
    for (let round = 0; round <= rounds; round += 1)
      for (const [form, how] of Object.entries(forms)) {
        const sample = await visit(browser, how, limits);
        if (round > 0) samples[form].push(sample);
      }
    const of = (form, what) => median(samples[form].map((sample) => sample[what]));
    const show = (form, what, digits = 0) => {
      const value = of(form, what);
      return `${value.toFixed(digits)} (${(value / of('Pauta', what)).toFixed(1)}×)`;
    };
    console.log(`\n${name}; medians of ${rounds}, milliseconds, and their ratio to Pauta’s`);
    console.table(
      Object.fromEntries(
        Object.keys(forms).map((form) => [
          form,
          {
            ready: show(form, 'ready'),
            'script CPU': show(form, 'script'),
            'main thread CPU': show(form, 'thread'),
            'key to paint': show(form, 'key', 1),
            'slowest key': show(form, 'slowestKey', 1),
            'CPU a key': show(form, 'keyThread', 1),
            'layout shift': of(form, 'shift').toFixed(3),
          },
        ]),
      ),
    );
    if (samples.Pauta.some(({ shift }) => shift > 0)) throw new Error('Pauta’s form moved its page.');
  }
} finally {
  await browser.close();
  server.close();
  await pauta.stop();
}
process.exit();
