// Response times of the inventory and its prices in a large and a small database, measured alternately in one run.
import { fillDemo } from './demo.mjs';
import { measure, median } from './load.mjs';
import { runSql, startPauta } from './pauta.mjs';

const [spaces = '5000', rateCards = '10'] = process.argv.slice(2);
const sizes = {
  small: { spaces: 450, rateCards: 2 },
  large: { spaces: Number(spaces), rateCards: Number(rateCards) },
};
const rounds = 5;
/** Seconds of a round, by one caller. The page of a tariff is asked for only a few times: an address may do so 120 times. */
const seconds = { usual: 0.6, tariff: 0.2 };

/** Ids for requests, and how much there is. */
const knownIn = async ({ socket }) => {
  const [known] = await runSql(
    socket,
    'pauta',
    `SELECT l.id AS list, l.row_version AS version,
      (SELECT id FROM companies WHERE code = 'ANT-EXT') AS company,
      (SELECT id FROM clients ORDER BY client_code LIMIT 1) AS client,
      (SELECT id FROM platforms WHERE code = 'OOH') AS platform,
      (SELECT id FROM localities WHERE code = 'DO-25') AS locality,
      (SELECT id FROM inventory_items WHERE name = 'Pantalla Monumento') AS space,
      (SELECT array_agg(id) FROM (SELECT id FROM inventory_items WHERE status = 'active' ORDER BY md5(code) LIMIT 50) s) AS lines,
      (SELECT count(*)::integer FROM inventory_items) AS spaces, (SELECT count(*)::integer FROM prices) AS prices
    FROM price_lists l WHERE l.kind = 'general' AND l.status = 'current'`,
  );
  return known;
};

/** Publishes the tariff; answers the path of its page. */
const shareTariff = async ({ call }, { list, version }) => {
  const { status, text } = await call(
    'POST',
    `/api/price-lists/${list}/share_tariff`,
    {},
    {
      'if-match': `"${version}"`,
    },
  );
  const path = /\/tarifas\/[\w-]+/.exec(text)?.[0];
  if (!path) throw new Error(`share_tariff: ${status} ${text.slice(0, 300)}`);
  return path;
};

const tasksOf = ({ call }, known, tariff) => {
  const get = (path) => () => call('GET', path);
  const items = '/api/inventory-items';
  const from = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 50 * 86_400_000).toISOString().slice(0, 10);
  return {
    'spaces, list': get(items),
    'spaces, filtered and sorted': get(`${items}?f.platform_id=${known.platform}&f.status=active&sort=-code`),
    'spaces of a province': get(`${items}?f.locality_id=${known.locality}&sort=permit_until`),
    'spaces within 3 km of a place': get(`${items}?f.location=3km%4018.4693%3B-69.9225`),
    'spaces, search': get(`${items}?q=churchill`),
    'space, record': get(`${items}/${known.space}`),
    'prices of a list, page': get(`/api/price-lists/${known.list}/prices`),
    'prices of a list, search': get(`/api/price-lists/${known.list}/prices?q=churchill`),
    'price list, record': get(`/api/price-lists/${known.list}`),
    'quote of 50 lines, prices': () =>
      call('POST', '/api/quotes/terms', {
        price_list_id: known.list,
        currency_code: 'DOP',
        company_id: known.company,
        client_id: known.client,
        from,
        inventory_item_ids: known.lines,
        ad_article_ids: [],
        package_ids: [],
      }),
    'quote of 50 lines, availability': () =>
      call('POST', '/api/quotes/availability', {
        lines: known.lines.map((id) => ({
          id,
          inventory_item_id: id,
          package_id: null,
          units: '1',
          flight: { from, to },
          days: null,
          units_per_day: 1,
          duration_sec: 30,
          components: null,
        })),
      }),
    'tariff, public page': get(tariff),
  };
};

const servers = {};
try {
  for (const [name, size] of Object.entries(sizes)) {
    const pauta = await startPauta();
    servers[name] = { pauta };
    await fillDemo(pauta.socket, { clients: 300, contactsEach: 1, ...size });
    const known = await knownIn(pauta);
    servers[name] = { pauta, known, tasks: tasksOf(pauta, known, await shareTariff(pauta, known)) };
  }
  const times = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const what of Object.keys(servers.small.tasks)) {
      for (const [name, { tasks }] of Object.entries(servers)) {
        const { status, text } = await tasks[what]();
        if (status !== 200) throw new Error(`${name}, ${what}: ${status} ${text.slice(0, 300)}`);
        const time = what.startsWith('tariff') ? seconds.tariff : seconds.usual;
        const { p50, p95 } = await measure(tasks[what], 1, time);
        times[what] ??= { small: [], large: [], p50: [], kB: Math.round(text.length / 100) / 10 };
        times[what][name].push(p95);
        if (name === 'large') times[what].p50.push(p50);
        if (name === 'large') times[what].kB = Math.round(text.length / 100) / 10;
      }
    }
  }
  const { small, large } = servers;
  const count = ({ known }) =>
    `${known.spaces.toLocaleString('en')} spaces and ${known.prices.toLocaleString('en')} prices`;
  console.log(`${count(large)}, beside ${count(small)}; one caller, medians of ${rounds} rounds`);
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([what, { small: few, large: many, p50, kB }]) => [
        what,
        {
          'p95 ms': Number(median(many).toFixed(1)),
          'p50 ms': Number(median(p50).toFixed(1)),
          'p95 ms, small': Number(median(few).toFixed(1)),
          ratio: Number((median(many) / median(few)).toFixed(2)),
          kB,
        },
      ]),
    ),
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const { pauta } of Object.values(servers)) await pauta.stop();
  process.exit();
}
