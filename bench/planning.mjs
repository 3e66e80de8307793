// The answers of planning, forecast, reports and Dashboard with 50,000 opportunities, 100,000 invoices and a budget of
// 5,000 lines, and the grid of the budget in a browser.

import { dashboardCards } from '../packages/domain/src/home/dashboard/dashboard-cards.ts';
import { reports } from '../packages/domain/src/reports/reports.ts';
import { openBackOffice, processorTime } from './browser.mjs';
import { fillPlanning } from './fill-planning.mjs';
import { answerTimes, median, percentile } from './load.mjs';
import { startPauta } from './pauta.mjs';
import { databaseTime } from './processes.mjs';

/** Milliseconds of the 95th percentile: of grids, pipeline and aging, and of everything else. */
const [fast, slow] = [150, 300];
/** Milliseconds until the grid is painted after its data, and from a key to the next frame. */
const [painted, typed] = [300, 16];

const cardPath = ({ name, content: { kind } }) =>
  ({
    counts: 'home',
    lists: `dashboard/cards/${name}`,
    pace: 'opportunities/forecast?period=month',
    due: 'billing/due',
    aging: 'billing/workbench',
    expected_cash: 'billing/expected-cash',
    occupancy: 'dashboard/occupancy',
    budget: 'dashboard/budget',
  })[kind];

const requestsOf = ({ budget, company, year, client_budget: clientBudget, goal }) => ({
  aging: ['billing/workbench', fast],
  'pipeline, board': ['opportunities/board?f.result=open', fast],
  'pipeline, list': ['opportunities?f.result=open', fast],
  forecast: ['opportunities/forecast?period=year', slow],
  'sales budget, list': ['sales-budgets', fast],
  'sales budget, 5,000 lines': [`sales-budgets/${budget}`, fast],
  'sales budget, comparison': [`sales-budgets/${budget}/comparison`, fast],
  'sales budget, by broadcast month': [`sales-budgets/${budget}/comparison?calendar=broadcast`, fast],
  'sales budget, actuals': [`sales-budgets/${budget}/actuals`, fast],
  'client budgets, list': [`client-budgets?f.fiscal_year=${year}`, fast],
  'client budgets, page of 100 with figures': [
    `client-budgets?f.fiscal_year=${year}&limit=100&fields=*`,
    fast,
  ],
  'client budget, actuals': [`client-budgets/${clientBudget}/actuals`, fast],
  'goals, list': [`rep-goals?f.fiscal_year=${year}`, fast],
  'goals, page of 100 with figures': [`rep-goals?f.fiscal_year=${year}&limit=100&fields=*`, fast],
  'goal, progress': [`rep-goals/${goal}/progress`, fast],
  'goal, actuals': [`rep-goals/${goal}/actuals`, fast],
  reconciliation: [`sales-budgets/reconciliation?company_id=${company}&year=${year}`, slow],
  'portfolio board': ['portfolio/board', slow],
  dashboard: ['dashboard', fast],
  ...Object.fromEntries(
    [...new Map(dashboardCards.map((card) => [cardPath(card), card])).entries()].map(([path, card]) => [
      `card: ${card.name}`,
      [path, slow],
    ]),
  ),
  ...Object.fromEntries(
    reports.map(({ name, initial }) => [
      `report: ${name}`,
      [
        `reports/${name}?${new URLSearchParams({
          rows: initial.rows,
          columns: initial.columns,
          measures: initial.measures.join(','),
          period: 'this_year',
          compare: 'year',
        })}`,
        slow,
      ],
    ]),
  ),
});

/** Opens the draft in its form, moves over the grid and types in a cell. */
const inBrowser = async ({ address }, { draft }) => {
  const { browser, page } = await openBackOffice(address);
  try {
    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('[role=grid] tbody [data-at], [role=grid] tbody td'))
          requestAnimationFrame(() => setTimeout(() => (window.paintedAt = performance.now())));
        else requestAnimationFrame(look);
      };
      look();
    });
    const paints = [];
    for (let round = 0; round < 4; round += 1) {
      await page.goto(`${address}/prevanta/presupuesto-ventas/${draft}/editar`);
      await page.waitForFunction(() => window.paintedAt !== undefined);
      paints.push(
        await page.evaluate((id) => {
          const [data] = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith(`/sales-budgets/${id}`));
          return window.paintedAt - data.responseEnd;
        }, draft),
      );
    }
    await page.waitForTimeout(2000);
    const cpu = await processorTime(page);
    const press = async (key) => {
      const before = await cpu();
      await page.keyboard.press(key);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
      return (await cpu()) - before;
    };
    const times = async (keys) => {
      const all = [];
      for (const key of keys) all.push(await press(key));
      return all;
    };
    await page.locator('[role=grid] tbody td[data-at]').nth(2).click();
    const moves = await times(Array.from({ length: 30 }, () => 'ArrowDown'));
    const keys = await times([...'123456', 'Enter', ...'234567', 'Enter', ...'345678', 'Enter']);
    return { paint: median(paints.slice(1)), moves, keys };
  } finally {
    await browser.close();
  }
};

const pauta = await startPauta();
try {
  const known = await fillPlanning(pauta.socket);
  console.log(
    Object.entries(known.size)
      .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
      .join(', '),
  );
  const table = {};
  const late = [];
  for (const [what, [path, promised]] of Object.entries(requestsOf(known))) {
    const task = () => pauta.call('GET', `/api/${path}`);
    try {
      const { kB, ...times } = await answerTimes(what, task);
      const database = Math.round(await databaseTime(pauta.socket, task));
      table[what] = { ...times, promised, 'processor of the database, ms': database, kB };
      if (times['p95 ms'] > promised) late.push(what);
    } catch (error) {
      console.error(error.message);
      late.push(what);
    }
  }
  console.table(table);

  const seen = await inBrowser(pauta, known);
  const [move, key] = [percentile(seen.moves, 0.95), percentile(seen.keys, 0.95)].map(Math.round);
  console.log(
    `grid of 5,000 lines: painted ${Math.round(seen.paint)} ms after the data (${painted} promised); to the next frame ${move} ms of processor time for an arrow key and ${key} for a typed one (${typed} promised), at the 95th percentile`,
  );
  if (seen.paint > painted) late.push('grid, paint');
  if (move > typed) late.push('grid, arrow key');
  if (key > typed) late.push('grid, typed key');
  if (late.length > 0) {
    console.error(`Later than promised: ${late.join('; ')}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
