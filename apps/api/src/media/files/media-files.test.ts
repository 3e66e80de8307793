import { clients } from '@pauta/domain/crm/clients/client.ts';
import sharp from 'sharp';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wave } from '../../demo/inventory/wave.ts';
import { sampleBody } from '../../testing/sample-values.ts';
import { createUser, signIn, signInAs } from '../../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';

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
const upload = async (bytes: Buffer, name: string, more: Headers = headers): Promise<string> => {
  const boundary = 'limite-de-prueba';
  const answer = await api.inject({
    method: 'POST',
    url: '/api/files',
    payload: Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { ...more, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
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

describe('measuring', () => {
  test('the size of an image is the server’s, as it is seen, whatever is stated', async () => {
    const file = await upload(await picture(64, 48), 'foto.jpg');
    const image = await make({ title: 'Foto', kind: 'image', file, width_px: 9999, height_px: 1 });
    expect([image.width_px, image.height_px]).toEqual([64, 48]);
    const turned = await upload(await picture(64, 48, 6), 'telefono.jpg');
    const upright = await make({ title: 'Del teléfono', kind: 'image', file: turned });
    expect([upright.width_px, upright.height_px]).toEqual([48, 64]);
  });

  test('the duration of WAV audio is the server’s', async () => {
    const file = await upload(wave({ seconds: 1.25, hertz: 440 }), 'cuna.wav');
    const audio = await make({ title: 'Cuña', kind: 'audio', file, duration_sec: '30' });
    expect(audio.duration_sec).toBe('1.250');
  });

  test('measures are not typed over later', async () => {
    const change = async (record: { id: string; row_version: number }, payload: object) => {
      const answer = await api.inject({
        method: 'PATCH',
        url: `/api/media-files/${record.id}`,
        headers: { ...headers, 'if-match': `"${record.row_version}"` },
        payload,
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    };
    const photo = await upload(await picture(64, 48), 'foto.jpg');
    const image = await make({ title: 'Medida', kind: 'image', file: photo });
    expect(await change(image, { width_px: 1920, height_px: 1080 })).toMatchObject({
      width_px: 64,
      height_px: 48,
    });
    const spot = await upload(wave({ seconds: 1.5, hertz: 440 }), 'cuna.wav');
    const audio = await make({ title: 'Cuña medida', kind: 'audio', file: spot });
    expect(await change(audio, { duration_sec: '30', title: 'Cuña larga' })).toMatchObject({
      duration_sec: '1.500',
      title: 'Cuña larga',
    });
  });

  test('a damaged image is refused at its field', async () => {
    const whole = await picture(64, 48);
    const file = await upload(whole.subarray(0, 30), 'rota.jpg');
    const answer = await post({ title: 'Rota', kind: 'image', file });
    expect(answer.statusCode, answer.body).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual(['file']);
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
    const refused = await archive(image);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'in_use', message: expect.stringContaining('paquetes: 1') });
    const free = await make({ title: 'Libre', kind: 'image', file: await upload(await picture(), 'l.jpg') });
    expect((await archive(free)).statusCode).toBe(200);
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
