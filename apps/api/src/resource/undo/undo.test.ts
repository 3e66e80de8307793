import { roles } from '@pauta/domain/admin/roles/role.ts';
import { users } from '@pauta/domain/admin/users/user.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import { clientRegistrations } from '@pauta/domain/crm/registrations/client-registration.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { resources } from '@pauta/domain/resources.ts';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

type Headers = Record<string, string>;
interface Done {
  readonly record: AnyRecord;
  readonly request: string;
}

const industries = resources.find(({ name }) => name === 'industries') as Resource;

let api: TestApi;
let boss: TestUser;
let headers: Headers;

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  as: Headers = headers,
) => api.inject({ method, url, headers: as, ...(payload && { payload }) });
const read = async ({ path }: Resource, id: string): Promise<AnyRecord> =>
  (await call('GET', `/api/${path}/${id}`)).json().data;
const content = ({ row_version, updated_at, ...record }: AnyRecord): object => record;
const undo = (request: string, as: Headers = headers) => call('POST', `/api/undo/${request}`, undefined, as);

const done = (response: Awaited<ReturnType<typeof call>>): Done => {
  expect(response.statusCode, response.body).toBeLessThan(300);
  return { record: response.json().data, request: String(response.headers['x-request-id']) };
};
let made = 700;
const create = async (resource: Resource, values: object = {}): Promise<Done> => {
  made += 2;
  const body = { ...(await sampleBody(api.database, resource, made)), ...values };
  return done(await call('POST', `/api/${resource.path}`, body));
};
const at = (record: AnyRecord, as: Headers = headers): Headers => ({
  ...as,
  'if-match': `"${record.row_version}"`,
});
const patch = async (
  { path }: Resource,
  record: AnyRecord,
  values: object,
  as: Headers = headers,
): Promise<Done> => done(await call('PATCH', `/api/${path}/${record.id}`, values, at(record, as)));
const archive = async ({ path }: Resource, record: AnyRecord): Promise<Done> =>
  done(await call('DELETE', `/api/${path}/${record.id}`, undefined, at(record)));
const restore = async ({ path }: Resource, record: AnyRecord): Promise<Done> =>
  done(await call('POST', `/api/${path}/${record.id}/restore`, undefined, at(record)));

beforeAll(async () => {
  api = await startTestApi();
  boss = await createUser(api, { full_name: 'Administradora' });
  headers = await signIn(api, boss);
});
afterAll(() => api.close());

describe('values of a withdrawn record', () => {
  const creatable = resources.filter(
    ({ operations }) => operations.includes('create') && operations.includes('archive'),
  );

  test.each(creatable.map((one) => [one.name, one] as const))(
    '%s: may be created again with the same values, and comes back only while they are free',
    async (_, resource) => {
      made += 2;
      const body = await sampleBody(api.database, resource, made);
      const first = done(await call('POST', `/api/${resource.path}`, body));
      const undone = await undo(first.request);
      expect(undone.json().data, undone.body).toMatchObject({ undone: 1, blocked: [] });
      done(await call('POST', `/api/${resource.path}`, body));

      const withdrawn = await read(resource, first.record.id);
      const url = `/api/${resource.path}/${withdrawn.id}/restore`;
      const answer = await call('POST', url, undefined, at(withdrawn));
      if (Object.values(resource.fields).some(({ options }) => (options as { unique?: true }).unique)) {
        expect(answer.statusCode, answer.body).toBe(409);
        expect(answer.json().message).toMatch(/^No se puede restaurar .+ Cambie antes ese dato/);
      } else expect([200, 409], answer.body).toContain(answer.statusCode);
    },
  );

  test('a withdrawn creation can be restored while no other record has its values', async () => {
    const { record, request } = await create(clients);
    const { request_id: undoing } = (await undo(request)).json().data;
    expect((await undo(undoing)).json().data).toMatchObject({ undone: 1, blocked: [] });
    const body = { ...(await sampleBody(api.database, clients, made + 1)), client_code: record.client_code };
    expect((await call('POST', '/api/clients', body)).json()).toMatchObject({ status: 409 });
  });
});

