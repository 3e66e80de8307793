import { catalogues } from '@pauta/domain/catalogues/catalogues.ts';
import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

interface Row {
  id: string;
  code: string;
  name: string;
  sort_order: number;
  row_version: number;
  [field: string]: unknown;
}

let api: TestApi;
let headers: Record<string, string>;
let seller: Record<string, string>;
let sellerId: string;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  const user = await createUser(api, { role: 'sales_rep' });
  sellerId = user.id;
  seller = await signIn(api, user);
});
afterAll(() => api.close());

const list = async (path: string, query = 'limit=100'): Promise<Row[]> =>
  (await api.inject({ url: `/api/${path}?fields=*&${query}`, headers })).json().data;
const read = async (path: string, id: string): Promise<Row> =>
  (await api.inject({ url: `/api/${path}/${id}`, headers })).json().data;
const post = (path: string, payload: object, more: Record<string, string> = {}) =>
  api.inject({ method: 'POST', url: `/api/${path}`, payload, headers: { ...headers, ...more } });
const write = (
  method: 'PATCH' | 'DELETE' | 'POST',
  path: string,
  row: Row,
  payload: object = {},
  more = headers,
) =>
  api.inject({
    method,
    url: `/api/${path}`,
    payload,
    headers: { ...more, 'if-match': `"${row.row_version}"` },
  });
const merge = (path: string, from: Row, into: Pick<Row, 'id'>, more = headers) =>
  write('POST', `${path}/${from.id}/merge`, from, { into: into.id }, more);

let made = 0;
const make = async (path: string, values: object = {}): Promise<Row> => {
  made += 1;
  const response = await post(path, { code: `V-${made}`, name: `Valor ${made}`, ...values });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};
const makeClient = async (values: object): Promise<Row> => {
  made += 1;
  const body = await sampleBody(api.database, clients, 2000 + made);
  const response = await post('clients', { ...body, ...values });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
};

describe('uses', () => {
  test('are listed by place, with a link to the filtered list', async () => {
    const industry = await make('industries');
    const child = await make('industries', { parent_id: industry.id });
    const client = await makeClient({ industry_id: industry.id });
    await make('brands', { client_id: client.id, industry_id: industry.id });
    const [program] = await list('programs');
    await write('PATCH', `programs/${program?.id}`, program as Row, {
      restricted_industry_ids: [industry.id],
    });

    const { data } = (await api.inject({ url: `/api/industries/${industry.id}/usages`, headers })).json();
    expect(data).toMatchObject({ total: 4, total_is_estimate: false });
    expect(data.by).toHaveLength(4);
    expect(data.by).toContainEqual({
      resource: 'clients',
      label: 'Clientes',
      field: 'Industria',
      count: 1,
      path: `/crm/clientes?f.industry_id=${industry.id}`,
    });
    expect(data.by).toContainEqual({
      resource: 'programs',
      label: 'Programas',
      field: 'Industrias que no admite',
      count: 1,
      path: `/gestion/catalogos/programas?f.restricted_industry_ids=${industry.id}`,
    });

    const { data: page } = (
      await api.inject({ url: `/api/industries/usages?ids=${industry.id},${child.id}`, headers })
    ).json();
    expect(page).toEqual([
      { id: industry.id, total: 4, total_is_estimate: false },
      { id: child.id, total: 0, total_is_estimate: false },
    ]);
  });

  test('count for other users only the records they may see', async () => {
    const industry = await make('industries');
    await makeClient({ industry_id: industry.id });
    await makeClient({
      industry_id: industry.id,
      primary_sales_rep_id: sellerId,
      additional_sales_rep_id: null,
    });
    const usages = async (who: Record<string, string>) =>
      (await api.inject({ url: `/api/industries/${industry.id}/usages`, headers: who })).json().data;
    const counts = async (who: Record<string, string>) =>
      (await api.inject({ url: `/api/industries/usages?ids=${industry.id}`, headers: who })).json().data;
    expect((await usages(headers)).total).toBe(2);
    expect((await usages(seller)).total).toBe(1);
    expect(await counts(seller)).toEqual([{ id: industry.id, total: 1, total_is_estimate: false }]);
  });

  test.each([['ids='], ['ids=x'], [''], ['ids=a&ids=b']])('requested with %j are refused', async (query) => {
    const response = await api.inject({ url: `/api/industries/usages?${query}`, headers });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty('ids');
  });
});

