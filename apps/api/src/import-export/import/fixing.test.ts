import { clients } from '@pauta/domain/crm/clients/client.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { type Headers, importer } from '../fixtures.ts';

interface Row {
  line: number;
  verdict: string;
  cells: (string | null)[];
  errors: { field: string | null; message: string; value?: string }[];
}
interface Group {
  id: string;
  field: string | null;
  message: string;
  value: string | null;
  count: number;
}

let api: TestApi;
let boss: TestUser;
let headers: Headers;
let client: ReturnType<typeof importer>;
let names: Record<'type' | 'category' | 'industry' | 'term', { id: string; label: string }>;

const optionsOf = async (path: string) =>
  (await api.inject({ url: `/api/${path}/options`, headers })).json().data as { id: string; label: string }[];
const firstOf = async (path: string) => (await optionsOf(path))[0] as { id: string; label: string };
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const head =
  'Código,Razón social,Nombre comercial,País,Tipo de documento,RNC,Tipo,Categoría,Rubro,Ejecutivo,Término';
/** A row of the file with valid values, which the given ones override. */
const line = (
  code: string,
  change: Partial<Record<'name' | 'tax' | 'industry' | 'seller' | 'term', string>> = {},
) =>
  [
    code,
    change.name ?? `Empresa ${code}`,
    change.name ?? `Empresa ${code}`,
    'DO',
    'Otra',
    change.tax ?? `DOC${code}`,
    names.type.label,
    names.category.label,
    change.industry ?? names.industry.label,
    change.seller ?? 'Ana Vendedora',
    change.term ?? names.term.label,
  ]
    .map(quote)
    .join(',');
const start = async (...rows: string[]) => {
  const job = await client.start('clients', [head, ...rows].join('\n'));
  expect(job.mapping).not.toContain(null);
  return client.check(job.id);
};
const groupsOf = async (id: string): Promise<Group[]> =>
  (await api.inject({ url: `/api/imports/${id}/error-groups`, headers })).json().data;
const patch = (id: string, at: number, cells: object, as: Headers = headers) =>
  api.inject({ method: 'PATCH', url: `/api/imports/${id}/rows/${at}`, payload: { cells }, headers: as });
const replace = (id: string, body: object, as: Headers = headers) =>
  api.inject({ method: 'PUT', url: `/api/imports/${id}/replacements`, payload: body, headers: as });
const verdicts = async (id: string) => ((await client.rows(id)) as Row[]).map(({ verdict }) => verdict);

beforeAll(async () => {
  api = await startTestApi();
  boss = await createUser(api, { full_name: 'Administradora' });
  headers = await signIn(api, boss);
  client = importer(api, headers);
  await createUser(api, { full_name: 'Ana Vendedora', role: 'sales_rep', email: 'ana@ejemplo.com' });
  names = {
    type: await firstOf('client-types'),
    category: await firstOf('client-categories'),
    industry: await firstOf('industries'),
    term: await firstOf('credit-terms'),
  };
});
afterAll(() => api.close());

