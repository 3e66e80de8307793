// Creates and reads a document of 20 lines with totals in Pauta (a quote), Medusa (a draft order) and Directus (nested
// items), on one PostgreSQL, in one run.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fillDemo } from './demo.mjs';
import { install } from './install.mjs';
import { askFor, caller, callers, compare, line } from './load.mjs';
import { admin, newQuote, readOffer, runSql, startPauta } from './pauta.mjs';
import { startDirectus, startPeer } from './peer-servers.mjs';

const lines = 20;
const numbers = Array.from({ length: lines }, (_, index) => index + 1);

/** Both tasks of a product: `create` answers `{ status, text }`, and `read` is of the document created first. */
const tasksOf = async (name, create, read) => {
  const { status, text } = await create();
  if (status >= 400) throw new Error(`${name}: ${status} ${text.slice(0, 500)}`);
  const answer = await read(JSON.parse(text))();
  console.log(`${name}: a document of ${Math.round(answer.text.length / 1000)} kB`);
  return { [`${name}: create`]: create, [`${name}: read`]: read(JSON.parse(text)) };
};

const pautaTasks = async ({ call, socket }) => {
  await fillDemo(socket, { clients: 300, contactsEach: 1 });
  const offer = await readOffer(socket, lines);
  return tasksOf(
    'Pauta',
    () => call('POST', '/api/quotes', newQuote(offer, lines), { 'idempotency-key': randomUUID() }),
    ({ data }) =>
      () =>
        call('GET', `/api/quotes/${data.id}`),
  );
};

/**
 * Starts Medusa with a region that has a tax, and a product of 20 variants with prices. A draft order takes price and tax
 * of each variant; there is neither stock nor shipping.
 */
async function startMedusa(socket) {
  const folder = install('medusa', {
    'package.json': {
      private: true,
      dependencies: {
        '@medusajs/cli': '2.21.2',
        '@medusajs/framework': '2.21.2',
        '@medusajs/medusa': '2.21.2',
      },
    },
    'medusa-config.js': `const { defineConfig } = require('@medusajs/framework/utils');
      module.exports = defineConfig({
        admin: { disable: true },
        projectConfig: {
          databaseUrl: process.env.DATABASE_URL,
          databaseDriverOptions: { ssl: false, connection: { ssl: false }, pool: { min: 8, max: 8 } },
          http: { jwtSecret: 'a', cookieSecret: 'b', storeCors: '*', adminCors: '*', authCors: '*' },
        },
      });`,
  });
  await runSql(socket, 'postgres', 'DROP DATABASE IF EXISTS medusa', 'CREATE DATABASE medusa');
  const env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: `postgresql://postgres@${encodeURIComponent(socket)}/medusa`,
  };
  const cli = 'node_modules/@medusajs/cli/cli.js';
  for (const args of [['db:migrate'], ['user', '-e', admin.email, '-p', admin.password]]) {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    if (status !== 0) throw new Error(`medusa ${args[0]}: ${stderr}`);
  }
  const address = 'http://127.0.0.1:8057';
  const child = await startPeer(
    folder,
    [cli, 'start', '-H', '127.0.0.1', '-p', '8057'],
    env,
    `${address}/health`,
  );
  const { token } = await askFor(caller(address), 'POST', '/auth/user/emailpass', admin);
  const call = caller(address, { authorization: `Bearer ${token}` });
  const make = (path, body) => askFor(call, 'POST', `/admin/${path}`, body);
  const { region } = await make('regions', { name: 'RD', currency_code: 'dop', countries: ['do'] });
  await make('tax-regions', {
    country_code: 'do',
    provider_id: 'tp_system',
    default_tax_rate: { rate: 18, code: 'ITBIS', name: 'ITBIS' },
  });
  const { sales_channel } = await make('sales-channels', { name: 'Ventas' });
  const { shipping_profiles } = await askFor(call, 'GET', '/admin/shipping-profiles');
  const { product } = await make('products', {
    title: 'Espacios',
    status: 'published',
    ...(shipping_profiles[0] && { shipping_profile_id: shipping_profiles[0].id }),
    sales_channels: [{ id: sales_channel.id }],
    options: [{ title: 'Espacio', values: numbers.map(String) }],
    variants: numbers.map((n) => ({
      title: `Espacio ${n}`,
      options: { Espacio: String(n) },
      manage_inventory: false,
      prices: [{ currency_code: 'dop', amount: 1000 + n }],
    })),
  });
  const order = {
    region_id: region.id,
    sales_channel_id: sales_channel.id,
    email: admin.email,
    shipping_address: { country_code: 'do' },
    items: product.variants.map(({ id }) => ({ variant_id: id, quantity: 31 })),
  };
  const tasks = await tasksOf(
    'Medusa',
    () => call('POST', '/admin/draft-orders', order),
    ({ draft_order }) =>
      () =>
        call('GET', `/admin/draft-orders/${draft_order.id}`),
  );
  return { child, tasks };
}

