import { inflateRawSync } from 'node:zlib';
import { importLimits } from './limits.ts';

/** The archive is broken, or larger than it may be; the message is for a person. */
export class UnzipError extends Error {}

const broken = () => new UnzipError('El archivo XLSX está dañado o no es un libro de Excel.');
const bomb = () =>
  new UnzipError('El archivo XLSX es demasiado grande al descomprimirlo. Divídalo en partes más pequeñas.');

const endSignature = 0x06054b50;
const longestEnd = 22 + 0xffff;

const findEnd = (bytes: Buffer): number => {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - longestEnd); at -= 1) {
    if (bytes.readUInt32LE(at) === endSignature) return at;
  }
  throw broken();
};

interface Place {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly offset: number;
}

const centralDirectory = (bytes: Buffer): Place[] => {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  // 0xffff stands for ZIP64, which no file this small needs.
  if (count === 0xffff || count > importLimits.entries) throw bomb();
  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken();
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) {
      throw new UnzipError('El archivo XLSX está protegido con contraseña. Quítela y vuelva a subirlo.');
    }
    const [nameLength, extra, comment] = [28, 30, 32].map((more) => bytes.readUInt16LE(at + more));
    const next = at + 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
    places.push({
      name: bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    });
    at = next;
  }
  return places;
};

/**
 * The files of a ZIP archive that `wanted` names, unpacked, never more than `importLimits.unpacked` bytes together:
 * the sizes an archive states about itself are not believed.
 *
 * @throws UnzipError
 */
export const unzip = (bytes: Buffer, wanted: (name: string) => boolean): ReadonlyMap<string, Buffer> => {
  if (bytes.length < 22) throw broken();
  const files = new Map<string, Buffer>();
  let rest: number = importLimits.unpacked;
  for (const { name, method, packed, offset } of centralDirectory(bytes)) {
    if (!wanted(name)) continue;
    if (files.has(name)) throw broken();
    if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw broken();
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const data = bytes.subarray(start, start + packed);
    if (data.length !== packed) throw broken();
    if (method === 0 && packed > rest) throw bomb();
    const content = method === 0 ? data : method === 8 ? inflate(data, rest) : undefined;
    if (!content) throw broken();
    rest -= content.length;
    files.set(name, content);
  }
  return files;
};

const inflate = (data: Buffer, most: number): Buffer => {
  if (most <= 0) throw bomb();
  try {
    return inflateRawSync(data, { maxOutputLength: most });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? bomb() : broken();
  }
};
