import { addDays } from '@pauta/domain/calendar/working-time.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContractWorld, makeContractWorld } from '../../sales/contracts/contract-fixtures.ts';
import { mailsTo } from '../../testing/sent-mails.ts';
import { createRole, createUser, signIn } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { addTemplate } from '../delivery-fixtures.ts';
import { type DeliveryWorld, makeDeliveryWorld } from '../delivery-world.ts';

let api: TestApi;
let world: ContractWorld;
let delivery: DeliveryWorld;

beforeAll(async () => {
  api = await startTestApi();
  world = await makeContractWorld(api);
  delivery = makeDeliveryWorld(api, world);
});
afterAll(() => api.close());

let count = 0;

/** Each visitor has an address of its own: the limits are by address. */
const from = () => {
  count += 1;
  return { remoteAddress: `10.9.${Math.floor(count / 250)}.${(count % 250) + 1}` };
};
const get = (url: string) => api.inject({ url, ...from() });
const send = (url: string, fields: Readonly<Record<string, string>>) =>
  api.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
    ...from(),
  });

interface Case {
  readonly contract: AnyRecord;
  readonly sheet: AnyRecord;
  /** The items of the sheet by their label. */
  readonly items: Readonly<Record<string, string>>;
}

/** A signed contract of a space whose template asks for a number, a comment and an image. */
const asked = async (): Promise<Case> => {
  count += 1;
  const item = await world.space(20);
  await addTemplate(api.database, item, `SALA-${count}`, 'image');
  const contract = await delivery.sign([world.line(item)]);
  const [sheet] = await delivery.list('tech-sheets', `f.contract_id=${contract.id}`);
  if (!sheet) throw new Error('the contract has no sheet');
  const rows = await delivery.list('tech-sheet-items', `f.tech_sheet_id=${sheet.id}`);
  return { contract, sheet, items: Object.fromEntries(rows.map(({ id, label }) => [String(label), id])) };
};

const ask = async (sheet: AnyRecord, input: object = {}) => {
  count += 1;
  const email = `material${count}@cliente.test`;
  const response = await delivery.call('POST', `/api/tech-sheets/${sheet.id}/ask`, {
    recipient: 'Marta Ibáñez',
    email,
    expires_on: addDays(world.today, 30),
    sends_mail: false,
    ...input,
  });
  expect(response.statusCode, response.body).toBe(200);
  return { email, path: String(response.json().data.path) };
};

const picture = (): Promise<Buffer> => {
  count += 1;
  return sharp({
    create: { width: 40 + count, height: 30, channels: 3, background: { r: count % 256, g: 90, b: 160 } },
  })
    .png()
    .toBuffer();
};

/** Uploads bytes with a link, in two parts. @returns the id of the upload */
const upload = async (path: string, bytes: Buffer, name = 'arte.png'): Promise<string> => {
  const tus = { 'tus-resumable': '1.0.0' };
  const made = await api.inject({
    method: 'POST',
    url: `${path}/archivos`,
    headers: {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': `name ${Buffer.from(name).toString('base64')}`,
    },
    ...from(),
  });
  expect(made.statusCode, made.body).toBe(201);
  const url = String(made.headers.location);
  const middle = Math.floor(bytes.length / 2);
  for (const [offset, part] of [
    [0, bytes.subarray(0, middle)],
    [middle, bytes.subarray(middle)],
  ] as const) {
    const sent = await api.inject({
      method: 'PATCH',
      url,
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      payload: part,
      ...from(),
    });
    expect(sent.statusCode, sent.body).toBe(204);
  }
  const finished = await api.inject({ method: 'POST', url: `${url}/finish`, ...from() });
  expect(finished.statusCode, finished.body).toBe(201);
  return url.split('/').at(-1) ?? '';
};

const measured = async (sheetItem: string): Promise<void> => {
  await expect
    .poll(
      async () =>
        (
          await api.database.one<{ status: string }>(sql`
            SELECT m.status FROM tech_sheet_items i JOIN media_files m ON m.id = i.media_file_id
            WHERE i.id = ${sheetItem}::uuid`)
        )?.status,
      { timeout: 60_000 },
    )
    .toBe('available');
};

