import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { takeNumber } from '../../admin/settings/take-number.ts';
import { systemChange } from '../../platform/database/database.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser } from '../../testing/sign-in.ts';
import { registrationPath as path, type Staff, startRegistrationFixture } from './fixtures.ts';

const desk = await startRegistrationFixture();
const { api, staff, seller, dominicana, signing } = desk;
/** Users who record and review registrations, and who approve them. */
const { assistant, manager } = desk;
const { post, read, body, received, act, done, inReview, approval } = desk;
afterAll(() => api.close());

describe('a registration recorded by staff', () => {
  test('gets a folio, the date and its state', async () => {
    const record = await received({
      platform_ids: (await sampleBody(api.database, clientRegistrations, 2)).platform_ids,
    });
    expect(record).toMatchObject({
      status: 'received',
      origin: 'internal',
      consent: false,
      resulting_client_id: null,
    });
    expect(record.folio).toMatch(/^REG-\d{4}-\d{6}$/);
    expect(record.platform_ids).toHaveLength(2);
    expect(Math.abs(Date.parse(String(record.received_at)) - Date.now())).toBeLessThan(60_000);
    const { data } = await read(`${path}/${record.id}/history`);
    expect(data[0].changes).toContainEqual(
      expect.objectContaining({ field: 'platform_ids', before: null, after: expect.stringMatching(/, /) }),
    );
  });

  test('cannot claim to come from the web', async () => {
    const response = await post(path, await body({ origin: 'web' }), assistant);
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors)).toEqual(['origin']);
  });

  test('may have a wrong check digit, but no other format', async () => {
    const doubtful = await received({ tax_id_type: 'RNC', tax_id: '1-31-24679-7' });
    expect(doubtful.tax_id).toBe('131246797');
    const short = await post(path, await body({ tax_id_type: 'RNC', tax_id: '1234' }), assistant);
    expect(short.json().errors).toEqual({ tax_id: ['El RNC lleva 9 dígitos. Ejemplo: 1-31-24679-6.'] });
  });

  test('gets folios without gaps, also 64 concurrent ones with refused ones among them', async () => {
    const before = await received();
    const bodies = await Promise.all(Array.from({ length: 64 }, () => body()));
    // A request that waited too long for a connection gets 503 and has no effect.
    const taken = async (payload: object): Promise<Awaited<ReturnType<typeof post>>> => {
      const answer = await post(path, payload, assistant);
      return answer.statusCode === 503 ? taken(payload) : answer;
    };
    const answers = await Promise.all(
      bodies.map((one, index) => taken(index % 8 === 0 ? { ...one, contact_phone: '' } : one)),
    );
    const folios = answers
      .filter(({ statusCode }) => statusCode === 201)
      .map((answer) => answer.json().data.folio);
    expect(folios).toHaveLength(56);
    const number = (folio: unknown) => Number(String(folio).slice(-6));
    expect(folios.map(number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 56 }, (_, index) => number(before.folio) + 1 + index),
    );
  });

  test('releases the folio when its transaction fails', async () => {
    const before = await received();
    await expect(
      api.database.transaction(systemChange('test'), async (tx) => {
        await takeNumber(tx, { series: 'registration' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const after = await received();
    expect(Number(String(after.folio).slice(-6))).toBe(Number(String(before.folio).slice(-6)) + 1);
  });
});

describe('the review', () => {
  test('passes through its states, and the history shows each', async () => {
    const first = await received();
    const review = await done(first, 'start_review');
    expect(review).toMatchObject({ status: 'in_review', reviewer_id: { label: 'Gerente Comercial' } });
    const asked = await done(review, 'request_info', { reason: 'Falta el registro mercantil.' });
    expect(asked).toMatchObject({
      status: 'info_requested',
      decision_reason: 'Falta el registro mercantil.',
    });
    const again = await done(asked, 'start_review', {}, assistant);
    expect(again.reviewer_id).toMatchObject({ label: 'Asistente Comercial' });
    const rejected = await done(again, 'reject', { reason: 'No es una empresa.' });
    expect(rejected).toMatchObject({ status: 'rejected', decided_at: expect.any(String) });
    const reopened = await done(rejected, 'reopen');
    expect(reopened).toMatchObject({ status: 'in_review', decided_at: null, decision_reason: null });

    const { data } = await read(`${path}/${first.id}/history`);
    expect(data.map(({ title }: { title: string }) => title)).toEqual([
      'Registro de cliente creado',
      'Registro tomado en revisión',
      'Información solicitada',
      'Registro tomado en revisión',
      'Registro rechazado',
      'Registro reabierto',
    ]);
    expect(data[4]).toMatchObject({ reason: 'No es una empresa.', actor: { name: 'Gerente Comercial' } });
    expect(data[1].changes.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      'Cambió «Estado» de «Recibido» a «En revisión».',
      'Indicó «Revisor»: «Gerente Comercial».',
    ]);
  });

  test('refuses commands that its state does not allow, naming the state', async () => {
    const record = await received();
    const response = await act(record, 'approve', approval());
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'wrong_state',
      state: 'received',
      message:
        'No se puede: este registro de cliente está en estado «Recibido»; esta acción parte de «En revisión».',
    });
  });

  test('refuses an outdated version, and an invalid reason', async () => {
    const record = await inReview();
    const stale = await act({ ...record, row_version: 1 }, 'reject', { reason: 'Incompleto' });
    expect(stale.statusCode).toBe(412);
    expect(stale.json().current).toEqual(record);
    for (const payload of [{}, { reason: '' }, { reason: 'no' }, { reason: 'Incompleto', more: 1 }]) {
      expect((await act(record, 'reject', payload)).statusCode, JSON.stringify(payload)).toBe(422);
    }
  });

  test('names the permission that is missing', async () => {
    const record = await inReview();
    const response = await act(record, 'approve', approval(), assistant);
    expect(response.json()).toMatchObject({ status: 403, permission: 'client_registrations.approve' });
  });

  test('can reopen a rejected one for 30 days', async () => {
    const rejected = await done(await received(), 'reject', { reason: 'Fuera de plazo' });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(
        sql`UPDATE client_registrations SET decided_at = now() - interval '31 days' WHERE id = ${rejected.id}`,
      ),
    );
    const late = await act({ ...rejected, row_version: rejected.row_version + 1 }, 'reopen', {});
    expect(late.statusCode).toBe(409);
    expect(late.json().code).toBe('too_late');
  });
});

