// Delivery with 100,000 placements: the answers of its lists and boards, and an air log of 100,000 rows.
import { fillDemo } from './demo.mjs';
import { answerTimes, askFor, percentile } from './load.mjs';
import { multiply } from './multiply.mjs';
import { runSql, startPauta } from './pauta.mjs';
import { databaseTime } from './processes.mjs';

const [copies = 64, logRows = 100_000] = process.argv.slice(2).map(Number);
const promised = 150;
const promisedLog = 30;
const isoDay = (after) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

const tables = [
  'addenda',
  'addendum_lines',
  'contracts',
  'contract_lines',
  'order_lines',
  'order_line_terms',
  'quotas',
  'placements',
  'tech_sheets',
  'tech_sheet_items',
  'work_orders',
  'work_order_steps',
  'evidence_reports',
  'evidence_items',
  'evidence_report_placements',
];

const known = async (socket) => {
  const [row] = await runSql(
    socket,
    'pauta',
    `SELECT (SELECT count(*)::integer FROM placements) AS placements, (SELECT count(*)::integer FROM quotas) AS quotas,
      (SELECT count(*)::integer FROM work_orders) AS orders, (SELECT count(*)::integer FROM tech_sheets) AS sheets,
      (SELECT count(*)::integer FROM evidence_reports) AS reports,
      (SELECT i.subdivision_id FROM placements p JOIN inventory_items i ON i.id = p.inventory_item_id
       WHERE i.airs_at IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS station,
      (SELECT quota_id FROM placements GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS quota,
      (SELECT client_id FROM quotas GROUP BY 1 ORDER BY count(*) DESC LIMIT 1) AS client`,
  );
  return row;
};

/** A log of one station, a row a second, of which none was planned. */
const logOf = (rows) => {
  const lines = ['Fecha;Hora;Código;Duración'];
  for (let index = 0; index < rows; index += 1) {
    const time = new Date((index % 86_400) * 1000).toISOString().slice(11, 19);
    lines.push(`${isoDay(-10 + Math.floor(index / 86_400))};${time};P${index};30`);
  }
  return `${lines.join('\n')}\n`;
};

/** Reconciles a log while somebody else reads a list. */
const reconcile = async ({ address, authorization, call }, station) => {
  const body = new FormData();
  body.set('file', new Blob([logOf(logRows)]), 'log.csv');
  const began = performance.now();
  const taken = await fetch(`${address}/api/air-logs/read?subdivision_id=${station}`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  const text = await taken.text();
  if (!taken.ok) throw new Error(`log: ${taken.status} ${text.slice(0, 300)}`);
  const read = performance.now();
  const { data: log } = await askFor(call, 'GET', `/api/air-logs/${JSON.parse(text).data.id}`);
  const { data } = await askFor(
    call,
    'POST',
    `/api/air-logs/${log.id}/reconcile`,
    {},
    {
      'if-match': `"${log.row_version}"`,
    },
  );
  const times = [];
  for (;;) {
    const start = performance.now();
    await askFor(call, 'GET', '/api/quotas?limit=25');
    times.push(performance.now() - start);
    const run = await askFor(call, 'GET', `/api/runs/${data.run.id}`);
    if (run.data.state === 'finished') break;
    if (run.data.state !== 'running' && run.data.state !== 'waiting')
      throw new Error(JSON.stringify(run.data));
    await new Promise((later) => setTimeout(later, 50));
  }
  return {
    read: (read - began) / 1000,
    reconciled: (performance.now() - read) / 1000,
    waited: percentile(times, 0.95),
    longest: Math.max(...times),
  };
};

const pauta = await startPauta();
try {
  await fillDemo(pauta.socket, { clients: 300, contactsEach: 1, spaces: 450, rateCards: 2 });
  await multiply(pauta.socket, tables, copies);
  const rows = await known(pauta.socket);
  const get = (path) => () => pauta.call('GET', `/api/${path}`);
  const month = `${isoDay(-28)}..${isoDay(0)}`;
  const tasks = {
    quotas: get('quotas'),
    'quotas, unplaced': get('quotas?f.unplaced=1..'),
    'quotas of a client': get(`quotas?f.client_id=${rows.client}`),
    'quotas, search': get('quotas?q=acero'),
    placements: get('placements'),
    'placements of a quota': get(`placements?f.quota_id=${rows.quota}`),
    'placements of a month': get(`placements?f.starts_on=${month}`),
    'placements, by state': get('placements/summary?group=status'),
    'traffic of a day': get(`placements/day?station=${rows.station}&day=${isoDay(-28)}`),
    sheets: get('tech-sheets'),
    'sheets, due': get(`tech-sheets?f.due_on=..${isoDay(7)}&sort=due_on`),
    orders: get('work-orders'),
    'orders that start in seven days': get(`work-orders?f.sla_due=${isoDay(0)}..${isoDay(7)}`),
    'evidence reports': get('evidence-reports'),
    'library of videos': get('media-files?f.kind=video'),
  };
  const table = {};
  for (const [what, task] of Object.entries(tasks)) {
    const { kB, ...times } = await answerTimes(what, task);
    const database = Math.round(await databaseTime(pauta.socket, task));
    table[what] = { ...times, promised, 'processor of the database, ms': database, kB };
  }
  const thousands = (number) => number.toLocaleString('en');
  console.log(
    `${thousands(rows.placements)} placements of ${thousands(rows.quotas)} quotas, ${thousands(rows.orders)} work orders, ${thousands(rows.sheets)} sheets, ${thousands(rows.reports)} evidence reports; one caller`,
  );
  console.table(table);
  const log = await reconcile(pauta, rows.station);
  console.log(
    `log of ${thousands(logRows)} rows: read in ${log.read.toFixed(1)} s, reconciled in ${log.reconciled.toFixed(1)} (${promisedLog} promised for both); a list requested meanwhile p95 ${Math.round(log.waited)} ms, at most ${Math.round(log.longest)} (${promised} promised)`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
