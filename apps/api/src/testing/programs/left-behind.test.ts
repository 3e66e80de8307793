import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importer } from '../../import-export/fixtures.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { systemChange } from '../../platform/database/database.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { signInAs } from '../sign-in.ts';
import { startTestApi, type TestApi } from '../test-api.ts';
import { makeTestFolder } from '../test-folder.ts';
import { startApiProcess } from './api-process.ts';
import { startSmtpServer, type TestSmtpServer } from './smtp-server.ts';

let api: TestApi;
let smtp: TestSmtpServer;
beforeAll(async () => {
  api = await startTestApi();
  smtp = await startSmtpServer();
});
afterAll(async () => {
  await api.close();
  await smtp.close();
});

test('work that an earlier version left without a job is executed by the first process that starts', async () => {
  const key = randomBytes(32);
  const client = importer(api, await signInAs(api));
  const job = await client.start('clusters', 'Código,Nombre\nX1,Clúster de antes');
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`UPDATE imports SET status = 'checking' WHERE id = ${job.id}::uuid`);
    await queueMail(tx, createSecretBox(key), {
      userId: null,
      to: 'antes@ejemplo.com',
      content: { subject: 'Bienvenida', name: 'Ana', paragraphs: ['Hola.'], note: 'Nada más.' },
      goodForHours: 1,
    });
  });
  const started = await startApiProcess('main.ts', {
    PAUTA_DATA_DIR: await makeTestFolder(),
    PAUTA_SECRET_KEY: key.toString('hex'),
    DATABASE_URL: api.testDatabase.ownerUrl,
    SMTP_URL: smtp.url,
    PAUTA_MAIL_FROM: 'pauta@ejemplo.com',
  });
  expect((await client.settled(job.id)).status).toBe('checked');
  await expect
    .poll(() => smtp.received.map(({ to }) => to), { timeout: 20_000 })
    .toEqual(['antes@ejemplo.com']);
  expect(await started.end('SIGTERM')).toBe(0);
});
