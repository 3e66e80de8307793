import type { TestApi } from './test-api.ts';

/** A minimal PDF. */
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

/** Uploads a file as a browser does. @param url by default `POST /api/files` */
export const uploadFile = (
  api: Pick<TestApi, 'inject'>,
  headers: Record<string, string>,
  {
    bytes = pdf,
    name = 'Contrato.pdf',
    url = '/api/files',
    fields = {},
  }: {
    bytes?: Buffer;
    name?: string;
    url?: string;
    /** Fields of the form before the file. */
    fields?: Readonly<Record<string, string>>;
  } = {},
) => {
  const boundary = 'limite-de-prueba';
  const payload = Buffer.concat([
    ...Object.entries(fields).map(([field, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
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
