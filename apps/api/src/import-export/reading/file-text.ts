/** The file cannot be read as a table; the message is shown to the user. */
export class FileRefused extends Error {}

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
/** The binary format of Excel up to 2003, and encrypted books. */
export const isLegacyWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** UTF-16 text in Latin script has a zero in every second byte. */
const zeros = (bytes: Uint8Array, from: 0 | 1): number => {
  const sample = bytes.subarray(0, 400);
  return sample.filter((byte, index) => index % 2 === from && byte === 0).length / (sample.length / 2);
};

const encodingOf = (bytes: Uint8Array): string => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  if (bytes.length >= 4 && zeros(bytes, 1) > 0.4) return 'utf-16le';
  if (bytes.length >= 4 && zeros(bytes, 0) > 0.4) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
};

/**
 * The text of a file in its detected encoding: UTF-8, UTF-16, or otherwise Windows-1252.
 *
 * @throws FileRefused if it is not text
 */
export const textOfFile = (bytes: Uint8Array): string => {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0'))
    throw new FileRefused('El archivo no es un CSV, XLSX ni ODS. Guárdelo como CSV, XLSX u ODS.');
  return text;
};

/** Whether the text consists of vCards. */
export const isCards = (text: string): boolean => /^\s*BEGIN:VCARD\s*$/im.test(text.slice(0, 400));
