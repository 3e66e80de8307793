// Measures a page of 25 clients: bytes of the response, and time for one client. With the `main.js` of another build as
// argument both are measured alternately, so that a slow phase of the machine affects both.
import { resolve } from 'node:path';
import { fillDemo } from './demo.mjs';
import { measure, median } from './load.mjs';
import { startPauta } from './pauta.mjs';

const [rows = '10000', other] = process.argv.slice(2);
const asked = {
  list: '/api/clients',
  'list, every field': '/api/clients?fields=*',
  'list, filtered': '/api/clients?f.status=active&sort=trade_name',
  'list, searched': '/api/clients?q=cafeteria',
  activities: '/api/activities',
};
const rounds = 15;
const seconds = 0.3;

const servers = { ours: await startPauta() };
if (other) servers.other = await startPauta(resolve(process.env.INIT_CWD ?? process.cwd(), other));
try {
  const found = {};
  for (const [name, pauta] of Object.entries(servers)) {
    await fillDemo(pauta.socket, { clients: Number(rows), contactsEach: 1 });
    found[name] = {};
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, path] of Object.entries(asked)) {
      for (const [name, pauta] of Object.entries(servers)) {
        const { text, status } = await pauta.call('GET', path);
        if (status !== 200) continue;
        const { p50 } = await measure(() => pauta.call('GET', path), 1, seconds);
        found[name][what] ??= { bytes: text.length, times: [] };
        found[name][what].times.push(p50);
      }
    }
  }
  for (const [name, lists] of Object.entries(found)) {
    console.log(`${name}: ${Number(rows).toLocaleString('en')} clients, pages of 25, one caller`);
    const base = found.other ?? lists;
    console.table(
      Object.fromEntries(
        Object.entries(lists).map(([what, { bytes, times }]) => [
          what,
          {
            kB: Math.round(bytes / 100) / 10,
            ms: Math.round(median(times) * 100) / 100,
            'to the other': base[what]
              ? Math.round((median(times) / median(base[what].times)) * 100) / 100
              : '–',
          },
        ]),
      ),
    );
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const pauta of Object.values(servers)) await pauta.stop();
  process.exit();
}
