import { scanFiles, scanTypeBytes, scanTypeOf } from '@pauta/domain/sales/contracts/running/scan-files.ts';
import { formatBytes } from '@pauta/ui/controls/file-size.ts';

/** Why a file cannot be attached, by its size and its content; null if it can. */
export const whyNoScan = async (file: File): Promise<string | null> => {
  if (file.size === 0) return 'El archivo está vacío.';
  if (file.size > scanFiles.maxBytes)
    return `Pesa ${formatBytes(file.size)}; el máximo es ${formatBytes(scanFiles.maxBytes)}. Escanéelo con menos resolución o divídalo.`;
  try {
    const bytes = new Uint8Array(await file.slice(0, scanTypeBytes).arrayBuffer());
    return scanTypeOf(bytes) === null ? 'Por su contenido no es un PDF, un JPG ni un PNG.' : null;
  } catch {
    return 'No se pudo leer. Compruebe que sigue en su carpeta y elíjalo de nuevo.';
  }
};

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a file in hexadecimal; null where the browser offers none (a page without HTTPS) or cannot read it. */
export const hashOf = async (file: File): Promise<string | null> => {
  // Undefined in a page that is not secure; the server compares the file again in any case.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  try {
    return hexOf(await subtle.digest('SHA-256', await file.arrayBuffer()));
  } catch {
    return null;
  }
};
