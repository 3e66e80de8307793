import { agencies } from '@pauta/domain/crm/agencies/agency.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { contacts } from '@pauta/domain/crm/contacts/contact.ts';
import { mergings } from '@pauta/domain/crm/merging/merging.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { systemChange } from '../../platform/database/database.ts';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startRecordFixture } from '../record-fixtures.ts';

const { api, admin, post, made, read, undo, direct, plain } = await startRecordFixture();
const owner = (await createUser(api, { role: 'sales_rep' })).id;
afterAll(() => api.close());

const merge = (
  resource: Resource,
  from: AnyRecord,
  into: AnyRecord,
  choice: { take?: string[]; unite?: string[] } = {},
  headers = admin,
) =>
  post(
    `${resource.path}/${from.id}/merge`,
    { into: into.id, into_version: into.row_version, ...choice },
    { 'if-match': `"${from.row_version}"` },
    headers,
  );
const rowsOf = (...ids: string[]) =>
  api.database.query<{ what: string }>(sql`
    SELECT 'affiliation' AS what, id, to_jsonb(a) - '{row_version,updated_at,updated_by,created_by}'::text[] AS row FROM contact_affiliations a
      WHERE contact_id = ANY(${ids}::uuid[]) OR agency_id = ANY(${ids}::uuid[])
    UNION ALL SELECT 'letter', id, to_jsonb(l) - '{row_version,updated_at,updated_by,search_text}'::text[] FROM client_agencies l WHERE agency_id = ANY(${ids}::uuid[])
    UNION ALL SELECT 'signatory', id, jsonb_build_object('agency', agency_id) FROM signatories WHERE agency_id = ANY(${ids}::uuid[])
    UNION ALL SELECT 'activity', id, jsonb_build_object('agency', agency_id, 'contact', contact_id, 'at', closed_at) FROM activities
      WHERE agency_id = ANY(${ids}::uuid[]) OR contact_id = ANY(${ids}::uuid[])
    ORDER BY 1, 2`);
/** Finished so long ago that it can no longer be changed, except for its owner. */
const attended = (about: { agency?: string; contact?: string }, days: number) =>
  direct(sql`
    INSERT INTO activities (subject, agency_id, contact_id, assigned_to_id, starts_at, status, contact_result_id, closed_at)
    SELECT 'Llamada', ${about.agency ?? null}, ${about.contact ?? null}, ${owner}, now(), 'done', id, date_trunc('day', now()) - ${days} * interval '1 day'
    FROM contact_results WHERE closes LIMIT 1 RETURNING id`);

