import { randomBytes } from 'node:crypto';
import { Logger, runOnce } from 'graphile-worker';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemChange } from '../platform/database/database.ts';
import type { JobWork } from '../platform/jobs/job.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { freeAbandoned } from '../platform/jobs/lease.ts';
import { openOwnerPool } from '../platform/jobs/owner-pool.ts';
import { loggerFor, taskListOf } from '../platform/jobs/worker.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/programs/smtp-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { EmailContent } from './email.ts';
import { queueMail, withdrawMails } from './mail-queue.ts';
import { addMissingMails, sendMail, workOnMail } from './send-mail.ts';
import { MailError, type Mailer, openSmtp } from './smtp.ts';

const box = createSecretBox(randomBytes(32));
const content: EmailContent = {
  subject: 'Elija una contraseña',
  name: 'Íñigo <b>Núñez</b>\r\nBcc: otro@ejemplo.com',
  paragraphs: ['Se pidió cambiar la contraseña & más.'],
  action: { label: 'Elegir', url: 'https://pauta.ejemplo.com/login#restablecer=abc' },
  note: 'Si no fue usted, no haga nada.',
};

let testDatabase: TestDatabase;
let smtp: TestSmtpServer;
let mailer: Mailer;
let userId: string;
const warnings: object[] = [];

const log = { warn: (fields: object, message: string) => warnings.push({ ...fields, message }) };
/** Adds jobs without executing them. */
const jobs = createJobs({ lease: 180, log });

/** Sends due mails in a process that then ends; returns the number of mails it took. */
const work = async (own: Pick<Mailer, 'send'> = mailer): Promise<number> => {
  const pgPool = openOwnerPool(testDatabase.owner, 2, () => undefined);
  let taken = 0;
  const send = workOnMail({
    database: testDatabase.database,
    box,
    mailer: {
      send: (mail) => {
        taken += 1;
        return own.send(mail);
      },
    },
    from: 'Pauta <pauta@ejemplo.com>',
    log,
  });
  const tasks = taskListOf(new Map([[sendMail.name, send as unknown as JobWork<object>]]));
  try {
    await runOnce({ pgPool, noHandleSignals: true, logger: loggerFor(log, Logger) }, tasks);
  } finally {
    await pgPool.end();
  }
  return taken;
};

const asOwner = async (statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(testDatabase.owner);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
};
/** Seconds until the next attempt of each job. */
const pauses = async (): Promise<number[]> =>
  (
    await asOwner(
      'SELECT round(extract(epoch FROM run_at - now()))::integer AS pause FROM graphile_worker.jobs',
    )
  ).map(({ pause }) => Number(pause));
/** Makes the next attempt due. */
const letTimePass = () =>
  asOwner('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL');

const queue = (to: string, fail = false) =>
  testDatabase.database.transaction(systemChange('test'), async (tx) => {
    const id = await queueMail(tx, box, { userId, to, content, goodForHours: 1 });
    await jobs.add(tx, sendMail, { id });
    if (fail) throw new Error('rolled back');
  });

const state = () =>
  testDatabase.database.query<{
    to_address: string;
    attempts: number;
    sent: boolean;
    failed: boolean;
    body: boolean;
    last_error: string | null;
  }>(sql`
    SELECT to_address, attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed,
      sealed_body IS NOT NULL AS body, last_error
    FROM mails ORDER BY created_at, id`);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  smtp = await startSmtpServer();
  mailer = openSmtp(smtp.url);
  const row = await testDatabase.database.one<{ id: string }>(
    sql`INSERT INTO users (full_name, email) VALUES ('Íñigo Núñez', 'inigo@ejemplo.com') RETURNING id`,
  );
  userId = row?.id ?? '';
});
afterAll(async () => {
  mailer.close();
  await smtp.close();
  await testDatabase.drop();
});
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.answer = () => '250 OK';
  await testDatabase.database.query(sql`DELETE FROM mails`);
  await asOwner('DELETE FROM graphile_worker._private_jobs');
});

