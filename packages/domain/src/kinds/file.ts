import { type Field, type FieldOptions, type Kind, parsed, rejected } from './kind.ts';
import { isId } from './reference.ts';

/** An uploaded file, as responses contain it. A request body contains only the `id`. `bytes` is its size. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface FileOptions extends FieldOptions {
  /** MIME types, checked by the server on the content and not on the name. */
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** The largest size by MIME type, where it is less than `maxBytes`. */
  readonly maxBytesOf?: Readonly<Record<string, number>>;
}

/** The largest size that a field accepts of one MIME type. */
export const maxBytesOf = (
  { maxBytes, maxBytesOf: byType }: Pick<FileOptions, 'maxBytes' | 'maxBytesOf'>,
  mime: string,
): number => byType?.[mime] ?? maxBytes;

/** 422 and 413 of a file that is too large. */
export const tooLargeText = (maxBytes: number): string => {
  const megabytes = Math.floor(maxBytes / 1024 / 1024);
  const shown = megabytes < 1024 ? `${megabytes} MB` : `${Math.floor(megabytes / 1024)} GB`;
  return `El archivo supera ${shown}. Suba uno más pequeño.`;
};

export const fileKind: Kind<StoredFile, FileOptions> = {
  name: 'file',
  family: 'none',
  align: 'start',
  parse: (input) => {
    if (isId(input)) return parsed({ id: input, name: '', mime: '', bytes: 0 });
    const file = input as StoredFile | null;
    return typeof file === 'object' && file !== null && isId(file.id)
      ? parsed(file)
      : rejected('Suba el archivo.');
  },
  format: (value) => value.name,
  wire: (value) => value.id,
  compare: (a, b) => a.name.localeCompare(b.name, 'es'),
  column: () => 'uuid',
  schema: () => ({ type: 'string', format: 'uuid' }),
};

/** A file that is uploaded before the record is saved. */
export const file = (label: string, options: Partial<FileOptions> = {}): Field<StoredFile, FileOptions> => ({
  kind: fileKind,
  label,
  options: {
    accept: ['application/pdf', 'image/jpeg', 'image/png'],
    maxBytes: 5 * 1024 * 1024,
    width: 'wide',
    ...options,
  },
});
