import { createHash } from 'node:crypto';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';
import { acceptSilentReports } from './accept-silent.ts';
import { makeEvidenceWorld } from './evidence-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;
let evidence: ReturnType<typeof makeEvidenceWorld>;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
  evidence = makeEvidenceWorld(api, world, delivery);
});
afterAll(() => api.close());

const stateOf = async (id: string): Promise<unknown> => (await delivery.read('evidence-reports', id)).status;

describe('what a report shows', () => {
  test('contracted, delivered and proven by line and day; what is fixed with its approval', async () => {
    const { report, placements } = await evidence.draft();
    const coverage = async () =>
      (await delivery.call('GET', `/api/evidence-reports/${report.id}/coverage`)).json().data;
    const day = { day: world.today, contracted: 3, delivered: 2, proven: 2 };
    expect((await coverage()).lines).toMatchObject([{ days: [day] }]);
    expect(report.certificate_no ?? null).toBeNull();
    for (const command of ['submit', 'approve']) await delivery.done('evidence-reports', report.id, command);
    const { certificate_no } = await delivery.read('evidence-reports', report.id);
    expect(certificate_no).toMatch(/^CP-\d{4}-\d{5}$/);
    // Aired after the approval: it is delivered, and this report does not prove it.
    const [, , third = ''] = placements;
    await delivery.done('placements', third, 'confirm');
    await delivery.done('placements', third, 'mark_aired');
    expect((await coverage()).lines).toMatchObject([{ days: [{ ...day, delivered: 3 }] }]);
    await delivery.done('evidence-reports', report.id, 'reopen');
    for (const command of ['submit', 'approve'].slice(1))
      await delivery.done('evidence-reports', report.id, command);
    expect(await delivery.read('evidence-reports', report.id)).toMatchObject({ certificate_no, edition: 2 });
    expect((await coverage()).lines).toMatchObject([{ days: [{ ...day, delivered: 3, proven: 3 }] }]);
  });

  test('a makegood counts as delivered on its day, and not as contracted', async () => {
    const { report, contract, placements } = await evidence.draft();
    const reason = await api.database.one<{ id: string }>(
      sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`,
    );
    const [, , third = ''] = placements;
    await delivery.done('placements', third, 'mark_not_aired', { reason_id: reason?.id });
    const made = await delivery.call('POST', `/api/placements/${third}/makegood`, { starts_on: world.today });
    expect(made.statusCode, made.body).toBe(201);
    const coverage = (await delivery.call('GET', `/api/evidence-reports/${report.id}/coverage`)).json().data;
    expect(coverage.lines).toMatchObject([{ days: [{ contracted: 3, delivered: 2 }] }]);
    expect(await delivery.quotaOf(contract)).toMatchObject({ compensated: 1 });
  });
});

describe('documents', () => {
  test('a draft is marked; an approved one is the same file for everybody, and anybody can check it', async () => {
    const { report } = await evidence.draft();
    const pdf = (kind: string) => delivery.call('GET', `/api/evidence-reports/${report.id}/${kind}.pdf`);
    const draft = await pdf('report');
    expect(draft.statusCode, draft.body).toBe(200);
    expect((await readPdf(draft.rawPayload)).text).toContain('BORRADOR');
    for (const command of ['submit', 'approve']) await delivery.done('evidence-reports', report.id, command);
    const [first, second] = [await pdf('report'), await pdf('report')];
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
    const { text } = await readPdf(first.rawPayload);
    for (const part of [String(report.number), 'Contratado', 'Valla encendida', 'Huella (SHA-256)'])
      expect(text).toContain(part);
    const certificate = await pdf('certificate');
    expect((await readPdf(certificate.rawPayload)).text).toMatch(
      /Certificado de pauta CP-.*certifica que emitió/s,
    );

    const { check_path } = (await delivery.call('GET', `/api/evidence-reports/${report.id}/room`)).json()
      .data;
    const page = await evidence.get(check_path);
    expect(page.statusCode, page.body).toBe(200);
    expect(page.body).toContain('La huella es la de su contenido');
    expect(page.body).toContain('Esta es la edición más reciente');
    const upload = (url: string, bytes: Buffer) => {
      const boundary = 'pauta';
      return api.inject({
        method: 'POST',
        url,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
    };
    expect((await upload('/verificar', certificate.rawPayload)).body).toContain('sin cambios');
    expect((await upload(check_path, first.rawPayload)).body).toContain('sin cambios');
    const altered = Buffer.concat([first.rawPayload, Buffer.from(' ')]);
    expect((await upload(check_path, altered)).body).toContain('se alteró');
    expect((await evidence.get(`/verificar/${'0'.repeat(64)}`)).statusCode).toBe(404);
  });

  test('nobody sees documents or coverage of a report that they may not see', async () => {
    const { report } = await evidence.approved();
    const role = await createRole(api, ['evidence_reports.view_own']);
    const headers = await signIn(api, await createUser(api, { role }));
    for (const path of ['coverage', 'room', 'report.pdf', 'certificate.pdf'])
      expect(
        (await api.inject({ url: `/api/evidence-reports/${report.id}/${path}`, headers })).statusCode,
        path,
      ).toBe(404);
  });
});

describe('the page of the client', () => {
  test('is mailed with the document, shows what was delivered, and nobody else opens it', async () => {
    const email = 'compras@cliente.test';
    const { report } = await evidence.approved();
    const path = await evidence.share(report.id, { email, sends_mail: true });
    expect(await stateOf(report.id)).toBe('sent');
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain(path);
    const page = await evidence.get(path);
    expect(page.statusCode, page.body).toBe(200);
    for (const part of [String(report.number), 'Contratado', '2 de 3', 'Valla encendida'])
      expect(page.body, part).toContain(part);
    expect(page.body).not.toContain('<script');
    expect((await evidence.get(`${path}/reporte.pdf`)).headers['content-type']).toBe('application/pdf');
    expect((await evidence.get(`${path}/certificado.pdf`)).statusCode).toBe(200);
    const other = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await evidence.get(other)).statusCode).toBe(404);
    expect((await evidence.get('/evidencias/x')).statusCode).toBe(404);
    const closed = await delivery.call('POST', `/api/evidence-reports/${report.id}/close_links`, {});
    expect(closed.statusCode, closed.body).toBe(200);
    expect((await evidence.get(path)).statusCode).toBe(404);
  });

  test('a client accepts with the mailed code: the proved placements are locked, and can be invoiced', async () => {
    const { report, contract, path, email } = await evidence.shared();
    const hash = await evidence.hashIn(path);
    const values = { accepted_by: 'Ana Núñez', position: 'Gerente', hash };
    const wrong = await evidence.send(`${path}/aceptar`, { ...values, code: '000000' });
    expect(wrong.statusCode).toBe(422);
    const code = await evidence.codeFor(path, email);
    const accepted = await evidence.send(`${path}/aceptar`, { ...values, code });
    expect(accepted.statusCode, accepted.body).toBe(303);
    expect(await stateOf(report.id)).toBe('accepted');
    expect(await evidence.lockedOf(contract)).toBe(2);
    expect((await evidence.get(path)).body).toContain('Aceptado: Ana Núñez');
    const { acceptance } = (await delivery.call('GET', `/api/evidence-reports/${report.id}/room`)).json()
      .data;
    const pdf = await evidence.get(`${path}/reporte.pdf`);
    expect(acceptance).toMatchObject({
      hash,
      accepted_by: 'Ana Núñez',
      email,
      by_silence: false,
      document_hash: createHash('sha256').update(pdf.rawPayload).digest('hex'),
    });
    const [locked] = await delivery.list('placements', `f.contract_id=${contract.id}&f.locked=true`);
    expect(
      (await delivery.run('placements', String(locked?.id), 'correct', { reason: 'No salió' })).statusCode,
    ).toBe(409);
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(
          sql`UPDATE placements SET status = 'confirmed', aired_at = NULL WHERE id = ${locked?.id}::uuid`,
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'placements_stay' });
  });

  test('a report is accepted once, by whatever number of clicks, and never besides an objection', async () => {
    const { report, contract, path, email } = await evidence.shared();
    const hash = await evidence.hashIn(path);
    const code = await evidence.codeFor(path, email);
    const accept = () =>
      evidence.send(`${path}/aceptar`, { accepted_by: 'Ana Núñez', position: 'Gerente', hash, code });
    const object = () => evidence.send(`${path}/objetar`, { hash, whole: 'No vimos la pauta de la noche.' });
    const answers = await Promise.all([accept(), object(), accept(), object()]);
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
    for (const { statusCode, body } of answers) expect([303, 409, 422], body).toContain(statusCode);
    const status = await stateOf(report.id);
    const objections = await delivery.list('evidence-objections', `f.report_id=${report.id}`);
    expect([status, objections.length, await evidence.lockedOf(contract)]).toEqual(
      status === 'accepted' ? ['accepted', 0, 2] : ['objected', 1, 0],
    );
    // What was typed by whoever was late is still on their page.
    const late = await object();
    expect(late.statusCode).toBe(409);
    expect(late.body).toContain('No vimos la pauta de la noche.');
  });

  test('no report is accepted without a proof of its edition', async () => {
    const { report } = await evidence.shared();
    await expect(
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`UPDATE evidence_reports SET status = 'accepted' WHERE id = ${report.id}::uuid`),
      ),
    ).rejects.toMatchObject({ constraint: 'evidence_reports_acceptance_proved' });
  });

  test('an acceptance that waits for a correction does not lock what is corrected meanwhile', async () => {
    const { report, contract, placements } = await evidence.shared();
    const [first = ''] = placements;
    await Promise.all([
      delivery.run('placements', first, 'correct', { reason: 'No salió' }),
      delivery.run('evidence-reports', report.id, 'accept', { accepted_by: 'Ana Núñez' }),
    ]);
    expect(await stateOf(report.id)).toBe('accepted');
    const { status, locked } = await delivery.read('placements', first);
    expect([status, locked]).toEqual(locked ? ['aired', true] : ['confirmed', false]);
    expect(await evidence.lockedOf(contract)).toBe(locked ? 2 : 1);
  });
});

describe('objections', () => {
  const objected = async () => {
    const made = await evidence.shared();
    const line = await evidence.lineOf(made.contract);
    const hash = await evidence.hashIn(made.path);
    const empty = await evidence.send(`${made.path}/objetar`, { hash, whole: ' ' });
    expect(empty.statusCode).toBe(422);
    const answer = await evidence.send(`${made.path}/objetar`, {
      hash,
      [`line_${line}`]: 'La de las 10 no salió <b>',
      whole: 'Faltan fotos.',
    });
    expect(answer.statusCode, answer.body).toBe(303);
    const objections = await delivery.list('evidence-objections', `f.report_id=${made.report.id}`);
    const ofLine = objections.find(({ quota_id }) => quota_id !== null);
    const ofAll = objections.find(({ quota_id }) => quota_id === null);
    return { ...made, ofLine: String(ofLine?.id), ofAll: String(ofAll?.id), line };
  };

  test('are decided by line: a makegood and a credit; then the next edition is sent and accepted', async () => {
    const { report, path, placements, ofLine, ofAll, contract } = await objected();
    expect(await stateOf(report.id)).toBe('objected');
    expect((await evidence.get(path)).body).toContain('La de las 10 no salió &#60;b&#62;');
    expect((await delivery.run('evidence-reports', report.id, 'submit')).json().code).toBe(
      'undecided_objections',
    );

    const reason = await api.database.one<{ id: string }>(
      sql`SELECT id FROM reasons WHERE kind = 'non_airing' LIMIT 1`,
    );
    const [first = ''] = placements;
    const other = await evidence.draft();
    const elsewhere = await delivery.run('evidence-objections', ofLine, 'make_good', {
      placement_id: other.placements[0],
      reason_id: reason?.id,
    });
    expect(elsewhere.statusCode).toBe(422);
    const made = await delivery.done('evidence-objections', ofLine, 'make_good', {
      placement_id: first,
      reason_id: reason?.id,
      answer: 'Se compensa.',
    });
    expect(made).toMatchObject({ status: 'make_good' });
    expect(await delivery.read('placements', first)).toMatchObject({ status: 'not_aired' });
    const makegood = await delivery.read('placements', (made.makegood_id as { id: string }).id);
    expect(makegood).toMatchObject({ makegood_of_id: { id: first } });

    const tooMuch = await delivery.run('evidence-objections', ofAll, 'credit', { credit: '999999999' });
    expect(tooMuch.statusCode, tooMuch.body).toBe(422);
    await delivery.done('evidence-objections', ofAll, 'credit', { credit: '10', answer: 'Se acredita.' });
    for (const command of ['submit', 'approve']) await delivery.done('evidence-reports', report.id, command);
    await evidence.share(report.id);
    expect((await evidence.get(path)).body).toContain('Se compensa.');
    await delivery.done('evidence-reports', report.id, 'accept', { accepted_by: 'Ana Núñez' });
    // What was objected to is not locked.
    expect(await evidence.lockedOf(contract)).toBe(1);
    expect(await delivery.read('evidence-reports', report.id)).toMatchObject({ edition: 2, covered: 1 });
  });

  test('nobody decides without the permission', async () => {
    const { ofAll } = await objected();
    const role = await createRole(api, ['evidence_reports.view_all']);
    const headers = await signIn(api, await createUser(api, { role }));
    const answer = await api.inject({
      method: 'POST',
      url: `/api/evidence-objections/${ofAll}/answer`,
      payload: { answer: 'No procede.' },
      headers: { ...headers, 'if-match': '"1"' },
    });
    expect(answer.statusCode).toBe(403);
  });
});

describe('silence', () => {
  const setDays = async (days: number): Promise<void> => {
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        INSERT INTO settings (key, value) VALUES ('evidence_silence_days', ${JSON.stringify(days)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value`),
    );
  };

  test('accepts only what was sent while a setting said so, after its day, and says that nobody answered', async () => {
    const silent = await evidence.shared();
    expect(await delivery.read('evidence-reports', silent.report.id)).toMatchObject({ silent_on: null });
    await setDays(5);
    const timed = await evidence.shared();
    expect(await delivery.read('evidence-reports', timed.report.id)).toMatchObject({
      silent_on: addDays(world.today, 5),
    });
    expect((await evidence.get(timed.path)).body).toContain('se da por aceptado');
    await acceptSilentReports(api.app);
    expect([await stateOf(silent.report.id), await stateOf(timed.report.id)]).toEqual(['sent', 'sent']);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE evidence_reports SET silent_on = current_date - 3 WHERE id = ${timed.report.id}::uuid`);
    await Promise.all([acceptSilentReports(api.app), acceptSilentReports(api.app)]);
    expect([await stateOf(silent.report.id), await stateOf(timed.report.id)]).toEqual(['sent', 'accepted']);
    expect(await evidence.lockedOf(timed.contract)).toBe(2);
    const { acceptance } = (
      await delivery.call('GET', `/api/evidence-reports/${timed.report.id}/room`)
    ).json().data;
    expect(acceptance).toMatchObject({ by_silence: true, recorded_by: null });
    await setDays(0);
  });

  test('the contract says for how long, else its company, else the setting', async () => {
    const { contract } = await evidence.shared();
    const days = async (own: number | null, company: number | null, setting: number): Promise<number> => {
      await setDays(setting);
      await api.testDatabase.runAsSuperuser(sql`
        UPDATE companies SET evidence_silence_days = ${company} WHERE id = ${world.companyId}::uuid`);
      await api.testDatabase.runAsSuperuser(sql`
        UPDATE contracts SET evidence_silence_days = ${own} WHERE id = ${contract.id}::uuid`);
      const row = await api.database.one<{ days: number }>(
        sql`SELECT silence_days_of(${contract.id}::uuid) AS days`,
      );
      return row?.days ?? -1;
    };
    expect(await days(null, null, 5)).toBe(5);
    expect(await days(null, 7, 5)).toBe(7);
    expect(await days(0, 7, 5)).toBe(0);
    expect(await days(null, null, 0)).toBe(0);
  });
});
