import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInAs } from '../testing/sign-in.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

/** Active or disguised content: 20 bodies under 10 names and types each. */
const script = '<script>alert(document.domain)</script>';
const bodies: Record<string, Buffer> = {};
const disguises = [
  { name: 'foto.png', type: 'image/png' },
  { name: 'foto.jpg', type: 'image/jpeg' },
  { name: 'carta.pdf', type: 'application/pdf' },
  { name: 'foto.png.html', type: 'image/png' },
  { name: 'pagina.html', type: 'text/html' },
  { name: 'imagen.svg', type: 'image/svg+xml' },
  { name: '../../../etc/passwd', type: 'image/png' },
  { name: 'x"; filename="y.html', type: 'text/html' },
  { name: 'largo'.repeat(80), type: 'application/octet-stream' },
  { name: '‮gnp.exe', type: 'application/x-msdownload' },
];

/** Types that a browser may display from the server's origin. */
const inert = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp']);

let api: TestApi;
let headers: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  headers = await signInAs(api, 'admin');
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const jpg = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  const text = (content: string): Buffer => Buffer.from(content);
  Object.assign(bodies, {
    html: text(`<!doctype html><html><body>${script}</body></html>`),
    svg: text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`),
    'svg with a prolog': text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    javascript: text('alert(document.domain)'),
    php: text('<?php system($_GET["c"]); ?>'),
    shell: text('#!/bin/sh\nid\n'),
    'windows program': text(`MZ${'\0'.repeat(200)}`),
    elf: Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(100)]),
    zip: Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(100)]),
    'gif and script': text(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)//`),
    'png head and html': Buffer.concat([png.subarray(0, 8), text(script)]),
    'png cut off': png.subarray(0, 40),
    'png and html': Buffer.concat([png, text(script)]),
    'jpeg head and html': Buffer.concat([jpg.subarray(0, 4), text(script)]),
    'jpeg and php': Buffer.concat([jpg, text('<?php echo 1; ?>')]),
    'pdf and html': text(`%PDF-1.4\n${script}\n%%EOF`),
    'pdf with script': text(
      '%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF',
    ),
    'utf-16 html': Buffer.from(`\ufeff<html>${script}</html>`, 'utf16le'),
    'text that begins as html late': text(`${' '.repeat(600)}${script}`),
    nothing: Buffer.alloc(0),
  });
});
afterAll(() => api.close());

const send = (url: string, field: string, bytes: Buffer, { name, type }: { name: string; type: string }) => {
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
    url,
    payload,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
};

describe('none of 200 hostile files is served as executable content', () => {
  test('as a document', async () => {
    let tried = 0;
    for (const [what, bytes] of Object.entries(bodies)) {
      for (const disguise of disguises) {
        const answer = await send('/api/files', 'file', bytes, disguise);
        tried += 1;
        expect([201, 400, 413, 415, 422], `${what} as ${disguise.name}: ${answer.body}`).toContain(
          answer.statusCode,
        );
        if (answer.statusCode !== 201) continue;
        const { id, mime } = answer.json().data;
        expect(inert, `${what} as ${disguise.name}`).toContain(mime);
        const file = await api.inject({ url: `/api/files/${id}`, headers });
        expect(file.headers).toMatchObject({
          'content-type': mime,
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        });
        const ending =
          { 'application/pdf': 'pdf', 'image/jpeg': 'jpe?g' }[mime as string] ?? String(mime).split('/')[1];
        expect(file.headers['content-disposition']).toMatch(/^attachment;/);
        if (!String(mime).includes('openxml'))
          expect(file.headers['content-disposition'], disguise.name).toMatch(
            new RegExp(`\\.${ending}$`, 'i'),
          );
      }
    }
    expect(tried).toBe(200);
  });

  test('as a profile photo, which is re-encoded: no byte of the file is kept', async () => {
    let tried = 0;
    for (const [what, bytes] of Object.entries(bodies)) {
      for (const disguise of disguises) {
        const answer = await send('/api/profile/photo', 'photo', bytes, disguise);
        tried += 1;
        expect([200, 400, 413, 415, 422], `${what} as ${disguise.name}: ${answer.body}`).toContain(
          answer.statusCode,
        );
        if (answer.statusCode !== 200) continue;
        const photo = await api.inject({ url: `/storage/${answer.json().profile.profile_photo}` });
        expect(photo.headers).toMatchObject({
          'content-type': 'image/webp',
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
        });
        expect(photo.rawPayload.includes('<script') || photo.rawPayload.includes('<?php'), what).toBe(false);
      }
    }
    expect(tried).toBe(200);
  });
});
