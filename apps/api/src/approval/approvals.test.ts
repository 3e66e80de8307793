import { seedRoles } from '@pauta/domain/admin/roles/roles.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMail } from '../mail/mail-queue.ts';
import { systemChange } from '../platform/database/database.ts';
import type { HandlerContext } from '../resource/commands/context.ts';
import { sampleBody } from '../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { contentChanged, requestApproval, requireApproved } from './approvals.ts';

type Headers = { authorization: string };

let api: TestApi;
let admin: Headers;
let seller: TestUser;
let hers: Headers;
let decider: TestUser;
let deciderHeaders: Headers;
let count = 0;

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  seller = await createUser(api, { role: 'sales_rep', full_name: 'Ana Vendedora' });
  hers = await signIn(api, seller);
  decider = await createUser(api, { role: 'finance', full_name: 'Fina Finanzas' });
  deciderHeaders = await signIn(api, decider);
});
afterAll(() => api.close());

const call = (method: 'GET' | 'POST', url: string, as: Headers, payload?: object, version?: number) =>
  api.inject({
    method,
    url,
    headers: { ...as, ...(version !== undefined && { 'if-match': `"${version}"` }) },
    ...(payload && { payload }),
  });

const makeClient = async (): Promise<AnyRecord> => {
  count += 2;
  const body = {
    ...(await sampleBody(api.database, clients, 3000 + count)),
    primary_sales_rep_id: seller.id,
    additional_sales_rep_id: null,
    credit_limit: '1000.00',
    currency_code: 'DOP',
  };
  const response = await call('POST', '/api/clients', admin, body);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const limitOf = async (client: AnyRecord): Promise<unknown> =>
  (await call('GET', `/api/clients/${client.id}`, admin)).json().data.credit_limit;

/** A client with a proposed credit limit, and its pending approval. */
const propose = async (as: Headers = hers, limit = '50000') => {
  const client = await makeClient();
  const body = { client_id: client.id, proposed_limit: limit, currency_code: 'DOP', reason: 'Paga a tiempo' };
  const made = await call('POST', '/api/credit-proposals', as, body);
  expect(made.statusCode, made.body).toBe(201);
  const proposal = made.json().data as AnyRecord;
  const row = await api.database.one<{ id: string; row_version: number }>(
    sql`SELECT id, row_version FROM approvals WHERE record_id = ${proposal.id}`,
  );
  return { client, proposal, id: row!.id, version: row!.row_version };
};
const act = (name: string, one: { id: string; version: number }, as: Headers, payload: object = {}) =>
  call('POST', `/api/approvals/${one.id}/${name}`, as, payload, one.version);
const inbox = async (as: Headers, more = ''): Promise<AnyRecord[]> =>
  (await call('GET', `/api/approvals?limit=100${more}`, as)).json().data;
const idsOf = async (as: Headers, more = ''): Promise<string[]> =>
  (await inbox(as, more)).map(({ id }) => id);
const day = async (shift = 0): Promise<string> =>
  (await api.database.one<{ day: string }>(sql`SELECT (business_date() + ${shift}::integer)::text AS day`))!
    .day;
const delegate = async (from: TestUser, to: TestUser, permissions?: readonly string[]): Promise<void> => {
  const payload = {
    to_user_id: to.id,
    starts_on: await day(),
    ends_on: await day(5),
    ...(permissions && { permissions }),
  };
  const response = await api.inject({
    method: 'POST',
    url: '/api/delegations',
    payload,
    headers: await signIn(api, from),
  });
  expect(response.statusCode, response.body).toBe(201);
};
const mailsTo = async (person: TestUser, about: string): Promise<{ subject: string; text: string }[]> => {
  const rows = await api.database.query<{ subject: string; sealed_body: Buffer }>(sql`
    SELECT subject, sealed_body FROM mails WHERE to_address = ${person.email} AND failed_at IS NULL
      AND position(${about} IN subject) > 0 ORDER BY id`);
  return rows.map(({ subject, sealed_body }) => ({
    subject,
    text: openMail(api.app.secretBox, person.email, sealed_body).text,
  }));
};

describe('the inbox', () => {
  test('is shown to those who may decide, and to the author as a request', async () => {
    const one = await propose();
    expect(await idsOf(deciderHeaders, `&f.status=pending&f.requested_by_id=!${decider.id}`)).toContain(
      one.id,
    );
    expect(await idsOf(hers)).toContain(one.id);
    expect(await idsOf(await signInAs(api, 'sales_rep'))).toEqual([]);
    expect((await call('GET', `/api/approvals/${one.id}`, await signInAs(api, 'traffic'))).statusCode).toBe(
      404,
    );
    expect((await call('GET', '/api/approvals', await signInAs(api, 'pending'))).statusCode).toBe(403);
    const shown = (await call('GET', `/api/approvals/${one.id}`, deciderHeaders)).json().data;
    expect(shown).toMatchObject({
      title: expect.stringContaining(String(one.proposal.folio)),
      effect: '49000.00',
      effect_currency: 'DOP',
      requested_by_id: { id: seller.id },
      reasons: [
        { text: 'Límite de crédito de RD$1,000.00 a RD$50,000.00.', permission: 'clients.credit_limit' },
      ],
    });
  });

  test('keeps a decided approval in sight of the others who could have decided it', async () => {
    const one = await propose();
    expect((await act('approve', one, await signInAs(api, 'general_manager'))).statusCode).toBe(200);
    const seen = await call('GET', `/api/approvals/${one.id}`, deciderHeaders);
    expect([seen.statusCode, seen.json().data?.status]).toEqual([200, 'approved']);
    const late = await act('reject', one, deciderHeaders, { reason: 'Llegó tarde' });
    expect([409, 412]).toContain(late.statusCode);
  });

  test('is counted on the home page, for the menu too', async () => {
    await propose();
    const waiting = async (as: Headers) =>
      (await call('GET', '/api/home?only=badges', as))
        .json()
        .data.find(({ name }: { name: string }) => name === 'approvals')?.total;
    const pending = (await inbox(deciderHeaders, '&f.status=pending')).length;
    expect(await waiting(deciderHeaders)).toBe(pending);
    expect(await waiting(hers)).toBeUndefined();
  });

  test('mails the users who may decide, with the effect and a link, and the author', async () => {
    const one = await propose();
    const folio = String(one.proposal.folio);
    const [asked] = await mailsTo(decider, folio);
    expect(asked?.subject).toMatch(/^Espera su aprobación: CRE-/);
    expect(asked?.text).toContain('Ana Vendedora pide su aprobación');
    expect(asked?.text).toContain('(RD$49,000.00)');
    expect(asked?.text).toContain(`/aprobaciones/${one.id}`);
    expect(await mailsTo(seller, folio)).toEqual([]);
    await act('reject', one, deciderHeaders, { reason: 'Debe tres facturas' });
    expect(await mailsTo(decider, folio)).toEqual([]);
    const [told] = await mailsTo(seller, folio);
    expect(told?.subject).toMatch(/^Rechazado: CRE-/);
    expect(told?.text).toContain('Debe tres facturas');
  });
});

describe('a decision', () => {
  test('approving in the inbox sets the proposed limit on the account', async () => {
    const one = await propose();
    const approved = await act('approve', one, deciderHeaders, { reason: 'Con garantía' });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(approved.json().data).toMatchObject({
      status: 'approved',
      decided_by_id: { id: decider.id },
      comment: 'Con garantía',
      reasons: [{ approved_by: 'Fina Finanzas' }],
    });
    expect(await limitOf(one.client)).toBe('50000.00');
    const proposal = (await call('GET', `/api/credit-proposals/${one.proposal.id}`, deciderHeaders)).json()
      .data;
    expect(proposal).toMatchObject({ status: 'approved', decision_reason: 'Con garantía' });
  });

  test('made on the proposal is also recorded in the inbox', async () => {
    const one = await propose();
    const { id, row_version } = one.proposal;
    const rejected = await call(
      'POST',
      `/api/credit-proposals/${id}/reject`,
      deciderHeaders,
      { reason: 'No conviene' },
      row_version,
    );
    expect(rejected.statusCode, rejected.body).toBe(200);
    const closed = (await call('GET', `/api/approvals/${one.id}`, deciderHeaders)).json().data;
    expect(closed).toMatchObject({ status: 'rejected', comment: 'No conviene' });
  });

  test('a rejection requires a reason', async () => {
    const one = await propose();
    for (const name of ['reject', 'return']) {
      expect((await act(name, one, deciderHeaders)).statusCode).toBe(422);
      expect((await act(name, one, deciderHeaders, { reason: '     ' })).statusCode).toBe(422);
    }
    const returned = await act('return', one, deciderHeaders, { reason: 'Corrija el monto' });
    expect(returned.json()).toMatchObject({ status: 409, code: 'not_returnable' });
    expect((await act('reject', one, deciderHeaders, { reason: 'Debe tres facturas' })).statusCode).toBe(200);
    expect(await limitOf(one.client)).toBe('1000.00');
  });

  test('can be withdrawn only by the author', async () => {
    const one = await propose();
    expect((await act('withdraw', one, deciderHeaders)).json()).toMatchObject({
      status: 403,
      code: 'not_yours',
    });
    expect((await act('withdraw', one, hers)).json().data.status).toBe('withdrawn');
    const proposal = (await call('GET', `/api/credit-proposals/${one.proposal.id}`, hers)).json().data;
    expect(proposal.status).toBe('withdrawn');
  });

  test('of two concurrent decisions one wins and the other is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const one = await propose();
      const other = await signInAs(api, 'general_manager');
      const answers = await Promise.all([
        act('approve', one, deciderHeaders),
        act('reject', one, other, { reason: 'No conviene' }),
        act('approve', one, other),
        call(
          'POST',
          `/api/credit-proposals/${one.proposal.id}/approve`,
          deciderHeaders,
          {},
          one.proposal.row_version,
        ),
      ]);
      const codes = answers.map(({ statusCode }) => statusCode);
      expect(
        codes.filter((code) => code === 200),
        String(codes),
      ).toHaveLength(1);
      for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
        expect([409, 412]).toContain(answer.statusCode);
        expect(answer.json().message).not.toBe('');
      }
      const { status } = (await call('GET', `/api/approvals/${one.id}`, admin)).json().data;
      expect(await limitOf(one.client)).toBe(status === 'approved' ? '50000.00' : '1000.00');
    }
  });

  test('a bulk decision leaves out approvals the user may not decide', async () => {
    const manager = await createUser(api, { role: 'general_manager' });
    const own = await propose(await signIn(api, manager));
    const [one, other] = [await propose(), await propose()];
    const answer = await call('POST', '/api/approvals/bulk', await signIn(api, manager), {
      action: 'approve',
      ids: [one.id, own.id, other.id],
    });
    expect(answer.json().data).toMatchObject({
      changed: 2,
      blocked: [{ id: own.id, reason: 'La pidió usted: la decide otra persona.' }],
    });
    expect(await limitOf(own.client)).toBe('1000.00');
    expect(await limitOf(other.client)).toBe('50000.00');
  });
});

