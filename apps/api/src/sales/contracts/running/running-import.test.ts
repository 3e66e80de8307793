import { addDays } from '@pauta/domain/calendar/working-time.ts';
import { newLineId } from '@pauta/domain/document/line-id.ts';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ImportAnswer, importer } from '../../../import-export/fixtures.ts';
import { invariants } from '../../../invariants.ts';
import { systemChange } from '../../../platform/database/database.ts';
import { createRole, createUser, signIn } from '../../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { pdf, uploadFile } from '../../../testing/upload.ts';
import { type ContractWorld, makeContractWorld } from '../contract-fixtures.ts';

let api: TestApi;
let world: ContractWorld;
let imports: ReturnType<typeof importer>;
let seller: { readonly id: string };

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  imports = importer(api, world.headers);
  seller = await createUser(api, { role: 'sales_rep' });
});
afterAll(() => api.close());

const day = (days: number): string => addDays(world.today, days);

/** A text of a record, by which a file names it. */
const nameOf = async (
  table: 'companies' | 'clients' | 'users',
  column: 'code' | 'tax_id' | 'email',
  id: string,
): Promise<string> => {
  const row = await api.database.one<{ name: string }>(
    sql`SELECT ${raw(column)} AS name FROM ${raw(table)} WHERE id = ${id}::uuid`,
  );
  return row?.name ?? '';
};

type Row = Readonly<Record<string, string | number | null>>;

const csv = (rows: readonly Row[]): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => cells.map(cell).join(';'))
    .join('\n');
};

let count = 0;

/** A contract of ten days, of which five are over: one unit a day at 100, five aired, and the first of two instalments billed. */
const contractRows = async (values: Row = {}, line: Row = {}, capacity = 1) => {
  count += 1;
  const number = `VIEJO-${count}`;
  const client = await world.client();
  const item = await world.space(capacity);
  const space = await api.database.one<{ code: string }>(
    sql`SELECT code FROM inventory_items WHERE id = ${item}::uuid`,
  );
  const catalogue = await api.database.one<Record<string, string>>(sql`
    SELECT (SELECT name FROM ad_classifications WHERE id = ${world.classificationId}::uuid) AS classification,
      (SELECT name FROM consumption_types WHERE id = ${world.consumptionTypeId}::uuid) AS consumption,
      (SELECT name FROM credit_terms WHERE id = ${world.creditTermId}::uuid) AS term`);
  const flight = `${day(-5)} - ${day(4)}`;
  const header = {
    former_number: number,
    former_signed_on: day(-20),
    name: `Campaña ${number}`,
    company_id: await nameOf('companies', 'code', world.companyId),
    client_id: await nameOf('clients', 'tax_id', client.id),
    owner_id: await nameOf('users', 'email', seller.id),
    consumption_type_id: catalogue?.consumption ?? '',
    flight,
    valid: `${day(-10)} - ${day(30)}`,
    price_list_id: 'PRUEBA',
    currency_code: 'DOP',
    billing_plan: 'Mensual, en partes iguales',
    credit_term_id: catalogue?.term ?? '',
    ...values,
  };
  const rows: Row[] = [
    {
      ...header,
      'lines.line_kind': 'Pauta',
      'lines.inventory_item_id': space?.code ?? '',
      'lines.description': `Cuña de ${number}`,
      'lines.ad_classification_id': catalogue?.classification ?? '',
      'lines.flight': flight,
      'lines.units_per_day': 1,
      'lines.agreed_price': '100',
      'lines.former_net': '1000.00',
      'lines.former_aired': 5,
      ...line,
      'instalments.due_on': day(-5),
      'instalments.amount': '600.00',
      'instalments.former_billed': '600.00',
    },
    { former_number: number, 'instalments.due_on': day(20), 'instalments.amount': '400.00' },
  ];
  return { number, item, client, rows };
};

const check = async (rows: readonly Row[], by = imports) =>
  by.check((await by.start('contracts', csv(rows))).id);
const errorsOf = async (job: ImportAnswer, by = imports): Promise<string> =>
  JSON.stringify((await by.rows(job.id)).map(({ errors }: { errors: unknown }) => errors));

const imported = async (rows: readonly Row[]): Promise<ImportAnswer> => {
  const checked = await check(rows);
  expect(checked.counts.error, await errorsOf(checked)).toBe(0);
  const done = await imports.commit(checked.id);
  expect(done.outcomes.created, await errorsOf(done)).toBe(rows.length);
  return done;
};

