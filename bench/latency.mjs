// What a list makes people wait on large tables while twenty of them ask at once without a pause.
import { measure } from './load.mjs';
import { fillAudit, fillPauta, startPauta } from './pauta.mjs';

const clients = Number(process.argv[2] ?? 100_000);
const auditRows = Number(process.argv[3] ?? 1_000_000);
const users = 20;
/** Milliseconds at the 95th percentile. */
const promised = 150;

const pauta = await startPauta();
try {
  const known = await fillPauta(pauta.socket, clients);
  await fillAudit(pauta.socket, auditRows);
  const someone = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b';
  const lists = [
    '/api/clients',
    '/api/clients?sort=trade_name',
    '/api/clients?sort=-created_at&limit=100',
    `/api/clients?f.status=active&f.industry_id=${known.industry_id}&sort=trade_name`,
    '/api/clients?f.trade_name=jardin',
    '/api/clients?q=oceano%20jardin',
    '/api/clients?q=b-4242',
    '/api/clients?q=zzz',
    '/api/clients/summary?group=status',
    '/api/clients/options?q=oceano',
    '/api/industries',
    '/api/users',
    '/api/search?q=oceano',
    '/api/audit-entries',
    '/api/audit-entries?sort=at',
    `/api/audit-entries?f.actor_id=${someone}`,
    '/api/audit-entries?f.action=merge',
    '/api/audit-entries?f.entity=clients&f.action=update',
    `/api/audit-entries?f.record_id=${someone}`,
    '/api/audit-entries?f.request_id=request-4242',
    '/api/audit-entries?f.fields=trade_name',
    '/api/audit-entries?q=correccion%2099960',
    '/api/audit-entries?f.at=..2020-01-01',
  ];
  const table = {};
  for (const path of lists) {
    const ask = () => pauta.call('GET', path);
    const { status, text } = await ask();
    if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
    const { rate, p50, p95, wrong } = await measure(ask, users);
    table[path.slice(4).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')] = {
      'p50 ms': Math.round(p50),
      'p95 ms': Math.round(p95),
      'per second': Math.round(rate),
      refused: wrong,
      kept: p95 <= promised && wrong === 0,
    };
  }
  console.log(
    `${clients.toLocaleString('en')} clients, ${auditRows.toLocaleString('en')} audit rows, ${users} users`,
  );
  console.table(table);
} finally {
  await pauta.stop();
  process.exit();
}
