// The pipeline with 50,000 opportunities, of which 2,000 are open: its answers, and the board in a browser.
import { openBackOffice, processorTime } from './browser.mjs';
import { fillDemo } from './demo.mjs';
import { answerTimes, median, percentile, tenths } from './load.mjs';
import { runSql, startPauta } from './pauta.mjs';
import { databaseTime } from './processes.mjs';

const [all = 50_000, open = 2000] = process.argv.slice(2).map(Number);
const promised = 150;
const isoDay = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

/**
 * Opportunities of three years with their changes: open ones in every stage, of the others half won, half lost. They are
 * inserted as the triggers would have left them.
 */
const fill = async (socket) => {
  const stages = "'{PROSPECTO,CALIFICACION,PROPUESTA,NEGOCIACION,CIERRE-VERBAL}'::text[]";
  await runSql(
    socket,
    'pauta',
    'SET session_replication_role = replica',
    `CREATE TEMP TABLE made AS
      SELECT n, new_id() AS id, 25000 * (1 + n % 60) AS amount, CASE WHEN n % 9 = 0 THEN 'USD' ELSE 'DOP' END AS currency,
        current_date - CASE WHEN n <= ${open} THEN 50 + n % 60 ELSE 100 + n % 995 END AS day,
        CASE WHEN n <= ${open} THEN (${stages})[1 : 1 + n % 5]
          ELSE (${stages})[1 : 3 + n % 3] || CASE WHEN n % 2 = 0 THEN 'GANADA' ELSE 'PERDIDA' END END AS path
      FROM generate_series(1, ${all}) AS n`,
    `INSERT INTO opportunities (id, number, name, client_id, owner_id, agency_id, stage_id, probability_pct, result,
        last_stage_id, closed_at, won_amount, won_currency_code, loss_reason_id, expected_amount, currency_code,
        expected_close_date, flight, next_step, stage_since, stale_on, created_at)
      SELECT m.id, 'B-' || m.n, 'Campaña ' || m.n, c.ids[1 + m.n % cardinality(c.ids)], u.ids[1 + m.n % cardinality(u.ids)],
        CASE WHEN m.n % 3 = 0 THEN a.ids[1 + m.n % cardinality(a.ids)] END, s.id, s.probability_pct, s.result,
        CASE WHEN s.result <> 'open' THEN (SELECT id FROM closing_probabilities WHERE code = m.path[cardinality(m.path) - 1]) END,
        CASE WHEN s.result <> 'open' THEN d.since END, CASE WHEN s.result = 'won' THEN m.amount END,
        CASE WHEN s.result = 'won' THEN m.currency END,
        CASE WHEN s.result = 'lost' THEN (SELECT id FROM reasons WHERE kind = 'loss' ORDER BY id LIMIT 1) END,
        m.amount, m.currency, m.day + 60, daterange(m.day + 70, m.day + 100), 'Llamar', d.since,
        CASE WHEN s.result = 'open' THEN business_date(d.since) + s.stale_days END, m.day
      FROM made m JOIN closing_probabilities s ON s.code = m.path[cardinality(m.path)]
        CROSS JOIN LATERAL (SELECT (m.day + 10 * (cardinality(m.path) - 1))::timestamptz AS since) d,
        (SELECT array_agg(id) AS ids FROM clients) c, (SELECT array_agg(id) AS ids FROM agencies) a,
        (SELECT array_agg(DISTINCT primary_sales_rep_id) AS ids FROM clients) u`,
    `INSERT INTO opportunity_moves (opportunity_id, kind, label, from_stage_id, to_stage_id, days, expected_amount,
        currency_code, pipeline_change, moved_at)
      SELECT m.id, move_kind(f, t), concat_ws(' → ', f.name, t.name), f.id, t.id, CASE WHEN f.id IS NOT NULL THEN 10 END,
        m.amount, m.currency,
        m.amount * ((t.result = 'open')::integer - coalesce(f.result = 'open', false)::integer), m.day + 10 * (p.place - 1)::integer
      FROM made m CROSS JOIN LATERAL unnest(m.path) WITH ORDINALITY AS p (code, place)
        JOIN closing_probabilities t ON t.code = p.code LEFT JOIN closing_probabilities f ON f.code = m.path[p.place - 1]`,
    `INSERT INTO opportunity_platforms (opportunity_id, platform_id)
      SELECT m.id, p.id FROM made m CROSS JOIN (SELECT id FROM platforms ORDER BY id LIMIT 2) p`,
    'VACUUM ANALYZE',
  );
  const [known] = await runSql(
    socket,
    'pauta',
    `SELECT count(*)::integer AS all, count(*) FILTER (WHERE result = 'open' AND archived_at IS NULL)::integer AS open,
      (SELECT count(*)::integer FROM opportunity_moves) AS moves,
      (SELECT id FROM opportunities WHERE number = 'B-3') AS one, (SELECT owner_id FROM opportunities WHERE number = 'B-3') AS seller
    FROM opportunities`,
  );
  return known;
};

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
  const known = await fill(pauta.socket);
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