describe('nobody decides their own request', () => {
  const refused = async (one: { id: string; version: number }, as: Headers) => {
    const answer = await act('approve', one, as);
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'own_request']);
  };

  test('whatever permissions they hold', async () => {
    const boss = await createUser(api, { role: 'admin' });
    const headers = await signIn(api, boss);
    await refused(await propose(headers), headers);
  });

  test('on behalf of another user', async () => {
    const author = await createUser(api, { role: 'sales_manager' });
    const absent = await createUser(api, { role: 'general_manager' });
    await delegate(absent, author);
    const headers = await signIn(api, author);
    const one = await propose(headers);
    await refused(one, headers);
    // Nor on behalf of a user they stand in for.
    await refused(one, await signIn(api, absent));
    expect((await act('approve', one, deciderHeaders)).statusCode).toBe(200);
  });

  test('through a user who stands in for them', async () => {
    const author = await createUser(api, { role: 'general_manager' });
    const substitute = await createUser(api, { role: 'general_manager', full_name: 'Con permiso propio' });
    const clerk = await createUser(api, { role: 'sales_assistant' });
    await delegate(author, clerk);
    const one = await propose(await signIn(api, author));
    await refused(one, await signIn(api, clerk));
    expect((await act('approve', one, await signIn(api, substitute))).statusCode).toBe(200);
  });

  test('by writing the row', async () => {
    const boss = await createUser(api, { role: 'admin' });
    const one = await propose(await signIn(api, boss));
    const write = (by: string) =>
      api.database.transaction(systemChange('test'), (tx) =>
        tx.query(sql`
          UPDATE approvals SET status = 'approved', decided_by_id = ${by}::uuid, decided_at = now(),
            reasons = jsonb_set(reasons, '{0,approved_by_id}', to_jsonb(${by}::text)) WHERE id = ${one.id}::uuid`),
      );
    await expect(write(boss.id)).rejects.toThrow('who may decide');
    await expect(write(seller.id)).rejects.toThrow('who may decide');
    await write(decider.id);
    const change = sql`UPDATE approvals SET status = 'rejected', comment = 'no' WHERE id = ${one.id}::uuid`;
    await expect(api.database.transaction(systemChange('test'), (tx) => tx.query(change))).rejects.toThrow(
      'does not change',
    );
  });
});

