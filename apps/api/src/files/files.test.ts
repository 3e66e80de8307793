import { clients } from '@pauta/domain/crm/clients/client.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../testing/sample-values.ts';
import { createUser, signIn, signInAs, type TestUser } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

type Headers = Record<string, string>;

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

let api: TestApi;
let png: Buffer;
let ana: TestUser & { headers: Headers };
let luis: TestUser & { headers: Headers };
let admin: Headers;

const staff = async (role: string) => {
  const user = await createUser(api, { role });
  return { ...user, headers: await signIn(api, user) };
};

beforeAll(async () => {
  api = await startTestApi();
  admin = await signInAs(api, 'admin');
  ana = await staff('sales_rep');
  luis = await staff('sales_rep');
  png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
});
afterAll(() => api.close());

const upload = (
  bytes: Buffer,
  { name = 'Exención 2026.pdf', type = 'application/pdf', field = 'file' } = {},
  headers: Headers = ana.headers,
) => {
  const boundary = 'limite-de-prueba';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return api.inject({
    method: 'POST',
    url: '/api/files',
    payload,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};
const download = (id: string, headers: Headers) => api.inject({ url: `/api/files/${id}`, headers });

describe('an upload', () => {
  test('is kept under its name and served as inert content', async () => {
    const response = await upload(pdf);
    expect(response.statusCode, response.body).toBe(201);
    const { data } = response.json();
    expect(data).toEqual({
      id: expect.any(String),
      name: 'Exención 2026.pdf',
      mime: 'application/pdf',
      bytes: pdf.length,
    });

    const file = await download(data.id, ana.headers);
    expect(file.rawPayload.equals(pdf)).toBe(true);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''Exenci%C3%B3n%202026.pdf",
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    const again = await download(data.id, { ...ana.headers, 'if-none-match': String(file.headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  test('has the type of its content, not of its name', async () => {
    const { data } = (await upload(png, { name: 'documento.pdf', type: 'application/pdf' })).json();
    expect(data.mime).toBe('image/png');
    for (const hostile of [
      '<html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'MZ\x90',
      'PK\x03\x04',
      'texto',
    ]) {
      const response = await upload(Buffer.from(hostile, 'latin1'));
      expect(response.statusCode, hostile).toBe(422);
      expect(Object.keys(response.json().errors)).toEqual(['file']);
    }
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\a.pdf', 'a.pdf'],
    ['a\u202efdp.exe', 'afdp.pdf'],
    ['x.html', 'x.pdf'],
  ])('named %s is stored as %s', async (name, kept) => {
    expect((await upload(pdf, { name })).json().data.name).toBe(kept);
  });

  test('has a small version if it is a picture, for those who may read it', async () => {
    const bytes = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const picture = (await upload(bytes, { name: 'valla.png', type: 'image/png' })).json().data;
    const small = (id: string, headers: Headers) =>
      api.inject({ url: `/api/files/${id}/thumbnail`, headers });
    const answer = await small(picture.id, ana.headers);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 160, height: 80 });
    const etag = String(answer.headers.etag);
    expect((await small(picture.id, { ...ana.headers, 'if-none-match': etag })).statusCode).toBe(304);
    expect((await small(picture.id, luis.headers)).statusCode).toBe(404);
    const document = (await upload(pdf)).json().data;
    expect((await small(document.id, ana.headers)).statusCode).toBe(404);
    // The file begins like a picture and is cut off.
    const cut = (await upload(bytes.subarray(0, 60), { name: 'rota.png', type: 'image/png' })).json().data;
    expect((await small(cut.id, ana.headers)).statusCode).toBe(404);
  });

  test('is at most as large as any field accepts for its type', async () => {
    const padded = (head: Buffer, megabytes: number) =>
      Buffer.concat([head, Buffer.alloc(megabytes * 1024 * 1024)]);
    // Evidence accepts a PDF of 100 MB; a TIFF is accepted only by tech sheets, up to 20 MB.
    const tiff = Buffer.from('II*\0\x08\0\0\0', 'latin1');
    expect((await upload(padded(pdf, 100))).statusCode).toBe(413);
    expect((await upload(padded(tiff, 20))).statusCode).toBe(413);
    expect((await upload(padded(tiff, 19))).statusCode).toBe(201);
  });

  test('requires a field and content', async () => {
    expect((await upload(Buffer.alloc(0))).statusCode).toBe(422);
    expect((await upload(pdf, { field: 'other' })).statusCode).toBe(422);
    const json = await api.inject({ method: 'POST', url: '/api/files', payload: {}, headers: ana.headers });
    expect(json.statusCode).toBe(415);
  });

  test('repeated with the same key is the same file', async () => {
    const headers = { ...ana.headers, 'idempotency-key': 'el-mismo-archivo-1' };
    const first = await upload(pdf, {}, headers);
    expect((await upload(pdf, {}, headers)).body).toBe(first.body);
    expect((await upload(png, {}, headers)).statusCode).toBe(422);
  });

  test('requires a write permission', async () => {
    expect((await upload(pdf, {}, await signInAs(api, 'auditor'))).statusCode).toBe(403);
    expect((await upload(pdf, {}, {})).statusCode).toBe(401);
  });
});

describe('a document of a client', () => {
  const exempt = async (file: string, headers: Headers, values: object = {}) =>
    api.inject({
      method: 'POST',
      url: '/api/clients',
      headers,
      payload: {
        ...(await sampleBody(api.database, clients, Math.floor(Math.random() * 1e6) * 2)),
        primary_sales_rep_id: ana.id,
        tax_exempt: true,
        tax_exempt_doc: file,
        tax_exempt_until: '2027-12-31',
        ...values,
      },
    });

  test('can be read by users who may see the client, and by nobody else', async () => {
    const { data: file } = (await upload(pdf)).json();
    expect((await download(file.id, admin)).statusCode).toBe(404);
    const response = await exempt(file.id, ana.headers);
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json().data.tax_exempt_doc).toEqual(file);
    expect((await download(file.id, admin)).statusCode).toBe(200);
    expect((await download(file.id, luis.headers)).statusCode).toBe(404);
    expect((await download(file.id, {})).statusCode).toBe(401);
  });

  test('can be attached only by the user who uploaded it', async () => {
    const { data: file } = (await upload(pdf, {}, luis.headers)).json();
    const response = await exempt(file.id, ana.headers);
    expect(response.json().errors).toEqual({ tax_exempt_doc: ['Suba el archivo de nuevo.'] });
  });

  test('is at most as large as its field accepts, although others accept more', async () => {
    const { data: file } = (await upload(Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]))).json();
    const response = await exempt(file.id, ana.headers);
    expect(response.statusCode, response.body).toBe(422);
    expect(response.json().errors).toEqual({
      tax_exempt_doc: ['El archivo supera 5 MB. Suba uno más pequeño.'],
    });
  });

  test('is kept when another user changes the client', async () => {
    const { data: file } = (await upload(pdf)).json();
    const { data: client } = (await exempt(file.id, ana.headers)).json();
    const response = await api.inject({
      method: 'PATCH',
      url: `/api/clients/${client.id}`,
      payload: { tax_exempt_doc: file.id, notes: 'Revisado' },
      headers: { ...admin, 'if-match': '"1"' },
    });
    expect(response.statusCode, response.body).toBe(200);
  });

  test.each(['x', '01890a5d-ac96-774b-bcce-b302099a8057', '..%2F..%2Fetc'])(
    'is not found as %s',
    async (id) => {
      expect((await download(id, admin)).statusCode).toBe(404);
    },
  );
});