describe('the hub', () => {
  interface Entry {
    name: string;
    rows: number;
    active: number;
    uses: number;
    changed_at: string | null;
    changed_by: { name: string } | null;
  }
  const hub = async (who = headers): Promise<Entry[]> =>
    (await api.inject({ url: '/api/catalogues', headers: who })).json().data;
  const entry = async (name: string, who = headers): Promise<Entry | undefined> =>
    (await hub(who)).find((one) => one.name === name);

  test('has every catalogue, with its figures', async () => {
    const entries = await hub();
    expect(entries.map(({ name }) => name).sort()).toEqual(catalogues.map(({ name }) => name).sort());
    expect(entries.find(({ name }) => name === 'months')).toMatchObject({
      rows: 12,
      active: 12,
      changed_by: null,
    });
  });

  test('counts values, active values and uses, and returns the last author', async () => {
    const before = await entry('job_positions');
    const value = await make('job-positions');
    expect((await write('PATCH', `job-positions/${value.id}`, value, { is_active: false })).statusCode).toBe(
      200,
    );
    const after = await entry('job_positions');
    expect(after).toMatchObject({
      rows: (before?.rows ?? 0) + 1,
      active: before?.active,
      uses: 0,
      changed_by: { name: 'Persona de Prueba' },
    });
  });

  test('counts uses as far as the reader sees them', async () => {
    await makeClient({});
    const all = (await entry('client_types'))?.uses ?? 0;
    const seen = (await entry('client_types', seller))?.uses ?? 0;
    expect(all).toBeGreaterThan(seen);
  });

  test('is one statement', async () => {
    const statements: string[] = [];
    const { query } = api.database;
    Object.assign(api.database, {
      query: (statement: { text: string }) => {
        // Background jobs query the same database.
        if (statement.text.includes('industries')) statements.push(statement.text);
        return query(statement as never);
      },
    });
    try {
      await hub();
    } finally {
      Object.assign(api.database, { query });
    }
    expect(statements).toHaveLength(1);
  });
});

describe('a value that is used', () => {
  test('cannot be archived: the refusal says how often it is used and what to do', async () => {
    const industry = await make('industries');
    await makeClient({ industry_id: industry.id });
    await makeClient({ industry_id: industry.id });
    const response = await write('DELETE', `industries/${industry.id}`, industry);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'in_use',
      uses: 2,
      message: `«${industry.name}» está usado en 2 registros y no se archiva. Desactívelo para que no se ofrezca más, o fusiónelo con otro valor.`,
    });
    expect(
      (await write('PATCH', `industries/${industry.id}`, industry, { is_active: false })).statusCode,
    ).toBe(200);
  });

  test('that is concurrently used and archived gets only one of the two', async () => {
    for (let round = 0; round < 4; round++) {
      const industry = await make('industries');
      made += 1;
      const body = await sampleBody(api.database, clients, 2000 + made);
      await Promise.all([
        post('clients', { ...body, industry_id: industry.id }),
        write('DELETE', `industries/${industry.id}`, industry),
      ]);
      const wrong = await api.database.one(sql`
        SELECT 1 AS one FROM industries i JOIN clients c ON c.industry_id = i.id
        WHERE i.id = ${industry.id} AND i.archived_at IS NOT NULL`);
      expect(wrong).toBeUndefined();
    }
  });
});

