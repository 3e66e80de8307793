import S3rver from '@20minutes/s3rver';
import type { S3Config } from '../../platform/config.ts';
import { makeTestFolder } from '../test-folder.ts';

/**
 * A service with the protocol of Amazon S3 that checks signatures, with one bucket.
 *
 * @param options port and folder of one that was closed, to start it again; by default new ones
 */
export const startS3Server = async ({
  port: wanted = 0,
  folder: kept,
}: {
  port?: number;
  folder?: string;
} = {}): Promise<S3Config & { port: number; folder: string; close(): Promise<void> }> => {
  const folder = kept ?? (await makeTestFolder());
  const bucket = 'pauta';
  const server = new S3rver({
    address: '127.0.0.1',
    port: wanted,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    port,
    folder,
    close: () => server.close(),
  };
};