describe('a change', () => {
  test('is undone exactly: amounts, dates, lists, references and empty values', async () => {
    const { record } = await create(clients, {
      credit_limit: '90071992547409.93',
      latitude: '18.500000',
      tags: ['uno', 'dos'],
      notes: 'Con «comillas», \\barras\\ y\nrenglones',
      website: null,
    });
    const changed = await patch(clients, record, {
      credit_limit: '1.00',
      latitude: null,
      tags: [],
      notes: null,
      website: 'https://ejemplo.com',
      legal_name: 'Otra',
    });
    expect((await undo(changed.request)).json().data).toMatchObject({
      undone: 1,
      blocked: [],
      paths: ['clients'],
    });
    expect(content(await read(clients, record.id))).toEqual(content(record));
    const { data: history } = (await call('GET', `/api/clients/${record.id}/history`)).json();
    expect(history.at(-1)).toMatchObject({ action: 'undo', title: 'Cambio deshecho' });
  });

  test('keeps a field that was changed again, and restores the others', async () => {
    const { record } = await create(clients, { notes: 'Antes' });
    const first = await patch(clients, record, { notes: 'Primero' });
    const second = await patch(clients, first.record, { notes: 'Segundo' });
    const refused = await undo(first.request);
    expect(refused.json().data).toMatchObject({
      undone: 0,
      blocked: [
        {
          id: record.id,
          resource: 'clients',
          title: record.trade_name,
          reason: '«Notas» cambió después; se conserva lo que hay ahora.',
          path: `/crm/clientes/${record.id}`,
        },
      ],
    });
    expect((await read(clients, record.id)).notes).toBe('Segundo');

    const third = await patch(clients, second.record, { website: 'https://ejemplo.com' });
    expect((await undo(second.request)).json().data).toMatchObject({ undone: 1 });
    expect(await read(clients, record.id)).toMatchObject({ notes: 'Primero', website: third.record.website });
    expect((await undo(first.request)).json().data).toMatchObject({ undone: 1 });
    expect((await read(clients, record.id)).notes).toBe('Antes');
  });

  test('can restore a value that is no longer offered', async () => {
    const { record: industry } = await create(industries);
    const { record } = await create(clients, { industry_id: industry.id });
    const { industry_id } = await sampleBody(api.database, clients, 8);
    const changed = await patch(clients, record, { industry_id });
    await archive(industries, industry);
    expect((await undo(changed.request)).json().data).toMatchObject({ undone: 1, blocked: [] });
    expect((await read(clients, record.id)).industry_id).toMatchObject({ id: industry.id });
  });

  test('of links is part of the change of its record', async () => {
    const { id } = await createUser(api, { role: ['sales_rep', 'planner'] });
    const before = await read(users, id);
    const admin = await api.database.query<{ id: string }>(
      sql`SELECT id FROM roles WHERE name IN ('planner', 'billing')`,
    );
    const changed = await patch(users, before, {
      role_ids: admin.map((role) => role.id),
      phone: '+18095550101',
    });
    expect((await undo(changed.request)).json().data).toMatchObject({ undone: 1, blocked: [] });
    expect(content(await read(users, id))).toEqual(content(before));

    const again = await patch(users, await read(users, id), { role_ids: admin.map((role) => role.id) });
    await patch(users, again.record, { role_ids: [admin[0]?.id] });
    expect((await undo(again.request)).json().data.blocked[0].reason).toMatch(/^«Roles» cambió después/);
  });

  test('values that the audit log hides are not restored', async () => {
    const { record, request } = await create(clients);
    const change = { actorId: boss.id, requestId: 'hidden-1', ip: null };
    await api.database.transaction(change, (tx) =>
      tx.query(sql`
        INSERT INTO audit_log (actor_id, request_id, entity, entity_id, action, before, after)
        VALUES (${boss.id}, 'hidden-1', 'clients', ${record.id}, 'update', '{"notes": "•••"}', '{"notes": "•••"}')`),
    );
    const refused = (await undo('hidden-1')).json().data;
    expect(refused.blocked).toMatchObject([
      { reason: expect.stringMatching(/^«Notas» no se guarda en el historial/) },
    ]);
    expect(request).not.toBe('hidden-1');
  });
});

