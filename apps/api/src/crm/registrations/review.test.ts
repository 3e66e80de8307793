import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { pdf } from '../../testing/upload.ts';
import { type Headers, registrationPath as path, startRegistrationFixture } from './fixtures.ts';

const links = '/api/public/registration-links';
const asked = 'Envíe el registro mercantil vigente.';

const desk = await startRegistrationFixture();
const { api, seller, assistant, manager, dominicana, signing } = desk;
const { post, read, received, act, done, inReview, approval, current } = desk;
const second = await desk.staff('general_manager', 'Gerencia General');
const admin = await desk.staff('admin', 'Administradora');
afterAll(() => api.close());

/** The link in the latest mail about a registration, read from the outbox. */
const tokenOf = async ({ folio }: AnyRecord): Promise<string> => {
  const { data } = await read('/api/mails', admin);
  const mail = data.find(({ subject }: { subject: string }) => subject.includes(String(folio)));
  const { data: body } = await read(`/api/mails/${mail?.id}`, admin);
  return /\/client-registration#continuar=([\w-]{43})(?![\w-])/.exec(body.text)?.[1] ?? '';
};
const asking = async (values: object = {}, message = asked) => {
  const record = await done(await inReview(values), 'request_info', { reason: message });
  return { record, token: await tokenOf(record) };
};

const upload = (
  url: string,
  headers: Headers,
  { bytes = pdf, name = 'Registro.pdf' }: { bytes?: Buffer; name?: string } = {},
) => {
  const boundary = 'limite-de-prueba';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return api.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};
const visitorUpload = (token: string, kind = 'commercial_registry', file = {}) =>
  upload(`${links}/documents?kind=${kind}`, { 'x-registration-token': token }, file);
const age = (record: AnyRecord, hours: number) =>
  api.database.transaction(systemChange('test'), (tx) =>
    tx.query(sql`
      UPDATE client_registrations SET due_at = due_at - make_interval(hours => ${hours}),
        decided_at = decided_at - make_interval(hours => ${hours}) WHERE id = ${record.id}`),
  );

describe('a request for information', () => {
  test('mails a link, with which the visitor corrects data, adds and removes documents, and submits once', async () => {
    const { record, token } = await asking({ legal_name: 'Ferreteria Popular', contact_job: null });
    const open = await post(`${links}/open`, { token });
    expect(open.statusCode, open.body).toBe(200);
    const shown = open.json().data;
    expect(shown).toMatchObject({ folio: record.folio, message: asked, values: { contact_job: null } });
    expect(shown.rules.find((one: { kind: string }) => one.kind === 'commercial_registry')).toMatchObject({
      required: true,
      missing: true,
      extensions: ['pdf'],
    });
    expect(JSON.stringify(shown)).not.toContain(manager.id);

    const first = (await visitorUpload(token)).json().data.documents[0];
    expect(first).toMatchObject({ kind: 'commercial_registry', author: null, removable: true });
    const taken = await post(`${links}/documents/${first.id}/remove`, { token });
    expect(taken.json().data.documents).toEqual([]);
    expect((await visitorUpload(token)).statusCode).toBe(201);

    const wrong = await post(`${links}/send`, { token, values: { legal_name: '', contact_phone: 'no' } });
    expect(Object.keys(wrong.json().errors).sort()).toEqual(['contact_phone', 'legal_name']);
    const forbidden = await post(`${links}/send`, { token, values: { contact_email: 'otro@ejemplo.com' } });
    expect(forbidden.statusCode).toBe(422);
    const values = {
      legal_name: 'Ferretería Popular',
      contact_job: 'Gerente',
      representative_name: 'Rosa Peralta',
      representative_national_id_type: 'CEDULA',
      representative_national_id: '00113918205',
    };
    const sent = await post(`${links}/send`, { token, values, message: 'Va el registro.' });
    expect(sent.statusCode, sent.body).toBe(200);
    const after = await current(record);
    expect(after).toMatchObject({ ...values, status: 'in_review', visitor_reply: 'Va el registro.' });
    expect(after.documents).toBe('incomplete');

    for (const again of [
      await post(`${links}/send`, { token }),
      await post(`${links}/open`, { token }),
      await visitorUpload(token),
      await post(`${links}/documents/${first.id}/remove`, { token }),
    ]) {
      expect(again.json()).toMatchObject({ status: 422, code: 'link_invalid' });
    }
    const { data: mails } = await read('/api/mails', admin);
    expect(mails[0]).toMatchObject({
      to: manager.email,
      subject: `Respondieron al registro ${record.folio}`,
    });
    const { data: history } = await read(`${path}/${record.id}/history`);
    expect(history.map(({ title }: { title: string }) => title)).toEqual([
      'Registro de cliente creado',
      'Registro tomado en revisión',
      'Información solicitada',
      'Documento agregado',
      'Documento quitado',
      'Documento agregado',
      'El solicitante completó la información',
    ]);
  });

  test('keeps only a hash of its token', async () => {
    const { token } = await asking();
    const stored = await api.database.one<{ hash: string }>(sql`
      SELECT encode(token_hash, 'escape') AS hash FROM client_registration_links ORDER BY id DESC LIMIT 1`);
    expect(stored?.hash).not.toContain(token);
    const logged = await api.database.one(sql`
      SELECT 1 AS one FROM audit_log WHERE coalesce(before::text, '') || coalesce(after::text, '') LIKE ${`%${token}%`}`);
    expect(logged).toBeUndefined();
  });

  test('has one valid link: a newer one, a resumed review, expiry and tampering invalidate it', async () => {
    const refused = async (token: string) => {
      const answer = await post(`${links}/open`, { token });
      expect(answer.json()).toMatchObject({ status: 422, code: 'link_invalid' });
    };
    const { record, token } = await asking();
    const replaced = await done(record, 'request_info', { reason: 'Falta también la cédula.' });
    const newer = await tokenOf(replaced);
    expect(newer).not.toBe(token);
    await refused(token);
    expect((await post(`${links}/open`, { token: newer })).statusCode).toBe(200);
    await refused(`${newer.slice(0, -2)}${newer.endsWith('AA') ? 'BB' : 'AA'}`);
    await refused('');

    await done(replaced, 'start_review');
    await refused(newer);

    const old = await asking();
    await api.database.query(sql`
      UPDATE client_registration_links SET expires_at = now() WHERE client_registration_id = ${old.record.id}`);
    await refused(old.token);
  });

  test('opens only its own registration', async () => {
    const [mine, other] = [await asking(), await asking()];
    const document = (await visitorUpload(mine.token)).json().data.documents[0];
    const foreign = await post(`${links}/documents/${document.id}/remove`, { token: other.token });
    expect(foreign.statusCode).toBe(404);
    const { data } = await read(`${path}/${mine.record.id}/documents`);
    expect(data.documents.map(({ id }: { id: string }) => id)).toEqual([document.id]);
  });
});

