// Memory of the API process over many mixed requests. A leak is visible as continued growth.
import { randomUUID } from 'node:crypto';
import { fillDemo } from './demo.mjs';
import { callers } from './load.mjs';
import { newClient, startPauta } from './pauta.mjs';
import { memoryOf } from './processes.mjs';

const requests = Number(process.argv[2] ?? 10_000);
const batches = 10;

const pauta = await startPauta();
try {
  const known = await fillDemo(pauta.socket, { clients: 20_000, contactsEach: 1 });
  let sent = 0;
  const next = () => {
    sent += 1;
    const n = sent;
    switch (n % 5) {
      case 0:
        return pauta.call('GET', `/api/clients?q=cafeteria&cursor=&limit=${25 + (n % 3)}`);
      case 1:
        return pauta.call('GET', `/api/clients/${known.id}/history`);
      case 2:
        return pauta.call('POST', '/api/clients', newClient(n, known), { 'idempotency-key': randomUUID() });
      case 3:
        // Each request uses different words, so that memory kept per distinct text would be visible.
        return pauta.call(
          'GET',
          `/api/clients?f.legal_name=nuevo ${n}&f.status=active`.replaceAll(' ', '%20'),
        );
      default:
        return pauta.call('GET', '/api/clients?f.status=active&sort=trade_name&limit=100');
    }
  };
  const measured = [];
  for (let batch = 0; batch <= batches; batch += 1) {
    // The first batch is a warm-up.
    const end = sent + requests / batches;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (sent < end) {
          const { status, text } = await next();
          if (status >= 500) throw new Error(`${status} ${text}`);
        }
      }),
    );
    await new Promise((later) => setTimeout(later, 500));
    measured.push({ requests: sent, megabytes: Number(memoryOf(pauta.pid).toFixed(1)) });
  }
  console.table(measured);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await pauta.stop();
  process.exit();
}