/** The extension that calculates amounts of lines and document when one is created, in cents. */
const totalsHook = `export default ({ filter }) =>
  filter('quotes.items.create', (payload) => {
    const text = (cents) => (Number(cents) / 100).toFixed(2);
    let sum = 0n;
    const lines = payload.lines.map((line) => {
      const net = BigInt(line.quantity) * BigInt(Math.round(Number(line.price) * 100));
      sum += net;
      return { ...line, net: text(net) };
    });
    const tax = (sum * 18n + 50n) / 100n;
    return { ...payload, lines, net: text(sum), tax: text(tax), total: text(sum + tax) };
  });`;

/** Starts Directus with quotes that have lines, whose sums an extension stores. It looks up neither prices nor taxes. */
async function fillDirectus(socket) {
  const { child, call } = await startDirectus(socket, {
    'extensions/totals/package.json': {
      name: 'directus-extension-totals',
      version: '1.0.0',
      type: 'module',
      'directus:extension': { type: 'hook', path: 'index.js', source: 'index.js', host: '^12.0.0' },
    },
    'extensions/totals/index.js': totalsHook,
  });
  const field = (type) => (name) => ({ field: name, type, schema: {} });
  const amounts = (...names) =>
    names.map((name) => ({
      field: name,
      type: 'decimal',
      schema: { numeric_precision: 18, numeric_scale: 2 },
    }));
  const texts = ['name', 'status', 'billing_plan'].map(field('string'));
  const days = ['starts_on', 'ends_on'].map(field('date'));
  const make = (path, body) => askFor(call, 'POST', path, body);
  for (const name of ['clients', 'spaces'])
    await make('/collections', { collection: name, schema: {}, fields: [field('string')('name')] });
  await make('/collections', {
    collection: 'quotes',
    schema: {},
    meta: { accountability: 'all' },
    fields: [...texts, ...days, field('integer')('client'), ...amounts('net', 'tax', 'total')],
  });
  await make('/collections', {
    collection: 'quote_lines',
    schema: {},
    meta: { accountability: 'all' },
    fields: [
      field('string')('description'),
      ...days,
      field('integer')('quantity'),
      field('integer')('quote'),
      field('integer')('space'),
      ...amounts('price', 'net'),
    ],
  });
  await make('/fields/quotes', { field: 'lines', type: 'alias', meta: { special: ['o2m'] } });
  await make('/relations', { collection: 'quotes', field: 'client', related_collection: 'clients' });
  await make('/relations', { collection: 'quote_lines', field: 'space', related_collection: 'spaces' });
  await make('/relations', {
    collection: 'quote_lines',
    field: 'quote',
    related_collection: 'quotes',
    meta: { one_field: 'lines' },
  });
  await runSql(
    socket,
    'directus',
    `INSERT INTO clients (name) VALUES ('Cliente')`,
    `INSERT INTO spaces (name) SELECT 'Espacio ' || n FROM generate_series(1, ${lines}) n`,
    'CREATE INDEX ON quote_lines (quote)',
  );
  const days_of = { starts_on: '2027-01-01', ends_on: '2027-01-31' };
  const quote = {
    name: 'Campaña de prueba',
    status: 'draft',
    billing_plan: 'by_consumption',
    client: 1,
    ...days_of,
    lines: numbers.map((n) => ({
      description: `Espacio ${n}`,
      ...days_of,
      quantity: 31,
      price: `${1000 + n}.00`,
      space: n,
    })),
  };
  const fields = 'fields=*,client.*,lines.*,lines.space.*';
  const tasks = await tasksOf(
    'Directus',
    () => call('POST', `/items/quotes?${fields}`, quote),
    ({ data }) => {
      if (!(Number(data.total) > 0) || data.lines.length !== lines)
        throw new Error(`Directus has no totals: ${JSON.stringify(data).slice(0, 300)}`);
      return () => call('GET', `/items/quotes/${data.id}?${fields}`);
    },
  );
  return { child, tasks };
}

const pauta = await startPauta();
const children = [];
try {
  const own = await pautaTasks(pauta);
  const medusa = await startMedusa(pauta.socket);
  children.push(medusa.child);
  const directus = await fillDirectus(pauta.socket);
  children.push(directus.child);
  const results = await compare({ ...own, ...medusa.tasks, ...directus.tasks });
  console.log(
    `A document of ${lines} lines with totals, ${callers} callers, one PostgreSQL; ratio: Pauta to it (aim 5 to Medusa, 10 to Directus)`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, one]) => {
        const ours = results[`Pauta: ${name.split(': ')[1]}`];
        return [
          name,
          {
            ...line(one, 1),
            'per second': Number(one.rate.toFixed(1)),
            ratio: Number((ours.rate / one.rate).toFixed(1)),
          },
        ];
      }),
    ),
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill('SIGTERM');
  await pauta.stop();
  process.exit();
}