describe('the approval', () => {
  test('creates the client, its contact and every link in one transaction', async () => {
    const record = await inReview({
      comments: 'Quiere radio',
      agency_name: 'Agencia Uno',
      agency_tax_id: null,
      trade_name: null,
    });
    const input = approval(signing);
    const approved = await done(record, 'approve', input);
    expect(approved).toMatchObject({ status: 'approved', decided_at: expect.any(String) });
    const id = (approved.resulting_client_id as { id: string }).id;

    const { data: client } = await read(`/api/clients/${id}`);
    expect(client).toMatchObject({
      client_code: input.client_code,
      legal_name: record.legal_name,
      trade_name: record.legal_name,
      tax_id: record.tax_id,
      status: 'prospect',
      credit_status: 'active',
      primary_sales_rep_id: { id: seller.id },
      notes: 'Quiere radio\n\nAgencia: Agencia Uno',
    });
    const { data: contacts } = await read(`/api/contacts?fields=*&f.client_id=${id}`);
    expect(contacts).toEqual([
      expect.objectContaining({
        full_name: `${record.contact_first_name} ${record.contact_last_name}`,
        job_title: record.contact_job,
        is_main_contact: true,
        primary_email: record.contact_email,
        primary_phone: record.contact_phone,
      }),
    ]);
    const { data: signers } = await read(`/api/signatories?fields=*&f.client_id=${id}`);
    expect(signers).toEqual([
      expect.objectContaining({
        full_name: 'Rosa Peralta',
        national_id: '00113918205',
        capacity: 'legal_representative',
        is_default: true,
        email: null,
      }),
    ]);
    const { data: history } = await read(`/api/clients/${id}/history`);
    expect(history[0]).toMatchObject({ title: 'Cliente creado', actor: { name: 'Gerente Comercial' } });
    const logged = await api.database.query(sql`
      SELECT DISTINCT entity FROM audit_log WHERE request_id = (
        SELECT request_id FROM audit_log WHERE entity = 'clients' AND entity_id = ${id})`);
    // Its e-mail and telephone are part of the contact.
    expect(logged).toHaveLength(5);
  });

  test('changes nothing when it fails', async () => {
    const record = await inReview();
    const taken = await done(await inReview(), 'approve', approval({ client_code: 'TOMADO' }));
    expect(taken.status).toBe('approved');
    const made = () =>
      api.database.one(sql`
        SELECT (SELECT count(*) FROM clients), (SELECT count(*) FROM contacts) AS contacts,
          (SELECT count(*) FROM signatories) AS signatories`);
    const before = await made();
    const wrong = await act(record, 'approve', approval({ ...signing, signatory_id: '001-1391820-6' }));
    expect(wrong.json().errors).toEqual({ signatory_id: [expect.stringContaining('dígito')] });
    const response = await act(record, 'approve', approval({ ...signing, client_code: 'TOMADO' }));
    expect(response.statusCode).toBe(409);
    expect(Object.keys(response.json().errors)).toEqual(['client_code']);
    expect(await made()).toEqual(before);
    // The other client has a name like its own.
    expect((await read(`${path}/${record.id}`)).data).toEqual({ ...record, match_count: expect.any(Number) });
  });

  test('of two concurrent registrations of one company creates one client', async () => {
    const same = { tax_id_type: 'RNC', tax_id: '130123454' };
    const [a, b] = [await inReview(same), await inReview(same)];
    const answers = await Promise.all([act(a, 'approve', approval()), act(b, 'approve', approval())]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('refuses the tax id of a client and names the client', async () => {
    const same = { tax_id_type: 'RNC', tax_id: '130543216' };
    const first = await done(await inReview(same), 'approve', approval());
    const response = await act(await inReview(same), 'approve', approval());
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'duplicate', client: first.resulting_client_id });
    expect(response.json().message).toContain((first.resulting_client_id as { label: string }).label);
  });

  test('of an irregular tax id requires a reason, which is stored', async () => {
    const record = await inReview({ tax_id_type: 'RNC', tax_id: '130777773' });
    const refused = await act(record, 'approve', approval());
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().errors)).toEqual(['waiver_reason']);
    const waiver_reason = 'Consta en el padrón de la DGII.';
    const approved = await done(record, 'approve', approval({ waiver_reason }));
    expect(approved.decision_reason).toBe(waiver_reason);
    const { data } = await read(`${path}/${record.id}/history`);
    expect(data.at(-1)).toMatchObject({ title: 'Registro aprobado', reason: waiver_reason });
  });

  test('cannot be approved by the author of the registration', async () => {
    const record = await done(await received({}, manager), 'start_review');
    expect((await read(`${path}/${record.id}/checks`)).same_reviewer_blocked).toBe(true);
    const own = await act(record, 'approve', approval());
    expect(own.statusCode).toBe(409);
    expect(own.json()).toMatchObject({
      code: 'four_eyes',
      message: 'Usted creó este registro; debe aprobarlo otra persona.',
    });
    const other = await staff('general_manager', 'Gerencia General');
    expect((await read(`${path}/${record.id}/checks`, other)).same_reviewer_blocked).toBe(false);
    expect((await act(record, 'approve', approval(), other)).statusCode).toBe(200);
  });

  test('reports all missing data at once', async () => {
    const response = await act(await inReview(), 'approve', {
      client_code: 'con espacio',
      client_type_id: dominicana,
    });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors).sort()).toEqual([
      'client_category_id',
      'client_code',
      'client_type_id',
      'credit_term_id',
      'industry_id',
      'primary_sales_rep_id',
    ]);
  });

  test('cannot assign a suspended seller', async () => {
    const gone = await createUser(api, { role: 'sales_rep', status: 'suspended', full_name: 'Se Fue' });
    const response = await act(await inReview(), 'approve', approval({ primary_sales_rep_id: gone.id }));
    expect(response.json().errors).toEqual({
      primary_sales_rep_id: ['«Se Fue» ya no está disponible; elija otra opción.'],
    });
  });
});

