// Throughput of the client list and related requests on a large table, as ratios measured in one run.
import { randomUUID } from 'node:crypto';
import { fillDemo } from './demo.mjs';
import { callers, compare, line } from './load.mjs';
import { newClient, startPauta } from './pauta.mjs';

const rows = Number(process.argv[2] ?? 100_000);
const pauta = await startPauta();
try {
  const known = await fillDemo(pauta.socket, { clients: rows, contactsEach: 1 });
  let created = 0;
  const { call } = pauta;
  const results = await compare({
    'no database': () => call('GET', '/api/health'),
    'one record': () => call('GET', `/api/clients/${known.id}`),
    list: () => call('GET', '/api/clients'),
    'list, filtered and ordered': () =>
      call('GET', `/api/clients?f.status=active&f.industry_id=${known.industry_id}&sort=trade_name`),
    'search, accents folded': () => call('GET', '/api/clients?q=cafeteria%20metropolitana'),
    'create, audited and idempotent': () => {
      created += 1;
      return call('POST', '/api/clients', newClient(created, known), { 'idempotency-key': randomUUID() });
    },
  });
  const base = results['no database'].rate;
  console.log(
    `${rows.toLocaleString('en')} clients, ${callers} callers; ratio: to an answer without database`,
  );
  console.table(Object.fromEntries(Object.entries(results).map(([name, one]) => [name, line(one, base)])));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
