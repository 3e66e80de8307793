// Milliseconds until the Dashboard shows figures, after signing in and on reload, in Chromium.
import { chromium } from 'playwright-core';
import { chromiumFlags, ensureChromium } from '../scripts/lib/chromium.mjs';
import { fillDemo } from './demo.mjs';
import { median } from './load.mjs';
import { admin, startPauta } from './pauta.mjs';

const promised = 1000;
const rounds = 7;
/** Address of a running server, of which `PAUTA_ADMIN_EMAIL` and `PAUTA_ADMIN_PASSWORD` name the administrator. */
const [running] = process.argv.slice(2);
const person = running
  ? { email: process.env.PAUTA_ADMIN_EMAIL, password: process.env.PAUTA_ADMIN_PASSWORD }
  : admin;

/** Notes when the first card and when every card in view has figures, in milliseconds since `window.began`. */
const watchCards = () => {
  window.began = 0;
  const look = () => {
    const cards = [...document.querySelectorAll('main [data-size] section, main [data-size] article')];
    const bodies = cards.length > 0 ? cards : [...document.querySelectorAll('main [data-size] > *')];
    const isFilled = (card) => card.querySelector('[data-figures], [data-none], table, svg[role]') !== null;
    const inView = bodies.filter((card) => card.getBoundingClientRect().top < innerHeight);
    const now = performance.now();
    if (window.first === undefined && bodies.some(isFilled)) window.first = now;
    if (inView.length > 0 && inView.every(isFilled)) {
      window.all = now;
      return;
    }
    requestAnimationFrame(look);
  };
  addEventListener(
    'click',
    ({ target }) => {
      if (target.closest?.('button[type=submit]')) window.began = performance.now();
    },
    { capture: true },
  );
  look();
};

const timesOf = async (page) => {
  await page.waitForFunction(() => window.all !== undefined, undefined, { timeout: 60_000 });
  return page.evaluate(() => ({ first: window.first - window.began, all: window.all - window.began }));
};

const measure = async (address) => {
  const executablePath = await ensureChromium();
  if (!executablePath) throw new Error('There is no Chromium.');
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const times = { 'after signing in, empty cache': [], reload: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-DO' });
      const page = await context.newPage();
      await page.addInitScript(watchCards);
      await page.goto(`${address}/login`);
      await page.fill('input[type=email], input[name=email]', person.email);
      await page.fill('input[type=password]', person.password);
      await page.click('button[type=submit]');
      times['after signing in, empty cache'].push(await timesOf(page));
      await page.reload();
      times.reload.push(await timesOf(page));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return times;
};
const started = running ? undefined : await startPauta();
try {
  if (started) await fillDemo(started.socket, { clients: 300, contactsEach: 1, spaces: 450, rateCards: 2 });
  const times = await measure(running ?? started.address);
  const table = Object.fromEntries(
    Object.entries(times).map(([what, all]) => [
      what,
      {
        'first figures, ms': Math.round(median(all.map(({ first }) => first))),
        'figures of every card in view, ms': Math.round(median(all.map((one) => one.all))),
        promised,
      },
    ]),
  );
  console.table(table);
  if (Object.values(table).some((row) => row['first figures, ms'] > promised)) {
    console.error(`The first figures take more than ${promised} ms.`);
    process.exitCode = 1;
  }
} finally {
  await started?.stop();
}