describe('a document', () => {
  test('is classified by its content, whatever its name', async () => {
    const { token } = await asking();
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const message = async (kind: string, file: object) => (await visitorUpload(token, kind, file)).json();
    expect(await message('commercial_registry', { bytes: program })).toMatchObject({
      status: 422,
      errors: {
        file: [
          'Su contenido es EXE, diga lo que diga el nombre. Registro mercantil: se acepta PDF, hasta 20 MB.',
        ],
      },
    });
    expect(await message('commercial_registry', { bytes: png })).toMatchObject({ status: 422 });
    expect(await message('commercial_registry', { bytes: Buffer.from('hola') })).toMatchObject({
      status: 422,
    });
    expect(await message('commercial_registry', { bytes: Buffer.alloc(0) })).toMatchObject({ status: 422 });
    expect(await message('commercial_registry', { name: 'registro.pdf.exe' })).toMatchObject({ status: 422 });
    const big = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]);
    expect((await message('representative_id', { bytes: big })).errors.file[0]).toMatch(/demasiado grande/);
    expect((await message('passport', {})).status).toBe(422);
    expect(
      (await visitorUpload(token, 'representative_id', { bytes: png, name: 'CEDULA.PNG' })).statusCode,
    ).toBe(201);
  });

  test('follows the catalogue of file types', async () => {
    const { token } = await asking();
    const change = (mimes: string[], extensions: string[]) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(
          sql`UPDATE file_types SET mimes = ${mimes}, extensions = ${extensions} WHERE code = 'CERT-RNC'`,
        ),
      );
    await change(['image/*'], ['png']);
    expect((await visitorUpload(token, 'tax_certificate')).json().errors.file[0]).toMatch(/se acepta PNG/);
    await change(['application/pdf'], ['pdf']);
    expect((await visitorUpload(token, 'tax_certificate')).statusCode).toBe(201);
  });

  test('can be read by users who see the registration, and added by reviewers until it is decided', async () => {
    const record = await inReview({ person_kind: 'individual', agency_name: null });
    const url = `${path}/${record.id}/documents`;
    expect((await upload(`${url}?kind=other`, seller.headers)).statusCode).toBe(403);
    const added = await upload(`${url}?kind=representative_id`, assistant.headers);
    expect(added.statusCode, added.body).toBe(201);
    const { documents, rules } = added.json().data;
    expect(rules.filter((one: { missing: boolean }) => one.missing)).toEqual([]);
    expect((await current(record)).documents).toBe('complete');
    const file = `/api/files/${documents[0].file.id}`;
    expect((await api.inject({ url: file, headers: manager.headers })).rawPayload).toEqual(pdf);
    expect((await api.inject({ url: file, headers: seller.headers })).statusCode).toBe(404);
    const found = await read(`${path}?fields=*&f.documents=complete&f.folio=${record.folio}`);
    expect(found.total).toBe(1);

    await done(record, 'approve', approval());
    expect((await upload(`${url}?kind=other`, manager.headers)).json().code).toBe('decided');
    const gone = await api.inject({
      method: 'DELETE',
      url: `${url}/${documents[0].id}`,
      headers: manager.headers,
    });
    expect(gone.json().code).toBe('decided');
  });

  test('is copied to the client that was created or joined', async () => {
    const first = await inReview();
    await upload(`${path}/${first.id}/documents?kind=commercial_registry`, manager.headers);
    const approved = await done(first, 'approve', approval());
    const client = approved.resulting_client_id as { id: string };
    const twin = await inReview();
    await upload(`${path}/${twin.id}/documents?kind=representative_id`, manager.headers);
    await done(twin, 'mark_duplicate', { client_id: client.id });
    const { data } = await read(`/api/clients/${client.id}/attachments`);
    expect(data.map(({ title, kind }: { title: string; kind: string }) => [title, kind])).toEqual([
      ['Identificación del representante · Registro.pdf', 'identification'],
      ['Registro mercantil · Registro.pdf', 'other'],
    ]);
  });
});