describe('a new record', () => {
  test('is kept while others refer to it, and the answer names them', async () => {
    const industry = await create(industries);
    const { record } = await create(clients, { industry_id: industry.record.id });
    const refused = (await undo(industry.request)).json().data;
    expect(refused.blocked).toMatchObject([
      { resource: 'industries', reason: expect.stringMatching(/^Ya se usa en 1 cliente\./) },
    ]);
    await patch(clients, record, { industry_id: (await sampleBody(api.database, clients, 8)).industry_id });
    expect((await undo(industry.request)).json().data).toMatchObject({ undone: 1, blocked: [] });
    expect((await read(industries, industry.record.id)).archived_at).not.toBeNull();
  });

  test('is kept once somebody changed it', async () => {
    const { record, request } = await create(clients);
    await patch(clients, record, { notes: 'Después' });
    expect((await undo(request)).json().data.blocked[0].reason).toMatch(/^«Notas» cambió después/);
  });

  test('without an archive is kept', async () => {
    const { request } = await create(clientRegistrations);
    expect((await undo(request)).json().data.blocked[0].reason).toBe(
      'Este registro de cliente no se elimina una vez creado.',
    );
  });
});

describe('a state change', () => {
  test('is kept, with all its effects', async () => {
    const { record } = await create(clientRegistrations);
    const taken = done(
      await call('POST', `/api/client-registrations/${record.id}/start_review`, {}, at(record)),
    );
    const refused = (await undo(taken.request)).json().data;
    expect(refused).toMatchObject({
      undone: 0,
      blocked: [{ reason: expect.stringMatching(/^«Tomar en revisión» no se deshace/) }],
    });
    expect((await read(clientRegistrations, record.id)).status).toBe('in_review');
  });
});

describe('permissions', () => {
  test('the author or anybody who may change the record, with the permission of the reversing step, on visible records only', async () => {
    const ana = await createUser(api, { role: 'sales_rep' });
    const as = await signIn(api, ana);
    const { record } = await create(clients, { primary_sales_rep_id: ana.id });
    const hers = await patch(clients, record, { notes: 'De Ana' }, as);
    const other = await signInAs(api, 'sales_rep');
    const planner = await signInAs(api, 'general_manager');

    const unseen = await undo(hers.request, other);
    expect(unseen.statusCode).toBe(404);
    expect((await call('GET', `/api/undo/${hers.request}`, undefined, other)).statusCode).toBe(404);
    const refused = await undo(hers.request, planner);
    expect(refused.json().data).toMatchObject({
      undone: 0,
      blocked: [{ reason: expect.stringContaining('«Editar cualquier cliente»') }],
    });
    expect((await undo(hers.request, as)).json().data).toMatchObject({ undone: 1 });

    const fresh = await create(clients, { primary_sales_rep_id: ana.id });
    const mine = await patch(clients, fresh.record, { notes: 'De la jefa' });
    expect((await undo(mine.request, as)).json().data).toMatchObject({ undone: 1 });

    const own = done(
      await call(
        'POST',
        '/api/clients',
        { ...(await sampleBody(api.database, clients, 990)), primary_sales_rep_id: ana.id },
        as,
      ),
    );
    expect((await undo(own.request, as)).json().data.blocked[0].reason).toContain('«Archivar clientes»');

    const gone = await patch(clients, own.record, { primary_sales_rep_id: boss.id });
    expect((await undo(gone.request, as)).statusCode).toBe(404);
  });

  test('an unknown request is refused, and callers cannot choose a request id', async () => {
    for (const name of [
      'nada',
      '01890a5d-ac96-774b-bcce-b302099a8057',
      'system:start',
      "' OR 1=1",
      'a'.repeat(150),
    ]) {
      expect((await undo(encodeURIComponent(name))).statusCode, name).toBe(404);
    }
    expect((await undo('x', {})).statusCode).toBe(401);
    const { record } = await create(clients);
    const foreign = { ...at(record), 'x-request-id': 'mine', 'request-id': 'mine' };
    const changed = await call('PATCH', `/api/clients/${record.id}`, { notes: 'x' }, foreign);
    expect(changed.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await undo('mine')).statusCode).toBe(404);
  });

  test('restored roles may not exceed the permissions of the undoing user', async () => {
    const { id } = await createUser(api, { role: 'admin' });
    const [seller] = await api.database.query<{ id: string }>(
      sql`SELECT id FROM roles WHERE name = 'sales_rep'`,
    );
    const taken = await patch(users, await read(users, id), { role_ids: [seller?.id] });
    const some = await createUser(api, { role: 'sales_rep' });
    await api.database.transaction({ actorId: null, requestId: 'system:test', ip: null }, (tx) =>
      tx.query(sql`
        WITH made AS (INSERT INTO roles (name, display_name) VALUES ('people', 'Personas') RETURNING id),
          given AS (INSERT INTO role_permissions SELECT id, unnest('{users.view_all,users.update_all}'::text[]) FROM made)
        INSERT INTO user_roles SELECT ${some.id}, id FROM made`),
    );
    const refused = await undo(taken.request, await signIn(api, some));
    expect(refused.json().data, refused.body).toMatchObject({ undone: 0 });
    expect(refused.json().data.blocked[0].reason).toMatch(/permisos que usted no tiene/);
    expect(roles.name).toBe('roles');
  });
});