describe('the merge of agencies', () => {
  test('moves letters, contacts, signatories and activities, is found by the old code, and can be undone', async () => {
    const client = await made(clients);
    const into = await made(agencies, { trade_name: 'Medios Yaque', notes: null, tags: ['ltv'] });
    const from = await made(agencies, {
      trade_name: 'Medios Yaque SRL',
      notes: 'Paga bien',
      tags: ['radio'],
    });
    const [file] = await direct(sql`
      INSERT INTO files (path, name, mime, bytes, sha256)
      VALUES ('documents/00/agencia.pdf', 'carta.pdf', 'application/pdf', 1, sha256('a')) RETURNING id`);
    await direct(sql`
      INSERT INTO client_agencies (folio, client_id, agency_id, authorization_letter, valid, is_default)
      VALUES ('CAR-2026-800001', ${client.id}, ${from.id}, ${file?.id}, '[2026-01-01,)', true)`);
    await direct(sql`
      INSERT INTO signatories (agency_id, full_name, country_id, national_id, job_position_id, capacity, valid)
      SELECT ${from.id}, 'Ana Peña', ${(from.country_id as { id: string }).id}, '00113918205', id, 'manager', '[2026-01-01,)'
      FROM job_positions LIMIT 1`);
    const person = await made(contacts, { client_id: null, agency_id: from.id, is_main_contact: true });
    await made(contacts, { client_id: null, agency_id: into.id, is_main_contact: true });
    await attended({ agency: from.id }, 9);
    const before = await rowsOf(from.id, into.id);
    const preview = await api.inject({ url: `/api/agencies/${from.id}/merge`, headers: admin });
    expect(preview.json().data).toEqual(
      expect.arrayContaining([
        { label: 'Cartas de autorización', count: 1 },
        { label: 'Firmantes', count: 1 },
        { label: 'Actividades', count: 1 },
      ]),
    );
    const served = await read(clients, client.id);
    expect(served.default_agency_id).toMatchObject({ id: from.id });

    const merged = await merge(agencies, from, into, {
      take: ['agency_code', 'notes', 'tax_id'],
      unite: ['tags'],
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(merged.json().merged).toMatchObject({ id: from.id, code: from.agency_code });
    expect(merged.json().data).toMatchObject({
      agency_code: from.agency_code,
      // Fields that are meaningful only together are chosen together.
      tax_id: from.tax_id,
      country_id: from.country_id,
      notes: 'Paga bien',
      tags: ['ltv', 'radio'],
    });
    const gone = await read(agencies, from.id);
    expect(gone).toMatchObject({ archived_at: expect.any(String), merged_into_id: { id: into.id } });
    expect(await read(agencies, into.id)).toMatchObject({ active_clients: 1 });
    expect((await read(clients, client.id)).default_agency_id).toMatchObject({ id: into.id });
    expect(await read(contacts, person.id)).toMatchObject({
      agency_id: { id: into.id },
      is_main_contact: false,
    });
    const found = await api.inject({
      url: `/api/agencies?fields=*&q=${String(into.agency_code)}`,
      headers: admin,
    });
    expect(found.json().data.map(({ id }: AnyRecord) => id)).toContain(into.id);
    const restored = await api.inject({
      method: 'POST',
      url: `/api/agencies/${from.id}/restore`,
      headers: { ...admin, 'if-match': `"${gone.row_version}"` },
    });
    expect(restored.json().message).toContain('se fusionó con otra');

    expect((await undo(merged)).blocked).toEqual([]);
    expect(await rowsOf(from.id, into.id)).toEqual(before);
    expect(plain(await read(agencies, from.id))).toMatchObject({ ...plain(from), active_clients: 1 });
    expect(plain(await read(agencies, into.id))).toEqual(plain(into));
    expect((await read(clients, client.id)).default_agency_id).toMatchObject({ id: from.id });
  });

  test('is refused while both have a letter of the same client, and changes nothing', async () => {
    const client = await made(clients);
    const [into, from] = [await made(agencies), await made(agencies)];
    const [file] = await direct(sql`SELECT id FROM files LIMIT 1`);
    for (const [place, agency] of [from, into].entries()) {
      await direct(sql`
        INSERT INTO client_agencies (folio, client_id, agency_id, authorization_letter, valid)
        VALUES (${`CAR-2026-80001${place}`}, ${client.id}, ${agency.id}, ${file?.id}, '[2026-01-01,)')`);
    }
    const [a, b] = [await read(agencies, from.id), await read(agencies, into.id)];
    const refused = await merge(agencies, a, b);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toContain('Cartas de autorización');
    expect(await read(agencies, from.id)).toEqual(a);
  });
});

describe('the merge of contacts', () => {
  test('keeps the numbers of both, the chosen values and every company, and can be undone', async () => {
    const [first, second] = [await made(clients), await made(clients)];
    const phone = (number: string, is_primary = true) => ({ kind: 'mobile', number, is_primary });
    const into = await made(contacts, {
      first_name: 'Rosa',
      client_id: first.id,
      role: 'billing',
      company_since: '2025-03-01',
      is_main_contact: true,
      phones: [phone('+18095550101')],
      emails: [{ email: 'rosa@uno.com', is_primary: true }],
      tags: ['feria'],
      consent_marketing: false,
    });
    const from = await made(contacts, {
      first_name: 'Rosa M.',
      client_id: second.id,
      role: 'decision',
      company_since: '2025-06-01',
      is_main_contact: true,
      phones: [phone('+18095550102'), phone('+18095550101', false)],
      emails: [{ email: 'rosa@dos.com', is_primary: true }],
      tags: ['vip', 'feria'],
      consent_marketing: true,
    });
    await attended({ contact: into.id }, 30);
    await attended({ contact: from.id }, 5);
    const latest = (await read(contacts, from.id)).last_activity_at;
    const [a, b] = [await read(contacts, from.id), await read(contacts, into.id)];
    expect(Date.parse(String(latest))).toBeGreaterThan(Date.parse(String(b.last_activity_at)));
    const before = await rowsOf(from.id, into.id);

    const merged = await merge(contacts, a, b, {
      take: ['client_id', 'consent_marketing'],
      unite: ['phones', 'emails', 'tags'],
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(merged.json().data).toMatchObject({
      first_name: 'Rosa',
      client_id: { id: second.id },
      role: 'decision',
      company_since: '2025-06-01',
      is_main_contact: true,
      phones: [
        { number: '+18095550101', is_primary: true },
        { number: '+18095550102', is_primary: false },
      ],
      emails: [
        { email: 'rosa@uno.com', is_primary: true },
        { email: 'rosa@dos.com', is_primary: false },
      ],
      tags: ['feria', 'vip'],
      consent_marketing: true,
      consent_changed_at: from.consent_changed_at,
      last_activity_at: latest,
    });
    const companies = await api.inject({ url: `/api/contacts/${into.id}/affiliations`, headers: admin });
    expect(companies.json().data).toEqual([
      expect.objectContaining({
        client: expect.objectContaining({ id: second.id }),
        is_primary: true,
        until: null,
      }),
      expect.objectContaining({
        client: expect.objectContaining({ id: first.id }),
        is_primary: false,
        until: null,
      }),
    ]);
    expect(await read(contacts, from.id)).toMatchObject({
      merged_into_id: { id: into.id },
      last_activity_at: null,
    });
    const sorted = await api.inject({
      url: '/api/contacts?fields=*&sort=-last_activity_at&f.last_activity_at=2020-01-01..2099-12-31&limit=5',
      headers: admin,
    });
    expect(sorted.json().data.map(({ id }: AnyRecord) => id)).toEqual([into.id]);

    expect((await undo(merged)).blocked).toEqual([]);
    expect(await rowsOf(from.id, into.id)).toEqual(before);
    expect(plain(await read(contacts, from.id))).toEqual(plain(a));
    expect(plain(await read(contacts, into.id))).toEqual(plain(b));
  });

  test('for any companies of both contacts, the open main one stays, no two overlap, and all can be undone', async () => {
    const companies = [(await made(clients)).id, (await made(clients)).id];
    const span = fc.record({
      company: fc.constantFrom(0, 1),
      role: fc.constantFrom('billing', 'commercial'),
      months: fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 6 })),
      first: fc.boolean(),
    });
    const person = async (
      { company, since, role }: { company: number; since: number; role: string },
      past: readonly { company: number; role: string; months: [number, number]; first: boolean }[],
    ): Promise<AnyRecord> => {
      const month = (at: number) => `2025-${String(at + 1).padStart(2, '0')}-01`;
      const id = await api.database.transaction(systemChange('test'), async (tx) => {
        await tx.query(sql`SELECT set_config('pauta.merging', 'on', true)`);
        const [{ id } = { id: '' }] = await tx.query<{ id: string }>(sql`
          INSERT INTO contacts (first_name, last_name, client_id, role, company_since)
          VALUES ('Ana', 'Paz', ${companies[company]}, ${role}, ${month(since)}) RETURNING id`);
        await tx.query(sql`
          INSERT INTO contact_affiliations (contact_id, client_id, role, is_primary, valid)
          VALUES (${id}, ${companies[company]}, ${role}, true, daterange(${month(since)}::date, NULL))`);
        for (const { company: at, role: as, months, first } of past) {
          // Rolls back what the database refuses.
          await tx.query(sql`SAVEPOINT one`);
          await tx
            .query(sql`
              INSERT INTO contact_affiliations (contact_id, client_id, role, is_primary, valid)
              VALUES (${id}, ${companies[at]}, ${as}, ${first}, daterange(${month(months[0])}::date, ${month(Math.min(11, months[0] + months[1]))}::date))`)
            .catch(() => tx.query(sql`ROLLBACK TO SAVEPOINT one`));
        }
        return id;
      });
      return read(contacts, id);
    };
    const history = fc.record({
      present: fc.record({
        company: fc.constantFrom(0, 1),
        since: fc.integer({ min: 0, max: 11 }),
        role: fc.constantFrom('billing', 'commercial'),
      }),
      past: fc.array(span, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(history, history, fc.boolean(), async (one, two, takes) => {
        const [from, into] = [await person(one.present, one.past), await person(two.present, two.past)];
        const before = await rowsOf(from.id, into.id);
        const merged = await merge(contacts, from, into, { take: takes ? ['client_id'] : [] });
        expect(merged.statusCode, merged.body).toBe(200);
        const record = merged.json().data;
        const rows = (
          await api.inject({ url: `/api/contacts/${into.id}/affiliations`, headers: admin })
        ).json().data as {
          from: string;
          until: string | null;
          is_primary: boolean;
          role: string;
          client: AnyRecord;
        }[];
        const open = rows.filter(({ until, is_primary }) => until === null && is_primary);
        expect(open).toEqual([
          expect.objectContaining({
            role: record.role,
            from: record.company_since,
            client: expect.objectContaining({ id: record.client_id.id }),
          }),
        ]);
        expect((await rowsOf(from.id)).filter(({ what }) => what === 'affiliation')).toEqual([]);
        expect((await undo(merged)).blocked).toEqual([]);
        expect(await rowsOf(from.id, into.id)).toEqual(before);
        expect(plain(await read(contacts, into.id))).toEqual(plain(into));
      }),
      { numRuns: 12 },
    );
  });

  test('requires the permission, a valid list to unite and a valid field', async () => {
    const [from, into] = [await made(contacts), await made(contacts)];
    const headers = await signIn(api, await createUser(api, { role: 'sales_assistant' }));
    expect((await merge(contacts, from, into, {}, headers)).json()).toMatchObject({
      status: 403,
      permission: mergings.contacts.permission,
    });
    expect((await merge(contacts, from, into, { unite: ['notes'] })).statusCode).toBe(422);
    expect((await merge(contacts, from, into, { take: ['tags'], unite: ['tags'] })).statusCode).toBe(422);
    expect((await merge(contacts, from, into, { take: ['full_name'] })).statusCode).toBe(422);
  });
});

test('everything that refers to agencies or contacts is logged, so all of it can be undone', async () => {
  const rows = await api.database.query<{ name: string }>(sql`
    SELECT c.relname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.confrelid = ANY ('{agencies,contacts}'::regclass[])
      AND NOT EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname IN ('audit_change', 'audit_lines_update'))`);
  expect(rows).toEqual([]);
});
