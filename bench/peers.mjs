// Measures the same list and the same creation in Pauta, Directus and Strapi, on one PostgreSQL, in one run.
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { askFor, caller, callers, compare, line } from './load.mjs';
import { fillPauta, madeUpClients, newClient, runSql, startPauta } from './pauta.mjs';
import { startDirectus, startPeer } from './peer-servers.mjs';

const rows = Number(process.argv[2] ?? 100_000);
const catalogues = [
  'countries',
  'industries',
  'client_types',
  'client_categories',
  'credit_terms',
  'sellers',
];
const singular = (name) => (name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.slice(0, -1));
const texts = ['client_code', 'legal_name', 'trade_name', 'tax_id', 'tax_id_type', 'client_status'];

/** Starts Directus with activity and revisions enabled for clients. */
async function fillDirectus(socket) {
  const { child, call } = await startDirectus(socket);
  const text = (field, extra = {}) => ({ field, type: 'string', schema: { max_length: 255, ...extra } });
  for (const name of catalogues)
    await askFor(call, 'POST', '/collections', {
      collection: name,
      schema: {},
      fields: [text('code'), text('name')],
    });
  await askFor(call, 'POST', '/collections', {
    collection: 'clients',
    schema: {},
    meta: { accountability: 'all' },
    fields: [
      ...texts.map((name) => text(name, { is_unique: name === 'client_code' })),
      { field: 'registered_at', type: 'timestamp', schema: {} },
      ...catalogues.map((name) => ({ field: singular(name), type: 'integer', schema: {} })),
    ],
  });
  for (const name of catalogues)
    await askFor(call, 'POST', '/relations', {
      collection: 'clients',
      field: singular(name),
      related_collection: name,
    });
  await runSql(
    socket,
    'directus',
    ...catalogues.map(
      (name) => `INSERT INTO ${name} (code, name) SELECT n, 'Valor ' || n FROM generate_series(1, 30) n`,
    ),
    `INSERT INTO clients (client_code, legal_name, trade_name, tax_id, tax_id_type, client_status, registered_at, ${catalogues.map(singular)})
      SELECT 'B-' || n, name || ', S.R.L.', name, 'B' || n, 'OTRO', status, made, ${catalogues.map(() => '1 + n % 30')}
      FROM (${madeUpClients(rows)}) AS made_up`,
    'CREATE INDEX ON clients (registered_at, id)',
    'CREATE INDEX ON clients (client_status, registered_at, id)',
    'VACUUM ANALYZE',
  );
  const fields = ['*', ...catalogues.flatMap((name) => [`${singular(name)}.id`, `${singular(name)}.name`])];
  const references = Object.fromEntries(catalogues.map((name) => [singular(name), 7]));
  return {
    child,
    list: () =>
      call(
        'GET',
        `/items/clients?limit=25&sort=-registered_at&fields=${fields}&meta=filter_count&filter[client_status][_eq]=active`,
      ),
    create: (n) => call('POST', '/items/clients', { ...peerClient(n), ...references }),
  };
}

const peerClient = (n) => ({
  client_code: `N-${n}`,
  legal_name: `Nuevo ${n}`,
  trade_name: `Nuevo ${n}`,
  tax_id: `N${n}`,
  tax_id_type: 'OTRO',
  client_status: 'prospect',
  registered_at: new Date().toISOString(),
});

