// The pipeline with 50,000 opportunities, of which 2,000 are open: its answers, and the board in a browser.
import { openBackOffice, processorTime } from './browser.mjs';
import { fillDemo } from './demo.mjs';
import { fillPipeline } from './fill-pipeline.mjs';
import { answerTimes, median, percentile, tenths } from './load.mjs';
import { startPauta } from './pauta.mjs';
import { databaseTime } from './processes.mjs';

const [all = 50_000, open = 2000] = process.argv.slice(2).map(Number);
const promised = 150;
const isoDay = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

/** Records long tasks of the main thread from now on. */
const watchLongTasks = (page) =>
  page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });
const longTasks = (page) => page.evaluate(() => window.longTasks.splice(0));

const inBrowser = async ({ address }) => {
  const { browser, page } = await openBackOffice(address);
  try {
    const card = '[aria-label="Oportunidades por etapa"] li[data-card]';
    await page.addInitScript((selector) => {
      const look = () => {
        if (document.querySelector(selector))
          requestAnimationFrame(() => setTimeout(() => (window.paintedAt = performance.now())));
        else requestAnimationFrame(look);
      };
      look();
    }, card);
    const paints = [];
    for (let round = 0; round < 4; round += 1) {
      await page.goto(`${address}/ventas/pipeline`);
      await page.waitForFunction(() => window.paintedAt !== undefined);
      paints.push(
        await page.evaluate(() => {
          const [data] = performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/opportunities\/board\?/.test(name));
          return { page: window.paintedAt, data: window.paintedAt - data.responseEnd };
        }),
      );
    }
    // The first is with an empty cache.
    const of = (key) => Math.round(median(paints.slice(1).map((one) => one[key])));
    await page.waitForTimeout(2000);
    await watchLongTasks(page);
    const scrolled = await page.evaluate(
      () =>
        new Promise((done) => {
          const columns = [...document.querySelectorAll('[aria-label="Oportunidades por etapa"] ul')];
          const times = [];
          let last = performance.now();
          const step = (now) => {
            times.push(now - last);
            last = now;
            for (const column of columns) column.scrollTop += 120;
            if (times.length < 400) requestAnimationFrame(step);
            else done(times.slice(1));
          };
          requestAnimationFrame(step);
        }),
    );
    const cards = await page.locator(card).count();
    const whileScrolling = await longTasks(page);

    const cpu = await processorTime(page);
    const moves = [];
    for (let n = 0; n < 10; n += 1) {
      await page.waitForTimeout(500);
      await longTasks(page);
      const button = page.locator('section').nth(1).locator('li[data-card] button').nth(n);
      const title = await button.getAttribute('aria-label');
      await button.focus();
      const before = await cpu();
      const began = performance.now();
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await page.keyboard.press('Enter');
      await page.locator('[role=menuitem]').first().waitFor();
      await page.keyboard.press('Enter');
      const status = (await answered).status();
      await page.waitForFunction(
        (label) =>
          document.querySelector(`section:nth-of-type(2) li[data-card] button[aria-label="${label}"]`) ===
          null,
        title,
      );
      const took = performance.now() - began;
      await page.waitForTimeout(1500);
      moves.push({ status, took, cpu: (await cpu()) - before, tasks: await longTasks(page) });
    }
    return { paint: of('page'), paintAfterData: of('data'), scrolled, whileScrolling, cards, moves };
  } finally {
    await browser.close();
  }
};

const pauta = await startPauta();
try {
  await fillDemo(pauta.socket, { clients: 300, contactsEach: 1, spaces: 450, rateCards: 2 });
  const known = await fillPipeline(pauta.socket, all, open);
  const get = (path) => () => pauta.call('GET', `/api/${path}`);
  const changes = `opportunity-moves?f.moved_at=${isoDay(-7)}..${isoDay(0)}`;
  const tasks = {
    board: get('opportunities/board?f.result=open'),
    'board, of a seller': get(`opportunities/board?f.result=open&f.owner_id=${known.seller}`),
    'board, its sums': get(
      'opportunities/summary?f.result=open&group=stage_id&totals=expected_amount,weighted_amount',
    ),
    table: get('opportunities?f.result=open'),
    'table, by amount': get('opportunities?f.result=open&sort=-expected_amount'),
    'forecast, month': get('opportunities/forecast?period=month'),
    'forecast, year': get('opportunities/forecast?period=year'),
    'changes of a week': get(changes),
    'changes of a week, their sums': get(
      `${changes.replace('?', '/summary?')}&group=kind&totals=expected_amount,pipeline_change`,
    ),
    'changes of a year, their sums': get(
      `opportunity-moves/summary?f.moved_at=${isoDay(-365)}..${isoDay(0)}&group=kind&totals=expected_amount,pipeline_change`,
    ),
    probability: get(`opportunities/${known.one}/probability`),
  };
  const table = {};
  for (const [what, task] of Object.entries(tasks)) {
    const { kB, ...times } = await answerTimes(what, task);
    const database = Math.round(await databaseTime(pauta.socket, task));
    table[what] = { ...times, promised, 'processor of the database, ms': database, kB };
  }
  console.log(
    `${known.all.toLocaleString('en')} opportunities with ${known.moves.toLocaleString('en')} changes, ${known.open.toLocaleString('en')} of them open; one caller`,
  );
  console.table(table);

  const seen = await inBrowser(pauta);
  const worst = (tasks) => Math.round(Math.max(0, ...tasks));
  console.log(
    `board of ${known.open.toLocaleString('en')} cards: the first after ${seen.paint} ms, ${seen.paintAfterData} after the data; scrolling to ${seen.cards} cards, 95 of 100 frames within ${tenths(percentile(seen.scrolled, 0.95))} ms, ${seen.whileScrolling.length} long tasks, the longest ${worst(seen.whileScrolling)} ms`,
  );
  const tasksOfMoves = seen.moves.flatMap((move) => move.tasks);
  console.log(
    `a move by keyboard: ${Math.round(median(seen.moves.map((move) => move.took)))} ms until the card is in its column, ${Math.round(median(seen.moves.map((move) => move.cpu)))} ms of processor time, ${tasksOfMoves.length} long tasks in ${seen.moves.length} moves, the longest ${worst(tasksOfMoves)} ms; answers ${[...new Set(seen.moves.map((move) => move.status))]}`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
