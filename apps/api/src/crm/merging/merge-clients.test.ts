import { clients } from '@pauta/domain/crm/clients/client.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { createUser, signIn } from '../../testing/sign-in.ts';
import { startRecordFixture } from '../record-fixtures.ts';

type Headers = Record<string, string>;

// Pairs are found asynchronously, as in production.
const desk = await startRecordFixture({ worksBehind: true });
const { api, admin, body, post, undoing: undo, direct } = desk;
const [country] = await api.database.query<{ id: string }>(sql`SELECT id FROM countries WHERE code = 'DO'`);
const dominicana = country?.id ?? '';
let people = 0;
afterAll(() => api.close());

const made = (values: object = {}, headers: Headers = admin) => desk.made(clients, values, headers);
const read = (id: string) => desk.read(clients, id);
const merge = (from: AnyRecord, into: AnyRecord, take: string[] = [], headers: Headers = admin) =>
  post(
    `clients/${from.id}/merge`,
    { into: into.id, into_version: into.row_version, take },
    { 'if-match': `"${from.row_version}"` },
    headers,
  );
const plain = ({ possible_duplicate, ...rest }: AnyRecord) => desk.plain(rest as AnyRecord);

/** A contact of these clients; the first one is its main company. */
const contact = async (...of: readonly [AnyRecord, object?][]): Promise<string> => {
  const [[first, more], ...others] = of as [[AnyRecord, object?], ...[AnyRecord][]];
  const { is_primary = false } = (more ?? {}) as { is_primary?: boolean };
  const [{ id } = { id: '' }] = await direct(sql`
    INSERT INTO contacts (first_name, last_name, client_id, is_main_contact)
    VALUES ('Rosa', ${`Peña ${++people}`}, ${first.id}, ${is_primary}) RETURNING id`);
  for (const [client] of others) {
    await direct(sql`INSERT INTO contact_affiliations (contact_id, client_id) VALUES (${id}, ${client.id})`);
  }
  return id;
};
const affiliations = async () =>
  (
    await api.database.query<{ row: object }>(sql`
      SELECT to_jsonb(a) - '{row_version,updated_at,updated_by,created_by}'::text[] AS row FROM contact_affiliations a ORDER BY id`)
  ).map(({ row }) => row);
