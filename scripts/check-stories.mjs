// Builds the Storybook, opens every story in Chromium in both themes, and fails on a story that does not render, that
// logs an error, or in which axe finds a violation. Tags set the widths at which a story is opened and must not
// overflow horizontally: `every-width`, `desktop`, `phone`, `tablet`.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { settled } from '../e2e/settled.ts';
import { chromiumFlags } from './lib/chromium.mjs';
import { bin, cacheDir, root, runOrExit } from './lib/run.mjs';

const folder = join(cacheDir, 'storybook');
const pages = 2;
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
};
const usual = { width: 1280, height: 720 };
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

await runOrExit(
  bin('storybook'),
  ['build', '--quiet', '--disable-telemetry', '--loglevel', 'warn', '-o', folder],
  { cwd: root },
);

const { entries } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
const stories = Object.values(entries).filter((entry) => entry.type === 'story');
const looks = stories.flatMap((story) => sizesOf(story).map((size) => ({ ...story, size })));
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
  try {
    const body = await readFile(join(folder, path));
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
  } catch {
    // Browsers request the icon without being told to.
    response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: chromiumFlags });
const queue = [...looks];
const problems = [];
try {
  await Promise.all(Array.from({ length: pages }, worker));
} finally {
  await browser.close();
  server.close();
}

for (const problem of problems) console.error(problem);
console.log(`${stories.length} historias, ${looks.length} vistas, ${problems.length} problemas`);
process.exitCode = problems.length > 0 || stories.length === 0 ? 1 : 0;

function sizesOf({ tags = [] }) {
  const named = Object.keys(sizes).filter((tag) => tags.includes(tag));
  if (named.length > 0) return named.map((name) => sizes[name]);
  return tags.includes('every-width') ? Object.values(sizes) : [usual];
}

async function worker() {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'es-MX' });
  // One page for all stories, loaded once: changing the story is much faster than starting Storybook.
  const page = await context.newPage();
  let found = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.text()} ${message.location().url}`);
  });
  for (let story = queue.shift(); story; story = queue.shift()) {
    found = [];
    try {
      await look(page, story, found);
    } catch (error) {
      found.push(error.message);
    }
    problems.push(
      ...found.map((problem) => `${story.title} › ${story.name} (${story.size.width} px): ${problem}`),
    );
  }
  await context.close();
}

async function look(page, story, found) {
  await page.setViewportSize(story.size);
  if (!page.url().startsWith(origin)) {
    // The a11y addon would run axe at the same time.
    await page.goto(`${origin}/iframe.html?id=${story.id}&viewMode=story&globals=a11y.manual:!true`);
    await page.waitForFunction(() => window.__STORYBOOK_PREVIEW__?.currentRender?.phase === 'finished');
    await page.addScriptTag({ path: axe });
  }
  const failure = await page.evaluate(show, story.id);
  if (failure) {
    found.push(failure);
    return;
  }
  // A story without a width may be a component that is wider than the page.
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  if (overflow > 0 && story.size !== usual) found.push(`sobresale ${overflow} px.`);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    await page.evaluate(settled, theme === 'light' ? 120 : 0);
    // A story shows a component, so rules about whole pages are left to the end-to-end tests. The second theme only
    // changes colours.
    const violations = await page.evaluate(
      async (runOnly) => {
        const { violations } = await window.axe.run(document, { runOnly });
        return violations.map(
          ({ id, nodes }) => `${id} en ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        );
      },
      theme === 'light' ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] : ['color-contrast'],
    );
    found.push(...violations.map((violation) => `axe (${theme}): ${violation}`));
  }
}

/** Runs in the page: renders a story, runs its play function, and returns the error if it fails. */
async function show(storyId) {
  localStorage.clear();
  sessionStorage.clear();
  const channel = window.__STORYBOOK_ADDONS_CHANNEL__;
  const failures = {
    storyMissing: () => 'La historia no existe.',
    storyErrored: ({ title, description }) => `${title} ${description}`,
    storyThrewException: ({ message }) => message,
    playFunctionThrewException: ({ message }) => message,
    unhandledErrorsWhilePlaying: (errors) => errors.map(({ message }) => message).join(' '),
  };
  return await new Promise((resolve) => {
    const listeners = Object.entries(failures).map(([event, messageOf]) => [
      event,
      (payload) => end(messageOf(payload)),
    ]);
    listeners.push(['storyFinished', () => end(undefined)]);
    const late = setTimeout(() => end('No terminó en 15 segundos.'), 15_000);
    function end(failure) {
      clearTimeout(late);
      for (const [event, listener] of listeners) channel.off(event, listener);
      resolve(failure);
    }
    for (const [event, listener] of listeners) channel.on(event, listener);
    const isShown = window.__STORYBOOK_PREVIEW__.currentSelection?.storyId === storyId;
    channel.emit(isShown ? 'forceRemount' : 'setCurrentStory', { storyId, viewMode: 'story' });
  });
}