describe('concurrency', () => {
  test('two concurrent undos have one effect', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { record } = await create(clients, { notes: 'Antes' });
      const { request } = await patch(clients, record, { notes: 'Ahora' });
      const answers = await Promise.all([1, 2, 3, 4].map(() => undo(request)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
      expect((await read(clients, record.id)).row_version).toBe(3);
    }
  });

  test('of an undo and a change, the second one sees the first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { record } = await create(clients, { notes: 'Antes' });
      const first = await patch(clients, record, { notes: 'Ahora' });
      const [back, change] = await Promise.all([
        undo(first.request),
        call('PATCH', `/api/clients/${record.id}`, { notes: 'Después' }, at(first.record)),
      ]);
      const { notes } = await read(clients, record.id);
      expect(
        change.statusCode === 200 ? notes === 'Después' : change.statusCode === 412 && notes === 'Antes',
      ).toBe(true);
      expect(back.json().data.undone).toBe(change.statusCode === 200 ? 0 : 1);
    }
  });
});

test('an import of many transactions is one request', async () => {
  const { record } = await create(clients);
  const parts = 12;
  for (let part = 0; part < parts; part += 1) {
    await api.database.transaction(
      { actorId: boss.id, requestId: 'import-1', ip: null, action: 'import' },
      (tx) =>
        tx.query(sql`
        WITH made AS (
          INSERT INTO industries (code, name) SELECT 'IMP' || ${part} || '-' || n, 'Importada ' || ${part} || '-' || n
          FROM generate_series(1, 60) AS n RETURNING id)
        SELECT count(*) FROM made`),
    );
  }
  await api.database.transaction(
    { actorId: boss.id, requestId: 'import-1', ip: null, action: 'import' },
    (tx) => tx.query(sql`UPDATE clients SET notes = 'Importado' WHERE id = ${record.id}::uuid`),
  );
  const forecast = (await call('GET', '/api/undo/import-1')).json().data;
  expect(forecast).toMatchObject({ total: parts * 60 + 1, undone: 400, complete: false, blocked: [] });
  // One in the middle of a chunk was changed since and another is referenced: both are kept without blocking the rest.
  const imported = async (code: string) =>
    (await api.database.query<{ id: string }>(sql`SELECT id FROM industries WHERE code = ${code}`))[0]?.id ??
    '';
  await patch(industries, await read(industries, await imported('IMP5-30')), { name: 'Cambiada después' });
  const user = await create(clients, { industry_id: await imported('IMP5-31') });
  const back = (await undo('import-1')).json().data;
  expect(back).toMatchObject({ undone: parts * 60 - 1, blocked_total: 2 });
  expect(back.blocked.map((one: { reason: string }) => one.reason).sort()).toEqual([
    expect.stringMatching(/^Ya se usa en 1 cliente\./),
    expect.stringMatching(/^«Nombre» cambió después/),
  ]);
  const [logged] = await api.database.query(sql`
    SELECT count(*)::integer AS rows, count(DISTINCT request_id)::integer AS requests FROM audit_log
    WHERE entity = 'industries' AND action = 'undo' AND reason = 'Deshace la solicitud import-1'
      AND actor_id = ${boss.id}::uuid AND before -> 'archived_at' = 'null'`);
  expect(logged).toEqual({ rows: parts * 60 - 2, requests: 1 });
  await patch(clients, user.record, { industry_id: (record.industry_id as { id: string }).id });
  expect(new Set(back.paths)).toEqual(new Set(['clients', 'industries']));
  expect((await undo('import-1')).json().data).toMatchObject({ undone: 1, blocked_total: 1 });
  expect((await read(clients, record.id)).notes).toBe(record.notes);
});

