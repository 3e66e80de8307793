import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { FileOptions } from '@pauta/domain/kinds/file.ts';
import { type MediaKind, mediaMaxBytes, mediaTypes } from '@pauta/domain/media/files/media-file.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../testing/read-pdf.ts';
import { createRole, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

interface Template {
  id: string;
  row_version: number;
  version: number;
  status: string;
  data: { id: string; label: string }[];
  materials: { id: string; name: string }[];
}

let api: TestApi;
let owner: pg.Client;
let headers: Record<string, string>;
let platforms: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  owner = new pg.Client(api.testDatabase.owner);
  await owner.connect();
  headers = await signInAs(api, 'inventory');
  const rows = await api.database.query<{ id: string; code: string }>(sql`SELECT id, code FROM platforms`);
  platforms = Object.fromEntries(rows.map(({ id, code }) => [code, id]));
});
afterAll(async () => {
  await owner.end();
  await api.close();
});

test('the usual templates ask for no file that the library or a sheet does not accept', async () => {
  const { accept, maxBytes } = fieldOf(techSheetItems, 'document').options as FileOptions;
  const extensions: Readonly<Record<string, string>> = {
    'image/jpeg': 'jpg',
    'image/tiff': 'tif',
    'video/quicktime': 'mov',
    'audio/mpeg': 'mp3',
  };
  const accepted = (kind: string) => ({
    types: (kind === 'document' ? accept : mediaTypes[kind as MediaKind]).map(
      (mime) => extensions[mime] ?? mime.split('/').at(-1),
    ),
    mb: (kind === 'document' ? maxBytes : mediaMaxBytes) / 1024 ** 2,
  });
  const materials = await api.database.query<{
    code: string;
    kind: string;
    file_types: string[];
    max_mb: number;
  }>(sql`
    SELECT t.code, m.kind, m.file_types, m.max_mb
    FROM tech_template_materials m JOIN tech_templates t ON t.id = m.tech_template_id`);
  expect(materials.length).toBeGreaterThanOrEqual(7);
  for (const { code, kind, file_types, max_mb } of materials) {
    const { types, mb } = accepted(kind);
    expect(types, code).toEqual(expect.arrayContaining(file_types));
    expect(max_mb, code).toBeLessThanOrEqual(mb);
  }
});

let made = 0;
const make = async (own: object = {}): Promise<Template> => {
  made += 1;
  const answer = await post('/api/tech-templates', {
    code: `FICHA-${made}`,
    name: `Ficha ${made}`,
    platform_id: platforms.TV,
    lead_time_days: 3,
    data: { put: [{ id: newLineId(), label: 'Producto' }] },
    materials: { put: [{ id: newLineId(), name: 'Spot', kind: 'video', file_types: ['mp4'] }] },
    ...own,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const post = (url: string, payload: object, version?: number) =>
  api.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(version !== undefined && { 'if-match': `"${version}"` }) },
  });
const run = ({ id, row_version }: Template, command: string, payload: object = {}) =>
  post(`/api/tech-templates/${id}/${command}`, payload, row_version);
const read = async (id: string): Promise<Template> =>
  (await api.inject({ url: `/api/tech-templates/${id}`, headers })).json().data;

test('the usual templates are there, published, with what they ask for', async () => {
  const { data } = (
    await api.inject({ url: '/api/tech-templates?limit=100&fields=code,status', headers })
  ).json();
  expect(data.map(({ code }: { code: string }) => code).sort()).toEqual(
    ['ANUNCIO-PRENSA', 'BANNER', 'CUNA-RADIO', 'PANTALLA-LED', 'SPOT-TV', 'VALLA', 'VIDEO-DIGITAL'].sort(),
  );
  for (const { id } of data) {
    const template = await read(id);
    expect([template.status, template.version]).toEqual(['published', 1]);
    expect(template.data.length).toBeGreaterThan(1);
    expect(template.materials.length).toBe(1);
  }
});

test('one that asks for nothing is not published', async () => {
  const answer = await run(await make({ data: {}, materials: {} }), 'publish');
  expect(answer.statusCode).toBe(409);
  expect(answer.json().message).toContain('no pide datos ni materiales');
});

test.each([
  ['data', { label: 'Duración', type: 'number', min: '30', max: '10' }, 'max'],
  ['data', { label: 'Color', type: 'choice', options: ['Rojo'] }, 'options'],
  [
    'materials',
    { name: 'Spot', kind: 'video', min_duration_sec: '30', max_duration_sec: '20' },
    'max_duration_sec',
  ],
  ['materials', { name: 'Spot', kind: 'video', file_types: ['.mp4'] }, 'file_types'],
  ['materials', { name: 'Spot', kind: 'video', min_kbps: 2, max_kbps: 1 }, 'max_kbps'],
  ['materials', { name: 'Spot', kind: 'video', aspect_ratio: '16/9' }, 'aspect_ratio'],
  ['materials', { name: 'Spot', kind: 'video', loudness_tolerance: '2' }, 'loudness_lufs'],
  ['data', { label: 'Colores', type: 'choices', options: ['Rojo'] }, 'options'],
])('a line of %s that cannot be met is refused: %j', async (kind, line, field) => {
  const id = newLineId();
  const answer = await post('/api/tech-templates', {
    code: 'MAL',
    name: 'Mal',
    platform_id: platforms.TV,
    lead_time_days: 1,
    [kind]: { put: [{ id, ...line }] },
  });
  expect(answer.statusCode, answer.body).toBe(422);
  expect(Object.keys(answer.json().errors)).toEqual([`${kind}.${id}.${field}`]);
});