describe('a merge', () => {
  test('moves everything, keeps the chosen values, is found by the old code, and can be undone', async () => {
    const into = await made({ trade_name: 'Café Alba', company_code: null, notes: 'Buena paga' });
    const from = await made({
      trade_name: 'Cafe Alba SRL',
      company_code: 'ERP-77',
      country_id: dominicana,
      tax_id_type: 'RNC',
      tax_id: '101010632',
      parent_client_id: into.id,
    });
    const child = await made({ parent_client_id: from.id });
    await contact([into, { is_primary: true }], [from]);
    await contact([from, { is_primary: true }]);
    const comment = await api.inject({
      method: 'POST',
      url: `/api/clients/${from.id}/comments`,
      payload: { text: 'Llamar en enero' },
      headers: admin,
    });
    expect(comment.statusCode, comment.body).toBe(201);
    const before = await affiliations();
    const preview = await api.inject({ url: `/api/clients/${from.id}/merge`, headers: admin });
    expect(preview.json().data).toEqual(
      expect.arrayContaining([
        { label: 'Empresas de un contacto', count: 2 },
        { label: 'Contactos', count: 1 },
        { label: 'Clientes', count: 1 },
        { label: 'Comentarios', count: 1 },
      ]),
    );

    const take = ['client_code', 'company_code', 'country_id', 'tax_id_type', 'tax_id', 'parent_client_id'];
    const merged = await merge(from, into, take);
    expect(merged.statusCode, merged.body).toBe(200);
    expect(merged.json().merged).toMatchObject({ id: from.id, code: from.client_code });
    expect(merged.json().data).toMatchObject({
      id: into.id,
      trade_name: 'Café Alba',
      client_code: from.client_code,
      company_code: 'ERP-77',
      tax_id: '101010632',
      notes: 'Buena paga',
      parent_client_id: null,
    });
    expect(await read(from.id)).toMatchObject({
      archived_at: expect.any(String),
      merged_into_id: { id: into.id },
    });
    expect((await read(child.id)).parent_client_id).toMatchObject({ id: into.id });
    // One affiliation was a duplicate; of two main contacts the first stays the main one.
    expect(await affiliations()).toEqual([
      expect.objectContaining({ client_id: into.id, is_primary: true }),
      expect.objectContaining({ client_id: into.id, is_primary: true }),
    ]);
    expect(
      await api.database.query(
        sql`SELECT is_main_contact FROM contacts WHERE client_id = ${into.id} ORDER BY id`,
      ),
    ).toEqual([{ is_main_contact: true }, { is_main_contact: false }]);
    const { data: comments } = (
      await api.inject({ url: `/api/clients/${into.id}/comments`, headers: admin })
    ).json();
    expect(comments).toHaveLength(1);
    const found = await api.inject({ url: `/api/clients?fields=*&q=${into.client_code}`, headers: admin });
    expect(found.json().data.map(({ id }: AnyRecord) => id)).toEqual([into.id]);
    const restored = await api.inject({
      method: 'POST',
      url: `/api/clients/${from.id}/restore`,
      headers: { ...admin, 'if-match': `"${(await read(from.id)).row_version}"` },
    });
    expect(restored.json().message).toContain('se fusionó con otro');

    const dryRun = await api.inject({
      url: `/api/undo/${merged.headers['x-request-id']}`,
      headers: admin,
    });
    expect(dryRun.json().data).toMatchObject({ blocked_total: 0 });
    expect((await read(from.id)).archived_at).toBeTruthy();
    const undone = await undo(merged);
    expect(undone.json().data.blocked).toEqual([]);
    expect(plain(await read(from.id))).toEqual(plain(from));
    expect(plain(await read(into.id))).toEqual(plain(into));
    expect((await read(child.id)).parent_client_id).toMatchObject({ id: from.id });
    expect(await affiliations()).toEqual(before);
    expect((await undo(merged)).json().code).toBe('already_undone');
    // An undo of a merge cannot be undone, so a merge can never be half done.
    expect((await undo(undone)).json().data.blocked_total).toBe(1);
    expect(plain(await read(from.id))).toEqual(plain(from));
  });

  test('moves the records of every area, whatever rules protect them, and restores them on undo', async () => {
    const into = await made();
    const from = await made();
    const [user] = await api.database.query<{ id: string }>(
      sql`SELECT primary_sales_rep_id AS id FROM clients LIMIT 1`,
    );
    const owner = String(user?.id);
    const someone = await contact([from]);
    const [row] = (await direct(sql`
      WITH brand AS (INSERT INTO brands (code, name, client_id) VALUES ('FUS-1', 'Del Alba', ${from.id}) RETURNING id),
      file AS (INSERT INTO files (path, name, mime, bytes, sha256) VALUES ('documents/00/fusion.pdf', 'carta.pdf', 'application/pdf', 1, sha256('x')) RETURNING id),
      agency AS (
        INSERT INTO agencies (agency_code, legal_name, trade_name, country_id, tax_id_type, tax_id, agency_type_id, agency_category_id,
          primary_sales_rep_id, commission_type_id, credit_term_id)
        SELECT 'FUS', 'Fusión', 'Fusión', ${dominicana}, 'OTRO', 'FUS1', (SELECT id FROM agency_types LIMIT 1),
          (SELECT id FROM agency_categories LIMIT 1), ${owner}, (SELECT id FROM commission_types LIMIT 1), (SELECT id FROM credit_terms LIMIT 1)
        RETURNING id),
      list AS (
        INSERT INTO target_lists (name, purpose, period, owner_id, status) VALUES ('Fusión', 'growth', '[2026-01-01,2027-01-01)', ${owner}, 'active')
        RETURNING id),
      result AS (SELECT id FROM contact_results WHERE closes LIMIT 1)
      SELECT brand.id AS brand, file.id AS file, agency.id AS agency, list.id AS list, result.id AS result
      FROM brand, file, agency, list, result`)) as unknown as Record<string, string>[];
    await direct(sql`
      INSERT INTO client_agencies (folio, client_id, agency_id, brand_id, authorization_letter, valid, is_default)
      VALUES ('CAR-2026-900001', ${from.id}, ${row?.agency}, ${row?.brand}, ${row?.file}, '[2026-01-01,)', true),
        ('CAR-2026-900002', ${from.id}, ${row?.agency}, NULL, ${row?.file}, '[2026-01-01,)', true)`);
    await direct(sql`
      INSERT INTO signatories (client_id, full_name, country_id, national_id, job_position_id, capacity, valid)
      SELECT ${from.id}, 'Ana Peña', ${dominicana}, '00113918205', id, 'manager', '[2026-01-01,)' FROM job_positions LIMIT 1`);
    await direct(sql`
      INSERT INTO target_list_members (target_list_id, client_id, account_name, assigned_to_id)
      SELECT ${row?.list}, id, trade_name, ${owner} FROM clients WHERE id = ANY (${[from.id, into.id]}::uuid[])`);
    // Finished long ago, so only its owner may change.
    await direct(sql`
      INSERT INTO activities (subject, client_id, contact_id, assigned_to_id, starts_at, status, contact_result_id, closed_at)
      VALUES ('Llamada', ${from.id}, ${someone}, ${owner}, now() - interval '9 days', 'done', ${row?.result}, now() - interval '9 days')`);
    const owned = async () =>
      api.database.query(sql`
        SELECT 'letters' AS what, count(*) FILTER (WHERE client_id = ${into.id})::integer AS here, count(*) FILTER (WHERE client_id = ${from.id})::integer AS there FROM client_agencies
        UNION ALL SELECT 'brands', count(*) FILTER (WHERE client_id = ${into.id})::integer, count(*) FILTER (WHERE client_id = ${from.id})::integer FROM brands
        UNION ALL SELECT 'signatories', count(*) FILTER (WHERE client_id = ${into.id})::integer, count(*) FILTER (WHERE client_id = ${from.id})::integer FROM signatories
        UNION ALL SELECT 'activities', count(*) FILTER (WHERE client_id = ${into.id})::integer, count(*) FILTER (WHERE client_id = ${from.id})::integer FROM activities
        UNION ALL SELECT 'people', count(*) FILTER (WHERE client_id = ${into.id})::integer, count(*) FILTER (WHERE client_id = ${from.id})::integer FROM contacts
        UNION ALL SELECT 'accounts', count(*) FILTER (WHERE client_id = ${into.id})::integer, count(*) FILTER (WHERE client_id = ${from.id})::integer FROM target_list_members`);
    const before = await owned();
    const [source, target] = [await read(from.id), await read(into.id)];

    const merged = await merge(source, target);
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await owned()).toEqual([
      { what: 'letters', here: 2, there: 0 },
      { what: 'brands', here: 1, there: 0 },
      { what: 'signatories', here: 1, there: 0 },
      { what: 'activities', here: 1, there: 0 },
      { what: 'people', here: 1, there: 0 },
      // The list contained both, and now contains the remaining one once.
      { what: 'accounts', here: 1, there: 1 },
    ]);
    const undone = (await undo(merged)).json().data;
    expect(undone.blocked).toEqual([]);
    expect(await owned()).toEqual(before);
  });

  test('cannot be undone, not even in part, once later data depends on it', async () => {
    const into = await made();
    const from = await made();
    await contact([from]);
    const merged = await merge(from, into, ['notes', 'address_line']);
    expect(merged.statusCode, merged.body).toBe(200);
    const after = await affiliations();
    const changed = await api.inject({
      method: 'PATCH',
      url: `/api/clients/${into.id}`,
      payload: { address_line: 'Otra calle' },
      headers: { ...admin, 'if-match': `"${merged.json().data.row_version}"` },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    const undone = (await undo(merged)).json().data;
    expect(undone).toMatchObject({
      undone: 0,
      blocked: [{ title: into.trade_name, reason: expect.stringContaining('«Dirección»') }],
    });
    expect(await affiliations()).toEqual(after);
    expect((await read(from.id)).merged_into_id).toMatchObject({ id: into.id });
  });

  test('requires the permission, both clients and their versions', async () => {
    const into = await made();
    const from = await made();
    const seller = await createUser(api, { role: 'sales_rep' });
    const headers = await signIn(api, seller);
    expect((await merge(from, into, [], headers)).json()).toMatchObject({
      status: 403,
      permission: 'clients.merge',
    });
    expect((await merge({ ...from, row_version: 9 }, into)).statusCode).toBe(412);
    expect((await merge(from, { ...into, row_version: 9 })).statusCode).toBe(412);
    expect((await merge(from, from)).statusCode).toBe(422);
    expect((await merge(from, into, ['created_at'])).statusCode).toBe(422);
    expect((await merge(from, into, ['merged_into_id'])).statusCode).toBe(422);
  });

  test('keeps a client with fiscal documents, unless the user may change those', async () => {
    const into = await made();
    const from = await made();
    await direct(sql`UPDATE clients SET fiscal_locked_at = now() WHERE id = ${from.id}`);
    const { headers } = { headers: await signIn(api, await createUser(api, { role: 'sales_manager' })) };
    const locked = { ...from, row_version: 2 };
    expect((await merge(locked, into, [], headers)).json()).toMatchObject({
      permission: 'clients.edit_fiscal',
    });
    const merged = await merge(locked, into);
    expect(merged.json().data.fiscal_locked_at).toBeTruthy();
    expect((await undo(merged)).json().data.blocked).toEqual([]);
    expect(await read(into.id)).toMatchObject({ fiscal_locked_at: null });
  });

  test('happens once if two users merge concurrently, in either direction', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [a, b, c] = [await made(), await made(), await made()];
      const answers = await Promise.all([merge(a, b), merge(b, a), merge(a, c), merge(c, b)]);
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect(
        statuses.every((status) => [200, 409, 412, 422].includes(status)),
        statuses.join(),
      ).toBe(true);
      const now = await Promise.all([a, b, c].map(({ id }) => read(id)));
      const living = now.filter(({ archived_at }) => !archived_at);
      expect(living.length).toBe(3 - statuses.filter((status) => status === 200).length);
      // The merged client links to an existing one.
      for (const { archived_at, merged_into_id } of now) {
        if (archived_at) expect(living.map(({ id }) => id)).toContain((merged_into_id as { id: string }).id);
      }
    }
  });

  test('leaves nothing behind with the merged client, including rows written concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [into, from] = [await made(), await made()];
      const child = { ...(await body(clients)), parent_client_id: from.id };
      const [merged] = await Promise.all([merge(from, into), post('clients', child)]);
      expect(merged.statusCode, merged.body).toBe(200);
      const left = await api.database.query(sql`SELECT FROM clients WHERE parent_client_id = ${from.id}`);
      expect(left).toEqual([]);
    }
  });

  test('covers every table that refers to clients: each is logged, so each can be undone', async () => {
    const rows = await api.database.query<{ name: string }>(sql`
      SELECT c.relname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confrelid = 'clients'::regclass AND c.relname <> ALL (${clients.parts}::text[])
        AND NOT EXISTS (SELECT FROM pg_trigger g WHERE g.tgrelid = c.oid AND g.tgname IN ('audit_change', 'audit_lines_update'))`);
    expect(rows).toEqual([]);
  });
});

