import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestApi } from '../testing/test-api.ts';
import { openZip } from './reading/zip-reader.ts';

export type Headers = Record<string, string>;

/** Parts of a `multipart/form-data` request with one file. */
export const fileForm = (name: string, bytes: Buffer | string) => {
  const boundary = 'pauta-boundary-7f3a';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(bytes as Buffer),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
};

/** All bytes of a stream. */
export const readStream = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
};

/** The decompressed files of an archive. */
export const unzipped = async (bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> => {
  const files = new Map<string, Buffer>();
  for (const [name, part] of openZip(bytes)) files.set(name, await readStream(part()));
  return files;
};

export interface ImportAnswer {
  id: string;
  status: string;
  failure: string | null;
  rows: number;
  mapping: (string | null)[];
  remembered: number;
  key: string | null;
  columns: { header: string; samples: string[]; decimal: string; dayFirst: boolean }[];
  counts: Record<string, number>;
  outcomes: Record<string, number>;
  processed: number;
  request_id: string;
  row_version: number;
}

/** The import API, called like a user on the screen does. */
export const importer = (api: TestApi, headers: Headers) => {
  const post = (url: string, payload: object | undefined, more: Headers = {}) =>
    api.inject({
      method: 'POST',
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { ...headers, ...more },
    });
  const upload = async (path: string, bytes: Buffer | string, name = 'datos.csv') => {
    const form = fileForm(name, bytes);
    return api.inject({
      method: 'POST',
      url: `/api/${path}/imports`,
      payload: form.payload,
      headers: { ...headers, ...form.headers },
    });
  };
  const read = async (id: string): Promise<ImportAnswer> =>
    (await api.inject({ url: `/api/imports/${id}`, headers })).json().data;
  /** Waits for the background job. */
  const settled = async (id: string): Promise<ImportAnswer> => {
    for (;;) {
      const now = await read(id);
      if (!['checking', 'committing'].includes(now.status)) return now;
      await sleep(20);
    }
  };
  const step = async (id: string, name: string, payload: object = {}): Promise<ImportAnswer> => {
    const response = await post(`/api/imports/${id}/${name}`, payload);
    expect(response.statusCode, response.body).toBe(200);
    return settled(id);
  };
  const start = async (path: string, bytes: Buffer | string, name?: string): Promise<ImportAnswer> => {
    const response = await upload(path, bytes, name);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };
  return {
    post,
    upload,
    start,
    read,
    settled,
    check: (id: string) => step(id, 'check'),
    commit: (id: string, payload?: object) => step(id, 'commit', payload),
    map: (job: ImportAnswer, body: object) =>
      api.inject({
        method: 'PUT',
        url: `/api/imports/${job.id}/mapping`,
        payload: { mapping: job.mapping, key: job.key, ...body },
        headers: { ...headers, 'if-match': `"${job.row_version}"` },
      }),
    rows: async (id: string, query = '') =>
      (await api.inject({ url: `/api/imports/${id}/rows?limit=100&${query}`, headers })).json().data,
  };
};