const contractOf = (number: string) =>
  api.database.one<{ id: string; status: string; number: string; signed_on: string; archived: boolean }>(sql`
    SELECT id, status, number, signed_on::text, archived_at IS NOT NULL AS archived FROM contracts
    WHERE former_number = ${number} ORDER BY created_at DESC LIMIT 1`);

const bookedDays = async (item: string): Promise<number> =>
  (
    await api.database.one<{ days: number }>(sql`
      SELECT count(*)::integer AS days FROM occupancy WHERE item_id = ${item}::uuid AND booked > 0`)
  )?.days ?? 0;

/** Everything that the nightly proof finds wrong. */
const wrong = async (): Promise<readonly unknown[]> => {
  const found: unknown[] = [];
  for (const { name, offending } of invariants)
    for (const row of await api.database.query<object>(offending)) found.push({ name, ...row });
  return found;
};

describe('contracts that run in another system', () => {
  test('are checked without writing, and imported as they run, with what was aired and billed', async () => {
    const { number, item, rows } = await contractRows();
    const checked = await check(rows);
    expect(checked.counts, await errorsOf(checked)).toMatchObject({ new: 2, error: 0 });
    expect(await contractOf(number)).toBeUndefined();
    expect(await bookedDays(item)).toBe(0);
    expect((checked as ImportAnswer & { tie_out: unknown }).tie_out).toEqual([
      {
        group: 'DOP',
        read: {
          documents: '1',
          lines: '1',
          net: '1000.00',
          tax: null,
          total: null,
          instalments: '1000.00',
          aired: '5',
          billed: '600.00',
        },
        stored: expect.objectContaining({
          documents: '1',
          lines: '1',
          net: '1000.00',
          aired: '5',
          billed: '600.00',
        }),
      },
    ]);

    const done = await imports.commit(checked.id);
    expect(done.outcomes, await errorsOf(done)).toMatchObject({ created: 2, failed: 0 });
    const contract = await contractOf(number);
    expect(contract).toMatchObject({ status: 'active', number, signed_on: day(-20) });
    expect(await bookedDays(item)).toBe(10);
    const record = await world.read(contract?.id ?? '');
    expect(record).toMatchObject({
      owner_id: { id: seller.id },
      consumed_pct: '50.0000',
      billed_pct: '60.0000',
      net_in_force: '1000.00',
    });
    expect(
      await api.database.one(sql`
        SELECT contracted::integer, sold::integer, placed::integer, aired::integer, former_aired::integer
        FROM quotas WHERE contract_id = ${contract?.id}::uuid`),
    ).toEqual({ contracted: 10, sold: 10, placed: 5, aired: 5, former_aired: 5 });
    expect(
      await api.database.one(
        sql`SELECT billed_net, billed_quantity FROM order_lines WHERE contract_id = ${contract?.id}::uuid`,
      ),
    ).toEqual({ billed_net: '600.00', billed_quantity: '6.0000' });
    const version = await api.database.one<{ content: string }>(
      sql`SELECT content FROM contract_versions WHERE contract_id = ${contract?.id}::uuid`,
    );
    expect(JSON.parse(version?.content ?? '{}').contract).toMatchObject({ number, signed_on: day(-20) });
    expect(await wrong()).toEqual([]);
  });

  test('are delivered where a service was provided, and billed line by line', async () => {
    const { number, rows } = await contractRows();
    const article = await api.database.one<{ name: string }>(
      sql`SELECT code AS name FROM ad_articles WHERE archived_at IS NULL ORDER BY id LIMIT 1`,
    );
    const [first, second] = rows;
    await imported([
      {
        ...first,
        'lines.former_billed': '600.00',
        'instalments.former_billed': '',
        'instalments.amount': '1200.00',
      },
      {
        ...second,
        'lines.line_kind': 'Servicio',
        'lines.ad_article_id': article?.name ?? '',
        'lines.description': 'Grabación',
        'lines.ad_classification_id': first?.['lines.ad_classification_id'] ?? '',
        'lines.flight': first?.['lines.flight'] ?? '',
        'lines.units': 2,
        'lines.agreed_price': '300',
        'lines.former_aired': 2,
        'lines.former_billed': '600.00',
      },
    ]);
    const contract = await contractOf(number);
    expect(
      await api.database.query(sql`
        SELECT o.billed_net, delivered_part(o)::float8 AS delivered FROM order_lines o
        WHERE o.contract_id = ${contract?.id}::uuid ORDER BY o.line_kind`),
    ).toEqual([
      { billed_net: '600.00', delivered: 0.5 },
      { billed_net: '600.00', delivered: 1 },
    ]);
    expect(await wrong()).toEqual([]);
  });

  test('are left as they are by the same file', async () => {
    const { number, rows } = await contractRows();
    await imported(rows);
    const before = await world.read((await contractOf(number))?.id ?? '');
    const again = await check(rows);
    expect(again.counts).toMatchObject({ unchanged: 2, new: 0, error: 0 });
    await imports.commit(again.id);
    expect(await world.read(before.id)).toEqual(before);
  });

  test('are stored once when two imports of the same file run at once', async () => {
    const { number, item, rows } = await contractRows();
    const [one, other] = [await check(rows), await check(rows)];
    const done = await Promise.all([imports.commit(one.id), imports.commit(other.id)]);
    expect(done.map(({ outcomes }) => outcomes.created).sort()).toEqual([0, 2]);
    const { count: stored } = (await api.database.one<{ count: number }>(
      sql`SELECT count(*)::integer AS count FROM contracts WHERE former_number = ${number}`,
    )) ?? { count: 0 };
    expect(stored).toBe(1);
    expect(await bookedDays(item)).toBe(10);
  });

  test('are signed on paper by the signatories that the file names', async () => {
    const signer = await api.database.one<{ full_name: string }>(
      sql`SELECT full_name FROM signatories WHERE id = ${world.ownSignatory}::uuid`,
    );
    const { number, rows } = await contractRows({ own_signatory_ids: signer?.full_name ?? '' });
    await imported(rows);
    expect(
      await api.database.query(sql`
        SELECT g.method, g.signed_on::text, r.outcome FROM signatures g JOIN signing_requests r ON r.id = g.request_id
        WHERE g.contract_id = ${(await contractOf(number))?.id}::uuid`),
    ).toEqual([{ method: 'paper', signed_on: day(-20), outcome: 'completed' }]);
  });

  test.each([
    [
      { 'lines.former_net': '1100.00' },
      /El neto de .* es RD\$1,100\.00 en el archivo y RD\$1,000\.00 al calcularlo/,
    ],
    [{ 'lines.former_aired': 11 }, /dice emitidas 11 unidades y vendidas son 10/],
    [{ 'lines.former_billed': '500.00' }, /deben sumar lo mismo/],
  ])('are refused with the reason: %o', async (line, reason) => {
    const { number, rows } = await contractRows({}, line);
    const checked = await check(rows);
    expect(checked.counts.error).toBe(2);
    expect(await errorsOf(checked)).toMatch(reason);
    expect(await contractOf(number)).toBeUndefined();
  });

  test('are refused where consumption is billed and more was billed than aired', async () => {
    const { rows } = await contractRows({ billing_plan: 'Según el consumo' });
    expect(await errorsOf(await check(rows))).toMatch(/lo emitido vale RD\$500\.00/);
  });

  test('are refused with every full day, also for what an earlier contract of the file takes', async () => {
    const one = await contractRows();
    const other = (await contractRows()).rows.map((row) => ({
      ...row,
      ...('lines.inventory_item_id' in row && {
        'lines.inventory_item_id': one.rows[0]?.['lines.inventory_item_id'] ?? null,
      }),
    }));
    const checked = await check([...one.rows, ...other]);
    expect(checked.counts).toMatchObject({ new: 2, error: 2 });
    expect(await errorsOf(checked)).toMatch(/No hay capacidad en «Espacio [^»]+» el .* y \d\d\/\d\d\/\d{4}/);
  });

  test('never take a number that the series gives, nor give theirs to it', async () => {
    const { rows } = await contractRows();
    const item = await world.space(5);
    const signed = await world.pending(await world.client(), [world.line(item)]);
    const taken = rows.map((row) => ({ ...row, former_number: String(signed.number) }));
    expect(await errorsOf(await check(taken))).toMatch(/La compañía ya tiene el contrato/);

    const next = String(signed.number).replace(/\d+$/, (digits) =>
      String(Number(digits) + 1).padStart(digits.length, '0'),
    );
    await imported((await contractRows()).rows.map((row) => ({ ...row, former_number: next })));
    const later = await world.pending(await world.client(), [world.line(item)]);
    expect(later.number).not.toBe(next);
  });

  test('have to agree with the control totals', async () => {
    const { number, rows } = await contractRows();
    const checked = await check(rows);
    const commit = (value: string) =>
      imports.post(`/api/imports/${checked.id}/commit`, {
        control_totals: [{ group: 'DOP', measure: 'net', value }],
      });
    const refused = await commit('999.00');
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'totals_differ' });
    expect((await commit('1000.00')).statusCode).toBe(200);
    await imports.settled(checked.id);
    expect(await contractOf(number)).toMatchObject({ status: 'active' });
  });

  test('are billed for the rest only', async () => {
    const { number, rows } = await contractRows();
    await imported(rows.map((row) => ({ ...row, 'instalments.due_on': day(-5) })));
    const contract = await contractOf(number);
    expect(
      await api.database.query(
        sql`SELECT net FROM billable_order_lines WHERE contract_id = ${contract?.id}::uuid`,
      ),
    ).toEqual([{ net: '400.00' }]);
  });
});

