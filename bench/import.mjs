// Measures importing a spreadsheet of clients with errors and duplicates, and undoing the whole import.
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { askFor } from './load.mjs';
import { runSql, startPauta } from './pauta.mjs';
import { memoryOf } from './processes.mjs';

const rows = Number(process.argv[2] ?? 50_000);
/**
 * The faulty rows of every hundred, by their number: a wrong check digit, an unknown industry, no name, a repeated
 * code, an existing name.
 */
const faults = { 11: 'check digit', 23: 'industry', 37: 'no name', 51: 'repeated code', 79: 'alike' };

const weights = [7, 9, 8, 6, 5, 4, 3, 2];
/** Creates the `n`th valid RNC. */
const rnc = (n) => {
  const body = String(10_000_000 + n);
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return body + (((10 - (sum % 11)) % 9) + 1);
};
const wrongDigit = (number) => number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10);

const words =
  'Acero Brisa Cumbre Delta Estela Faro Granada Horizonte Isla Jardín Ñandú Océano Palma Río Sierra Trópico'.split(
    ' ',
  );
const nameOf = (n) =>
  `${words[n % 16]} ${words[(n >> 4) % 16]} ${((n * 7919) % 1_000_003).toString(36).toUpperCase()}`;

/** @param cents cents of every credit limit; the same file with other cents changes every record */
const fileOf = ({ industry, type, category, term, seller }, cents = '50') => {
  const lines = [
    'Código,Razón social,Nombre comercial,País,Tipo de identificación,Identificación fiscal,Tipo de cliente,Categoría,Industria,Vendedor,Término de crédito,Límite de crédito',
  ];
  for (let n = 0; n < rows; n += 1) {
    const fault = faults[n % 100];
    const name = fault === 'alike' ? nameOf(n - 79) : nameOf(n);
    const code = fault === 'repeated code' ? `IMP-${n - 1}` : `IMP-${n}`;
    const number = fault === 'check digit' ? wrongDigit(rnc(n)) : rnc(n);
    lines.push(
      [
        code,
        fault === 'no name' ? '' : `"${name}, S.R.L."`,
        name,
        'República Dominicana',
        'RNC',
        number,
        type,
        category,
        fault === 'industry' ? 'Industria que no existe' : industry,
        seller,
        term,
        `"${n % 1000},000.${cents}"`,
      ].join(','),
    );
  }
  return Buffer.from(lines.join('\r\n'));
};

const pauta = await startPauta();

const memory = () => memoryOf(pauta.pid);
const ask = async (...request) => (await askFor(pauta.call, ...request)).data;

const upload = (path, bytes) =>
  new Promise((resolve, reject) => {
    const boundary = 'pauta-bench-5f2c';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="clientes.csv"\r\nContent-Type: text/csv\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const { hostname, port } = new URL(pauta.address);
    const sent = request(
      {
        host: hostname,
        port,
        path,
        method: 'POST',
        headers: {
          authorization: pauta.authorization,
          accept: 'application/json',
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': payload.length,
        },
      },
      (answer) => {
        const parts = [];
        answer.on('data', (part) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (answer.statusCode >= 400)
            reject(new Error(`upload: ${answer.statusCode} ${text.slice(0, 500)}`));
          else resolve(JSON.parse(text).data);
        });
      },
    );
    sent.once('error', reject);
    sent.end(payload);
  });

const measured = [];

/** Runs a step, and meanwhile requests the list every half second, like another user. */
async function step(name, work) {
  const from = performance.now();
  let peak = memory();
  let done = false;
  let slowest = 0;
  const watching = (async () => {
    while (!done) {
      const asked = performance.now();
      await pauta.call('GET', '/api/clients?limit=25').catch(() => {});
      slowest = Math.max(slowest, performance.now() - asked);
      peak = Math.max(peak, memory());
      await sleep(500);
    }
  })();
  const result = await work().finally(() => {
    done = true;
  });
  const seconds = (performance.now() - from) / 1000;
  await watching;
  measured.push({
    step: name,
    seconds: Number(seconds.toFixed(1)),
    'rows/s': Math.round(rows / seconds),
    'peak MB': Math.round(peak),
    'slowest list ms': Math.round(slowest),
  });
  return result;
}

const settled = async (id) => {
  for (;;) {
    const job = await ask('GET', `/api/imports/${id}`);
    if (!['checking', 'committing'].includes(job.status)) return job;
    await sleep(250);
  }
};

try {
  const first = async (path) => (await ask('GET', `/api/${path}/options`))[0].label;
  const names = {
    industry: await first('industries'),
    type: await first('client-types'),
    category: await first('client-categories'),
    term: await first('credit-terms'),
    seller: await first('users'),
  };
  const bringIn = async (file, what) => {
    console.log(`${rows} rows, ${(file.length / 1e6).toFixed(1)} MB`);
    const job = await step(`upload ${what}`, () => upload('/api/clients/imports', file));
    const checked = await step(`dry run ${what}`, async () => {
      await ask('POST', `/api/imports/${job.id}/check`, {});
      return settled(job.id);
    });
    if (checked.status !== 'checked') throw new Error(`dry run: ${checked.status} ${checked.failure}`);
    console.log('verdicts', checked.counts);
    const done = await step(`commit ${what}`, async () => {
      await ask('POST', `/api/imports/${job.id}/commit`, { include_duplicates: true });
      return settled(job.id);
    });
    if (done.status !== 'done') throw new Error(`commit: ${done.status} ${done.failure}`);
    console.log('outcomes', done.outcomes);
    return done;
  };
  const done = await bringIn(fileOf(names), 'new');
  const changed = await bringIn(fileOf(names, '75'), 'changes');
  await step('undo changes', () => ask('POST', `/api/undo/${changed.request_id}`, {}));
  const undone = await step('undo new', () => ask('POST', `/api/undo/${done.request_id}`, {}));
  console.log('undone', undone.undone, 'blocked', undone.blocked_total);
  const [left] = await runSql(
    pauta.socket,
    'pauta',
    `SELECT count(*)::integer AS clients FROM clients WHERE archived_at IS NULL AND client_code LIKE 'IMP-%'`,
  );
  console.log('left', left.clients);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  console.table(measured);
  await pauta.stop();
  process.exit();
}