test('a published version is frozen with its lines, by any path', async () => {
  const draft = await make();
  const answered = await run(draft, 'publish');
  expect(answered.statusCode, answered.body).toBe(200);
  const template = answered.json().data as Template;
  const answer = await api.inject({
    method: 'PATCH',
    url: `/api/tech-templates/${template.id}`,
    payload: { data: { put: [{ id: draft.data[0]?.id, label: 'Otro' }] } },
    headers: { ...headers, 'if-match': `"${template.row_version}"` },
  });
  expect(answer.json().code).toBe('frozen');
  for (const statement of [
    `UPDATE tech_templates SET name = 'x' WHERE id = '${template.id}'`,
    `UPDATE tech_templates SET status = 'draft' WHERE id = '${template.id}'`,
    `DELETE FROM tech_template_materials WHERE tech_template_id = '${template.id}'`,
    `WITH h AS (UPDATE tech_templates SET lines_xact = pg_current_xact_id() WHERE id = '${template.id}')
     UPDATE tech_template_fields SET label = 'x' WHERE tech_template_id = '${template.id}'`,
  ])
    await expect(owner.query(statement), statement).rejects.toThrow(/frozen|after their header/);
});

test('a new version has the lines of the former one, which becomes obsolete when it is published', async () => {
  const first = (await run(await make(), 'publish')).json().data as Template;
  const answer = await run(first, 'new_version');
  expect(answer.statusCode, answer.body).toBe(201);
  const second = answer.json().data as Template;
  expect(second).toMatchObject({
    version: 2,
    status: 'draft',
    data: [{ label: 'Producto' }],
    materials: [{ name: 'Spot' }],
  });
  const again = await run(first, 'new_version');
  expect(again.statusCode).toBe(409);
  expect(again.json().message).toContain('La versión 2 ya está en borrador');
  expect((await run(second, 'publish')).json().data.status).toBe('published');
  expect((await read(first.id)).status).toBe('obsolete');
});