test('no sequence of changes and undos loses a later change', async () => {
  const fields = ['notes', 'website', 'address_line'] as const;
  const sample = (field: string, n: number) =>
    field === 'website' ? `https://ejemplo-${n}.com` : `Valor ${n}`;
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('update' as const),
        field: fc.constantFrom(...fields),
        n: fc.nat(3),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('archive' as const, 'restore' as const) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(8) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const { record } = await create(clients, { notes: null, website: null, address_line: null });
      // What each request changed, with both values; and the expected record.
      const log: { request: string; field: string; before: unknown; after: unknown; undone: boolean }[] = [];
      const must: Record<string, unknown> = {
        notes: null,
        website: null,
        address_line: null,
        archived: null,
      };
      // Number of archivings: each one is distinguishable.
      let stays = 0;
      for (const one of steps) {
        const current = await read(clients, record.id);
        if (one.kind === 'update') {
          const after = sample(one.field, one.n);
          if (must.archived !== null || must[one.field] === after) continue;
          const { request } = await patch(clients, current, { [one.field]: after });
          log.push({ request, field: one.field, before: must[one.field], after, undone: false });
          must[one.field] = after;
        } else if (one.kind === 'undo') {
          const entry = log[one.which % Math.max(1, log.length)];
          if (!entry) continue;
          const response = await undo(entry.request);
          if (entry.undone) {
            expect(response.statusCode).toBe(409);
            continue;
          }
          const isStillSet = must[entry.field] === entry.after;
          const reachable = entry.field === 'archived' || must.archived === null;
          expect(response.json().data?.undone, response.body).toBe(isStillSet && reachable ? 1 : 0);
          if (!(isStillSet && reachable)) continue;
          entry.undone = true;
          const { request_id } = response.json().data;
          const after = entry.field === 'archived' && entry.before !== null ? ++stays : entry.before;
          log.push({ request: request_id, field: entry.field, before: entry.after, after, undone: false });
          must[entry.field] = after;
        } else {
          if ((must.archived !== null) === (one.kind === 'archive')) continue;
          const { request } = await (one.kind === 'archive' ? archive : restore)(clients, current);
          const after = one.kind === 'archive' ? ++stays : null;
          log.push({ request, field: 'archived', before: must.archived, after, undone: false });
          must.archived = after;
        }
        const { archived_at, ...now } = await read(clients, record.id);
        expect({ ...now, archived: archived_at !== null }).toMatchObject({
          ...must,
          archived: must.archived !== null,
        });
      }
    }),
    { numRuns: 25 },
  );
});