describe('the import of a running contract', () => {
  const undo = (requestId: string) => imports.post(`/api/undo/${requestId}`, {});

  test('is undone as a whole before the first act, and the file can be imported again', async () => {
    const { number, item, rows } = await contractRows();
    const job = await imported(rows);
    const undone = await undo(job.request_id);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(undone.json().data).toMatchObject({ undone: 1, blocked_total: 0, repeatable: false });
    expect(await contractOf(number)).toMatchObject({ status: 'cancelled', archived: true });
    const again = await undo(undone.json().data.request_id);
    expect(again.json().data, again.body).toMatchObject({ undone: 0, blocked_total: 1, repeatable: false });
    expect(await contractOf(number)).toMatchObject({ status: 'cancelled', archived: true });
    expect(await bookedDays(item)).toBe(0);
    expect(await wrong()).toEqual([]);
    expect(
      await api.database.query(sql`
        SELECT user_id, sum(amount) AS credit FROM sale_credits s JOIN contracts c ON c.id = s.contract_id
        WHERE c.former_number = ${number} GROUP BY user_id HAVING sum(amount) <> 0`),
    ).toEqual([]);
    await imported(rows);
    expect(await contractOf(number)).toMatchObject({ status: 'active', archived: false });
    expect(await wrong()).toEqual([]);
  });

  test('is undone for one contract with a reason', async () => {
    const { number, item, rows } = await contractRows();
    await imported(rows);
    const contract = await contractOf(number);
    const done = await world.run(contract?.id ?? '', 'undo_import', { reason: 'Archivo equivocado' });
    expect(done.statusCode, done.body).toBe(200);
    expect(await contractOf(number)).toMatchObject({ status: 'cancelled', archived: true });
    expect(await bookedDays(item)).toBe(0);
  });

  test('stays after the first act, which is named', async () => {
    const { number, rows } = await contractRows();
    const job = await imported(rows);
    const contract = await contractOf(number);
    const suspended = await world.run(contract?.id ?? '', 'suspend', {
      reason_kind: 'arrears',
      spaces: 'kept',
      reason: 'Mora',
    });
    expect(suspended.statusCode, suspended.body).toBe(200);
    await world.run(contract?.id ?? '', 'resume');
    const undone = await undo(job.request_id);
    expect(undone.json().data, undone.body).toMatchObject({ undone: 0, blocked_total: 1 });
    expect(undone.body).toContain('ya se suspendió');
    const refused = await world.run(contract?.id ?? '', 'undo_import', { reason: 'Archivo equivocado' });
    expect(refused.statusCode).toBe(409);
    expect(await contractOf(number)).toMatchObject({ status: 'active', archived: false });
  });

  test('needs the permission to import', async () => {
    const { number, rows } = await contractRows();
    await imported(rows);
    const role = await createRole(api, ['contracts.view_all', 'contracts.update_all', 'contracts.cancel']);
    const other = await signIn(api, await createUser(api, { role }));
    const refused = await world.run(
      (await contractOf(number))?.id ?? '',
      'undo_import',
      { reason: 'Otra' },
      other,
    );
    expect(refused.statusCode).toBe(403);
    expect((await importer(api, other).upload('contracts', csv(rows))).statusCode).toBe(403);
  });
});

