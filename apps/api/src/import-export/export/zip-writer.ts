import type { Writable } from 'node:stream';
import { constants, crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** An entry of the archive's central directory. */
interface Entry {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
  readonly flags: number;
}

const utf8 = 0x0800;
/** The sizes are written after the data, because they are unknown beforehand. */
const sizesAfter = 0x0008;
// 1 January 1980, so that equal content gives equal bytes.
const date = 0x0021;

const header = (signature: number, sizes: readonly (readonly [number, 2 | 4])[]): Buffer => {
  const bytes = Buffer.alloc(4 + sizes.reduce((sum, [, size]) => sum + size, 0));
  bytes.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [value, size] of sizes) at = bytes.writeUIntLE(value, at, size);
  return bytes;
};

const localHeader = ({ name, crc, packed, unpacked, flags }: Omit<Entry, 'offset'>): Buffer =>
  Buffer.concat([
    header(0x04034b50, [
      [20, 2],
      [flags, 2],
      [8, 2],
      [0, 2],
      [date, 2],
      [crc, 4],
      [packed, 4],
      [unpacked, 4],
      [name.length, 2],
      [0, 2],
    ]),
    name,
  ]);

const centralHeader = ({ name, crc, packed, unpacked, offset, flags }: Entry): Buffer =>
  Buffer.concat([
    header(0x02014b50, [
      [20, 2],
      [20, 2],
      [flags, 2],
      [8, 2],
      [0, 2],
      [date, 2],
      [crc, 4],
      [packed, 4],
      [unpacked, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ]),
    name,
  ]);

/** Bytes of files in one ZIP: one without ZIP64 ends at 4 GB. */
export const mostZipBytes = 4 * 1024 ** 3 - 64 * 1024 * 1024;

/**
 * A ZIP archive (APPNOTE 6.3.10, without ZIP64: up to 4 GB) as a stream of bytes. A part is a text, or a sequence of
 * texts or bytes, which is compressed as it arrives, so that memory use is constant.
 *
 * @example for await (const bytes of zipOf([['a.txt', 'hola'], ['b.txt', rows()]])) out.write(bytes);
 */
export async function* zipOf(
  parts: readonly (readonly [
    name: string,
    content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
  ])[],
): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  for (const [path, content] of parts) {
    const name = Buffer.from(path, 'utf8');
    const start = offset;
    if (typeof content === 'string' || content instanceof Uint8Array) {
      const bytes = Buffer.from(content as Uint8Array);
      const packed = deflateRawSync(bytes);
      const entry = { name, crc: crc32(bytes), packed: packed.length, unpacked: bytes.length, flags: utf8 };
      const local = localHeader(entry);
      offset += local.length + packed.length;
      entries.push({ ...entry, offset: start });
      yield local;
      yield packed;
      continue;
    }
    const flags = utf8 | sizesAfter;
    const local = localHeader({ name, crc: 0, packed: 0, unpacked: 0, flags });
    yield local;
    offset += local.length;
    let [crc, packed, unpacked] = [0, 0, 0];
    for await (const bytes of packedTexts(content, (text) => {
      crc = crc32(text, crc);
      unpacked += text.length;
    })) {
      packed += bytes.length;
      yield bytes;
    }
    const sizes = header(0x08074b50, [
      [crc, 4],
      [packed, 4],
      [unpacked, 4],
    ]);
    yield sizes;
    offset += packed + sizes.length;
    entries.push({ name, crc, packed, unpacked, offset: start, flags });
  }
  const central = Buffer.concat(entries.map(centralHeader));
  yield central;
  yield header(0x06054b50, [
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [central.length, 4],
    [offset, 4],
    [0, 2],
  ]);
}

/** Waits until a stream accepts more data, or is closed. */
const drained = (stream: Writable): Promise<void> =>
  new Promise((go) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      go();
    };
    if (stream.destroyed) go();
    else stream.on('drain', settle).on('close', settle);
  });

/** Compresses texts or bytes as they arrive; the next one is requested when the previous output was consumed. */
async function* packedTexts(
  texts: AsyncIterable<string | Uint8Array>,
  note: (bytes: Buffer) => void,
): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 5, memLevel: constants.Z_DEFAULT_MEMLEVEL });
  let failure: unknown;
  const filled = (async () => {
    for await (const text of texts) {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : Buffer.from(text);
      note(bytes);
      if (deflate.destroyed) return;
      if (!deflate.write(bytes)) await drained(deflate);
    }
    deflate.end();
  })().catch((error: unknown) => {
    failure = error;
    deflate.destroy();
  });
  try {
    for await (const bytes of deflate) yield bytes as Buffer;
  } catch (error) {
    throw failure ?? error;
  } finally {
    deflate.destroy();
    await filled;
  }
  if (failure) throw failure;
}