describe('a duplicate', () => {
  test('is joined to its client, and its contact is added once', async () => {
    const first = await done(await inReview(), 'approve', approval());
    const client = first.resulting_client_id as { id: string };
    const contact = { contact_email: 'nueva@ejemplo.com' };
    for (const record of [await inReview(contact), await inReview(contact)]) {
      const marked = await done(record, 'mark_duplicate', { client_id: client.id });
      expect(marked).toMatchObject({ status: 'duplicate', resulting_client_id: client });
    }
    const { data } = await read(`/api/contacts?fields=*&f.client_id=${client.id}&sort=created_at`);
    expect(data).toHaveLength(2);
    expect(data.map((one: AnyRecord) => one.is_main_contact)).toEqual([true, false]);
  });

  test('is reported by the checks, with the client, other registrations and the probability', async () => {
    const company = {
      legal_name: 'Distribuidora Corripio del Este',
      tax_id_type: 'RNC',
      tax_id: '130888884',
    };
    const client = (await done(await inReview(company), 'approve', approval())).resulting_client_id;
    const other = await received({ ...company, legal_name: 'Distribuidora Corripio del Este, S.A.' });
    const record = await inReview({ ...company, tax_id: '130999997' });
    const checks = await read(`${path}/${record.id}/checks`);
    expect(checks).toMatchObject({
      tax_id: { status: 'invalid', message: 'El dígito verificador del RNC no coincide. Revise el número.' },
      hidden_duplicates: 0,
      sla_hours: 24,
      same_reviewer_blocked: false,
    });
    expect(checks.age_hours).toBeLessThan(1);
    const found = checks.duplicates as { client?: unknown; registration?: { id: string }; score: number }[];
    expect(found.find((one) => one.client)).toMatchObject({
      client,
      score: 1,
      reasons: [expect.stringMatching(/^Razón social parecida \(100 %\)/)],
    });
    expect(found.find((one) => one.registration?.id === other.id)?.score).toBeGreaterThan(0.6);

    const exact = await received({ ...company });
    const again = await read(`${path}/${exact.id}/checks`);
    expect(again.tax_id).toEqual({ status: 'valid', message: 'La identificación es válida.' });
    expect(again.duplicates[0]).toMatchObject({
      client,
      score: 1,
      reasons: ['Misma identificación fiscal', expect.any(String)],
    });
  });
});

describe('expected documents', () => {
  test('are counted by state, for users who may see them', async () => {
    const numbersOf = async (one: Staff): Promise<Record<string, number>> =>
      Object.fromEntries(
        (await read('/api/home', one)).data.map(({ name, total }: { name: string; total: number }) => [
          name,
          total,
        ]),
      );
    const rows = await api.database.query<{ status: string; count: number }>(sql`
      SELECT status, count(*) FROM client_registrations GROUP BY status`);
    const counted = Object.fromEntries(rows.map(({ status, count: many }) => [status, many]));
    const numbers = await numbersOf(manager);
    expect(numbers).toMatchObject({
      received_registrations: counted.received,
      registrations_awaiting_information: counted.info_requested ?? 0,
    });
    expect(numbers.reviewing_registrations).toBeGreaterThan(0);
    expect(numbers.pending_users).toBeUndefined();
    expect(Object.keys(await numbersOf(seller))).not.toContain('received_registrations');
    const boss = await staff('admin', 'Administradora');
    expect((await numbersOf(boss)).pending_users).toBe(0);
    await createUser(api, { status: 'pending' });
    expect((await numbersOf(boss)).pending_users).toBe(1);
  });
});
