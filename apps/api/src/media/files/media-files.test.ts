import { clients } from '@pauta/domain/crm/clients/client.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wave } from '../../demo/inventory/wave.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createRole, createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { measureMissing, workOnMeasuring } from '../measuring/measure-job.ts';
import { createMeasurer } from '../measuring/measurer.ts';
import { mp4, tone } from '../measuring/media-fixtures.ts';

type Headers = Record<string, string>;

let api: TestApi;
let headers: Headers;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'inventory');
});
afterAll(() => api.close());

let shade = 0;
const picture = async (width = 40, height = 30, orientation = 1): Promise<Buffer> => {
  // JPEG stores nearby shades alike, and equal content is refused.
  shade += 9;
  return sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 160 } } })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
};
const tryUpload = (bytes: Buffer, name: string, more: Headers = headers) => {
  const boundary = 'limite-de-prueba';
  return api.inject({
    method: 'POST',
    url: '/api/files',
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { ...more, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};
const upload = async (bytes: Buffer, name: string, more: Headers = headers): Promise<string> => {
  const answer = await tryUpload(bytes, name, more);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.id;
};
const post = (payload: object, more: Headers = headers) =>
  api.inject({ method: 'POST', url: '/api/media-files', payload, headers: more });
const make = async (payload: object) => {
  const answer = await post(payload);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
const archive = (record: { id: string; row_version: number }) =>
  api.inject({
    method: 'DELETE',
    url: `/api/media-files/${record.id}`,
    headers: { ...headers, 'if-match': `"${record.row_version}"` },
  });

const usages = ({ id }: { id: string }) => api.inject({ url: `/api/media-files/${id}/usages`, headers });

const change = (record: { id: string; row_version: number }, payload: object) =>
  api.inject({
    method: 'PATCH',
    url: `/api/media-files/${record.id}`,
    headers: { ...headers, 'if-match': `"${record.row_version}"` },
    payload,
  });

/** The record once the server has measured its file. */
const settled = async ({ id }: { id: string }) => {
  await expect
    .poll(async () => (await api.inject({ url: `/api/media-files/${id}`, headers })).json().data.status, {
      timeout: 30_000,
    })
    .not.toBe('processing');
  return (await api.inject({ url: `/api/media-files/${id}`, headers })).json().data;
};

describe('measuring', () => {
  test('what a file measures is only the server’s to say', async () => {
    const file = await upload(await picture(64, 48), 'foto.jpg');
    const stated = { width_px: 9999, status: 'available', loudness_lufs: '-23', codec: 'x' };
    const refused = await post({ title: 'Foto', kind: 'image', file, ...stated });
    expect(Object.keys(refused.json().errors).sort()).toEqual(Object.keys(stated).sort());
    const made = await make({ title: 'Foto', kind: 'image', file });
    expect(made).toMatchObject({ status: 'processing', width_px: null, codec: null });
    expect(await settled(made)).toMatchObject({
      status: 'available',
      width_px: 64,
      height_px: 48,
      codec: 'JPEG',
      loudness_lufs: null,
    });
    const spot = await make({
      title: 'Cuña',
      kind: 'audio',
      file: await upload(tone({ amplitude: 0.1 }), 'cuna.wav'),
    });
    expect(await settled(spot)).toMatchObject({
      duration_sec: '3.000',
      loudness_lufs: '-20.0',
      codec: 'PCM',
    });
    const film = await make({ title: 'Video', kind: 'video', file: await upload(mp4(), 'video.mp4') });
    expect(await settled(film)).toMatchObject({ fps: '29.970', width_px: 640, codec: 'H.264' });
  });

  test('measures are not typed over later, and those of another file are its own', async () => {
    const image = await settled(
      await make({ title: 'Medida', kind: 'image', file: await upload(await picture(64, 48), 'foto.jpg') }),
    );
    expect((await change(image, { width_px: 1920 })).statusCode).toBe(422);
    const replaced = await change(image, { file: await upload(await picture(20, 10), 'otra.jpg') });
    expect(replaced.json().data).toMatchObject({ status: 'processing', width_px: null });
    expect(await settled(image)).toMatchObject({ status: 'available', width_px: 20, height_px: 10 });
  });

  test('a hostile or damaged file is refused with its reason, and another one takes its place', async () => {
    const whole = await picture(64, 48);
    const broken = await make({
      title: 'Rota',
      kind: 'image',
      file: await upload(whole.subarray(0, 300), 'rota.jpg'),
    });
    const refused = await settled(broken);
    expect(refused).toMatchObject({
      status: 'rejected',
      refusal: 'La imagen está dañada o incompleta. Expórtela de nuevo y súbala.',
    });
    const answer = await change(refused, { file: await upload(await picture(64, 48), 'bien.jpg') });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await settled(refused)).toMatchObject({ status: 'available', refusal: null });
  });

  test('SVG, which can carry scripts, and archives are not accepted', async () => {
    const svg =
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [bytes, name] of [
      [Buffer.from(svg), 'dibujo.svg'],
      [Buffer.from(svg), 'dibujo.png'],
      [Buffer.from('PK\x03\x04\x14\x00\x00\x00\x08\x00', 'latin1'), 'anuncio.zip'],
    ] as const)
      expect((await tryUpload(bytes, name)).statusCode, name).toBe(422);
  });

  test('a file of which the storage lost the content is refused after its attempts, not accepted', async () => {
    const file = await upload(tone({ seconds: 0.6 }), 'perdida.wav');
    const row = await api.database.one<{ path: string }>(
      sql`SELECT path FROM files WHERE id = ${file}::uuid`,
    );
    await api.app.storage.remove(row?.path ?? '');
    const lost = await make({ title: 'Perdida', kind: 'audio', file });
    const run = { isStopping: () => false };
    const work = workOnMeasuring(api.app, createMeasurer(api.app));
    await expect(work({ id: file }, { ...run, isLastAttempt: false })).rejects.toThrow();
    await work({ id: file }, { ...run, isLastAttempt: true });
    expect(await settled(lost)).toMatchObject({
      status: 'rejected',
      refusal: 'El archivo ya no está en el almacén. Súbalo de nuevo.',
    });
  });

  test('files of an earlier version stay available and are measured when the server starts', async () => {
    const image = await settled(
      await make({ title: 'De antes', kind: 'image', file: await upload(await picture(64, 48), 'a.jpg') }),
    );
    await api.testDatabase.runAsSuperuser(sql`
      DELETE FROM media_measures WHERE file_id = (SELECT file FROM media_files WHERE id = ${image.id}::uuid)`);
    await api.testDatabase.runAsSuperuser(sql`
      UPDATE media_files SET width_px = NULL WHERE id = ${image.id}::uuid`);
    await measureMissing(api.app);
    await expect
      .poll(
        async () => (await api.inject({ url: `/api/media-files/${image.id}`, headers })).json().data.width_px,
        {
          timeout: 30_000,
        },
      )
      .toBe(64);
  });

  test('a picture has a small version and a sound a waveform, for whoever may see them', async () => {
    const image = await settled(
      await make({ title: 'Grande', kind: 'image', file: await upload(await picture(960, 480), 'g.jpg') }),
    );
    const small = await api.inject({ url: `/api/media-files/${image.id}/thumbnail`, headers });
    expect([small.statusCode, small.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(small.rawPayload).metadata()).width).toBe(480);
    const sound = await settled(
      await make({ title: 'Con forma', kind: 'audio', file: await upload(tone({ seconds: 2 }), 'f.wav') }),
    );
    const shape = await api.inject({ url: `/api/media-files/${sound.id}/waveform`, headers });
    expect(shape.json().data.peaks.length).toBeGreaterThan(100);
    expect((await api.inject({ url: `/api/media-files/${sound.id}/thumbnail`, headers })).statusCode).toBe(
      404,
    );
    const stranger = await signIn(api, await createUser(api, { role: await createRole(api, []) }));
    for (const path of [`${image.id}/thumbnail`, `${sound.id}/waveform`])
      expect((await api.inject({ url: `/api/media-files/${path}`, headers: stranger })).statusCode).toBe(403);
  });
});

describe('a file', () => {
  test('is in the library once per kind, and the message names it', async () => {
    const bytes = await picture();
    await make({ title: 'La primera', kind: 'image', file: await upload(bytes, 'a.jpg') });
    const answer = await post({ title: 'La segunda', kind: 'image', file: await upload(bytes, 'b.jpg') });
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.file).toEqual([
      'Este mismo archivo ya está en la biblioteca como «La primera».',
    ]);
  });

  test('of ten equal ones added at once one is stored', async () => {
    const bytes = await picture();
    const files = await Promise.all(Array.from({ length: 10 }, (_, at) => upload(bytes, `${at}.jpg`)));
    const answers = await Promise.all(
      files.map((file, at) => post({ title: `Copia ${at}`, kind: 'image', file })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201))
      expect(Object.keys(answer.json().errors), answer.body).toEqual(['file']);
  });

  test('is of the kind of its content, also for the database', async () => {
    const file = await upload(await picture(), 'foto.jpg');
    const answer = await post({ title: 'No es un video', kind: 'video', file });
    expect(answer.json().errors.file).toEqual([
      'El contenido del archivo no es de esa clase. Elija otra clase u otro archivo.',
    ]);
    const document = await api.database.one<{ id: string }>(sql`SELECT id FROM files LIMIT 1`);
    expect(document).toBeDefined();
  });

  test('a brand is of the client of the file', async () => {
    const client = await api.inject({
      method: 'POST',
      url: '/api/clients',
      payload: await sampleBody(api.database, clients, 4),
      headers: await signInAs(api, 'admin'),
    });
    expect(client.statusCode, client.body).toBe(201);
    const other = await api.database.one<{ id: string }>(sql`
      INSERT INTO brands (code, name, client_id) SELECT 'MARCA-X', 'Marca X', id FROM clients LIMIT 1 RETURNING id`);
    const file = await upload(await picture(), 'marca.jpg');
    const answer = await post({ title: 'Marca', kind: 'image', file, brand_id: other?.id });
    expect(Object.keys(answer.json().errors)).toEqual(['brand_id']);
  });

  test('is not archived while it is in use, and the message says where', async () => {
    const image = await make({
      title: 'Portada',
      kind: 'image',
      file: await upload(await picture(), 'p.jpg'),
    });
    const body = {
      code: 'CON-IMAGEN',
      name: 'Con imagen',
      valid: { from: '2026-01-01', to: null },
      price_mode: 'closed',
      currency_code: 'DOP',
      price: '10.00',
    };
    const used = await api.inject({
      method: 'POST',
      url: '/api/packages',
      payload: { ...body, image_id: image.id },
      headers,
    });
    expect(used.statusCode, used.body).toBe(201);
    const refused = await archive(await settled(image));
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'in_use', message: expect.stringContaining('paquetes: 1') });
    const free = await make({ title: 'Libre', kind: 'image', file: await upload(await picture(), 'l.jpg') });
    expect((await usages(image)).json().data).toEqual({
      total: 1,
      places: [
        {
          label: 'Paquetes',
          count: 1,
          records: [{ title: 'Con imagen', path: `/inventario/paquetes/${used.json().data.id}` }],
        },
      ],
    });
    expect((await usages(free)).json().data).toEqual({ total: 0, places: [] });
    const listed = async (query: string) =>
      (await api.inject({ url: `/api/media-files?limit=100&${query}`, headers }))
        .json()
        .data.map(({ id, uses }: { id: string; uses: number }) => [id, uses]);
    expect(await listed('f.unused=false')).toEqual([[image.id, 1]]);
    const unused = await listed('f.unused=true');
    expect(unused).toContainEqual([free.id, 0]);
    expect(unused).not.toContainEqual([image.id, 1]);
    const me = (await api.inject({ url: `/api/media-files/${free.id}`, headers })).json().data.uploaded_by_id;
    expect(await listed(`f.uploaded_by_id=${me.id}`)).toContainEqual([free.id, 0]);
    expect(await listed(`f.uploaded_by_id=${free.id}`)).toEqual([]);
    expect((await archive(await settled(free))).statusCode).toBe(200);
  });

  test('every table that holds files counts as a use, and a file with versions and links is archived', async () => {
    const tables = (await api.app.engine.usesOf('media_files')).map(({ table }) => table).sort();
    // Those that the function `uses` counts, and plans of placing, which let go of a file by themselves.
    expect(tables).toEqual([
      'packages',
      'placements',
      'placing_plan_units',
      'tech_sheet_items',
      'tech_templates',
    ]);
    const image = await settled(
      await make({ title: 'Dos versiones', kind: 'image', file: await upload(await picture(), 'v1.jpg') }),
    );
    const changed = await change(image, { file: await upload(await picture(), 'v2.jpg') });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await archive(await settled(image))).statusCode).toBe(200);
  });

  test('only an image is the image of a package, and only images are offered for it', async () => {
    const audio = await make({
      title: 'Sonido',
      kind: 'audio',
      file: await upload(wave({ seconds: 0.5, hertz: 220 }), 's.wav'),
    });
    const { data } = (await api.inject({ url: '/api/media-files/images?limit=300', headers })).json();
    expect(data.length).toBeGreaterThan(0);
    expect(data.some(({ id }: { id: string }) => id === audio.id)).toBe(false);
  });
});

describe('playing', () => {
  test('parts of a file are answered, to whoever may see it', async () => {
    const bytes = wave({ seconds: 0.75, hertz: 330 });
    const file = await upload(bytes, 'parte.wav');
    await make({ title: 'Por partes', kind: 'audio', file });
    const rep = await signIn(api, await createUser(api, { role: 'sales_rep' }));
    const part = await api.inject({ url: `/api/files/${file}`, headers: { ...rep, range: 'bytes=4-7' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 4-7/${bytes.length}`);
    expect(part.rawPayload.equals(bytes.subarray(4, 8))).toBe(true);
    const beyond = await api.inject({
      url: `/api/files/${file}`,
      headers: { ...rep, range: 'bytes=99999999-' },
    });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`]);
    const whole = await api.inject({ url: `/api/files/${file}`, headers: rep });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
  });
});
