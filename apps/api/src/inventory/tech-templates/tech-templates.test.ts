import { newLineId } from '@pauta/domain/document/line-id.ts';
import type { FileOptions } from '@pauta/domain/kinds/file.ts';
import { type MediaKind, mediaMaxBytes, mediaTypes } from '@pauta/domain/media/files/media-file.ts';
import { techSheetItems } from '@pauta/domain/postsales/tech-sheets/tech-sheet-item.ts';
import { fieldOf } from '@pauta/domain/resource/resource.ts';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
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
  const template = (await run(draft, 'publish')).json().data as Template;
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
