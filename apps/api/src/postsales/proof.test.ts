import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemChange, type Transaction } from '../platform/database/database.ts';
import { type ContractWorld, makeContractWorld } from '../sales/contracts/contract-fixtures.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { pdf, uploadFile } from '../testing/upload.ts';
import { addTemplate } from './delivery-fixtures.ts';
import { openDelivery } from './open-delivery.ts';

let api: TestApi;
let world: ContractWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
});
afterAll(() => api.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
  more: Record<string, string> = {},
) => api.inject({ method, url, headers: { ...world.headers, ...more }, ...(payload && { payload }) });

const read = async (path: string, id: string): Promise<AnyRecord> =>
  (await call('GET', `/api/${path}/${id}`)).json().data;

const list = async (path: string, query: string): Promise<AnyRecord[]> =>
  (await call('GET', `/api/${path}?fields=*&limit=100&${query}`)).json().data;

const run = async (path: string, id: string, command: string, input: object = {}) => {
  const { row_version } = await read(path, id);
  return call('POST', `/api/${path}/${id}/${command}`, input, { 'if-match': `"${row_version}"` });
};

const done = async (path: string, id: string, command: string, input: object = {}): Promise<AnyRecord> => {
  const response = await run(path, id, command, input);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

const change = async (path: string, id: string, values: object) => {
  const { row_version } = await read(path, id);
  return call('PATCH', `/api/${path}/${id}`, values, { 'if-match': `"${row_version}"` });
};

const bySystem = (work: (tx: Transaction) => Promise<unknown>) =>
  api.database.transaction(systemChange('test'), work);

let count = 0;

/** A new space with a template that asks for a number and a document. */
const spaceWithTemplate = async (): Promise<string> => {
  count += 1;
  const item = await world.space(20);
  await addTemplate(api.database, item, `PRUEBA-${count}`);
  return item;
};

const sign = async (lines: readonly object[]): Promise<AnyRecord> => {
  const contract = await world.pending(await world.client(), lines);
  const response = await world.run(contract.id, 'sign', { signed_on: world.today });
  expect(response.statusCode, response.body).toBe(200);
  return world.read(contract.id);
};

const only = async (path: string, query: string): Promise<AnyRecord> => {
  const [one, ...others] = await list(path, query);
  expect(others).toEqual([]);
  if (!one) throw new Error(`no ${path} with ${query}`);
  return one;
};

/** Publishes the next version of the template of a space, changed by these statements. @returns its id */
const newVersion = async (item: string, ...changes: readonly string[]): Promise<string> => {
  const { tech_template_id: template } = await read('inventory-items', item);
  const made = await run('tech-templates', (template as { id: string }).id, 'new_version');
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json().data;
  await bySystem(async (tx) => {
    await tx.query(sql`UPDATE tech_templates SET lines_xact = pg_current_xact_id() WHERE id = ${id}::uuid`);
    for (const change of changes) {
      const [table = '', where = 'true'] = change.split(' WHERE ');
      await tx.query(sql`${raw(table)} WHERE ${raw(where)} AND tech_template_id = ${id}::uuid`);
    }
  });
  await done('tech-templates', id, 'publish');
  return id;
};

const itemsOf = (sheet: AnyRecord) => list('tech-sheet-items', `f.tech_sheet_id=${sheet.id}&sort=place`);

/** Fills in what a sheet requires and approves it. */
const approve = async (sheet: AnyRecord): Promise<void> => {
  for (const { id, label } of await itemsOf(sheet)) {
    if (label === 'Comentario') continue;
    const value =
      label === 'Duración'
        ? { value: '30' }
        : { document: (await uploadFile(api, world.headers, { name: 'arte.pdf' })).json().data.id };
    const changed = await change('tech-sheet-items', id, value);
    expect(changed.statusCode, changed.body).toBe(200);
  }
  await done('tech-sheets', sheet.id, 'submit');
  await done('tech-sheets', sheet.id, 'approve');
};

test('signing makes a technical sheet of the published template, with everything that it asks for', async () => {
  const contract = await sign([world.line(await spaceWithTemplate())]);
  const sheet = await only('tech-sheets', `f.contract_id=${contract.id}`);
  expect(sheet).toMatchObject({ status: 'pending', progress_pct: 0, starts_on: world.today });
  expect(String(sheet.due_on) < world.today).toBe(true);
  expect((await itemsOf(sheet)).map(({ label, type, is_required }) => [label, type, is_required])).toEqual([
    ['Duración', 'number', true],
    ['Comentario', 'text', false],
    ['Arte', 'document', true],
  ]);
});

test('a sheet is submitted when everything required is there and right', async () => {
  const contract = await sign([world.line(await spaceWithTemplate())]);
  const sheet = await only('tech-sheets', `f.contract_id=${contract.id}`);
  const early = await run('tech-sheets', sheet.id, 'submit');
  expect(early.statusCode).toBe(409);
  expect(early.body).toContain('«Duración»: falta.');
  expect(early.body).toContain('«Arte»: falta.');
  const [duration, , art] = await itemsOf(sheet);
  const wrong = await change('tech-sheet-items', String(duration?.id), { value: '31' });
  expect(wrong.statusCode).toBe(422);
  expect(wrong.body).toContain('Debe ser 30 o menos.');
  expect((await change('tech-sheet-items', String(duration?.id), { value: '30' })).statusCode).toBe(200);
  expect(await read('tech-sheets', sheet.id)).toMatchObject({ progress_pct: 50 });
  const file = (await uploadFile(api, world.headers, { name: 'arte.PDF' })).json().data.id;
  expect((await change('tech-sheet-items', String(art?.id), { document: file })).statusCode).toBe(200);
  await done('tech-sheets', sheet.id, 'submit');
  const late = await change('tech-sheet-items', String(duration?.id), { value: '20' });
  expect(late.statusCode).toBe(422);
  expect(late.body).toContain('en revisión o aprobada');
  expect(await done('tech-sheets', sheet.id, 'observe', { reason: 'El arte no se lee' })).toMatchObject({
    status: 'observed',
    observation: 'El arte no se lee',
  });
  expect((await change('tech-sheet-items', String(duration?.id), { value: '20' })).statusCode).toBe(200);
  await done('tech-sheets', sheet.id, 'submit');
  expect(await done('tech-sheets', sheet.id, 'approve')).toMatchObject({
    status: 'approved',
    progress_pct: 100,
  });
});

test('what was not measured is confirmed by whoever approves, and the sheet keeps what it was', async () => {
  const item = await spaceWithTemplate();
  await newVersion(
    item,
    `UPDATE tech_template_materials SET file_types = '{pdf,png}', color_space = 'cmyk', min_dpi = 300, min_bleed_mm = 3`,
  );
  const contract = await sign([world.line(item)]);
  const sheet = await only('tech-sheets', `f.contract_id=${contract.id}`);
  const [duration, , art] = await itemsOf(sheet);
  expect(art).toMatchObject({ color_space: 'cmyk', min_dpi: 300, min_bleed_mm: '3.0' });
  expect((await change('tech-sheet-items', String(duration?.id), { value: '30' })).statusCode).toBe(200);

  // A picture on the screen is measured, and refused.
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .withMetadata({ density: 72 })
    .png()
    .toBuffer();
  const upload = async (name: string, bytes?: Buffer) =>
    (await uploadFile(api, world.headers, { name, ...(bytes && { bytes }) })).json().data.id;
  const put = async (document: string) =>
    expect((await change('tech-sheet-items', String(art?.id), { document })).statusCode).toBe(200);
  await put(await upload('arte.png', picture));
  expect(await read('tech-sheet-items', String(art?.id))).toMatchObject({
    document_color_space: 'rgb',
    document_dpi: 72,
  });
  const refused = await run('tech-sheets', sheet.id, 'submit');
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('«Arte»: Su espacio de color es RGB y debe ser CMYK.');
  expect(refused.body).toContain('«Arte»: Su resolución es 72 ppp y debe ser 300 ppp o más.');

  // Nothing of a PDF is measured, so nothing of it counts as right.
  await put(await upload('arte.pdf'));
  expect(await read('tech-sheet-items', String(art?.id))).toMatchObject({
    document_color_space: null,
    document_dpi: null,
  });
  await done('tech-sheets', sheet.id, 'submit');
  const open = '«Arte»: espacio de color CMYK; resolución de 300 ppp o más; sangrado de 3 mm o más.';
  for (const input of [{}, { confirmed: false }]) {
    const answer = await run('tech-sheets', sheet.id, 'approve', input);
    expect(answer.statusCode, answer.body).toBe(422);
    expect(answer.json().errors.confirmed[0]).toContain(open);
  }
  expect(await done('tech-sheets', sheet.id, 'approve', { confirmed: true })).toMatchObject({
    status: 'approved',
    confirmed_by_hand: open,
  });
  expect(await done('tech-sheets', sheet.id, 'reopen', { reason: 'Otro arte' })).toMatchObject({
    confirmed_by_hand: null,
  });
});

test('a new version does not touch running sheets, also not their limits', async () => {
  const item = await spaceWithTemplate();
  const contract = await sign([world.line(item)]);
  const sheet = await only('tech-sheets', `f.contract_id=${contract.id}`);
  const before = [await read('tech-sheets', sheet.id), await itemsOf(sheet)];
  const template = (sheet.tech_template_id as { id: string }).id;
  expect(await read('tech-templates', template)).toMatchObject({ in_use: 1, materials_count: 1 });

  const next = await newVersion(
    item,
    `UPDATE tech_template_materials SET max_mb = 1, color_space = 'gray', min_dpi = 600`,
    `UPDATE tech_template_fields SET max = 5, hint = 'Otra ayuda', type = 'long_text' WHERE label = 'Comentario'`,
  );
  const after = await read('tech-sheets', sheet.id);
  // Only the mark of its template changes: new sheets are not made from it.
  expect(after.tech_template_id).toMatchObject({ id: template, inactive: true });
  expect([{ ...after, tech_template_id: sheet.tech_template_id }, await itemsOf(sheet)]).toEqual(before);
  expect(await read('tech-templates', template)).toMatchObject({ status: 'obsolete', in_use: 1 });
  expect(await read('tech-templates', next)).toMatchObject({ status: 'published', in_use: 0, version: 2 });

  const later = await sign([world.line(item)]);
  const other = await only('tech-sheets', `f.contract_id=${later.id}`);
  expect(other.tech_template_id).toMatchObject({ id: next });
  const [, comment, art] = await itemsOf(other);
  expect(comment).toMatchObject({ type: 'long_text', instructions: 'Otra ayuda' });
  expect(art).toMatchObject({ max_mb: 1, color_space: 'gray', min_dpi: 600 });
});

test('nothing is confirmed or put on the air without an approved sheet', async () => {
  const contract = await sign([world.line(await spaceWithTemplate())]);
  const sheet = await only('tech-sheets', `f.contract_id=${contract.id}`);
  const quota = await only('quotas', `f.contract_id=${contract.id}`);
  const order = await only('work-orders', `f.contract_id=${contract.id}`);
  await call('POST', `/api/quotas/${quota.id}/place`, {});
  const [placement] = await list('placements', `f.quota_id=${quota.id}&sort=starts_on`);
  const refused = await run('placements', String(placement?.id), 'confirm');
  expect(refused.statusCode).toBe(409);
  expect(refused.body).toContain('ficha técnica de su renglón aún no está aprobada');

  const seller = await api.database.one<{ id: string }>(
    sql`SELECT owner_id AS id FROM contracts WHERE id = ${contract.id}::uuid`,
  );
  expect(order).toMatchObject({ number: null, status: 'pending', sla_due: world.today });
  const scheduled = await done('work-orders', order.id, 'schedule', {
    planned_start: world.today,
    assignee_id: seller?.id,
  });
  expect(scheduled.number).toMatch(/^OT-\d{4}-\d{5}$/);
  await done('work-orders', order.id, 'start');
  const undone = await run('work-orders', order.id, 'go_live');
  expect(undone.statusCode).toBe(409);
  expect(undone.body).toContain('Quedan pasos');
  for (const step of await list('work-order-steps', `f.work_order_id=${order.id}&f.is_required=true`))
    expect((await call('POST', `/api/work-order-steps/${step.id}/tick`, {})).statusCode).toBe(200);
  const live = await run('work-orders', order.id, 'go_live');
  expect(live.statusCode).toBe(409);
  expect(live.body).toContain('ficha técnica');
  expect((await run('work-orders', order.id, 'complete')).body).toContain('ficha técnica');
  const forced = bySystem((tx) =>
    tx.query(sql`UPDATE work_orders SET status = 'completed' WHERE id = ${order.id}::uuid`),
  );
  await expect(forced).rejects.toThrow(/ficha técnica|work_orders_sheet_approved|no approved sheet/);

  await approve(sheet);
  await done('placements', String(placement?.id), 'confirm');
  await done('work-orders', order.id, 'go_live');
  expect(await done('work-orders', order.id, 'complete')).toMatchObject({
    status: 'completed',
    number: scheduled.number,
  });
});

/** The delivery of a contract without what differs between any two records. */
const deliveryOf = async (contract: AnyRecord) => {
  const plain = (records: readonly AnyRecord[]) =>
    records
      .map((record) =>
        Object.fromEntries(
          Object.entries(record).filter(
            ([name]) =>
              !/^(id|created_|updated_|row_version|contract_id|client_id|order_line_id|tech_sheet_id)/.test(
                name,
              ),
          ),
        ),
      )
      .sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  const of = `f.contract_id=${contract.id}`;
  const sheets = await list('tech-sheets', of);
  return {
    quotas: plain(await list('quotas', of)),
    orders: plain(await list('work-orders', of)),
    sheets: plain(sheets),
    items: plain((await Promise.all(sheets.map(itemsOf))).flat()),
  };
};

test('what signing opens equals what the migration opens for a contract signed before it, and opening again adds nothing', async () => {
  const [first, second] = [await spaceWithTemplate(), await world.space(9)];
  const lines = () => [
    world.line(first),
    world.line(second, { units_per_day: 3, description: 'Cuña de la tarde' }),
    world.line(second, { line_kind: 'bonus', description: 'Bonificación', agreed_price: null }),
  ];
  const signed = await sign(lines());
  const before = await deliveryOf(signed);
  expect(before.orders).toHaveLength(3);
  expect(before.sheets).toHaveLength(1);

  // As the migration finds a contract: signed, without anything of this area.
  const old = await sign(lines());
  for (const table of ['tech_sheet_items', 'tech_sheets', 'work_order_steps', 'work_orders', 'quotas']) {
    await api.testDatabase.runAsSuperuser(
      table === 'work_order_steps'
        ? sql`DELETE FROM work_order_steps USING work_orders w
            WHERE w.id = work_order_id AND w.contract_id = ${old.id}::uuid`
        : table === 'tech_sheet_items'
          ? sql`DELETE FROM tech_sheet_items USING tech_sheets s
            WHERE s.id = tech_sheet_id AND s.contract_id = ${old.id}::uuid`
          : sql`DELETE FROM ${raw(table)} WHERE contract_id = ${old.id}::uuid`,
    );
  }
  expect((await deliveryOf(old)).orders).toEqual([]);
  const migration = await readFile(
    join(import.meta.dirname, '..', '..', 'migrations', '0051_delivery.sql'),
    'utf8',
  );
  const statement = /^SELECT open_delivery[^;]+;/m.exec(migration)?.[0] ?? '';
  expect(statement).not.toBe('');
  await bySystem(async (tx) => {
    await tx.query(raw(statement));
    const booked = await tx.query<{ orderLineId: string; itemId: string; day: string; units: number }>(sql`
      SELECT o.id AS "orderLineId", b.item_id AS "itemId", b.day::text, b.units
      FROM capacity_cells b JOIN order_lines o ON o.id = b.order_line_id WHERE o.contract_id = ${signed.id}::uuid`);
    await openDelivery(
      tx,
      signed.id,
      booked.map(({ orderLineId, ...cell }) => ({ orderLineId, cells: [cell] })),
    );
  });
  expect(await deliveryOf(signed)).toEqual(before);
  expect(await deliveryOf(old)).toEqual(before);
});

/** A contract with one aired placement of today. */
const airedToday = async () => {
  const contract = await sign([world.line(await world.space(5))]);
  const quota = await only('quotas', `f.contract_id=${contract.id}`);
  await call('POST', `/api/quotas/${quota.id}/place`, {});
  const [placement, tomorrow] = await list('placements', `f.quota_id=${quota.id}&sort=starts_on`);
  await done('placements', String(placement?.id), 'confirm');
  await done('placements', String(placement?.id), 'mark_aired');
  return { contract, placement: String(placement?.id), tomorrow: String(tomorrow?.id) };
};

const upload = async (): Promise<string> =>
  (await uploadFile(api, world.headers, { bytes: Buffer.concat([pdf, Buffer.from(String(count++))]) })).json()
    .data.id;

test('accepted evidence locks what it proves', async () => {
  const { contract, placement, tomorrow } = await airedToday();
  const created = await call('POST', '/api/evidence-reports', {
    contract_id: contract.id,
    period: { from: world.today, to: addDays(world.today, 9) },
  });
  expect(created.statusCode, created.body).toBe(201);
  const report = created.json().data;
  expect(report.number).toMatch(/^EV-\d{4}-\d{5}$/);
  expect(await read('evidence-reports', report.id)).toMatchObject({
    aired: 1,
    covered: 0,
    coverage_pct: '0.0000',
  });
  expect((await run('evidence-reports', report.id, 'submit')).body).toContain(
    'Agregue al menos una evidencia',
  );

  const prove = async (placement_id: string) =>
    call('POST', '/api/evidence-items', {
      report_id: report.id,
      placement_id,
      kind: 'air_log',
      description: 'Log del máster',
      captured_at: new Date().toISOString(),
      file: await upload(),
    });
  expect((await prove(tomorrow)).body).toContain('Elija una colocación emitida');
  const item = await prove(placement);
  expect(item.statusCode, item.body).toBe(201);
  expect(await read('evidence-reports', report.id)).toMatchObject({ covered: 1, coverage_pct: '100.0000' });

  await done('evidence-reports', report.id, 'submit');
  // More may be aired until its period ends; a shorter one is over.
  const early = await run('evidence-reports', report.id, 'approve');
  expect(early.statusCode).toBe(409);
  expect(early.json()).toMatchObject({ code: 'period_not_over' });
  const yesterday = { from: addDays(world.today, -2), to: addDays(world.today, -1) };
  expect((await change('evidence-reports', report.id, { period: yesterday })).json()).toMatchObject({
    code: 'has_evidence',
  });
  const shorter = await change('evidence-reports', report.id, {
    period: { from: world.today, to: world.today },
  });
  expect(shorter.statusCode, shorter.body).toBe(200);
  await done('evidence-reports', report.id, 'approve');
  expect((await prove(placement)).body).toContain('ya está aprobado');
  await done('evidence-reports', report.id, 'send');
  expect(await read('placements', placement)).toMatchObject({ locked: false });
  await done('evidence-reports', report.id, 'accept', {
    accepted_by: 'Marta Ibáñez',
    client_feedback: 'Conforme',
  });
  expect(await read('placements', placement)).toMatchObject({ locked: true });
  const corrected = await run('placements', placement, 'correct', { reason: 'No salió' });
  expect(corrected.statusCode).toBe(409);
  await expect(
    bySystem((tx) =>
      tx.query(
        sql`UPDATE placements SET status = 'confirmed', aired_at = NULL WHERE id = ${placement}::uuid`,
      ),
    ),
  ).rejects.toMatchObject({ code: '23514' });
  expect((await done('evidence-reports', report.id, 'close')).status).toBe('closed');
});

test('an objected report can be corrected and sent again', async () => {
  const { contract } = await airedToday();
  const report = (
    await call('POST', '/api/evidence-reports', {
      contract_id: contract.id,
      period: { from: world.today, to: world.today },
    })
  ).json().data;
  const item = await call('POST', '/api/evidence-items', {
    report_id: report.id,
    kind: 'certificate',
    description: 'Certificado de pauta',
    captured_at: new Date().toISOString(),
    file: await upload(),
  });
  expect(item.statusCode, item.body).toBe(201);
  for (const command of ['submit', 'approve', 'send']) await done('evidence-reports', report.id, command);
  const objected = await done('evidence-reports', report.id, 'object', { client_feedback: 'Falta el audio' });
  expect(objected).toMatchObject({ status: 'objected', client_feedback: 'Falta el audio' });
  expect(objected.answered_at).not.toBeNull();
  expect((await run('evidence-reports', report.id, 'submit')).json()).toMatchObject({
    code: 'undecided_objections',
  });
  const [objection] = await list('evidence-objections', `f.report_id=${report.id}`);
  expect(objection).toMatchObject({
    label: 'Todo el reporte',
    body: 'Falta el audio',
    status: 'open',
    edition: 1,
  });
  await done('evidence-objections', String(objection?.id), 'answer', { answer: 'Se agregó el audio.' });
  for (const command of ['submit', 'approve', 'send']) await done('evidence-reports', report.id, command);
  await done('evidence-reports', report.id, 'accept', { accepted_by: 'Marta Ibáñez' });
  expect(await list('placements', `f.contract_id=${contract.id}&f.locked=true`)).toHaveLength(1);
});

test('an open report counts what is aired and corrected later; an accepted one locks what it had when approved', async () => {
  const item = await world.space(5);
  const contract = await sign([
    world.line(item, { flight: { from: world.today, to: world.today }, units_per_day: 3 }),
  ]);
  const quota = await only('quotas', `f.contract_id=${contract.id}`);
  await call('POST', `/api/quotas/${quota.id}/place`, {});
  const [first, second, third] = (await list('placements', `f.quota_id=${quota.id}`)).map(({ id }) => id);
  const air = async (id: string | undefined) => {
    await done('placements', String(id), 'confirm');
    await done('placements', String(id), 'mark_aired');
  };
  await air(first);
  const report = (
    await call('POST', '/api/evidence-reports', {
      contract_id: contract.id,
      period: { from: world.today, to: world.today },
    })
  ).json().data;
  const covering = await call('POST', '/api/evidence-items', {
    report_id: report.id,
    kind: 'certificate',
    description: 'Certificado de pauta',
    captured_at: new Date().toISOString(),
    file: await upload(),
  });
  expect(covering.statusCode, covering.body).toBe(201);
  const counts = async () => {
    const { aired, covered } = await read('evidence-reports', report.id);
    return [aired, covered];
  };
  expect(await counts()).toEqual([1, 1]);
  await Promise.all([air(second), air(third)]);
  expect(await counts()).toEqual([3, 3]);
  await done('placements', String(third), 'correct', { reason: 'No salió' });
  expect(await counts()).toEqual([2, 2]);

  for (const command of ['submit', 'approve', 'send']) await done('evidence-reports', report.id, command);
  // The client did not see this one.
  await done('placements', String(third), 'mark_aired');
  expect(await counts()).toEqual([2, 2]);
  await done('placements', String(second), 'correct', { reason: 'Tampoco salió' });
  await done('evidence-reports', report.id, 'accept', { accepted_by: 'Marta Ibáñez' });
  const locked = await list('placements', `f.contract_id=${contract.id}&f.locked=true`);
  expect(locked.map(({ id }) => id)).toEqual([first]);
});

test('one report is counted once for all placements that a statement airs', async () => {
  const { contract } = await airedToday();
  const report = (
    await call('POST', '/api/evidence-reports', {
      contract_id: contract.id,
      period: { from: world.today, to: addDays(world.today, 9) },
    })
  ).json().data;
  const { row_version } = await read('evidence-reports', report.id);
  await bySystem((tx) =>
    tx.query(sql`
      UPDATE placements SET status = 'aired', aired_at = now()
      WHERE contract_id = ${contract.id}::uuid AND status = 'scheduled'`),
  );
  expect(await read('evidence-reports', report.id)).toMatchObject({
    aired: 10,
    row_version: Number(row_version) + 1,
  });
});
