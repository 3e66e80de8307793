// `node apps/api/src/testing/releases/take-release.ts <connection> <file>`: saves the database of a release for the test that
// starts later code on it. Run it after the first start of the release with its demonstration data.
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { takeSnapshot } from './release-snapshot.ts';

const [connectionString, file] = process.argv.slice(2);
if (!connectionString || !file) {
  console.error('Uso: node apps/api/src/testing/releases/take-release.ts <conexión> <archivo>');
  process.exit(2);
}
const client = new pg.Client({ connectionString });
await client.connect();
const bytes = await takeSnapshot(client);
await client.end();
await writeFile(file, bytes);
console.log(`${file}: ${(bytes.length / 1000).toFixed(0)} kB`);