describe('a checked import', () => {
  test('reports all errors of a row at once', async () => {
    const taken = await sampleBody(api.database, clients, 40);
    const made = await client.post('/api/clients', { ...taken, client_code: 'TAKEN-1' });
    expect(made.statusCode, made.body).toBe(201);
    const job = await client.start(
      'clients',
      [
        'Código,Razón social,Nombre comercial,País,Tipo de documento,RNC,Tipo,Categoría,Rubro,Ejecutivo,Límite',
        `TAKEN-2,X,X,DO,RNC,131-24679-0,${names.type.label},${names.category.label},Nada así,Nadie,mucho`,
      ].join('\n'),
    );
    await client.check(job.id);
    const [row] = (await client.rows(job.id)) as Row[];
    expect(row?.errors.map(({ field }) => field).sort()).toEqual(
      ['credit_limit', 'credit_term_id', 'industry_id', 'primary_sales_rep_id', 'tax_id'].sort(),
    );
    expect(row?.errors.find(({ field }) => field === 'industry_id')?.value).toBe('Nada así');
    expect(row?.errors.find(({ field }) => field === 'credit_term_id')?.value).toBe('');

    // Unique values are compared even if other cells are invalid.
    const again = await client.start(
      'clients',
      `${head}\n${line('TAKEN-9', { tax: String(taken.tax_id), seller: 'Nadie' })}\n${line('OK-1')}\n${line('OK-1', { seller: 'Nadie' })}`,
    );
    await client.map(again, { key: null });
    await client.check(again.id);
    const rows = (await client.rows(again.id)) as Row[];
    expect(rows[2]?.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('«Nadie»'),
      expect.stringContaining('La fila 3 del archivo ya trae este valor'),
      expect.stringContaining('La fila 3 del archivo ya trae este valor'),
    ]);
  });

  test('a cell is corrected, and rows affected by it are checked again', async () => {
    const job = await start(
      line('FIX-1'),
      line('FIX-1', { tax: 'OTHER1', name: 'Segunda' }),
      line('FIX-3', { seller: 'Anna' }),
    );
    expect(job.counts).toMatchObject({ new: 1, error: 2 });
    const first = await patch(job.id, 2, { 0: 'FIX-2' });
    expect(first.statusCode, first.body).toBe(200);
    // The other row with the same code is valid now.
    expect(first.json().data.counts).toMatchObject({ new: 2, error: 1 });
    const fixed = await patch(job.id, 4, { 9: '  ana vendedora ' });
    expect(fixed.json().row).toMatchObject({ line: 4, verdict: 'new', errors: [] });
    expect(await verdicts(job.id)).toEqual(['new', 'new', 'new']);
    const broken = await patch(job.id, 4, { 0: 'FIX-1', 5: null });
    expect(
      broken
        .json()
        .row.errors.map(({ field }: { field: string }) => field)
        .sort(),
    ).toEqual(['client_code', 'tax_id']);
    await patch(job.id, 4, { 0: 'FIX-3', 5: 'DOCFIX3' });
    const done = await client.commit(job.id);
    expect(done.outcomes).toMatchObject({ created: 3, failed: 0 });
    expect((await patch(job.id, 2, { 0: 'LATE-1' })).statusCode).toBe(409);
  });

  test('refuses cells that do not exist, and other users', async () => {
    const job = await start(line('CELL-1'));
    expect((await patch(job.id, 2, { 99: 'x' })).statusCode).toBe(422);
    expect((await patch(job.id, 2, { uno: 'x' })).statusCode).toBe(422);
    expect((await patch(job.id, 77, { 0: 'x' })).statusCode).toBe(404);
    const other = await signInAs(api, 'sales_manager');
    expect((await patch(job.id, 2, { 0: 'x' }, other)).statusCode).toBe(404);
    expect((await replace(job.id, { field: 'industry_id', value: 'x', with: null }, other)).statusCode).toBe(
      404,
    );
  });

  test('a replacement for an unknown value is chosen once for all its rows', async () => {
    const job = await start(
      line('MAP-1', { industry: 'Bancos y similares' }),
      line('MAP-2', { industry: 'BANCOS Y SIMILARES' }),
      line('MAP-3', { term: '' }),
      line('MAP-4', { seller: 'Nadie' }),
    );
    const groups = await groupsOf(job.id);
    expect(groups.map(({ field, value, count }) => [field, value?.toLowerCase(), count])).toEqual([
      ['industry_id', 'bancos y similares', 2],
      ['credit_term_id', '', 1],
      ['primary_sales_rep_id', 'nadie', 1],
    ]);
    const [bank] = groups;
    const rows = (
      await api.inject({ url: `/api/imports/${job.id}/rows?verdict=error&group=${bank?.id}`, headers })
    ).json().data as Row[];
    expect(rows.map(({ line: at }) => at)).toEqual([2, 3]);

    for (const wrong of [
      { field: 'industry_id', value: 'x', with: names.term.id },
      { field: 'industry_id', value: 'x', with: 'Bancos' },
      { field: 'legal_name', value: 'x', with: 'y' },
      { field: 'status', value: 'x', with: 'y' },
      { field: '__proto__', value: 'x', with: names.term.id },
    ]) {
      expect((await replace(job.id, wrong)).statusCode, JSON.stringify(wrong)).toBe(422);
    }
    const answer = await replace(job.id, {
      field: 'industry_id',
      value: 'Bancos y similares',
      with: names.industry.id,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().data.counts).toMatchObject({ new: 2, error: 2 });
    await replace(job.id, { field: 'credit_term_id', value: '', with: names.term.id });
    expect(await verdicts(job.id)).toEqual(['new', 'new', 'new', 'error']);
    const done = await client.commit(job.id);
    expect(done.outcomes).toMatchObject({ created: 3, skipped: 1 });
    const [made] = (await api.inject({ url: '/api/clients?q=MAP-2', headers })).json().data;
    expect(made.industry_id.id).toBe(names.industry.id);
  });

  test('a value for a missing column is chosen once too', async () => {
    const job = await client.start('brands', 'Código,Nombre\nBR-1,Uno\nBR-2,Dos\n');
    await client.check(job.id);
    const [group] = await groupsOf(job.id);
    expect(group).toMatchObject({ value: '', count: 2 });
    const [owner] = await optionsOf('clients');
    await replace(job.id, { field: group?.field, value: '', with: owner?.id });
    expect((await client.commit(job.id)).outcomes).toMatchObject({ created: 2 });
  });

  test('equal errors are one group, whatever the values of the rows', async () => {
    const job = await client.start(
      'clusters',
      'Código,Nombre,Orden\nG-1,Uno,abc\nG-2,Dos,xyz\nG-3,Tres,9\nG-4,,4\n',
    );
    await client.check(job.id);
    expect((await groupsOf(job.id)).map(({ message, count }) => [message, count])).toEqual([
      ['«…» no es un número entero.', 2],
      [expect.stringMatching(/obligatorio/), 1],
    ]);
  });
});