test('of two versions published at once one is current', async () => {
  const first = (await run(await make(), 'publish')).json().data as Template;
  const second = (await run(first, 'new_version')).json().data as Template;
  // Two drafts of one code exist only by an import or a restored archive.
  const third = await owner.query<Template>(
    `INSERT INTO tech_templates (code, version, name, platform_id) SELECT code, 3, name, platform_id
     FROM tech_templates WHERE id = '${second.id}' RETURNING id, row_version`,
  );
  await owner.query(`
    WITH h AS (UPDATE tech_templates SET lines_xact = pg_current_xact_id() WHERE id = '${third.rows[0]?.id}' RETURNING id)
    INSERT INTO tech_template_fields (id, tech_template_id, position, label) SELECT new_id(), id, 'a0', 'Producto' FROM h`);
  const other = await read(third.rows[0]?.id ?? '');
  const answers = await Promise.all([run(second, 'publish'), run(other, 'publish')]);
  const versions = await Promise.all([first, second, other].map(({ id }) => read(id)));
  expect(versions.filter(({ status }) => status === 'published')).toHaveLength(1);
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('a copy for another platform is the first version of another template', async () => {
  const original = (await run(await make(), 'publish')).json().data as Template;
  const answer = await run(original, 'copy', { code: 'OTRA', name: 'Otra', platform_id: platforms.RADIO });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.json().data).toMatchObject({ version: 1, status: 'draft', platform_id: { code: 'RADIO' } });
});

const limits = {
  kind: 'video',
  file_types: ['mp4'],
  max_mb: 50,
  width_px: 1920,
  height_px: 1080,
  larger_allowed: true,
  aspect_ratio: '16:9',
  min_duration_sec: '29.50',
  max_duration_sec: '30.50',
  fps: '29.970',
  min_kbps: 2000,
  max_kbps: 9000,
  loudness_lufs: '-24.0',
  loudness_tolerance: '2.0',
  needs_click_url: true,
  instructions: 'Sin barras.',
};
const art = { kind: 'document', color_space: 'cmyk', min_dpi: 300, min_bleed_mm: '3.0' };

test('a version and a copy have every limit and every help, and know the lines that they came from', async () => {
  const answers = { type: 'choices', options: ['Rojo', 'Azul'], hint: 'Los de la marca.' };
  const draft = await make({
    data: { put: [{ id: newLineId(), label: 'Colores', ...answers }] },
    materials: {
      put: [
        { id: newLineId(), name: 'Spot', ...limits },
        { id: newLineId(), name: 'Arte', ...art },
      ],
    },
  });
  const first = (await run(draft, 'publish')).json().data as Template;
  const second = (await run(first, 'new_version')).json().data as Template;
  const other = (
    await run(first, 'copy', { code: 'COLORES', name: 'Otra', platform_id: platforms.RADIO })
  ).json().data as Template;
  for (const made of [second, other]) {
    expect(made.data).toMatchObject([{ ...answers, origin: first.data[0]?.id }]);
    expect(made.materials).toMatchObject([
      { ...limits, origin: first.materials[0]?.id },
      { ...art, origin: first.materials[1]?.id },
    ]);
  }
});

test('a material takes the formats and the size of its file type, once', async () => {
  const type = await owner.query<{ id: string; extensions: string[]; max_mb: number }>(
    `SELECT id, extensions, max_mb FROM file_types WHERE code = 'ARTE-IMPRESO'`,
  );
  const { id = '', extensions, max_mb } = type.rows[0] ?? {};
  const draft = await make({
    materials: {
      put: [
        { id: newLineId(), name: 'Arte', kind: 'document', file_type_id: id },
        {
          id: newLineId(),
          name: 'Prueba',
          kind: 'document',
          file_type_id: id,
          file_types: ['pdf'],
          max_mb: 5,
        },
      ],
    },
  });
  expect(draft.materials).toMatchObject([
    { file_types: extensions, max_mb },
    { file_types: ['pdf'], max_mb: 5 },
  ]);
  await owner.query(`UPDATE file_types SET max_mb = 1 WHERE id = '${id}'`);
  expect((await read(draft.id)).materials).toMatchObject([{ max_mb }, { max_mb: 5 }]);
  await owner.query(`UPDATE file_types SET max_mb = ${max_mb} WHERE id = '${id}'`);
});

test('the list counts materials and filters by them, and shows use only to those who see sheets', async () => {
  const { data } = (
    await api.inject({
      url: '/api/tech-templates?fields=code,materials_count,in_use&f.materials_count=2..2&sort=code',
      headers,
    })
  ).json();
  expect(data.length).toBeGreaterThan(0);
  for (const row of data) expect(row).toMatchObject({ materials_count: 2, in_use: 0 });
});

test('whoever may only view templates changes and publishes none', async () => {
  const draft = await make();
  const viewer = await signInAs(api, 'billing');
  const tries = [
    api.inject({
      method: 'PATCH',
      url: `/api/tech-templates/${draft.id}`,
      payload: { name: 'Otra' },
      headers: { ...viewer, 'if-match': `"${draft.row_version}"` },
    }),
    ...['publish', 'new_version'].map((command) =>
      api.inject({
        method: 'POST',
        url: `/api/tech-templates/${draft.id}/${command}`,
        payload: {},
        headers: { ...viewer, 'if-match': `"${draft.row_version}"` },
      }),
    ),
  ];
  for (const answer of await Promise.all(tries)) expect(answer.statusCode, answer.body).toBe(403);
  expect((await read(draft.id)).row_version).toBe(draft.row_version);
});

test('a code is taken once', async () => {
  const answer = await post('/api/tech-templates', {
    code: 'SPOT-TV',
    name: 'Otra',
    platform_id: platforms.TV,
    lead_time_days: 1,
  });
  expect(answer.statusCode).toBe(409);
  expect(answer.json().errors.code[0]).toContain('Nueva versión');
});

test('the specification is a PDF for whoever produces the material', async () => {
  const template = await api.database.one<{ id: string }>(
    sql`SELECT id FROM tech_templates WHERE code = 'SPOT-TV' AND status = 'published'`,
  );
  const get = (as: Record<string, string>, id = template?.id) =>
    api.inject({ url: `/api/tech-templates/${id}/specification.pdf`, headers: as });
  expect((await get({})).statusCode).toBe(401);
  expect((await get(await signInAs(api, await createRole(api, ['clients.view_all'])))).statusCode).toBe(403);
  expect((await get(headers, '01900000-0000-7000-8000-000000000001')).statusCode).toBe(404);
  const answer = await get(headers);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-disposition']).toContain('Especificaci%C3%B3n%20SPOT-TV%20v1.pdf');
  const { text, isTagged } = await readPdf(answer.rawPayload);
  const compact = text.replaceAll(/\s+/g, ' ');
  for (const shown of [
    'Especificación técnica',
    'SPOT-TV, versión 1',
    'Entrega',
    'Materiales',
    'Sonoridad',
    'Datos que se piden',
  ])
    expect(compact).toContain(shown);
  expect(compact).not.toContain('BORRADOR');
  expect(isTagged).toBe(true);
});