/** Starts Strapi with a full-access token. It has no audit log, which only its paid edition includes. */
async function startStrapi(socket) {
  const type = (name, plural, attributes) => {
    const api = name.replaceAll('_', '-');
    const factory = (kind) =>
      `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${api}.${api}');`;
    return {
      [`src/api/${api}/content-types/${api}/schema.json`]: {
        kind: 'collectionType',
        collectionName: plural,
        info: { singularName: api, pluralName: plural.replaceAll('_', '-'), displayName: name },
        options: { draftAndPublish: false },
        attributes,
      },
      [`src/api/${api}/controllers/${api}.js`]: factory('Controller'),
      [`src/api/${api}/routes/${api}.js`]: factory('Router'),
      [`src/api/${api}/services/${api}.js`]: factory('Service'),
    };
  };
  const text = { type: 'string' };
  const relation = (name) => {
    const target = singular(name).replaceAll('_', '-');
    return { type: 'relation', relation: 'manyToOne', target: `api::${target}.${target}` };
  };
  const folder = install('strapi', {
    'package.json': {
      private: true,
      dependencies: {
        '@strapi/strapi': '5.54.0',
        '@strapi/plugin-users-permissions': '5.54.0',
        pg: '8.20.0',
        react: '^18.0.0',
        'react-dom': '^18.0.0',
        'react-router-dom': '^6.0.0',
        'styled-components': '^6.0.0',
      },
    },
    'public/uploads/.keep': '',
    'database/migrations/.keep': '',
    'config/database.js': `module.exports = () => ({ connection: { client: 'postgres', pool: { min: 8, max: 8 },
      connection: { host: process.env.DB_HOST, database: 'strapi', user: 'postgres', password: '-' } } });`,
    'config/server.js': `module.exports = { host: '127.0.0.1', port: 8056, app: { keys: ['a', 'b'] } };`,
    'config/admin.js': `module.exports = { auth: { secret: 'a' }, apiToken: { salt: 'b' }, transfer: { token: { salt: 'c' } },
      secrets: { encryptionKey: '${'0'.repeat(32)}' }, serveAdminPanel: false };`,
    'config/middlewares.js': `module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors',
      'strapi::query', 'strapi::body', 'strapi::session', 'strapi::favicon', 'strapi::public'];`,
    'config/logger.js': `module.exports = { level: 'error' };`,
    'config/plugins.js': `module.exports = { 'users-permissions': { config: { jwtSecret: 'd' } } };`,
    'src/index.js': `module.exports = { register() {}, async bootstrap({ strapi }) {
      const tokens = strapi.service('admin::api-token');
      const { accessKey } = await tokens.create({ name: 'bench', type: 'full-access', lifespan: null });
      require('node:fs').writeFileSync('token', accessKey);
    } };`,
    ...Object.assign({}, ...catalogues.map((name) => type(singular(name), name, { code: text, name: text }))),
    ...type('client', 'clients', {
      ...Object.fromEntries(
        texts.map((name) => [name, name === 'client_code' ? { ...text, unique: true } : text]),
      ),
      registered_at: { type: 'datetime' },
      ...Object.fromEntries(catalogues.map((name) => [singular(name), relation(name)])),
    }),
  });
  rmSync(join(folder, 'token'), { force: true });
  await runSql(socket, 'postgres', 'DROP DATABASE IF EXISTS strapi', 'CREATE DATABASE strapi');
  const child = await startPeer(
    folder,
    ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
    { DB_HOST: socket, STRAPI_TELEMETRY_DISABLED: 'true' },
    'http://127.0.0.1:8056/_health',
  );
  const token = readFileSync(join(folder, 'token'), 'utf8');
  const call = caller('http://127.0.0.1:8056', { authorization: `Bearer ${token}` });
  const row = `md5(random()::text), now(), now(), now()`;
  const system = 'document_id, created_at, updated_at, published_at';
  await runSql(
    socket,
    'strapi',
    ...catalogues.map(
      (name) =>
        `INSERT INTO ${name} (code, name, ${system}) SELECT n, 'Valor ' || n, ${row} FROM generate_series(1, 30) n`,
    ),
    `INSERT INTO clients (client_code, legal_name, trade_name, tax_id, tax_id_type, client_status, registered_at, ${system})
      SELECT 'B-' || n, name || ', S.R.L.', name, 'B' || n, 'OTRO', status, made, ${row}
      FROM (${madeUpClients(rows)}) AS made_up`,
    ...catalogues.map(
      (name) =>
        `INSERT INTO clients_${singular(name)}_lnk (client_id, ${singular(name)}_id) SELECT id, 1 + id % 30 FROM clients`,
    ),
    'CREATE INDEX ON clients (registered_at, id)',
    'CREATE INDEX ON clients (client_status, registered_at, id)',
    'CREATE INDEX ON clients (client_code)',
    'VACUUM ANALYZE',
  );
  const references = Object.fromEntries(catalogues.map((name) => [singular(name), 7]));
  return {
    child,
    list: () =>
      call(
        'GET',
        '/api/clients?pagination[pageSize]=25&sort=registered_at:desc&populate=*&filters[client_status][$eq]=active',
      ),
    create: (n) => call('POST', '/api/clients', { data: { ...peerClient(n), ...references } }),
  };
}

const pauta = await startPauta();
const children = [];
try {
  const known = await fillPauta(pauta.socket, rows);
  const directus = await fillDirectus(pauta.socket);
  children.push(directus.child);
  const strapi = await startStrapi(pauta.socket);
  children.push(strapi.child);
  let created = 0;
  const create = (make) => () => {
    created += 1;
    return make(created);
  };
  const results = await compare({
    'Pauta: list': () => pauta.call('GET', '/api/clients?f.status=active'),
    'Directus: list': directus.list,
    'Strapi: list': strapi.list,
    'Pauta: create': create((n) =>
      pauta.call('POST', '/api/clients', newClient(n, known), { 'idempotency-key': randomUUID() }),
    ),
    'Directus: create': create(directus.create),
    'Strapi: create': create(strapi.create),
  });
  console.log(
    `${rows.toLocaleString('en')} clients, 25 a page with six references and a count, ${callers} callers, one PostgreSQL; ratio: Pauta to it`,
  );
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, one]) => {
        const ours = results[name.endsWith('list') ? 'Pauta: list' : 'Pauta: create'];
        return [name, { ...line(one, 1), ratio: Number((ours.rate / one.rate).toFixed(1)) }];
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