describe('remembered matches', () => {
  test('are proposed to colleagues, after matches by field name', async () => {
    const manager = importer(api, await signInAs(api, 'sales_manager'));
    const text = 'Cta. mayor,Notas\nZZ-1,Zeta\n';
    const first = await manager.start('clients', text);
    expect(first.mapping[0]).toBe(null);
    await manager.map(first, { mapping: ['client_code', null], key: 'client_code' });
    const mine = await client.start('clients', text);
    expect(mine.mapping).toEqual(['client_code', 'notes']);
    expect(mine.remembered).toBe(1);
  });
});

describe('the list of imports', () => {
  const listOf = async (as: Headers = headers, query = '') =>
    (await api.inject({ url: `/api/imports${query}`, headers: as })).json() as {
      data: {
        id: string;
        own: boolean;
        undone_at: string | null;
        outcomes: object;
        user: { label: string };
      }[];
      next_cursor: string | null;
    };

  test('lists author, file, outcome and undo of each import; the same file can be imported again', async () => {
    const text = `${head}\n${line('AGAIN-1')}\n${line('AGAIN-2')}`;
    const round = async () => {
      const job = await client.start('clients', text, 'otra-vez.csv');
      expect((await client.check(job.id)).counts).toMatchObject({ new: 2, error: 0 });
      return client.commit(job.id);
    };
    const first = await round();
    expect(first.outcomes).toMatchObject({ created: 2 });
    const undone = await client.post(`/api/undo/${first.request_id}`, {});
    expect(undone.json().data).toMatchObject({ undone: 2, blocked: [] });
    const second = await round();
    expect(second.outcomes).toMatchObject({ created: 2 });

    const { data } = await listOf(headers, '?resource=clients');
    expect(data.slice(0, 2)).toEqual([
      expect.objectContaining({ id: second.id, undone_at: null, own: true, outcomes: { created: 2 } }),
      expect.objectContaining({
        id: first.id,
        file_name: 'otra-vez.csv',
        undone_at: expect.any(String),
        user: { id: boss.id, label: 'Administradora' },
      }),
    ]);
  });

  test('shows users their own imports of permitted resources; administrators see all', async () => {
    const person = await signInAs(api, 'sales_manager');
    const own = importer(api, person);
    const job = await own.start('clients', `${head}\n${line('LIST-1')}`);
    expect((await listOf(person)).data.map(({ id }) => id)).toEqual([job.id]);
    expect((await listOf()).data[0]).toMatchObject({ id: job.id, own: false });
    expect((await listOf(await signInAs(api, 'sales_manager'))).data).toEqual([]);
    const { data, next_cursor } = await listOf(headers, `?cursor=${job.id}`);
    expect(data.map(({ id }) => id)).not.toContain(job.id);
    expect(next_cursor).toBeNull();
  });
});

describe('people of a file', () => {
  test('can have several numbers in a cell, in usual notations', async () => {
    const job = await client.start(
      'contacts',
      'Nombre,Apellidos,Celular,E-mail,Cliente\nLuisa,Prueba,"(809) 555-0185 ext. 12 / 829.555.0186",luisa@ejemplo.com;l@ejemplo.com,Empresa AGAIN-1\n',
    );
    expect((await client.check(job.id)).counts).toMatchObject({ new: 1 });
    await client.commit(job.id);
    const [person] = (await api.inject({ url: '/api/contacts?q=Luisa&fields=phones,emails', headers })).json()
      .data;
    expect(person).toMatchObject({
      phones: [
        { number: '+18095550185', extension: '12', is_primary: true },
        { number: '+18295550186', extension: null, is_primary: false },
      ],
      emails: [{ email: 'luisa@ejemplo.com', is_primary: true }, { email: 'l@ejemplo.com' }],
    });
  });
});

