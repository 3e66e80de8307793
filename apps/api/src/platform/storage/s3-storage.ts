import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import type { S3Config } from '../config.ts';
import { receiveLocally } from './receive.ts';
import { checkedPath, newPath, type Storage } from './storage.ts';

/** Size of the parts of a large file; all but the last are equal, which some services require. */
const partBytes = 16 * 1024 * 1024;

/** Parts of one file that are sent at once, each from memory. */
const lanes = 3;

const attempts = 4;

/** Status of an answer of the service, which the client hides in the causes of some errors. */
const statusOf = (error: unknown): number | undefined => {
  const { status, cause } = error as { status?: number; cause?: unknown };
  return status ?? (cause === undefined ? undefined : statusOf(cause));
};

const absent = (error: unknown): undefined => {
  if (statusOf(error) === 404) return undefined;
  throw error;
};

/** Repeats what the network or a busy service interrupted; a refusal is final. */
const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const status = statusOf(error) ?? 500;
      if (attempt === attempts || (status < 500 && status !== 429)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 4 ** attempt));
    }
  }
};

/** Files in a bucket of a service that speaks the protocol of Amazon S3. @param incoming folder of `Storage.incoming` */
export const openS3Storage = (
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Config,
  incoming: string,
): Storage => {
  const client = new S3mini({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey });
  const type = 'application/octet-stream';

  const putParts = async (path: string, size: number, part: (at: number) => Promise<Buffer>) => {
    const uploadId = await persistently(() => client.getMultipartUploadId(path, type));
    const count = Math.ceil(size / partBytes);
    const sent: { partNumber: number; etag: string }[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) {
        const index = next++;
        const bytes = await part(index * partBytes);
        sent[index] = await persistently(() => client.uploadPart(path, uploadId, bytes, index + 1));
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: Math.min(lanes, count) }, lane));
    const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) {
      // Otherwise the service keeps, and bills, the parts.
      await client.abortMultipartUpload(path, uploadId).catch(() => undefined);
      throw failed.reason;
    }
    await client.completeMultipartUpload(path, uploadId, sent);
  };

  const storage: Storage = {
    incoming,
    put: async (bytes, file) => {
      const path = newPath(file);
      await persistently(() => client.putObject(path, Buffer.from(bytes), type));
      return path;
    },
    putFile: async (path, file) => {
      checkedPath(path);
      const handle = await open(file, 'r');
      try {
        const { size } = await handle.stat();
        const part = async (at: number): Promise<Buffer> => {
          const buffer = Buffer.alloc(Math.min(partBytes, size - at));
          const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
          if (bytesRead !== buffer.length) throw new Error('the file became shorter while it was stored');
          return buffer;
        };
        if (size > partBytes) await putParts(path, size, part);
        else {
          const bytes = await part(0);
          await persistently(() => client.putObject(path, bytes, type));
        }
        if ((await storage.sizeOf(path)) !== size) throw new Error('the bucket has another size of the file');
      } finally {
        await handle.close();
      }
    },
    receive: (stream, kind) => receiveLocally(storage, stream, kind),
    read: async (path) => {
      checkedPath(path);
      const answer = await persistently(() => client.getObjectRaw(path)).catch(absent);
      return answer && Buffer.from(await answer.arrayBuffer());
    },
    sizeOf: async (path) => {
      checkedPath(path);
      return persistently(() => client.getContentLength(path)).catch(absent);
    },
    stream: (path, range) => {
      checkedPath(path);
      return Readable.from(
        (async function* () {
          const answer = await (range
            ? client.getObjectRaw(path, false, range.start, range.end + 1)
            : client.getObjectRaw(path));
          if (answer.body) yield* answer.body;
        })(),
        { objectMode: false },
      );
    },
    remove: async (path) => {
      checkedPath(path);
      await persistently(() => client.deleteObject(path)).catch(absent);
    },
  };
  return storage;
};