describe('the page for material', () => {
  test('shows what every sheet of the contract asks for, and nothing to a wrong or withdrawn link', async () => {
    const { sheet } = await asked();
    const { path } = await ask(sheet);
    const page = await get(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("connect-src 'self'");
    expect(page.body).toContain('Duración');
    expect(page.body).toContain('Comentario (opcional)');
    expect(page.body).toContain('Todavía no se entregó.');
    expect((await get(`${path.slice(0, -1)}x`)).statusCode).toBe(404);
    expect((await get('/material/corto')).statusCode).toBe(404);
    const staff = await delivery.call('GET', `/api/tech-sheets/${sheet.id}/room`);
    expect(staff.json().data.links).toMatchObject([{ recipient: 'Marta Ibáñez', is_open: true, visits: 1 }]);
    const withdrawn = await delivery.call('POST', `/api/tech-sheets/${sheet.id}/close_links`, {});
    expect(withdrawn.statusCode, withdrawn.body).toBe(200);
    expect((await get(path)).statusCode).toBe(404);
    const refused = await api.inject({
      method: 'POST',
      url: `${path}/archivos`,
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
      ...from(),
    });
    expect(refused.statusCode).toBe(404);
  });

  test('takes answers, tells what is wrong with them and keeps what was typed', async () => {
    const { sheet, items } = await asked();
    const { path } = await ask(sheet);
    const fields = {
      ficha: sheet.id,
      [`respuesta-${items.Duración}`]: '31',
      [`respuesta-${items.Comentario}`]: 'Versión <b>navideña</b>',
    };
    const refused = await send(`${path}/guardar`, fields);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Debe ser 30 o menos.');
    expect(refused.body).toContain('value="31"');
    expect(refused.body).toContain('Versión &#60;b&#62;navideña');
    const saved = await send(`${path}/guardar`, { ...fields, [`respuesta-${items.Duración}`]: '20' });
    expect([saved.statusCode, saved.headers.location]).toEqual([303, `${path}?hecho=guardado#${sheet.id}`]);
    expect(await delivery.read('tech-sheet-items', String(items.Duración))).toMatchObject({ value: '20' });
    expect(await delivery.read('tech-sheet-items', String(items.Comentario))).toMatchObject({
      value: 'Versión <b>navideña</b>',
    });
  });

  test('takes a file, which is measured, and a second delivery of it changes nothing', async () => {
    const { contract, sheet, items } = await asked();
    const { path } = await ask(sheet);
    const art = String(items.Arte);
    const bytes = await picture();
    const first = await upload(path, bytes);
    const delivered = await send(`${path}/entregar`, { ficha: sheet.id, [`subida-${art}`]: first });
    expect(delivered.statusCode, delivered.body).toBe(303);
    await measured(art);
    expect((await get(path)).body).toContain('Recibido; cumple lo que se pide.');
    const item = await delivery.read('tech-sheet-items', art);
    const again = await upload(path, bytes);
    await send(`${path}/entregar`, { ficha: sheet.id, [`subida-${art}`]: again });
    expect(await delivery.read('tech-sheet-items', art)).toMatchObject({ media_file_id: item.media_file_id });
    const media = await delivery.read('media-files', String((item.media_file_id as { id: string }).id));
    expect(media).toMatchObject({
      kind: 'image',
      client_id: { id: (contract.client_id as { id: string }).id },
    });
  });

  test('refuses a file of another kind, of another link and of another client', async () => {
    const { sheet, items } = await asked();
    const { path } = await ask(sheet);
    const art = `subida-${items.Arte}`;
    const pdf = await upload(
      path,
      Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
      'arte.pdf',
    );
    const wrong = await send(`${path}/entregar`, { ficha: sheet.id, [art]: pdf });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain('no es del tipo que se pide');

    const other = await asked();
    const { path: otherPath } = await ask(other.sheet);
    const bytes = await picture();
    const theirs = await upload(otherPath, bytes);
    const stolen = await send(`${path}/entregar`, { ficha: sheet.id, [art]: theirs });
    expect(stolen.body).toContain('La subida no se completó');
    await send(`${otherPath}/entregar`, { ficha: other.sheet.id, [`subida-${other.items.Arte}`]: theirs });
    const same = await send(`${path}/entregar`, { ficha: sheet.id, [art]: await upload(path, bytes) });
    expect(same.statusCode).toBe(422);
    expect(same.body).toContain('ya está registrado en la biblioteca');
    const foreignSheet = await send(`${path}/guardar`, { ficha: other.sheet.id });
    expect(foreignSheet.statusCode).toBe(404);
  });

  test('sends a complete sheet to review with the approval of the client, which ends when it may change', async () => {
    const { sheet, items } = await asked();
    const { path } = await ask(sheet);
    const submit = () => send(`${path}/enviar`, { ficha: sheet.id, approved_by: 'Marta Ibáñez' });
    const early = await submit();
    expect(early.statusCode).toBe(409);
    expect(early.body).toContain('«Arte»: falta.');
    await send(`${path}/guardar`, { ficha: sheet.id, [`respuesta-${items.Duración}`]: '30' });
    await send(`${path}/entregar`, {
      ficha: sheet.id,
      [`subida-${items.Arte}`]: await upload(path, await picture()),
    });
    await measured(String(items.Arte));
    const [sent, twice] = await Promise.all([submit(), submit()]);
    expect([sent.statusCode, twice.statusCode].sort()).toEqual([303, 409]);
    const reviewed = await delivery.read('tech-sheets', sheet.id);
    expect(reviewed).toMatchObject({
      status: 'in_review',
      client_approved_by: 'Marta Ibáñez',
      materials: '1 de 1',
      progress_pct: 100,
    });
    const late = await send(`${path}/guardar`, { ficha: sheet.id, [`respuesta-${items.Duración}`]: '10' });
    expect(late.statusCode).toBe(409);
    expect(late.body).toContain('ya se envió a revisión');
    expect(await delivery.read('tech-sheet-items', String(items.Duración))).toMatchObject({ value: '30' });
    const observed = await delivery.done('tech-sheets', sheet.id, 'observe', { reason: 'El logo es viejo.' });
    expect(observed).toMatchObject({ status: 'observed', client_approved_by: null });
    expect((await get(path)).body).toContain('Hay que corregir: El logo es viejo.');
    expect((await submit()).statusCode).toBe(303);
    expect(await delivery.done('tech-sheets', sheet.id, 'approve')).toMatchObject({
      status: 'approved',
      client_approved_by: 'Marta Ibáñez',
    });
  });
});

describe('asking for material', () => {
  test('mails the link with what is missing, and nobody may without the permission', async () => {
    const { sheet } = await asked();
    const { email } = await ask(sheet, { sends_mail: true, message: 'Lo esperamos.' });
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain('Lo esperamos.');
    expect(mail?.text).toContain(String(sheet.description));
    expect(mail?.text).toMatch(/\/material\/[\w-]{43}/);
    const stored = await api.database.one<{ found: boolean }>(sql`
      SELECT bool_or(l::text LIKE ${`%${/\/material\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]}%`}) AS found
      FROM material_links l`);
    expect(stored?.found).toBe(false);
    const reader = await signIn(
      api,
      await createUser(api, { role: await createRole(api, ['tech_sheets.view_all']) }),
    );
    const refused = await api.inject({
      method: 'POST',
      url: `/api/tech-sheets/${sheet.id}/ask`,
      headers: reader,
      payload: { recipient: 'X', email: 'x@y.test', expires_on: world.today },
    });
    expect(refused.statusCode).toBe(403);
  });

  test('a reminder is one mail a contract and a day, also when several are sent at once', async () => {
    const { contract, sheet } = await asked();
    const remind = () => delivery.call('POST', `/api/tech-sheets/${sheet.id}/remind`, {});
    expect((await remind()).body).toContain('Todavía no se le pidió el material a nadie');
    const { email } = await ask(sheet);
    expect((await remind()).body).toContain('Hoy ya se recordó');
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE material_links SET created_at = now() - interval '3 days' WHERE contract_id = ${contract.id}::uuid`);
    const answers = await Promise.all(Array.from({ length: 6 }, remind));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const mails = await mailsTo(api, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toContain('Recordatorio');
    expect((await delivery.read('tech-sheets', sheet.id)).reminded_at).not.toBeNull();
  });
});