describe('missing values of a file', () => {
  const bare = 'Razón social,Nombre comercial,RNC/Cédula,Tipo,Categoría,Rubro,Término';
  const bareLine = (name: string, number: string) =>
    [name, name, number, names.type.label, names.category.label, names.industry.label, names.term.label]
      .map(quote)
      .join(',');
  const codesOf = async (text: string) =>
    ((await api.inject({ url: `/api/clients?q=${text}&limit=100`, headers })).json().data as Made[])
      .map(({ client_code }) => client_code)
      .sort();
  interface Made {
    client_code: string;
    country_id: { code: string };
    tax_id_type: string;
    primary_sales_rep_id: { label: string };
  }

  test('get the initial values of a form: code, country, identification, seller', async () => {
    const seller = await createUser(api, { full_name: 'Berta Vende', role: 'sales_rep' });
    const own = importer(api, await signIn(api, seller));
    const started = await own.upload('clients', `${bare}\n${bareLine('Bertina Uno', '101-00157-7')}`);
    // A seller may not import here; the manager may, and chooses a seller once for all rows.
    expect(started.statusCode).toBe(403);
    const job = await client.start(
      'clients',
      [bare, bareLine('Bertina Uno', '101-00157-7'), bareLine('Bertina Dos', '00113918205')].join('\n'),
    );
    await client.check(job.id);
    const groups = await groupsOf(job.id);
    expect(groups.map(({ field, value }) => [field, value])).toEqual([['primary_sales_rep_id', '']]);
    await replace(job.id, { field: 'primary_sales_rep_id', value: '', with: seller.id });
    expect((await client.commit(job.id, { include_duplicates: true })).outcomes).toMatchObject({
      created: 2,
    });
    const made = (await api.inject({ url: '/api/clients?q=Bertina&sort=client_code', headers })).json()
      .data as Made[];
    expect(made.map(({ tax_id_type: type, country_id: country }) => [type, country.code])).toEqual([
      ['RNC', 'DO'],
      ['CEDULA', 'DO'],
    ]);
    expect(made[0]?.primary_sales_rep_id.label).toBe('Berta Vende');
  });

  test('new clients imported by a seller are assigned to that seller', async () => {
    const seller = await createUser(api, { full_name: 'Dora Vende', role: 'sales_rep' });
    await api.database.query(sql`
      WITH made AS (INSERT INTO roles (name, display_name) VALUES ('importer', 'Importador') RETURNING id),
        held AS (INSERT INTO role_permissions SELECT made.id, p.name FROM made, permissions p
          WHERE p.name IN ('clients.import', 'clients.view_all'))
      INSERT INTO user_roles (user_id, role_id) SELECT ${seller.id}::uuid, id FROM made`);
    const own = importer(api, await signIn(api, seller));
    const job = await own.start(
      'clients',
      `${bare},Tipo de documento\n${bareLine('Dorina', 'DOC-DORINA')},Otra`,
    );
    await own.check(job.id);
    expect((await own.rows(job.id)) as Row[]).toMatchObject([{ verdict: 'new', errors: [] }]);
    expect((await own.commit(job.id, { include_duplicates: true })).outcomes).toMatchObject({ created: 1 });
    const [made] = (await api.inject({ url: '/api/clients?q=Dorina', headers })).json().data as Made[];
    expect(made?.primary_sales_rep_id.label).toBe('Dora Vende');
  });

  test('missing codes follow the highest code in the file', async () => {
    const seller = (await optionsOf('users')).find(({ label }) => label === 'Berta Vende')?.id;
    const codes = ['CLI-7001', '', 'cli-7003', ''];
    const job = await client.start(
      'clients',
      [
        `Código,${bare},Tipo de documento`,
        ...codes.map((code, n) => `${code},${bareLine(`Gama ${n}`, `DOC-GAMA-${n}`)},Otra`),
      ].join('\n'),
    );
    await client.check(job.id);
    await replace(job.id, { field: 'primary_sales_rep_id', value: '', with: seller });
    expect((await client.commit(job.id, { include_duplicates: true })).outcomes).toMatchObject({
      created: 4,
    });
    expect(await codesOf('Gama')).toEqual(['CLI-7001', 'CLI-7003', 'CLI-7004', 'CLI-7005']);
  });

  test('codes have no gap, also with two concurrent imports', async () => {
    const seller = (await optionsOf('users')).find(({ label }) => label === 'Berta Vende')?.id;
    const fileOf = (name: string, from: number, count: number) =>
      [
        `${bare},Tipo de documento`,
        ...Array.from(
          { length: count },
          (_, n) => `${bareLine(`${name} ${from + n}`, `DOC-${name}-${n}`)},Otra`,
        ),
      ].join('\n');
    const jobs = await Promise.all(
      ['Alfa', 'Beta'].map(async (name) => {
        const job = await client.start('clients', fileOf(name, 100, 30));
        await client.check(job.id);
        await replace(job.id, { field: 'primary_sales_rep_id', value: '', with: seller });
        return job;
      }),
    );
    await Promise.all(jobs.map((job) => client.settled(job.id)));
    const done = await Promise.all(jobs.map((job) => client.commit(job.id, { include_duplicates: true })));
    expect(done.map(({ outcomes }) => outcomes.created)).toEqual([30, 30]);
    const numbers = [...(await codesOf('Alfa')), ...(await codesOf('Beta'))]
      .map((code) => Number(code.replace('CLI-', '')))
      .sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => (numbers[0] ?? 0) + n));
  });
});