test('a mail is sent after its transaction committed, as text and HTML, and its body is deleted', async () => {
  await expect(queue('nadie@ejemplo.com', true)).rejects.toThrow('rolled back');
  await queue('inigo@ejemplo.com');
  expect(await work()).toBe(1);
  expect(await work()).toBe(0);
  expect(smtp.received.map(({ from, to }) => [from, to])).toEqual([
    ['pauta@ejemplo.com', 'inigo@ejemplo.com'],
  ]);
  const { text } = smtp.received[0]!;
  const [head = ''] = text.split('\r\n\r\n', 1);
  expect(head).toMatch(/Message-ID: <[0-9a-f-]{36}@ejemplo\.com>$/im);
  expect(head).toMatch(/^Auto-Submitted: auto-generated$/im);
  // Names are inserted as text, never as headers or markup.
  expect(head).not.toMatch(/Bcc/i);
  expect(text).toContain('Hola, Íñigo <b>Núñez</b> Bcc: otro@ejemplo.com:');
  expect(text).toContain('Hola, Íñigo &lt;b&gt;Núñez&lt;/b&gt;');
  expect(text).toContain('https://pauta.ejemplo.com/login#restablecer=abc');
  expect(text).not.toMatch(/<img|src=|url\(/i);
  expect(await state()).toMatchObject([{ sent: true, failed: false, body: false, attempts: 1 }]);
});

test('the database contains no link in clear text', async () => {
  await queue('inigo@ejemplo.com');
  const rows = await testDatabase.database.query<{ body: Buffer }>(
    sql`SELECT sealed_body AS body FROM mails`,
  );
  expect(rows[0]?.body.includes('restablecer')).toBe(false);
});

test('sending is retried with increasing delays for a busy server, not for an unknown address', async () => {
  smtp.answer = (to) => (to.startsWith('ocupado') ? '451 Busy' : '550 No such user');
  await queue('ocupado@ejemplo.com');
  await queue('nadie@ejemplo.com');
  expect(await work()).toBe(2);
  expect(await state()).toMatchObject([
    { to_address: 'ocupado@ejemplo.com', sent: false, failed: false, body: true, attempts: 1 },
    { to_address: 'nadie@ejemplo.com', sent: false, failed: true, body: false, attempts: 1 },
  ]);
  const [first = 0] = await pauses();
  expect(first).toBeGreaterThan(1);
  expect(await work()).toBe(0);
  await letTimePass();
  expect(await work()).toBe(1);
  expect((await state())[0]).toMatchObject({ attempts: 2, last_error: 'EENVELOPE 451 RCPT TO' });
  expect((await pauses())[0]).toBeGreaterThan(first);
  smtp.answer = () => '250 OK';
  await letTimePass();
  expect(await work()).toBe(1);
  expect((await state())[0]).toMatchObject({ sent: true, body: false, last_error: null });
  expect(JSON.stringify(warnings)).not.toMatch(/restablecer|ejemplo\.com/);
});

test('without a server nothing is lost', async () => {
  const gone = openSmtp('smtp://127.0.0.1:1');
  await queue('inigo@ejemplo.com');
  expect(await work(gone)).toBe(1);
  gone.close();
  expect(await state()).toMatchObject([{ sent: false, failed: false, body: true, attempts: 1 }]);
});

test('a mail whose worker was killed while sending is sent by the next worker, with the same message id', async () => {
  const free = async (lease: number) => {
    const pool = new pg.Pool(testDatabase.owner);
    await freeAbandoned(pool, lease).finally(() => pool.end());
  };
  await queue('inigo@ejemplo.com');
  const ids: string[] = [];
  let taken: (() => void) | undefined;
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  // Simulates a killed process: the mail may have been sent without being recorded.
  void work({
    send: ({ id }) => {
      ids.push(id);
      taken?.();
      return new Promise(() => undefined);
    },
  });
  await isTaken;
  expect(await work()).toBe(0);
  await free(180);
  expect(await work()).toBe(0);
  expect(await state()).toMatchObject([{ sent: false, failed: false }]);
  await free(0);
  expect(await work()).toBe(1);
  expect(smtp.received[0]?.text).toContain(`<${ids[0]}@ejemplo.com>`);
});

test('eight processes send a hundred mails once each', async () => {
  const all = Array.from({ length: 100 }, (_, index) => `persona-${index}@ejemplo.com`);
  for (const to of all) await queue(to);
  const sent: string[] = [];
  const own: Pick<Mailer, 'send'> = {
    send: async ({ to }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      sent.push(to);
    },
  };
  const taken = await Promise.all(Array.from({ length: 8 }, () => work(own)));
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(100);
  expect(sent.sort()).toEqual(all.sort());
});

test('a withdrawn or outdated mail is not sent', async () => {
  await queue('inigo@ejemplo.com');
  await withdrawMails(testDatabase.database, userId, content.subject);
  await queue('tarde@ejemplo.com');
  await testDatabase.database.query(
    sql`UPDATE mails SET expires_at = now() WHERE to_address = 'tarde@ejemplo.com'`,
  );
  expect(await work()).toBe(0);
  expect(smtp.received).toEqual([]);
});

test('mails that wait without a job, as an earlier version left them, get one, and only one', async () => {
  await queue('inigo@ejemplo.com');
  await testDatabase.database.transaction(systemChange('test'), (tx) =>
    queueMail(tx, box, { userId, to: 'antes@ejemplo.com', content, goodForHours: 1 }),
  );
  expect(await work({ send: () => Promise.reject(new MailError('ECONNECTION', false)) })).toBe(1);
  await addMissingMails(testDatabase.database, jobs);
  await addMissingMails(testDatabase.database, jobs);
  // The job that already had an attempt keeps its delay.
  expect(await work()).toBe(1);
  await letTimePass();
  expect(await work()).toBe(1);
  expect(smtp.received.map(({ to }) => to)).toEqual(['antes@ejemplo.com', 'inigo@ejemplo.com']);
});