describe('the list of the reviewers', () => {
  test('shows overdue registrations, by the setting of the company, and filters and sorts by it', async () => {
    const late = await received();
    await age(late, 25);
    const fresh = await received();
    expect(Date.parse(String(fresh.due_at)) - Date.parse(String(fresh.received_at))).toBe(24 * 3_600_000);
    expect(fresh.sla).toBe('on_time');
    const found = await read(`${path}?fields=*&f.sla=late`);
    expect(found.data.map(({ id }: AnyRecord) => id)).toEqual([late.id]);
    expect(found.data[0].sla).toBe('late');
    expect((await read(`${path}?fields=*&sort=due_at&limit=1`)).data[0].id).toBe(late.id);
    const summary = await read(`${path}/summary?group=sla`);
    expect(summary.data.groups.map(({ value }: { value: string }) => value)).toContain('late');

    const paused = await asking();
    await age(paused.record, 100);
    expect((await current(paused.record)).sla).toBe('paused');
    await post(`${links}/send`, { token: paused.token });
    expect((await current(paused.record)).sla).toBe('on_time');
  });

  test('counts clients that may be the same company, also those created later', async () => {
    const company = { legal_name: 'Panadería Quisqueyana del Cibao', trade_name: null };
    const record = await inReview(company);
    expect(record.match_count).toBe(0);
    const { headers } = await api.inject({ url: `${path}/${record.id}`, headers: manager.headers });
    const twin = await inReview(company);
    const approved = await done(twin, 'approve', approval());
    expect(approved.match_count).toBe(0);
    const seen = await current(record);
    expect(seen).toMatchObject({ match_count: 1, row_version: record.row_version });
    // No row of the registration changed, but the response differs from the cached one.
    const stale = { ...manager.headers, 'if-none-match': String(headers.etag) };
    expect((await api.inject({ url: `${path}/${record.id}`, headers: stale })).statusCode).toBe(200);
    const found = await read(`${path}?fields=*&f.match_count=1..&f.legal_name=quisqueyana`);
    expect(found.data.map(({ id }: AnyRecord) => id)).toEqual([record.id]);
  });

  test('assigns one or several to users who may review; taking over and releasing are logged', async () => {
    const [one, two] = [await received(), await inReview()];
    const refused = await act(one, 'assign', { reviewer_id: seller.id });
    expect(refused.json().errors).toEqual({
      reviewer_id: ['Esa persona no puede revisar registros. Elija a otra.'],
    });
    const bulk = await post(
      `${path}/bulk`,
      { action: 'assign', values: { reviewer_id: assistant.id }, ids: [one.id, two.id] },
      manager,
    );
    expect(bulk.json().data, bulk.body).toMatchObject({ changed: 2, blocked: [] });
    expect(await current(one)).toMatchObject({ status: 'received', reviewer_id: { id: assistant.id } });
    expect((await read('/api/mails', admin)).data[0].to).toBe(assistant.email);
    const mine = await done(await current(two), 'take_over');
    expect(mine).toMatchObject({ status: 'in_review', reviewer_id: { id: manager.id } });
    expect((await act(mine, 'take_over')).json().code).toBe('already_yours');
    const free = await done(mine, 'release');
    expect(free).toMatchObject({ status: 'received', reviewer_id: null });
    expect((await act(free, 'release')).json().code).toBe('not_assigned');
  });

  test('marks several as spam at once, which can be reverted for 30 days', async () => {
    const [one, two] = [await received(), await inReview()];
    const bulk = await post(`${path}/bulk`, { action: 'mark_spam', ids: [one.id, two.id] }, manager);
    expect(bulk.json().data, bulk.body).toMatchObject({ changed: 2 });
    const usual = await read(`${path}?fields=*&f.status=!spam&limit=100`);
    expect(usual.data.map(({ id }: AnyRecord) => id)).not.toContain(one.id);
    const back = await done(await current(one), 'not_spam');
    expect(back).toMatchObject({ status: 'received', decided_at: null, sla: 'on_time' });
    await age(two, 31 * 24);
    expect((await act(await current(two), 'not_spam')).json().code).toBe('too_late');
  });

  test('is one fast statement with 10,000 registrations', async () => {
    // As the owner of the tables, to skip logging 10,000 creations, which is not measured here.
    const owner = new pg.Client(api.testDatabase.owner);
    await owner.connect();
    await owner.query('BEGIN; ALTER TABLE client_registrations DISABLE TRIGGER USER');
    await owner.query(sql`
      INSERT INTO client_registrations (folio, origin, legal_name, country_id, tax_id_type, tax_id,
        contact_first_name, contact_last_name, contact_email, contact_phone, received_at, due_at)
      SELECT 'REG-2020-' || lpad(n::text, 6, '0'), 'event', md5(n::text), ${dominicana}::uuid, 'OTRO', n::text,
        'Ana', 'Núñez', 'ana' || n || '@carga.test', '+18095550100',
        now() - make_interval(mins => n), now() - make_interval(mins => n) + interval '24 hours'
      FROM generate_series(1, 10000) AS n`);
    await owner.query('ALTER TABLE client_registrations ENABLE TRIGGER USER; COMMIT');
    await owner.end();
    await api.database.query(sql`ANALYZE client_registrations`);
    for (const query of ['', '?f.status=!spam', '?f.sla=late', '?sort=due_at', '?f.documents=incomplete']) {
      const times: number[] = [];
      for (let run = 0; run < 4; run += 1) {
        const from = performance.now();
        const answer = await api.inject({ url: `${path}${query}`, headers: manager.headers });
        times.push(performance.now() - from);
        expect(answer.statusCode).toBe(200);
      }
      // Far above its usual time, far below that of a plan without an index.
      expect(Math.min(...times), query).toBeLessThan(250);
    }
  });
});

