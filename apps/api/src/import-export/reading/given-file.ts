import type { FastifyRequest } from 'fastify';
import { invalid, malformed, Problem } from '../../platform/http/problem.ts';
import { importLimits } from '../limits.ts';
import { keepUpload, type Upload } from './upload.ts';

/** What a user gave to be read: a file, or pasted text. Close its file. */
export interface GivenFile extends Upload {
  readonly name: string;
  readonly pasted: boolean;
  /** What the columns of the file mean, as the user said; see `givenColumns`. */
  readonly columns?: unknown;
}

/** The form field before the file with what its columns mean, as JSON. */
const columnsIn = (field: unknown): unknown => {
  const text = (field as { readonly value?: unknown } | undefined)?.value;
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('Las columnas no se pueden leer.');
  }
};

export const importMegabytes = importLimits.bytes / 1024 / 1024;
const tooLarge = () =>
  new Problem(
    413,
    'too_large',
    `El archivo supera ${importMegabytes} MB. Divídalo en partes e importe una tras otra.`,
    {
      errors: { file: [`El archivo supera ${importMegabytes} MB.`] },
    },
  );

const unprintable = /[\p{Cc}\p{Cf}"\\/]/gu;
const cleanName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(unprintable, '').toWellFormed().trim().slice(-200) || 'archivo';

/**
 * The file of a `multipart/form-data` request in its field `file`, after the field `columns` if there is one, or
 * `{ text, columns }` of a JSON body.
 *
 * @throws Problem 413 or 422
 */
export const readGivenFile = async (request: FastifyRequest): Promise<GivenFile> => {
  if (!request.isMultipart()) {
    const { text, columns } = (request.body ?? {}) as { text?: unknown; columns?: unknown };
    if (typeof text !== 'string' || text.trim() === '') {
      throw invalid({ file: ['Elija un archivo o pegue las celdas copiadas de una hoja de cálculo.'] });
    }
    return { ...(await keepUpload(Buffer.from(text, 'utf8'))), name: 'Texto pegado', pasted: true, columns };
  }
  try {
    const part = await request.file({ limits: { fileSize: importLimits.bytes, files: 1, fields: 1 } });
    if (part?.fieldname !== 'file') throw invalid({ file: ['Elija un archivo.'] });
    const columns = columnsIn(part.fields.columns);
    const upload = await keepUpload(part.file);
    // The form parser truncates a file at its limit.
    if (part.file.truncated) {
      await upload.file.close();
      throw tooLarge();
    }
    return { ...upload, name: cleanName(part.filename), pasted: false, columns };
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw malformed('El formulario con el archivo no se puede leer.');
  }
};