test('a substitute decides on behalf of the absent user, and the audit log records both', async () => {
  const absent = await createUser(api, { role: 'finance' });
  const substitute = await createUser(api, { role: 'traffic', full_name: 'Sol Sustituta' });
  await delegate(absent, substitute, ['clients.credit_limit']);
  const headers = await signIn(api, substitute);
  const one = await propose();
  expect(await idsOf(headers, '&f.status=pending')).toContain(one.id);
  const approved = await act('approve', one, headers);
  expect(approved.json().data).toMatchObject({
    status: 'approved',
    decided_by_id: { id: substitute.id },
    on_behalf_of_id: { id: absent.id },
  });
  const log = await api.database.one(sql`
    SELECT actor_id, on_behalf_of FROM audit_log WHERE entity = 'approvals' AND entity_id = ${one.id} AND action = 'approve'`);
  expect(log).toEqual({ actor_id: substitute.id, on_behalf_of: absent.id });
});

test('the permission of the reason decides, role by role', async () => {
  for (const { name, permissions } of seedRoles) {
    if (name === 'pending') continue;
    const one = await propose();
    const answer = await act('approve', one, await signInAs(api, name));
    const may = permissions.includes('clients.credit_limit');
    // A user who may not see it gets 404, as if it did not exist.
    expect([name, answer.statusCode]).toEqual([
      name,
      may ? 200 : permissions.includes('approvals.view_all') ? 403 : 404,
    ]);
  }
});