describe('two concurrent reviewers', () => {
  const clientsOf = async (record: AnyRecord) =>
    (
      await api.database.query(sql`
        SELECT id FROM clients WHERE country_id = ${dominicana}::uuid AND tax_id = ${String(record.tax_id)}`)
    ).length;

  test('approve the same registration: one client, one contact, one signatory', async () => {
    const record = await inReview();
    await upload(`${path}/${record.id}/documents?kind=other`, manager.headers);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        act(record, 'approve', approval(signing), index % 2 === 0 ? manager : second),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(11).fill(409)]);
    expect(await clientsOf(record)).toBe(1);
    const { resulting_client_id: client } = await current(record);
    const { id } = client as { id: string };
    for (const of of [
      `clients/${id}/attachments`,
      `contacts?f.client_id=${id}`,
      `signatories?f.client_id=${id}`,
    ])
      expect((await read(`/api/${of}`)).data, of).toHaveLength(1);
    const all = await read('/api/signatories?fields=*&q=Rosa Peralta');
    expect(all.total).toBe(1);
  });

  test('approve two registrations of one company, or one approves what the other joins: one client', async () => {
    const [one, two] = [await inReview(), await inReview()];
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE client_registrations SET tax_id = ${String(one.tax_id)}, tax_id_type = ${String(one.tax_id_type)} WHERE id = ${two.id}`,
      ),
    );
    const answers = await Promise.all([
      act(one, 'approve', approval(), manager),
      act(await current(two), 'approve', approval(), second),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await clientsOf(one)).toBe(1);

    const existing = await done(await inReview(), 'approve', approval());
    const third = await inReview();
    const raced = await Promise.all([
      act(third, 'approve', approval(), manager),
      act(
        third,
        'mark_duplicate',
        { client_id: (existing.resulting_client_id as { id: string }).id },
        second,
      ),
    ]);
    expect(raced.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { status } = await current(third);
    expect(await clientsOf(third)).toBe(status === 'approved' ? 1 : 0);
  });
});
