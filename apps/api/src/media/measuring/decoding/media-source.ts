import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Bytes of a file that are read where they are needed, so that its size costs no memory. */
export interface MediaSource {
  readonly size: number;
  /** Up to `length` bytes from `offset` on; fewer at the end. */
  read(offset: number, length: number): Buffer;
}

export const bytesSource = (bytes: Buffer): MediaSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** Works with a local file as a source, and closes it. */
export const withFile = async <T>(path: string, work: (source: MediaSource) => Promise<T>): Promise<T> => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    return await work({
      size,
      read: (offset, length) => {
        const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
        return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
      },
    });
  } finally {
    closeSync(file);
  }
};