describe('merging', () => {
  test('re-points every use, links too, and removes the value', async () => {
    const [from, into] = [await make('industries'), await make('industries')];
    const child = await make('industries', { parent_id: from.id });
    const client = await makeClient({ industry_id: from.id });
    const [first, second] = (await list('programs')) as [Row, Row];
    await write('PATCH', `programs/${first.id}`, await read('programs', first.id), {
      restricted_industry_ids: [from.id],
    });
    await write('PATCH', `programs/${second.id}`, await read('programs', second.id), {
      restricted_industry_ids: [from.id, into.id],
    });

    const response = await merge('industries', from, into);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({
      data: { id: into.id },
      merged: {
        id: from.id,
        code: from.code,
        name: from.name,
        repointed: 4,
        paths: expect.arrayContaining(['clients', 'industries', 'programs']),
      },
    });
    expect(await read('clients', client.id)).toMatchObject({ industry_id: { id: into.id }, row_version: 2 });
    expect(await read('industries', child.id)).toMatchObject({ parent_id: { id: into.id } });
    for (const { id } of [first, second]) {
      expect((await read('programs', id)).restricted_industry_ids).toEqual([
        expect.objectContaining({ id: into.id }),
      ]);
    }
    expect((await api.inject({ url: `/api/industries/${from.id}`, headers })).statusCode).toBe(404);
  });

  test('is in the history of the remaining value and of the changed records, with both names', async () => {
    const [from, into] = [await make('industries'), await make('industries')];
    const client = await makeClient({ industry_id: from.id });
    await merge('industries', from, into);
    const reason = `«${from.name}» (${from.code}) se fusionó con «${into.name}» (${into.code}).`;
    const historyOf = async (path: string) =>
      (await api.inject({ url: `/api/${path}/history`, headers })).json().data.at(-1);
    expect(await historyOf(`industries/${into.id}`)).toMatchObject({
      action: 'merge',
      title: 'Valores fusionados',
      reason,
    });
    expect(await historyOf(`clients/${client.id}`)).toMatchObject({ action: 'merge', reason });
    const rows = await api.database.query<{ entity: string; before: { code?: string } | null }>(
      sql`SELECT entity, before FROM audit_log WHERE action = 'merge' AND entity_id = ${from.id}`,
    );
    expect(rows).toMatchObject([{ entity: 'industries', before: { code: from.code } }]);
  });

  test('with itself, with nothing and with a deleted value, is refused', async () => {
    const [value, gone] = [await make('industries'), await make('industries')];
    await write('DELETE', `industries/${gone.id}`, gone);
    const into = async (id: unknown) =>
      write('POST', `industries/${value.id}/merge`, value, { into: id }).then((response) => [
        response.statusCode,
        Object.keys(response.json().errors ?? {}),
      ]);
    expect(await into(value.id)).toEqual([422, ['into']]);
    expect(await into(gone.id)).toEqual([422, ['into']]);
    expect(await into('01890a5d-ac96-774b-bcce-b302099a8057')).toEqual([422, ['into']]);
    expect(await into(7)).toEqual([422, ['into']]);
    expect(
      (await write('POST', `industries/${gone.id}/merge`, { ...gone, row_version: 2 }, { into: value.id }))
        .statusCode,
    ).toBe(409);
    expect((await post(`industries/${value.id}/merge`, { into: gone.id })).statusCode).toBe(428);
    expect((await merge('industries', { ...value, row_version: 9 }, gone)).statusCode).toBe(412);
    expect((await merge('industries', value, gone, seller)).statusCode).toBe(403);
  });

  test('with an inactive value, or a value of the system, is refused', async () => {
    const [value, off] = [await make('industries'), await make('industries', { is_active: false })];
    expect((await merge('industries', value, off)).json().message).toBe(
      `«${off.name}» está inactiva. Actívela o elija otro valor.`,
    );
    const [system, other] = (await list('countries')) as [Row, Row];
    expect((await merge('countries', system, other)).json()).toMatchObject({
      status: 409,
      code: 'system_row',
    });
  });

  test('a value with one of its descendants, which would be a cycle, is refused', async () => {
    const top = await make('industries');
    const middle = await make('industries', { parent_id: top.id });
    const bottom = await make('industries', { parent_id: middle.id });
    for (const below of [middle, bottom]) {
      const response = await merge('industries', top, below);
      expect(response.statusCode).toBe(422);
      expect(response.json().errors.into[0]).toMatch(/dentro de sí mismo/);
    }
    expect((await merge('industries', bottom, top)).statusCode).toBe(200);
  });

  test('stays within the group of the value', async () => {
    const [one, two] = [await makeClient({}), await makeClient({})];
    const first = await make('brands', { client_id: one.id });
    const second = await make('brands', { client_id: two.id });
    const response = await merge('brands', first, second);
    expect(response.statusCode).toBe(422);
    expect(response.json().errors.into[0]).toMatch(/no comparten «Cliente»/);
  });

  test('reports what would be duplicated, and changes nothing', async () => {
    const [country] = await list('countries');
    const [from, into] = [
      await make('localities', { country_id: country?.id }),
      await make('localities', { country_id: country?.id }),
    ];
    await make('localities', { country_id: country?.id, parent_id: from.id, name: 'Centro' });
    await make('localities', { country_id: country?.id, parent_id: into.id, name: 'Centro' });
    const response = await merge('localities', from, into);
    expect(response.json()).toMatchObject({ status: 409, code: 'merge_conflict' });
    expect(response.json().message).toMatch(/en Localidades .* quedarían repetidos/);
    expect((await read('localities', from.id)).row_version).toBe(1);
  });

  test('leaves no reference to the merged value, under concurrent writes too', async () => {
    for (let round = 0; round < 4; round++) {
      const [from, into] = [await make('industries'), await make('industries')];
      const bodies = await Promise.all(
        Array.from({ length: 6 }, async () => {
          made += 1;
          return sampleBody(api.database, clients, 2000 + made);
        }),
      );
      const existing = await makeClient({});
      const answers = await Promise.all([
        ...bodies.slice(0, 3).map((body) => post('clients', { ...body, industry_id: from.id })),
        write('PATCH', `clients/${existing.id}`, existing, { industry_id: from.id }),
        merge('industries', from, into),
        ...bodies.slice(3).map((body) => post('clients', { ...body, industry_id: from.id })),
      ]);
      for (const { statusCode, body } of answers) expect([200, 201, 422], body).toContain(statusCode);
      expect(answers[4]?.statusCode, answers[4]?.body).toBe(200);
      const created = answers.filter(({ statusCode }) => statusCode === 201).length;
      const row = await api.database.one<{ count: number }>(
        sql`SELECT count(*) FROM clients WHERE industry_id = ${into.id} AND id <> ${existing.id}`,
      );
      expect(row?.count).toBe(created);
    }
  });

  test('of two merges of the same value one succeeds; of two opposite merges, too', async () => {
    const [a, b, c] = [await make('industries'), await make('industries'), await make('industries')];
    const same = await Promise.all([merge('industries', a, b), merge('industries', a, c)]);
    expect(same.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    const left = same[0]?.statusCode === 200 ? b : c;
    const other = left === b ? c : b;
    const crossed = await Promise.all([merge('industries', left, other), merge('industries', other, left)]);
    expect(crossed.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });
});

describe('the order', () => {
  const names = async (path: string) =>
    (await list(path, 'sort=sort_order&limit=100')).map(({ code }) => code);

  test('moves one value between two others, which keep their positions', async () => {
    const [a, b, c] = (await list('agency-types')) as [Row, Row, Row];
    const response = await post('agency-types/reorder', { id: c.id, after: a.id });
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json().data).toEqual([{ id: c.id, sort_order: 15, row_version: 2 }]);
    expect((await names('agency-types')).slice(0, 3)).toEqual([a.code, c.code, b.code]);
    const first = await post('agency-types/reorder', { id: b.id, after: null });
    expect(first.statusCode).toBe(200);
    expect((await names('agency-types')).slice(0, 3)).toEqual([b.code, a.code, c.code]);
    expect((await post('agency-types/reorder', { id: b.id, after: null })).json().data).toEqual([]);
  });

  test('is renumbered if there is no free position', async () => {
    const before = await names('agency-groups');
    await api.database.query(sql`UPDATE agency_groups SET sort_order = 7`);
    const rows = await list('agency-groups');
    const last = rows.at(-1) as Row;
    const response = await post('agency-groups/reorder', { id: last.id, after: rows[0]?.id });
    expect(response.json().data.length).toBeGreaterThan(before.length - 2);
    const after = await list('agency-groups');
    expect(after.map(({ id }) => id)).toEqual([
      rows[0]?.id,
      last.id,
      ...rows.slice(1, -1).map(({ id }) => id),
    ]);
    expect(new Set(after.map(({ sort_order }) => sort_order)).size).toBe(after.length);
  });

  test('reorders several values at once, within the positions they have together', async () => {
    const rows = await list('gender-targets');
    const [a, b, c, d, e] = rows as [Row, Row, Row, Row, Row];
    const response = await post('gender-targets/reorder', { ids: [e.id, a.id, c.id] });
    expect(response.statusCode, response.body).toBe(200);
    expect(await names('gender-targets')).toEqual([e, b, a, d, c].map(({ code }) => code));
  });

  test('handles concurrent moves: no position is lost or duplicated', async () => {
    const rows = await list('departments');
    await Promise.all(
      rows
        .slice(0, 8)
        .map((row, index) =>
          post('departments/reorder', { id: row.id, after: index % 2 === 0 ? null : rows[12]?.id }),
        ),
    ).then((answers) => {
      for (const { statusCode, body } of answers) expect(statusCode, body).toBe(200);
    });
    const after = await list('departments');
    expect(after.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(new Set(after.map(({ sort_order }) => sort_order)).size).toBe(after.length);
  });

  test('is refused without the permission, for deleted values and for invalid input', async () => {
    const [a, b] = (await list('agency-types')) as [Row, Row];
    const gone = '01890a5d-ac96-774b-bcce-b302099a8057';
    for (const [body, field] of [
      [{ id: a.id, after: gone }, 'id'],
      [{ id: gone, after: a.id }, 'id'],
      [{ ids: [a.id, gone] }, 'ids'],
      [{ ids: [a.id, a.id] }, 'ids'],
      [{ ids: [a.id] }, 'ids'],
      [{ ids: [a.id, b.id], after: null }, 'ids'],
      [{ id: a.id, after: a.id }, 'after'],
      [{ id: a.id }, 'after'],
      [{}, 'id'],
      [{ id: a.id, after: null, more: 1 }, 'more'],
    ] as const) {
      const response = await post('agency-types/reorder', body);
      expect(response.statusCode, JSON.stringify(body)).toBe(422);
      expect(response.json().errors, JSON.stringify(body)).toHaveProperty(field);
    }
    expect((await post('agency-types/reorder', { id: a.id, after: null }, seller)).statusCode).toBe(403);
    const { data: history } = (
      await api.inject({ url: `/api/agency-types/${a.id}/history`, headers })
    ).json();
    expect(history.every(({ action }: { action: string }) => ['create', 'reorder'].includes(action))).toBe(
      true,
    );
  });
});

describe('dayparts', () => {
  const window = { is_rotating: false, price_factor: '1' };

  test('of one platform never overlap, over midnight and the end of the week too', async () => {
    const [cinema] = await list('platforms', 'f.name=Cine');
    const slot = (starts: string, ends: string, days: string[], more: object = {}) => {
      made += 1;
      return post('time-slots', {
        code: `F-${made}`,
        name: `Franja ${made}`,
        platform_id: cinema?.id,
        starts,
        ends,
        days,
        ...window,
        ...more,
      });
    };
    expect((await slot('22:00', '02:00', ['7'])).statusCode).toBe(201);
    for (const [starts, ends, days] of [
      ['01:59', '03:00', ['1']],
      ['23:00', '23:30', ['7']],
      ['00:00', '00:00', ['1']],
      ['21:00', '22:01', ['6', '7']],
    ] as const) {
      const response = await slot(starts, ends, [...days]);
      expect(response.statusCode, `${starts}–${ends} ${days}`).toBe(409);
      expect(response.json().errors.starts[0]).toMatch(/Coincide con otra franja/);
    }
    expect((await slot('02:00', '03:00', ['1'])).statusCode).toBe(201);
    expect((await slot('22:00', '02:00', ['6'])).statusCode).toBe(201);
    expect((await slot('22:00', '02:00', ['7'], { is_rotating: true })).statusCode).toBe(201);
    const off = (await slot('22:00', '02:00', ['7'], { is_active: false })).json().data;
    expect((await write('PATCH', `time-slots/${off.id}`, off, { is_active: true })).statusCode).toBe(409);
  });

  test('created concurrently: one succeeds', async () => {
    const [events] = await list('platforms', 'f.name=Eventos y activaciones');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        post('time-slots', {
          code: `E-${index}`,
          name: `Evento ${index}`,
          platform_id: events?.id,
          starts: `1${index}:00`,
          ends: '20:00',
          ...window,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(5).fill(409)]);
  });
});

describe('rules of single catalogues', () => {
  const refused = async (path: string, values: object, field: string) => {
    made += 1;
    const response = await post(path, { code: `R-${made}`, name: `Regla ${made}`, ...values });
    expect(response.statusCode, response.body).toBe(422);
    expect(response.json().errors, response.body).toHaveProperty(field);
  };

  test('are reported at their field', async () => {
    await refused('age-targets', { age_from: 30, age_to: 20 }, 'age_to');
    await refused('nse-targets', { points_from: 30, points_to: 20 }, 'points_to');
    await refused('closing-probabilities', { probability_pct: '90', result: 'won' }, 'probability_pct');
    await refused('contact-results', { closes: true, requires_next: true }, 'requires_next');
    await refused('social-networks', { url_pattern: 'https://red.com/' }, 'url_pattern');
    await refused(
      'social-networks',
      { url_pattern: 'https://red.com/{usuario}', handle_regex: '[' },
      'handle_regex',
    );
    await refused('credit-terms', { kind: 'milestones' }, 'installments');
    await refused(
      'credit-terms',
      { kind: 'milestones', installments: [{ pct: '99.9999', days: 0 }] },
      'installments',
    );
    await refused('credit-terms', { discount_pct: '2' }, 'discount_days');
    await refused('gl-accounts', { code: 'A-1' }, 'code');
    await refused('file-types', { extensions: ['.pdf'] }, 'extensions');
    await refused('agency-categories', { min_amount: '10', max_amount: '5' }, 'max_amount');
  });

  test('are enforced by the database too', async () => {
    for (const statement of [
      `UPDATE age_targets SET age_from = 60, age_to = 20 WHERE code = '18-24'`,
      `UPDATE closing_probabilities SET probability_pct = 50 WHERE code = 'GANADA'`,
      `UPDATE credit_terms SET installments = '[{"pct": "50", "days": 0}]' WHERE code = '50-50'`,
      `UPDATE credit_terms SET installments = NULL WHERE code = '50-50'`,
      `UPDATE months SET number = 13 WHERE number = 12`,
      `UPDATE months SET quarter = 1 WHERE number = 12`,
      `UPDATE gl_accounts SET code = 'X' WHERE code = '1.1.01'`,
      `UPDATE time_slots SET days = '{8}' WHERE code = 'TV-NOCHE'`,
      `UPDATE time_slots SET price_factor = -1 WHERE code = 'TV-NOCHE'`,
      `DELETE FROM months WHERE number = 1`,
    ]) {
      await expect(api.database.query(sql`${raw(statement)}`), statement).rejects.toThrow();
    }
  });

  test('parts of three thirds sum to a hundred exactly', async () => {
    const third = { pct: '33.3333', days: 30 };
    const value = await make('credit-terms', {
      kind: 'milestones',
      installments: [third, third, { pct: '33.3334', days: 60 }],
    });
    expect(value.installments).toEqual([third, third, { pct: '33.3334', days: 60 }]);
    const changed = await write('PATCH', `credit-terms/${value.id}`, value, { kind: 'days' });
    expect(changed.json().data.installments).toBeNull();
  });

  test('an account with child accounts accepts no entries', async () => {
    const group = await make('gl-accounts', { code: '8', is_postable: false });
    const leaf = await make('gl-accounts', { code: '8.1', parent_id: group.id });
    expect(
      (await write('PATCH', `gl-accounts/${group.id}`, group, { is_postable: true })).json().errors,
    ).toHaveProperty('is_postable');
    const below = await post('gl-accounts', { code: '8.1.1', name: 'Debajo', parent_id: leaf.id });
    expect(below.json().errors).toHaveProperty('parent_id');
  });

  test('a locality is in the country of its parent', async () => {
    const [home, abroad] = await list('countries');
    const parent = await make('localities', { country_id: home?.id });
    const response = await post('localities', {
      code: 'AJENA',
      name: 'Ajena',
      country_id: abroad?.id,
      parent_id: parent.id,
    });
    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toHaveProperty('parent_id');
  });

  test('a program stores its period, open or not, and is found by it', async () => {
    const [subdivision] = await list('subdivisions');
    const value = await make('programs', {
      subdivision_id: subdivision?.id,
      valid: { from: '2026-01-01', to: '2026-03-31' },
    });
    expect(value.valid).toEqual({ from: '2026-01-01', to: '2026-03-31' });
    const found = async (range: string) =>
      (await list('programs', `f.valid=${range}&limit=100`)).some(({ id }) => id === value.id);
    expect(await found('2026-03-31..2026-04-30')).toBe(true);
    expect(await found('2026-04-01..2026-04-30')).toBe(false);
    const open = await write('PATCH', `programs/${value.id}`, value, {
      valid: { from: '2026-01-01', to: null },
    });
    expect(open.json().data.valid).toEqual({ from: '2026-01-01', to: null });
    const { data: history } = (
      await api.inject({ url: `/api/programs/${value.id}/history`, headers })
    ).json();
    expect(history.at(-1).changes).toMatchObject([
      { field: 'valid', before: 'del 01/01/2026 al 31/03/2026', after: 'desde el 01/01/2026' },
    ]);
  });

  test('there are always twelve months: they can be described, not added or archived', async () => {
    const [january] = await list('months');
    expect((await post('months', { code: 'X', name: 'Trece' })).statusCode).toBe(405);
    expect((await write('DELETE', `months/${january?.id}`, january as Row)).statusCode).toBe(405);
    const changed = await write('PATCH', `months/${january?.id}`, january as Row, {
      working_days: [{ year: 2026, days: 20 }],
    });
    expect(changed.json().data.working_days).toEqual([{ year: 2026, days: 20 }]);
  });
});

test('a list can be filtered by values without use, which are those without uses; only by who manages it', async () => {
  const industry = await make('industries');
  const child = await make('industries', { parent_id: industry.id });
  const [program] = await list('programs');
  const restricted = await make('industries');
  await write('PATCH', `programs/${program?.id}`, program as Row, {
    restricted_industry_ids: [restricted.id],
  });
  const idsOf = async (path: string, query: string, own = headers): Promise<string[]> =>
    (await api.inject({ url: `/api/${path}?fields=unused&limit=100&${query}`, headers: own }))
      .json()
      .data.map(({ id }: Row) => id);
  expect(await idsOf('industries', 'f.unused=true')).toContain(child.id);
  expect(await idsOf('industries', 'f.unused=false')).toEqual(
    expect.arrayContaining([industry.id, restricted.id]),
  );
  expect(await idsOf('industries', 'f.unused=true', seller)).toEqual([]);
  expect(await idsOf('industries', 'f.unused=false', seller)).toEqual([]);
  for (const { path } of catalogues) {
    const rows = await list(path);
    const uses =
      rows.length === 0
        ? []
        : (
            await api.inject({
              url: `/api/${path}/usages?ids=${rows.map(({ id }) => id).join(',')}`,
              headers,
            })
          ).json().data;
    const free = new Set(
      uses.flatMap(({ id, total }: { id: string; total: number }) => (total === 0 ? [id] : [])),
    );
    // In the order of the list, of which only the first hundred are compared.
    const expected = rows.filter(({ id }) => free.has(id)).map(({ id }) => id);
    const shown = rows.filter(({ unused }) => unused).map(({ id }) => id);
    const found = (await idsOf(path, 'f.unused=true')).slice(0, expected.length);
    expect({ path, shown, found }).toEqual({ path, shown: expected, found: expected });
  }
});