test('each reason is approved by users who may decide it, and the last one approves the whole', async () => {
  const one = await propose();
  const second = { code: 'hold', text: 'Crédito retenido.', amount: null, currency: null };
  await api.testDatabase.runAsSuperuser(sql`
    UPDATE approvals SET reasons = reasons || ${JSON.stringify([
      { ...second, permission: 'clients.credit_hold', approved_by_id: null, approved_by: null },
    ])}::jsonb WHERE id = ${one.id}::uuid`);
  const limits = await signInAs(api, await createRole(api, ['approvals.view_own', 'clients.credit_limit']));
  const holds = await signInAs(api, await createRole(api, ['approvals.view_own', 'clients.credit_hold']));
  const half = await act('approve', one, limits);
  expect(half.json().data).toMatchObject({
    status: 'pending',
    reasons: [{ approved_by: expect.any(String) }, { approved_by: null }],
  });
  expect(await limitOf(one.client)).toBe('1000.00');
  const version = half.json().data.row_version;
  expect((await act('approve', { ...one, version }, limits)).json().code).toBe('your_part_done');
  const whole = await act('approve', { ...one, version }, holds);
  expect(whole.json().data.status).toBe('approved');
  expect(await limitOf(one.client)).toBe('50000.00');
});

describe('the approved content', () => {
  const contextOf = async (user: TestUser, work: (context: HandlerContext) => Promise<unknown>) => {
    const actor = await api.app.sessions.authenticate(
      (await signIn(api, user)).authorization.slice('Bearer '.length),
      {} as FastifyRequest,
    );
    return api.database.transaction({ ...systemChange('test'), actorId: user.id }, (tx) =>
      work({ tx, actor: actor!, server: api.app, now: new Date(), isDry: false }),
    );
  };
  const reasons = [
    { code: 'x', text: 'Por encima del límite.', effect: null, permission: 'clients.credit_limit' },
  ] as const;
  const record = (content: unknown) => ({
    kind: 'credit_proposal' as const,
    recordId: `r-${count}`,
    content,
  });
  const ask = (content: unknown) =>
    contextOf(seller, (context) =>
      requestApproval(context, { ...record(content), title: `Prueba ${count}`, reasons }),
    );
  const isApproved = (content: unknown) =>
    api.database.transaction(systemChange('test'), (tx) => requireApproved(tx, record(content)));

  test('is requested once, and makes the approval of other content void', async () => {
    count += 1;
    await expect(isApproved({ total: '10.00' })).rejects.toMatchObject({ code: 'approval_needed' });
    const ids = await Promise.all(Array.from({ length: 8 }, () => ask({ total: '10.00' })));
    expect(new Set(ids).size).toBe(1);
    await expect(isApproved({ total: '10.00' })).rejects.toMatchObject({ code: 'approval_pending' });
    await expect(ask({ total: '11.00' })).rejects.toMatchObject({ code: 'approval_pending' });

    const change = (content: unknown) =>
      contextOf(seller, (context) => contentChanged(context, record(content)));
    expect(await change({ total: '10.00' })).toBe(false);
    expect(await change({ total: '11.00' })).toBe(true);
    const title = `Prueba ${count}`;
    for (const person of [seller, decider]) {
      expect((await mailsTo(person, title)).map(({ subject }) => subject)).toEqual([
        `Cambió y necesita otra aprobación: ${title}`,
      ]);
    }
    expect(await change({ total: '12.00' })).toBe(false);
    expect(await ask({ total: '11.00' })).not.toBe(ids[0]);
  });

  test('once approved allows exactly that content, until it changes', async () => {
    count += 1;
    const id = await ask({ total: '10.00' });
    await api.database.transaction(systemChange('test'), (tx) =>
      tx.query(sql`
        UPDATE approvals SET status = 'approved', decided_by_id = ${decider.id}::uuid, decided_at = now(),
          reasons = jsonb_set(reasons, '{0,approved_by_id}', to_jsonb(${decider.id}::text)) WHERE id = ${id}::uuid`),
    );
    await isApproved({ total: '10.00' });
    await expect(isApproved({ total: '10.01' })).rejects.toMatchObject({ code: 'approval_needed' });
    await contextOf(seller, (context) => contentChanged(context, record({ total: '10.01' })));
    await expect(isApproved({ total: '10.00' })).rejects.toMatchObject({ code: 'approval_needed' });
  });

  test('must have a reason that some user may decide', async () => {
    count += 1;
    const request = { ...record({}), title: 'Prueba' };
    await expect(
      contextOf(seller, (context) => requestApproval(context, { ...request, reasons: [] })),
    ).rejects.toThrow('needs a reason');
    await expect(
      contextOf(seller, (context) =>
        requestApproval(context, { ...request, reasons: [{ ...reasons[0], permission: 'mail.view' }] }),
      ),
    ).rejects.toThrow('not approved with');
  });
});
