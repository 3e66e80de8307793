import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { importLimits } from '../limits.ts';
import { FileRefused } from './file-text.ts';

const broken = () => new FileRefused('El archivo está dañado o no es una hoja de cálculo XLSX u ODS.');
const bomb = () =>
  new FileRefused('El archivo XLSX es demasiado grande al descomprimirlo. Divídalo en partes más pequeñas.');

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
  // 0xffff marks ZIP64, which a file of this size does not need.
  if (count === 0xffff || count > importLimits.entries) throw bomb();
  const places: Place[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw broken();
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) {
      throw new FileRefused('El archivo XLSX está protegido con contraseña. Quítela y vuelva a subirlo.');
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

/** A file of an archive: its bytes, decompressed while they are read. */
export type ZipPart = () => AsyncGenerator<Buffer>;

/**
 * The files of a ZIP archive by name. All decompressed bytes count towards `importLimits.unpacked`, because the sizes
 * declared in an archive cannot be trusted.
 *
 * @throws FileRefused, also while a file is being decompressed
 * @example for await (const bytes of openZip(archive).get('xl/workbook.xml')?.() ?? []) read(bytes);
 */
export const openZip = (bytes: Buffer): ReadonlyMap<string, ZipPart> => {
  if (bytes.length < 22) throw broken();
  const parts = new Map<string, ZipPart>();
  let rest: number = importLimits.unpacked;
  for (const { name, method, packed, offset } of centralDirectory(bytes)) {
    if (parts.has(name)) throw broken();
    parts.set(name, async function* () {
      if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50) throw broken();
      const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
      const data = bytes.subarray(start, start + packed);
      if (data.length !== packed || (method !== 0 && method !== 8)) throw broken();
      const unpacked: AsyncIterable<Buffer> =
        method === 0 ? Readable.from([data]) : Readable.from([data]).pipe(createInflateRaw());
      try {
        for await (const content of unpacked) {
          rest -= content.length;
          if (rest < 0) throw bomb();
          yield content;
        }
      } catch (error) {
        // The decompression library gives its errors these names.
        throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? broken() : error;
      }
    });
  }
  return parts;
};