describe('probable duplicates', () => {
  const find = () =>
    expect
      .poll(() => api.database.query(sql`SELECT FROM client_duplicate_checks LIMIT 1`), { timeout: 20_000 })
      .toEqual([]);
  const pairsOf = async ({ id }: AnyRecord, headers = admin) =>
    (await api.inject({ url: `/api/client-duplicates?client=${id}`, headers })).json().data;
  const listed = async () =>
    (await api.inject({ url: '/api/clients?fields=*&f.possible_duplicate=true&limit=100', headers: admin }))
      .json()
      .data.map(({ id }: AnyRecord) => id);

  test('are found asynchronously, marked in the list, dismissed permanently and removed with a new name', async () => {
    const a = await made({ legal_name: 'Distribuidora Quisqueya, S.A.', trade_name: 'Quisqueya' });
    const b = await made({ legal_name: 'Distribuidora Quisqueya SRL', trade_name: 'La Quisqueya' });
    await find();
    expect(await listed()).toEqual(expect.arrayContaining([a.id, b.id]));
    const [pair] = await pairsOf(a);
    expect(pair).toMatchObject({
      score: expect.any(Number),
      reasons: [expect.stringMatching(/^Razón social parecida \(\d+ %\)$/), expect.any(String)],
    });
    // This changes neither the version nor the history.
    expect((await read(a.id)).row_version).toBe(1);
    const seller = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    expect(await pairsOf(a, seller)).toEqual([]);

    const dismissed = await api.inject({
      method: 'POST',
      url: '/api/client-duplicates/dismiss',
      payload: {
        pairs: [
          [b.id, a.id],
          [a.id, b.id],
        ],
      },
      headers: admin,
    });
    expect(dismissed.json().data).toEqual({ dismissed: 1 });
    expect(await listed()).not.toContain(a.id);
    await direct(sql`INSERT INTO client_duplicate_checks (client_id) VALUES (${a.id})`);
    await find();
    expect(await pairsOf(a)).toEqual([]);

    const c = await made({ legal_name: 'Distribuidora Quisqueya SAS', trade_name: 'Otra' });
    await find();
    expect(await pairsOf(c)).toHaveLength(2);
    await api.inject({
      method: 'PATCH',
      url: `/api/clients/${c.id}`,
      payload: { legal_name: 'Hielo Polar' },
      headers: { ...admin, 'if-match': '"1"' },
    });
    await find();
    expect(await listed()).not.toContain(c.id);
    expect(await pairsOf(c)).toEqual([]);
  });
});
