// The availability of 5,000 spaces: database and response times of its reads, and the matrix of 60 days in a browser.
import { openBackOffice } from './browser.mjs';
import { fillDemo } from './demo.mjs';
import { answerTimes, median, percentile } from './load.mjs';
import { runSql, startPauta } from './pauta.mjs';
import { databaseTime } from './processes.mjs';

const [spaces = '5000'] = process.argv.slice(2);
const stations = Math.ceil(Number(spaces) / 4);
/** Milliseconds of the database at the 95th percentile, and of the browser. */
const promised = { month: 10, fortnight: 30, year: 10, paint: 300, frame: 16 };
const isoDay = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

/**
 * Stations with a rotation and three programmes in it, of which 35 % of the days of a year are partly taken. Only the
 * counters are filled, because the reads use nothing else of the ledger.
 */
const fill = (socket) =>
  runSql(
    socket,
    'pauta',
    'SET session_replication_role = replica',
    `UPDATE inventory_items SET status = 'retired'`,
    `CREATE TEMP TABLE made AS
      SELECT n, new_id() AS station, ARRAY[new_id(), new_id(), new_id(), new_id()] AS ids FROM generate_series(1, ${stations}) AS n`,
    `INSERT INTO subdivisions (id, code, name, division_id)
      SELECT station, 'EM-' || n, 'Emisora ' || n, (SELECT id FROM divisions ORDER BY id LIMIT 1) FROM made`,
    `INSERT INTO inventory_items (id, code, name, status, platform_id, inventory_category_id, subdivision_id, division_id,
        company_id, capacity_unit, capacity, days, parent_id, path)
      SELECT ids[k], 'B-' || n || '-' || k, CASE k WHEN 1 THEN 'Rotativo ' ELSE 'Programa ' || k || ' ' END || n, 'active',
        c.platform_id, c.id, station, d.id, d.company_id, 'spots', CASE k WHEN 1 THEN 60 ELSE 20 END,
        '{1,2,3,4,5,6,7}', CASE WHEN k > 1 THEN ids[1] END, CASE k WHEN 1 THEN ARRAY[ids[1]] ELSE ARRAY[ids[1], ids[k]] END
      FROM made CROSS JOIN generate_series(1, 4) AS k
        CROSS JOIN (SELECT id, platform_id FROM inventory_categories ORDER BY id LIMIT 1) c
        CROSS JOIN (SELECT id, company_id FROM divisions ORDER BY id LIMIT 1) d`,
    `INSERT INTO occupancy (item_id, day, capacity, held, booked)
      SELECT ids[k], current_date + d, 20, (n + d) % 5, (n * k + d) % 14
      FROM made CROSS JOIN generate_series(2, 4) AS k CROSS JOIN generate_series(0, 364) AS d
      WHERE (n * 31 + k * 17 + d * 7) % 100 < 35`,
    `INSERT INTO occupancy (item_id, day, capacity, held, booked)
      SELECT m.ids[1], o.day, 60, sum(o.held), sum(o.booked)
      FROM made m JOIN occupancy o ON o.item_id = ANY (m.ids[2:4]) GROUP BY 1, 2 ORDER BY 1, 2`,
    'VACUUM ANALYZE',
    `SELECT id FROM inventory_items WHERE code = 'B-7-3'`,
  );

const inBrowser = async ({ address }) => {
  const { browser, page } = await openBackOffice(address);
  // The code is loaded beforehand: the first paint is measured from the data on.
  await page.goto(`${address}/ventas/ocupacion-disponibilidad?length=14&q=B-7-3`);
  await page.waitForSelector('[role=treegrid] td[data-state]');
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[role=treegrid] td[data-state]'))
        requestAnimationFrame(() => setTimeout(() => (window.paintedAt = performance.now())));
      else requestAnimationFrame(look);
    };
    look();
  });
  const paints = [];
  for (let round = 0; round < 3; round += 1) {
    await page.goto(`${address}/ventas/ocupacion-disponibilidad?length=60`);
    await page.waitForFunction(() => window.paintedAt !== undefined);
    paints.push(
      await page.evaluate(() => {
        const [data] = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/api\/availability\?/.test(name));
        return window.paintedAt - data.responseEnd;
      }),
    );
  }
  const frames = await page.evaluate(
    () =>
      new Promise((done) => {
        const node = document.querySelector('[role=treegrid]').parentElement;
        const times = [];
        let last = performance.now();
        const step = (now) => {
          times.push(now - last);
          last = now;
          node.scrollTop += 96;
          if (times.length % 20 === 0) node.scrollLeft = (node.scrollLeft + 180) % 2000;
          if (times.length < 400) requestAnimationFrame(step);
          else done(times.slice(1));
        };
        requestAnimationFrame(step);
      }),
  );
  await browser.close();
  return { paint: median(paints), frame: percentile(frames, 0.95) };
};

const pauta = await startPauta();
try {
  await fillDemo(pauta.socket, { clients: 300, contactsEach: 1 });
  const [{ id }] = await fill(pauta.socket);
  const get = (path) => () => pauta.call('GET', path);
  const list = (days, by = 'day') => `/api/availability?from=${isoDay(0)}&to=${isoDay(days - 1)}&by=${by}`;
  const tasks = {
    month: get(`/api/availability/${id}/days?from=${isoDay(0)}&to=${isoDay(29)}`),
    'month, in the matrix': get(`${list(30)}&q=B-7-3`),
    fortnight: get(list(14)),
    '60 days': get(list(60)),
    'year by month': get(list(365, 'month')),
    'fortnight, 10 free': get(`${list(14)}&f.free=10..`),
    year: get(`/api/availability/${id}/days?from=${isoDay(0)}&to=${isoDay(364)}`),
    'one change': get(`${list(60)}&changed=inventory_items:${id}`),
  };
  const table = {};
  for (const [what, ask] of Object.entries(tasks)) {
    const { kB, ...times } = await answerTimes(what, ask);
    table[what] = {
      ...times,
      'processor of the database, ms': await databaseTime(pauta.socket, ask),
      kB,
    };
  }
  console.log(`${(stations * 4).toLocaleString('en')} spaces, 35 % of their days taken; one caller`);
  console.table(table);
  const { paint, frame } = await inBrowser(pauta);
  console.log(
    `matrix of 60 days: first paint ${Math.round(paint)} ms after the data, 95 of 100 frames within ${frame.toFixed(1)} ms`,
  );
  console.log(`promised: ${JSON.stringify(promised)}`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
