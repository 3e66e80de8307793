import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importer } from '../../import-export/fixtures.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;

let api: TestApi;
let admin: Headers;
let ana: TestUser & { headers: Headers };
let first: AnyRecord;
let second: AnyRecord;
let agency: AnyRecord;
let count = 0;

const post = async (url: string, payload: object = {}, headers: Headers = admin) =>
  api.inject({ method: 'POST', url: `/api/${url}`, payload, headers });
const get = async (url: string, headers: Headers = admin) =>
  (await api.inject({ url: `/api/${url}`, headers })).json();
const account = async (resource: Resource, values: object = {}): Promise<AnyRecord> => {
  count += 1;
  const response = await post(resource.path, {
    ...(await sampleBody(api.database, resource, 2 * count)),
    ...values,
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const person = (values: object = {}, headers: Headers = admin) => {
  count += 1;
  return post('contacts', { first_name: 'Ana', last_name: `Prueba ${count}`, ...values }, headers);
};
const made = async (values: object = {}): Promise<AnyRecord> => {
  const response = await person(values);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const act = (record: AnyRecord, action: string, payload: object = {}, headers: Headers = admin) =>
  api.inject({
    method: 'POST',
    url: `/api/contacts/${record.id}/${action}`,
    payload,
    headers: { ...headers, 'if-match': `"${record.row_version}"` },
  });
const patch = (record: AnyRecord, payload: object, headers: Headers = admin) =>
  api.inject({
    method: 'PATCH',
    url: `/api/contacts/${record.id}`,
    payload,
    headers: { ...headers, 'if-match': `"${record.row_version}"` },
  });
const companies = async (record: AnyRecord) => (await get(`contacts/${record.id}/affiliations`)).data;
/** The company's current day, or a day this many days earlier. */
const day = (ago = 0): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santo_Domingo' }).format(
    Date.now() - ago * 86_400_000,
  );

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  const user = await createUser(api, { role: 'sales_rep', full_name: 'Ana Peñaló' });
  ana = { ...user, headers: await signIn(api, user) };
  first = await account(clients, { primary_sales_rep_id: ana.id });
  second = await account(clients);
  agency = await account(agencies);
});
afterAll(() => api.close());

describe('telephones and e-mails', () => {
  const mobile = { kind: 'mobile', number: '+1 809 555 0101' };

  test('are saved with the contact: one is the main one, and the list shows it', async () => {
    const record = await made({
      phones: [mobile, { kind: 'office', number: '+18095550102', extension: '3' }],
      emails: [{ email: 'Uno@Ejemplo.com' }, { email: 'dos@ejemplo.com', is_primary: true, bounced: true }],
    });
    expect(record).toMatchObject({
      phones: [
        { number: '+18095550101', is_primary: true },
        { number: '+18095550102', is_primary: false },
      ],
      primary_phone: '+18095550101',
      primary_email: 'dos@ejemplo.com',
      email_bounced: true,
    });
    const moved = await patch(record, {
      phones: [
        { ...mobile, is_primary: false },
        { kind: 'office', number: '+18095550102', extension: '3', is_primary: true },
      ],
    });
    expect(moved.json().data).toMatchObject({ primary_phone: '+18095550102', row_version: 2 });
    const { data: found } = await get('contacts?q=809%20555%200102&f.email_bounced=true');
    expect(found.map(({ id }: AnyRecord) => id)).toEqual([record.id]);
    const { data: history } = await get(`contacts/${record.id}/history`);
    expect(JSON.stringify(history.at(-1))).toContain('Oficina +1 809 555 0102 ext. 3 (principal)');
  });

  test.each([
    [{ phones: [{ kind: 'mobile', number: '809 555' }] }, 'phones'],
    [{ phones: [{ kind: 'mobile', number: '+1 809 555 01' }] }, 'phones'],
    [{ phones: [{ kind: 'extension', number: '+18095550101' }] }, 'phones'],
    [{ phones: [mobile, mobile] }, 'phones'],
    [
      {
        phones: [
          { ...mobile, is_primary: true },
          { kind: 'home', number: '+18095550109', is_primary: true },
        ],
      },
      'phones',
    ],
    [{ emails: [{ email: 'a@ejemplo.com' }, { email: 'A@ejemplo.com' }] }, 'emails'],
    [{ is_main_contact: true }, 'is_main_contact'],
    [{ company_since: '2999-01-01' }, null],
  ])('%j is refused at its field', async (values, field) => {
    const response = await person({ ...(field === null && { client_id: first.id }), ...values });
    expect(response.statusCode, response.body).toBeGreaterThanOrEqual(409);
    expect(response.statusCode).toBeLessThanOrEqual(422);
    expect(Object.keys(response.json().errors)).toEqual([field ?? 'company_since']);
  });

  test('the database refuses two main ones, or none', async () => {
    const record = await made();
    const write = (phones: object[]) =>
      api.database.query(
        sql`UPDATE contacts SET phones = ${JSON.stringify(phones)}::jsonb WHERE id = ${record.id}`,
      );
    const [a, b] = [
      { kind: 'home', number: '+18095550101', is_primary: true },
      { kind: 'home', number: '+18095550102', is_primary: true },
    ];
    await expect(write([a, b])).rejects.toThrow(/contact_phones_one_primary/);
    await expect(write([{ ...a, is_primary: false }])).rejects.toThrow(/contact_phones_one_primary/);
    await expect(write([a, { ...a, is_primary: false }])).rejects.toThrow(/contact_phones_once/);
    for (const wrong of [
      { number: '809 555 0101' },
      { number: undefined },
      { kind: 'pigeon' },
      { extension: 'x' },
    ])
      await expect(write([{ ...a, ...wrong }])).rejects.toThrow(/contact_phones_valid/);
    await expect(write([])).resolves.toEqual([]);
  });

  test('another contact with the number is named, unless the reader may not see it', async () => {
    const number = '+18295550177';
    const mine = await made({ client_id: first.id, phones: [{ kind: 'mobile', number }] });
    await made({ client_id: second.id, phones: [{ kind: 'mobile', number }] });
    const seen = (await post('contacts/phone-owners', { numbers: [number] }, ana.headers)).json();
    expect(seen.data).toEqual([
      { number, contacts: [{ id: mine.id, label: mine.full_name, code: null }], hidden: 1 },
    ]);
  });
});

describe('companies over time', () => {
  test('a change of company ends one affiliation, starts the next, and is logged with its reason', async () => {
    const record = await made({
      client_id: first.id,
      role: 'billing',
      company_since: day(100),
      is_main_contact: true,
    });
    const moved = await act(record, 'move', {
      agency_id: agency.id,
      role: 'commercial',
      date: day(10),
      reason: 'Lo contrató la agencia',
    });
    expect(moved.statusCode, moved.body).toBe(200);
    expect(moved.json().data).toMatchObject({
      client_id: null,
      agency_id: { id: agency.id },
      company_since: day(10),
      is_main_contact: false,
    });
    expect(await companies(record)).toEqual([
      expect.objectContaining({ is_primary: true, role: 'commercial', from: day(10), until: null }),
      expect.objectContaining({
        role: 'billing',
        from: day(100),
        until: day(11),
        client: expect.objectContaining({ id: first.id }),
      }),
    ]);
    const { data: history } = await get(`contacts/${record.id}/history`);
    expect(history.at(-1)).toMatchObject({ title: 'Cambio de empresa registrado' });
    expect(JSON.stringify(history.at(-1))).toContain('Lo contrató la agencia');
    for (const [input, field] of [
      [{ client_id: first.id, agency_id: agency.id, role: 'billing', date: day() }, 'client_id'],
      [{ role: 'billing', date: day() }, 'client_id'],
      [{ client_id: first.id, role: 'billing', date: day(50) }, 'date'],
      [{ client_id: first.id, role: 'billing', date: '2999-01-01' }, 'company_since'],
    ] as const) {
      const refused = await act(moved.json().data, 'move', input);
      expect([409, 422], refused.body).toContain(refused.statusCode);
      expect(Object.keys(refused.json().errors)).toEqual([field]);
    }
  });

  test('twenty concurrent changes of company create one affiliation', async () => {
    const record = await made({ client_id: first.id, company_since: day(100) });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        act(record, 'move', {
          ...(index % 2 ? { client_id: second.id } : { agency_id: agency.id }),
          role: 'creative',
          date: day(index),
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(412)]);
    const rows = await companies(record);
    expect(rows).toHaveLength(2);
    expect(rows.filter(({ until }: { until: string | null }) => until === null)).toHaveLength(1);
  });

  test('saving another company is a change of company too, and undoing it restores the former one', async () => {
    const record = await made({ client_id: first.id, company_since: day(30) });
    const before = await companies(record);
    const saved = await patch(record, { client_id: second.id });
    expect(saved.statusCode, saved.body).toBe(200);
    expect((await companies(record)).map(({ from, until }: AnyRecord) => [from, until])).toEqual([
      [day(), null],
      [day(30), day(1)],
    ]);
    const undone = await post(`undo/${saved.headers['x-request-id']}`);
    expect(undone.json().data, undone.body).toMatchObject({ undone: 1, blocked: [] });
    expect(await companies(record)).toEqual(before);
  });

  test('a second company is added and ended in addition to the first, which can only be changed through its contact', async () => {
    const record = await made({ client_id: first.id, company_since: day(30) });
    const url = `contacts/${record.id}/affiliations`;
    const added = await post(url, { agency_id: agency.id, role: 'billing', from: day(20) });
    expect(added.statusCode, added.body).toBe(201);
    const [main, other] = added.json().data;
    expect(main).toMatchObject({ is_primary: true });
    const again = await post(url, { agency_id: agency.id, role: 'billing', from: day(5) });
    expect(again.statusCode, again.body).toBe(409);
    expect((await post(`${url}/${main.id}/end`, { until: day() })).statusCode).toBe(409);
    expect((await post(`${url}/${other.id}/end`, { until: day(25) })).statusCode).toBe(422);
    const ended = await post(`${url}/${other.id}/end`, { until: day(2) });
    expect(ended.json().data[1]).toMatchObject({ from: day(20), until: day(2) });
    await expect(
      api.database.query(
        sql`UPDATE contact_affiliations SET valid = daterange('2020-01-01', NULL) WHERE id = ${main.id}`,
      ),
    ).rejects.toThrow(/contact_affiliations_by_contact|first company/);
  });

  test('after any changes, the contact has the company of its open affiliation and no two overlap', async () => {
    const targets = () => [
      { client_id: first.id, agency_id: null },
      { client_id: second.id, agency_id: null },
      { client_id: null, agency_id: agency.id },
      { client_id: null, agency_id: null },
    ];
    const step = fc.record({
      target: fc.integer({ min: 0, max: 3 }),
      role: fc.constantFrom('billing', 'commercial'),
      ago: fc.option(fc.integer({ min: -2, max: 60 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        let record = await made({ client_id: first.id, company_since: day(40) });
        for (const { target, role, ago } of steps) {
          const response = await patch(record, {
            ...targets()[target],
            role,
            ...(ago !== null && { company_since: day(ago) }),
          });
          expect(response.statusCode, response.body).toBeLessThan(500);
          if (response.statusCode === 200) record = response.json().data;
        }
        const rows = (await companies(record)) as {
          from: string;
          until: string | null;
          is_primary: boolean;
          role: string;
          client: AnyRecord | null;
          agency: AnyRecord | null;
        }[];
        const open = rows.filter(({ until }) => until === null);
        const has = record.client_id ?? record.agency_id;
        expect(open).toHaveLength(has ? 1 : 0);
        if (has) {
          expect(open[0]).toMatchObject({ is_primary: true, role: record.role, from: record.company_since });
          expect((open[0]?.client ?? open[0]?.agency)?.id).toBe((has as { id: string }).id);
        }
        const past = [...rows].sort((a, b) => (a.from < b.from ? -1 : 1));
        for (const [index, row] of past.entries()) {
          expect(row.until === null || row.until >= row.from).toBe(true);
          const next = past[index + 1];
          if (next) expect(row.until !== null && row.until < next.from).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('a company has exactly one main contact at any time', async () => {
    const client = await account(clients);
    const people = await Promise.all([1, 2, 3].map(() => made({ client_id: client.id })));
    await Promise.all(people.map((one) => patch(one, { is_main_contact: true })));
    const { data } = await get(`contacts?f.client_id=${client.id}&f.is_main_contact=true`);
    expect(data).toHaveLength(1);
  });
});

describe('visibility and permissions', () => {
  test('a seller works only with the contacts of their accounts', async () => {
    const mine = await made({ client_id: first.id });
    const other = await made({ client_id: second.id });
    const { data } = await get('contacts?limit=100', ana.headers);
    const ids = data.map(({ id }: AnyRecord) => id);
    expect(ids).toContain(mine.id);
    expect(ids).not.toContain(other.id);
    for (const url of [`contacts/${other.id}`, `contacts/${other.id}/affiliations`]) {
      expect((await api.inject({ url: `/api/${url}`, headers: ana.headers })).statusCode).toBe(404);
    }
    const affiliate = await post(
      `contacts/${other.id}/affiliations`,
      { client_id: first.id, role: 'billing', from: day() },
      ana.headers,
    );
    expect(affiliate.statusCode).toBe(404);
    expect((await patch(mine, { notes: 'Suyo' }, ana.headers)).statusCode).toBe(200);
    expect((await person({ client_id: first.id }, ana.headers)).statusCode).toBe(201);
    // A user cannot create a contact they would not see: without a company, or of a client of somebody else.
    expect((await person({}, ana.headers)).json().errors).toHaveProperty('client_id');
    expect((await person({ client_id: second.id }, ana.headers)).json().errors).toHaveProperty('client_id');
  });

  test('consent is dated by the server and withdrawn with a reason, also for inactive contacts', async () => {
    const record = await made({ consent_marketing: true, consent_changed_at: undefined });
    expect(record.consent_changed_at).toEqual(expect.any(String));
    expect((await act(record, 'withdraw_consent')).statusCode).toBe(422);
    const inactive = (await act(record, 'deactivate')).json().data;
    const withdrawn = await act(inactive, 'withdraw_consent', { reason: 'Por teléfono' });
    expect(withdrawn.json().data).toMatchObject({ consent_marketing: false, status: 'inactive' });
    expect(withdrawn.json().data.consent_changed_at > String(record.consent_changed_at)).toBe(true);
    expect((await act(withdrawn.json().data, 'withdraw_consent', { reason: 'x' })).statusCode).toBe(409);
  });

  test('several are moved and tagged at once', async () => {
    const people = await Promise.all([1, 2].map(() => made({ client_id: first.id, company_since: day(9) })));
    const ids = people.map(({ id }) => id);
    const moved = await post('contacts/bulk', {
      ids,
      action: 'move',
      values: { client_id: second.id, role: 'purchasing', date: day(1) },
    });
    expect(moved.statusCode, moved.body).toBe(200);
    const { data } = await get(`contacts?f.client_id=${second.id}&f.role=purchasing`);
    expect(data.map(({ id }: AnyRecord) => id).sort()).toEqual([...ids].sort());
  });
});

describe('a mailing list', () => {
  const mailing = async (resource: string, body: object, by?: Record<string, string>) =>
    post(`${resource}/export`, { format: 'mailing', ...body }, by);
  const addressed = (email: string, more: object = {}) =>
    made({ client_id: first.id, consent_marketing: true, emails: [{ email }], ...more });

  test('contains only contacts with consent and a deliverable address, and is logged', async () => {
    const yes = await addressed('acepta@ejemplo.com');
    const others = await Promise.all([
      addressed('sin-permiso@ejemplo.com', { consent_marketing: false }),
      addressed('rebota@ejemplo.com', { emails: [{ email: 'rebota@ejemplo.com', bounced: true }] }),
      made({ client_id: first.id, consent_marketing: true, emails: [] }),
      addressed('inactivo@ejemplo.com').then(async (one) => (await act(one, 'deactivate')).json().data),
    ]);
    const ids = [yes, ...others].map(({ id }) => id);
    const file = await mailing('contacts', { ids });
    expect(file.statusCode, file.body).toBe(200);
    expect(file.headers['x-row-count']).toBe('1');
    const [head, ...rows] = file.body.trim().split(/\r?\n/);
    expect(head).toContain('Correo principal');
    expect(rows).toEqual([expect.stringContaining('acepta@ejemplo.com')]);
    expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('Lista de envío');
    const logged = await api.database.one<{ after: object }>(sql`
      SELECT after FROM audit_log WHERE entity = 'contacts' AND action = 'export' ORDER BY id DESC LIMIT 1`);
    expect(logged?.after).toMatchObject({ format: 'mailing', rows: 1 });
    const nobody = await mailing('contacts', { ids: others.map(({ id }) => id) });
    expect(nobody.json().errors.format[0]).toContain('publicidad');
    expect((await mailing('clients', {})).statusCode).toBe(422);
  });

  test('each address occurs once, regardless of its owner and notation', async () => {
    const one = await addressed('comun@ejemplo.com', { first_name: 'Primera' });
    const same = await Promise.all([
      addressed('Comun@Ejemplo.com', { first_name: 'Segunda' }),
      addressed('comun@ejemplo.com', { client_id: (await account(clients)).id }),
    ]);
    const other = await addressed('propio@ejemplo.com');
    const file = await mailing('contacts', { ids: [one, ...same, other].map(({ id }) => id) });
    expect(file.headers).toMatchObject({ 'x-row-count': '2', 'x-people-count': '4' });
    const [, ...rows] = file.body.trim().split(/\r?\n/);
    expect(rows.filter((row) => row.includes('comun@ejemplo.com'))).toEqual([
      expect.stringMatching(/^Primera/),
    ]);
    expect(rows).toHaveLength(2);
  });

  test('of a target list contains the contacts of its clients, with the permission to export contacts', async () => {
    const client = await account(clients);
    await addressed('de-la-lista@ejemplo.com', { client_id: client.id });
    const list = (
      await post('target-lists', {
        name: 'Correo de temporada',
        purpose: 'season',
        period: { from: '2026-01-01', to: null },
        owner_id: ana.id,
        kind: 'static',
        currency_code: 'DOP',
      })
    ).json().data;
    await post(`target-lists/${list.id}/accounts`, { ids: [client.id] });
    const query = `f.target_list_id=${list.id}`;
    const file = await mailing('target-list-members', { query });
    expect(file.statusCode, file.body).toBe(200);
    expect(file.body.trim().split(/\r?\n/)).toHaveLength(2);
    expect(file.body).toContain('de-la-lista@ejemplo.com');
    const lists = await createRole(api, ['target_lists.view_all', 'target_lists.export']);
    const refused = await mailing('target-list-members', { query }, await signInAs(api, lists));
    expect(refused.json()).toMatchObject({ status: 403, permission: 'contacts.export' });
  });
});

describe('vCards', () => {
  test('are exported and imported: as new contacts, unchanged, and matched by e-mail', async () => {
    const known = await made({
      first_name: 'Rosa',
      last_name: 'Núñez; Díaz',
      client_id: first.id,
      phones: [{ kind: 'mobile', number: '+18095550199' }],
      emails: [{ email: 'rosa.nunez@ejemplo.com' }],
    });
    const exported = await post('contacts/export', { ids: [known.id], format: 'vcf' });
    expect(exported.headers['content-type']).toBe('text/vcard; charset=utf-8');
    expect(exported.body).toContain('N:Núñez\\; Díaz;Rosa;;;');
    const newer = await post('contacts/export', { ids: [known.id], format: 'vcf', vcard: '4.0' });
    expect(newer.body).toContain('VERSION:4.0');
    expect((await post('clients/export', { format: 'vcf' })).statusCode).toBe(422);

    const client = importer(api, admin);
    const book = [
      exported.body.replace('+18095550199', '+18295550188'),
      'BEGIN:VCARD\nVERSION:4.0\nFN:Nuevo Del Todo\nEMAIL:nuevo.deltodo@ejemplo.com\nEND:VCARD\n',
      `BEGIN:VCARD\nVERSION:3.0\nN:Núñez\\; Díaz;Rosa;;;\nFN:Rosa\nEND:VCARD\n`,
      'BEGIN:VCARD\nVERSION:3.0\nFN:Rota\nTEL;CELL:809\nEND:VCARD\n',
    ].join('');
    const job = await client.start('contacts', book, 'libreta.vcf');
    expect(job).toMatchObject({ rows: 4, key: 'primary_email' });
    const checked = await client.check(job.id);
    expect(checked.counts).toMatchObject({ new: 1, update: 1, duplicate: 1, error: 1 });
    const done = await client.commit(job.id);
    expect(done.outcomes, JSON.stringify(done)).toMatchObject({ created: 1, updated: 1 });
    expect((await get(`contacts/${known.id}`)).data).toMatchObject({
      primary_phone: '+18295550188',
      client_id: { id: first.id },
    });
    expect((await client.upload('clients', book, 'libreta.vcf')).json().message).toMatch(/Contactos/);
  });
});