describe('the scan of a running contract', () => {
  type Headers = Record<string, string>;
  let scanCount = 0;

  const upload = async (headers: Headers = world.headers, bytes?: Buffer): Promise<string> => {
    scanCount += 1;
    const response = await uploadFile(api, headers, {
      bytes: bytes ?? Buffer.concat([pdf, Buffer.from(`% ${scanCount}`)]),
      name: `escaneo ${scanCount}.pdf`,
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  };
  const attach = (contract: string, scan: string, headers: Headers = world.headers) =>
    world.run(contract, 'attach_scan', { scan }, headers);
  const running = async () => {
    const { number, rows } = await contractRows();
    const job = await imported(rows);
    return { number, rows, job, id: (await contractOf(number))?.id ?? '' };
  };
  const scansOf = async (headers: Headers = world.headers): Promise<Record<string, unknown>[]> => {
    const response = await api.inject({ url: '/api/contracts/scans', headers });
    expect(response.statusCode, response.body).toBe(200);
    return response.json().data;
  };
  const documentsOf = (id: string) =>
    api.database.query(sql`
      SELECT d.name, y.code, d.archived_at IS NOT NULL AS archived FROM contract_files d
        JOIN file_types y ON y.id = d.file_type_id
      WHERE d.contract_id = ${id}::uuid ORDER BY d.created_at, d.id`);
  const withRole = async (...permissions: string[]): Promise<Headers> =>
    signIn(api, await createUser(api, { role: await createRole(api, permissions) }));

  test('is its signed scan, and a further one is a document of it', async () => {
    const { id, number } = await running();
    expect(await scansOf()).toContainEqual(
      expect.objectContaining({ id, former_number: number, status: 'active', has_scan: false, hashes: [] }),
    );
    const first = await attach(id, await upload());
    expect(first.statusCode, first.body).toBe(200);
    expect(first.json().data).toMatchObject({ already: false, is_first: true });
    expect((await world.read(id)).signed_scan).toMatchObject({ name: `escaneo ${scanCount}.pdf` });
    const second = await attach(id, await upload());
    expect(second.json().data, second.body).toMatchObject({ already: false, is_first: false });
    expect(await documentsOf(id)).toEqual([
      { name: `escaneo ${scanCount}`, code: 'CONTRATO', archived: false },
    ]);
    const listed = (await scansOf()).find((one) => one.id === id);
    expect(listed).toMatchObject({ has_scan: true });
    expect(listed?.hashes).toHaveLength(2);
    expect(await wrong()).toEqual([]);
  });

  test('is attached once when the same file is sent twice, also at once', async () => {
    const { id } = await running();
    const bytes = Buffer.concat([pdf, Buffer.from('% dos veces')]);
    const files = [await upload(undefined, bytes), await upload(undefined, bytes)];
    const answers = await Promise.all(files.map((file) => attach(id, file)));
    expect(answers.map((one) => one.json().data.already).sort()).toEqual([false, true]);
    expect((await attach(id, await upload(undefined, bytes))).json().data.already).toBe(true);
    expect(await documentsOf(id)).toEqual([]);
  });

  test('is no act: the import is undone with it, and imported again without it', async () => {
    const { id, number, job, rows } = await running();
    await attach(id, await upload());
    await attach(id, await upload());
    const undone = await imports.post(`/api/undo/${job.request_id}`, {});
    expect(undone.json().data, undone.body).toMatchObject({ undone: 1, blocked_total: 0 });
    expect((await scansOf()).map((one) => one.id)).not.toContain(id);
    expect((await world.read(id)).signed_scan).toBeNull();
    expect(await documentsOf(id)).toEqual([expect.objectContaining({ archived: true })]);
    expect((await attach(id, await upload())).statusCode).toBe(409);

    const again = await imports.post(`/api/undo/${undone.json().data.request_id}`, {});
    expect(again.json().data, again.body).toMatchObject({ undone: 0, repeatable: false });
    expect(await documentsOf(id)).toEqual([expect.objectContaining({ archived: true })]);

    await imported(rows);
    expect((await scansOf()).find((one) => one.former_number === number)).toMatchObject({
      has_scan: false,
      hashes: [],
    });
  });

  test('stays when the import stays', async () => {
    const { id } = await running();
    await attach(id, await upload());
    await world.run(id, 'suspend', { reason_kind: 'arrears', spaces: 'kept', reason: 'Mora' });
    expect((await world.run(id, 'undo_import', { reason: 'Archivo equivocado' })).statusCode).toBe(409);
    expect((await world.read(id)).signed_scan).not.toBeNull();
    expect((await attach(id, await upload())).json().data).toMatchObject({ is_first: false });
  });

  test('needs the permission to import, and a contract that the user sees', async () => {
    const { id } = await running();
    const viewer = await withRole('contracts.view_all', 'contracts.update_all');
    const refused = await attach(id, await upload(viewer), viewer);
    expect(refused.statusCode).toBe(403);
    expect((await api.inject({ url: '/api/contracts/scans', headers: viewer })).statusCode).toBe(403);

    // A user who sees only their own contracts, such as those of a company they sell for, learns of no others.
    const other = await withRole('contracts.view_own', 'contracts.create', 'contracts.import');
    expect((await attach(id, await upload(other), other)).statusCode).toBe(404);
    expect(await scansOf(other)).toEqual([]);
    expect((await world.read(id)).signed_scan).toBeNull();
  });

  test('is refused for a contract of this system, and as a file that is no scan or of somebody else', async () => {
    const item = await world.space(5);
    const pending = await world.pending(await world.client(), [world.line(item)]);
    await world.run(pending.id, 'sign', { signed_on: world.today });
    const own = await attach(pending.id, await upload());
    expect(own.statusCode).toBe(409);
    expect(own.json().message).toMatch(/No se importó de otro sistema/);

    const { id } = await running();
    const gif = Buffer.from(
      '47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b',
      'hex',
    );
    const wrongType = await uploadFile(api, world.headers, { bytes: gif, name: 'escaneo.pdf' });
    const attached = wrongType.statusCode === 201 ? await attach(id, wrongType.json().data.id) : wrongType;
    expect(attached.statusCode, attached.body).toBe(422);
    const other = await withRole('contracts.view_all', 'contracts.create', 'contracts.import');
    const foreign = await attach(id, await upload(other));
    expect(foreign.statusCode).toBe(422);
    expect(foreign.json().errors.scan).toEqual(['Suba el archivo de nuevo.']);
    expect((await attach(id, 'no es un archivo')).statusCode).toBe(422);
    expect((await world.read(id)).signed_scan).toBeNull();
  });
});

describe('the database', () => {
  test('opens no balance of a contract that was not imported, and changes no former number', async () => {
    const item = await world.space(5);
    const line = { ...world.line(item), former_billed: '50.00', former_aired: '3' };
    const draft = await world.pending(await world.client(), [line]);
    const signed = await world.run(draft.id, 'sign', { signed_on: world.today });
    expect(signed.statusCode, signed.body).toBe(200);
    expect(
      await api.database.one(sql`
        SELECT o.billed_net, q.aired FROM order_lines o JOIN quotas q ON q.order_line_id = o.id
        WHERE o.contract_id = ${draft.id}::uuid`),
    ).toEqual({ billed_net: '0.00', aired: '0' });
    const attempts = [
      sql`UPDATE contracts SET former_number = 'X', former_signed_on = '2026-01-01' WHERE id = ${draft.id}::uuid`,
      sql`SELECT open_former_delivery(${draft.id}::uuid)`,
      sql`SELECT withdraw_former_delivery(${draft.id}::uuid)`,
      sql`UPDATE contracts SET archived_at = now() WHERE id = ${draft.id}::uuid`,
    ];
    for (const attempt of attempts)
      await expect(
        api.database.transaction(systemChange('attack'), (tx) => tx.query(attempt)),
      ).rejects.toMatchObject({ code: '23514' });
  });

  test('refuses an order line that begins with a bill', async () => {
    const item = await world.space(5);
    const draft = await world.pending(await world.client(), [world.line(item, { id: newLineId() })]);
    await expect(
      api.database.transaction(systemChange('attack'), (tx) =>
        tx.query(sql`
          INSERT INTO order_lines (contract_id, contract_line_id, currency_code, line_kind, description, ad_classification_id,
            flight, quantity, net, billed_net, billed_quantity, inventory_item_id, days)
          SELECT contract_id, id, 'DOP', line_kind, description, ad_classification_id, flight, quantity, net, 10, 0.1,
            inventory_item_id, days
          FROM contract_lines WHERE contract_id = ${draft.id}::uuid`),
      ),
    ).rejects.toMatchObject({ constraint: 'order_lines_open_billing' });
  });

  test('refuses a contract that is made by hand with a number of another system', async () => {
    const response = await api.inject({
      method: 'POST',
      url: '/api/contracts',
      headers: world.headers,
      payload: world.draftBody(await world.client(), [], {
        former_number: 'X-1',
        former_signed_on: world.today,
      }),
    });
    expect(response.statusCode).toBe(422);
  });
});
